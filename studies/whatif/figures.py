"""A plan under changed assumptions: all figures of its networks, together and separately."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace

from netfloor.costmodels.buying.ownership import exchange_of
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms, electricity_alone
from netfloor.costmodels.latency import Latency, latency_of
from netfloor.foundation.errors import SEPARATOR, CheckFailedError, InfeasibleError, InputError, as_option
from netfloor.foundation.units import cents_to_money
from netfloor.foundation.wording import count_text
from netfloor.layout.bounds import bound_of
from netfloor.layout.problem import make_problem
from netfloor.plans.assessment.assessed import Assessed
from netfloor.plans.assessment.network import PlacedNetwork
from netfloor.plans.assessment.owned import Owned
from netfloor.plans.assessment.quote import Quote
from netfloor.plans.load import AnyPlan
from netfloor.plans.networks import named_fabric, networks_of, whole_network
from netfloor.plans.plan import Plan
from netfloor.plans.sums import FabricSums, fabric_sums
from netfloor.reports.figures.figure import Number
from netfloor.reports.figures.lookup import figures_of, figures_over
from netfloor.reports.figures.table import FIGURES
from netfloor.reports.whatif.points import WhatIfPoint
from netfloor.structure.hops.components import is_connected
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.studies.whatif.assumptions import Assumptions, Variation
from netfloor.studies.whatif.prices import PointPrices, PricedPoint
from netfloor.traffic.load.saturation import Saturation


@dataclass(frozen=True, eq=False)
class PlacedPoint:
    """A plan in a room, with all results that do not depend on prices."""

    plan: AnyPlan
    placement: str
    whole: PlacedNetwork  # all networks as one
    networks: Mapping[str, PlacedNetwork]  # by name; a single network has an empty name
    latency: Mapping[str, Latency]  # of the connected networks
    moved: str = ""  # description of devices moved from the plan
    # devices and cables of each of several networks, links of management ports included
    sums: Mapping[str, FabricSums] = field(default_factory=dict)
    priced: dict[Assumptions, PricedPoint] = field(default_factory=dict)


class PointFigures:
    """The calculation of a plan's points, with shared results cached.

    ``carried`` is the throughput of networks by name; empty if not requested.
    """

    def __init__(
        self,
        prices: PointPrices,
        switch_ns: Iterable[float],
        terms: OwnershipTerms | None = None,
        carried: Mapping[str, Saturation] | None = None,
    ) -> None:
        self.prices, self.switch_ns, self.terms = prices, sorted(set(switch_ns)), terms
        self.left_out: frozenset[int] = frozenset()  # cables without a part in the plan as it is
        self.carried = {} if carried is None else dict(carried)
        plan = prices.plan
        self._eigenvalue = effective_eigenvalue(plan.topology) if isinstance(plan, Plan) else None

    def placed(self, plan: AnyPlan, placement: str, moved: str = "") -> PlacedPoint:
        """Return a plan's networks cabled in its room, with recomputed lower bounds for formulas.

        `CheckFailedError` if a bound is above the length, which is a bug.
        """
        whole, networks = whole_network(plan), networks_of(plan)
        if isinstance(plan, Plan):
            bound = bound_of(plan.topology, make_problem(plan.topology, plan.room), self._eigenvalue)
            if bound.length_mm > plan.cables.total_mm:
                raise CheckFailedError(
                    f"bound: {bound.length_mm} mm exceeds the cable length of {plan.cables.total_mm} mm"
                )
            whole = PlacedNetwork.of(plan, bound.length_mm)
            if plan.topology.networks is None:
                networks = dict.fromkeys(networks, whole)
            elif bound.networks:
                each = zip(networks.items(), bound.networks, strict=True)
                networks = {name: replace(item, bound_mm=own.length_mm) for (name, item), own in each}
        latency = {
            name: latency_of(network.topology, network.cables, self.switch_ns)
            for name, network in networks.items()
            if is_connected(network.topology)
        }
        return PlacedPoint(
            plan=plan,
            placement=placement,
            whole=whole,
            networks=networks,
            latency=latency,
            moved=moved,
            sums=_network_sums(plan, networks),
        )

    def point(self, variation: Variation, assumed: Assumptions, placed: PlacedPoint) -> WhatIfPoint:
        """Return every figure of a point; if a link cannot be bought, the reason replaces costs."""
        owned, refused, priced, notes = None, "", None, tuple[str, ...]()
        try:
            priced = self.priced(assumed, placed)
            if priced is not None and priced.left_out != self.left_out:
                refused = _left_out_text(len(priced.left_out), len(self.left_out))
                notes = priced.missing
            elif priced is not None:
                owned = Owned(priced.quote, self._terms(assumed, priced.quote))
                notes = (*self.prices.without_effect(assumed, priced), *priced.missing)
        except (InfeasibleError, InputError) as error:
            refused = error.told(as_option).replace(SEPARATOR, "; ")
        if placed.moved:
            notes = (f"{variation.label}: {placed.moved}", *notes)
        typed = tuple((change.key, change.text) for change in variation.changes)
        item = len(placed.networks) == 1
        name = next(iter(placed.networks)) if item else ""
        latency_ns = self._latency_ns(assumed, placed, name) if item else None
        carried = self._carried(placed, name) if item else {}
        assessed = Assessed(placed.whole, None, latency_ns, carried, owned, refused)
        settings = asdict(assumed) | {"taken_cabinets": "+".join(assumed.taken_cabinets)}
        del settings["prices"]
        return WhatIfPoint(
            changes=typed,
            placement=placed.placement,
            settings=settings | self.prices.settings(assumed),
            figures=_figures(assessed) if item else figures_over(assessed),
            refused=refused,
            networks={} if item else self._of_networks(assumed, placed, priced),
            notes=notes,
        )

    def _of_networks(
        self, assumed: Assumptions, placed: PlacedPoint, priced: PricedPoint | None
    ) -> dict[str, Mapping[str, Number | None]]:
        """Return the figures of each of several networks; its cost is its share of the parts."""
        cents = {} if priced is None else priced.network_cents
        result: dict[str, Mapping[str, Number | None]] = {}
        for name, network in placed.networks.items():
            own = Assessed(
                network,
                None,
                self._latency_ns(assumed, placed, name),
                self._carried(placed, name),
                sums=placed.sums.get(name),
            )
            share = None if name not in cents else cents_to_money(cents[name])
            result[name] = _figures(own) | {"parts_cost": share}
        return result

    def _latency_ns(
        self, assumed: Assumptions, placed: PlacedPoint, name: str
    ) -> tuple[float, float] | None:
        return placed.latency[name].at(assumed.switch_ns) if name in placed.latency else None

    def _carried(self, placed: PlacedPoint, name: str) -> Mapping[str, float]:
        own = self.carried.get(name)
        return {} if own is None else own.figures(placed.networks[name].topology)

    def priced(self, assumed: Assumptions, placed: PlacedPoint) -> PricedPoint | None:
        """Return the priced point, cached for points of equal room and prices; None without prices.

        `InfeasibleError` if no parts fit.
        """
        prices = self.prices.of(assumed)
        if prices is None:
            return None
        key = replace(assumed, switch_ns=0.0)
        if not prices.terms.counts_electricity:
            key = replace(key, years=0.0, electricity_per_kwh=None)
        if key not in placed.priced:
            placed.priced[key] = self.prices.priced(prices, placed.plan)
        return placed.priced[key]

    def counts_years(self, assumed: Assumptions) -> bool:
        """Return whether a point has a cost of ownership; `InputError` for fractions of a year."""
        years = assumed.years
        if self.terms is None and assumed.electricity_per_kwh is None:
            return False
        if years != round(years) or years < 1:
            raise InputError("years", f"{years:g} is not a whole number of years", "1, 2, 3 ...")
        return True

    def unknown_costs(self, assumed: Assumptions, placed: PlacedPoint) -> tuple[str, ...]:
        """Return sentences on costs missing from the cost of ownership; none without terms or prices."""
        priced = self.priced(assumed, placed)
        if priced is None or self._terms(assumed, priced.quote) is None:
            return ()
        return priced.quote.purchases.unknown

    def _terms(self, assumed: Assumptions, quote: Quote) -> OwnershipTerms | None:
        """Return the ownership terms with the years and kWh price of a point.

        Without a file of terms, years add only electricity, or nothing if that has no price.
        """
        years, kwh_price, bought = assumed.years, assumed.electricity_per_kwh, quote.purchases
        if not self.counts_years(assumed):
            return None
        if self.terms is None:
            return electricity_alone(bought.currency, years, kwh_price or 0.0)
        return self.terms.asked(years, kwh_price, exchange_of(bought.currency, bought.rates, self.terms))


def _network_sums(plan: AnyPlan, networks: Mapping[str, PlacedNetwork]) -> dict[str, FabricSums]:
    """Return the devices and cables of each of several networks, as in comparisons of plans."""
    if len(networks) == 1:
        return {}
    _, *sums = fabric_sums(named_fabric(plan))
    return {total.network: total for total in sums}


def _left_out_text(here: int, before: int) -> str:
    return f"{count_text(here, 'cable')} without a part, {before:,} as planned: costs are not comparable."


def _figures(found: Assessed) -> dict[str, Number | None]:
    """Return the figures of a network; with several link rates, those that need no single rate."""
    if found.network.topology.gbps is not None:
        return figures_of(found)
    named = ("mean_latency_ns", "max_latency_ns")
    return figures_over(found) | {key: FIGURES[key].of(found) for key in named}
