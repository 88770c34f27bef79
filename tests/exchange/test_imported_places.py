"""An imported fabric in a room: switches at their own units, servers' racks are found."""

from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.exchange.imported.network import network_of
from netfloor.exchange.imported.places import moved_note, placement_of
from netfloor.exchange.imported.room import ImportedRoom, room_of
from netfloor.exchange.imported.standing import standing_fabric
from netfloor.fabric.fabric import Cable, Device, End, Fabric, FloorCabinet
from netfloor.layout.cable_plan import KeptCabling, make_cable_plan

HALL = """
[hall]
outline_m = [[0, 0], [12, 0], [12, 8], [0, 8]]
[[row]]
name = "A"
start_m = [2, 2]
count = 2
switch_units = [40, 41, 42]
"""


def fabric(units: list[int | None], *, server_rack: str = "A01") -> Fabric:
    """Return switches of rack A01, each joined to the next, and two hosts, one at the last switch."""
    switches = [Device(f"s{number}", "switch", 8, 0, unit=unit) for number, unit in enumerate(units)]
    count = len(switches)
    hosts = [Device("h1", "server", 2, 1, unit=1), Device("h2", "server", 2, 1, unit=2)]
    cables = [Cable(f"C{n + 1:06}", End(n, 1), End(n + 1, 2)) for n in range(count - 1)]
    cables += [
        Cable("own", End(count - 1, 3), End(count, 1)),
        Cable("C000077", End(count, 2), End(count + 1, 2)),
    ]
    racks = FloorCabinet("A01", 1, 1), FloorCabinet(server_rack, 1, 2)
    return Fabric("list.csv", (*switches, *hosts), tuple(cables), racks)


def stood(one: Fabric, floor: ImportedRoom) -> tuple[Fabric, KeptCabling]:
    """Return a fabric as it stands in its room."""
    network, placement = network_of(one, Path("list.csv"), None), placement_of(one, floor)
    cables = make_cable_plan(network.topology, floor.room, placement)
    standing = standing_fabric(one, network, floor, placement, cables)
    return standing.fabric, standing.kept


@pytest.mark.parametrize(
    ("units", "expected", "told"),
    [
        ([42, 40], [42, 40], ""),
        ([42, None], [42, 40], "1 switch without a unit in the file: s1 at U40"),
        ([42, 7], [42, 40], "1 switch at another rack unit"),
        ([41, 41], [41, 40], "s1 at U40 instead of U41"),
    ],
)
@pytest.mark.usefixtures("here")
def test_each_switch_has_its_own_unit(units: list[int | None], expected: list[int], told: str) -> None:
    """Whatever the others of its cabinet have; a note names those that had to take another."""
    Path("small.toml").write_text(HALL)
    one = fabric(units)
    floor = room_of(one, "small.toml", "list")
    placement = placement_of(one, floor)
    assert floor.room.slot_unit[placement.slot_of].tolist() == expected
    notes = moved_note(one, floor, placement)
    assert bool(notes) == bool(told)
    assert told in " ".join(stood(one, floor)[0].notes)


@pytest.mark.parametrize("rack", ["A2", "r1-c2", " R01C02 "])
def test_racks_of_servers_are_found_as_those_of_switches(rack: str) -> None:
    """By row and place of a grid, whatever the form of the name."""
    given, _ = stood(one := fabric([1, 2], server_rack=rack), room_of(one, "grid:2x4", "list"))
    assert given.cabinet_name(2) == "R01C02"
    assert given.notes == ()
    assert next(cable for cable in given.cables if cable.id == "own").length_mm is not None


def test_racks_that_the_room_does_not_have_are_named() -> None:
    """With their devices; a name of a word and a number says no place of a grid by itself."""
    given, _ = stood(one := fabric([1, 2], server_rack="pod7"), room_of(one, "grid:2x4", "list"))
    assert given.notes == ("the room does not have the racks of 2 devices, which have no place: pod7 (2)",)
    assert given.devices[2].cabinet is None


def test_names_that_count_from_0_are_other_cabinets() -> None:
    """A00 and A01 are the first two of row A."""
    one = fabric([1, 2])
    one = replace(one, cabinets=(FloorCabinet("A00", 1, 1), FloorCabinet("A01", 1, 2)))
    assert room_of(one, "grid:2x4", "list").names == {0: "R01C01", 1: "R01C02"}


def test_new_ids_are_after_those_of_all_cables() -> None:
    """Also of one between two servers."""
    _, kept = stood(one := fabric([1, 2]), room_of(one, None, "list"))
    assert kept.next_numbers == (78, 1)
