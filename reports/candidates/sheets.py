"""The workbook sheets of compared plans, with numbers as numbers."""

from collections.abc import Iterator

from netfloor.plans.assessment.owned import LEVERS
from netfloor.reports.candidates.answer import report_head
from netfloor.reports.candidates.tables import (
    assumptions_table,
    note_on_money,
    rewiring_table,
    year_heads,
)
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.marks import loud
from netfloor.reports.formats.table import (
    Column,
    Formula,
    Ref,
    Table,
    count_column,
    number_column,
    text_column,
)
from netfloor.reports.formats.text import one_line


def sheets(found: RankedPlans, given: ReportHead | None = None) -> list[Table]:
    """Return the sheets of the workbook."""
    tables = [report_head(found, given).table(), _figures_sheet(found), *_network_sheets(found)]
    if found.years is not None:
        tables.append(_years_sheet(found))
    if found.parts:
        tables.append(_parts_sheet(found))
    if found.rewiring is not None:
        tables.append(rewiring_table(found))
    if found.break_even:
        tables.append(_turns_sheet(found))
    rules = Table("How it was calculated", (text_column("rule"),), [(text,) for text in found.rules])
    return [*tables, assumptions_table(found), rules] if found.assumptions else [*tables, rules]


def _figures_sheet(found: RankedPlans) -> Table:
    """Return the sheet of all figures, with rank and file names."""
    first = (
        ("Rank", "", *range(1, len(found.candidates) + 1)),
        (
            "Not purchasable",
            "",
            *(candidate.not_purchasable or "nothing" for candidate in found.candidates),
        ),
        ("Plan file", "", *(candidate.file for candidate in found.candidates)),
    )
    return found.table.sheet("Comparison", first, note_on_money(found))


def _network_sheets(found: RankedPlans) -> Iterator[Table]:
    """Yield a sheet of figures per network, then a sheet of reasons for blank figures."""
    for name, table in found.network_tables.items():
        if name:
            yield table.sheet(f"Network {one_line(name, 20)}")
    blanks = [
        (candidate.name, network, FIGURES[key].name, reason)
        for candidate in found.candidates
        for network, reasons in (
            ("", candidate.blanks),
            *((own.name, own.blanks) for own in candidate.networks),
        )
        for key, reason in reasons.items()
    ]
    if found.of_fabrics and blanks:
        yield Table("Blank", tuple(map(text_column, ("plan", "network", "figure", "why blank"))), blanks)


def _years_sheet(found: RankedPlans) -> Table:
    columns = [
        count_column("year"),
        *(Column(name, found.currency, "#,##0.00", total=True) for name in year_heads(found)),
    ]
    rows = [
        (year, *(candidate.yearly[year] if candidate.yearly else None for candidate in found.candidates))
        for year in range((found.years or 0) + 1)
    ]
    return Table("Cost by year", columns, rows, "Year 0 is the purchase.")


def _parts_sheet(found: RankedPlans) -> Table:
    currency, shown = found.currency, found.table.names
    columns = (
        *map(text_column, ("part", "name", "kind")),
        number_column("length", "m"),
        *map(text_column, ("price trust", "price date")),
        count_column("lead time beyond stock", "days"),
        *(count_column(f"pieces, {name}") for name in shown),
        *(Column(f"unit price, {name}", currency, "#,##0.00", to_change=True) for name in shown),
        *(Column(f"cost, {name}", currency, "#,##0.00", total=True) for name in shown),
    )
    rows = [
        (
            row.part,
            row.name,
            row.kind,
            row.length_m,
            loud(row.trust),
            row.price_date,
            row.lead_time_days,
            *row.bought,
            *row.unit_price,
            *map(_money, shown, row.unit_price, row.cost),
        )
        for row in found.parts
    ]
    note = "Money before taxes, pieces times unit price. Change a unit price and the totals follow."
    return Table("Parts side by side", columns, rows, note)


def _money(name: str, unit_price: float | None, cost: float) -> Formula | None:
    """Return pieces times unit price as a workbook formula; None where the plan buys none."""
    refs = (Ref(f"pieces, {name}"), Ref(f"unit price, {name}"))
    return None if unit_price is None else Formula("ROUND({0} * {1}, 2)", refs, cost)


def _short(number: float) -> float:
    """Return a number rounded to four significant digits."""
    return float(f"{number:.4g}")


def _turns_sheet(found: RankedPlans) -> Table:
    columns = (
        *map(text_column, ("plan", "what changes", "unit")),
        number_column("now"),
        number_column("as cheap at"),
    )
    rows = [
        (
            item.against,
            LEVERS[item.lever],
            item.unit,
            item.now,
            None if item.then is None else _short(item.then),
        )
        for item in found.break_even
    ]
    first = "" if found.best is None else found.best.name
    note = f"Where each plan costs as much as {first}. Empty: no price above 0 or period does."
    return Table("Break-even", columns, rows, note)
