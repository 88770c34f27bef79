"""One plan under changed assumptions: every figure of a network that is placed in a room."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from netfloor.costmodels.buying.ownership import exchange_of
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, electricity_alone
from netfloor.costmodels.latency import Latency, latency_of
from netfloor.costmodels.sets.coefficient import coefficient_label
from netfloor.costmodels.sets.cost_set import CostSet, scaled_cost_set
from netfloor.costmodels.sets.load import load_cost_set, load_power_set, set_sha256
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import CheckFailedError, InfeasibleError, InputError
from netfloor.layout.bounds import lower_bound
from netfloor.layout.problem import make_problem
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.owned import Owned
from netfloor.plans.assessment.quote import Quote, quote_by_set
from netfloor.plans.plan import Plan
from netfloor.reports.figures.figure import Number
from netfloor.reports.figures.table import figures_of
from netfloor.reports.whatif.points import WhatIfPoint
from netfloor.structure.hops.components import is_connected
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.studies.whatif.assumptions import Assumptions, Variation
from netfloor.topologies.topology import Topology
from netfloor.traffic.load.saturation import Saturation


@dataclass(frozen=True)
class PlacedPoint:
    """A network placed in one room, for all points that share it: what does not depend on prices."""

    network: PlacedNetwork
    placement: str
    latency: Latency | None


class PointFigures:
    """Works out points of one network; what points share is worked out once."""

    def __init__(
        self,
        topology: Topology,
        switch_ns: Iterable[float],
        terms: OwnershipTerms | None = None,
        carried: Saturation | None = None,
    ) -> None:
        self.topology, self.switch_ns, self.terms = topology, sorted(set(switch_ns)), terms
        self.carried = {} if carried is None else carried.figures(topology)
        self.connected = is_connected(topology)
        self._eigenvalue = effective_eigenvalue(topology)
        self._cost_sets: dict[str, CostSet] = {}
        self._power_sets: dict[str, PowerSet] = {}

    def placed(self, plan: Plan, placement: str) -> PlacedPoint:
        """Return a plan's network cabled in its room, with a lower bound derived again.

        Raises
        ------
        CheckFailedError
            If the bound is above the length: a bug.
        """
        bound_mm = lower_bound(make_problem(self.topology, plan.room), self._eigenvalue).length_mm
        if bound_mm > plan.cables.total_mm:
            raise CheckFailedError(f"bound: {bound_mm} mm is above the {plan.cables.total_mm} mm of cable")
        latency = latency_of(self.topology, plan.cables, self.switch_ns) if self.connected else None
        return PlacedPoint(PlacedNetwork.of(plan, bound_mm), placement, latency)

    def models(self, assumed: Assumptions) -> tuple[CostSet, PowerSet]:
        """Return the coefficient sets of a point, prices scaled; `InputError` if they are none."""
        cost_set, power_set = assumed.cost_set, assumed.power_set
        if cost_set not in self._cost_sets:
            self._cost_sets[cost_set] = load_cost_set(cost_set)
        if power_set not in self._power_sets:
            self._power_sets[power_set] = load_power_set(power_set)
        factors = (
            assumed.electrical_price_factor,
            assumed.optical_price_factor,
            assumed.switch_price_factor,
        )
        return scaled_cost_set(self._cost_sets[cost_set], *factors), self._power_sets[power_set]

    def unverified(self) -> list[str]:
        """Return what a reader must know of numbers in the sets that nobody has verified."""
        sets: list[CostSet | PowerSet] = [*self._cost_sets.values(), *self._power_sets.values()]
        return [
            f"{coefficients.name}: {', '.join(map(coefficient_label, names))}: UNVERIFIED numbers"
            for coefficients in sets
            if (
                names := [
                    row.coefficient for row in coefficients.coefficients() if row.trust == "unverified"
                ]
            )
        ]

    def point(self, variation: Variation, assumed: Assumptions, placed: PlacedPoint) -> WhatIfPoint:
        """Return every figure of a point; where a link cannot be bought money is left out, and why."""
        cost_set, power_set = self.models(assumed)
        owned, refused = None, ""
        try:
            quote = quote_by_set(placed.network, cost_set, power_set, assumed.electrical_reach_mm)
            owned = Owned(quote, self._terms(assumed, quote))
        except InfeasibleError as error:
            refused = str(error)
        latency_ns = None if placed.latency is None else placed.latency.at(assumed.switch_ns)
        found = Assessed(placed.network, None, latency_ns, self.carried, owned, refused)
        typed = tuple((change.key, change.text) for change in variation.changes)
        settings = _settings(assumed, cost_set, power_set, self._cost_sets[assumed.cost_set])
        return WhatIfPoint(typed, placed.placement, settings, figures_of(found), refused)

    def counts_years(self, assumed: Assumptions) -> bool:
        """Return whether a point has a cost of ownership; `InputError` for part of a year."""
        years = assumed.years
        if self.terms is None and assumed.electricity_per_kwh is None:
            return False
        if years != round(years) or years < 1:
            raise InputError("years", f"{years:g} is no whole number of years", "1, 2, 3 ...")
        return True

    def unknown_costs(self, assumed: Assumptions, placed: PlacedPoint) -> tuple[str, ...]:
        """Return in sentences what the cost of ownership leaves out; nothing without terms."""
        quote = quote_by_set(placed.network, *self.models(assumed), assumed.electrical_reach_mm)
        return () if self._terms(assumed, quote) is None else quote.purchases.unknown

    def _terms(self, assumed: Assumptions, quote: Quote) -> OwnershipTerms | None:
        """Return the terms of ownership with the years and the price of a kWh of a point.

        Without a file of terms the years cost electricity alone, and nothing where it has no price.
        """
        years, kwh_price, bought = assumed.years, assumed.electricity_per_kwh, quote.purchases
        if not self.counts_years(assumed):
            return None
        if self.terms is None:
            return electricity_alone(bought.currency, years, kwh_price or 0.0)
        return self.terms.asked(years, kwh_price, exchange_of(bought.currency, bought.rates, self.terms))


def _settings(
    assumed: Assumptions, cost_set: CostSet, power_set: PowerSet, unscaled: CostSet
) -> dict[str, Number | str | None]:
    """Return assumptions by the keys of `reports.whatif.points.SETTINGS`."""
    reach_mm = assumed.electrical_reach_mm
    return asdict(assumed) | {
        "taken_cabinets": "+".join(assumed.taken_cabinets),
        "electrical_reach_mm": cost_set.electrical_reach_mm if reach_mm is None else reach_mm,
        "cost_set": cost_set.name,
        "cost_set_sha256": set_sha256(unscaled),
        "power_set": power_set.name,
        "power_set_sha256": set_sha256(power_set),
        "currency": cost_set.currency,
    }
