"""What every part of a catalogue has: number, price, where that comes from, stock and spares."""

import datetime as dt
import weakref
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from netfloor.costmodels.sets.coefficient import Text, Trust, Year
from netfloor.costmodels.sets.cost_set import Currency
from netfloor.foundation.models import StrictModel
from netfloor.foundation.units import amount_text
from netfloor.foundation.wording import count_text

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Price = Annotated[float, Field(ge=0, le=1e9)]
Percent = Annotated[float, Field(ge=0, le=100)]
Count = Annotated[int, Field(ge=0, le=10**6)]
Positive = Annotated[int, Field(ge=1, le=10**6)]
Gbps = Annotated[float, Field(gt=0, le=1e6)]
Metres = Annotated[float, Field(gt=0, le=1e5)]
Watts = Annotated[float, Field(ge=0, le=1e6)]
Kilograms = Annotated[float, Field(ge=0, le=1e5)]
Decibels = Annotated[float, Field(gt=0, le=100)]
Days = Annotated[int, Field(ge=0, le=10**4)]
#: What a price is by: an agreement for a longer time, or the offer of a day.
PriceBasis = Literal["framework", "spot"]
#: Fields that parts have gained since plans keep the checksums of their catalogues.
_LATER = frozenset(
    {
        *("liquid_percent", "forwarding", "budget_db", "management_port", "other_cages"),
        *("valid_until", "price_basis", "lead_time_from_days", "order_number", "built_in"),
    }
)


def cached_per_object(function: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
    """Keep a function's answer for each object, as long as that lives.

    For objects and answers that nobody changes. Equal objects are asked one by one: comparing two tables
    with hundreds of parts may take longer than the answer.
    """
    answers: dict[int, tuple[weakref.ref[Asked], Answer]] = {}

    @wraps(function)
    def answer(asked: Asked) -> Answer:
        number = id(asked)
        found = answers.get(number)
        if found is None or found[0]() is not asked:
            found = weakref.ref(asked, lambda _gone: answers.pop(number, None)), function(asked)
            answers[number] = found
        return found[1]

    return answer


class Source(StrictModel):
    """Where figures or prices come from."""

    text: Text
    year: Year
    trust: Trust


class PriceBreak(StrictModel):
    """A lower unit price for so many pieces or more."""

    at_least: Annotated[int, Field(ge=2, le=10**9)]
    price: Price


class Supplier(StrictModel):
    """What a supplier asks of a whole order; money before taxes.

    Attributes
    ----------
    name
        As parts have it in ``supplier``.
    currency
        Of its amounts; without one the catalogue's.
    min_order_value
        Goods of less money are not delivered.
    freight, freight_free_from
        Of an order, and the money for goods from which on there is none.
    delivery_days
        From dispatch to arrival: comes on top of each part's lead time, and of what is in stock.
    tax_percent
        On its goods and freight; without it the catalogue's.
    """

    name: Text
    currency: Currency | None = None
    min_order_value: Price = 0.0
    freight: Price = 0.0
    freight_free_from: Price | None = None
    delivery_days: Days = 0
    tax_percent: Annotated[float, Field(ge=0, le=1000)] | None = None

    @model_serializer(mode="wrap")
    def _without_the_unsaid(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out later fields that say nothing: plans keep the checksum of their catalogue."""
        written: dict[str, Any] = handler(self)
        return {
            name: value for name, value in written.items() if name != "tax_percent" or value is not None
        }


def terms_text(terms: Supplier, currency: str) -> str:
    """Return what a supplier asks of an order: least order, freight, delivery and taxes."""
    unit = terms.currency or currency
    free = f", free from {amount_text(terms.freight_free_from or 0)} {unit}"
    freight = f"freight {amount_text(terms.freight)} {unit}"
    texts = {
        f"least order {amount_text(terms.min_order_value)} {unit}": terms.min_order_value,
        freight + free * (terms.freight_free_from is not None): terms.freight,
        f"delivery {count_text(terms.delivery_days, 'day')}": terms.delivery_days,
        f"{terms.tax_percent or 0:g} % taxes": terms.tax_percent is not None,
    }
    return "; ".join(text for text, is_asked in texts.items() if is_asked) or "no freight, no least order"


class Laying(StrictModel):
    """What laying one cable costs, before taxes: inside a cabinet, or between two."""

    inside_cabinet: Price = 0.0
    between_cabinets: Price
    source: Text | None = None  # a name of ``[sources]``; without one the prices are unverified


class UnpricedPart(StrictModel):
    """A part whose price a supplier tells on request."""

    part: Text
    name: Text
    supplier: Text | None = None


class BuyingDefaults(StrictModel):
    """How a part is bought, unless the part itself says otherwise."""

    price_source: Text | None = None  # a name of ``[sources]``; without one the price is an example
    price_date: dt.date | None = None  # day of the price; without one the catalogue's
    # of the price; without one the catalogue's. Another one is converted by its rate in ``[[rates]]``
    currency: Currency | None = None
    spares_percent: Percent | None = None  # spare pieces in percent of those needed, rounded up
    lead_time_days: Days | None = None  # from order to delivery of what the supplier has not in stock
    lead_time_from_days: Days | None = None  # the shorter end of a range; orders count ``lead_time_days``
    valid_until: dt.date | None = None  # last day of the price; without one the catalogue's
    price_basis: PriceBasis | None = None
    supplier: Text | None = None  # who sells it: each has an order of its own in the workbook

    @model_serializer(mode="wrap")
    def _without_the_unsaid(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out later fields that say nothing: plans keep the checksum of their catalogue."""
        written: dict[str, Any] = handler(self)
        return {name: value for name, value in written.items() if value or name not in _LATER}

    @model_validator(mode="after")
    def _range_rises(self) -> Self:
        first, last = self.lead_time_from_days, self.lead_time_days
        if first is not None and (last is None or first > last):
            raise ValueError("lead_time_from_days: is the shorter end of a range up to lead_time_days")
        return self


class StockPart(BuyingDefaults):
    """One part number.

    Attributes
    ----------
    price, breaks
        Of one piece, before taxes, and lower ones by quantity.
    order_number
        What the supplier calls it, where ``part`` says more as several sell it.
    owned
        Pieces that are there already.
    stock
        Pieces that the supplier has: they come at once, further ones after the lead time, or not
        at all where there is none.
    min_order, pack
        Pieces that must be bought at least, if any, and pieces in a pack, which is sold whole.
    spares
        Spare pieces, instead of a percentage.
    """

    part: Text
    price: Price
    order_number: Text | None = None
    owned: Count = 0
    stock: Count | None = None
    min_order: Positive = 1
    pack: Positive = 1
    spares: Count | None = None
    breaks: Annotated[tuple[PriceBreak, ...], Field(strict=False)] = ()

    @model_validator(mode="after")
    def _breaks_fall(self) -> Self:
        before = PriceBreak.model_construct(at_least=1, price=self.price)
        for one in self.breaks:
            if one.at_least <= before.at_least:
                raise ValueError(f"breaks must rise in at_least: {one.at_least} follows {before.at_least}")
            if one.price > before.price:
                raise ValueError(f"breaks: the price rises to {one.price:g} from {one.at_least} pieces on")
            before = one
        return self


class Part(StockPart):
    """A part number that is a product of its own.

    ``source`` is a name of ``[sources]`` for reach, power and the like; without one they are unverified.
    """

    name: Text
    source: Text | None = None
