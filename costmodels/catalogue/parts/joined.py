"""Several catalogues joined into one: defaults move to each part, and suppliers stay separate."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from pathlib import PurePath
from typing import Any

from netfloor.costmodels.catalogue.parts.cable_parts import LengthSeries
from netfloor.costmodels.catalogue.parts.catalogue import TABLES, Catalogue, catalogue_problems
from netfloor.costmodels.catalogue.parts.part_fields import BuyingDefaults, Laying, Supplier
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.sets.coefficient import exact_decimal, plain_number
from netfloor.costmodels.sets.rates import DatedRate, find_exchange
from netfloor.foundation.errors import InputError
from netfloor.foundation.wording import join_words


def join_catalogues(named: Sequence[tuple[str, Catalogue]]) -> Catalogue:
    """Return the catalogues of several files as one, in the currency of the first.

    Parts without a supplier get the only supplier with terms in their catalogue, else the name of its file.
    A part number sold by several suppliers is offered by each: the first keeps it, the others append their
    supplier. Each list's suppliers keep their taxes; of a list that states none they stay unknown, unless
    another list states taxes on laying. The exchange rates of all lists apply. Slack and
    spares are the maximum over all lists. Raise `InputError` if a list has formula prices, rates or a
    supplier's terms conflict, a supplier sells the same part number in two lists, or a currency has no
    exchange rate.
    """
    for name, item in named:
        if item.formula is not None:
            raise InputError(
                name, "has prices by formula, which cannot be combined with parts", "name it alone"
            )
    first = named[0][1]
    rates = _rates(named)
    laid_by = next((entry for _, entry in named if entry.laying is not None), first)
    is_laying_taxed = laid_by.laying is not None and laid_by.states_taxes
    has_unknown_taxes = not all(entry.states_taxes for _, entry in named) and not is_laying_taxed
    tax_percent = 0.0 if has_unknown_taxes else laid_by.tax_percent
    suppliers = _suppliers(named, tax_percent, has_unknown_taxes=has_unknown_taxes)
    parts: dict[str, str] = {}
    names: set[tuple[str, str]] = set()
    tables: dict[str, list[Any]] = {table: [] for table in TABLES}
    sources: dict[str, Any] = {}
    for file, catalogue in named:
        own = _Joining(file, _list_name(file, named), catalogue, parts, names, sources)
        for table in TABLES:
            tables[table] += [own.product(table, entry) for entry in getattr(catalogue, table)]
    joined = first.model_copy(
        update={
            **{table: tuple(products) for table, products in tables.items()},
            "title": " + ".join(entry.title for _, entry in named),
            "notes": _all(named, "notes"),
            "tax_percent": tax_percent,
            "price_date": min(entry.price_date for _, entry in named),
            "rates": rates,
            "slack_m": max(entry.slack_m for _, entry in named),
            "spares_percent": max(entry.spares_percent for _, entry in named),
            "lead_time_days": None,
            "cage_forms": _all(named, "cage_forms"),
            "fibre_connectors": _all(named, "fibre_connectors"),
            "sources": sources,
            "suppliers": suppliers,
            "copper_first": any(entry.copper_first for _, entry in named),
            "laying": _laying(named),
            "valid_until": None,
            "on_request": _on_request(named),
            "csv": (),
        }
    )
    source = " + ".join(name for name, _ in named)
    if problem := next(catalogue_problems(joined, source, {}), None):
        raise problem
    unset = {"tax_percent"} if has_unknown_taxes else None
    return Catalogue.model_validate(joined.model_dump(by_alias=True, exclude=unset))


class _Joining:
    """A catalogue whose products join those of others."""

    def __init__(
        self,
        file: str,
        name: str,
        catalogue: Catalogue,
        parts: dict[str, str],
        names: set[tuple[str, str]],
        sources: dict[str, Any],
    ) -> None:
        self.file, self.name, self.catalogue = file, name, catalogue
        self.parts, self.names = parts, names
        self.usual_supplier = catalogue.usual_supplier or name
        self.before = dict(parts)
        self.sources = {}
        for key, source in catalogue.sources.items():
            free = key if sources.get(key, source) == source else f"{name}.{key}"
            self.sources[key] = free
            sources[free] = source

    def product(self, table: str, product: Any) -> Any:
        """Return a product that does not depend on its catalogue's defaults."""
        supplier = product.supplier or self.usual_supplier
        changed: dict[str, Any] = self._said(product) | {"supplier": supplier}
        if isinstance(product, LengthSeries):
            if product.line is not None:
                part = self._part(product.line.part, supplier)
                changed["line"] = product.line.model_copy(update={"part": part})
            changed["lengths"] = tuple(self._stock(length, supplier) for length in product.lengths)
        else:
            changed |= self._numbered(product, supplier)
        if hasattr(product, "panel"):
            changed["panel"] = self._renamed(product.panel)
        changed["name"] = self._name(table, product.name, supplier)
        return product.model_copy(update=changed)

    def _said(self, product: BuyingDefaults) -> dict[str, Any]:
        """Return the fields of a product, with the catalogue's defaults filled in."""
        catalogue = self.catalogue
        usual = {
            "price_date": catalogue.price_date,
            "currency": catalogue.currency,
            "lead_time_days": catalogue.lead_time_days,
            "valid_until": catalogue.valid_until,
        }
        said = {
            field: value if getattr(product, field) is None else getattr(product, field)
            for field, value in usual.items()
        }
        return said | self._sourced(product)

    def _sourced(self, part: BuyingDefaults) -> dict[str, Any]:
        fields = {field: getattr(part, field, None) for field in ("source", "price_source")}
        return {field: self.sources[name] for field, name in fields.items() if name is not None}

    def _stock(self, item: Any, supplier: str) -> Any:
        own = item.supplier or supplier
        return item.model_copy(update=self._sourced(item) | self._numbered(item, own))

    def _numbered(self, item: Any, supplier: str) -> dict[str, Any]:
        """Return the part number, and the supplier's own number if that differs."""
        free = self._part(item.part, supplier)
        return (
            {"part": free}
            if free == item.part
            else {"part": free, "order_number": item.order_number or item.part}
        )

    def _part(self, part: str, supplier: str) -> str:
        if self.before.get(part) == supplier:
            what = f"{supplier} sells part number {part!r} in another list already"
            raise InputError(self.file, what, "leave one of the two lists out")
        free = part if part not in self.before else f"{part} ({supplier})"
        self.parts[free] = supplier
        return free

    def _renamed(self, panel: str) -> str:
        """Return the number of a panel of this catalogue."""
        own = next(item for item in self.catalogue.panels if item.part == panel)
        supplier = own.supplier or self.usual_supplier
        return panel if panel not in self.before else f"{panel} ({supplier})"

    def _name(self, table: str, name: str, supplier: str) -> str:
        free, number = name, 1
        while (table, free) in self.names:
            free = f"{name} ({supplier})" if number == 1 else f"{name} ({supplier}, {number})"
            number += 1
        self.names.add((table, free))
        return free


def _all(named: Sequence[tuple[str, Catalogue]], field: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for _, item in named for text in getattr(item, field)))


def _laying(named: Sequence[tuple[str, Catalogue]]) -> Laying | None:
    """Return the cost of laying a cable; catalogues that state it must agree."""
    said = [(name, entry.laying, entry) for name, entry in named if entry.laying is not None]
    for name, laying, item in said[1:]:
        first = said[0]
        if (laying, item.currency) != (first[1], first[2].currency):
            raise InputError(name, f"states different laying prices from {first[0]}", "state them once")
    if not said or said[0][2].currency == named[0][1].currency:
        return said[0][1] if said else None
    raise InputError(said[0][0], "states laying in another currency than the first", "name it first")


def _on_request(named: Sequence[tuple[str, Catalogue]]) -> tuple[Any, ...]:
    """Return the parts without a price, each with its supplier."""
    return tuple(
        part.model_copy(
            update={"supplier": part.supplier or item.usual_supplier or _list_name(name, named)}
        )
        for name, item in named
        for part in item.on_request
    )


def _list_name(file: str, named: Sequence[tuple[str, Catalogue]]) -> str:
    """Return the supplier name for a file: its stem, or more of its path if another file has the same stem.

    The name differs from all suppliers of other lists.
    """
    path = PurePath(file)
    stems = [PurePath(other).stem for other, _ in named]
    longer = str(path.with_suffix(""))
    name = path.stem
    if stems.count(name) > 1:
        name = (
            file
            if any(o != file and str(PurePath(o).with_suffix("")) == longer for o, _ in named)
            else longer
        )
    others = {
        supplier.name for other, catalogue in named if other != file for supplier in catalogue.suppliers
    }
    return f"{name} (list)" if name in others else name


def _rates(named: Sequence[tuple[str, Catalogue]]) -> tuple[DatedRate, ...]:
    """Return the distinct rates of all lists; each list's currency must convert to that of the first."""
    currency = named[0][1].currency
    stated: dict[tuple[str, str], tuple[str, DatedRate]] = {}
    for name, catalogue in named:
        for rate in catalogue.rates:
            pair = rate.currency, rate.to or catalogue.currency
            for other_pair in (pair, pair[::-1]):
                if other_pair in stated and not _agree(rate, stated[other_pair][1], pair == other_pair):
                    first, other = stated[other_pair]
                    what = f"{_rate_stated(pair, rate)}, {first} {_rate_stated(other_pair, other)}"
                    raise InputError(name, what, "state one rate in both")
            stated.setdefault(pair, (name, rate))
    _check_cross_rates(stated)
    rates = tuple(
        rate.model_copy(update={"to": None if to == currency else to})
        for (_, to), (_, rate) in stated.items()
    )
    for name, catalogue in named:
        if find_exchange(catalogue.currency, currency, of_target=rates) is None:
            what = f"is in {catalogue.currency}, {named[0][0]} in {currency}"
            advice = f'[[rates]] with currency = "{catalogue.currency}", rate, date in {named[0][0]}'
            raise InputError(name, f"{what}: there is no rate for {catalogue.currency}", advice)
    return rates


def _check_cross_rates(stated: Mapping[tuple[str, str], tuple[str, DatedRate]]) -> None:
    """Raise `InputError` if exchange through a third currency differs from another path beyond rounding."""
    steps: dict[tuple[str, str], list[_RatePath]] = defaultdict(list)
    for pair, (_, rate) in stated.items():
        half = _half_of_last_digit(rate.rate)
        lowest, highest = exact_decimal(rate.rate) - half, exact_decimal(rate.rate) + half
        steps[pair].append(_RatePath(lowest, highest, (pair,)))
        steps[pair[::-1]].append(_RatePath(1 / highest, 1 / lowest, (pair,)))
    paths = {pair: list(direct) for pair, direct in steps.items()}
    for (source, middle), firsts in steps.items():
        for (start, target), seconds in steps.items():
            if start == middle and source != target:
                through = [first.then(second) for first in firsts for second in seconds]
                paths.setdefault((source, target), []).extend(through)
    order = list(stated)
    for between in paths.values():
        for item, other in combinations(between, 2):
            if item.highest >= other.lowest and other.highest >= item.lowest:
                continue
            *earlier, last = sorted({*item.pairs, *other.pairs}, key=order.index)
            before = join_words(
                [f"{stated[pair][0]} {_rate_stated(pair, stated[pair][1])}" for pair in earlier]
            )
            what = f"{_rate_stated(last, stated[last][1])}, but {before}"
            raise InputError(stated[last][0], what, "correct the rates so that they agree")


@dataclass(frozen=True)
class _RatePath:
    """An exchange by one or two stated rates, within their rounding."""

    lowest: Fraction
    highest: Fraction
    pairs: tuple[tuple[str, str], ...]  # of the stated rates

    def then(self, other: "_RatePath") -> "_RatePath":
        """Return the exchange by this path and then another."""
        pairs = (*self.pairs, *other.pairs)
        return _RatePath(self.lowest * other.lowest, self.highest * other.highest, pairs)


def _rate_stated(pair: tuple[str, str], rate: DatedRate) -> str:
    return f"states 1 {pair[0]} = {plain_number(rate.rate)} {pair[1]}"


def _agree(rate: DatedRate, other: DatedRate, is_same_way: bool) -> bool:
    """Whether two rates agree; inverse rates need to agree only within their rounding."""
    if is_same_way:
        return rate.rate == other.rate
    lowest, highest = Fraction(1), Fraction(1)
    for item in (rate, other):
        half = _half_of_last_digit(item.rate)
        lowest *= exact_decimal(item.rate) - half
        highest *= exact_decimal(item.rate) + half
    return lowest <= 1 <= highest


def _half_of_last_digit(value: float) -> Fraction:
    """Return half a unit of the last digit of a number as written."""
    digits = -int(Decimal(plain_number(value)).as_tuple().exponent)
    return Fraction(1, 2) / Fraction(10) ** digits


def _suppliers(
    named: Sequence[tuple[str, Catalogue]], tax_percent: float, *, has_unknown_taxes: bool
) -> tuple[Supplier, ...]:
    """Return the terms of all suppliers in their own currency, with taxes other than ``tax_percent``.

    With unknown taxes, each stated rate is written, and none is for a supplier without one.
    """
    result: dict[str, Supplier] = {}
    taxes: dict[str, tuple[str, float | None]] = {}
    for name, catalogue in named:
        for item in catalogue.suppliers:
            own = item.model_copy(
                update={"currency": item.currency or catalogue.currency, "tax_percent": None}
            )
            if result.setdefault(item.name, own) != own:
                raise InputError(name, f"states different terms for {item.name!r}", "state them once")
        usual = catalogue.usual_supplier or _list_name(name, named)
        is_unknown = has_unknown_taxes and not catalogue.states_taxes
        rate = None if is_unknown else catalogue.tax_percent
        of_suppliers = {sku.buying.supplier or usual: rate for sku in skus_of(catalogue)}
        of_suppliers |= {
            entry.name: rate if entry.tax_percent is None else entry.tax_percent
            for entry in catalogue.suppliers
        }
        for supplier, percent in of_suppliers.items():
            first, before = taxes.setdefault(supplier, (name, percent))
            if before != percent:
                other = _tax_text(before).removeprefix("taxes ")
                what = f"states {_tax_text(percent)} for {supplier!r}, {first} {other}"
                raise InputError(name, what, "state one tax_percent in both")
    for supplier, (_, percent) in taxes.items():
        if percent is not None and (percent != tax_percent or has_unknown_taxes):
            terms = result.get(supplier) or Supplier(name=supplier)
            result[supplier] = terms.model_copy(update={"tax_percent": percent})
    return tuple(result.values())


def _tax_text(percent: float | None) -> str:
    return "no taxes" if percent is None else f"taxes of {percent:g} %"
