"""A catalogue in tables of 80 columns: what is sold, in which lengths, for how much, how far trusted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from netfloor.costmodels.catalogue.parts.cable_parts import LengthSeries
from netfloor.costmodels.catalogue.parts.catalogue import TABLES, Catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of
from netfloor.foundation.units import cents_to_money, mm_to_metres, money_text
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.marks import loud

#: A table for a terminal: title, headings, rows.
Shown = tuple[str, tuple[str, ...], list[tuple[str, ...]]]
_TITLES = {
    "switches": "Switches",
    "nics": "Adapters",
    "servers": "Servers",
    "transceivers": "Transceivers",
    "cassettes": "Cassettes",
    "panels": "Panels",
}
#: Headings of what is said of buying: the buyer's own pieces, the supplier's, days, whose price.
_BUYING = ("owned", "stock", "days", "price")


@dataclass(frozen=True)
class Product:
    """A product with its part numbers, shortest first, one for a device."""

    table: str
    about: Any
    skus: tuple[Sku, ...]


def products(catalogue: Catalogue, gbps: float | None = None, kind: str | None = None) -> list[Product]:
    """Return the products of a catalogue, of a rate and a kind alone where they are given."""
    skus = iter(skus_of(catalogue))
    found = []
    for table in TABLES:
        for one in getattr(catalogue, table):
            lengths = one.all_lengths() if isinstance(one, LengthSeries) else (one,)
            found.append(Product(table, one, tuple(next(skus) for _ in lengths)))
    return [
        one
        for one in found
        if (gbps is None or getattr(one.about, "gbps", gbps) == gbps) and kind in {None, one.skus[0].kind}
    ]


def catalogue_document(file: str, catalogue: Catalogue, found: Sequence[Product]) -> dict[str, Any]:
    """Return what ``catalogue show --json`` prints: money in currency units, lengths in metres."""
    return {
        "schema": 1,
        "file": file,
        "title": catalogue.title,
        "currency": catalogue.currency,
        "price_date": catalogue.price_date.isoformat(),
        "rates": [rate.model_dump(mode="json") for rate in catalogue.rates],
        "tax_percent": catalogue.tax_percent,
        "spares_percent": catalogue.spares_percent,
        "slack_m": catalogue.slack_m,
        "notes": list(catalogue.notes),
        "parts": [_part(one, sku) for one in found for sku in one.skus],
    }


def _part(one: Product, sku: Sku) -> dict[str, Any]:
    about, buying = one.about, sku.buying
    technical = {
        name: getattr(about, name, None)
        for name in ("gbps", "connector", "connector_a", "connector_b", "cages", "links_per_cage", "links")
    }
    return {
        "part": sku.part,
        "name": sku.name,
        "kind": sku.kind,
        "length_m": None if sku.length_mm is None else mm_to_metres(sku.length_mm),
        **{name: value for name, value in technical.items() if value is not None},
        **({"forwarding": about.forwarding.model_dump()} if getattr(about, "forwarding", None) else {}),
        "power_w": sku.power_mw / 1000,
        "price": cents_to_money(buying.price_cents),
        "breaks": [{"at_least": n, "price": cents_to_money(cents)} for n, cents in buying.breaks],
        "price_date": buying.price_date.isoformat(),
        "price_trust": buying.price_from.trust,
        "price_source": buying.price_from.text,
        "figures_trust": sku.figures_from.trust,
        "owned": buying.owned,
        "stock": buying.stock,
        "lead_time_days": buying.lead_time_days,
    }


def head_fields(catalogue: Catalogue, found: Sequence[Product]) -> list[tuple[str, str]]:
    """Return title, currency, dates and trust of the prices shown."""
    skus = [sku for one in found for sku in one.skus]
    days = sorted({sku.buying.price_date for sku in skus}) or [catalogue.price_date]
    span = days[0].isoformat() + (f" to {days[-1].isoformat()}" if len(days) > 1 else "")
    trusts = Counter(loud(sku.buying.price_from.trust) for sku in skus)
    trusted = ", ".join(f"{count:,} {trust}" for trust, count in trusts.items())
    fields = [
        ("catalogue", catalogue.title),
        ("prices", f"{catalogue.currency}, before taxes of {catalogue.tax_percent:g} %, of {span}"),
        ("trust", f"{trusted} of {count_text(len(skus), 'part number')}"),
    ]
    for rate in catalogue.rates:
        said = f"1 {rate.currency} = {rate.rate:g} {catalogue.currency} of {rate.date.isoformat()}"
        fields.append(("rate", said + (f", {rate.source}" if rate.source else ", no source")))
    fields.append(("spares", f"{catalogue.spares_percent:g} % of cables, cords and transceivers"))
    if catalogue.slack_m:
        fields.append(("slack", f"{catalogue.slack_m:g} m on every cable"))
    return fields


def tables(catalogue: Catalogue, found: Sequence[Product]) -> Iterator[Shown]:
    """Yield one table for each kind of product that there is."""
    money = catalogue.currency
    for table, title in _TITLES.items():
        rows = [_device_row(one) for one in found if one.table == table]
        if rows:
            yield title, *_used_columns(("part", "what", "W", money, *_BUYING), rows)
    for table, title in (("cables", "Cables"), ("cords", "Cords"), ("trunks", "Trunks")):
        series = [_series_row(one) for one in found if one.table == table]
        if series:
            yield title, *_used_columns(("kind", "Gb/s", "ends", "lengths m", money, *_BUYING), series)
    breaks: list[tuple[str, ...]] = [
        (sku.part, f"{n:,}", _money(cents))
        for one in found
        for sku in one.skus
        for n, cents in ((1, sku.buying.price_cents), *sku.buying.breaks)
        if sku.buying.breaks
    ]
    if breaks:
        yield "Price breaks", ("part", "from pieces", money), breaks


def _used_columns(
    headings: tuple[str, ...], rows: list[tuple[str, ...]]
) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return a table without the columns of owned pieces and of stock where no row states any."""
    kept = [
        place
        for place, heading in enumerate(headings)
        if heading not in {"owned", "stock"} or any(row[place] != "-" for row in rows)
    ]
    return tuple(headings[place] for place in kept), [tuple(row[place] for place in kept) for row in rows]


def _device_row(one: Product) -> tuple[str, ...]:
    sku, about = one.skus[0], one.about
    if one.table == "servers":
        what = count_text(about.nics, "adapter")
    elif one.table == "transceivers":
        what = f"{about.gbps:g}G {about.connector}, {about.optics} {about.fibre}, {about.reach_m:g} m"
    elif one.table == "cassettes":
        what = f"{about.trunk_ports} {about.trunk_connector} to {about.front_ports} {about.front_connector}"
    elif one.table == "panels":
        what = f"{count_text(about.cassettes, 'cassette')}, {about.height_u} U"
    else:
        per_cage = f"{about.links_per_cage} x " if about.links_per_cage > 1 else ""
        what = f"{about.cages} {about.connector}, {per_cage}{about.gbps:g}G"
    watts = f"{sku.power_mw / 1000:g}" if sku.power_mw else "-"
    return sku.part, what, watts, _money(sku.buying.price_cents), *_buying(one)


def _series_row(one: Product) -> tuple[str, ...]:
    about, skus = one.about, one.skus
    metres = [f"{mm_to_metres(sku.length_mm or 0):g}" for sku in skus]
    lengths = ", ".join(metres) if len(metres) <= 5 else f"{metres[0]} to {metres[-1]} ({len(metres)})"
    prices = [sku.buying.price_cents for sku in skus]
    price = _money(min(prices)) + (f" to {_money(max(prices))}" if len(set(prices)) > 1 else "")
    if one.table == "cords":
        return about.fibre, "-", f"{about.connector}, {about.fibres} fibres", lengths, price, *_buying(one)
    if one.table == "trunks":
        ends = f"{about.connectors} x {about.connector}, {about.fibres} fibres"
        return about.fibre, "-", ends, lengths, price, *_buying(one)
    same = about.connector_a == about.connector_b and about.tails == 1
    tails = f"{about.tails} x " if about.tails > 1 else ""
    ends = about.connector_a if same else f"{about.connector_a} to {tails}{about.connector_b}"
    rate = f"{about.links} x {about.gbps:g}" if about.links > 1 else f"{about.gbps:g}"
    return about.kind, rate, ends, lengths, price, *_buying(one)


def _buying(one: Product) -> tuple[str, ...]:
    """Return the `_BUYING` of a product's part numbers: sums, lead times, every trust."""
    owned = sum(sku.buying.owned for sku in one.skus)
    stocks = [sku.buying.stock for sku in one.skus if sku.buying.stock is not None]
    days = [sku.buying.lead_time_days for sku in one.skus if sku.buying.lead_time_days is not None]
    trusts = sorted({loud(sku.buying.price_from.trust) for sku in one.skus})
    return (
        f"{owned:,}" if owned else "-",
        f"{sum(stocks):,}" if stocks else "-",
        _span(days),
        "/".join(trusts),
    )


def _span(days: Sequence[int]) -> str:
    if not days:
        return "-"
    return f"{min(days)}" if min(days) == max(days) else f"{min(days)} to {max(days)}"


def _money(cents: int) -> str:
    return money_text(cents)
