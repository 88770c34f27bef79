"""Total cost of ownership in a report: the money by what it is for, and every assumption."""

from typing import TYPE_CHECKING

from foundation.units import cents_to_money
from reports.document import Cell, Section, Table, words
from reports.text import one_line
from reports.trust import MARK, TRUST_WORDS, UNVERIFIED

if TYPE_CHECKING:
    from costmodels.coefficient_row import CoefficientRow
    from costmodels.ownership import Ownership


def ownership_section(ownership: "Ownership", *, anchor: str = "ownership") -> Section:
    """Return the section; where an assumption is unverified the sums that it enters carry the mark."""
    doubtful = any(row.trust == UNVERIFIED for row in ownership.assumptions)
    years = len(ownership.years)
    total = _money(ownership.total_cents) + _mark(doubtful=doubtful)
    answer = (
        f"{one_line(ownership.currency)} {total} over {years} {'year' if years == 1 else 'years'}; "
        f"{ownership.energy_kwh:,.0f} kWh a year with the building's share. "
        "Amounts of each year are rounded half up to whole cents, then added."
    )
    return Section(
        anchor, "Cost of ownership", (answer,), (_items(ownership, total), _assumptions(ownership))
    )


def _items(ownership: "Ownership", total: str) -> Table:
    currency = one_line(ownership.currency)
    rows = [(*words(name), Cell(_money(cents))) for name, cents in ownership.items().items()]
    return Table(
        "Money by what it is for", ("Item", f"Money ({currency})"), (*rows, (*words("Total"), Cell(total)))
    )


def _assumptions(ownership: "Ownership") -> Table:
    doubtful = any(row.trust == UNVERIFIED for row in ownership.assumptions)
    note = f"{MARK} UNVERIFIED: an example; put your own figure in its place." if doubtful else ""
    heads = ("Assumption", "Value", "Unit", "Year", "Source", "Trust")
    return Table(
        "Assumptions of the cost of ownership", heads, tuple(map(_row, ownership.assumptions)), note
    )


def _row(row: "CoefficientRow") -> tuple[Cell, ...]:
    value = one_line(row.value) + _mark(doubtful=row.trust == UNVERIFIED)
    trust = TRUST_WORDS.get(row.trust, one_line(row.trust))
    return words(
        one_line(row.coefficient), value, one_line(row.unit), str(row.year), one_line(row.source), trust
    )


def _mark(*, doubtful: bool) -> str:
    return f"\N{NO-BREAK SPACE}{MARK}" if doubtful else ""


def _money(cents: int) -> str:
    return f"{cents_to_money(cents):,.2f}"
