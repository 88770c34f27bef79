"""A plan under other assumptions: what the ``whatif`` command runs."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.objectives import ObjectiveSpec, parse_objective
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.files import canonical_sha256
from netfloor.foundation.interrupt import Interrupt, undisturbed
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free, never, write_file
from netfloor.foundation.tool import TOOL
from netfloor.layout.objective import rank
from netfloor.layout.problem import make_problem
from netfloor.layout.solve import SolveOptions, solve
from netfloor.plans.load import load_plan
from netfloor.plans.own_prices import own_cost_set, own_power_set
from netfloor.plans.plan import Plan
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.whatif.chart import whatif_svg
from netfloor.reports.whatif.points import WhatIf, WhatIfPoint, whatif_csv
from netfloor.rooms.any_room import AnyRoom, require_slots
from netfloor.studies.results.store import WHATIF, RunAbout, RunWriter, open_results
from netfloor.studies.whatif.assumptions import OWN, Assumptions, Variation, read_variations
from netfloor.studies.whatif.figures import PlacedPoint, PointFigures
from netfloor.studies.whatif.objective import assumptions_read, placement_aim
from netfloor.studies.whatif.room import (
    carried_plan,
    carried_requirements,
    carried_slots,
    changed_room,
    closed_by_servers,
    homeless_servers,
    refuse_keys_of_grids,
    room_assumptions,
)
from netfloor.traffic.load.saturation import analysed_routing, said_of, saturation

AS_PLANNED, KEPT, AGAIN = "as planned", "kept", "placed again"
#: Routers that a message names.
MOST_NAMED = 10


@dataclass(frozen=True)
class WhatIfRequest:
    """What the user asked for; see the command's options.

    Attributes
    ----------
    models
        The baseline's coefficient sets, reach, years, electricity and switch latency; its room
        is the plan's.
    replace
        How to place again where room or objective differ; None: the placement is kept.
    objective
        What to place for; None: what the plan was made for.
    traffic
        A routing, for what the network carries; None: nobody asked.
    terms
        Of ownership, for what is paid over the years; None: the bill and the electricity alone.
    """

    plan: Path
    sets: tuple[str, ...]
    sweeps: tuple[str, ...]
    models: Assumptions
    replace: SolveOptions | None = None
    csv: Path | None = None
    svg: Path | None = None
    results: Path | None = None
    objective: str | None = None
    terms: OwnershipTerms | None = None
    html: Path | None = None
    traffic: str | None = None
    head: ReportHead = field(default_factory=ReportHead)


def run_whatif(request: WhatIfRequest, observer: Observer, interrupt: Interrupt, *, force: bool) -> WhatIf:
    """Work out the baseline and every point, and write what was asked for.

    Each point is in the results file before the next one begins.

    Raises
    ------
    InputError
        If plan, keys, values or files are not usable, or a kept placement is not legal at a
        point; nothing is written then.
    InfeasibleError
        If the network does not fit into the room of a point, or the cost set sells nothing
        for the plan as it stands.
    """
    variations = read_variations(request.sets, request.sweeps)
    for path in (request.csv, request.svg, request.html):
        if path is not None:
            check_free(path, never, force=force)
    observer.doing("reading the plan")
    points = _Points(request, load_plan(request.plan), variations, observer, interrupt)
    observer.doing("checking every point")
    points.check()
    with nullcontext() if request.results is None else open_results(request.results) as results:
        with interrupt.heeding():
            empty = points.outcome()
            whatif = points.work_out(
                empty, None if results is None else results.begin(points.about(), empty)
            )
        with undisturbed():
            if request.csv is not None:
                write_file(request.csv, whatif_csv(whatif))
            if request.svg is not None:
                observer.doing("drawing the chart")
                write_file(request.svg, whatif_svg(whatif, "whatif-", standalone=True))
            if request.html is not None:
                from netfloor.reports.whatif.page import whatif_page  # noqa: PLC0415 - only for files

                observer.doing("writing the page")
                write_file(request.html, whatif_page(whatif, points.plans, request.head))
    return whatif


def _with_own_sets(assumed: Assumptions, plan: Plan) -> Assumptions:
    """Return assumptions whose cost set and power set are named: by the user, else by the plan."""
    cost_set, power_set = assumed.cost_set, assumed.power_set
    if power_set == OWN:
        power_set = own_power_set([plan])
    if cost_set == OWN:
        cost_set = own_cost_set([plan])
    return replace(assumed, cost_set=cost_set, power_set=power_set)


class _Points:
    """The points of one command, checked and worked out one after the other; the baseline first."""

    def __init__(
        self,
        request: WhatIfRequest,
        plan: Plan,
        variations: list[Variation],
        observer: Observer,
        interrupt: Interrupt,
    ) -> None:
        self.request, self.plan, self.observer, self.interrupt = request, plan, observer, interrupt
        self.base = replace(_with_own_sets(request.models, plan), **room_assumptions(plan.room))
        self.points = [(variation, variation.of(self.base)) for variation in (Variation(), *variations)]
        latencies = [assumed.switch_ns for _, assumed in self.points]
        carried = None
        if request.traffic is not None:
            rule = analysed_routing(request.traffic)
            observer.doing("loading every channel")
            carried = saturation(plan.topology, rule, observer)
        self.figures = PointFigures(plan.topology, latencies, request.terms, carried)
        self.aim = None if request.replace is None else placement_aim(request.plan, request.objective)
        self.networks: dict[str, PlacedPoint] = {}
        self.plans: dict[str, Plan] = {}

    def check(self) -> None:
        """Refuse what cannot be worked out at any point, before anything is."""
        self._require_years_used()
        for variation, assumed in self.points:
            self._objective(assumed)
            if not variation.changes:
                continue
            refuse_keys_of_grids(self.plan.room, assumed)
            room, routers = changed_room(self.plan.room, assumed), self.plan.topology.routers
            if self.request.replace is None:
                self._require_places(variation, room)
            else:
                require_slots(variation.label, routers, room)
                closed_by_servers(self.plan, room, routers)
        if reason := self._point(*self.points[0]).refused:
            raise InfeasibleError(reason)

    def _require_years_used(self) -> None:
        """Refuse part of a year, and years on which nothing depends."""
        priced = [self.figures.counts_years(assumed) for _, assumed in self.points]
        if not any(priced) and any(assumed.years != Assumptions().years for _, assumed in self.points):
            advice = f"add {setting('electricity')}, a price, or {setting('ownership')}"
            raise InputError("years", "change nothing while electricity has no price", advice)

    def _require_places(self, variation: Variation, room: AnyRoom) -> None:
        _, homeless = carried_slots(self.plan, room)
        routers = [self.plan.topology.label(router) for router in homeless]
        for what, names in (
            ("switches without a place", routers),
            ("servers in cabinets that do not exist", homeless_servers(self.plan, room)),
        ):
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            if names:
                raise InputError(
                    variation.label,
                    f"the plan has {what}: {', '.join(names[:MOST_NAMED])}{more}",
                    f"add {setting('replace')} to place the network again",
                )

    def about(self) -> RunAbout:
        """Return what a results file says of the command."""
        plan = self.plan
        return RunAbout(WHATIF, str(plan.path), plan.sha256, plan.topology.name, plan.room.summary)

    def outcome(self) -> WhatIf:
        """Return the command without its points."""
        topology, options = self.plan.topology, self.request.replace
        budget = None if options is None else options.effective_budget
        about: dict[str, float | int | str | None] = {
            "plan": str(self.plan.path),
            "plan_sha256": self.plan.sha256,
            "network": topology.name,
            "room": self.plan.room.summary,
            "routers": topology.routers,
            "link_gbps": topology.link_gbps,
            "tool": f"{TOOL['name']} {TOOL['version']}",
            "seed": None if options is None else options.seed,
            "iterations": None if budget is None else budget.iterations,
            "seconds": None if budget is None else budget.seconds,
        }
        sweeps = tuple(text.partition("=")[0].strip() for text in self.request.sweeps)
        prices = self.figures.models(self.base)[0].prices_text
        return WhatIf(about, sweeps, (), len(self.points), tuple(self._notes()), prices)

    def work_out(self, empty: WhatIf, run: RunWriter | None) -> WhatIf:
        """Return all points, each in the results file first; after an interrupt those so far."""
        task = "whatif"
        self.observer.started(task, len(self.points))
        done: list[WhatIfPoint] = []
        for variation, assumed in self.points:
            if done and self.interrupt.asked:
                break
            self.observer.advanced(task, len(done), variation.label)
            point = self._point(variation, assumed)
            if run is not None:
                with undisturbed():
                    run.add(len(done), point)
            done.append(point)
            self.observer.advanced(task, len(done), point.name)
        self.observer.finished(task)
        return replace(empty, points=tuple(done))

    def _point(self, variation: Variation, assumed: Assumptions) -> WhatIfPoint:
        return self.figures.point(variation, assumed, self._network(assumed))

    def _objective(self, assumed: Assumptions) -> ObjectiveSpec | None:
        """Return what is placed for at a point, None where nothing is; its sets are read in any case."""
        models, aim = self.figures.models(assumed), self.aim
        if aim is None:
            return None
        reach_mm = assumed.electrical_reach_mm
        return parse_objective(aim.text, *models, reach_mm, assumed.switch_ns, aim.parts)

    def _network(self, assumed: Assumptions) -> PlacedPoint:
        """Return the network in a room, once for all points that share it and what it is placed for."""
        room, objective = changed_room(self.plan.room, assumed), self._objective(assumed)
        reads = assumptions_read(objective, assumed)
        key = canonical_sha256([room.definition(), reads])
        if key not in self.networks:
            planned = room.definition() == self.plan.room.definition()
            planned = planned and reads == assumptions_read(objective, self.base)
            slot_of, homeless = carried_slots(self.plan, room)
            again = None
            if objective is not None and not planned:
                again = self._placed_again(room, objective, None if homeless else slot_of)
            placement = AGAIN if again is not None else AS_PLANNED if planned else KEPT
            at = slot_of if again is None else again
            carried = carried_plan(self.plan, room, at, again=again is not None)
            self.networks[key] = self.figures.placed(carried, placement)
            self._keep(carried, placement)
        return self.networks[key]

    def _keep(self, carried: Plan, placement: str) -> None:
        """Remember a placement that no point before has, for the floors of a page."""
        known = self.plans.values()
        if not any(np.array_equal(one.placement.slot_of, carried.placement.slot_of) for one in known):
            name = placement if not self.plans else f"{placement}, number {len(self.plans)}"
            self.plans[name] = carried

    def _placed_again(
        self, room: AnyRoom, spec: ObjectiveSpec, kept: npt.NDArray[np.int32] | None
    ) -> npt.NDArray[np.int32] | None:
        """Return a better placement than the one that could be kept, None where none is found."""
        topology, options = self.plan.topology, self.request.replace
        if options is None:
            return None
        closed = closed_by_servers(self.plan, room, topology.routers)
        required = carried_requirements(self.plan, room, closed)
        make = None if spec.is_length else spec.make
        options = replace(options, closed=closed, objective=make, requirements=required)
        try:
            objective = spec.make(topology, room, make_problem(topology, room))
            result = solve(topology, room, options, observer=self.observer, interrupt=self.interrupt)
        except InfeasibleError:  # nothing is sold for this objective: the point says so itself
            if kept is None:
                raise
            return None
        again = result.placement.slot_of
        return None if kept is not None and rank(objective, kept) <= rank(objective, again) else again

    def _notes(self) -> Iterator[str]:
        yield from self.plan.topology.notes
        base = self.points[0][1]
        priced = next((one for _, one in self.points if self.figures.counts_years(one)), base)
        owned = replace(base, years=priced.years, electricity_per_kwh=priced.electricity_per_kwh)
        yield from self.figures.unknown_costs(owned, self._network(base))
        if self.request.terms is None and priced.electricity_per_kwh is not None:
            yield (
                "Cost of ownership: parts, and the electricity of the network and, where the power set has "
                "a figure, of ports to servers, at full power all year; cooling is not counted."
            )
        if not self.figures.connected:
            yield "The network is not connected: it has no latency."
        if self.request.traffic is not None:
            yield said_of(self.request.traffic)
        yield from self.figures.unverified()
        if self.plan.order is not None:
            yield (
                "The plan was ordered from a catalogue; money and watts here are those of the cost and "
                "power sets. `netfloor bom` has its own parts."
            )
        if self.aim is not None:
            yield (
                f"Where room or objective differ the network is placed again for {self.aim.text}, by the "
                "figures of the point; the plan's own placement stays where it is legal and no worse."
            )
            if self.plan.solver.together:
                yield (
                    "The plan placed switches together with their servers; placed again here, switches are "
                    "placed alone and the servers after them. A plan made for the point may cost less."
                )
            elif self.plan.hosts is not None:
                yield "Servers follow their switches then; their cables are paid for, but not weighed."
