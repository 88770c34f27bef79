"""Fields common to all parts of a catalogue: number, price and its source, stock and spares."""

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
#: Basis of a price: a framework agreement, or a spot offer.
PriceBasis = Literal["framework", "spot"]
#: Fields added to parts since plans store catalogue checksums.
_LATER = frozenset(
    {
        *("liquid_percent", "forwarding", "budget_db", "management_port", "other_cages"),
        *("valid_until", "price_basis", "lead_time_from_days", "order_number", "built_in"),
        "maker_part",
    }
)


def cached_per_object(function: Callable[[Asked], Answer]) -> Callable[[Asked], Answer]:
    """Cache a function's answer for each object, for the object's lifetime.

    For immutable objects and answers. Objects are distinguished by identity: comparing two tables of
    hundreds of parts may take longer than the answer.
    """
    answers: dict[int, tuple[weakref.ref[Asked], Answer]] = {}

    @wraps(function)
    def answer(asked: Asked) -> Answer:
        number = id(asked)
        result = answers.get(number)
        if result is None or result[0]() is not asked:
            result = weakref.ref(asked, lambda _gone: answers.pop(number, None)), function(asked)
            answers[number] = result
        return result[1]

    return answer


class Source(StrictModel):
    """Source of figures or prices."""

    text: Text
    year: Year
    trust: Trust


class PriceBreak(StrictModel):
    """A lower unit price from a quantity on."""

    at_least: Annotated[int, Field(ge=2, le=10**9)]
    price: Price


class Supplier(StrictModel):
    """A supplier's terms for a whole order; money before taxes.

    Attributes
    ----------
    name
        As in the parts' ``supplier``.
    currency
        Currency of its amounts; default: the catalogue's.
    min_order_value
        Minimum goods value of an order.
    freight, freight_free_from
        Freight of an order, and the goods value from which it is free.
    small_order_fee, small_order_below
        Surcharge on an order, and the goods value from which there is none.
    unread_terms
        Sentences of its price list with amounts that no field holds; delete one once its amounts are known.
    delivery_days
        From dispatch to arrival; added to each part's lead time, and to deliveries from stock.
    tax_percent
        Tax on its goods and freight; default: the catalogue's.
    """

    name: Text
    currency: Currency | None = None
    min_order_value: Price = 0.0
    freight: Price = 0.0
    freight_free_from: Price | None = None
    small_order_fee: Price = 0.0
    small_order_below: Price | None = None
    unread_terms: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    delivery_days: Days = 0
    tax_percent: Annotated[float, Field(ge=0, le=1000)] | None = None

    @model_serializer(mode="wrap")
    def _without_the_unsaid(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Omit unset fields added later, so that catalogue checksums in plans stay the same."""
        written: dict[str, Any] = handler(self)
        unset = {"tax_percent": None, "small_order_fee": 0, "small_order_below": None, "unread_terms": ()}
        return {
            name: value
            for name, value in written.items()
            if name not in unset or value not in (unset[name], [])
        }

    @model_validator(mode="after")
    def _fee_is_below_a_value(self) -> Self:
        if bool(self.small_order_fee) != (self.small_order_below is not None):
            raise ValueError("small_order_fee and small_order_below belong together")
        return self


def terms_text(terms: Supplier, currency: str) -> str:
    """Describe a supplier's terms: minimum order, freight, delivery and taxes."""
    unit = terms.currency or currency
    free = f", free from {amount_text(terms.freight_free_from or 0)} {unit}"
    freight = f"freight {amount_text(terms.freight)} {unit}"
    small = f"{amount_text(terms.small_order_fee)} {unit} more below"
    small += f" {amount_text(terms.small_order_below or 0)} {unit}"
    texts = {
        f"minimum order {amount_text(terms.min_order_value)} {unit}": terms.min_order_value,
        freight + free * (terms.freight_free_from is not None): terms.freight,
        small: terms.small_order_fee,
        f"delivery {count_text(terms.delivery_days, 'day')}": terms.delivery_days,
        f"{terms.tax_percent or 0:g} % taxes": terms.tax_percent is not None,
    }
    return "; ".join(text for text, is_asked in texts.items() if is_asked) or "no freight, no minimum order"


class Laying(StrictModel):
    """Cost of laying one cable, before taxes: inside a cabinet, or between two."""

    inside_cabinet: Price = 0.0
    between_cabinets: Price
    source: Text | None = None  # a name of ``[sources]``; without it the prices are unverified


class UnpricedPart(StrictModel):
    """A part priced only on request."""

    part: Text
    name: Text
    supplier: Text | None = None


class BuyingDefaults(StrictModel):
    """Purchase terms of a part, unless the part overrides them."""

    price_source: Text | None = None  # a name of ``[sources]``; without it the price is an example
    price_date: dt.date | None = None  # date of the price; default: the catalogue's
    # of the price; default: the catalogue's. Other currencies are converted by their rate in ``[[rates]]``
    currency: Currency | None = None
    spares_percent: Percent | None = None  # spare pieces in percent of the need, rounded up
    lead_time_days: Days | None = None  # from order to delivery, if not in the supplier's stock
    lead_time_from_days: Days | None = None  # lower end of a range; orders use ``lead_time_days``
    valid_until: dt.date | None = None  # expiry date of the price; default: the catalogue's
    price_basis: PriceBasis | None = None
    supplier: Text | None = None  # the supplier; each has its own order in the workbook

    @model_serializer(mode="wrap")
    def _without_the_unsaid(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Omit unset fields added later, so that catalogue checksums in plans stay the same."""
        written: dict[str, Any] = handler(self)
        return {name: value for name, value in written.items() if value or name not in _LATER}

    @model_validator(mode="after")
    def _range_rises(self) -> Self:
        first, last = self.lead_time_from_days, self.lead_time_days
        if first is not None and (last is None or first > last):
            raise ValueError("lead_time_from_days: is the shorter end of a range up to lead_time_days")
        return self


class StockPart(BuyingDefaults):
    """A single part number.

    Attributes
    ----------
    price, breaks
        Unit price before taxes, and lower prices by quantity.
    order_number
        The supplier's part number, if ``part`` was extended because several suppliers sell it.
    maker_part
        The maker's part number, if it differs from the supplier's.
    owned
        Pieces on hand.
    stock
        Pieces in the supplier's stock: they arrive at once, further pieces after the lead time, or never if
        there is none.
    min_order, pack
        Minimum order quantity, and pieces per pack (only whole packs are sold).
    spares
        Number of spare pieces, instead of a percentage.
    """

    part: Text
    price: Price
    order_number: Text | None = None
    maker_part: Text | None = None
    owned: Count = 0
    stock: Count | None = None
    min_order: Positive = 1
    pack: Positive = 1
    spares: Count | None = None
    breaks: Annotated[tuple[PriceBreak, ...], Field(strict=False)] = ()

    @model_validator(mode="after")
    def _breaks_fall(self) -> Self:
        before = PriceBreak.model_construct(at_least=1, price=self.price)
        for item in self.breaks:
            if item.at_least <= before.at_least:
                raise ValueError(f"breaks must rise in at_least: {item.at_least} follows {before.at_least}")
            if item.price > before.price:
                raise ValueError(
                    f"breaks: the price rises to {item.price:g} from {item.at_least} pieces on"
                )
            before = item
        return self


class Part(StockPart):
    """A part number that is a product of its own.

    ``source`` is a name of ``[sources]`` for reach, power and similar figures; without it they are
    unverified.
    """

    name: Text
    source: Text | None = None
