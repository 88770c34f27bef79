"""A plan under other assumptions: what the ``whatif`` command runs."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from costmodels.objectives import ObjectiveSpec
from foundation.errors import InfeasibleError, InputError
from foundation.files import canonical_sha256
from foundation.observer import Observer
from layout.cable_plan import make_cable_plan
from layout.placement import Placement
from layout.problem import make_problem
from layout.solve import SolveOptions, solve
from layout.stop import Interrupt
from netfloor.diff_run import plan_sha256
from netfloor.fitting import require_slots
from netfloor.loaded_plan import LoadedPlan, load_plan
from netfloor.output_files import check_free, never, write_file
from netfloor.progress import watching
from netfloor.results_store import RunWriter, open_results
from netfloor.signals import interruptible, undisturbed
from netfloor.tool import TOOL
from netfloor.whatif_evaluate import (
    HOURS_PER_YEAR,
    Evaluator,
    Standing,
    baseline_settings,
)
from netfloor.whatif_keys import Changes, Settings, read_points
from netfloor.whatif_objective import placed_for, settings_read
from netfloor.whatif_room import (
    carried_cables,
    carried_slots,
    changed_room,
    closed_by_servers,
    homeless_servers,
    refuse_keys_of_grids,
)
from reports.whatif_chart import whatif_svg
from reports.whatif_points import Number, WhatIf, WhatIfPoint, whatif_csv
from rooms.any_room import AnyRoom

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
    """

    plan: Path
    sets: tuple[str, ...]
    sweeps: tuple[str, ...]
    models: Settings
    replace: SolveOptions | None = None
    csv: Path | None = None
    svg: Path | None = None
    results: Path | None = None
    objective: str | None = None


def run_whatif(request: WhatIfRequest, *, force: bool, quiet: bool) -> WhatIf:
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
    wanted = read_points(request.sets, request.sweeps)
    for path in (request.csv, request.svg):
        if path is not None:
            check_free(path, never, force=force)
    plan = load_plan(request.plan)
    base = baseline_settings(plan, request.models)
    points = [(changes, _apply(base, changes)) for changes in wanted]
    asked = _Asked(request, plan, base, points)
    asked.check()
    with nullcontext() if request.results is None else open_results(request.results) as results:
        with interruptible() as interrupt, watching(quiet=quiet) as observer:
            run = None if results is None else results.begin(asked.empty())
            found = asked.work_out(run, observer, interrupt)
        with undisturbed():
            _write(request, found)
    return found


def _apply(settings: Settings, changes: Changes) -> Settings:
    for change in changes:
        settings = change.apply(settings)
    return settings


def _write(request: WhatIfRequest, found: WhatIf) -> None:
    if request.csv is not None:
        write_file(request.csv, whatif_csv(found))
    if request.svg is not None:
        write_file(request.svg, whatif_svg(found, "whatif-", standalone=True))


class _Asked:
    """The points of one command, checked and worked out one after the other."""

    def __init__(
        self,
        request: WhatIfRequest,
        plan: LoadedPlan,
        base: Settings,
        points: list[tuple[Changes, Settings]],
    ) -> None:
        self.request, self.plan, self.base, self.points = request, plan, base, points
        self.evaluator = Evaluator(plan.topology)
        self.switch_ns = [base.switch_ns, *(settings.switch_ns for _, settings in points)]
        self.aim = None if request.replace is None else placed_for(request.plan, request.objective)
        self.standings: dict[str, Standing] = {}

    def check(self) -> None:
        """Refuse what cannot be worked out at any point, before anything is."""
        self._aim_of(self.base)
        for changes, settings in self.points:
            self._aim_of(settings)
            refuse_keys_of_grids(self.plan.room, settings)
            room = changed_room(self.plan.room, settings)
            if self.request.replace is not None:
                require_slots(_label(changes), self.plan.topology.routers, room)
                closed_by_servers(self.plan, room, self.plan.topology.routers)
            else:
                self._require_places(changes, room)
        self.first = self.evaluator.point((), self.base, self._standing(self.base))
        if self.first.notes:
            raise InfeasibleError(self.first.notes[0])

    def _require_places(self, changes: Changes, room: AnyRoom) -> None:
        _, homeless = carried_slots(self.plan, room)
        routers = [self.plan.topology.label(router) for router in homeless]
        for what, names in (
            ("routers where there is no place", routers),
            ("servers in cabinets that are none", homeless_servers(self.plan, room)),
        ):
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            if names:
                raise InputError(
                    _label(changes),
                    f"the plan has {what}: {', '.join(names[:MOST_NAMED])}{more}",
                    "add --replace to place the network again",
                )

    def empty(self) -> WhatIf:
        """Return the command without its points."""
        topology, options = self.plan.topology, self.request.replace
        budget = None if options is None else options.effective_budget
        about: dict[str, Number | str | None] = {
            "plan": str(self.plan.path),
            "plan_sha256": plan_sha256(self.plan.path),
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
        return WhatIf(about, sweeps, (), len(self.points) + 1, self._notes())

    def work_out(self, run: RunWriter | None, observer: Observer, interrupt: Interrupt) -> WhatIf:
        """Return all points, each in the results file first; after an interrupt those so far."""
        task = "whatif"
        observer.started(task, len(self.points) + 1)
        done: list[WhatIfPoint] = []
        for point in self._worked_out(observer, interrupt):
            if run is not None:
                with undisturbed():
                    run.add(len(done), point)
            done.append(point)
            observer.advanced(task, len(done), point.label)
        observer.finished(task)
        empty = self.empty()
        return WhatIf(empty.about, empty.sweeps, tuple(done), empty.planned, empty.notes)

    def _worked_out(self, observer: Observer, interrupt: Interrupt) -> Iterator[WhatIfPoint]:
        yield self.first
        for changes, settings in self.points:
            if interrupt.asked:
                return
            yield self.evaluator.point(changes, settings, self._standing(settings, observer, interrupt))

    def _aim_of(self, settings: Settings) -> ObjectiveSpec | None:
        """Return what is placed for at a point, None where nothing is; its sets are read in any case."""
        models = self.evaluator.models(settings)
        return None if self.aim is None else self.aim.at(settings, *models)

    def _standing(
        self, settings: Settings, observer: Observer | None = None, interrupt: Interrupt | None = None
    ) -> Standing:
        """Return the network in a room, once for all points that share it and what it is placed for."""
        room, aim = changed_room(self.plan.room, settings), self._aim_of(settings)
        reads = {} if aim is None else settings_read(aim, settings)
        key = canonical_sha256([room.definition(), reads])
        if key not in self.standings:
            planned = room.definition() == self.plan.room.definition()
            planned = planned and (aim is None or reads == settings_read(aim, self.base))
            slot_of, homeless = carried_slots(self.plan, room)
            placement = AS_PLANNED if planned else KEPT
            if aim is not None and not planned:
                found = self._placed_again(room, aim, None if homeless else slot_of, observer, interrupt)
                slot_of, placement = (slot_of, KEPT) if found is None else (found, AGAIN)
            cables = carried_cables(self.plan, room, slot_of)
            if placement == AGAIN:
                place = Placement(slot_of, room.slots)
                cables = make_cable_plan(self.plan.topology, room, place)
            self.standings[key] = self.evaluator.standing(room, cables, placement, self.switch_ns)
        return self.standings[key]

    def _placed_again(
        self,
        room: AnyRoom,
        aim: ObjectiveSpec,
        kept: npt.NDArray[np.int32] | None,
        observer: Observer | None,
        interrupt: Interrupt | None,
    ) -> npt.NDArray[np.int32] | None:
        """Return a better placement than the one that could be kept, None where none is found."""
        topology, options = self.plan.topology, self.request.replace
        if options is None:
            return None
        closed = closed_by_servers(self.plan, room, topology.routers)
        options = replace(options, closed=closed, objective=None if aim.is_length else aim.make)
        try:
            objective = aim.make(topology, room, make_problem(topology, room))
            result = solve(topology, room, options, observer=observer, interrupt=interrupt)
        except InfeasibleError:  # nothing is sold for this objective: the point says so itself
            if kept is None:
                raise
            return None
        found = result.placement.slot_of
        return None if kept is not None and objective.value(kept) <= objective.value(found) else found

    def _notes(self) -> tuple[str, ...]:
        notes = [
            *self.plan.topology.notes,
            f"Energy: network and, where the power set knows them, host ports at full power, "
            f"{HOURS_PER_YEAR} h a year; cooling is not counted.",
        ]
        if not self.evaluator.connected:
            notes.append("The network is not connected: it has no latency.")
        notes += self.evaluator.unverified()
        if self.plan.order is not None:
            notes.append(
                "The plan was ordered from a catalogue; money and watts here are those of the cost and "
                "power sets, each endpoint on a cable within its cabinet. `netfloor bom` has its own parts."
            )
        if self.aim is not None:
            notes.append(
                f"Where room or objective differ the network is placed again for {self.aim.text}, by the "
                "figures of the point; the plan's own placement stays where it is legal and no worse."
            )
        return tuple(notes)


def _label(changes: Changes) -> str:
    return " ".join(f"{change.key}={change.text}" for change in changes)
