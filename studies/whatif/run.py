"""A plan under changed assumptions, for the ``whatif`` command."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from netfloor.costmodels.buying.ownership_terms import OwnershipTerms
from netfloor.costmodels.objectives import ObjectiveSpec
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.files import canonical_sha256
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.tool import TOOL
from netfloor.foundation.wording import percent_text
from netfloor.layout.objective import rank
from netfloor.layout.problem import make_problem
from netfloor.layout.solve import SolveOptions, solve
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import AnyPlan, load_any_plan
from netfloor.plans.networks import networks_of
from netfloor.plans.order.terms import ListedTerms
from netfloor.plans.plan import Plan
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.whatif.chart import whatif_svg
from netfloor.reports.whatif.points import AGAIN, WhatIf, WhatIfPoint, whatif_csv
from netfloor.rooms.any_room import Room, require_slots
from netfloor.rooms.hall.hall import Hall
from netfloor.studies.results.store import WHATIF, RunAbout, RunWriter, open_results
from netfloor.studies.whatif.assumptions import Assumptions, Variation, raise_problems, read_variations
from netfloor.studies.whatif.figures import PlacedPoint, PointFigures
from netfloor.studies.whatif.objective import assumptions_read, placement_aim
from netfloor.studies.whatif.prices import PointPrices
from netfloor.studies.whatif.room import (
    all_cable_mm,
    carried_lists,
    carried_plan,
    carried_requirements,
    carried_slots,
    changed_room,
    closed_by_servers,
    homeless_servers,
    joint_search,
    lost_devices,
    moved_text,
    refuse_keys_of_grids,
    room_assumptions,
)
from netfloor.traffic.load.saturation import Saturation, analysed_routing, said_of, saturation

AS_PLANNED, KEPT = "as planned", "kept"
#: Maximum switches in a message.
MAX_NAMED = 10


@dataclass(frozen=True)
class WhatIfRequest:
    """The options of the command."""

    plan: Path
    sets: tuple[str, ...]
    sweeps: tuple[str, ...]
    # prices, reach, years, electricity and switch latency of the baseline; its room is the plan's
    models: Assumptions
    # options for placing again if room or objective differ; None: the placement is kept
    replace: SolveOptions | None = None
    csv: Path | None = None
    svg: Path | None = None
    results: Path | None = None
    objective: str | None = None  # for placing again; None: that of the plan
    terms: OwnershipTerms | None = None  # of ownership; None: only bill and electricity
    html: Path | None = None
    traffic: str | None = None  # routing for throughput figures; None: none
    listed: ListedTerms = field(default_factory=ListedTerms)  # as in `OrderTerms`
    network_only: bool = False  # as in `OrderTerms`
    head: ReportHead = field(default_factory=ReportHead)


def run_whatif(request: WhatIfRequest, observer: Observer, interrupt: Interrupt, *, force: bool) -> WhatIf:
    """Calculate the baseline and every point, and write the requested files.

    Each point is in the results file before the next one begins. `InputError` if plan, keys, values or
    files are not usable, or a kept placement is not valid at a point; nothing is written then.
    `InfeasibleError` if the network does not fit into the room of a point, or the cost set has no parts for
    the plan as it is.
    """
    variations = read_variations(request.sets, request.sweeps)
    for path in (request.csv, request.svg, request.html):
        if path is not None:
            check_free(path, foreign_files, force=force)
    observer.doing("reading the plan")
    points = _Points(request, load_any_plan(request.plan), variations, observer, interrupt)
    observer.doing("checking every point")
    points.check()
    with nullcontext() if request.results is None else open_results(request.results) as results:
        with interrupt.handle_interrupts():
            empty = points.outcome()
            whatif = points.work_out(
                empty, None if results is None else results.begin(points.about(), empty)
            )
        with defer_interrupts():
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


class _Points:
    """The points of a command, checked and calculated one after the other, the baseline first."""

    def __init__(
        self,
        request: WhatIfRequest,
        plan: AnyPlan,
        variations: list[Variation],
        observer: Observer,
        interrupt: Interrupt,
    ) -> None:
        self.request, self.plan, self.observer, self.interrupt = request, plan, observer, interrupt
        self.prices = PointPrices(plan, request.listed, request.terms, network_only=request.network_only)
        self.base = replace(_with_own_electricity(request.models, plan), **room_assumptions(plan.room))
        self.points = self._assumptions(variations)
        latencies = [assumed.switch_ns for _, assumed in self.points]
        self.figures = PointFigures(self.prices, latencies, request.terms, self._carried())
        self.aim = None
        if request.replace is not None and isinstance(plan, Plan):
            self.aim = placement_aim(plan, request.objective)
        self.networks: dict[str, PlacedPoint] = {}
        self.plans: dict[str, AnyPlan] = {}

    def _assumptions(self, variations: list[Variation]) -> list[tuple[Variation, Assumptions]]:
        """Return the baseline and each point with its assumptions; `InputError` names all problems."""
        points, problems = [], list[InputError]()
        for variation in (Variation(), *variations):
            named = variation.named(self.base)
            try:
                self.prices.refuse(named)
                points.append((variation, variation.of(self.base, self.prices.own_values(named))))
            except InputError as error:
                problems.append(error)
        raise_problems(problems)
        return points

    def _carried(self) -> dict[str, Saturation]:
        """Return the throughput of each network by name, if requested."""
        if self.request.traffic is None:
            return {}
        rule = analysed_routing(self.request.traffic)
        self.observer.doing("loading every channel")
        networks = networks_of(self.plan)
        return {
            name: saturation(network.topology, rule, self.observer)
            for name, network in networks.items()
            if len(networks) == 1 or len(network.topology.endpoint_switches) > 1
        }

    def check(self) -> None:
        """Refuse impossible points before any calculation."""
        problems = list[InputError]()
        for check in (self._check_prices, self._check_rooms):
            for variation, assumed in self.points:
                try:
                    check(variation, assumed)
                except InputError as error:
                    problems.append(error)
            raise_problems(problems)
        self._require_years_used()
        priced = self.figures.priced(self.base, self._placed(self.base))
        if priced is not None:
            self.figures.left_out = priced.left_out

    def _check_prices(self, _variation: Variation, assumed: Assumptions) -> None:
        self.prices.of(assumed)
        self._objective(assumed)

    def _check_rooms(self, variation: Variation, assumed: Assumptions) -> None:
        if not variation.changes:
            return
        plan = self.plan
        refuse_keys_of_grids(plan.room, assumed)
        room = changed_room(plan.room, assumed)
        if self.request.replace is None:
            self._require_places(variation, room)
        elif isinstance(plan, Plan):
            require_slots(variation.label, plan.topology.routers, room)
            closed_by_servers(plan, room, plan.topology.routers)

    def _require_years_used(self) -> None:
        """Refuse fractions of a year, and years without any effect."""
        priced = [self.figures.counts_years(assumed) for _, assumed in self.points]
        if not any(priced) and any(assumed.years != Assumptions().years for _, assumed in self.points):
            advice = f"add {setting('electricity')}, a price, or {setting('ownership')}"
            raise InputError("years", "have no effect without a price of electricity", advice)

    def _require_places(self, variation: Variation, room: Room) -> None:
        plan, servers = self.plan, list[str]()
        if isinstance(plan, LaidFabric):
            assert isinstance(room, Hall)  # noqa: S101 - lists are placed in halls
            what, lost = "devices", lost_devices(plan, room)
            names = [plan.fabric.devices[number].name for number in lost]
        else:
            what, (_, homeless) = "switches", carried_slots(plan, room)
            names = [plan.topology.label(router) for router in homeless]
            servers = homeless_servers(plan, room)
        for lacking, lost_names in (
            (f"{what} without a place", names),
            ("servers in cabinets that do not exist", servers),
        ):
            more = f" and {len(lost_names) - MAX_NAMED} more" if len(lost_names) > MAX_NAMED else ""
            if lost_names:
                raise InputError(
                    variation.label,
                    f"this leaves {lacking}: {', '.join(lost_names[:MAX_NAMED])}{more}",
                    f"add {setting('replace')} to place them again",
                )

    @property
    def _network(self) -> str:
        plan = self.plan
        if isinstance(plan, Plan) and plan.topology.networks is None:
            return plan.topology.name
        return plan.display_name

    def about(self) -> RunAbout:
        """Return the description of the command for a results file."""
        plan = self.plan
        return RunAbout(WHATIF, str(plan.path), plan.sha256, self._network, plan.room.summary)

    def outcome(self) -> WhatIf:
        """Return the result without its points."""
        plan, options = self.plan, self.request.replace
        budget = None if options is None else options.effective_budget
        whole = self._placed(self.base).whole.topology
        about: dict[str, float | int | str | None] = {
            "plan": str(plan.path),
            "plan_sha256": plan.sha256,
            "network": self._network,
            "room": plan.room.summary,
            "routers": whole.routers,
            "link_gbps": whole.gbps,
            "tool": f"{TOOL['name']} {TOOL['version']}",
            "seed": None if options is None else options.seed,
            "iterations": None if budget is None else budget.iterations,
            "seconds": None if budget is None else budget.seconds,
        }
        sweeps = tuple(text.partition("=")[0].strip() for text in self.request.sweeps)
        prices = self.prices.text(self.base)
        return WhatIf(about, sweeps, (), len(self.points), tuple(self._notes()), prices)

    def work_out(self, empty: WhatIf, run: RunWriter | None) -> WhatIf:
        """Return all points, each stored in the results file first; after an interrupt those so far."""
        task = "whatif"
        self.observer.started(task, len(self.points))
        done: list[WhatIfPoint] = []
        for variation, assumed in self.points:
            if done and self.interrupt.asked:
                break
            self.observer.advanced(task, len(done), variation.label)
            point = self._point(variation, assumed)
            if run is not None:
                with defer_interrupts():
                    run.add(len(done), point)
            done.append(point)
            self.observer.advanced(task, len(done), point.name)
        self.observer.finished(task)
        return replace(empty, points=tuple(done))

    def _point(self, variation: Variation, assumed: Assumptions) -> WhatIfPoint:
        return self.figures.point(variation, assumed, self._placed(assumed))

    def _objective(self, assumed: Assumptions) -> ObjectiveSpec | None:
        """Return the objective at a point; None if nothing is placed."""
        return None if self.aim is None else self.aim.spec(self.prices.of(assumed), assumed)

    def _placed(self, assumed: Assumptions) -> PlacedPoint:
        """Return the plan in a room, cached for points with the same room and objective."""
        room, objective = changed_room(self.plan.room, assumed), self._objective(assumed)
        reads = assumptions_read(objective, assumed)
        key = canonical_sha256([room.definition(), reads])
        if key not in self.networks:
            planned = room.definition() == self.plan.room.definition()
            planned = planned and reads == assumptions_read(objective, self.base)
            if isinstance(self.plan, LaidFabric):
                carried, again = self._lists_in(room)
            else:
                carried, again = self._network_in(self.plan, room, None if planned else objective)
            placement = AGAIN if again else AS_PLANNED if planned else KEPT
            moved = moved_text(self.plan, carried) if again else ""
            self.networks[key] = self.figures.placed(carried, placement, moved)
            self._keep(carried, placement)
        return self.networks[key]

    def _lists_in(self, room: Room) -> tuple[AnyPlan, bool]:
        """Return the plan of lists in a room, and whether devices moved."""
        plan = self.plan
        assert isinstance(plan, LaidFabric) and isinstance(room, Hall)  # noqa: S101, PT018
        lost = lost_devices(plan, room)
        return carried_lists(plan, room, lost, self.interrupt), bool(lost)

    def _network_in(self, plan: Plan, room: Room, objective: ObjectiveSpec | None) -> tuple[AnyPlan, bool]:
        """Return a plan in a room, placed again if there is an objective, and whether it was."""
        slot_of, homeless = carried_slots(plan, room)
        kept = None if homeless else carried_plan(plan, room, slot_of, again=False)
        if kept is not None and objective is None:
            return kept, False
        if objective is None:
            raise ValueError("switches that lost their slots are placed again")
        again = self._placed_again(plan, room, objective, kept)
        if kept is not None and (again is None or not self._is_better(objective, again, kept)):
            return kept, False
        if again is None:
            raise ValueError("a plan that cannot be kept is placed again")
        return again, True

    def _is_better(self, spec: ObjectiveSpec, plan: Plan, other: Plan) -> bool:
        """Return whether a placement is better; servers' cables count after a joint placement."""
        if self._is_joint(spec):
            return all_cable_mm(plan) < all_cable_mm(other)
        objective = spec.make(plan.topology, plan.room, make_problem(plan.topology, plan.room))
        return rank(objective, plan.placement.slot_of) < rank(objective, other.placement.slot_of)

    def _is_joint(self, spec: ObjectiveSpec) -> bool:
        """Return whether switches are placed jointly with servers, as in the plan."""
        plan = self.plan
        return isinstance(plan, Plan) and spec.is_length and plan.solver.together and bool(plan.hosts)

    def _keep(self, carried: AnyPlan, placement: str) -> None:
        """Store a placement that differs from those of earlier points, for the floor plans of a page."""
        if not any(_stands_alike(plan, carried) for plan in self.plans.values()):
            name = placement if not self.plans else f"{placement}, number {len(self.plans)}"
            self.plans[name] = carried

    def _placed_again(self, plan: Plan, room: Room, spec: ObjectiveSpec, kept: Plan | None) -> Plan | None:
        """Return the plan placed again; None if no parts fit at a point that can keep its placement."""
        topology, options = plan.topology, self.request.replace
        if options is None:
            return None
        closed = closed_by_servers(plan, room, topology.routers)
        required = carried_requirements(plan, room, closed)
        make = None if spec.is_length else spec.make
        joint = joint_search(plan, room) if self._is_joint(spec) else None
        options = replace(options, closed=closed, objective=make, requirements=required, together=joint)
        try:
            result = solve(topology, room, options, observer=self.observer, interrupt=self.interrupt)
        except InfeasibleError:  # no parts for this objective: the point reports it
            if kept is None:
                raise
            return None
        return carried_plan(plan, room, result.placement.slot_of, again=True)

    def _notes(self) -> Iterator[str]:
        plan = self.plan
        yield from plan.topology.notes if isinstance(plan, Plan) else plan.fabric.notes
        base = self.points[0][1]
        priced = next((item for _, item in self.points if self.figures.counts_years(item)), base)
        owned = replace(base, years=priced.years, electricity_per_kwh=priced.electricity_per_kwh)
        placed = self._placed(base)
        yield from self.figures.unknown_costs(owned, placed)
        is_powered = self.request.terms is None and priced.electricity_per_kwh is not None
        if is_powered and base.electricity_per_kwh is None:
            yield (
                "The plan has no price of electricity, so the change in cost of ownership is unknown: "
                "also give the present price."
            )
        for name, network in placed.networks.items():
            if name not in placed.latency and network.topology.link_count:
                yield f"{f'Network {name}' if name else 'The network'} is not connected: it has no latency."
        if self.request.traffic is not None:
            yield said_of(self.request.traffic)
        share = self._point(*self.points[0]).figures.get("unsourced_share")
        if share:
            yield f"{percent_text(share, 0)} of the planned cost comes from UNVERIFIED prices or terms."
        if is_powered:
            yield (
                "Cost of ownership: parts and electricity of the network and server equipment "
                "(where prices have watts), at full power all year, without cooling."
            )
        yield from self.prices.rules()
        yield from self.prices.unverified()
        yield from self._notes_of_placing()

    def _notes_of_placing(self) -> Iterator[str]:
        """Yield notes on placing again, if requested."""
        plan = self.plan
        if self.request.replace is not None and isinstance(plan, LaidFabric):
            yield "Devices that lose their cabinet are placed again for minimum cable; all others stay."
        if self.aim is None or not isinstance(plan, Plan):
            return
        yield (
            f"Where the room or the objective differs, the network is placed again for {self.aim.text}, "
            "with "
            "the figures of the point; the plan's own placement is kept if it is valid and no worse."
        )
        if plan.solver.together and not self._is_joint(self.aim.spec(None, self.base)):
            yield (
                "In the plan, switches were placed jointly with their servers; for this objective, "
                "switches are "
                "placed first and the servers after them. A plan made for the point may cost less."
            )
        elif plan.hosts is not None and not plan.solver.together:
            yield (
                "Servers are then placed near their switches; costs include their cables, the objective "
                "does not."
            )


def _with_own_electricity(assumed: Assumptions, plan: AnyPlan) -> Assumptions:
    """Return assumptions with years and kWh price of the plan's choice of parts, if any."""
    order = None if isinstance(plan, LaidFabric) else plan.order
    if order is None or order.kwh_price is None or assumed.electricity_per_kwh is not None:
        return assumed
    years = order.years if order.years and order.years == round(order.years) else assumed.years
    return replace(assumed, electricity_per_kwh=order.kwh_price, years=years)


def _stands_alike(any_plan: AnyPlan, other: AnyPlan) -> bool:
    """Return whether two versions of a plan have all devices in the same places."""
    if isinstance(any_plan, Plan) and isinstance(other, Plan):
        return np.array_equal(any_plan.placement.slot_of, other.placement.slot_of)
    if isinstance(any_plan, LaidFabric) and isinstance(other, LaidFabric):
        return any_plan.fabric.devices == other.fabric.devices
    return False
