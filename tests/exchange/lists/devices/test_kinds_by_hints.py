"""Kinds of devices by models in names, by ports of controllers and rears, and by headings of ports."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.kinds import kind_of_columns, kind_of_name, kind_of_ports
from netfloor.fabric.fabric import PANEL, SERVER, SWITCH


@pytest.mark.parametrize(
    "name",
    [
        *("c-csi-mqm9700-0327", "leaf-9336C-A", "b3-93180YC-2", "x-qfx5120-2", "dc1-7050SX3-1", "q3400-1"),
        *(
            "rack4-sn4600-1",
            "r2-s5248f-1",
            "Cisco UCS 6454 FI A",
            "FI-A",
            "c1-fi-b",
            "Fabric Interconnect B",
        ),
    ],
)
def test_models_of_switches_within_names(name: str) -> None:
    """By the numbering of their makers, wherever the model is in the name."""
    assert kind_of_name(name) == SWITCH


@pytest.mark.parametrize(
    "name", ["c-csi-0329s", "R760-1", "fibre-1", "wifi-1", "ms-2012", "x7301", "u93180"]
)
def test_names_that_hold_no_model(name: str) -> None:
    """Numbers alone, and words that contain a model's letters."""
    assert kind_of_name(name) is None


def test_a_type_fi_is_an_adapter() -> None:
    """Omni-Path's lists call servers so; only names mean Cisco's fabric interconnects."""
    assert kind_of_columns(("FI",)) == SERVER


@pytest.mark.parametrize(
    ("ports", "kind"),
    [
        *[(["1", "2", port], SERVER) for port in ("BMC", "iDRAC", "iLO", "XCC", "HCA-1/1", "CIMC 1")],
        (["swp1", "BMC"], SWITCH),
        *[(["01-02", port], PANEL) for port in ("AR 1", "1 hinten", "rear 3", "posterior 2")],
        *[(["1", port], None) for port in ("R1", "rear NIC 1", "mgmt", "Backbone 1")],
    ],
)
def test_one_port_shows_a_kind(ports: list[str], kind: str | None) -> None:
    """A controller's or an adapter's is of a server, one behind by a word of a panel."""
    assert kind_of_ports(ports) == kind


@pytest.mark.parametrize("heading", ["HCA/Port", "NIC", "HCA port"])
@pytest.mark.parametrize("is_imported", [False, True])
def test_headings_of_adapters_show_servers(tmp_path: Path, heading: str, *, is_imported: bool) -> None:
    """Eight cables do not make a host a switch if its ports are below HCA; a device of both is none."""
    rows = [f"n{host},{port},q{port},{host}" for host in (1, 2) for port in range(1, 5)]
    path = tmp_path / "list.csv"
    path.write_text("\n".join((f"Source,{heading},Target,Port", *rows, "q1,9,q2,9")) + "\n")
    fabric = READERS["csv"].read(path) if is_imported else read_lists([path], ()).fabric
    kinds = {device.name: device.kind for device in fabric.devices}
    assert {name for name, kind in kinds.items() if kind == SERVER} == {"n1", "n2"}
    assert {name for name, kind in kinds.items() if kind == SWITCH} == {"q1", "q2", "q3", "q4"}


@pytest.mark.parametrize(
    "heading",
    [
        "\u00c9quipement / Tiroir",
        "\u00c9quipement ou tiroir",
        "Equipment / Drawer",
        "Device or panel",
        "Ger\u00e4t / Panel",
    ],
)
def test_a_heading_of_devices_and_panels_makes_none_a_panel(tmp_path: Path, heading: str) -> None:
    """Every cable was one between panels, hence installed and not bought: ports tell panels instead."""
    rows = "rtr1,xe-0/0/0,T-OPT-1,1\nT-OPT-1,AR 1,T-OPT-2,AR 1\nT-OPT-2,1,rtr2,xe-0/0/0\n"
    path = tmp_path / "list.csv"
    path.write_text(f"{heading} A,Port A,{heading} B,Port B\n{rows}", encoding="utf-8")
    fabric = read_lists([path], ()).fabric
    kinds = {device.name: device.kind for device in fabric.devices}
    assert kinds == {"rtr1": SWITCH, "T-OPT-1": PANEL, "T-OPT-2": PANEL, "rtr2": SWITCH}
    assert [cable.installed for cable in fabric.cables] == [False, True, False]


@pytest.mark.parametrize("heading", ["Tiroir", "Drawer", "ODF", "Bandeau", "Rangierfeld"])
def test_a_heading_of_panels_alone_makes_them_panels(tmp_path: Path, heading: str) -> None:
    """One word for a panel, at the far end."""
    path = tmp_path / "list.csv"
    path.write_text(f"Switch,Port,{heading},Port\nrtr1,xe-0/0/0,X-1,1\n", encoding="utf-8")
    kinds = {device.name: device.kind for device in read_lists([path], ()).fabric.devices}
    assert kinds == {"rtr1": SWITCH, "X-1": PANEL}


def test_ports_on_mainboards_and_high_numbers_tell_servers_from_switches() -> None:
    """``LOM1`` is a server's, and a device with Eth31 is none, however it writes its ports."""
    assert kind_of_ports(["LOM1"]) == SERVER
    assert kind_of_ports(["eth0", "eth1"]) == SERVER
    assert kind_of_ports(["Eth1", "Eth31", "Eth49"]) is None
    assert [kind_of_name(name) for name in ("FPP-AD02-45", "CPP-1")] == [PANEL, PANEL]
