"""Placement quality against the other placers in equal time, and against the paper."""

import statistics
from collections.abc import Iterator

from netfloor.layout.budget import Budget
from netfloor.layout.placers import PLACERS
from netfloor.layout.solve import SolveOptions, solve
from netfloor.reports.comparison.published import load_published
from netfloor.rooms.room_spec import paper_room
from netfloor.topologies.spec import build

SECONDS = 10.0
SEEDS = 10
NETWORKS = (
    "lps:11,7", "slimfly:9", "lps:19,7", "slimfly:13",
    "lps:23,11", "slimfly:17", "lps:29,13", "slimfly:23",
)  # fmt: skip


def mean_cable_m(spec: str, placer: str, seed: int, seconds: float = SECONDS) -> float:
    """Return the mean cable in m of a placement in the paper's room, by one chain on one core."""
    topology = build(spec)
    options = SolveOptions(placer, Budget(seconds=seconds), seed=seed, chains=1)
    result = solve(topology, paper_room(topology.routers), options)
    return result.cost_mm / result.links / 1000


def _means(spec: str, placer: str) -> list[float]:
    """Return the mean cable in m for a few seeds."""
    return sorted(mean_cable_m(spec, placer, seed) for seed in range(SEEDS))


def placers() -> Iterator[str]:
    """Report every placer's mean cable and its ratio to annealing, in equal time on one core."""
    yield f"{SECONDS:g} s each, median of {SEEDS} seeds (best in brackets), metres"
    for spec in ("lps:11,7", "slimfly:9", "lps:23,11"):
        base = statistics.median(_means(spec, "anneal"))
        for placer in PLACERS:
            means = _means(spec, placer)
            median = statistics.median(means)
            yield f"{spec:<10} {placer:<9} {median:8.4f} ({means[0]:.4f})  ratio {median / base:.4f}"


def table2() -> Iterator[str]:
    """Report annealing on Table II's networks: mean cable, ratio to the printed mean, certified gap."""
    printed = load_published("spectralfly_table2")
    yield f"{SECONDS:g} s on one core, median of {SEEDS} seeds"
    for spec in NETWORKS:
        topology = build(spec)
        room = paper_room(topology.routers)
        options = SolveOptions(budget=Budget(seconds=0.001), chains=1)
        bound = solve(topology, room, options).bound.length_mm / topology.link_count / 1000
        mean = statistics.median(_means(spec, "anneal"))
        paper = printed.for_network(spec)["mean_cable_m"]
        yield f"{spec:<11} {mean:8.4f} m  ratio {mean / paper:.4f}  gap {(mean - bound) / bound:.2%}"
