"""The placer of each chain of a solve."""

from netfloor.foundation import plugins
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import known_text
from netfloor.layout.placers import PLACERS, placer_named
from netfloor.layout.problem import Problem

PORTFOLIO = "portfolio"
#: Placer recorded for existing networks, whose placement was imported.
IMPORTED = "imported"
#: Placers that can keep groups of switches together.
KEEP_GROUPS = ("anneal", "exact", "random")
#: Above this size, annealing from a random placement takes too long.
MANY_ROUTERS = 3000
#: Note shown for such a search.
STARTS_ALONE = (
    f"The search only refined constructed starts: above {MANY_ROUTERS:,} switches the portfolio does not "
    "anneal from random placements. The placer anneal does, and takes long."
)


def known_placers() -> tuple[str, ...]:
    """Return all placer names that a user can give."""
    return (PORTFOLIO, *PLACERS, *plugins.names_of(plugins.PLACERS))


def require_placer(name: str, where: str = setting("placer")) -> None:
    """Raise `InputError` for an unknown placer; ``where`` is the place of the setting."""
    if name not in known_placers():
        raise InputError(where, f"there is no {name!r}", known_text(name, known_placers()))


def recorded_placers() -> tuple[str, ...]:
    """Return all placer names that a plan may record."""
    return (*known_placers(), IMPORTED)


def chain_placers(name: str, problem: Problem, chains: int) -> tuple[str, ...]:
    """Return the placer of each chain.

    The portfolio anneals from random placements and uses one chain to refine the cheapest constructed
    start. That chain comes first if the network is a lattice, which has good starts; for large networks
    every chain refines a start. If groups must stay together, every chain anneals, and another placer that
    cannot keep them raises `InputError`.
    """
    if problem.group is not None and name not in (PORTFOLIO, *KEEP_GROUPS):
        what = f"{name!r} does not keep groups together"
        raise InputError(setting("placer"), what, f"one of {', '.join((PORTFOLIO, *KEEP_GROUPS))}")
    if name == PORTFOLIO and problem.group is not None:
        return ("anneal",) * chains
    if name != PORTFOLIO:
        return (name,) * chains
    if problem.routers > MANY_ROUTERS:
        return ("start",) * chains
    order = ("start", "anneal") if problem.lattice is not None else ("anneal", "start")
    return (*order, *("anneal",) * chains)[:chains]


def default_chains(routers: int) -> int:
    """Return the default number of chains.

    It depends on the network alone, so that results do not depend on the number of workers.
    """
    return 4 if routers <= MANY_ROUTERS else 2


def default_iterations(name: str) -> int:
    """Return the default budget of all chains together."""
    return placer_named("anneal" if name == PORTFOLIO else name).iterations
