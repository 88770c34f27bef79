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
    """Return a list of cables between devices in these racks and units."""
    rows = [
        f"C{number},{rack_a},{unit_a},d{rack_a}{unit_a},p{number},{rack_b},{unit_b},d{rack_b}{unit_b},p{number}"
        for number, (rack_a, unit_a, rack_b, unit_b) in enumerate(ends)
    ]
    return "\n".join(["Id,Rack A,U A,A,Port A,Rack B,U B,B,Port B", *rows]) + "\n"


def room_of(folder: Path, text: str, **options: float) -> RoomOfLists:
    """Write the room of a list of cables."""
    path = folder / "cables.csv"
    path.write_text(text, encoding="utf-8")
    asked = {"units": int(options.pop("units"))} if "units" in options else {}
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


def test_lists_without_racks_are_refused(tmp_path: Path) -> None:
    """The error says which columns would name them."""
    with pytest.raises(InputError, match="no rack is named; a column rack in a list of devices, or rack a"):
        room_of(tmp_path, "A,Port A,B,Port B\none,1,two,2\n")


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


def test_lists_without_racks_name_the_next_step(tmp_path: Path) -> None:
    """A room of the user's own, with commands that can be pasted."""
    with pytest.raises(InputError) as refused:
        room_of(tmp_path, "a,port a,b,port b\nx,1,y,1\n")
    told = str(refused.value)
    assert f"netfloor init hall --out {tmp_path / 'room.toml'}" in told
    assert f"netfloor plan {tmp_path / 'cables.csv'} --room {tmp_path / 'room.toml'} --out plan" in told
