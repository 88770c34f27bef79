"""Everything that is wrong with lists is reported at once, with its line and what would be right."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest
from netfloor.fabric.fabric import FloorCabinet
from netfloor.foundation.errors import InputError

CABINETS = (FloorCabinet("R01C01", units=42), FloorCabinet("R01C02", units=42), FloorCabinet("Cage 7"))
HEADINGS = "name,kind,rack,unit,height,watts,face,depth,kg,note"
GOOD = [HEADINGS, "leaf1,switch,R01C01,40,1,250", "leaf2,switch,R01C02,40,1,250"]
CABLES = "a,port a,b,port b,rate,count,id,length,note"


def problems(folder: Path, devices: list[str], cables: list[str]) -> str:
    """Return the error of two lists, their folder left out."""
    (folder / "devices.csv").write_text("\n".join(devices))
    (folder / "cables.csv").write_text("\n".join(cables))
    with pytest.raises(InputError) as refused:
        read_lists([folder / "devices.csv", folder / "cables.csv"], CABINETS)
    assert refused.value.exit_code == 3
    return str(refused.value).replace(f"{folder}/", "")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("x,swich", "line 4: kind 'swich' is unknown; did you mean switch?"),
        ("x,7", "kind '7' is unknown; one of switch, server, storage, panel, pdu, other"),
        ("x,switch,R01C1", "there is no cabinet 'R01C1' in the room; did you mean R01C01 or R01C02?"),
        ("x,switch,r01c02", "there is no cabinet 'r01c02' in the room; did you mean R01C02 or R01C01?"),
        ("x,switch,zzz", "no cabinet 'zzz' in the room; a cabinet of the room, named as on its door"),
        ("leaf1,server", "leaf1: kind 'server', but 'switch' in devices.csv: line 2"),
        ("leaf1,,,39", "leaf1: unit '39', but '40' in devices.csv: line 2"),
        ("leaf[1-2],,R01C01", "leaf2: rack 'R01C01', but 'R01C02' in devices.csv: line 3"),
        ("x,switch,R01C01,39,2,1", "x overlaps leaf1 (devices.csv: line 2) in units 39 to 40 of R01C01"),
        ("x,switch,R01C01,40,,1,rear,half", "x overlaps leaf1"),
        ("x[1-2],switch,R01C01,5,1", "x2 overlaps x1 (devices.csv: line 4) in unit 5 of R01C01"),
        ("x,switch,R01C01,42,2", "x is in units 42 to 43 of R01C01; units 1 to 42"),
        ("x[1-3],switch,R01C01,3-,2", "x3 is in units -1 to 0 of R01C01; units 1 to 42"),
        ("x[1-2],switch,Cage 7,1-,1", "x2 is in unit 0 of Cage 7; 1 or higher"),
        ("x,switch,R01C01,0,1", "unit '0'; a whole number from 1"),
        ("x,switch,R01C01,top,1", "unit 'top'; a whole number from 1"),
        ("x,switch,,7,1", "unit '7' without a rack"),
        ("x,switch,R01C01,1+,", "a stack '1+' needs heights"),
        ("x,pdu,R01C01,7,0", "a device of height 0 has a unit; leave its unit blank"),
        ("x,switch,R01C01,,1.5", "height '1.5'; a whole number from 0 to 100"),
        ("x,switch,,,-1", "height '-1'"),
        ("x,switch,,,1,-5", "watts '-5'; a number from 0"),
        ("x,switch,,,1,lots", "watts 'lots'"),
        ("x,switch,,,1,5,side", "face 'side' is unknown; front or rear"),
        ("x,switch,,,1,5,front,deep", "depth 'deep' is unknown; full or half"),
        ("x,switch,,,1,5,front,half,5 stone", "kg '5 stone'"),
        (",switch", "line 4: name is empty"),
        ("x[1-2],switch,R01C0[1-3]", "ranges of unequal length: name has 2, rack has 3"),
        ("x[1-2,switch", "a bracket of 'x[1-2' is not closed"),
        (
            "x,switch,,,,,,,,,7",
            "'7' has no heading; a heading for each column; a cell with a comma needs quotes",
        ),
        (f"x,switch,,,,,,,,{'n' * 201}", "note has 201 characters; at most 200"),
        ("x,switch,,,,,,,,a\x07b", "holds a control character"),
        ("x,switch,#REF!", "rack is '#REF!'; format the cells as text"),
    ],
)
def test_a_wrong_device_is_refused(tmp_path: Path, row: str, message: str) -> None:
    """By one problem alone, at its line."""
    error = problems(tmp_path, [*GOOD, row], [CABLES])
    assert error.startswith("devices.csv: line 4: ")
    assert message in error
    assert "\n" not in error


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["leaf1,1,laef2,1"], "line 2: there is no device 'laef2'; did you mean leaf2 or leaf1?"),
        (
            ["leaf1,1,x,1", "x,2,leaf1,2"],
            "lines 2 and 3: there is no device 'x'; a row for it in the device list, with rack and "
            'unit; or map "b=b as devices" for devices without a row',
        ),
        (["leaf1,1,leaf1,2"], "line 2: a cable joins leaf1 to itself; two devices"),
        (["leaf1,1,leaf2,1", "leaf2,2,leaf1,1"], "line 3: port leaf1 1 is used twice, first in cables"),
        (["leaf[1-2,1,leaf2,1"], "line 2: a bracket of 'leaf[1-2' is not closed"),
        (["leaf1,1,leaf2,1,,,A", "leaf1,2,leaf2,2,,,A"], "line 3: id 'A' is used twice, first in cables"),
        (["leaf1,1,leaf2,1,1G", "leaf2,1,leaf1,1,2G"], "line 3: another rate for the cable of cables.csv"),
        (["leaf1,1,leaf2,,,3"], "line 2: count 3 with ports; a range, or one row per cable"),
        (["leaf1,,leaf2,,,2,A"], "line 2: count 2 with an id"),
        (["leaf1,,leaf2,,,0"], "line 2: count '0'; a whole number from 1"),
        (["leaf1,[1-4],leaf2,[1-3]"], "line 2: ranges of unequal length: port a has 4, port b has 3"),
        (["leaf1,1,leaf2,1,fast"], "line 2: rate 'fast'; such as 100G, 25 Gb/s or 1000M"),
        (["leaf1,1,leaf2,1,-100G"], "line 2: rate '-100G'; such as 100G"),
        (["leaf1,1,leaf2,1,-100"], "line 2: rate '-100'; such as 100G"),
        (["leaf1,1,leaf2,1,100b/s"], "line 2: rate '100b/s'"),
        (["leaf1,1,leaf2,1,,,,5 miles?"], "line 2: length '5 miles?'"),
        (["leaf1,1,,1"], "line 2: b is empty"),
    ],
)  # fmt: skip
def test_a_wrong_cable_is_refused(tmp_path: Path, rows: list[str], message: str) -> None:
    """By one problem alone, at its line."""
    error = problems(tmp_path, GOOD, [CABLES, *rows])
    assert error.startswith("cables.csv: line")
    assert message in error
    assert "\n" not in error


@pytest.mark.parametrize(
    ("devices", "cables", "message"),
    [
        ([], [CABLES], "devices.csv: list of devices is empty"),
        (["# to do", ",,"], [CABLES], "devices.csv: holds no row; headings, then rows"),
        ([HEADINGS], [CABLES, "x,1,y,1"], "devices.csv: holds no device"),
        (
            ["make,rack", "x,R01C01"],
            [CABLES],
            "devices.csv: line 1: there is no column name; unknown headings: make; headings such as",
        ),
        (
            GOOD,
            ["a,toward", "leaf1,leaf2"],
            "cables.csv: line 1: there is no column b; unknown headings: toward; headings such as a, b",
        ),
        (["name,kg,KG", "x,1,2"], [CABLES], "devices.csv: line 1: two columns are called kg"),
        (["name,", "x,7"], [CABLES], "devices.csv: line 2: '7' has no heading"),
    ],
)
def test_a_file_of_another_form_is_refused(
    tmp_path: Path, devices: list[str], cables: list[str], message: str
) -> None:
    """Before its rows are."""
    assert problems(tmp_path, devices, cables).startswith(message)


def test_all_problems_are_listed_at_once(tmp_path: Path) -> None:
    """Of both files; the same problem of several lines is one line of the message."""
    devices = [*GOOD, "x,swich", *(f"y{n},server,R9,1+,2" for n in range(9))]
    error = problems(tmp_path, devices, [CABLES, "leaf1,1,leaf2,1,fast"])
    assert error.split("\n  ") == [
        "lists: 3 problems",
        "devices.csv: line 4: kind 'swich' is unknown; did you mean switch?",
        "devices.csv: lines 5, 6, 7, 8, 9, 10 and 3 more: there is no cabinet 'R9' in the room; "
        "a cabinet of the room, named as on its door",
        "cables.csv: line 2: rate 'fast'; such as 100G, 25 Gb/s or 1000M, up to 1,000,000 Gb/s",
    ]


def test_fifty_problems_are_shown_and_the_others_counted(tmp_path: Path) -> None:
    """A list of the wrong room does not fill the screen."""
    error = problems(tmp_path, [*GOOD, *(f"y{n},server,zz{n}" for n in range(70))], [CABLES])
    lines = error.split("\n  ")
    assert (len(lines), lines[0], lines[-1]) == (52, "lists: 70 problems", "20 more")


def test_a_range_of_unknown_devices_is_a_few_problems(tmp_path: Path) -> None:
    """Five names of a line are listed and the others counted, so that other lines are seen."""
    error = problems(tmp_path, GOOD, [CABLES, "zz[1-40],1,leaf1,[1-40]", "yy,1,leaf2,1"])
    lines = error.split("\n  ")
    assert [line[12:43] for line in lines[1:6]] == [
        f"line 2: there is no device 'zz{n}" for n in range(1, 6)
    ]
    assert lines[6].startswith("cables.csv: line 3: there is no device 'yy'")
    assert lines[7:] == ["cables.csv: line 2: 35 more problems"]


def test_a_file_that_is_missing_is_one_of_the_problems(tmp_path: Path) -> None:
    """The other file's problems are listed with it."""
    (tmp_path / "devices.csv").write_text("\n".join([*GOOD, "x,swich"]))
    with pytest.raises(InputError, match="2 problems") as refused:
        read_lists([tmp_path / "devices.csv", tmp_path / "none.csv"], CABINETS)
    assert "none.csv" in str(refused.value)


def test_types_that_name_several_media_are_asked_about(tmp_path: Path) -> None:
    """With the option that leaves them open in a plan; an import leaves them open with a note."""
    path = tmp_path / "cables.csv"
    path.write_text("From,Port,To,Port,Type\nleaf1,1,spine1,1,DAC/AOC\n")
    with pytest.raises(InputError, match=r'DAC and AOC; one type for each cable, or map "Type=skip"'):
        read_lists([path], CABINETS)
    asked = TableRequest(columns={"Type": "skip"})
    assert [cable.kind for cable in read_lists([path], CABINETS, asked).fabric.cables] == [""]
    imported = READERS["csv"].tables(path, {}, TableRequest())
    assert any("name several media, such as DAC and AOC" in note for note in imported.notes)
