"""What a user says of columns, and the file that keeps it."""

from pathlib import Path

import pytest

from netfloor.exchange.lists.read import read_lists
from netfloor.exchange.lists.subjects import CABLES, DEVICES
from netfloor.exchange.tables.asked import mapping_text, parse_map, read_mapping
from netfloor.exchange.tables.read import TableRequest
from netfloor.exchange.tables.report import TableReport, Understood
from netfloor.fabric.fabric import Fabric, FloorCabinet
from netfloor.foundation.errors import InputError

LISTS = (CABLES, DEVICES)


def test_meanings_are_said_as_headings_are() -> None:
    """With a unit, of either end, and of one kind of table or another; headings may hold commas."""
    said = parse_map(["Kasten, alt=a,L=length (ft)", "C=Port B,Watt=watts (kW),X=skip"], LISTS)
    assert said == {
        "Kasten, alt": "a",
        "L": "length (ft)",
        "C": "Port B",
        "Watt": "watts (kW)",
        "X": "skip",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Kasten", "is not a map"),
        ("Kasten=a,,", "is not a map"),
        ("=a", "is not a map"),
        ("A=b,A=a", "'A' is given twice"),
        ("A=lenght", "'lenght' is not a meaning of a column; did you mean length"),
        ("A=port", "'port' is not a meaning of a column"),
    ],
)
def test_what_says_nothing_is_refused(text: str, message: str) -> None:
    """An end's column needs its side."""
    with pytest.raises(InputError, match=message):
        parse_map([text], LISTS)


def test_a_mapping_comes_back(tmp_path: Path) -> None:
    """Headings with signs and all, and the patterns; of two alike their order tells."""
    path = tmp_path / "cables.toml"
    assert read_mapping(path, LISTS, ("switches",)).columns == {}
    of_column = ("leaf1", 3, "cables")
    report = TableReport(
        [
            Understood("x.csv", 'Side "A"', "a", *of_column),
            Understood("x.csv", "U (top=1)", "unit a from top", *of_column),
            Understood("x.csv", "Port", "port a", *of_column),
            Understood("x.csv", "Port", "port b", *of_column),
        ]
    )
    path.write_text(mapping_text(report, {"L": "length (ft)"}, {"switches": ["leaf*"], "servers": []}))
    saved = read_mapping(path, LISTS, ("switches", "servers"))
    assert saved.columns == {'Side "A"': "a", "U (top=1)": "unit a from top", "L": "length (ft)"}
    assert saved.options == {"switches": ["leaf*"], "servers": []}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1\n", "is not a mapping"),
        ("schema = 1\nrows = 7\n", "rows: is unknown"),
        ("schema = 1\ncolumns = 7\n", "are not meanings by heading"),
        ('schema = 1\n[columns]\n"L" = "lenght"\n', "columns: 'lenght' is not a meaning"),
        ("schema = 1\nswitches = 7\n", "switches: is not a list of texts"),
    ],
)
def test_a_file_of_another_form_is_refused(tmp_path: Path, text: str, message: str) -> None:
    """By the table that is wrong."""
    (tmp_path / "m.toml").write_text(text)
    with pytest.raises(InputError, match=message):
        read_mapping(tmp_path / "m.toml", LISTS, ("switches",))


def listed(folder: Path, said: dict[str, str]) -> Fabric:
    """Return the fabric of two lists whose fourth column is not known by its heading."""
    (folder / "devices.csv").write_text("name,unit,height,loc\nleaf1,40,1,A01\nspine1,38,1,A01\n")
    (folder / "cables.csv").write_text("from,from port,to,bush\nleaf1,1,spine1,7\n")
    paths = [folder / "devices.csv", folder / "cables.csv"]
    return read_lists(paths, (FloorCabinet("A01", units=42),), TableRequest(columns=said)).fabric


@pytest.mark.parametrize(
    "said",
    [
        {"D": "rack", "bush": "port b"},
        {"devices.csv:D": "rack", "cables.csv:D": "port b"},
        {"devices.csv:loc": "rack", "cables.csv: bush": "port b"},
    ],
)
def test_a_column_may_be_of_one_file(tmp_path: Path, said: dict[str, str]) -> None:
    """A letter that says nothing of cables is a column of the devices alone."""
    fabric = listed(tmp_path, said)
    assert {fabric.cabinet_name(at) for at in range(2)} == {"A01"}
    assert fabric.cables[0].b.port_text == "7"


def test_a_column_of_two_lists_is_asked_for(tmp_path: Path) -> None:
    """A letter to pass over, and a file that lacks the column."""
    with pytest.raises(InputError) as refused:
        listed(tmp_path, {"loc": "rack", "bush": "port b", "B": "skip"})
    remedy = 'map "cables.csv:B=skip"'
    assert "B is a column of devices.csv and cables.csv; " in str(refused.value)
    assert remedy in str(refused.value)
    with pytest.raises(InputError, match=r"there is no column 'cables\.csv:loc'"):
        listed(tmp_path, {"cables.csv:loc": "rack a", "devices.csv:loc": "rack"})
