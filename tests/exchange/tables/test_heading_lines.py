"""Two lines of headings, of which the upper one groups the lower, and columns that number cables."""

from pathlib import Path

import pytest
import xlsxwriter

from netfloor.exchange.readers import READERS
from netfloor.exchange.tables.read import TableRequest

_LOWER = "Ger\u00e4t,Port,Rack,Ger\u00e4t,Port,Rack"
_ROWS = "1,leaf1,1,A01,spine1,7,A02,OM4,12\n2,leaf2,1,A01,spine1,8,A02,OM4,12\n"


def _cable(tmp_path: Path, text: str) -> tuple[str, list[str], int | None, dict[str, str]]:
    """Return id, ends, length and further columns of the first cable."""
    path = tmp_path / "list.csv"
    path.write_text(text)
    fabric = READERS["csv"].tables(path, {}, TableRequest())
    cable = fabric.cables[0]
    ends = [
        f"{fabric.devices[end.device].name} {end.port_text} {fabric.cabinet_name(end.device)}"
        for end in cable.ends
    ]
    return cable.id, ends, cable.length_mm, dict(cable.attributes)


@pytest.mark.parametrize(
    "upper",
    [
        "Nr.,Quelle,,,Ziel,,,Kabel,",
        "Nr.,Quelle,Quelle,Quelle,Ziel,Ziel,Ziel,Kabel,Kabel",
        "Nr.,,Quelle,,,Ziel,,Kabel,",  # in the middle of its columns
        "Nr.,,,Quelle,,,Ziel,Kabel,",
    ],
)
def test_groups_are_told_by_the_lower_line(upper: str, tmp_path: Path) -> None:
    """Wherever in its group a text stands, and whether the cells beside it are filled."""
    id_, ends, length_mm, further = _cable(tmp_path, f"{upper}\n,{_LOWER},Typ,L\u00e4nge\n{_ROWS}")
    assert (id_, ends, length_mm) == ("1", ["leaf1 1 A01", "spine1 7 A02"], 12_000)
    assert further == {"Kabel Typ": "OM4"}


def test_the_far_end_may_stand_first(tmp_path: Path) -> None:
    """``Ziel`` before ``Quelle``; columns of the cable below no group are not of the last one."""
    text = f"Nr.,Ziel,,,Quelle,,,,\n,{_LOWER},Typ,L\u00e4nge\n{_ROWS}"
    assert _cable(tmp_path, text)[1:] == (["spine1 7 A02", "leaf1 1 A01"], 12_000, {"Typ": "OM4"})


def test_groups_that_differ_keep_their_own_columns(tmp_path: Path) -> None:
    """A last column that the other end lacks is of the cable, one in the middle of the group is not."""
    lower = "Ger\u00e4t,Rack,Port,Ger\u00e4t,Port,Typ,L\u00e4nge"
    text = f"Quelle,,,Ziel,,,\n{lower}\nleaf1,A01,1,spine1,7,OM4,12\n"
    _, ends, length_mm, further = _cable(tmp_path, text)
    assert (ends, length_mm, further) == (["leaf1 1 A01", "spine1 7 "], 12_000, {"Typ": "OM4"})


def test_what_stands_in_the_upper_line_alone_is_kept(tmp_path: Path) -> None:
    """Also to the right of where the lower line ends."""
    text = "Quelle,,Ziel,,L\u00e4nge,Kabelnummer\nGer\u00e4t,Port,Ger\u00e4t,Port\nleaf1,1,spine1,7,12,K1\n"
    assert _cable(tmp_path, text) == ("K1", ["leaf1 1 ", "spine1 7 "], 12_000, {})


@pytest.mark.parametrize(
    ("headings", "first", "second", "id_"),
    [
        ("Lfd. Nr.,Cable Label", "1,K-1", "2,K-2", "K-1"),
        ("Cable ID,Label", "X1,K-1", "X2,K-2", "X1"),
        ("Cable", "K-1", "K-2", "K-1"),
        ("Kabelbezeichnung", "LWL-07", "LWL-08", "LWL-07"),
        ("#,Kabel", "1,OM4", "2,OM4", "1"),
        ("Cable", "OM4", "OM4", "C000001"),
        ("Cable", "blue", "red", "C000001"),
    ],
)
def test_what_a_cable_is_called(headings: str, first: str, second: str, id_: str, tmp_path: Path) -> None:
    """The heading that says most; what comes twice or holds no number is no id."""
    rows = f"{first},leaf1,1,spine1,7\n{second},leaf2,1,spine1,8\n"
    assert _cable(tmp_path, f"{headings},From,Port,To,Port\n{rows}")[0] == id_


def test_rows_that_each_sheet_counts_anew_have_no_ids(tmp_path: Path) -> None:
    """The numbers of one sheet are those of another: cables get ids of their own, the numbers are kept."""
    path = tmp_path / "list.xlsx"
    with xlsxwriter.Workbook(path) as book:
        for name, leaf in (("north", "leaf1"), ("south", "leaf2")):
            sheet = book.add_worksheet(name)
            for number, row in enumerate(
                [["No.", "From", "Port", "To", "Port"], [1, leaf, 1, f"spine{leaf[-1]}", 7]]
            ):
                sheet.write_row(number, 0, row)
    cables = READERS["csv"].tables(path, {}, TableRequest()).cables
    assert [(cable.id, cable.attributes["No."]) for cable in cables] == [("C000001", "1"), ("C000002", "1")]


def test_headings_stay_headings_with_a_letter_for_each(tmp_path: Path) -> None:
    """Below a caption too: a row of headings is no cable."""
    heads = "From Rack Unit,Port,To Rack Unit,Type of Equipment,Port"
    text = f"Table E-5 cabling,,,,\n{heads}\nU26,9A,U42,Compute node,P1\n"
    (tmp_path / "list.csv").write_text(text)
    asked = TableRequest(columns={"A": "a", "B": "port a", "C": "b", "D": "type b", "E": "port b"})
    fabric = READERS["csv"].tables(tmp_path / "list.csv", {}, asked)
    assert sorted(one.name for one in fabric.devices) == ["U26", "U42"]


@pytest.mark.parametrize(
    ("upper", "lower", "type_heading"),
    [
        (
            ",von,,nach,,Kabel,,,",
            "Nr.,Gerät,Port,Gerät,Port,Kabeltyp,Länge (m),Geschw.,Bemerkung",
            "Kabeltyp",
        ),
        (
            ",de,,vers,,Cordon,,,",
            "N° câble,Équipement,Port,Équipement,Port,Type de câble,Longueur (m),Débit,Note",
            "Type de câble",
        ),
        (
            ",From,,To,,Link,,,",
            "Cable ID,Device,Port,Device,Port,Cable Type,Length (m),BW,Note",
            "Cable Type",
        ),
        (
            ",Desde,,Hasta,,Enlace,,,",
            "ID de cable,Equipo,Puerto,Equipo,Puerto,Tipo de cable,Longitud (m),Vel.,Nota",
            "Tipo de cable",
        ),
    ],
)
def test_a_group_spoils_no_heading_below_it(
    upper: str, lower: str, type_heading: str, tmp_path: Path
) -> None:
    """Type, length and rate are read as without the group's line."""
    rows = "K1,sw1,1,sw2,1,OM4 LC-LC,7,100G,x\nK2,sw1,2,sw2,2,DAC,2,25G,y\n"
    path = tmp_path / "list.csv"
    for head in (f"{upper}\n{lower}", ",".join(_alone(upper, lower))):
        path.write_text(f"{head}\n{rows}", encoding="utf-8")
        cables = READERS["csv"].tables(path, {}, TableRequest()).cables
        assert [(one.id, one.kind, one.gbps, one.length_mm) for one in cables] == [
            ("K1", "OM4", 100, 7_000),
            ("K2", "DAC", 25, 2_000),
        ], head
        assert cables[0].attributes[type_heading] == "OM4 LC-LC"


def _alone(upper: str, lower: str) -> list[str]:
    """Return the headings on one line, with the words for the ends before those of the ends."""
    sides = upper.split(",")
    names = [sides[1], sides[1], sides[3], sides[3]]
    cells = lower.split(",")
    return [cells[0], *(f"{name} {cell}" for name, cell in zip(names, cells[1:5], strict=True)), *cells[5:]]


def test_a_merged_group_ends_with_its_cells(tmp_path: Path) -> None:
    """A column beside merged cells is not of their group; in a text file, it may be."""
    book = xlsxwriter.Workbook(tmp_path / "list.xlsx")
    sheet = book.add_worksheet()
    for first, last, text in ((1, 2, "von"), (3, 4, "nach"), (5, 6, "Kabel")):
        sheet.merge_range(0, first, 0, last, text)
    lower = "Nr.,Gerät,Port,Gerät,Port,Kabeltyp,Länge (m),Bemerkung"
    for number, line in enumerate((lower, "K1,sw1,1,sw2,1,OM4,7,hinten")):
        sheet.write_row(number + 1, 0, line.split(","))
    book.close()
    (cable,) = READERS["csv"].tables(tmp_path / "list.xlsx", {}, TableRequest()).cables
    assert (cable.id, cable.kind, cable.length_mm) == ("K1", "OM4", 7_000)
    assert cable.attributes == {"Kabeltyp": "OM4", "Bemerkung": "hinten"}
