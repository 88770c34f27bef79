"""A plan under other assumptions: what the ``whatif`` command runs."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from foundation.errors import InfeasibleError, InputError
from foundation.files import canonical_sha256
from foundation.observer import Observer
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
from netfloor.whatif_room import carried_slots, changed_room, refuse_keys_of_grids
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
        How to place again where the room differs; None: the placement is kept.
    """

    plan: Path
    sets: tuple[str, ...]
    sweeps: tuple[str, ...]
    models: Settings
    replace: SolveOptions | None = None
    csv: Path | None = None
    svg: Path | None = None
    results: Path | None = None


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
        self.standings: dict[str, Standing] = {}

    def check(self) -> None:
        """Refuse what cannot be worked out at any point, before anything is."""
        self.evaluator.load(self.base)
        for changes, settings in self.points:
            self.evaluator.load(settings)
            refuse_keys_of_grids(self.plan.room, settings)
            room = changed_room(self.plan.room, settings)
            if self.request.replace is not None:
                require_slots(_label(changes), self.plan.topology.routers, room)
            else:
                self._require_places(changes, room)
        self.first = self.evaluator.point((), self.base, self._standing(self.plan.room))
        if self.first.notes:
            raise InfeasibleError(self.first.notes[0])

    def _require_places(self, changes: Changes, room: AnyRoom) -> None:
        _, homeless = carried_slots(self.plan, room)
        if homeless:
            names = [self.plan.topology.label(router) for router in homeless]
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            raise InputError(
                _label(changes),
                f"the plan has routers where there is no place: {', '.join(names[:MOST_NAMED])}{more}",
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
            room = changed_room(self.plan.room, settings)
            yield self.evaluator.point(changes, settings, self._standing(room, observer, interrupt))

    def _standing(
        self, room: AnyRoom, observer: Observer | None = None, interrupt: Interrupt | None = None
    ) -> Standing:
        """Return the network in a room, once for all points that share it."""
        key = canonical_sha256(room.definition())
        if key not in self.standings:
            slot_of, placement = self._placed(room, observer, interrupt)
            self.standings[key] = self.evaluator.standing(room, slot_of, placement, self.switch_ns)
        return self.standings[key]

    def _placed(
        self, room: AnyRoom, observer: Observer | None, interrupt: Interrupt | None
    ) -> tuple[npt.NDArray[np.int32], str]:
        """Return the plan's placement, or a shorter one where it may be placed again."""
        kept, homeless = carried_slots(self.plan, room)
        if room.definition() == self.plan.room.definition():
            return kept, AS_PLANNED
        if self.request.replace is None:
            return kept, KEPT
        result = solve(
            self.plan.topology, room, self.request.replace, observer=observer, interrupt=interrupt
        )
        lengths, links = room.lengths, self.plan.cables.routers
        if not homeless and int(lengths.between(*kept[links].T).sum()) <= result.cost_mm:
            return kept, KEPT
        return result.placement.slot_of, AGAIN

    def _notes(self) -> tuple[str, ...]:
        notes = [
            *self.plan.topology.notes,
            f"Energy: network and, where the power set knows them, host ports at full power, "
            f"{HOURS_PER_YEAR} h a year; cooling is not counted.",
        ]
        if not self.evaluator.connected:
            notes.append("The network is not connected: it has no latency.")
        notes += self.evaluator.unverified()
        if self.request.replace is not None:
            notes.append(
                "Where the room differs the network is placed again for length, whatever the plan was "
                "made for; the plan's own placement stays where it is legal and no longer."
            )
        return tuple(notes)


def _label(changes: Changes) -> str:
    return " ".join(f"{change.key}={change.text}" for change in changes)
