"""Cost of ownership for people: by year, by what it is for, with every assumption.

Whatever comes from outside is plain text here; the page's template escapes it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from netfloor.costmodels.buying.ownership import GROUPS, ITEMS, Ownership
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.foundation.units import amount_text, money_text
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.marks import MARK, coefficient_cells, spaced
from netfloor.reports.formats.table import Cell, Table, words
from netfloor.reports.formats.text import one_line

#: How the years' money is reckoned, as every report says it.
RULE = (
    "Year 0 is the purchase. Amounts are before taxes, each rounded half up to whole cents, then added. "
    "Replacement parts are the expected number at the price of a single piece; spares stay on the shelf."
)


def by_year_rows(ownership: Ownership) -> Iterator[tuple[str, ...]]:
    """Yield one row a year and one of all years: year, the amounts of `ITEMS`, their sum."""
    for year in (*range(ownership.years + 1), None):
        amounts = [ownership.sum_cents(item=item, year=year) for item in ITEMS]
        yield "total" if year is None else str(year), *map(money_text, amounts), money_text(sum(amounts))


def by_group_rows(ownership: Ownership) -> Iterator[tuple[str, ...]]:
    """Yield one row a group and one of all: group, the amounts of `ITEMS`, their sum."""
    for group in (*GROUPS, None):
        amounts = [ownership.sum_cents(group, item) for item in ITEMS]
        yield group or "total", *map(money_text, amounts), money_text(sum(amounts))


def ownership_section(ownership: Ownership) -> Section:
    """Return the section; where an assumption is unverified the sums that it enters carry the mark."""
    total = money_text(ownership.total_cents) + spaced(MARK if _doubtful(ownership) else "")
    groups = ", ".join(f"{name} {money_text(cents)}" for name, cents in ownership.by_group().items())
    answer = (
        f"{one_line(ownership.currency)} {total} over {count_text(ownership.years, 'year')}: {groups}; "
        f"{ownership.energy_kwh:,.0f} kWh a year with the building's share."
    )
    unknown = tuple(one_line(text) for text in ownership.unknown)
    currency = one_line(ownership.currency)
    tables = (
        _table("Money by year", "Year", currency, list(by_year_rows(ownership)), RULE),
        _table("Money by purpose", "For", currency, list(by_group_rows(ownership))),
        _assumptions(ownership),
    )
    return Section("ownership", "Cost of ownership", (answer, *unknown), tables)


def ownership_fields(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the sums of `Ownership.to_dict` for a terminal, and what they leave out."""
    currency, years = document["currency"], len(document["years"]) - 1
    doubtful = sum(row["trust"] == UNVERIFIED for row in document["assumptions"])
    fields = [
        (f"cost of ownership, {count_text(years, 'year')}", f"{amount_text(document['total'])} {currency}")
    ]
    fields += [
        (f"  {name}", f"{amount_text(money)} {currency}") for name, money in document["groups"].items()
    ]
    fields.append(("  of which electricity", _electricity(document)))
    if doubtful:
        fields.append(
            ("  UNVERIFIED figures", f"{doubtful} of {len(document['assumptions'])}; --json lists them")
        )
    return fields + [("  not counted", text) for text in document["unknown"]]


def _electricity(document: Mapping[str, Any]) -> str:
    """Return the money for electricity with all that it rests on."""
    figure = {row["coefficient"]: f"{row['value']} {row['unit']}" for row in document["assumptions"]}
    discount = figure["discount percent"]
    return (
        f"{amount_text(document['items']['electricity'])} {document['currency']}: "
        f"{document['energy_kwh_per_year']:,.0f} kWh a year at {figure['kwh price']}, "
        f"PUE {figure['pue'].removesuffix(' 1')} counted, discounted by {discount}"
    )


def ownership_table(document: Mapping[str, Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return headings and one row a year of `Ownership.to_dict`, for a terminal."""
    keys = [key for key in document["years"][0] if key != "year"]
    heads = ("year", *(key.replace("_", "\n") for key in keys))
    rows = [(str(one["year"]), *(f"{one[key]:,.0f}" for key in keys)) for one in document["years"]]
    return heads, rows


def _table(title: str, first: str, currency: str, rows: list[tuple[str, ...]], note: str = "") -> Table:
    heads = (first, *(f"{name.capitalize()} ({currency})" for name in (*ITEMS, "total")))
    return Table(
        title, heads, [(*words(name.capitalize()), *map(Cell, money)) for name, *money in rows], note
    )


def _doubtful(ownership: Ownership) -> bool:
    return any(row.trust == UNVERIFIED for row in ownership.assumptions)


def _assumptions(ownership: Ownership) -> Table:
    note = f"{MARK} UNVERIFIED: an example; put your own figure in its place." * _doubtful(ownership)
    heads = ("Assumption", "Value", "Unit", "Year", "Source", "Trust")
    rows = [coefficient_cells(row, mark_name=False) for row in ownership.assumptions]
    return Table("Terms of the cost of ownership", heads, rows, note)
