"""Search the best circulants of a size and radix, for ``circulant search``."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.foundation.output_files import check_free
from netfloor.research.circulants.checkpoint import KIND, read_search
from netfloor.research.circulants.cuts import amount_of, bisections_wanted, cuts_of
from netfloor.research.circulants.engine.incumbent import Known
from netfloor.research.circulants.engine.tasks import CirculantSearch, SearchResult, TaskResult, merge
from netfloor.research.circulants.isomorphism import IsomorphismClasses, isomorphism_classes
from netfloor.research.circulants.phases import Done, Keeper, run_phases
from netfloor.research.circulants.report.estimate import (
    SearchEstimate,
    estimate_note,
    estimate_search,
    is_long,
    left_seconds,
    require_short,
)
from netfloor.research.circulants.report.search import CirculantReport, Optimum
from netfloor.research.circulants.space import SearchSpace, distances_of
from netfloor.research.circulants.workers import task_runner

#: Limits on size and radix: larger searches would never end.
MAX_ROUTERS, MAX_RADIX = 100_000, 64

Tell = Callable[[str], None]


@dataclass(frozen=True)
class CirculantRequest:
    """The options of the command."""

    routers: int
    radix: int
    shard: str = "1/1"
    checkpoint: Path | None = None
    merge: tuple[Path, ...] = ()
    bisect: bool = True
    seed: int = 0
    workers: int = 1
    scheduler: str | None = None
    max_bisected: str = "auto"
    known: str | None = None

    def check(self) -> None:
        """Refuse contradictory options with an `InputError`."""
        bisections_wanted(self.max_bisected)
        searching = {
            "shard": self.shard != "1/1",
            "checkpoint": self.checkpoint is not None,
            "scheduler": self.scheduler is not None,
            "known": self.known is not None,
        }
        if self.merge and any(searching.values()):
            names = " and ".join(setting(name) for name, wanted in searching.items() if wanted)
            raise InputError(
                setting("merge"), f"does not search, so {names} would have no effect", "leave one out"
            )

    def share(self, tasks: int) -> range:
        """Return the numbers of this shard's tasks in a phase."""
        part, slash, parts = self.shard.partition("/")
        digits = part.isascii() and part.isdecimal() and parts.isascii() and parts.isdecimal()
        if not (slash and digits and max(len(part), len(parts)) < 10 and 1 <= int(part) <= int(parts)):
            raise InputError(
                setting("shard"), f"{self.shard[:20]!r} is not a shard", "such as 2/8, from 1/8 to 8/8"
            )
        return range(int(part) - 1, tasks, int(parts))


def circulant_space(routers: int, radix: int) -> SearchSpace:
    """Return the jump sets; raise `InputError` if there is no such circulant."""
    n, k = routers, radix
    if not 3 <= n <= MAX_ROUTERS:
        raise InputError(setting("routers"), f"{n} switches", f"give 3 or more, up to {MAX_ROUTERS:,}")
    maximum = min(n - 1, MAX_RADIX)
    if not 2 <= k <= maximum:
        raise InputError(setting("radix"), f"radix {k} of {n} switches", f"give 2 to {maximum}")
    if k % 2 and n % 2:
        what = f"an odd radix of {k} needs the jump n / 2, which {n} switches do not have"
        raise InputError(
            setting("radix"), what, f"nearest: {k - 1}" + (f", {k + 1}" if k + 1 <= maximum else "")
        )
    return SearchSpace(n, k)


def run_circulants(
    request: CirculantRequest, observer: Observer, interrupt: Interrupt, tell: Tell | None, *, force: bool
) -> CirculantReport:
    """Search, or merge the checkpoints of several shards.

    Parameters
    ----------
    tell
        Receives the time estimate before a long search; None: no estimate.

    Raises
    ------
    InputError
        If there is no such circulant, a checkpoint is of another search, or no cluster responds.
    """
    began = time.monotonic()
    request.check()
    space = circulant_space(request.routers, request.radix)
    share = request.share(len(space.prefixes))
    if request.checkpoint is not None:
        check_free(request.checkpoint, KIND.marks, force=force)
    resumed, done = _done_so_far(request, space)
    with interrupt.handle_interrupts():
        search = _begun(request, space, observer, interrupt, resumed)
        if not request.merge and not interrupt.asked:  # an interrupted start is not saved
            if is_long(space):
                whole = estimate_search(search, request.workers, lambda: interrupt.asked)
                core_s = left_seconds(whole, search, done, share)
                if tell is not None:
                    tell(estimate_note(whole, core_s))
                if request.checkpoint is None and request.scheduler is None:
                    require_short(search, core_s, f"add {setting('checkpoint')} FILE to do it in parts")
            with task_runner(request.workers, request.scheduler, interrupt) as run:
                keeper = Keeper(request.checkpoint, search, done)
                run_phases(keeper, run, observer, share, lambda: interrupt.asked)
        result = merge(search, done.values())
        _require_plausible(search, result)
        classes = isomorphism_classes(space.routers, space.with_half(result.optima))
        optima = bisected(space, classes.representatives, request, observer, interrupt)
    cuts = sum(optimum.links is not None for optimum in optima) if request.bisect else None
    return CirculantReport(
        space=space,
        found=result,
        optima=optima,
        merged=classes.merged,
        undecided=classes.undecided,
        seconds=time.monotonic() - began,
        notes=tuple(notes_on(result, classes, cuts)),
        interrupted=interrupt.asked,
    )


def _begun(
    request: CirculantRequest,
    space: SearchSpace,
    observer: Observer,
    interrupt: Interrupt,
    resumed: CirculantSearch | None = None,
) -> CirculantSearch:
    """Return the resumed search, or one that begins with the known jumps or those of a quick descent."""
    known = None if request.known is None else known_circulant(space, request.known)
    if resumed is None:
        if known is not None:
            return CirculantSearch(space, known)
        return CirculantSearch.begin(space, observer, lambda: interrupt.asked)
    if known is not None and known.jumps != resumed.incumbent.jumps:
        began = ",".join(map(str, resumed.incumbent.jumps))
        raise InputError(
            setting("known"), f"the checkpoint's search began with {began}", "give these or leave them out"
        )
    return resumed


def known_circulant(space: SearchSpace, text: str) -> Known:
    """Return the circulant of jumps such as ``1,4,25``; a jump j may be written as n - j.

    If the radix is odd, n / 2 may be included.

    Raises
    ------
    InputError
        If they are not a connected circulant of this size and radix.
    """
    n, words = space.routers, text.split(",")
    digits = all(word.strip().isascii() and word.strip().isdecimal() and len(word) < 10 for word in words)
    jumps = tuple(sorted(min(int(word), n - int(word)) for word in words)) if digits else ()
    if space.radix % 2 and jumps[-1:] == (n // 2,):
        jumps = jumps[:-1]
    if not space.holds(jumps):
        half = f", with or without {n // 2}" if space.radix % 2 else ""
        what = f"{text[:80]!r} is not {space.free_jumps} different jumps below {n} / 2{half}"
        raise InputError(setting("known"), what, "such as 1,4,25 for 64 switches of radix 6")
    known = Known(*distances_of(space, jumps), jumps)
    if known.diameter == n:
        raise InputError(setting("known"), f"the circulant of {text[:80]} is not connected")
    return known


def _require_plausible(search: CirculantSearch, found: SearchResult) -> None:
    """Refuse results of all tasks that miss even the circulant with which the search began."""
    known = search.incumbent
    missed = not found.optima or (found.diameter, found.total) > (known.diameter, known.total)
    if missed and not found.missing:
        what = f"do not hold C({search.space.routers}; {', '.join(map(str, known.jumps))}) or a better one"
        raise InputError("checkpoint", f"is damaged: all its tasks together {what}", "search them again")


def _done_so_far(request: CirculantRequest, space: SearchSpace) -> tuple[CirculantSearch | None, Done]:
    """Return the search of the checkpoints, if any, and its finished tasks."""
    search: CirculantSearch | None = None
    done: Done = {}
    own = [request.checkpoint] if request.checkpoint is not None and request.checkpoint.exists() else []
    for path in (*request.merge, *own):
        other, rows = read_search(path, space)
        if search is not None and other.incumbent != search.incumbent:
            raise InputError(str(path), "began with another circulant than the other checkpoints")
        search = other
        for number, row in rows.items():
            done[number] = _same(path, done.get(number, row), row)
    return search, done


def _same(path: Path, first: TaskResult, second: TaskResult) -> TaskResult:
    """Return the result of a task from two checkpoints; either may have dropped sets that are not best."""
    agree = not (first.found and second.found) or first.total == second.total
    if first.examined != second.examined or not agree:
        raise InputError(str(path), f"contradicts another checkpoint on task {first.task}")
    return max(first, second, key=lambda result: (result.found, len(result.optima)))


def bisected(
    space: SearchSpace,
    every: tuple[tuple[int, ...], ...],
    request: CirculantRequest,
    observer: Observer,
    interrupt: Interrupt,
) -> tuple[Optimum, ...]:
    """Return the optima, widest bisection first."""
    few = every[: amount_of(space, len(every), request.max_bisected)] if request.bisect else ()
    networks = [spec_of(space.routers, jumps) for jumps in few]
    cuts = cuts_of(networks, request.seed, observer, lambda: interrupt.asked)
    # an interrupt ends the bisections early
    widest = [Optimum(jumps, cut.links, cut.lower_links) for jumps, cut in zip(few, cuts, strict=False)]
    widest.sort(key=lambda optimum: (-(optimum.links or 0), optimum.jumps))
    return (*widest, *map(Optimum, every[len(widest) :]))


def spec_of(routers: int, jumps: tuple[int, ...]) -> str:
    """Return the network's spec."""
    return f"circulant:{routers}:{','.join(map(str, jumps))}"


def notes_on(
    found: SearchResult, classes: IsomorphismClasses, bisected: int | None, of: str = ""
) -> list[str]:
    """Return notes on the results ``of`` a network; ``bisected`` is None if no bisection was requested."""
    optima, notes = len(classes.representatives), []
    if not found.complete:
        kept = f"the {len(found.optima):,} that are kept"
        notes.append(f"there may be more optima{of} than {kept}: the list is not complete")
    if bisected is not None and bisected < optima:
        wider = "the others may have wider cuts (--bisect-most all)"
        notes.append(f"only {bisected:,} of {optima:,} optima{of} were bisected: {wider}")
    if classes.undecided:
        pairs = f"{classes.undecided:,} pairs of the optima{of}"
        notes.append(f"whether {pairs} are isomorphic was not decided")
    if found.missing:
        notes.append(f"{found.missing} of {found.tasks} tasks are not done: better ones may exist")
    return notes


def estimate_circulants(
    request: CirculantRequest, observer: Observer, interrupt: Interrupt
) -> SearchEstimate | None:
    """Return the estimated time of a whole search, without searching; None if interrupted.

    Raises
    ------
    InputError
        If there is no such circulant.
    """
    request.check()
    request.share(1)
    space = circulant_space(request.routers, request.radix)
    with interrupt.handle_interrupts():
        search = _begun(request, space, observer, interrupt)
        observer.started("searching at random", 1.0)
        expected = estimate_search(search, request.workers, lambda: interrupt.asked)
        return None if interrupt.asked else expected
