"""Devices of half width and in bays of a chassis, which share a rack unit: ``u21L`` and ``u21R``."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError
from netfloor.plans.check.fabric import unit_problems

CABINETS = (FloorCabinet("x1", units=48),)
_SHCD = "Source,Rack,{head},Port,Destination,Rack,{head},Port\n"


def _list(folder: Path, units: tuple[str, ...], head: str = "Location") -> Path:
    """Write a list of one switch in unit 37 with a node in each of some units."""
    rows = [f"n{n},x1,{unit},j1,sw1,x1,u37,j{n}\n" for n, unit in enumerate(units)]
    path = folder / "shcd.csv"
    path.write_text(_SHCD.format(head=head) + "".join(rows), encoding="utf-8")
    return path


def _placed(fabric: Fabric) -> dict[str, tuple[int | None, str]]:
    """Return unit and bay of each node."""
    return {device.name: (device.unit, device.bay) for device in fabric.devices if device.name != "sw1"}


@pytest.mark.parametrize("head", ["Location", "U", "RU"])
@pytest.mark.parametrize(
    ("units", "bays"),
    [
        (("u21L", "u21R"), ("left", "right")),
        (("21-left", "21-right"), ("left", "right")),
        (("U21 left", "U21 right"), ("left", "right")),
        (("U21 (L)", "U21 (R)"), ("left", "right")),
        (("HE 21 links", "HE 21 rechts"), ("left", "right")),
        (("21.1", "21.2"), ("1", "2")),
        (("21A", "21B"), ("A", "B")),
        (("u21-22L", "u21-22R"), ("left", "right")),
    ],
)
def test_devices_share_a_unit_side_by_side(
    tmp_path: Path, head: str, units: tuple[str, ...], bays: tuple[str, ...]
) -> None:
    """Both devices keep unit 21, each in its bay, in plans and in imports."""
    path = _list(tmp_path, units, head)
    expected = {f"n{n}": (21, bay) for n, bay in enumerate(bays)}
    assert _placed(read_lists([path], CABINETS).fabric) == expected
    assert _placed(READERS["csv"].read(path, {})) == expected


def test_a_lone_left_half_is_in_its_unit(tmp_path: Path) -> None:
    """``L`` needs no other half; a device in the whole unit overlaps it."""
    assert _placed(read_lists([_list(tmp_path, ("u21L", "u22"))], CABINETS).fabric)["n0"] == (21, "left")
    with pytest.raises(InputError, match=r"n1 overlaps n0 .* in unit 21 of x1; .* 21 left and 21 right"):
        read_lists([_list(tmp_path, ("u21L", "u21"))], CABINETS)


@pytest.mark.parametrize("unit", ["u21R", "21.2", "21B"])
def test_a_half_that_may_be_another_thing_is_refused(tmp_path: Path, unit: str) -> None:
    """``R`` may be the rear, ``21.2`` a height and ``21B`` a rail, if no device is in the other half."""
    with pytest.raises(
        InputError, match=r"line 2: unit .* of n0 may be a half of unit 21.*21 left or 21 right"
    ):
        read_lists([_list(tmp_path, (unit, "u30"), "U")], CABINETS)


@pytest.mark.parametrize("units", [("u21xx", "u22"), ("u21xx", "u22xx"), ("u21 top", "u22")])
def test_a_unit_that_is_not_understood_is_refused(tmp_path: Path, units: tuple[str, ...]) -> None:
    """Its device stands somewhere: no plan places it elsewhere, even if all units are of this form."""
    with pytest.raises(InputError, match=r"line 2: unit 'u21.*12 left or 12 right"):
        read_lists([_list(tmp_path, units)], CABINETS)


def test_a_location_with_an_unknown_end_is_refused(tmp_path: Path) -> None:
    """``x1-u21L`` is rack and half unit; ``x1-u21xx`` is not left out as a location without a unit."""
    head = "Source,Location,Port,Destination,Location,Port\n"
    rows = "n0,x1-u21L,j1,sw1,x1-u37,j0\nn1,x1-u21R,j1,sw1,x1-u37,j1\n"
    path = tmp_path / "list.csv"
    path.write_text(head + rows)
    assert _placed(read_lists([path], CABINETS).fabric) == {"n0": (21, "left"), "n1": (21, "right")}
    path.write_text(head + rows + "n2,x1-u25xx,j1,sw1,x1-u37,j2\n")
    with pytest.raises(InputError, match="line 4: unit '25xx'"):
        read_lists([path], CABINETS)


def test_rows_must_agree_on_the_half(tmp_path: Path) -> None:
    """One node left and right of unit 21 is a contradiction."""
    path = _list(tmp_path, ("u21L", "u21R"))
    path.write_text(path.read_text().replace("n1,", "n0,"))
    with pytest.raises(InputError, match="n0: bay 'u21R', but 'u21L'"):
        read_lists([path], CABINETS)


def test_a_chassis_holds_the_devices_in_its_unit(tmp_path: Path) -> None:
    """HPE lists the controller of a chassis in the unit of its nodes."""
    path = _list(tmp_path, ("u21L", "u21R", "u21"))
    path.write_text(path.read_text().replace("n2,", "SubRack-001-cmc,"))
    expected = {"n0": (21, "left"), "n1": (21, "right"), "SubRack-001-cmc": (21, "chassis")}
    assert _placed(read_lists([path], CABINETS).fabric) == expected


@pytest.mark.parametrize(
    ("bays", "problems"), [(("left", "right"), 0), (("left", "left"), 1), (("left", ""), 1)]
)
def test_verify_finds_two_devices_in_one_half(bays: tuple[str, str], problems: int) -> None:
    """The check of plans counts the halves of a unit by itself."""
    columns = {"name": ["n0", "n1"], "cabinet": ["x1"] * 2, "unit": [21] * 2, "height": [1] * 2}
    columns |= {"half_depth": [False] * 2, "face": [""] * 2, "bay": [*bays]}
    assert len([*unit_problems(columns, {"x1": 48})]) == problems
