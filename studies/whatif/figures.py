"""One plan under changed assumptions: every figure of a network that is placed in a room."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction

import numpy as np

from netfloor.costmodels.bill import Bill, ServerCables, make_bill
from netfloor.costmodels.buying.bill_purchases import purchases_of_bill
from netfloor.costmodels.buying.ownership import cost_of_ownership, exchange_of
from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.cable_orders import ELECTRICAL, OPTICAL
from netfloor.costmodels.latency import Latency, latency_of
from netfloor.costmodels.power import Power, power_of
from netfloor.costmodels.sets.coefficient import coefficient_label, exact_decimal
from netfloor.costmodels.sets.cost_set import CostSet, scaled_cost_set
from netfloor.costmodels.sets.load import load_cost_set, load_power_set, set_sha256
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.foundation.errors import CheckFailedError, InfeasibleError, InputError
from netfloor.foundation.units import CENTS_PER_UNIT
from netfloor.layout.bounds import lower_bound
from netfloor.layout.cable_plan import CablePlan
from netfloor.layout.problem import make_problem
from netfloor.layout.result import relative_gap
from netfloor.plans.by_names import server_cables
from netfloor.plans.plan import Plan
from netfloor.reports.whatif.points import FIGURES, Number, WhatIfPoint
from netfloor.rooms.any_room import AnyRoom
from netfloor.structure.hops.components import is_connected
from netfloor.structure.spectrum.effective_eigenvalue import effective_eigenvalue
from netfloor.studies.whatif.assumptions import Assumptions, Variation
from netfloor.topologies.topology import Topology
from netfloor.traffic.load.saturation import Saturation, for_each_gbps

#: A year of 365 days.
HOURS_PER_YEAR = 8760

#: Figures of a point by their key.
Figures = dict[str, Number | None]


@dataclass(frozen=True)
class PlacedNetwork:
    """A network placed in one room: what does not depend on prices."""

    room: AnyRoom
    cables: CablePlan
    bound_mm: int
    placement: str
    latency: Latency | None
    servers: ServerCables | None


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

    def placed(self, plan: Plan, placement: str) -> PlacedNetwork:
        """Return a plan's network cabled in its room, its lower bound derived anew and below its length.

        Raises
        ------
        CheckFailedError
            If the bound is above the length: a bug.
        """
        room, cables = plan.room, plan.cables
        bound_mm = lower_bound(make_problem(self.topology, room), self._eigenvalue).length_mm
        if bound_mm > cables.total_mm:
            raise CheckFailedError(f"bound: {bound_mm} mm is above the {cables.total_mm} mm of cable")
        latency = None
        if self.connected:
            latency = latency_of(self.topology, cables, self.switch_ns)
        return PlacedNetwork(room, cables, bound_mm, placement, latency, server_cables(plan))

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

    def point(self, variation: Variation, assumed: Assumptions, network: PlacedNetwork) -> WhatIfPoint:
        """Return every figure of a point; what cannot be bought leaves money out and says why."""
        cost_set, power_set = self.models(assumed)
        figures: Figures = dict.fromkeys(FIGURES)
        figures |= _lengths(network) | self.carried
        notes: tuple[str, ...] = ()
        try:
            figures |= self._money(assumed, network, cost_set, power_set)
        except InfeasibleError as error:
            notes = (str(error),)
        figures |= self._for_each_gbps(figures)
        if network.latency is not None:
            mean_ns, max_ns = network.latency.at(assumed.switch_ns)
            figures |= {"mean_latency_ns": mean_ns, "max_latency_ns": max_ns}
        typed = tuple((change.key, change.text) for change in variation.changes)
        settings = _settings(assumed, cost_set, power_set, self._cost_sets[assumed.cost_set])
        return WhatIfPoint(typed, network.placement, settings, figures, notes)

    def _money(
        self, assumed: Assumptions, network: PlacedNetwork, cost_set: CostSet, power_set: PowerSet
    ) -> Figures:
        bill = make_bill(
            self.topology,
            network.cables,
            cost_set,
            assumed.electrical_reach_mm,
            network.room.inside_mm,
            network.servers,
        )
        power = power_of(self.topology, bill.orders, power_set)
        media = np.bincount(bill.orders.medium, minlength=2)
        return {
            "electrical_cables": int(media[ELECTRICAL]),
            "optical_cables": int(media[OPTICAL]),
            "cable_cost_cents": bill.cable_cents,
            "switch_cost_cents": bill.switch_cents,
            "host_cable_cost_cents": bill.host_cable_cents,
            "install_cost_cents": bill.install_cents,
            "total_cost_cents": bill.total_cents,
            "network_power_w": power.network_w,
            "host_power_w": power.host_w,
            **self._years(assumed, network, bill, power),
        }

    def _for_each_gbps(self, figures: Figures) -> Figures:
        """Return money in whole cents and power for each Gb/s carried, where both are known."""
        if not self.carried:
            return {}
        found = for_each_gbps(self.carried, figures["total_cost_cents"], figures["network_power_w"])
        cents = {
            f"{key}_cents": round_half_up(Fraction(one)) for key, one in found.items() if "cost" in key
        }
        return cents | {key: one for key, one in found.items() if "cost" not in key}

    def _years(self, assumed: Assumptions, network: PlacedNetwork, bill: Bill, power: Power) -> Figures:
        """Return electricity, and all that is paid, over the years: by the terms of ownership, if given.

        Years and price of a kWh, in the currency of the cost set, are those of the point.
        """
        if self.terms is None:
            return _energy(assumed, bill.total_cents, power)
        if assumed.years != round(assumed.years) or assumed.years < 1:
            raise InputError("years", f"{assumed.years:g} with terms of ownership", "whole years")
        bought = purchases_of_bill(bill, power, self.topology, network.cables)
        exchange = exchange_of(bought.currency, bought.rates, self.terms)
        owned = cost_of_ownership(
            bought, self.terms.asked(assumed.years, assumed.electricity_per_kwh, exchange)
        )
        return {
            "energy_kwh": owned.energy_kwh * owned.years,
            "energy_cost_cents": owned.items()["electricity"],
            "lifetime_cost_cents": owned.total_cents,
        }


def _lengths(network: PlacedNetwork) -> Figures:
    cables = network.cables
    return {
        "cables": len(cables),
        "total_cable_mm": cables.total_mm,
        "mean_cable_mm": cables.mean_mm,
        "max_cable_mm": cables.max_mm,
        "lower_bound_mm": network.bound_mm,
        "gap_ratio": relative_gap(cables.total_mm, network.bound_mm),
    }


def _energy(assumed: Assumptions, total_cents: int, power: Power) -> Figures:
    """Return what full power costs over the years: network and, where known, host ports."""
    watts = power.network_w + (power.host_w or 0.0)
    kwh = exact_decimal(watts) * HOURS_PER_YEAR * exact_decimal(assumed.years) / 1000
    if assumed.electricity_per_kwh is None:
        return {"energy_kwh": float(kwh)}
    cents = round_half_up(kwh * exact_decimal(assumed.electricity_per_kwh) * Fraction(CENTS_PER_UNIT))
    return {
        "energy_kwh": float(kwh),
        "energy_cost_cents": cents,
        "lifetime_cost_cents": total_cents + cents,
    }


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
