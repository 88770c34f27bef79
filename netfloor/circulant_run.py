"""The best circulants of a size and radix: what ``circulant search`` runs."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from foundation.errors import InputError
from layout.stop import Interrupt
from netfloor.circulant_checkpoint import is_ours, read_search
from netfloor.circulant_estimate import LONG_SETS, SearchEstimate, estimate_note, estimate_search
from netfloor.circulant_phases import Done, Keeper, run_phases
from netfloor.circulant_report import CirculantReport, Optimum
from netfloor.circulant_workers import task_runner
from netfloor.output_files import check_free
from netfloor.progress import watching
from netfloor.signals import interruptible
from structure.bisection import bisection
from structure.circulants import CirculantSearch, Found, SearchSpace, merge
from structure.circulants.isomorphism import isomorphism_classes
from topologies.spec import build

#: Optima that are bisected: where there are more, the first ones.
MOST_BISECTED = 24

Tell = Callable[[str], None]


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
    scheduler: str | None = None

    def share(self, tasks: int) -> range:
        """Return the numbers of this shard's tasks in a phase."""
        part, slash, parts = self.shard.partition("/")
        digits = part.isascii() and part.isdecimal() and parts.isascii() and parts.isdecimal()
        if not (slash and digits and len(parts) < 10 and 1 <= int(part) <= int(parts)):
            raise InputError("--shard", f"{self.shard[:20]!r} is no shard", "such as 2/8, from 1/8 to 8/8")
        return range(int(part) - 1, tasks, int(parts))


def circulant_space(routers: int, radix: int) -> SearchSpace:
    """Return the jump sets; `InputError` if there is no such circulant."""
    n, k = routers, radix
    if n < 3:
        raise InputError("--routers", f"{n} routers are no ring", "give 3 or more")
    if not 2 <= k < n:
        raise InputError("--radix", f"radix {k} of {n} routers", f"give 2 to {n - 1}")
    if k % 2 and n % 2:
        what = f"an odd radix of {k} needs the jump n / 2, which {n} routers have not"
        raise InputError("--radix", what, f"nearest: {k - 1}" + (f", {k + 1}" if k + 1 < n else ""))
    return SearchSpace(n, k)


def run_circulants(request: CirculantRequest, *, force: bool, quiet: bool, tell: Tell) -> CirculantReport:
    """Search, or put the checkpoints of several shards together.

    Parameters
    ----------
    tell
        Hears, before a long search begins, how long it will take.

    Raises
    ------
    InputError
        If there is no such circulant, a checkpoint is not of this search, or no cluster answers.
    """
    began = time.monotonic()
    space = circulant_space(request.routers, request.radix)
    share = request.share(len(space.prefixes))
    if request.checkpoint is not None:
        check_free(request.checkpoint, is_ours, force=force)
    search, done = _begin(request, space)
    with interruptible() as interrupt:
        if not request.merge:
            _run(
                request, Keeper(request.checkpoint, search, done), share, interrupt, quiet=quiet, tell=tell
            )
        found = merge(search, done.values())
        half = (space.routers // 2,) if space.radix % 2 else ()
        classes = isomorphism_classes(space.routers, [(*jumps, *half) for jumps in found.optima])
        optima = bisected(space, classes.representatives, request, interrupt)
    notes = _notes(found, len(optima), request, undecided=classes.undecided)
    return CirculantReport(
        space,
        found,
        optima,
        classes.merged,
        classes.undecided,
        time.monotonic() - began,
        tuple(notes),
        interrupt.asked,
    )


def _begin(request: CirculantRequest, space: SearchSpace) -> tuple[CirculantSearch, Done]:
    """Return the search, and what checkpoints say is done of it."""
    search: CirculantSearch | None = None
    done: Done = {}
    own = [request.checkpoint] if request.checkpoint is not None and request.checkpoint.exists() else []
    for path in (*request.merge, *own):
        other, rows = read_search(path, space)
        if search is not None and other.incumbent != search.incumbent:
            raise InputError(str(path), "began with another circulant than the other checkpoints")
        search = other
        done |= rows
    return search or CirculantSearch.begin(space), done


def _run(
    request: CirculantRequest,
    keeper: Keeper,
    share: range,
    interrupt: Interrupt,
    *,
    quiet: bool,
    tell: Tell,
) -> None:
    """Run this shard's tasks."""
    if keeper.search.space.total >= LONG_SETS and not quiet:
        tell(estimate_note(keeper.search, keeper.done, share, request.workers))
    with (
        watching(quiet=quiet) as observer,
        task_runner(request.workers, request.scheduler, interrupt) as run,
    ):
        run_phases(keeper, run, observer, share, lambda: interrupt.asked)


def bisected(
    space: SearchSpace, every: tuple[tuple[int, ...], ...], request: CirculantRequest, interrupt: Interrupt
) -> tuple[Optimum, ...]:
    """Return the optima, the widest cuts first."""
    cuts, few = [], every[:MOST_BISECTED] if request.bisect else ()
    for jumps in few:
        if interrupt.asked:
            break
        cut = bisection(build(spec_of(space.routers, jumps)), seed=request.seed)
        cuts.append(Optimum(jumps, cut.links, cut.lower_links))
    cuts.sort(key=lambda one: (-(one.links or 0), one.jumps))
    return (*cuts, *map(Optimum, every[len(cuts) :]))


def spec_of(routers: int, jumps: tuple[int, ...]) -> str:
    """Return the network's name as every command takes it."""
    return f"circulant:{routers}:{','.join(map(str, jumps))}"


def _notes(found: Found, optima: int, request: CirculantRequest, *, undecided: int) -> list[str]:
    """Return what there is to say beside the figures."""
    notes = []
    if not found.complete:
        notes.append("more optima than are kept: the list is not complete")
    if request.bisect and optima > MOST_BISECTED:
        notes.append(f"the first {MOST_BISECTED} of {optima} optima were bisected")
    if undecided:
        notes.append(f"whether {undecided} pairs of the optima are isomorphic was not decided")
    if found.missing:
        notes.append(f"{found.missing} of {found.tasks} tasks are not done: better ones may be there")
    return notes


def estimate_circulants(request: CirculantRequest) -> SearchEstimate:
    """Return how long a whole search will take, without searching.

    Raises
    ------
    InputError
        If there is no such circulant.
    """
    space = circulant_space(request.routers, request.radix)
    return estimate_search(CirculantSearch.begin(space), request.workers)
