"""Bisect optima of a circulant search; the widest bisection is the last criterion."""

from collections.abc import Callable, Iterator, Sequence

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.observer import Observer
from netfloor.research.circulants.space import SearchSpace
from netfloor.structure.bisection.interval import Bisection, bisection
from netfloor.topologies.spec import build

#: Default limit on the links of all bisected networks: 2 to 30 minutes on one core.
LINKS_IN_ALL = 250_000
#: Limit on digits of a number of optima.
MAX_DIGITS = 9
TASK = "bisections"


def bisections_wanted(most: str) -> int | None:
    """Return the number of optima to bisect; -1 for all, None for ``auto``.

    Raises
    ------
    InputError
        If ``most`` is not a number.
    """
    if most in {"all", "auto"}:
        return -1 if most == "all" else None
    if not (most.isascii() and most.isdecimal() and len(most) <= MAX_DIGITS):
        what = f"{most[:20]!r} is not a number"
        raise InputError(setting("bisect-most"), what, "give all, auto, or 0 or more")
    return int(most)


def amount_of(space: SearchSpace, optima: int, most: str) -> int:
    """Return how many of the optima to bisect."""
    wanted = bisections_wanted(most)
    if wanted is None:
        wanted = max(1, LINKS_IN_ALL // (space.routers * space.radix // 2))
    return optima if wanted < 0 else min(wanted, optima)


def cuts_of(
    networks: Sequence[str], seed: int, observer: Observer, asked: Callable[[], bool]
) -> Iterator[Bisection]:
    """Yield the bisection of one network after another, until ``asked`` returns True."""
    observer.started(TASK, len(networks) or 1)
    for done, network in enumerate(networks):
        if asked():
            break
        observer.advanced(TASK, done, f"{done} of {len(networks)} networks")
        yield bisection(build(network), seed=seed)
    observer.finished(TASK)
