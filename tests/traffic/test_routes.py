"""Path counts and hop histograms against the enumeration of all walks."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.routes import routes_of
from tests.traffic.walks import Small


@pytest.mark.parametrize(
    ("spec", "routing"),
    [
        ("hyperx:3x2,t=2,k=2x1", "minimal"),
        ("fattree:2,3", "up-down"),
        ("dragonfly:a=3,p=1,h=1,g=3", "group-valiant"),
        ("dragonfly:a=3,p=1,h=2,g=3", "group-valiant"),  # three links join two groups
        ("hypercube:3,endpoints=1", "valiant"),
        ("clos:12,6", "valiant"),
        ("torus:4x3,endpoints=1", "ugal-l"),
    ],
)
def test_paths_and_hops_are_those_of_all_walks(spec: str, routing: str) -> None:
    """Every pair of switches with endpoints has its paths counted and its packets' hops, none other."""
    small = Small(spec, routing)
    routes = routes_of(small.topology, small.channels, small.rule)
    paths: list[int] = []
    hops: Counter[int] = Counter()
    for source in small.ends:
        for to in small.ends:
            if source != to:
                paths.append(len(list(small.direct(source, to))))
                walks = small.packets if small.rule.decision is None else small.direct
                for walk, share in walks(source, to):
                    hops[len(walk)] += share  # type: ignore[assignment]
    assert sorted(paths) == sorted(routes.pairs.tolist())
    np.testing.assert_allclose(routes.hops, [hops[number] for number in range(len(routes.hops))], atol=1e-9)
    assert sum(hops.values()) == pytest.approx(routes.hops.sum())


@pytest.mark.parametrize("routing", ["minimal", "valiant", "ugal-l"])
def test_the_longest_path_is_that_of_the_longest_walk(routing: str) -> None:
    """Packets that queues may send by an intermediate count too."""
    small = Small("torus:4x3,endpoints=1", routing)
    pairs = [(source, to) for source in small.ends for to in small.ends if source != to]
    kinds = small.direct, small.detours
    longest = max(len(walk) for kind in kinds for pair in pairs for walk, _ in kind(*pair))
    assert routes_of(small.topology, small.channels, small.rule).longest == longest


def test_a_proof_is_of_the_switches_with_endpoints_wherever_they_are() -> None:
    """With endpoints on switches 1 and 3 of a row of four, packets depend on the channels between these."""
    row = build("mesh:4,endpoints=1")
    some = replace(row, endpoints=np.array([0, 1, 0, 1], row.endpoints.dtype))
    channels = channels_of(some)
    proof = routes_of(some, channels, routing_named("minimal"), "one").proof
    waits = zip(proof.held.tolist(), proof.asked.tolist(), strict=True)
    ends = {(int(channels.tail[held]), int(channels.head[asked])) for held, asked in waits}
    assert ends == {(1, 3), (3, 1)}
