"""Files and sheets of a plan made from lists: names and ports as on the boxes, power apart from links."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from netfloor import exit_codes
from netfloor.exchange.writers import EXPORTERS
from netfloor.plans.file import write_plan
from tests.fixtures.lists import CABLES, DEVICES, lay_lists, write_lists

FORMS = sorted(EXPORTERS)
PARTS = Path(__file__).parents[2] / "examples/catalogue/parts_cluster.toml"
HOLD_POWER = {"labels", "netbox", "pull-sheets"}
NOTE = "1 power cord left out: power cords are not network links"
Rows = list[dict[str, str]]


@pytest.fixture
def exported(cli: Any, laid_plan: Path) -> Callable[..., Path]:
    """Return a function that exports the plan of the small lists, or another, and returns the folder."""

    def export(form: str, plan: Path = laid_plan) -> Path:
        out = laid_plan.with_name(form)
        ran = cli("export", plan, "--to", form, "--out", out)
        assert ran.code == 0, ran.err
        return out

    return export


def rows_of(path: Path) -> Rows:
    """Return the rows of a CSV file by heading."""
    return list(csv.DictReader(io.StringIO(path.read_text())))


def written(folder: Path, **texts: str) -> Path:
    """Return the plan file of other lists."""
    write_plan(folder / "other.json", lay_lists(folder, **texts))
    return folder / "other.json"


@pytest.mark.parametrize("form", FORMS)
def test_every_format_takes_a_plan_of_lists(cli: Any, laid_plan: Path, form: str) -> None:
    """Storage and servers are endpoints; what is not a link is counted in a note, not written."""
    ran = cli("export", laid_plan, "--to", form, "--out", "out", "--json")
    assert ran.code == 0, ran.err
    told = ran.json()
    assert (told["switches"], told["hosts"], told["cables"]) == (3, 3, 7 if form in HOLD_POWER else 6)
    assert (NOTE in told["notes"]) == (form not in HOLD_POWER)
    written = b"".join(path.read_bytes() for path in Path("out").iterdir() if path.suffix != ".xlsx")
    assert (b"pdu1" in written) == (form in HOLD_POWER)


def test_labels_have_name_and_port_of_both_ends(exported: Callable[..., Path]) -> None:
    """The first line by the boxes, the second by cabinet and unit; a vertical PDU has no unit."""
    rows = rows_of(exported("labels") / "labels.csv")
    assert [
        (row["CableID"], row["End"], row["Line1"], row["Line2"]) for row in rows if row["End"] == "A"
    ] == [
        ("C000001", "A", "leaf1 Eth1/49 / spine1 Eth1/1", "A01-08/A01-10 C000001 0.39 m"),
        ("C000002", "A", "leaf2 Eth1/49 / spine1 Eth1/2", "A02-08/A01-10 C000002 5.25 m"),
        ("C000003", "A", "srv1 eth0 / leaf1 Eth1/1", "A01-01/A01-08 C000003 0.62 m"),
        ("C000004", "A", "srv2 eth0 / leaf2 Eth1/1", "A02-01/A02-08 C000004 0.62 m"),
        ("C000005", "A", "nas1 e0 / leaf2 Eth1/2", "A03-01/A02-08 C000005 5.65 m"),
        ("C000006", "A", "nas1 e1 / leaf2 Eth1/3", "A03-01/A02-08 C000006 5.65 m"),
        ("cord-7", "A", "srv1 psu-a / pdu1 out1", "A01-01/A01-pdu1 cord-7 0.30 m"),
    ]


def test_pull_sheets_name_device_and_port(exported: Callable[..., Path]) -> None:
    """Each cable at the cabinets of both ends; patched inside one cabinet, else pulled over the tray."""
    rows = rows_of(exported("pull-sheets") / "pull-sheets.csv")
    ends = ("Cabinet", "Work", "Device", "Port", "FarCabinet", "FarDevice", "FarPort", "Trays")
    found = {(row["CableID"], row["Cabinet"]): tuple(row[name] for name in ends) for row in rows}
    assert found["C000001", "A01"] == ("A01", "patch", "leaf1", "Eth1/49", "A01", "spine1", "Eth1/1", "")
    assert found["C000002", "A01"] == (
        *("A01", "pull", "spine1", "Eth1/2", "A02", "leaf2", "Eth1/49", "ladder"),
    )
    assert found["C000002", "A02"] == (
        *("A02", "connect", "leaf2", "Eth1/49", "A01", "spine1", "Eth1/2", "ladder"),
    )
    assert found["cord-7", "A01"] == ("A01", "patch", "srv1", "psu-a", "A01", "pdu1", "out1", "")


def test_netbox_gets_devices_units_ports_and_ids(exported: Callable[..., Path]) -> None:
    """Roles by kind, positions as listed, interfaces as labelled, cables by their ids."""
    folder = exported("netbox")
    devices = {row["name"]: row for row in rows_of(folder / "07-devices.csv")}
    places = {name: (row["role"], row["rack"], row["position"]) for name, row in devices.items()}
    assert places == {
        "spine1": ("Switch", "A01", "10"),
        "leaf1": ("Switch", "A01", "8"),
        "leaf2": ("Switch", "A02", "8"),
        "srv1": ("Server", "A01", "1"),
        "srv2": ("Server", "A02", "1"),
        "nas1": ("Storage", "A03", "1"),
        "pdu1": ("PDU", "A01", ""),
    }
    interfaces = {(row["device"], row["name"]) for row in rows_of(folder / "08-interfaces.csv")}
    assert interfaces >= {("leaf1", "Eth1/49"), ("spine1", "Eth1/1"), ("nas1", "e1")}
    assert "pdu1" not in {device for device, _ in interfaces}
    (outlet,), (cord, inlet) = (
        rows_of(folder / f"08{name}.csv") for name in ("d-power-outlets", "c-power-ports")
    )
    assert (outlet["device"], outlet["name"], outlet["power_port"]) == ("pdu1", "out1", "inlet")
    assert (cord["device"], cord["name"]) == ("srv1", "psu-a")
    assert (inlet["device"], inlet["name"]) == ("pdu1", "inlet")
    (panel,), (feed,) = (rows_of(folder / f"08{name}.csv") for name in ("e-power-panels", "f-power-feeds"))
    assert panel["name"] == feed["power_panel"] == "A"
    assert (feed["name"], feed["rack"]) == ("A pdu1", "A01")
    cables = {
        row["description"].split(",")[0].removeprefix("netfloor "): row
        for row in rows_of(folder / "10-cables.csv")
        if row["side_b_type"] != "dcim.powerfeed"
    }
    assert set(cables) == {*(f"C00000{number}" for number in range(1, 7)), "cord-7"}
    ends = ("side_a_device", "side_a_name", "side_b_device", "side_b_name")
    assert tuple(cables["C000002"][name] for name in ends) == ("leaf2", "Eth1/49", "spine1", "Eth1/2")


def test_netbox_takes_the_ports_that_netfloor_assigns(exported: Callable[..., Path], here: Path) -> None:
    """``port 1`` has a space, which NetBox takes in the name of an interface."""
    plan = written(here, cables="a,port a,b,port b\nnas1,,leaf2,Eth 1/1\n")
    row, feed = rows_of(exported("netbox", plan) / "10-cables.csv")
    assert (feed["side_a_name"], feed["side_b_name"], feed["side_b_power_panel"]) == (
        "inlet",
        "A pdu1",
        "A",
    )
    assert (row["side_a_name"], row["side_b_name"]) == ("port 1", "Eth 1/1")


def test_sst_routes_lead_to_servers_and_storage(exported: Callable[..., Path]) -> None:
    """Over the links alone: no node is a PDU, and the port to one is none of a server's."""
    folder = exported("sst")
    document = json.loads((folder / "topology.json").read_text())
    assert set(document["nodes"]) == {"srv1", "srv2", "nas1"}
    assert [far["destination"] for far in document["nodes"]["srv1"]["outports"].values()] == ["leaf1"]
    routes = json.loads((folder / "routes.json").read_text())["switches"]
    assert routes["leaf1"]["routes"] == {"srv1": 1, "srv2": 49, "nas1": 49}
    assert routes["leaf2"]["routes"] == {"srv1": 49, "srv2": 1, "nas1": 2}


def test_sst_has_no_routes_to_hosts_without_a_switch(exported: Callable[..., Path], here: Path) -> None:
    """A server without cables, servers joined to each other, and a switch that stands alone."""
    more = "srv[3-5],server,,A03,3+,1,,,,,\nlone1,switch,,A03,8,1,90,,,,\n"
    plan = written(here, devices=DEVICES + more, cables=f"{CABLES}srv3,x0,srv4,x0,10G,,,\n")
    files = exported("sst", plan).glob("*/routes.json")  # the switch that stands alone has none
    routes = {k: v for file in files for k, v in json.loads(file.read_text())["switches"].items()}
    assert {name: set(table["routes"]) for name, table in routes.items()} == {
        name: {"srv1", "srv2", "nas1"} for name in ("spine1", "leaf1", "leaf2")
    }


def test_booksim_numbers_the_ports_of_links_alone(exported: Callable[..., Path]) -> None:
    """Nodes are counted without a gap: one per link of a server, none for its power."""
    lines = (exported("booksim") / "anynet.txt").read_text().split("\n")
    nodes = [
        int(word)
        for line in lines
        for key, word in zip(line.split(), line.split()[1:], strict=False)
        if key == "node"
    ]
    assert sorted(nodes) == [0, 1, 2, 3]


def test_a_cord_to_a_switch_is_not_an_endpoint(exported: Callable[..., Path], here: Path) -> None:
    """Graphs count endpoints by cables; a switch's own power is none."""
    plan = written(here, cables=f"{CABLES}spine1,psu,pdu1,out2,,,,\n")
    graph = (exported("graphml", plan) / "network.graphml").read_text()
    assert '<node id="spine1"><data key="endpoints">0</data>' in graph
    assert '<node id="leaf1"><data key="endpoints">1</data>' in graph
    assert "pdu1" not in graph


@pytest.mark.parametrize("form", FORMS)
def test_a_link_through_a_panel_is_one_cable_of_formats_of_links(cli: Any, here: Path, form: str) -> None:
    """Ports F1 and R1 of a panel are joined inside: two pieces where pieces are written, else one link."""
    devices = f"{DEVICES}pp1,panel,,A03,8,1,,,,,\n"
    rows = "leaf1,Eth1/50,pp1,F1,100G,,,\npp1,R1,leaf2,Eth1/50,100G,,,\n"
    plan = written(here, devices=devices, cables=f"{CABLES}{rows}")
    ran = cli("export", plan, "--to", form, "--out", "out", "--json")
    assert ran.code == 0, ran.err
    assert ran.json()["cables"] == (9 if form in HOLD_POWER else 7)


def test_papers_print_names_and_ports(cli: Any, laid_plan: Path) -> None:
    """Elevations, port map, pull sheet, labels and test sheet say what stands on the boxes."""
    ran = cli("papers", laid_plan, "--out", "papers", "--json")
    assert ran.code == 0, ran.err
    texts = {  # without spaces: a label is cut into lines where its stock is narrow
        one["name"]: "".join(
            "".join(page.extract_text() for page in PdfReader(Path("papers") / one["file"]).pages).split()
        )
        for one in ran.json()["papers"]
    }
    assert set(texts) == {
        *("elevations", "switches", "pull-rows", "pull-trays", "ports", "labels", "bundles", "tests"),
    }
    assert "spine1Eth1/1/leaf1Eth1/49A01-10/A01-08C0000010.39m" in texts["labels"]
    assert "leaf1Eth1/49/spine1Eth1/1A01-08/A01-10C0000010.39m" in texts["labels"]
    for name in ("ports", "pull-rows", "tests"):
        assert "Eth1/49" in texts[name], name
    for name in ("spine1", "leaf1", "srv2", "nas1", "pdu1"):
        assert name in texts["elevations"]


@pytest.mark.parametrize("command", [("export", "--to", "labels"), ("papers",)], ids=["export", "papers"])
def test_prices_by_formula_order_the_cables_of_lists(
    cli: Any, laid_plan: Path, command: tuple[str, ...]
) -> None:
    """Each cable at its own rate, whatever its cages; a reach alone is refused, nothing is written."""
    word, *options = command
    refused = cli(word, laid_plan, *options, "--out", "out", "--reach", "3")
    assert refused.code == exit_codes.INVALID_INPUT
    assert "--reach: counts only with a catalogue" in refused.err
    assert not Path("out").exists()
    bought = ("--catalogue", "slimfly-2014", "--reach", "3")
    assert cli(word, laid_plan, *options, "--out", "out", *bought).code == exit_codes.DONE


def test_every_sheet_names_part_and_length_as_bought(cli: Any, laid_plan: Path) -> None:
    """Labels, pull sheets, NetBox and printed sheets: part, length bought, medium; cords keep theirs."""
    bought = ("--catalogue", PARTS, "--partial")
    for form in ("labels", "pull-sheets", "netbox"):
        ran = cli("export", laid_plan, "--to", form, "--out", form, *bought)
        assert ran.code == 0, ran.err
        assert "No part for 2 cables (C000005, C000006): 10 Gb/s" in ran.err
    labels = {
        row["CableID"]: row["Line2"] for row in rows_of(Path("labels/labels.csv")) if row["End"] == "A"
    }
    assert labels["C000002"].endswith("C000002 7.00 m")  # 5.245 m of way
    assert labels["C000005"].endswith("C000005 5.65 m")  # as routed: no part
    pulled = {row["CableID"]: row for row in rows_of(Path("pull-sheets/pull-sheets.csv"))}
    assert {name: pulled["C000002"][name] for name in ("Metres", "Part", "Medium")} == {
        "Metres": "7.00",
        "Part": "EX-AOC-100-7",
        "Medium": "optical",
    }
    assert (pulled["C000001"]["Part"], pulled["C000001"]["Medium"]) == ("EX-DAC-100-0.5", "copper")
    assert (pulled["cord-7"]["Part"], pulled["cord-7"]["Metres"]) == ("EX-PC-C13-0.5M", "0.50")
    cables = {
        row["description"].removeprefix("netfloor ").partition(",")[0]: row
        for row in rows_of(Path("netbox/10-cables.csv"))
    }
    assert (cables["C000002"]["type"], cables["C000002"]["length"]) == ("aoc", "7.00")
    assert cables["C000002"]["description"].endswith(", EX-AOC-100-7")
    ran = cli("papers", laid_plan, "--out", "papers", *bought)
    assert ran.code == 0, ran.err
    text = " ".join(page.extract_text() for page in PdfReader("papers/pull-rows.pdf").pages)
    assert "EX-AOC-100-7" in text


def test_catalogues_that_lack_a_part_stop_an_export(cli: Any, laid_plan: Path) -> None:
    """Nothing is written; the message names the cables and how to leave them out."""
    ran = cli("export", laid_plan, "--to", "labels", "--out", "out", "--catalogue", PARTS)
    assert ran.code == exit_codes.INFEASIBLE
    assert "2 cables (C000005, C000006): 10 Gb/s, SFP+, up to 5.645 m: no part on sale" in ran.err
    assert "--partial" in ran.err
    assert not Path("out").exists()


@pytest.mark.parametrize(("form", "code"), [("labels", 0), ("netbox", 0), ("slurm", 3), ("graphml", 3)])
def test_a_plan_without_a_switch_is_written_where_a_format_needs_none(
    form: str, code: int, cli: Any, here: Path
) -> None:
    """Two storage devices and a cable: labels and records of devices; networks of switches are refused."""
    devices = "name,kind,rack,unit,height\nnas1,storage,A01,1,2\nnas2,storage,A01,5,2\n"
    write_lists(here, devices=devices, cables="a,port a,b,port b\nnas1,e0,nas2,e0\n")
    assert cli("plan", "devices.csv", "cables.csv", "--room", "room.toml", "--out", "out").code == 0
    ran = cli("export", "out/plan.json", "--to", form, "--out", "files")
    assert ran.code == code
    assert ("has no switch" in ran.err) is (code != 0)
