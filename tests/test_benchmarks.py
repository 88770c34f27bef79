"""The benchmarks measure what they say, with or without their peers."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks import qaplib, speed
from benchmarks.robust_tabu_kernels import robust_tabu
from benchmarks.speed import compare
from netfloor.layout.dense import DenseProblem
from netfloor.layout.dense.enumeration import enumerate_all
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
    monkeypatch.setattr("benchmarks.speed.seconds", lambda work: work() or 1.0)
    assert compare(lambda: None, lambda: None, 3, 0.25).startswith("ratio 0.250 ")


@pytest.mark.parametrize("seed", range(3))
def test_robust_tabu_search_keeps_the_true_costs(seed: int) -> None:
    """The peer ends at the least cost of all permutations, neither above nor below, and not symmetric."""
    rng = np.random.default_rng(seed)
    problem = DenseProblem(*rng.integers(-9, 99, (2, 6, 6)))
    best, moves = robust_tabu(problem, seed, lambda _best, made: made >= 5000)
    assert moves == 5000
    assert best == enumerate_all(problem)[0]


def test_qaplib_is_compared_with_robust_tabu_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line with both gaps and their ratio; of an instance that both solve, 1."""
    monkeypatch.setattr(qaplib, "FOLDER", Path(__file__).parent / "data")
    monkeypatch.setattr(qaplib, "SECONDS", 5.0)
    head, line = qaplib.qaplib()
    assert "CPU time" in head
    assert line.startswith("nug12 ")
    assert line.count("0.0000%") == 2
    assert "ratio 1.00000" in line
