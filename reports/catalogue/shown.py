"""A catalogue as tables of 80 columns: parts, lengths, prices and trust."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from netfloor.costmodels.cable_orders import reach_rule
from netfloor.costmodels.catalogue.parts.cable_parts import LengthSeries
from netfloor.costmodels.catalogue.parts.catalogue import TABLES, Catalogue
from netfloor.costmodels.catalogue.parts.part_fields import terms_text
from netfloor.costmodels.catalogue.parts.skus import Sku, formula_text, skus_of
from netfloor.costmodels.sets.coefficient import coefficient_label, unit_label
from netfloor.costmodels.sets.rates import rate_text
from netfloor.foundation.tool import current_day
from netfloor.foundation.units import cents_to_money, mm_to_metres
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.marks import loud
from netfloor.reports.formats.table import Column, Columns, Table, Value, count_column, money_column

_TITLES = {
    "switches": "Switches",
    "nics": "Adapters",
    "servers": "Servers",
    "transceivers": "Transceivers",
    "cassettes": "Cassettes",
    "panels": "Panels",
}
#: Columns on buying: pieces owned, supplier's stock, lead time, trust in the price.
_BUYING = (
    *(count_column("owned"), count_column("stock")),
    *(count_column("delivery\n", "days"), Column("trust")),
)


@dataclass(frozen=True)
class Product:
    """A product with its part numbers, shortest first; a device has one part number."""

    table: str
    about: Any
    skus: tuple[Sku, ...]


def products(catalogue: Catalogue, gbps: float | None = None, kind: str | None = None) -> list[Product]:
    """Return the products of a catalogue, filtered by rate and kind if given."""
    skus = iter(skus_of(catalogue))
    results = []
    for table in TABLES:
        for item in getattr(catalogue, table):
            lengths = item.all_lengths() if isinstance(item, LengthSeries) else (item,)
            results.append(Product(table, item, tuple(next(skus) for _ in lengths)))
    return [
        entry
        for entry in results
        if (gbps is None or getattr(entry.about, "gbps", gbps) == gbps)
        and kind in {None, entry.skus[0].kind}
    ]


def catalogue_document(file: str, catalogue: Catalogue, found: Sequence[Product]) -> dict[str, Any]:
    """Return the document of ``catalogue show --json``: money in currency units, lengths in metres."""
    return {
        "schema": 1,
        "file": file,
        "title": catalogue.title,
        "currency": catalogue.currency,
        "price_date": catalogue.price_date.isoformat(),
        "rates": [rate.model_dump(mode="json") for rate in catalogue.rates],
        "tax_percent": catalogue.tax_percent,
        "suppliers": [supplier.model_dump(mode="json") for supplier in catalogue.suppliers],
        "spares_percent": catalogue.spares_percent,
        "slack_m": catalogue.slack_m,
        "notes": list(catalogue.notes),
        **({} if catalogue.formula is None else {"formula": catalogue.formula.model_dump(mode="json")}),
        "parts": [_part(item, sku) for item in found for sku in item.skus],
        "on_request": [item.model_dump(mode="json") for item in catalogue.on_request],
    }


def _part(product: Product, sku: Sku) -> dict[str, Any]:
    about, buying = product.about, sku.buying
    technical = {
        name: getattr(about, name, None)
        for name in ("gbps", "connector", "connector_a", "connector_b", "cages", "links_per_cage", "links")
    }
    return {
        "part": sku.part,
        "maker_part": buying.maker_part or None,
        "name": sku.name,
        "kind": sku.kind,
        "length_m": None if sku.length_mm is None else mm_to_metres(sku.length_mm),
        **{name: value for name, value in technical.items() if value is not None},
        **({"forwarding": about.forwarding.model_dump()} if getattr(about, "forwarding", None) else {}),
        "power_w": None if sku.lacks_watts else sku.power_mw / 1000,
        "price": cents_to_money(buying.price_cents),
        "breaks": [{"at_least": n, "price": cents_to_money(cents)} for n, cents in buying.breaks],
        "price_date": buying.price_date.isoformat(),
        "price_trust": buying.price_from.trust,
        "price_source": buying.price_from.text,
        "figures_trust": sku.figures_from.trust,
        "price_basis": buying.price_basis,
        "valid_until": None if buying.valid_until is None else buying.valid_until.isoformat(),
        "owned": buying.owned,
        "stock": buying.stock,
        "min_order": buying.min_order,
        "pack": buying.pack,
        "lead_time_days": buying.lead_time_days,
        "lead_time_from_days": buying.lead_time_from_days,
    }


def head_fields(catalogue: Catalogue, found: Sequence[Product]) -> list[tuple[str, str]]:
    """Return title, currency, dates and trust of the prices shown."""
    if catalogue.formula is not None:
        return [
            ("catalogue", catalogue.title),
            ("prices", f"by formula, {formula_text(catalogue)}: not for orders"),
            ("medium", reach_rule(catalogue.formula)),
        ]
    skus = [sku for item in found for sku in item.skus]
    days = sorted({sku.buying.price_date for sku in skus}) or [catalogue.price_date]
    span = days[0].isoformat() + (f" to {days[-1].isoformat()}" if len(days) > 1 else "")
    trusts = Counter(loud(sku.buying.price_from.trust) for sku in skus)
    trusted = ", ".join(f"{count:,} {trust}" for trust, count in trusts.items())
    fields = [
        *_validity(skus),
        ("catalogue", catalogue.title),
        ("prices", f"{catalogue.currency}, before taxes ({catalogue.tax_percent:g} %), dated {span}"),
        ("price sources", f"of {count_text(len(skus), 'part number')}: {trusted}"),
    ]
    for rate in catalogue.rates:
        said = rate_text(rate, catalogue.currency)
        fields.append(("rate", said + (f", {rate.source}" if rate.source else ", no source")))
    fields += [
        (f"supplier {supplier.name}", terms_text(supplier, catalogue.currency))
        for supplier in catalogue.suppliers
    ]
    fields.append(("spares", f"{catalogue.spares_percent:g} % of cables, cords and transceivers"))
    if catalogue.on_request:
        parts = ", ".join(item.part for item in catalogue.on_request[:5])
        fields.append(
            (
                "on request",
                f"{count_text(len(catalogue.on_request), 'part')} without a price, never chosen: {parts}",
            )
        )
    if catalogue.slack_m:
        fields.append(("slack", f"{catalogue.slack_m:g} m on every cable"))
    return fields


def _validity(skus: Sequence[Sku]) -> Iterator[tuple[str, str]]:
    """Yield the number of expired prices, else the earliest expiry date."""
    ends = [sku.buying.valid_until for sku in skus if sku.buying.valid_until is not None]
    late = [end for end in ends if end < current_day()]
    if late:
        prices = f"{len(late):,} of {count_text(len(skus), 'price')}"
        yield "EXPIRED", f"{prices} expired, the last on {max(late).isoformat()}"
    elif ends:
        yield (
            "valid",
            f"{len(ends):,} of {count_text(len(skus), 'price')} until {min(ends).isoformat()} or later",
        )


def tables(catalogue: Catalogue, found: Sequence[Product]) -> Iterator[Table]:
    """Yield a table per kind of product, or the coefficients of a price formula."""
    if catalogue.formula is not None:
        numbers: list[tuple[Value, ...]] = [
            (
                coefficient_label(coefficient.coefficient),
                coefficient.value,
                unit_label(coefficient.unit),
                coefficient.year,
                loud(coefficient.trust),
            )
            for coefficient in catalogue.formula.coefficients()
        ]
        yield Table("Formula", ("number", "value", "unit", "year", "trust"), numbers)
        return
    price = money_column("price\n", catalogue.currency)
    watts = Column("power\n", "W", "#,##0.000", 3, form="g")
    for table, title in _TITLES.items():
        rows = [_device_row(item) for item in found if item.table == table]
        yield from _table(title, ("part", "description", watts, price, *_BUYING), rows)
    rate = Column("rate\n", "Gb/s", form="g")
    for table, title in (("cables", "Cables"), ("cords", "Cords"), ("trunks", "Trunks")):
        series = [_series_row(item, price) for item in found if item.table == table]
        yield from _table(title, ("kind", rate, "ends", "lengths (m)", price, *_BUYING), series)
    breaks = [
        (sku.part, pieces, cents)
        for item in found
        for sku in item.skus
        for pieces, cents in ((1, sku.buying.price_cents), *sku.buying.breaks)
        if sku.buying.breaks
    ]
    yield from _table("Price breaks", ("part", count_column("from\n", "pieces"), price), breaks)


def _table(title: str, columns: Columns, rows: Sequence[tuple[Value, ...]]) -> Iterator[Table]:
    """Yield the table without empty columns, if it has rows."""
    if rows:
        yield Table(title, columns, rows).without_empty_columns()


def _device_row(product: Product) -> tuple[Value, ...]:
    sku, about = product.skus[0], product.about
    if product.table == "servers":
        what = count_text(about.nics, "adapter")
    elif product.table == "transceivers":
        what = f"{about.gbps:g}G {about.connector}, {about.optics} {about.fibre}, {about.reach_m:g} m"
    elif product.table == "cassettes":
        what = f"{about.trunk_ports} {about.trunk_connector} to {about.front_ports} {about.front_connector}"
    elif product.table == "panels":
        what = f"{count_text(about.cassettes, 'cassette')}, {about.height_u} U"
    else:
        per_cage = f"{about.links_per_cage} x " if about.links_per_cage > 1 else ""
        what = f"{about.cages} {about.connector}, {per_cage}{about.gbps:g}G"
    return sku.part, what, sku.power_mw or None, sku.buying.price_cents, *_buying(product)


def _series_row(product: Product, column: Column) -> tuple[Value, ...]:
    about, skus = product.about, product.skus
    metres = [f"{mm_to_metres(sku.length_mm or 0):g}" for sku in skus]
    lengths = ", ".join(metres) if len(metres) <= 5 else f"{metres[0]} to {metres[-1]} ({len(metres)})"
    price = _span([sku.buying.price_cents for sku in skus], column)
    if product.table == "cords":
        return (
            about.fibre,
            None,
            f"{about.connector}, {about.fibres} fibres",
            lengths,
            price,
            *_buying(product),
        )
    if product.table == "trunks":
        ends = f"{about.connectors} x {about.connector}, {about.fibres} fibres"
        return about.fibre, None, ends, lengths, price, *_buying(product)
    same = about.connector_a == about.connector_b and about.tails == 1
    tails = f"{about.tails} x " if about.tails > 1 else ""
    ends = about.connector_a if same else f"{about.connector_a} to {tails}{about.connector_b}"
    rate = f"{about.links} x {about.gbps:g}" if about.links > 1 else about.gbps
    return about.kind, rate, ends, lengths, price, *_buying(product)


def _buying(product: Product) -> tuple[Value, ...]:
    """Return the `_BUYING` cells of a product: sums, range of lead times, every trust."""
    owned = sum(sku.buying.owned for sku in product.skus)
    stocks = [sku.buying.stock for sku in product.skus if sku.buying.stock is not None]
    days = [sku.buying.lead_time_days for sku in product.skus if sku.buying.lead_time_days is not None]
    trusts = sorted({loud(sku.buying.price_from.trust) for sku in product.skus})
    return owned or None, sum(stocks) if stocks else None, _span(days, _BUYING[2]), "/".join(trusts)


def _span(values: Sequence[int], column: Column) -> Value:
    """Return a single value, or the range of several as text."""
    if not values:
        return None
    low, high = min(values), max(values)
    return low if low == high else f"{column.text(low)} to {column.text(high)}"
