"""All part numbers of a catalogue in one list, with their details for a bill of materials."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from netfloor.costmodels import COST_SETS
from netfloor.costmodels.buying.supplier_orders import SupplierTerms
from netfloor.costmodels.catalogue.parts.cable_parts import PASSIVE, Assembly, LengthSeries
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Nic, Server, Switch
from netfloor.costmodels.catalogue.parts.part_fields import (
    BuyingDefaults,
    Part,
    PriceBasis,
    StockPart,
    cached_per_object,
)
from netfloor.costmodels.sets.coefficient import exact_decimal, plain_number
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.costmodels.sets.rates import Exchange, find_exchange
from netfloor.foundation.units import CENTS_PER_UNIT
from netfloor.foundation.wording import count_text

#: Label of a price without a source, wherever the price is shown.
EXAMPLE = "example"
UNVERIFIED = "unverified"
#: Kind of power cords, which serve no link.
POWER_CORD = "power cord"
#: Kinds of parts that draw power.
POWERED = ("switch", "NIC", "server", "transceiver", "AOC", "ACC", "AEC")


@dataclass(frozen=True)
class Provenance:
    """Source of a number, and its trust."""

    text: str
    trust: str


@dataclass(frozen=True)
class Buying:
    """Purchase terms of a part.

    Attributes
    ----------
    price_cents, breaks
        Unit price, and (pieces, unit price in cents) of lower prices, ascending in pieces.
    price_date, price_from
        Date and source of the price; its trust is `EXAMPLE` without a source.
    owned
        Pieces on hand.
    spares, spares_percent
        Spare pieces, or their percentage; None if the part does not state it.
    lead_time_days
        None if unknown.
    stock, min_order, pack
        The supplier's stock (None if unknown), minimum order quantity, and pieces per pack.
    supplier
        Empty if unknown.
    delivery_days
        From the supplier's stock to the buyer; included in ``lead_time_days``.
    order_number
        The supplier's part number, empty if it is the same.
    maker_part
        The maker's part number, empty if it is unknown or the same.
    lead_time_from_days
        Lower end of a range of lead times, None if there is no range.
    valid_until, price_basis
        Expiry date and basis of the price, None if unknown.
    """

    price_cents: int
    breaks: tuple[tuple[int, int], ...]
    price_date: dt.date
    price_from: Provenance
    owned: int
    spares: int | None
    spares_percent: float | None
    lead_time_days: int | None
    stock: int | None = None
    min_order: int = 1
    pack: int = 1
    supplier: str = ""
    delivery_days: int = 0
    order_number: str = ""
    lead_time_from_days: int | None = None
    valid_until: dt.date | None = None
    price_basis: PriceBasis | None = None
    maker_part: str = ""

    @property
    def is_example(self) -> bool:
        """Whether the price has no source."""
        return self.price_from.trust == EXAMPLE


@dataclass(frozen=True)
class Sku:
    """A part number.

    Attributes
    ----------
    part, name, kind
        Part number; display name; ``DAC``, ``transceiver``, ``cord``, ``switch``, ``trunk`` ...
    length_mm
        Length of a cable, else None.
    figures_from
        Source of reach, power and weight; ``unverified`` without a source.
    power_mw, tail_mw
        Power of a piece, all ends together, and of each plug at end B, as far as the catalogue states it.
    lacks_watts
        Whether the piece draws power that the catalogue does not state.
    plug_a
        Form and number of links of the plug at end A of a cable.
    weight_g, height_u, liquid_mw
        Weight, height and heat into liquid of a device, else 0.
    """

    part: str
    name: str
    kind: str
    length_mm: int | None
    buying: Buying
    figures_from: Provenance
    power_mw: int = 0
    weight_g: int = 0
    height_u: int = 0
    tail_mw: int = 0
    liquid_mw: int = 0
    plug_a: tuple[str, int] | None = None
    lacks_watts: bool = False


@cached_per_object
def skus_of(catalogue: Catalogue) -> tuple[Sku, ...]:
    """Return every part number, table by table; trunks, cassettes, panels and power cords last.

    The part index refers to part numbers by position, so new tables come last.
    """
    skus: list[Sku] = []
    for cable in catalogue.cables:
        skus += [_with_plugs(sku, cable) for sku in _series(catalogue, cable, cable.kind)]
    skus += [_device(catalogue, transceiver, "transceiver") for transceiver in catalogue.transceivers]
    for cord in catalogue.cords:
        skus += _series(catalogue, cord, "cord")
    skus += [_device(catalogue, switch, "switch") for switch in catalogue.switches]
    skus += [_device(catalogue, nic, "NIC") for nic in catalogue.nics]
    skus += [_device(catalogue, server, "server") for server in catalogue.servers]
    for trunk in catalogue.trunks:
        skus += _series(catalogue, trunk, "trunk")
    skus += [_device(catalogue, cassette, "cassette") for cassette in catalogue.cassettes]
    skus += [_device(catalogue, panel, "panel") for panel in catalogue.panels]
    for power_cord in catalogue.power_cords:
        skus += _series(catalogue, power_cord, POWER_CORD)
    return tuple(skus)


def money_cents(price: float, factor: Fraction = Fraction(1)) -> int:
    """Return a price times an exchange rate in whole cents, rounded half up."""
    return round_half_up(exact_decimal(price) * factor * CENTS_PER_UNIT)


def thousandths(value: float) -> int:
    """Return watts in mW or kilograms in g, rounded half up."""
    return round_half_up(exact_decimal(value) * 1000)


def _with_plugs(sku: Sku, cable: Assembly) -> Sku:
    tail_mw = thousandths(cable.power_b_w or 0.0)
    power_mw = thousandths(cable.power_a_w or 0.0) + cable.tails * tail_mw
    is_stated = None not in {cable.power_a_w, cable.power_b_w} and power_mw > 0
    return replace(
        sku,
        power_mw=power_mw,
        tail_mw=tail_mw,
        plug_a=(cable.connector_a, cable.links),
        lacks_watts=cable.kind not in PASSIVE and not is_stated,
    )


def _series(catalogue: Catalogue, series: LengthSeries, kind: str) -> Iterator[Sku]:
    figures = _provenance(catalogue, series.source, UNVERIFIED)
    for length in series.all_lengths():
        buying = _buying(catalogue, length, series)
        yield Sku(length.part, series.name, kind, length.length_mm, buying, figures)


def _device(catalogue: Catalogue, part: Part, kind: str) -> Sku:
    buying, figures = _buying(catalogue, part, part), _provenance(catalogue, part.source, UNVERIFIED)
    power_w = getattr(part, "power_w", None) or 0.0
    power_mw, weight_g = thousandths(power_w), thousandths(getattr(part, "weight_kg", 0.0))
    height_u = getattr(part, "height_u", 0)
    liquid_mw = round_half_up(exact_decimal(power_w) * exact_decimal(_liquid_percent(part)) * 10)
    return Sku(
        part=part.part,
        name=part.name,
        kind=kind,
        length_mm=None,
        buying=buying,
        figures_from=figures,
        power_mw=power_mw,
        weight_g=weight_g,
        height_u=height_u,
        liquid_mw=liquid_mw,
        lacks_watts=kind in POWERED and not power_w and not (isinstance(part, Nic) and part.built_in),
    )


def _liquid_percent(part: Part) -> float:
    return part.liquid_percent if isinstance(part, Switch | Server) else 0.0


def _buying(catalogue: Catalogue, part: StockPart, series: BuyingDefaults) -> Buying:
    """Return the purchase terms of a part: its own, else its series', else the catalogue's."""
    source = part.price_source or series.price_source
    own = part.spares_percent
    currency = part.currency or series.currency or catalogue.currency
    exchange = find_exchange(currency, catalogue.currency, of_target=catalogue.rates)
    if exchange is None:
        raise ValueError(f"part {part.part}: no rate for {currency}; see catalogue_problems")
    price_from = _provenance(catalogue, source, EXAMPLE)
    lead = part.lead_time_days if part.lead_time_days is not None else series.lead_time_days
    lead = catalogue.lead_time_days if lead is None else lead
    first = (series if part.lead_time_days is None else part).lead_time_from_days
    supplier = part.supplier or series.supplier or catalogue.usual_supplier or ""
    delivery = next((item.delivery_days for item in catalogue.suppliers if item.name == supplier), 0)
    return Buying(
        price_cents=money_cents(part.price, exchange.factor),
        breaks=tuple((item.at_least, money_cents(item.price, exchange.factor)) for item in part.breaks),
        price_date=part.price_date or series.price_date or catalogue.price_date,
        price_from=_converted(price_from, part, currency, exchange),
        owned=part.owned,
        spares=part.spares,
        spares_percent=series.spares_percent if own is None else own,
        lead_time_days=None if lead is None else lead + delivery,
        stock=part.stock,
        min_order=part.min_order,
        pack=part.pack,
        supplier=supplier,
        delivery_days=delivery,
        order_number=part.order_number or "",
        lead_time_from_days=None if first is None else first + delivery,
        valid_until=part.valid_until or series.valid_until or catalogue.valid_until,
        price_basis=part.price_basis or series.price_basis,
        maker_part=part.maker_part or "",
    )


@cached_per_object
def supplier_terms(catalogue: Catalogue) -> dict[str, SupplierTerms]:
    """Return the order terms of each supplier by name, omitting suppliers without conditions."""
    result = {}
    for supplier in catalogue.suppliers:
        exchange = find_exchange(
            supplier.currency or catalogue.currency, catalogue.currency, of_target=catalogue.rates
        )
        if exchange is None:
            raise ValueError(
                f"supplier {supplier.name}: no rate for {supplier.currency}; see catalogue_problems"
            )
        free = supplier.freight_free_from
        result[supplier.name] = SupplierTerms(
            supplier.name,
            money_cents(supplier.min_order_value, exchange.factor),
            money_cents(supplier.freight, exchange.factor),
            None if free is None else money_cents(free, exchange.factor),
            supplier.tax_percent,
            money_cents(supplier.small_order_fee, exchange.factor),
            money_cents(supplier.small_order_below or 0, exchange.factor),
            supplier.unread_terms,
        )
    return result


def formula_text(catalogue: Catalogue) -> str:
    """Describe formula prices briefly; empty for a catalogue of parts."""
    formula = catalogue.formula
    if formula is None:
        return ""
    kind = "academic set" if formula.name in COST_SETS else "cost set"
    return f"{catalogue.price_date.year} {kind} {formula.name} ({catalogue.currency})"


def prices_text(catalogue: Catalogue) -> str:
    """Describe the prices behind a cost, as answers state it first, and how many have no source."""
    if catalogue.formula is not None:
        return f"prices: the {formula_text(catalogue)}"
    trusts = [sku.buying.price_from.trust for sku in skus_of(catalogue)]
    text = f"prices: {catalogue.title} of {catalogue.price_date} ({catalogue.currency})"
    if doubtful := sum(trust in {EXAMPLE, UNVERIFIED} for trust in trusts):
        text += f"; {doubtful:,} of {count_text(len(trusts), 'part number')} without a source (EXAMPLE)"
    return text


def _converted(price_from: Provenance, part: StockPart, currency: str, exchange: Exchange) -> Provenance:
    """Return the source of a price; in another currency, with the original prices and the rate."""
    if not exchange.used:
        return price_from
    larger = (
        f", {plain_number(item.price)} {currency} from {item.at_least:,} pieces" for item in part.breaks
    )
    asked = f"{plain_number(part.price)} {currency}{''.join(larger)}"
    return replace(price_from, text=f"{price_from.text}; {asked}, {exchange.used}")


def _provenance(catalogue: Catalogue, source: str | None, trust: str) -> Provenance:
    """Return the source of a number, or only its trust if it has no source."""
    if source is None:
        return Provenance("no source" + ": an example, not an offer" * (trust == EXAMPLE), trust)
    named = catalogue.sources[source]
    return Provenance(f"{named.text} ({named.year})", named.trust)
