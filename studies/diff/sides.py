"""The two plans of a difference, of any kind: fabrics, prices if both are priced, and matched names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from netfloor.exchange.user_tables.matches import read_name_pairs
from netfloor.fabric.fabric import SERVER, SWITCH, Fabric
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.plans.alignment import PricedFabric
from netfloor.plans.diff import require_names
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_any, fabric_of_plan
from netfloor.reports.diff.table import NO_MONEY, NO_SERVERS
from netfloor.rooms.any_room import Room
from netfloor.studies.diff.prices import PricedPlan, priced_plans
from netfloor.topologies.router_names import common_names


@dataclass(frozen=True, eq=False)
class DiffSide:
    """One of the two plans."""

    plan: AnyPlan
    fabric: PricedFabric  # the compared devices and cables with their parts, without unplaced servers
    priced: PricedPlan | None = None  # its bill; None if the two plans are not priced

    @property
    def room(self) -> Room:
        """The room."""
        return self.plan.room

    @property
    def network(self) -> str:
        """Spec of the network, or title of the lists."""
        return self.plan.topology.name if isinstance(self.plan, Plan) else self.plan.fabric.name

    @property
    def whole(self) -> Fabric:
        """The fabric with all its servers."""
        return fabric_of_any(self.plan) if self.priced is None else self.priced.fabric.fabric

    @property
    def is_one_network(self) -> bool:
        """Whether it is the plan of a single formula, which has figures of the network."""
        return isinstance(self.plan, Plan) and self.plan.topology.networks is None

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the plan and its prices."""
        own = self.plan.topology.notes if isinstance(self.plan, Plan) else self.plan.fabric.notes
        return (*own, *(() if self.priced is None else self.priced.warnings))


def diff_sides(
    plans: tuple[AnyPlan, AnyPlan], catalogue: Path | None, reach_m: float | None, *, alike: bool
) -> tuple[DiffSide, DiffSide, tuple[str, ...]]:
    """Return both plans ready for comparison, and remarks on their prices.

    Plans of a single network are priced by their own catalogues or by a common one, plans of several
    networks by their own catalogues; other plans have no prices. With ``alike``, switch names that differ
    only in a prefix are unified. `InputError` if given prices do not apply, or two devices share a name;
    `InfeasibleError` if no part is sold for a link.
    """
    reason, notes = _unpriced(plans), tuple[str, ...]()
    if not reason:
        formulas = [plan for plan in plans if isinstance(plan, Plan)]
        priced = priced_plans(formulas, catalogue, reach_m)
        sides = tuple(DiffSide(item.plan, item.fabric, item) for item in priced)
    elif catalogue is not None or reach_m is not None:
        given = setting("reach") if catalogue is None else setting("catalogue")
        raise InputError(given, f"prices only plans of one network: {reason}", "leave it out")
    else:
        sides = tuple(DiffSide(plan, PricedFabric(fabric_of_any(plan))) for plan in plans)
        notes = (f"{NO_MONEY}: {reason}",)
    old, new = _named_alike(sides[0], sides[1]) if alike else sides
    servers = servers_known(*plans)
    for side in (old, new):
        require_names(side.fabric.fabric, str(side.plan.path))
    return _compared(old, servers=servers), _compared(new, servers=servers), notes


def _unpriced(plans: Sequence[AnyPlan]) -> str:
    """Return why two plans are not priced; empty if they are."""
    for plan in plans:
        if isinstance(plan, LaidFabric):
            return f"{plan.path} is made from lists, which diff does not price"
    for plan in plans:
        if isinstance(plan, Plan) and plan.topology.networks is not None:
            lacking = [str(item.path) for item in plans if isinstance(item, Plan) and item.order is None]
            if lacking:
                several = f"{plan.path} has {len(plan.topology.networks)} networks"
                return f"{several}, and there is no order for {' and '.join(lacking)}"
    return ""


def _compared(side: DiffSide, *, servers: bool) -> DiffSide:
    """Return the compared part of a side: without servers if either plan does not place its own."""
    if servers:
        return side
    return replace(side, fabric=replace(side.fabric, fabric=side.fabric.fabric.without(SERVER)))


def _named_alike(old: DiffSide, new: DiffSide) -> tuple[DiffSide, DiffSide]:
    """Return both sides with unified switch names: ``r0`` of one is ``0`` of the other."""
    sides = old, new
    own = [_switch_names(side.fabric.fabric) for side in sides]
    names = list(common_names(*own))
    if names == own:
        return sides
    listed = [isinstance(side.plan, LaidFabric) for side in sides]
    if listed.count(True) == 1:  # names in lists are those that people use
        mine = listed.index(True)
        full = dict(zip(names[mine], own[mine], strict=True))
        names = [[full.get(name, name) for name in both] for both in names]
    first, second = (
        _renamed(side, dict(zip(before, after, strict=True)))
        for side, before, after in zip(sides, own, names, strict=True)
    )
    return first, second


def _switch_names(fabric: Fabric) -> list[str]:
    return [fabric.devices[number].name for number in fabric.switches]


def _renamed(side: DiffSide, names: Mapping[str, str]) -> DiffSide:
    """Return a side with new names of switches, and of servers named after them."""
    fabric = side.fabric.fabric
    devices = []
    for device in fabric.devices:
        if device.kind == SWITCH:
            devices.append(replace(device, name=names[device.name]))
        elif not device.name_stated and (parts := device.name[1:].rpartition("-"))[0] in names:
            devices.append(replace(device, name=f"h{names[parts[0]]}-{parts[2]}"))
        else:
            devices.append(device)
    renamed = replace(fabric, devices=tuple(devices))
    plan = side.plan
    if isinstance(plan, Plan):
        labels = tuple(names[plan.topology.label(number)] for number in range(plan.topology.routers))
        plan = replace(plan, topology=replace(plan.topology, labels=labels))
    else:
        plan = replace(plan, fabric=renamed)
    return replace(side, plan=plan, fabric=replace(side.fabric, fabric=renamed))


def matched_names(path: Path, old: Fabric, new: Fabric) -> dict[str, str]:
    """Return the new name of each old switch from a CSV file ``old,new``; others are removed."""
    return read_name_pairs(path, _switch_names(old), _switch_names(new))


def known_fabrics(*plans: Plan) -> list[PricedFabric]:
    """Return plans with the parts of their cables if known, with servers if all plans place theirs."""
    try:
        results = [priced_plan.fabric for priced_plan in priced_plans(plans, None, None)]
    except (InputError, InfeasibleError):
        results = [PricedFabric(fabric_of_plan(plan)) for plan in plans]
    servers = servers_known(*plans)
    for plan, item in zip(plans, results, strict=True):
        require_names(item.fabric, str(plan.path))
    return (
        results if servers else [replace(entry, fabric=entry.fabric.without(SERVER)) for entry in results]
    )


def servers_known(*plans: AnyPlan) -> bool:
    """Return False if a plan has endpoints but neither records servers nor has them from a file."""
    return all(map(_has_its_servers, plans))


def servers_note(*plans: AnyPlan) -> str:
    """Return the note on plans of which one or more do not place their servers; empty if all do."""
    lacking = sum(not _has_its_servers(plan) for plan in plans)
    which = "neither plan" if lacking == len(plans) else "only one plan"
    return f"{which} places its servers: {NO_SERVERS}" if lacking else ""


def _has_its_servers(plan: AnyPlan) -> bool:
    if not isinstance(plan, Plan):
        return True
    return bool(plan.hosts) or plan.given is not None or not plan.topology.endpoints.any()
