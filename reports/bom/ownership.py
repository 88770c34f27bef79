"""Cost of ownership by year and purpose, with every assumption.

Whatever comes from outside is plain text here; the page's template escapes it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from netfloor.costmodels.buying.ownership import GROUPS, ITEMS, Ownership
from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.foundation.units import amount_text, cents_to_money, money_text
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.document import Section
from netfloor.reports.formats.listing import Listing, Row, RowColumn
from netfloor.reports.formats.marks import MARK, coefficient_cells, spaced
from netfloor.reports.formats.table import Table, count_column, money_column, text_column
from netfloor.reports.formats.text import one_line

#: How the years' money is reckoned, as every report says it.
RULE = (
    "Year 0 is the purchase. Amounts are before taxes, each rounded half up to whole cents, then added. "
    "Replacement parts are the expected number at the price of a single piece; spares stay on the shelf."
)


def years_listing(ownership: Ownership) -> Listing[int]:
    """Return the cost of each year by purpose."""
    year: RowColumn[int] = RowColumn(count_column("year"), lambda year: year, "year")
    columns = (
        year,
        *_money_columns(ownership, lambda year, item: ownership.sum_cents(item=item, year=year)),
    )
    return Listing("Money by year", columns, range(ownership.years + 1), RULE)


def groups_listing(ownership: Ownership) -> Listing[str]:
    """Return the cost of network, servers and works by purpose."""
    group: RowColumn[str] = RowColumn(text_column("for"), str.capitalize)
    by_item: tuple[RowColumn[str], ...] = _money_columns(ownership, ownership.sum_cents)
    return Listing("Money by purpose", (group, *by_item), GROUPS)


def _money_columns(
    ownership: Ownership, cents: Callable[[Row, str | None], int]
) -> tuple[RowColumn[Row], ...]:
    """Return a column for each of `ITEMS` and one for their sum; a terminal shows whole units."""
    currency = one_line(ownership.currency)

    def column(head: str, item: str | None) -> RowColumn[Row]:
        return RowColumn(
            money_column(head, currency, total=True),
            lambda row: cents(row, item),
            head.replace(" ", "_"),
            short=head.replace(" ", "\n"),
            short_form=",.0f",
        )

    return (*(column(item, item) for item in ITEMS), column("total", None))


def ownership_document(ownership: Ownership) -> dict[str, Any]:
    """Return the cost of ownership for JSON: money in currency units."""
    items, groups = ownership.items(), ownership.by_group()
    return {
        "currency": ownership.currency,
        "total": cents_to_money(ownership.total_cents),
        "items": {name.replace(" ", "_"): cents_to_money(cents) for name, cents in items.items()},
        "groups": {name: cents_to_money(cents) for name, cents in groups.items()},
        "energy_kwh_per_year": ownership.energy_kwh,
        "years": years_listing(ownership).records(),
        "assumptions": [vars(row) for row in ownership.assumptions],
        "unknown": list(ownership.unknown),
        **({"power_set": ownership.power_set} if ownership.power_set else {}),
    }


def ownership_section(ownership: Ownership) -> Section:
    """Return the section; sums that depend on an unverified assumption carry the mark."""
    total = money_text(ownership.total_cents) + spaced(MARK if _doubtful(ownership) else "")
    groups = ", ".join(f"{name} {money_text(cents)}" for name, cents in ownership.by_group().items())
    answer = (
        f"{one_line(ownership.currency)} {total} over {count_text(ownership.years, 'year')}: {groups}; "
        f"{ownership.energy_kwh:,.0f} kWh a year with the building's share."
    )
    unknown = tuple(one_line(text) for text in ownership.unknown)
    tables = (
        years_listing(ownership).page(with_sums=True),
        groups_listing(ownership).page(with_sums=True),
        _assumptions(ownership),
    )
    return Section("ownership", "Cost of ownership", (answer, *unknown), tables)


def ownership_fields(document: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the sums of `ownership_document` for a terminal, and the items excluded."""
    currency, years = document["currency"], len(document["years"]) - 1
    doubtful = sum(row["trust"] == UNVERIFIED for row in document["assumptions"])
    fields = [
        (
            "cost of ownership",
            f"{amount_text(document['total'])} {currency} over {count_text(years, 'year')}",
        )
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
    """Return the cost of electricity with its consumption, price, PUE and discount."""
    figure = {row["coefficient"]: f"{row['value']} {row['unit']}" for row in document["assumptions"]}
    discount = figure["discount percent"]
    return (
        f"{amount_text(document['items']['electricity'])} {document['currency']}: "
        f"{document['energy_kwh_per_year']:,.0f} kWh a year at {figure['kwh price']}, "
        f"PUE {figure['pue'].removesuffix(' 1')} counted, discounted by {discount}"
        + (f"; watts by power set {document['power_set']}" if "power_set" in document else "")
    )


def _doubtful(ownership: Ownership) -> bool:
    return any(row.trust == UNVERIFIED for row in ownership.assumptions)


def _assumptions(ownership: Ownership) -> Table:
    note = f"{MARK} UNVERIFIED: an example; put your own figure in its place." * _doubtful(ownership)
    heads = ("Assumption", "Value", "Unit", "Year", "Source", "Trust")
    rows = [coefficient_cells(row, mark_name=False) for row in ownership.assumptions]
    return Table("Terms of the cost of ownership", heads, rows, note)
