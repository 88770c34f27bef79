"""The best circulants of a size and radix: what ``circulant search`` runs."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from foundation.files import canonical_sha256, load_json, to_json, write_atomic
from foundation.parallel import map_jobs
from layout.stop import Interrupt
from netfloor.output_files import check_free
from netfloor.progress import watching
from netfloor.signals import interruptible
from netfloor.tool import TOOL
from structure.bisection import bisection
from structure.circulants import CirculantSearch, SearchSpace, TaskResult, merge, search_task
from topologies.spec import build

KIND = "netfloor circulant search"
#: Optima that are bisected: where there are more, the first ones.
MOST_BISECTED = 24
#: Seconds between two writings of the checkpoint.
PERIOD_S = 1.0


@dataclass(frozen=True)
class CirculantRequest:
    """What the user asked for; see the command's options."""

    routers: int
    radix: int
    shard: str = "1/1"
    checkpoint: Path | None = None
    merge: tuple[Path, ...] = ()
    bisect: bool = True
    seed: int = 0
    workers: int = 1

    def space(self) -> SearchSpace:
        """Return the jump sets; `InputError` if there is no such circulant."""
        n, k = self.routers, self.radix
        if n < 3:
            raise InputError("--routers", f"{n} routers are no ring", "give 3 or more")
        if not 2 <= k < n:
            raise InputError("--radix", f"radix {k} of {n} routers", f"give 2 to {n - 1}")
        if k % 2 and n % 2:
            what = f"an odd radix of {k} needs the jump n / 2, which {n} routers have not"
            raise InputError("--radix", what, f"nearest: {k - 1}" + (f", {k + 1}" if k + 1 < n else ""))
        return SearchSpace(n, k)

    def tasks(self, space: SearchSpace) -> range:
        """Return the numbers of this shard's tasks."""
        part, slash, parts = self.shard.partition("/")
        if not (slash and part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
            raise InputError("--shard", f"{self.shard[:20]!r} is no shard", "such as 2/8, from 1/8 to 8/8")
        return range(int(part) - 1, len(space.tasks), int(parts))


@dataclass(frozen=True)
class Optimum:
    """One of the best circulants, the least of all jump sets that differ by a unit.

    ``jumps`` with n / 2 where the radix is odd; ``links`` of the best cut in halves and the certified
    least, None where it was not bisected.
    """

    jumps: tuple[int, ...]
    links: int | None = None
    lower_links: int | None = None


@dataclass(frozen=True)
class CirculantReport:
    """What came of it; ``found`` is None where no task was finished."""

    space: SearchSpace
    found: TaskResult | None
    optima: tuple[Optimum, ...]
    tasks_done: int
    seconds: float
    notes: tuple[str, ...]
    interrupted: bool

    def to_dict(self) -> dict[str, Any]:
        """Return what ``circulant search --json`` prints."""
        found, best = self.found, self.optima[0] if self.optima else Optimum(())
        return {
            "schema": 1,
            "routers": self.space.routers,
            "radix": self.space.radix,
            "diameter": found.diameter if found else None,
            "mean_distance": found.total / (self.space.routers - 1) if found else None,
            "bisection_links": best.links,
            "bisection_lower_links": best.lower_links,
            "optima": [list(one.jumps) for one in self.optima],
            "bisections": [[one.links, one.lower_links] for one in self.optima],
            "examined": found.examined if found else 0,
            "total": self.space.total,
            "tasks": len(self.space.tasks),
            "tasks_done": self.tasks_done,
            "seconds": self.seconds,
            "notes": list(self.notes),
        }

    def text(self) -> str:
        """Return the report in a few lines."""
        found = self.found
        if found is None:
            return f"0 of {len(self.space.tasks)} tasks done"
        lines = [
            f"circulants     {self.space.routers} routers of radix {self.space.radix}",
            f"diameter       {found.diameter}",
            f"mean distance  {found.total / (self.space.routers - 1):.4f}",
            f"examined       {found.examined:,} of {self.space.total:,} jump sets, the others by symmetry"
            f" and bounds; {self.seconds:.1f} s",
            f"tasks          {self.tasks_done} of {len(self.space.tasks)}",
            f"optima         {len(self.optima)}, up to multiplication by a unit",
        ]
        for one in self.optima:
            jumps = ",".join(map(str, one.jumps))
            cut = "" if one.links is None else f"  bisection {_interval(one)} links"
            lines.append(f"  circulant:{self.space.routers}:{jumps}{cut}")
        return "\n".join(lines)


def run_circulants(request: CirculantRequest, *, force: bool, quiet: bool) -> CirculantReport:
    """Search, or put the checkpoints of several shards together.

    Raises
    ------
    InputError
        If there is no such circulant, or a checkpoint is not of this search.
    """
    began = time.monotonic()
    space = request.space()
    numbers = request.tasks(space)
    if request.checkpoint is not None:
        check_free(request.checkpoint, _is_ours, force=force)
    search = CirculantSearch.begin(space)
    done: dict[int, TaskResult] = {}
    for path in (*request.merge, *([request.checkpoint] if request.checkpoint else [])):
        done |= _read(path, search, required=path in request.merge)
    with interruptible() as interrupt:
        if not request.merge:
            _run_tasks(request, search, [n for n in numbers if n not in done], done, interrupt, quiet=quiet)
        found = merge(list(done.values())) if done else None
        optima, notes = _bisected(request, found, interrupt)
        missing = len(space.tasks) - len(done)
        if missing:
            notes.append(f"{missing} of {len(space.tasks)} tasks are not done: better ones may be there")
    return CirculantReport(
        space, found, optima, len(done), time.monotonic() - began, tuple(notes), interrupt.asked
    )


def _run_tasks(
    request: CirculantRequest,
    search: CirculantSearch,
    todo: Sequence[int],
    done: dict[int, TaskResult],
    interrupt: Interrupt,
    *,
    quiet: bool,
) -> None:
    """Run tasks into ``done``, writing them down now and then."""
    task = f"circulants {request.routers}, {request.radix}"
    with watching(quiet=quiet) as observer:
        observer.started(task, float(max(len(todo), 1)))
        finished, written = 0, time.monotonic()

        def run(number: int) -> TaskResult | None:
            return None if interrupt.asked else search_task(search, number)

        size = max(1, 4 * request.workers)
        for begin in range(0, len(todo), size):
            for one in map_jobs(run, todo[begin : begin + size], request.workers):
                if one is not None:
                    done[one.task] = one
                    finished += 1
            observer.advanced(task, float(finished), f"{len(done)} tasks")
            if request.checkpoint is not None and time.monotonic() - written > PERIOD_S:
                _write(request.checkpoint, search, done.values())
                written = time.monotonic()
        if request.checkpoint is not None:
            _write(request.checkpoint, search, done.values())
        observer.finished(task)


def _bisected(
    request: CirculantRequest, found: TaskResult | None, interrupt: Interrupt
) -> tuple[tuple[Optimum, ...], list[str]]:
    """Return the optima, the widest cuts first, and what there is to say of them."""
    if found is None:
        return (), []
    half = (request.routers // 2,) if request.radix % 2 else ()
    every = [Optimum((*jumps, *half)) for jumps in found.optima]
    few = every[:MOST_BISECTED] if request.bisect else []
    notes = [] if found.complete else ["more optima than are kept: the list is not complete"]
    if request.bisect and len(every) > len(few):
        notes.append(f"the first {len(few)} of {len(every)} optima were bisected")
    cuts = []
    for one in few:
        if interrupt.asked:
            break
        topology = build(f"circulant:{request.routers}:{','.join(map(str, one.jumps))}")
        cut = bisection(topology, seed=request.seed)
        cuts.append(Optimum(one.jumps, cut.links, cut.lower_links))
    cuts.sort(key=lambda one: (-(one.links or 0), one.jumps))
    return (*cuts, *every[len(cuts) :]), notes


def _interval(one: Optimum) -> str:
    return f"{one.links}" if one.links == one.lower_links else f"{one.lower_links} to {one.links}"


def _identity(search: CirculantSearch) -> str:
    """Return what two runs of one search have in common."""
    return canonical_sha256([search.space.routers, search.space.radix, search.diameter, search.total, TOOL])


def _write(path: Path, search: CirculantSearch, done: Iterable[TaskResult]) -> None:
    rows = [asdict(one) for one in sorted(done, key=lambda one: one.task)]
    document = {"schema": 1, "kind": KIND, "search": _identity(search), "tasks": rows}
    write_atomic(path, to_json(document))


def _read(path: Path, search: CirculantSearch, *, required: bool) -> dict[int, TaskResult]:
    """Return the tasks of a checkpoint; none where there is no such file yet."""
    if not required and not path.exists():
        return {}
    document = load_json(path, "checkpoint")
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise InputError(str(path), "is no checkpoint of a circulant search")
    if document.get("search") != _identity(search):
        raise InputError(str(path), "is of another search or version", "give the same routers and radix")
    try:
        rows = [
            TaskResult(**{**row, "optima": tuple(tuple(jumps) for jumps in row["optima"])})
            for row in document["tasks"]
        ]
        return {row.task: row for row in rows if 0 <= row.task < len(search.space.tasks)}
    except (KeyError, TypeError) as failure:
        raise InputError(str(path), "is a damaged checkpoint", "delete it") from failure


def _is_ours(path: Path) -> bool:
    try:
        document = load_json(path, "checkpoint")
    except InputError:
        return False
    return isinstance(document, dict) and document.get("kind") == KIND
