"""Placement against other heuristics with the same instance, time and seeds: median and best results."""

import os
import shlex
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.quality import mean_cable_m
from netfloor.layout.problem import Problem, make_problem
from netfloor.rooms.room_spec import paper_room
from netfloor.topologies.spec import build

SECONDS = float(os.environ.get("NETFLOOR_PEER_SECONDS", "10"))
SEEDS = int(os.environ.get("NETFLOOR_PEER_SEEDS", "10"))
NETWORKS = os.environ.get("NETFLOOR_PEER_NETWORKS", "lps:11,7 lps:23,11 lps:29,13").split()
#: Any executable that takes a QAPLIB file, seconds and a seed; its last line is a permutation from 1.
EXECUTABLE = os.environ.get("NETFLOOR_PEER_COMMAND", "")

Matrix = npt.NDArray[np.float64]
Slots = npt.NDArray[np.int32]
#: Takes a problem, its dense flow and lengths, and a seed; returns the slot of each switch.
Peer = Callable[[Problem, Matrix, Matrix, int], Slots]


def peers() -> Iterator[str]:
    """Report mean cable of annealing and its peers: SciPy's FAQ and 2-opt, GOAT, any executable."""
    yield f"{SECONDS:g} s on one core, {SEEDS} seeds: median (best) in metres"
    for spec in NETWORKS:
        problem = make_problem(build(spec), paper_room(build(spec).routers))
        ours = [mean_cable_m(spec, "anneal", seed, SECONDS) for seed in range(SEEDS)]
        base = statistics.median(ours)
        yield f"{spec:<10} {'ours':<12} {base:8.4f} ({min(ours):.4f})"
        flow, lengths = _dense(problem)
        for name, peer in _installed().items():
            means = [
                problem.cost(peer(problem, flow, lengths, seed)) / problem.link_count / 1000
                for seed in range(SEEDS)
            ]
            median = statistics.median(means)
            yield f"{spec:<10} {name:<12} {median:8.4f} ({min(means):.4f})  ratio {median / base:.4f}"
    if not find_spec("graspologic"):
        yield "GOAT: graspologic is not installed"
    if not EXECUTABLE:
        yield "no executable given (NETFLOOR_PEER_COMMAND)"


def _installed() -> dict[str, Peer]:
    """Return the installed peers."""
    installed: dict[str, Peer] = {"SciPy FAQ": _scipy("faq"), "SciPy 2-opt": _scipy("2opt")}
    if find_spec("graspologic"):
        installed["GOAT"] = _goat
    if EXECUTABLE:
        installed["executable"] = _executable
    return installed


def _dense(problem: Problem) -> tuple[Matrix, Matrix]:
    """Return flow and lengths, both (S, S); empty slots count as switches without links."""
    flow = np.zeros((problem.slots, problem.slots))
    flow[: problem.routers, : problem.routers] = problem.flow.toarray()
    return flow, problem.lengths.matrix().astype(float)


def _scipy(method: str) -> Peer:
    """Return a peer that restarts SciPy's method at random until time is up and keeps the best answer."""

    def run(problem: Problem, flow: Matrix, lengths: Matrix, seed: int) -> Slots:
        from scipy.optimize import quadratic_assignment  # noqa: PLC0415 - a heavy import

        rng, ends, best = np.random.default_rng(seed), time.monotonic() + SECONDS, None
        while best is None or time.monotonic() < ends:
            options = {"rng": rng} | ({"P0": "randomized"} if method == "faq" and best else {})
            answer = quadratic_assignment(flow, lengths, method=method, options=options)
            if best is None or answer.fun < best.fun:
                best = answer
        return np.asarray(best.col_ind[: problem.routers], dtype=np.int32)

    return run


def _goat(problem: Problem, flow: Matrix, lengths: Matrix, seed: int) -> Slots:
    """Return GOAT's best placement (graph matching by optimal transport) before time is up.

    Each start is halfway between the flat start and a random matrix: on a vertex-transitive network the
    flat start is stationary, and its result is no better than chance.
    """
    from graspologic.match import graph_match  # type: ignore[import-not-found]  # noqa: PLC0415

    rng, ends, best, minimum = np.random.default_rng(seed), time.monotonic() + SECONDS, None, np.inf
    while best is None or time.monotonic() < ends:
        answer = graph_match(flow, -lengths, transport=True, init_perturbation=0.5, rng=rng)
        slots = np.asarray(
            answer.indices_B[np.argsort(answer.indices_A)][: problem.routers], dtype=np.int32
        )
        if problem.cost(slots) < minimum:
            best, minimum = slots, problem.cost(slots)
    return best


def _executable(problem: Problem, flow: Matrix, lengths: Matrix, seed: int) -> Slots:
    """Return the slot of each facility (counted from 1) that the executable prints."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "problem.dat"
        rows = [str(problem.slots)]
        for matrix in (flow, lengths):
            rows += ["", *(" ".join(str(int(value)) for value in row) for row in matrix)]
        path.write_text("\n".join(rows) + "\n", encoding="utf-8")
        command = [*shlex.split(EXECUTABLE), str(path), f"{SECONDS:g}", str(seed)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    last = done.stdout.strip().splitlines()[-1]
    return np.array([int(word) - 1 for word in last.split()][: problem.routers], dtype=np.int32)
