"""Which placer each chain of a solve runs."""

from netfloor.foundation import plugins
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import known_text
from netfloor.layout.placers import PLACERS, placer_named
from netfloor.layout.problem import Problem

PORTFOLIO = "portfolio"
#: In plans of networks that stand already: nobody placed them here.
IMPORTED = "imported"
#: Placers that let groups of switches stand together.
KEEP_GROUPS = ("anneal", "exact", "random")
#: From here on annealing from a random placement takes longer than anybody waits.
MANY_ROUTERS = 3000
#: What is said of such a search.
STARTS_ALONE = (
    f"The search only refined constructed starts: above {MANY_ROUTERS:,} switches the portfolio does not "
    "anneal from random placements. The placer anneal does, and takes long."
)


def known_placers() -> tuple[str, ...]:
    """Return every name that a user can give."""
    return (PORTFOLIO, *PLACERS, *plugins.names_of(plugins.PLACERS))


def require_placer(name: str, where: str = setting("placer")) -> None:
    """Refuse a name that no placer has: `InputError`, which says ``where`` it was given."""
    if name not in known_placers():
        raise InputError(where, f"there is no {name!r}", known_text(name, known_placers()))


def recorded_placers() -> tuple[str, ...]:
    """Return every name that a plan may record."""
    return (*known_placers(), IMPORTED)


def chain_placers(name: str, problem: Problem, chains: int) -> tuple[str, ...]:
    """Return the placer of each chain.

    The portfolio: annealing from random placements, and one chain that refines the
    cheapest of the starts. That one goes first where the network is a lattice, which has
    good starts, and takes all chains where the network is large. Where groups stand together every chain
    anneals.

    Raises
    ------
    InputError
        If the placer does not keep groups together.
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
    """Return how many independent chains share the effort when nobody says.

    Depends on the network alone, so that a result does not depend on the workers.
    """
    return 4 if routers <= MANY_ROUTERS else 2


def default_iterations(name: str) -> int:
    """Return the budget of all chains together when nobody sets one."""
    return placer_named("anneal" if name == PORTFOLIO else name).iterations
