"""The worst permutation of a routing, against every permutation of small networks."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of
from netfloor.traffic.endpoints import endpoints_of
from netfloor.traffic.load import worst_permutation as module
from netfloor.traffic.load.channel_classes import channel_classes
from netfloor.traffic.load.channel_load import channel_load
from netfloor.traffic.load.worst_permutation import worst_permutation
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.pattern import weighted_pattern
from netfloor.traffic.routing import routing_named

CASES = [
    ("torus:3x2,endpoints=1", "minimal", "hop"),
    ("torus:3x2,endpoints=1", "minimal", "path"),
    ("torus:4x2,endpoints=1", "dimension-order", "hop"),
    ("torus:6,endpoints=1", "valiant", "hop"),
    ("hyperx:3x2,k=2x1,endpoints=1", "single-path", "hop"),
    ("dragonfly:a=2,p=1,h=1", "group-minimal", "hop"),
    ("dragonfly:a=2,p=1,h=1", "group-valiant", "path"),
    ("fattree:2,3", "up-down", "hop"),
    ("mesh:5,endpoints=1", "minimal", "hop"),
]


def highest(spec: str, routing: str, split: str, counts: list[int] | None = None) -> tuple[float, float]:
    """Return the highest load that is found and that of all permutations, tried one by one."""
    topology, rule = build(spec), routing_named(routing)
    if counts is not None:
        topology = replace(topology, endpoints=np.array(counts, np.int32))
    channels, ends = channels_of(topology), endpoints_of(topology)
    found = worst_permutation(topology, channels, rule, split)
    assert sorted(found.destination.tolist()) == list(range(len(ends.rank)))
    count = len(ends.rank)
    of_pair = np.zeros((count, count, channels.count))
    for pair in np.ndindex(count, count):
        one = weighted_pattern("one", ends, np.array([pair]), np.ones(1))
        of_pair[pair] = channel_load(topology, channels, rule, one, split).network
    every = np.array(list(permutations(range(count))))
    loads = sum(of_pair[source, every[:, source]] for source in range(count))
    return channel_load(topology, channels, rule, found, split).highest, float(np.max(loads))


@pytest.mark.parametrize(("spec", "routing", "split"), CASES)
def test_no_permutation_loads_a_channel_more(spec: str, routing: str, split: str) -> None:
    """All permutations of up to eight endpoints are tried, where symmetries are used and where not."""
    found, worst = highest(spec, routing, split)
    assert found == pytest.approx(worst, abs=1e-9)


@pytest.mark.parametrize("routing", ["minimal", "valiant"])
def test_switches_of_unequally_many_endpoints_are_matched_one_by_one(routing: str) -> None:
    """Six endpoints on four switches of a ring, three of them on one."""
    found, worst = highest("torus:4", routing, "hop", [3, 0, 2, 1])
    assert found == pytest.approx(worst, abs=1e-9)


def test_the_worst_case_of_the_dragonfly_is_found() -> None:
    """Next-group loads a global channel with a h; no permutation loads one more, for a group has a h ranks.

    The longest matching, whose packets go as far, loads it less.
    """
    topology, rule = build("dragonfly:a=4,p=2,h=2"), routing_named("group-minimal")
    channels = channels_of(topology)
    loads = [
        channel_load(topology, channels, rule, pattern, "hop").highest
        for pattern in (
            worst_permutation(topology, channels, rule),
            pattern_of(topology, "next-group"),
            pattern_of(topology, "longest-matching"),
        )
    ]
    assert loads[0] == pytest.approx(8)
    assert loads[0] >= max(loads[1:])


@pytest.mark.parametrize(
    "spec", ["torus:4x4", "lps:3,5", "hypercube:4", "circulant:12:1,5", "hyperx:3x3,k=2x1"]
)
def test_channels_of_a_class_have_the_same_worst_permutation(spec: str) -> None:
    """With every channel looked at by itself no load is higher than with one of each class."""
    topology = build(spec, endpoints=2)
    channels, rule = channels_of(topology), routing_named("minimal")
    classes = channel_classes(topology, channels, rule)
    assert len(classes) <= channels.count // topology.routers
    uniform = channel_load(topology, channels, rule, pattern_of(topology, "uniform")).network
    assert {round(load, 9) for load in uniform[classes]} == {round(load, 9) for load in uniform}
    crossings = module._Crossings(topology, channels, rule, "hop")
    ends = module._ends(endpoints_of(topology))
    some = [*range(0, channels.count, 5)]
    every = max(module._assigned(crossings, channel, ends)[0] for channel in some)
    assert every <= max(module._assigned(crossings, int(channel), ends)[0] for channel in classes) + 1e-9


def test_symmetries_that_a_network_or_routing_lacks_are_not_used() -> None:
    """One endpoint more on a switch, a single path by numbers, or no group: every channel by itself."""
    torus, rule = build("torus:4x4", endpoints=1), routing_named("minimal")
    more = replace(torus, endpoints=torus.endpoints + (np.arange(16) == 3).astype(np.int32))
    for topology, routing in (
        (more, rule),
        (torus, routing_named("single-path")),
        (build("mesh:4x4", endpoints=1), rule),
    ):
        channels = channels_of(topology)
        assert len(channel_classes(topology, channels, routing)) == channels.count


def test_too_much_work_is_refused_with_what_the_longest_matching_carries(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The message has the time, and an upper end of what is asked for."""
    topology, rule = build("mesh:4x4", endpoints=1), routing_named("minimal")
    channels = channels_of(topology)
    near = channel_load(topology, channels, rule, pattern_of(topology, "longest-matching")).throughput
    exact = channel_load(topology, channels, rule, worst_permutation(topology, channels, rule)).throughput
    assert exact <= near
    monkeypatch.setattr(module, "MAX_SECONDS", 0.0)
    with pytest.raises(InputError, match=f"at most the {near:.4f}"):
        worst_permutation(topology, channels, rule)
