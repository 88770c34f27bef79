"""One plan under changed settings: the room, the placement in it, and every figure."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from costmodels.bill import Bill, make_bill
from costmodels.coefficient_row import exact_decimal
from costmodels.cost_set import CostSet
from costmodels.latency import Latency, latency_sweep
from costmodels.order import ELECTRICAL, OPTICAL
from costmodels.power import Power, power_of
from costmodels.power_set import PowerSet
from costmodels.prices import round_half_up
from costmodels.sets import load_cost_set, load_power_set
from foundation.errors import CheckFailedError, InfeasibleError
from foundation.units import CENTS_PER_UNIT
from layout.bounds import line_cut_bound
from layout.cable_plan import CablePlan
from layout.problem import make_problem
from layout.result import relative_gap
from netfloor.loaded_plan import LoadedPlan
from netfloor.plan_objective import set_sha256
from netfloor.whatif_keys import Change, Settings
from netfloor.whatif_prices import scaled_cost_set
from netfloor.whatif_room import room_settings
from reports.whatif_points import FIGURES, Number, WhatIfPoint
from rooms.any_room import AnyRoom
from structure.components import is_connected
from structure.effective_eigenvalue import effective_eigenvalue
from topologies.topology import Topology

#: A year of 365 days.
HOURS_PER_YEAR = 8760


def baseline_settings(plan: LoadedPlan, models: Settings) -> Settings:
    """Return the settings of a plan as it stands; ``models`` gives all that is no room."""
    return replace(models, **room_settings(plan.room))


@dataclass(frozen=True)
class Standing:
    """A network placed in one room: what does not depend on prices."""

    room: AnyRoom
    cables: CablePlan
    bound_mm: int
    placement: str
    latency: Latency | None


@dataclass
class Evaluator:
    """Works out points of one network; what points share is worked out once."""

    topology: Topology
    connected: bool = field(init=False)
    _cost_sets: dict[str, CostSet] = field(default_factory=dict)
    _power_sets: dict[str, PowerSet] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.connected = is_connected(self.topology)
        self._eigenvalue = effective_eigenvalue(self.topology)

    def standing(
        self, room: AnyRoom, cables: CablePlan, placement: str, switch_ns: Iterable[float]
    ) -> Standing:
        """Return a network cabled in a room, its lower bound derived anew and held against its length.

        Raises
        ------
        CheckFailedError
            If the bound is above the length: a bug.
        """
        bound = line_cut_bound(make_problem(self.topology, room), self._eigenvalue)
        if bound.length_mm > cables.total_mm:
            raise CheckFailedError(
                f"bound: {bound.length_mm} mm is above the {cables.total_mm} mm of cable"
            )
        latency = None
        if self.connected:
            swept = sorted(set(switch_ns))
            latency = latency_sweep(self.topology.routers, cables.routers, cables.length_mm, swept)
        return Standing(room, cables, bound.length_mm, placement, latency)

    def models(self, settings: Settings) -> tuple[CostSet, PowerSet]:
        """Return the coefficient sets of a point, prices scaled; `InputError` if they are none."""
        return self._cost_set(settings), self._power_set(settings)

    def _cost_set(self, settings: Settings) -> CostSet:
        name = settings.cost_set
        if name not in self._cost_sets:
            self._cost_sets[name] = load_cost_set(name)
        factors = (settings.electrical_price, settings.optical_price, settings.switch_price)
        return scaled_cost_set(self._cost_sets[name], *factors)

    def _power_set(self, settings: Settings) -> PowerSet:
        if settings.power_set not in self._power_sets:
            self._power_sets[settings.power_set] = load_power_set(settings.power_set)
        return self._power_sets[settings.power_set]

    def unverified(self) -> list[str]:
        """Return what a reader must know of numbers in the sets that nobody has verified."""
        sets: list[CostSet | PowerSet] = [*self._cost_sets.values(), *self._power_sets.values()]
        return [
            f"{one.name}: {', '.join(names)}: UNVERIFIED numbers"
            for one in sets
            if (names := [row.coefficient for row in one.coefficients() if row.trust == "unverified"])
        ]

    def point(self, changes: tuple[Change, ...], settings: Settings, standing: Standing) -> WhatIfPoint:
        """Return every figure of a point; what cannot be bought leaves money out and says why."""
        cost_set, power_set = self.models(settings)
        figures: dict[str, Number | None] = dict.fromkeys(FIGURES)
        figures |= _lengths(standing)
        notes: tuple[str, ...] = ()
        try:
            figures |= self._money(settings, standing, cost_set, power_set)
        except InfeasibleError as error:
            notes = (str(error),)
        if standing.latency is not None:
            mean_ns, max_ns = standing.latency.at(settings.switch_ns)
            figures |= {"mean_latency_ns": mean_ns, "max_latency_ns": max_ns}
        typed = tuple((change.key, change.text) for change in changes)
        record = settings_record(settings, cost_set, power_set, self._cost_sets[settings.cost_set])
        return WhatIfPoint(typed, standing.placement, record, figures, notes)

    def _money(
        self, settings: Settings, standing: Standing, cost_set: CostSet, power_set: PowerSet
    ) -> dict[str, Number | None]:
        bill = make_bill(
            self.topology, standing.cables, cost_set, settings.reach_mm, standing.room.inside_mm
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
            **_energy(settings, bill, power),
        }


def _lengths(standing: Standing) -> dict[str, Number | None]:
    cables = standing.cables
    return {
        "cables": len(cables),
        "total_cable_mm": cables.total_mm,
        "mean_cable_mm": cables.mean_mm,
        "max_cable_mm": cables.max_mm,
        "lower_bound_mm": standing.bound_mm,
        "gap_ratio": relative_gap(cables.total_mm, standing.bound_mm),
    }


def _energy(settings: Settings, bill: Bill, power: Power) -> dict[str, Number | None]:
    """Return what full power costs over the years: network and, where known, host ports."""
    watts = power.network_w + (power.host_w or 0.0)
    kwh = exact_decimal(watts) * HOURS_PER_YEAR * exact_decimal(settings.years) / 1000
    if settings.electricity is None:
        return {"energy_kwh": float(kwh)}
    cents = round_half_up(kwh * exact_decimal(settings.electricity) * Fraction(CENTS_PER_UNIT))
    return {
        "energy_kwh": float(kwh),
        "energy_cost_cents": cents,
        "lifetime_cost_cents": bill.total_cents + cents,
    }


def settings_record(
    settings: Settings, cost_set: CostSet, power_set: PowerSet, unscaled: CostSet
) -> dict[str, Number | str | None]:
    """Return settings by the keys of `reports.whatif_points.SETTINGS`."""
    reach_mm = cost_set.electrical_reach_mm if settings.reach_mm is None else settings.reach_mm
    return {
        "row_pitch_mm": settings.row_pitch_mm,
        "column_pitch_mm": settings.column_pitch_mm,
        "overhead_per_end_mm": settings.overhead_mm,
        "inside_cabinet_mm": settings.inside_mm,
        "slots_per_cabinet": settings.slots,
        "taken_cabinets": "+".join(settings.taken),
        "electrical_reach_mm": reach_mm,
        "cost_set": cost_set.name,
        "cost_set_sha256": set_sha256(unscaled),
        "power_set": power_set.name,
        "power_set_sha256": set_sha256(power_set),
        "electrical_price_factor": settings.electrical_price,
        "optical_price_factor": settings.optical_price,
        "switch_price_factor": settings.switch_price,
        "years": settings.years,
        "electricity_per_kwh": settings.electricity,
        "switch_ns": settings.switch_ns,
        "currency": cost_set.currency,
    }
