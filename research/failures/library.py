"""Link failures for scripts and notebooks: what `netfloor.research` offers of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from netfloor.api.networks import as_network, whole
from netfloor.foundation.errors import InputError
from netfloor.research.failures import run
from netfloor.research.failures.curve import MAX_TRIALS, PROPORTIONS, FailureCurve, FailureOptions

if TYPE_CHECKING:
    import networkx as nx

    from netfloor.topologies.topology import Topology


def link_failures(
    source: "str | Topology | nx.Graph[Any]",
    *,
    proportions: Sequence[float] = PROPORTIONS,
    seed: int = 0,
    max_trials: int = MAX_TRIALS,
    workers: int = 1,
) -> FailureCurve:
    """Return diameter, mean distance and bisection of a network as its links fail at random.

    Parameters
    ----------
    proportions
        Shares of the links that fail, each from 0 to 1, ascending.
    seed
        The same seed gives the same curve, with any number of workers.
    max_trials
        Trials at one proportion at most, at least 10.
    workers
        Threads, each running whole trials.

    Raises
    ------
    InputError
        If that is no connected network, or an option is out of range.
    """
    network = as_network(source)
    try:
        options = FailureOptions(
            tuple(float(one) for one in proportions), whole(seed, "seed"), whole(max_trials, "max_trials")
        )
    except (TypeError, ValueError) as error:
        raise InputError("link_failures", str(error)) from error
    return run.link_failures(network, options, workers=whole(workers, "workers", 1))
