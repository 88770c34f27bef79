"""The bill of materials as a sheet for workbooks and CSV, the same rows as the report's."""

from collections.abc import Sequence

from reports.bom_row import BomRow, check_bom
from reports.bom_section import price_notes
from reports.sheet import Sheet, count_column, length_column, money_column, text_column


def bom_sheet(rows: Sequence[BomRow], currency: str, name: str = "Parts") -> Sheet:
    """Return one row a part number, with sums of pieces and money under them.

    The column ``Price trust`` says in words what the report says by marks.
    """
    check_bom(rows)
    columns = (
        text_column("Part number"),
        text_column("Description"),
        text_column("Kind"),
        length_column("Length"),
        count_column("Needed", total=True),
        count_column("Spares", total=True),
        count_column("Owned", total=True),
        count_column("Bought", total=True),
        money_column("Unit price", currency),
        money_column("Total", currency, total=True),
        text_column("Price date"),
        text_column("Price trust"),
        text_column("Price source"),
        text_column("Note"),
    )
    values = [
        (
            row.part,
            row.name,
            row.kind,
            row.length_mm,
            row.needed,
            row.spares,
            row.owned,
            row.bought,
            row.unit_cents,
            row.total_cents,
            row.price_date,
            row.trust,
            row.source,
            row.note,
        )
        for row in rows
    ]
    return Sheet(name, columns, values, price_notes(rows))
