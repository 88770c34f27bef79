"""A catalogue with other prices, exchange rates or slack: a copy whose every part is sold as before."""

from collections.abc import Iterator, Mapping
from typing import Any

from netfloor.costmodels.catalogue.parts.cable_parts import LengthSeries
from netfloor.costmodels.catalogue.parts.catalogue import TABLES, Catalogue
from netfloor.costmodels.catalogue.parts.skus import POWER_CORD, Sku
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.costmodels.sets.cost_set import scaled_cost_set
from netfloor.costmodels.sets.rates import DatedRate, find_exchange
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MM_PER_M
from netfloor.foundation.wording import meant_text

#: Kinds of parts of the tables whose parts do not say it themselves.
_KINDS = {
    "transceivers": "transceiver",
    "cords": "cord",
    "switches": "switch",
    "nics": "NIC",
    "servers": "server",
    "trunks": "trunk",
    "cassettes": "cassette",
    "panels": "panel",
    "power_cords": POWER_CORD,
}
#: Names for several kinds of parts.
GROUPS: dict[str, tuple[str, ...]] = {
    "copper": ("DAC", "ACC", "AEC", "TP"),
    "optical": ("AOC", "transceiver", "cord", "trunk", "cassette", "panel"),
}
EVERYTHING = "all"
#: Prices of a formula that can be multiplied.
FORMULA_NAMES = ("copper", "optical", "switch", EVERYTHING)
#: Where a rate is from that somebody asks about.
ASKED = "asked for with this run"
_MAX_PRICE = 1e9


def repriced(
    catalogue: Catalogue,
    factors: Mapping[str, float],
    rates: Mapping[str, float],
    slack_mm: int | None = None,
) -> Catalogue:
    """Return a catalogue with prices multiplied, other rates of exchange, and another slack.

    Parameters
    ----------
    factors
        By kind of part, by part number, by one of `GROUPS`, or for `EVERYTHING`; see `matches`. What has
        several of these names is multiplied by each.
    rates
        What one unit of a currency is in the catalogue's.

    Raises
    ------
    InputError
        If a price becomes larger than any may be.
    """
    changed: dict[str, Any] = {}
    if slack_mm is not None:
        changed["slack_m"] = slack_mm / MM_PER_M
    if rates:
        kept = [one for one in catalogue.rates if one.to or one.currency not in rates]
        changed["rates"] = (*(_asked_rate(catalogue, *one) for one in rates.items()), *kept)
    if catalogue.formula is not None and factors:
        of_all = factors.get(EVERYTHING, 1.0)
        copper, optical, switch = (factors.get(name, 1.0) * of_all for name in FORMULA_NAMES[:3])
        changed["formula"] = scaled_cost_set(catalogue.formula, copper, optical, switch)
    elif factors:
        for table in TABLES:
            products = getattr(catalogue, table)
            changed[table] = tuple(_product(one, kind_of(table, one), factors) for one in products)
    return catalogue.model_copy(update=changed)


def kind_of(table: str, product: Any) -> str:
    """Return the kind of the parts of a product, as bills call it."""
    return _KINDS.get(table) or str(product.kind)


def matches(name: str, kind: str, part: str) -> bool:
    """Return whether a part number of a kind is meant by a name, in whatever case."""
    name = name.lower()
    return (
        name in {EVERYTHING, kind.lower(), part.lower()}
        or kind in GROUPS.get(name, ())
        or (name == "adapter" and kind == "NIC")
    )


def unknown_name(catalogue: Catalogue, name: str) -> InputError | None:
    """Return the problem of a name that no part of a catalogue has; None where one has it."""
    if catalogue.formula is not None:
        if name in FORMULA_NAMES:
            return None
        what = f"cost set {catalogue.formula.name} has no part numbers"
        return InputError(f"price.{name}", what, ", ".join(f"price.{one}" for one in FORMULA_NAMES))
    priced = list(_priced_names(catalogue))
    if any(matches(name, kind, part) for kind, part in priced):
        return None
    kinds = list(dict.fromkeys(kind for kind, _ in priced))
    parts = [part for _, part in priced]
    known = (*kinds, *GROUPS, EVERYTHING, *parts)
    advice = f"{meant_text(name, known)}kinds: {', '.join((*kinds, *GROUPS, EVERYTHING))}; or a part number"
    return InputError(f"price.{name}", f"{catalogue.title!r} has no part or kind {name!r}", advice)


def priced_in(catalogue: Catalogue, currency: str) -> frozenset[str]:
    """Return the part numbers of a catalogue whose price is in a currency."""
    found = set()
    for table in TABLES:
        for product in getattr(catalogue, table):
            for part in product.all_lengths() if isinstance(product, LengthSeries) else (product,):
                if (part.currency or product.currency or catalogue.currency) == currency:
                    found.add(part.part)
    return frozenset(found)


def is_named(sku: Sku, name: str) -> bool:
    """Return whether a part number is meant by a name, a cable made to length by that of its line too."""
    return matches(name, sku.kind, sku.part) or sku.part.lower().startswith(f"{name.lower()}-")


def _priced_names(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield kind and part number of everything with a price; of cables made to length that of the line."""
    for table in TABLES:
        for product in getattr(catalogue, table):
            kind = kind_of(table, product)
            if not isinstance(product, LengthSeries):
                yield kind, product.part
            else:
                yield from ((kind, one.part) for one in product.lengths)
                yield from () if product.line is None else ((kind, product.line.part),)


def _asked_rate(catalogue: Catalogue, currency: str, rate: float) -> DatedRate:
    now = find_exchange(currency, catalogue.currency, of_target=catalogue.rates)
    day = catalogue.price_date if now is None or now.rate is None else now.rate.date
    return DatedRate(currency=currency, rate=rate, date=day, source=ASKED)


def _product(product: Any, kind: str, factors: Mapping[str, float]) -> Any:
    """Return a product at its prices; one that no factor is meant for as it is."""
    if not isinstance(product, LengthSeries):
        return _part(product, kind, factors)
    lengths = tuple(_part(one, kind, factors) for one in product.lengths)
    if product.line is None:
        return product.model_copy(update={"lengths": lengths})
    line, factor = product.line, _factor(kind, product.line.part, factors)
    prices = {name: _times(getattr(line, name), factor, line.part) for name in ("per_m", "fixed")}
    return product.model_copy(update={"lengths": lengths, "line": line.model_copy(update=prices)})


def _part(part: Any, kind: str, factors: Mapping[str, float]) -> Any:
    factor = _factor(kind, part.part, factors)
    if factor == 1:
        return part
    breaks = tuple(
        one.model_copy(update={"price": _times(one.price, factor, part.part)}) for one in part.breaks
    )
    return part.model_copy(update={"price": _times(part.price, factor, part.part), "breaks": breaks})


def _factor(kind: str, part: str, factors: Mapping[str, float]) -> float:
    product = 1.0
    for name, factor in factors.items():
        if matches(name, kind, part):
            product = float(exact_decimal(product) * exact_decimal(factor))
    return product


def _times(price: float, factor: float, part: str) -> float:
    product = float(exact_decimal(price) * exact_decimal(factor))
    if product > _MAX_PRICE:
        what = f"{price:,.2f} times {factor:g} is more than {_MAX_PRICE:,.0f}"
        raise InputError(f"price of {part}", what, "a smaller factor")
    return product
