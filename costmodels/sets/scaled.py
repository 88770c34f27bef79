"""A cost set with some of its prices multiplied."""

from decimal import Decimal

from netfloor.costmodels.sets.coefficient import Coefficient
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.prices import CablePrices
from netfloor.foundation.errors import InputError

#: Largest number of a cost set.
_MOST = 1e9


def scaled_cost_set(cost_set: CostSet, electrical: float, optical: float, switch: float) -> CostSet:
    """Return a cost set with the prices of cables and switches multiplied.

    Products are those of the decimal numbers as written. Host cables are electrical ones;
    installation stays.

    Raises
    ------
    InputError
        If a price becomes larger than any cost set may have.
    """
    router = cost_set.router
    scaled = {"per_port": _times(router.per_port, switch), "fixed": _times(router.fixed, switch)}
    cables = {"electrical": (cost_set.electrical, electrical), "optical": (cost_set.optical, optical)}
    media = {medium: _cables(prices, factor) for medium, (prices, factor) in cables.items()}
    return cost_set.model_copy(update={**media, "router": router.model_copy(update=scaled)})


def _cables(prices: CablePrices, factor: float) -> CablePrices:
    if factor == 1:
        return prices
    line, stock = prices.line, prices.stock
    if line:
        scaled = {"per_m": _times(line.per_m, factor), "fixed": _times(line.fixed, factor)}
        line = line.model_copy(update=scaled)
    if stock:
        items = (item.model_copy(update={"price": _product(item.price, factor)}) for item in stock.items)
        stock = stock.model_copy(update={"items": tuple(items)})
    transceiver = _times(prices.transceiver, factor)
    return prices.model_copy(update={"stock": stock, "line": line, "transceiver": transceiver})


def _times(coefficient: Coefficient | None, factor: float) -> Coefficient | None:
    if coefficient is None or factor == 1:
        return coefficient
    return coefficient.model_copy(update={"value": _product(coefficient.value, factor)})


def _product(value: float, factor: float) -> float:
    product = float(Decimal(repr(value)) * Decimal(repr(factor)))
    if abs(product) > _MOST:
        what = f"{value} times {factor:g} is beyond any price"
        raise InputError("price factor", what, "a smaller factor")
    return product
