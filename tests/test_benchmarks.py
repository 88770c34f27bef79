"""The benchmarks measure what they say, with or without their peers."""

import pytest

from benchmarks import speed
from benchmarks.timing import compare
from netfloor.topologies.spec import build


def test_every_peer_of_distances_is_there_or_absent() -> None:
    """SciPy, igraph, rustworkx and on small networks NetworkX; each that is installed runs."""
    peers = speed.distance_peers(build("lps:3,5"))
    assert list(peers) == ["SciPy", "igraph", "rustworkx", "NetworkX"]
    for work, sources in peers.values():
        assert sources == 120
        if work is not None:
            work()


def test_an_absent_peer_is_said_to_be_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report names it and how to get it, and goes on with the others."""
    monkeypatch.setattr(speed, "find_spec", lambda _name: None)
    monkeypatch.setattr(speed, "build", lambda _spec: build("complete:4"))
    lines = list(speed.distances())
    assert any("igraph is not installed" in line and "netfloor[peers]" in line for line in lines)
    assert any("ours / SciPy: ratio" in line for line in lines)
    assert any("ours / rustworkx: ratio" in line for line in lines)


def test_a_part_is_scaled_up_to_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A peer that does a quarter of the work in 1 s takes 4 s: the ratio to our 1 s is a quarter."""
    monkeypatch.setattr("benchmarks.timing.seconds", lambda work: work() or 1.0)
    assert compare(lambda: None, lambda: None, 3, 0.25).startswith("ratio 0.250 ")
