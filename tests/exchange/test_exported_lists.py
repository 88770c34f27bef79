"""A plan of lists with panels, written for NetBox and planned again from those files: all is equal."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.exchange.exported_lists import read_exported
from netfloor.exchange.job import Job, checked_values
from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.writers import EXPORTERS
from netfloor.fabric.fabric import SERVER, SWITCH, Cable, Device, Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.plans.laid import hall_cabinets
from netfloor.rooms.hall import read_hall

EXAMPLE = Path(__file__).parents[2] / "examples/panels"


def netbox_files(fabric: Fabric, folder: Path) -> Path:
    """Write the files that NetBox imports."""
    exporter = EXPORTERS["netbox"]
    folder.mkdir()
    for name, data in exporter.write(Job(fabric, None, values=checked_values(exporter, {}))).items():
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


@pytest.fixture
def listed() -> tuple[Fabric, tuple[FloorCabinet, ...]]:
    """Return the fabric of the example, its switches in units of their own, and the room's cabinets."""
    cabinets = hall_cabinets(read_hall(EXAMPLE / "room.toml"))
    fabric = read_lists([EXAMPLE / "devices.csv", EXAMPLE / "cables.csv"], cabinets).fabric
    devices = tuple(replace(one, unit=one.unit or 10 + at) for at, one in enumerate(fabric.devices))
    return replace(fabric, devices=devices), cabinets


def told(device: Device) -> Any:
    """Return a device without what NetBox does not hold of it, or holds under its own words."""
    return replace(device, watts=None, attributes={}, kind_stated=True, model=device.model or "Storage")


def laid_down(cable: Cable) -> Any:
    """Return a cable likewise: its own length where that is listed, and no further words."""
    length_mm = cable.length_mm if cable.length_listed else None
    ends = [(end.device, end.port, end.port_name) for end in cable.ends]
    return cable.id, ends, length_mm, cable.gbps, cable.kind, cable.installed, cable.length_listed


def test_a_plan_comes_back_from_netbox(
    listed: tuple[Fabric, tuple[FloorCabinet, ...]], tmp_path: Path
) -> None:
    """Devices, places, ports with their numbers, what panels join, ids, rates and installed lengths."""
    fabric, cabinets = listed
    again = read_exported([netbox_files(fabric, tmp_path / "netbox")], cabinets).fabric
    assert list(map(told, again.devices)) == list(map(told, fabric.devices))
    assert list(map(laid_down, again.cables)) == list(map(laid_down, fabric.cables))
    assert sum(len(device.passes) for device in again.devices) == 12
    assert (again.cabinets, again.named) == (fabric.cabinets, True)


def test_what_the_room_has_not_is_refused(
    listed: tuple[Fabric, tuple[FloorCabinet, ...]], tmp_path: Path
) -> None:
    """Racks by their names with the nearest, and units above the highest: all at once."""
    fabric, cabinets = listed
    folder = netbox_files(fabric, tmp_path / "netbox")
    small = (replace(cabinets[0], name="A02"), replace(cabinets[1], units=41))
    with pytest.raises(InputError) as refused:
        read_exported([folder], small)
    assert "there is no cabinet 'A01' in the room; did you mean B01 or A02?" in str(refused.value)
    assert "fp-b is in unit 42 of B01; units 1 to 41" in str(refused.value)


def test_a_path_that_ends_in_a_panel_is_refused(
    listed: tuple[Fabric, tuple[FloorCabinet, ...]], tmp_path: Path
) -> None:
    """By the id of its cord."""
    fabric, cabinets = listed
    cables = tuple(cable for cable in fabric.cables if cable.id != "C000001")
    folder = netbox_files(replace(fabric, cables=cables), tmp_path / "netbox")
    with pytest.raises(InputError, match="cable C000020: the path from leaf1 Eth1/1 ends at fp-a F1"):
        read_exported([folder], cabinets)


def test_plan_takes_the_folder(cli: Any, here: Path) -> None:
    """Both plans differ in nothing, and verify passes."""
    room = EXAMPLE / "room.toml"
    lists = [EXAMPLE / "devices.csv", EXAMPLE / "cables.csv"]
    assert cli("plan", *lists, "--room", room, "--out", "first").code == 0
    assert cli("export", "first/plan.json", "--to", "netbox", "--out", "netbox").code == 0
    ran = cli("plan", "netbox", "--room", room, "--out", "second")
    assert ran.code == 0, ran.err
    assert "6 links go through panels, the longest 24.51 m" in ran.out
    assert cli("verify", "second/plan.json").code == 0
    assert "no difference" in cli("diff", "first/plan.json", "second/plan.json").out
    assert here.joinpath("second", "plan.json").exists()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("net.dot", 'graph g { "leaf1":"swp1" -- "host1":"eth1"; "leaf1":"swp2" -- "spine1":"swp1" }'),
        (
            "net.clab.yml",
            "topology:\n  nodes: {leaf1: {kind: ceos}, spine1: {kind: ceos}, host1: {kind: linux}}\n"
            "  links:\n  - endpoints: [leaf1:swp1, host1:eth1]\n  - endpoints: [leaf1:swp2, spine1:swp1]\n",
        ),
    ],
)
def test_a_drawn_network_is_planned_as_lists_are(tmp_path: Path, name: str, text: str) -> None:
    """With the kinds, ports and cables of the file; a device without a place is 1 U high."""
    path = tmp_path / name
    path.write_text(text)
    listed = read_exported([path], (FloorCabinet("A01", units=42),))
    kinds = {one.name: (one.kind, one.units) for one in listed.fabric.devices}
    assert kinds == {"leaf1": (SWITCH, 1), "spine1": (SWITCH, 1), "host1": (SERVER, 1)}
    ends = [{end.port_text for end in cable.ends} for cable in listed.fabric.cables]
    assert ends == [{"swp1", "eth1"}, {"swp2", "swp1"}]
    assert any(") of unknown height taken as 1 U" in note for note in listed.notes)
    with pytest.raises(InputError, match="is not a cable list"):
        read_exported([path], (), request=TableRequest({"a": "b"}))
