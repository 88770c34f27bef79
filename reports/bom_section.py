"""The bill of materials in a report: a table by part number, doubtful prices marked.

Whatever comes from outside is plain text here; the page's template escapes it.
"""

from collections.abc import Sequence

from foundation.units import cents_to_money, mm_to_metres
from reports.bom_row import EXAMPLE, UNVERIFIED, BomRow, check_bom, total_cents
from reports.document import Cell, Section, Table, words
from reports.text import NOTHING, count_text, one_line
from reports.trust import MARK

#: Stands at a price that has no source.
EXAMPLE_MARK = "\N{DOUBLE DAGGER}"
_MARKS = {EXAMPLE: EXAMPLE_MARK, UNVERIFIED: MARK}
_NOTES = {
    EXAMPLE: f"{EXAMPLE_MARK} An EXAMPLE price without a source: ask for an offer before you order by it.",
    UNVERIFIED: f"{MARK} UNVERIFIED: nobody could find the source of this price.",
}


def bom_section(
    rows: Sequence[BomRow], currency: str, *, anchor: str = "bom", heading: str = "Bill of materials"
) -> Section:
    """Return the section, empty without rows.

    Every doubtful price carries its mark in the unit price, the total of its row and the
    total of all, and the note under the table says what the mark means.
    """
    if not rows:
        return Section(anchor, heading)
    check_bom(rows)
    return Section(anchor, heading, _answer(rows, currency), (_table(rows, currency),))


def price_marks(rows: Sequence[BomRow]) -> str:
    """Return the marks that a sum over these rows must carry, nothing where all prices have sources."""
    return "".join(mark for trust, mark in _MARKS.items() if any(row.trust == trust for row in rows))


def price_notes(rows: Sequence[BomRow]) -> tuple[str, ...]:
    """Return a sentence for each mark among these rows."""
    return tuple(note for trust, note in _NOTES.items() if any(row.trust == trust for row in rows))


def _answer(rows: Sequence[BomRow], currency: str) -> tuple[str, ...]:
    pieces = sum(row.bought for row in rows)
    total = f"{one_line(currency)} {_money(total_cents(rows))}{_spaced(price_marks(rows))}"
    first = f"{count_text(pieces, 'piece')} of {count_text(len(rows), 'part number')} for {total}."
    doubtful = sum(row.is_doubtful for row in rows)
    if not doubtful:
        return (first,)
    has = "has a price" if doubtful == 1 else "have prices"
    return (first, f"{doubtful} of {len(rows)} part numbers {has} that must not be ordered by.")


def _table(rows: Sequence[BomRow], currency: str) -> Table:
    money = one_line(currency)
    columns = (
        "Part number",
        "Description",
        "Kind",
        "Length (m)",
        "Needed",
        "Spares",
        "Owned",
        "Bought",
        f"Unit price ({money})",
        f"Total ({money})",
        "Price from",
    )
    return Table(
        "Parts to buy, by part number",
        columns,
        (*map(_row, rows), _total_row(rows)),
        " ".join((*price_notes(rows), *_sources(rows))),
    )


def _row(row: BomRow) -> tuple[Cell, ...]:
    mark = _spaced(_MARKS.get(row.trust, ""))
    length = NOTHING if row.length_mm is None else f"{mm_to_metres(row.length_mm):g}"
    counts = (row.needed, row.spares, row.owned, row.bought)
    details = (one_line(row.note),) if row.note else ()
    return (
        *words(one_line(row.part)),
        Cell(one_line(row.name), details, numeric=False),
        *words(one_line(row.kind)),
        Cell(length),
        *(Cell(f"{count:,}") for count in counts),
        Cell(_money(row.unit_cents) + mark),
        Cell(_money(row.total_cents) + mark),
        Cell(_origin(row), numeric=False),
    )


def _total_row(rows: Sequence[BomRow]) -> tuple[Cell, ...]:
    sums = (sum(getattr(row, name) for row in rows) for name in ("needed", "spares", "owned", "bought"))
    return (
        *words("Total", "", ""),
        Cell(""),
        *(Cell(f"{count:,}") for count in sums),
        Cell(""),
        Cell(_money(total_cents(rows)) + _spaced(price_marks(rows))),
        *words(""),
    )


def _origin(row: BomRow) -> str:
    return one_line(row.price_date)


def _sources(rows: Sequence[BomRow]) -> tuple[str, ...]:
    """Return where prices come from, each source once."""
    named = dict.fromkeys(one_line(row.source) for row in rows if row.source and row.trust != EXAMPLE)
    return (f"Prices from: {'; '.join(named)}.",) if named else ()


def _money(cents: int) -> str:
    return f"{cents_to_money(cents):,.2f}"


def _spaced(mark: str) -> str:
    return f"\N{NO-BREAK SPACE}{mark}" if mark else ""
