"""A room with the racks of lists, named as there, in which these lists can be planned."""

from pathlib import Path

import pytest

from netfloor.exchange.tables.read import TableRequest
from netfloor.foundation.errors import InputError, NetfloorError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.lists.plan import ListedPlanRequest, run_listed_plan
from netfloor.studies.lists.room import RoomOfLists, write_room_of_lists


def cables(*ends: tuple[str, int, str, int]) -> str:
    """Return a cable list between devices in these racks and units."""
    rows = [
        f"C{number},{rack_a},{unit_a},d{rack_a}{unit_a},p{number},{rack_b},{unit_b},d{rack_b}{unit_b},p{number}"
        for number, (rack_a, unit_a, rack_b, unit_b) in enumerate(ends)
    ]
    return "\n".join(["Id,Rack A,U A,A,Port A,Rack B,U B,B,Port B", *rows]) + "\n"


def room_of(folder: Path, text: str, **options: float) -> RoomOfLists:
    """Write the room of a cable list."""
    path = folder / "cables.csv"
    path.write_text(text, encoding="utf-8")
    asked = {"units": int(options.pop("units"))} if "units" in options else {}
    asked |= {"force": options.pop("force")} if "force" in options else {}
    return write_room_of_lists([path], folder / "room.toml", TableRequest(), **options, **asked)


@pytest.mark.parametrize(
    ("racks", "rows"),
    [
        (("A01", "A03", "B02"), (("A01", "A03"), ("B02",))),
        (("x3000", "x3001"), (("x3000", "x3001"),)),
        (("R02C01", "R01C02"), (("R01C02",), ("R02C01",))),
        (("Meet-me (MMR)", "Küche #2b"), (("Küche #2b", "Meet-me (MMR)"),)),
    ],
)
def test_the_racks_stand_by_their_names(
    tmp_path: Path, racks: tuple[str, ...], rows: tuple[tuple[str, ...], ...]
) -> None:
    """Row and place where a scheme gives them, otherwise one row; the file is a room with just these."""
    room = room_of(tmp_path, cables(*((racks[0], 3, rack, 7) for rack in racks[1:])))
    assert room.rows == rows
    read = room_from_spec(str(tmp_path / "room.toml"))
    assert {cabinet.name for cabinet in read.cabinets} == set(racks)


@pytest.mark.parametrize(
    ("racks", "x_m", "closed"),
    [
        (("0114", "0220", "0817", "0818"), (0.0, 0.6, 1.2, 1.8), True),
        (("A01", "A03", "A04"), (0.0, 1.2, 1.8), False),
        (("A01", "A40", "B01", "B40"), (0.0, 0.6, 0.0, 0.6), True),
    ],
)
def test_racks_of_distant_numbers_stand_one_after_another(
    tmp_path: Path, racks: tuple[str, ...], x_m: tuple[float, ...], closed: bool
) -> None:
    """In their order, with a note; where at least half of the numbers occur, a gap is a free place."""
    room = room_of(tmp_path, cables(*((racks[0], 3, rack, 7) for rack in racks[1:])))
    read = room_from_spec(str(tmp_path / "room.toml"))
    at = {cabinet.name: cabinet.centre_mm[0] for cabinet in read.cabinets}
    assert [round((at[rack] - at[racks[0]]) / 1000, 3) for rack in racks] == [*x_m]
    assert any("one after another" in note for note in room.notes) == closed


def test_lists_that_no_plan_takes_are_refused(tmp_path: Path) -> None:
    """Panels without racks, a unit beside a blank rack; with the option that a plan takes too."""
    head = "Panel A,Port A,Panel B,Port B\n"
    with pytest.raises(InputError, match="2 panels without a rack"):
        room_of(tmp_path, f"{head}PP-1,1,PP-2,1\n")
    assert not (tmp_path / "room.toml").exists()
    with pytest.raises(InputError, match="unit"):
        room_of(
            tmp_path, "Rack A,U A,A,Port A,Rack B,U B,B,Port B\n,3,d1,1,B1,4,d2,1\nB2,3,d3,1,B1,5,d4,1\n"
        )


def test_the_lists_can_be_planned_in_it(tmp_path: Path) -> None:
    """Every device is in the rack and unit of its list; a wider pitch makes longer cables."""
    lengths = []
    for pitch in (0.6, 0.8):
        folder = tmp_path / str(pitch)
        folder.mkdir()
        room_of(folder, cables(("B1", 3, "B4", 44), ("B1", 9, "B2", 1)), pitch_m=pitch)
        request = ListedPlanRequest(
            files=(folder / "cables.csv",), room=str(folder / "room.toml"), out=folder / "plan"
        )
        fabric = run_listed_plan(request, SILENT, Interrupt(), force=False).laid.fabric
        at = {device.name: (fabric.cabinets[device.cabinet].name, device.unit) for device in fabric.devices}
        assert at == {"dB13": ("B1", 3), "dB444": ("B4", 44), "dB19": ("B1", 9), "dB21": ("B2", 1)}
        lengths.append([cable.length_mm for cable in fabric.cables])
    assert [second - first for first, second in zip(*lengths, strict=True)] == [600, 200]


RACKTABLES = """RACK;AMS01;Room 0.08;R01;AA-1;46
RACK;AMS01;Room 0.08;R01;AA-2;48
RACK;AMS01;Room 0.08;R01;AA-3
OBJECT;SWITCH;sw1;sw1;;ge-0/0/[0-3];1
RACKASSIGNMENT;sw1;AA-1;44;fib
OBJECT;SERVER;srv1;srv1;;eth0;1
RACKASSIGNMENT;srv1;AA-2;48;fib
OBJECT;SERVER;srv2;srv2;;eth0;1
RACKASSIGNMENT;srv2;AA-3;46;fib
CABLELINK;sw1;ge-0/0/0;srv1;eth0;K1
CABLELINK;sw1;ge-0/0/1;srv2;eth0;K2
"""


def _units(folder: Path) -> dict[str, int | None]:
    return {cabinet.name: cabinet.units for cabinet in room_from_spec(str(folder / "room.toml")).cabinets}


def test_heights_that_a_list_of_racks_states_are_taken(tmp_path: Path) -> None:
    """Of RackTables and of lists of racks; other racks are as high as these if their devices fit."""
    assert room_of(tmp_path, RACKTABLES).heights == {"AA-1": 46, "AA-2": 48}
    assert _units(tmp_path) == {"AA-1": 46, "AA-2": 48, "AA-3": 46}
    room_of(tmp_path, RACKTABLES, units=52, force=True)
    assert {*_units(tmp_path).values()} == {52}
    with pytest.raises(InputError, match="AA-1 is 43 units high by its list, and has a device in U44"):
        room_of(tmp_path, RACKTABLES.replace("AA-1;46", "AA-1;43"), force=True)
    (tmp_path / "devices.csv").write_text("name,rack,unit\nsw1,A1,40\nsw2,Rack A2,10\n")
    (tmp_path / "racks.csv").write_text("name,u_height,desc_units\nA1,52,no\nA2,44 HE,no\nA3,42,no\n")
    files = [tmp_path / "devices.csv", tmp_path / "racks.csv"]
    write_room_of_lists(files, tmp_path / "room.toml", TableRequest(), force=True)
    assert _units(tmp_path) == {"A1": 52, "Rack A2": 44}


def test_a_rack_is_high_enough_or_refused(tmp_path: Path) -> None:
    """The lowest usual height that holds the highest unit, unless the user gives another."""
    text = cables(("A1", 3, "A2", 46))
    assert room_of(tmp_path, text).units == 47
    with pytest.raises(InputError, match="45 units, and A2 has a device in U46; 46 or more"):
        room_of(tmp_path, text, units=45)


def test_an_edited_room_is_kept(tmp_path: Path) -> None:
    """The same room is written again without a question, an edited one is not."""
    text = cables(("A1", 3, "A2", 4))
    room_of(tmp_path, text)
    room_of(tmp_path, text)
    path = tmp_path / "room.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("2.0", "1.5"), encoding="utf-8")
    with pytest.raises(NetfloorError, match=r"room\.toml"):
        room_of(tmp_path, text)


def test_racks_that_would_overlap_are_refused(tmp_path: Path) -> None:
    """By a distance below their size, or by names that mean one place."""
    text = cables(("A01", 1, "A02", 1))
    with pytest.raises(InputError, match=r"0\.5 m between racks that are 0\.6 m wide; 0\.6 or more"):
        room_of(tmp_path, text, pitch_m=0.5)
    with pytest.raises(InputError, match=r"1 m between racks that are 1\.2 m deep; 1\.2 or more"):
        room_of(tmp_path, text, row_pitch_m=1.0)
    for first, second in (("a01", "A01"), ("Meet-me", "meet-me")):
        with pytest.raises(InputError, match="would stand at one place; one name for each rack"):
            room_of(tmp_path, cables((first, 1, second, 2)))
    assert not (tmp_path / "room.toml").exists()


@pytest.mark.parametrize(("high", "racks"), [(1, 1), (10, 2), (30, 6)])
def test_lists_without_racks_get_example_racks_that_hold_them(
    tmp_path: Path, high: int, racks: int
) -> None:
    """The room is written with a note, and a plan in it places every device."""
    devices = tmp_path / "my devices.csv"
    devices.write_text("name,height\n" + "".join(f"d{n},{high}\n" for n in range(6)))
    lists = (devices, tmp_path / "cables.csv")
    lists[1].write_text("a,b\n" + "".join(f"d{n},d{n + 1}\n" for n in range(5)))
    room = write_room_of_lists(lists, tmp_path / "my room.toml", TableRequest())
    assert sum(map(len, room.rows)) == racks
    assert room.notes[0].startswith("no list names a rack: ")
    text = (tmp_path / "my room.toml").read_text()
    assert "netfloor plan 'my devices.csv' cables.csv --room 'my room.toml' --out plan" in text
    request = ListedPlanRequest(files=lists, room=str(tmp_path / "my room.toml"), out=tmp_path / "plan")
    fabric = run_listed_plan(request, SILENT, Interrupt(), force=False).laid.fabric
    assert all(device.cabinet is not None and device.unit is not None for device in fabric.devices)


def test_ports_used_twice_are_refused_before_a_room_is_written(tmp_path: Path) -> None:
    """No room solves what a plan would refuse."""
    text = "A,Port A,Rack A,B,Port B,Rack B\nsw1,1,A01,srv1,eth0,A01\nsw1,1,A01,srv2,eth0,A01\n"
    with pytest.raises(InputError, match="port sw1 1 is used twice"):
        room_of(tmp_path, text)
    assert not (tmp_path / "room.toml").exists()


def test_dot_with_ports_is_read_as_plans_read_it(tmp_path: Path) -> None:
    """Its racks are taken, or example racks hold its devices; the plan in that room has every cable."""
    path = tmp_path / "topology.dot"
    for attributes, rows in (("", (("A01",),)), (' "leaf1" [rack="B07", unit=40]', (("B07",),))):
        path.write_text(f'graph g {{{attributes} "leaf1":"swp1" -- "srv1":"eth0" }}')
        room = write_room_of_lists([path], tmp_path / "room.toml", TableRequest(), force=True)
        assert room.rows == rows
        request = ListedPlanRequest((path,), str(tmp_path / "room.toml"), tmp_path / "out")
        plan = run_listed_plan(request, SILENT, Interrupt(), force=True)
        assert len(plan.laid.fabric.cables) == 1


def test_the_name_of_the_room_of_many_lists_is_short_enough(tmp_path: Path) -> None:
    """A plan refuses longer ones, and says that they have too many characters."""
    paths = [tmp_path / f"tabella_armadio_A{number}_piano_terra.csv" for number in range(1, 6)]
    for number, path in enumerate(paths, 1):
        text = (
            cables(("A01", number, "A02", number))
            .replace("C0,", f"C{number},")
            .replace(",p0", f",p{number}")
        )
        path.write_text(text, encoding="utf-8")
    write_room_of_lists(paths, tmp_path / "room.toml", TableRequest())
    room = room_from_spec(str(tmp_path / "room.toml"))
    assert room.name.startswith("racks of tabella_armadio_A1_piano_terra.csv")
    assert room.name.endswith("and 3 more lists")
    text = (tmp_path / "room.toml").read_text(encoding="utf-8").replace(room.name, "r" * 101)
    (tmp_path / "room.toml").write_text(text, encoding="utf-8")
    with pytest.raises(NetfloorError, match="at most 100 characters"):
        room_from_spec(str(tmp_path / "room.toml"))
