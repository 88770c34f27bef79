"""A cost set with some of its prices multiplied."""

from decimal import Decimal
from typing import TypeVar

from costmodels.coefficient import Coefficient
from costmodels.cost_set import CostSet
from costmodels.prices import CablePrices, StockList
from foundation.errors import InputError
from foundation.models import StrictModel

#: Largest number of a cost set.
_MOST = 1e9
_Model = TypeVar("_Model", bound=StrictModel)


def scaled_cost_set(cost_set: CostSet, electrical: float, optical: float, switch: float) -> CostSet:
    """Return a cost set with the prices of cables and switches multiplied.

    Products are those of the decimal numbers as written. Host cables are electrical ones;
    installation stays.

    Raises
    ------
    InputError
        If a price becomes larger than any cost set may have.
    """
    router = _with(
        cost_set.router,
        per_port=_times(cost_set.router.per_port, switch),
        fixed=_times(cost_set.router.fixed, switch),
    )
    return _with(
        cost_set,
        electrical=_cables(cost_set.electrical, electrical),
        optical=_cables(cost_set.optical, optical),
        router=router,
    )


def _cables(prices: CablePrices, factor: float) -> CablePrices:
    if factor == 1:
        return prices
    line = prices.line and _with(
        prices.line, per_m=_times(prices.line.per_m, factor), fixed=_times(prices.line.fixed, factor)
    )
    return _with(prices, stock=prices.stock and _stock(prices.stock, factor), line=line)


def _stock(stock: StockList, factor: float) -> StockList:
    items = tuple(_with(item, price=_product(item.price, factor)) for item in stock.items)
    return _with(stock, items=items)


def _times(coefficient: Coefficient | None, factor: float) -> Coefficient | None:
    if coefficient is None or factor == 1:
        return coefficient
    return _with(coefficient, value=_product(coefficient.value, factor))


def _product(value: float, factor: float) -> float:
    product = float(Decimal(repr(value)) * Decimal(repr(factor)))
    if abs(product) > _MOST:
        raise InputError(
            "price factor", f"{value} times {factor:g} is beyond any price", "a smaller factor"
        )
    return product


def _with(model: _Model, **fields: object) -> _Model:
    return model.model_copy(update=fields)
