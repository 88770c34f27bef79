"""A table that is declared once: every rendering has the same numbers, each in its own form."""

from dataclasses import dataclass

from netfloor.reports.formats.csv_text import table_csv
from netfloor.reports.formats.listing import Listing, RowColumn, Where, json_column
from netfloor.reports.formats.table import (
    Cell,
    Formula,
    Ref,
    count_column,
    length_column,
    money_column,
    text_column,
)


@dataclass(frozen=True)
class Cord:
    """A row."""

    name: str
    length_mm: int | None
    pieces: int
    cents: int
    trust: str = "read"


def amount(cord: Cord) -> Formula:
    """Return the money for all pieces, which a workbook works out."""
    return Formula("{0} * {1}", (Ref("pieces"), Ref("each")), cord.pieces * cord.cents)


COLUMNS: tuple[RowColumn[Cord], ...] = (
    RowColumn(text_column("cord"), lambda cord: cord.name, "name"),
    RowColumn(
        length_column("length"), lambda cord: cord.length_mm, "length_m", short="m", short_form=".0f"
    ),
    RowColumn(count_column("pieces"), lambda cord: cord.pieces, "pieces", Where.SHEET),
    RowColumn(money_column("each", "EUR"), lambda cord: cord.cents, where=Where.SHEET),
    RowColumn(
        money_column("amount", "EUR", total=True),
        amount,
        "amount",
        page_cell=lambda cord, cell: Cell(cell.text, (cord.trust,)),
    ),
    RowColumn(text_column("trust"), lambda cord: cord.trust, "trust", Where.SHEET, wording=str.upper),
    json_column("long", lambda cord: (cord.length_mm or 0) > 9000),
)
LISTING = Listing("Cords", COLUMNS, (Cord("a", 12_500, 3, 1999), Cord("=b", None, 1, 5)), "Note.")


def test_json_has_every_key_in_the_unit_of_its_column() -> None:
    """Metres and money, texts as they are, values of formulas."""
    assert LISTING.records() == [
        {"name": "a", "length_m": 12.5, "pieces": 3, "amount": 59.97, "trust": "read", "long": True},
        {"name": "=b", "length_m": None, "pieces": 1, "amount": 0.05, "trust": "read", "long": False},
    ]


def test_a_terminal_has_short_heads() -> None:
    """Columns of sheets are left out, and numbers have the digits that fit."""
    heads, rows = LISTING.terminal().texts()
    assert heads == ("cord", "m", "amount (EUR)")
    assert rows == [("a", "12", "59.97"), ("=b", "-", "0.05")]


def test_a_page_has_details_and_sums() -> None:
    """Heads begin with a capital; the last row has the sums, each with the mark."""
    table = LISTING.page(with_sums=True, mark="*")
    assert table.heads == ("Cord", "Length (m)", "Amount (EUR)")
    assert [[cell.text for cell in row] for row in table.cells] == [
        ["a", "12.5", "59.97"],
        ["=b", "\N{EN DASH}", "0.05"],
        ["Total", "", "60.02\N{NO-BREAK SPACE}*"],
    ]
    assert table.cells[0][2].details == ("read",)
    assert table.totals() == {}


def test_a_sheet_has_formulas_and_the_wording_of_people() -> None:
    """Its CSV file has their values exactly, and no text that runs."""
    sheet = LISTING.sheet()
    assert sheet.rows[0][4] == amount(LISTING.rows[0])
    assert table_csv(sheet).splitlines() == [
        "cord,length (m),pieces,each (EUR),amount (EUR),trust",
        "a,12.500,3,19.99,59.97,READ",
        "'=b,,1,0.05,0.05,READ",
    ]


def test_another_table_takes_columns_by_their_keys() -> None:
    """In the order that it names."""
    assert [column.column.head for column in LISTING.only("trust", "name")] == ["trust", "cord"]
