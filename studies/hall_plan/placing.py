"""The placement of a planning file's network, servers and parts, for each choice of places."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.cage_ports import shared_cage_ports
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.units import mm_to_metres, money_text
from netfloor.layout.requirement_costs import requirement_costs
from netfloor.layout.result import Result, WithoutRequirement
from netfloor.layout.solve import SolveOptions
from netfloor.plans.objective import ObjectiveChoice
from netfloor.plans.order.devices import chosen_equipment
from netfloor.plans.order.loads import refuse_overload
from netfloor.plans.order.parts_list import PartsList, listed_parts
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits
from netfloor.rooms.hosts.server_placement import min_wherever_mm, place_hosts
from netfloor.studies.hall_plan.cages import CageSaving, cage_saving
from netfloor.studies.hall_plan.file import FIELDS, HallPlanFile, SwitchChoice
from netfloor.studies.hall_plan.switch_places import (
    AllowedSlots,
    Candidates,
    PlaceOutcome,
    choices_of,
    compared,
    outcome_of,
)
from netfloor.studies.hall_plan.together import Together
from netfloor.studies.place import PlacingRun, Site, place_once, with_costs, with_objective
from netfloor.topologies.management import management_ends, taken_ports, with_management_ports

if TYPE_CHECKING:
    from netfloor.rooms.hall.cables.fill import TrayFill


@dataclass(frozen=True)
class CandidateLayout:
    """The result of one choice of places for the switches."""

    plan: Plan
    result: Result
    parts: PartsList | None
    fill: "TrayFill | None"
    saving: CageSaving | None
    options: SolveOptions
    reason: str = ""  # why there are no parts
    refused: str = ""  # why switches were not placed jointly with servers
    tied_by: tuple[str, ...] = ()  # requirements that prevented the joint placement
    both: str = ""  # results of both searches, if both were tried

    def costs_more_than(self, other: "CandidateLayout") -> bool:
        """Return whether another result has a cheaper bill, or the only one."""
        if self.parts is None or other.parts is None:
            return other.parts is not None
        return other.parts.bom.total_cents < self.parts.bom.total_cents

    @property
    def all_cable_mm(self) -> int:
        """Length of all cables on their shortest routes, including those to servers."""
        hosts, endpoints = self.plan.hosts, self.plan.topology.endpoints
        to_servers = 0 if hosts is None else int(hosts.lengths_of_endpoints(endpoints).sum())
        return self.plan.shortest_cables.total_mm + to_servers

    def costed(self, costs: tuple[WithoutRequirement, ...]) -> "CandidateLayout":
        """Return the result with the costs of its requirements, also in the plan's record."""
        plan, result = with_costs(self.plan, self.result, costs)
        parts = self.parts and replace(self.parts, plan=replace(self.parts.plan, solver=plan.solver))
        return replace(self, plan=plan, result=result, parts=parts)


@dataclass(frozen=True)
class Placing:
    """The network and devices to place, with options and limits."""

    request: HallPlanFile
    site: Site
    catalogue: Catalogue
    devices: Devices
    limits: HostLimits
    options: SolveOptions
    aim: ObjectiveChoice
    chosen: npt.NDArray[np.int64] | None  # cabinet of each server as given by a file
    path: Path  # future path of the plan

    def best(
        self, observer: Observer, interrupt: Interrupt
    ) -> tuple[CandidateLayout, tuple[PlaceOutcome, ...]]:
        """Return the choice with the lowest bill, and the outcome of each of several choices.

        `InfeasibleError` if no choice can be placed; missing parts of a single choice are left to the
        caller.
        """
        with interrupt.handle_interrupts():
            return self._best(observer, interrupt)

    def _best(
        self, observer: Observer, interrupt: Interrupt
    ) -> tuple[CandidateLayout, tuple[PlaceOutcome, ...]]:
        choices = choices_of(self.request)
        if len(choices) == 1:
            return self._costed(
                self.by(choices[0], observer, interrupt), choices[0], observer, interrupt
            ), ()
        best: CandidateLayout | None = None
        kept: SwitchChoice = choices[0]
        results = []
        for choice in choices:
            if interrupt.asked and best is not None:
                results.append(PlaceOutcome(choice, "not placed: the run was interrupted"))
                continue
            observer.doing(f"switches: {choice}")
            try:
                laid = self.by(choice, observer, interrupt)
            except InfeasibleError as error:
                results.append(PlaceOutcome(choice, _told(error)))
                continue
            parts = laid.parts
            results.append(
                PlaceOutcome(choice, laid.reason) if parts is None else outcome_of(choice, parts)
            )
            if parts is not None and (best is None or best.costs_more_than(laid)):
                best, kept = laid, choice
        if best is None:
            raise InfeasibleError("; ".join(f"{item.choice}: {item.reason}" for item in results))
        return self._costed(best, kept, observer, interrupt), compared(results)

    def _costed(
        self, laid: CandidateLayout, choice: SwitchChoice, observer: Observer, interrupt: Interrupt
    ) -> CandidateLayout:
        """Return the kept choice with the costs of its requirements."""
        if laid.options.together is not None:
            return laid.costed(tuple(self._costs_of_both(laid, choice, observer, interrupt)))
        options, site = with_objective(laid.options, self.aim), self.site
        arguments = site.topology, site.room, options, laid.result, observer, interrupt
        return laid.costed(requirement_costs(*arguments, laid.tied_by))

    def _costs_of_both(
        self, laid: CandidateLayout, choice: SwitchChoice, observer: Observer, interrupt: Interrupt
    ) -> Iterator[WithoutRequirement]:
        """Yield the cost of each requirement for switches and servers placed jointly for length.

        The same search runs again without the requirement, with equal seed and budget; all cables count,
        including those to servers.
        """
        if self.request.layout.objective != "length" or laid.parts is None:
            return
        kept_mm = laid.all_cable_mm
        for number, requirement in enumerate(self.options.requirements):
            if interrupt.asked:
                return
            observer.doing(f"without {requirement.text}")
            others = self.options.requirements[:number] + self.options.requirements[number + 1 :]
            eased = replace(self, options=replace(self.options, requirements=others))
            try:
                free = eased.by(choice, observer, interrupt)
            except InfeasibleError:  # other limits are violated without the rule
                continue
            if not interrupt.asked and free.options.together is not None:
                yield WithoutRequirement(requirement.text, min(free.all_cable_mm, kept_mm), kept_mm=kept_mm)

    def by(self, choice: SwitchChoice, observer: Observer, interrupt: Interrupt) -> CandidateLayout:
        """Return the network placed according to a choice, with servers and parts.

        If the choice leaves the cabinets open, both its first cabinets and those suggested by that result
        are tried, and the cheaper bill is kept.
        """
        rule = self.request.servers.rule
        candidates = Candidates(self.site.room, self.devices, self.limits, rule, self.options.requirements)
        narrowed = candidates.narrowed(choice)
        laid = self._in(narrowed, observer, interrupt)
        if not narrowed.searched or interrupt.asked:
            return laid
        other = candidates.better(choice, laid.plan)
        if other is None:
            return laid
        try:
            again = self._in(other, observer, interrupt)
        except InfeasibleError:
            return laid
        return again if laid.costs_more_than(again) else laid

    def _in(self, narrowed: AllowedSlots, observer: Observer, interrupt: Interrupt) -> CandidateLayout:
        """Return the network placed in the part of the room that a choice leaves."""
        closed, limits = narrowed.closed if narrowed.closed.any() else None, narrowed.limits
        options = replace(self.options, closed=closed, requirements=narrowed.required)
        together = Together(self.request, self.site, self.catalogue, self.devices, limits)
        refused, tied_by = together.refused(options), tuple(together.tied_by(options))
        laid = self._searched(together.asked(options, observer), limits, observer, interrupt)
        if together.is_worth_trying(options) and not interrupt.asked:
            observer.doing("switches together with their servers")
            laid = self._better(laid, together.joint(options, observer), limits, observer, interrupt)
        return replace(laid, refused=refused, tied_by=tied_by)

    def _searched(
        self, options: SolveOptions, limits: HostLimits, observer: Observer, interrupt: Interrupt
    ) -> CandidateLayout:
        """Return the result of one search."""
        placed = place_once(self.site, options, self.aim, observer, interrupt, self.site.topology.name)
        with defer_interrupts():
            return self._equipped(placed, limits, options, observer)

    def _better(
        self,
        first: CandidateLayout,
        options: SolveOptions,
        limits: HostLimits,
        observer: Observer,
        interrupt: Interrupt,
    ) -> CandidateLayout:
        """Return the better of a sequential placement and one by the joint search, with a note on both.

        The objective length keeps the one with less cable, other objectives the cheaper bill.
        """
        try:
            other = self._searched(options, limits, observer, interrupt)
        except InfeasibleError:
            return first
        if self.request.layout.objective == "length":
            kept = other if other.all_cable_mm < first.all_cable_mm else first
            came_to = [f"{mm_to_metres(item.all_cable_mm):,.1f} m" for item in (first, other)]
        else:
            kept = other if first.costs_more_than(other) else first
            came_to = [
                "no bill"
                if item.parts is None
                else f"{money_text(item.parts.bom.total_cents)} {self.catalogue.currency}"
                for item in (first, other)
            ]
        which = "the first" if kept is first else "the second"
        return replace(
            kept,
            both=f"switches first, then their servers: {came_to[0]}; both in one search: {came_to[1]}; "
            f"{which} is kept",
        )

    def _equipped(
        self, placed: PlacingRun, limits: HostLimits, options: SolveOptions, observer: Observer
    ) -> CandidateLayout:
        request, room, rule = self.request, self.site.room, self.request.servers.rule
        observer.doing("servers into cabinets")
        slot_of, hosts = placed.plan.placement.slot_of, None
        if not request.parts.network_only:
            hosts = place_hosts(room, slot_of, self.devices, rule, limits, self.chosen)
        if placed.plan.solver.together and hosts is not None and hosts.proof is not None:
            least_mm = min_wherever_mm(room, hosts, self.site.topology.endpoints)
            hosts = replace(hosts, proof=replace(hosts.proof, wherever_mm=least_mm))
        terms, reserve_w = request.order_terms(), request.servers.reserve_w
        order = terms.record(request.catalogue, self.catalogue, reserve_w, request.trays.record)
        plan = replace(
            placed.plan,
            ports=self._ports(),
            hosts=hosts,
            order=order,
            path=self.path,
            title=request.title,
        )
        observer.doing("choosing parts")
        try:
            parts, fill = self._parts(plan)
        except InfeasibleError as error:
            return CandidateLayout(
                plan=plan,
                result=placed.result,
                parts=None,
                fill=None,
                saving=None,
                options=options,
                reason=_told(error),
            )
        saving = cage_saving(parts)
        if saving is not None and saving.is_dearer:
            parts, fill = self._parts(replace(plan, ports=None))
            saving = None
        refuse_overload(parts)
        return CandidateLayout(parts.plan, placed.result, parts, fill, saving, options)

    def _ports(self) -> npt.NDArray[np.int32] | None:
        """Return the ports of all cables; None if sharing cages saves no cable."""
        topology = self.site.topology
        equipment = chosen_equipment(self.request.order_terms(), topology, self.catalogue)
        routers = np.repeat(topology.links, topology.multiplicity, axis=0)
        own = routers[~management_ends(topology).any(axis=1)]
        per_cage = equipment.links_per_cage(self.catalogue)
        ports = shared_cage_ports(own, taken_ports(topology), per_cage)
        return None if ports is None else with_management_ports(topology, ports)

    def _parts(self, plan: Plan) -> tuple[PartsList, "TrayFill | None"]:
        """Return the bill of a plan, with detours around full trays if requested, and the tray fill."""
        request, room = self.request, plan.room
        file, terms = Path(request.catalogue), request.order_terms()
        parts = listed_parts(plan, file, self.catalogue, terms)
        if not isinstance(room, Hall) or not room.trays:
            return parts, None
        from netfloor.plans.order.trays import bought_tray_fill, relieved  # noqa: PLC0415 - loads SciPy

        fill = bought_tray_fill(room, parts, request.trays.areas)
        if not (request.trays.reroute and fill.overfull):
            return parts, fill
        fill, detours = relieved(room, parts, request.trays.areas)
        if detours:
            parts = listed_parts(replace(plan, detours=detours), file, self.catalogue, terms)
        return parts, fill


def _told(error: InfeasibleError) -> str:
    """Return the text of an error, with settings named by their fields in the file."""
    return error.told(lambda name: FIELDS.get(name, name))
