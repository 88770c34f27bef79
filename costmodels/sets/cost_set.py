"""A set of prices (cables of both media, switches, installation) and the rule that selects the medium."""

from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal, Self

from pydantic import StringConstraints, model_validator

from netfloor.costmodels import COST_SETS
from netfloor.costmodels.sets.coefficient import (
    Coefficient,
    CoefficientSet,
    NonNegative,
    Text,
    require_unit,
)
from netfloor.costmodels.sets.prices import CablePrices, exact_mm, round_half_up
from netfloor.foundation.errors import InputError
from netfloor.foundation.models import StrictModel
from netfloor.foundation.units import CENTS_PER_UNIT

Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
MediumRule = Literal["reach", "least-cost"]
#: Largest number of a cost set.
_MOST = 1e9


class RouterPrice(StrictModel):
    """Price of a switch: ``per_port * ports + fixed``, at least 0.

    Ports are those in use: network links and endpoints. ``fixed`` may be negative, as in a line fitted to
    large switches.
    """

    part: Text
    per_port: NonNegative | None = None
    fixed: Coefficient | None = None

    @model_validator(mode="after")
    def _priced(self) -> Self:
        if self.per_port is None and self.fixed is None:
            raise ValueError("give per_port, fixed, or both")
        return self

    def cents(self, ports: int) -> int:
        """Return the price of a switch with this many ports, rounded half up to cents."""
        slope = self.per_port.exact if self.per_port else Fraction()
        fixed = self.fixed.exact if self.fixed else Fraction()
        return max(0, round_half_up((slope * ports + fixed) * CENTS_PER_UNIT))


class Installation(StrictModel):
    """Price of laying one cable, inside a cabinet or between two."""

    inside_cabinet: NonNegative
    between_cabinets: NonNegative

    @property
    def cents(self) -> tuple[int, int]:
        """Price per cable inside a cabinet and between two, rounded half up to cents."""
        inside, between = self.inside_cabinet.exact, self.between_cabinets.exact
        return round_half_up(inside * CENTS_PER_UNIT), round_half_up(between * CENTS_PER_UNIT)


class CostSet(CoefficientSet):
    """Prices of one source and time.

    Attributes
    ----------
    currency
        ISO code such as ``USD``; every price unit begins with it.
    medium_rule
        ``reach``: electrical up to and including the reach, optical beyond. ``least-cost``: the cheaper
        available medium, electrical on a tie.
    electrical_reach
        In m; no electrical cable is longer, by either rule.
    """

    currency: Currency
    medium_rule: MediumRule
    electrical_reach: NonNegative | None = None
    electrical: CablePrices
    optical: CablePrices
    router: RouterPrice
    installation: Installation | None = None

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.medium_rule == "reach" and self.electrical_reach is None:
            raise ValueError("electrical_reach: missing; medium_rule 'reach' needs it")
        require_unit(self.electrical_reach, "electrical_reach", "m")
        if self.electrical_reach:
            exact_mm(self.electrical_reach.value, "electrical_reach")
        self.electrical.check("electrical", self.currency)
        self.optical.check("optical", self.currency)
        require_unit(self.router.per_port, "router.per_port", f"{self.currency}/port")
        require_unit(self.router.fixed, "router.fixed", f"{self.currency}/router")
        for name in Installation.model_fields if self.installation else ():
            price = getattr(self.installation, name)
            require_unit(price, f"installation.{name}", f"{self.currency}/cable")
        return self

    @property
    def prices_text(self) -> str:
        """The prices behind a cost, as every answer states first."""
        kind = "academic set" if self.name in COST_SETS else "cost set"
        year = max(row.year for row in self.coefficients())
        return f"prices: the {year} {kind} {self.name} ({self.currency})"

    @property
    def electrical_reach_mm(self) -> int | None:
        """Longest copper cable by the set's own rule, None without a limit."""
        if self.electrical_reach is None:
            return None
        return exact_mm(self.electrical_reach.value, "electrical_reach")


def scaled_cost_set(cost_set: CostSet, electrical: float, optical: float, switch: float) -> CostSet:
    """Return a cost set with scaled prices of cables and switches.

    Products are exact for the decimal numbers as written. Server cables are electrical; installation is not
    scaled. Raise `InputError` if a price exceeds the maximum of cost sets.
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
