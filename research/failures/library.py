"""Link failures for scripts and notebooks, as exported by `netfloor.research`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from netfloor.api.networks import whole
from netfloor.api.sources import wanted_network
from netfloor.api.watched import watched
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT, Observer
from netfloor.research.failures import run
from netfloor.research.failures.curve import MAX_TRIALS, PROPORTIONS, FailureCurve, FailureOptions
from netfloor.studies.named_network import find_network

if TYPE_CHECKING:
    from netfloor.api.sources import AnyNetwork


def link_failures(  # noqa: PLR0913 - one keyword each, all optional
    source: "AnyNetwork",
    *,
    proportions: Sequence[float] = PROPORTIONS,
    seed: int = 0,
    max_trials: int = MAX_TRIALS,
    workers: int = 1,
    network: str | None = None,
    progress: bool = False,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
) -> FailureCurve:
    """Return diameter, mean distance and bisection of a network as its links fail at random.

    Parameters
    ----------
    source
        A spec, a plan or its file, a network, or a NetworkX graph.
    proportions
        Shares of the links that fail, each from 0 to 1, ascending.
    seed
        Results depend only on the seed, not on the number of workers.
    max_trials
        Limit on trials per proportion, at least 10.
    workers
        Threads, each running whole trials.
    network
        Name of one of a plan's networks.
    progress
        Show a bar on stderr; a first Ctrl-C keeps the finished proportions.

    Raises
    ------
    InputError
        If ``source`` is not a connected network, or an option is out of range.
    """
    topology = find_network(wanted_network(source, network=network)).topology
    try:
        options = FailureOptions(
            tuple(float(proportion) for proportion in proportions),
            whole(seed, "seed"),
            whole(max_trials, "max_trials"),
        )
    except (TypeError, ValueError) as error:
        raise InputError("link_failures", str(error)) from error
    count = whole(workers, "workers", 1)
    with watched(observer, interrupt, progress=progress) as (hears, ends), ends.handle_interrupts():
        return run.link_failures(topology, options, workers=count, observer=hears, stop=lambda: ends.asked)
