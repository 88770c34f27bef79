"""Speed as ratios to a peer in the same run: alternating turns, median of the pairwise ratios."""

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec

import networkx as nx
import numpy as np
import rustworkx
from scipy.sparse.csgraph import dijkstra, shortest_path

from netfloor.costmodels.latency import latency_sweep
from netfloor.layout.budget import Budget
from netfloor.layout.cable_plan import make_cable_plan
from netfloor.layout.placement import Placement
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.room_spec import paper_room
from netfloor.structure.hops.distances import distances as our_distances
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

#: Turns of netfloor and the peer.
ROUNDS = 5


def workers() -> Iterator[str]:
    """Compare two workers with one, for the same iterations and the same placement."""
    for spec in ("lps:11,7", "lps:29,13"):
        topology = build(spec)
        room = paper_room(topology.routers)

        def run(count: int, topology=topology, room=room) -> None:  # type: ignore[no-untyped-def]
            options = SolveOptions(budget=Budget(iterations=40_000_000), seed=1, workers=count)
            solve(topology, room, options)

        yield f"{spec}: two workers / one: {compare(partial(run, 2), partial(run, 1))}"


def proposals() -> Iterator[str]:
    """Report proposed swaps per second on one core, in whole solves."""
    count = 40_000_000
    for spec in ("lps:11,7", "lps:23,11", "lps:29,13"):
        topology = build(spec)
        options = SolveOptions(budget=Budget(iterations=count), seed=1)
        run = partial(solve, topology, paper_room(topology.routers), options)
        run()
        rates = sorted(count / seconds(run) / 1e6 for _ in range(3))
        yield f"{spec}: median {rates[1]:.1f} million a second (range {rates[0]:.1f} to {rates[-1]:.1f})"


def distances() -> Iterator[str]:
    """Compare bit-parallel distances from all switches with SciPy, igraph, rustworkx and NetworkX."""
    for spec in ("lps:11,7", "slimfly:23", "random:2000,32", "random:10000,32"):
        topology = build(spec)
        ours = partial(our_distances, topology)
        for name, (peer, sources) in distance_peers(topology).items():
            if peer is None:
                yield f"{spec}: {name} is not installed (pip install 'netfloor[peers]')"
                continue
            share = sources / topology.routers
            scaled = "" if share == 1 else f", its times from {sources} switches scaled up to all"
            yield f"{spec}: ours / {name}{scaled}: {compare(ours, peer, 3, share)}"


def distance_peers(topology: Topology) -> dict[str, tuple[Callable[[], object] | None, int]]:
    """Return other programs that measure distances (None if absent), and their number of start switches.

    All run on one core except rustworkx, which takes every core for more than 300 switches. On large
    networks the slow programs start from only a few switches.
    """
    n, graph = topology.routers, topology.adjacency
    few = n if n < 5000 else 100
    peers: dict[str, tuple[Callable[[], object] | None, int]] = {
        "SciPy": (partial(shortest_path, graph, unweighted=True, indices=range(few)), few),
        "igraph": (_igraph(topology, few), few),
        "rustworkx": (_rustworkx(topology), n),
    }
    if n < 500:
        all_of_it = partial(nx.average_shortest_path_length, nx.from_scipy_sparse_array(graph))
        peers["NetworkX"] = (all_of_it, n)
    return peers


def _igraph(topology: Topology, sources: int) -> Callable[[], object] | None:
    if not find_spec("igraph"):
        return None
    import igraph  # noqa: PLC0415 - no dependency

    graph = igraph.Graph(topology.routers, topology.links.tolist())
    return partial(graph.distances, source=list(range(sources)))


def _rustworkx(topology: Topology) -> Callable[[], object]:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(topology.routers))
    graph.add_edges_from_no_data([(u, v) for u, v in topology.links.tolist()])
    return partial(rustworkx.graph_distance_matrix, graph)


def latency() -> Iterator[str]:
    """Compare 21 switch latencies at once with one Dijkstra sweep of SciPy."""
    for spec in ("lps:11,7", "slimfly:23"):
        topology = build(spec)
        room = paper_room(topology.routers)
        placement = Placement(np.arange(topology.routers, dtype=np.int32), room.slots)
        cables = make_cable_plan(topology, room, placement)
        weights = topology.adjacency.astype(float)
        u, v = topology.links[:, 0], topology.links[:, 1]
        weights[u, v] = weights[v, u] = cables.length_mm * 5e-3 + 100.0
        sweep = np.arange(0, 1001, 50)
        ours = partial(latency_sweep, topology.routers, cables.routers, cables.length_mm, sweep)
        yield f"{spec}: 21 of ours / 1 of SciPy: {compare(ours, partial(dijkstra, weights), 3)}"


def seconds(work: Callable[[], object]) -> float:
    """Return the wall-clock time of one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def compare(
    ours: Callable[[], object], peer: Callable[[], object], rounds: int = ROUNDS, share: float = 1.0
) -> str:
    """Return the median ratio ours / peer over turns A B A B, with its range.

    Both run once before the first round, so compilation and caches do not count. ``share`` is the share of
    our work that the peer does in one call; the peer's times are divided by it.
    """
    ours()
    peer()
    pairs = [(seconds(ours), seconds(peer) / share) for _ in range(rounds)]
    ratios = sorted(ours_s / peer_s for ours_s, peer_s in pairs)
    ours_s = statistics.median(pair[0] for pair in pairs)
    peer_s = statistics.median(pair[1] for pair in pairs)
    return (
        f"ratio {statistics.median(ratios):.3f} (range {ratios[0]:.3f} to {ratios[-1]:.3f}); "
        f"medians {ours_s:.3g} s and {peer_s:.3g} s"
    )
