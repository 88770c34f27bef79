"""A copy of a catalogue with other prices, exchange rates or slack; all other terms stay the same."""

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

#: Part kinds of tables whose entries do not state them.
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
#: Names for groups of part kinds.
GROUPS: dict[str, tuple[str, ...]] = {
    "copper": ("DAC", "ACC", "AEC", "TP"),
    "optical": ("AOC", "transceiver", "cord", "trunk", "cassette", "panel"),
}
EVERYTHING = "all"
#: Formula prices that can be scaled.
FORMULA_NAMES = ("copper", "optical", "switch", EVERYTHING)
#: Source of exchange rates from a what-if request.
ASKED = "requested by an option"
_MAX_PRICE = 1e9


def repriced(
    catalogue: Catalogue,
    factors: Mapping[str, float],
    rates: Mapping[str, float],
    slack_mm: int | None = None,
) -> Catalogue:
    """Return a catalogue with scaled prices, other exchange rates, and another slack.

    Raise `InputError` if a price exceeds the maximum.

    Parameters
    ----------
    factors
        By part kind, by part number, by one of `GROUPS`, or for `EVERYTHING`; see `matches`. A part with
        several of these names is multiplied by each factor.
    rates
        Value of one unit of a currency in the catalogue's currency.
    """
    changed: dict[str, Any] = {}
    if slack_mm is not None:
        changed["slack_m"] = slack_mm / MM_PER_M
    if rates:
        kept = [rate for rate in catalogue.rates if rate.to or rate.currency not in rates]
        changed["rates"] = (*(_asked_rate(catalogue, *item) for item in rates.items()), *kept)
    if catalogue.formula is not None and factors:
        of_all = factors.get(EVERYTHING, 1.0)
        copper, optical, switch = (factors.get(name, 1.0) * of_all for name in FORMULA_NAMES[:3])
        changed["formula"] = scaled_cost_set(catalogue.formula, copper, optical, switch)
    elif factors:
        for table in TABLES:
            products = getattr(catalogue, table)
            changed[table] = tuple(
                _product(product, kind_of(table, product), factors) for product in products
            )
    return catalogue.model_copy(update=changed)


def kind_of(table: str, product: Any) -> str:
    """Return the part kind of a product, as named on bills."""
    return _KINDS.get(table) or str(product.kind)


def matches(name: str, kind: str, part: str) -> bool:
    """Whether a name refers to a part number of a kind, ignoring case."""
    name = name.lower()
    return (
        name in {EVERYTHING, kind.lower(), part.lower()}
        or kind in GROUPS.get(name, ())
        or (name == "adapter" and kind == "NIC")
    )


def unknown_name(catalogue: Catalogue, name: str) -> InputError | None:
    """Return the problem of a name that matches no part of a catalogue, else None."""
    if catalogue.formula is not None:
        if name in FORMULA_NAMES:
            return None
        what = f"cost set {catalogue.formula.name} has no part numbers"
        return InputError(
            f"price.{name}", what, ", ".join(f"price.{formula_name}" for formula_name in FORMULA_NAMES)
        )
    priced = list(_priced_names(catalogue))
    if any(matches(name, kind, part) for kind, part in priced):
        return None
    kinds = list(dict.fromkeys(kind for kind, _ in priced))
    parts = [part for _, part in priced]
    known = (*kinds, *GROUPS, EVERYTHING, *parts)
    advice = f"{meant_text(name, known)}kinds: {', '.join((*kinds, *GROUPS, EVERYTHING))}; or a part number"
    return InputError(f"price.{name}", f"{catalogue.title!r} has no part or kind {name!r}", advice)


def priced_in(catalogue: Catalogue, currency: str) -> frozenset[str]:
    """Return the part numbers of a catalogue that are priced in a currency."""
    results = set()
    for table in TABLES:
        for product in getattr(catalogue, table):
            for part in product.all_lengths() if isinstance(product, LengthSeries) else (product,):
                if (part.currency or product.currency or catalogue.currency) == currency:
                    results.add(part.part)
    return frozenset(results)


def is_named(sku: Sku, name: str) -> bool:
    """Whether a name refers to a part number; cables made to length also have their product line's name."""
    return matches(name, sku.kind, sku.part) or sku.part.lower().startswith(f"{name.lower()}-")


def _priced_names(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield kind and part number of every priced item; for cables made to length, of the product line."""
    for table in TABLES:
        for product in getattr(catalogue, table):
            kind = kind_of(table, product)
            if not isinstance(product, LengthSeries):
                yield kind, product.part
            else:
                yield from ((kind, length.part) for length in product.lengths)
                yield from () if product.line is None else ((kind, product.line.part),)


def _asked_rate(catalogue: Catalogue, currency: str, rate: float) -> DatedRate:
    now = find_exchange(currency, catalogue.currency, of_target=catalogue.rates)
    day = catalogue.price_date if now is None or now.rate is None else now.rate.date
    return DatedRate(currency=currency, rate=rate, date=day, source=ASKED)


def _product(product: Any, kind: str, factors: Mapping[str, float]) -> Any:
    """Return a product with scaled prices; unchanged if no factor applies."""
    if not isinstance(product, LengthSeries):
        return _part(product, kind, factors)
    lengths = tuple(_part(length, kind, factors) for length in product.lengths)
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
        item.model_copy(update={"price": _times(item.price, factor, part.part)}) for item in part.breaks
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
