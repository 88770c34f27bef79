"""Every benchmark by name: a function that yields the lines of its report."""

from collections.abc import Callable, Iterator

from benchmarks.circulants import circulants
from benchmarks.peers import peers
from benchmarks.qaplib import qaplib
from benchmarks.quality import placers, table2
from benchmarks.speed import distances, latency, proposals, workers

BENCHMARKS: dict[str, Callable[[], Iterator[str]]] = {
    "workers": workers,
    "proposals": proposals,
    "distances": distances,
    "latency": latency,
    "placers": placers,
    "table2": table2,
    "qaplib": qaplib,
    "peers": peers,
    "circulants": circulants,
}
