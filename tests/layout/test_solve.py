"""From a problem to a checked result."""

from dataclasses import replace

import networkx as nx
import numpy as np
import pytest

from netfloor.foundation.errors import CheckFailedError, InfeasibleError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SilentObserver
from netfloor.layout.bounds import line_cut_bound
from netfloor.layout.bounds.spectral import TOO_LARGE
from netfloor.layout.budget import Budget
from netfloor.layout.chains.portfolio import STARTS_ALONE
from netfloor.layout.placed import ChainResult
from netfloor.layout.placement import Placement
from netfloor.layout.placers import PLACERS
from netfloor.layout.problem import make_problem
from netfloor.layout.recheck import recheck
from netfloor.layout.solve import SolveOptions, solve
from netfloor.plans.objective import ObjectiveChoice
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import paper_room
from netfloor.structure.spectrum.laplacian import ProvedEigenvalue
from netfloor.topologies.spec import build

ROOM = GridRoom("x", 3, 6)
ONE_LINE = GridRoom("x", 1, 2, overhead_mm=0, inside_mm=5000)


def options(iterations=4000, **given):
    """Return options with a small budget."""
    return SolveOptions(budget=Budget(iterations=iterations), **given)


class Listener(SilentObserver):
    """Remembers what it hears."""

    def __init__(self):
        self.heard = []

    def started(self, task, total):
        """Remember."""
        self.heard.append(("started", task, total))

    def advanced(self, task, done, note=""):
        """Remember."""
        self.heard.append(("advanced", task, done, note))

    def finished(self, task, note=""):
        """Remember."""
        self.heard.append(("finished", task, note))

    def warned(self, message):
        """Remember."""
        self.heard.append(("warned", message))


@pytest.mark.parametrize("placer", [name for name in PLACERS if name != "exact"])
def test_the_same_seed_gives_the_same_placement_twice_and_with_any_workers(placer):
    """Placement, cost, history: byte for byte, with 1, 2 or 5 workers."""
    topology = build("random:30,4,seed=2")
    effort = {"random": 4, "tabu": 900}.get(placer, 4001)
    results = [
        solve(topology, ROOM, options(effort, placer=placer, seed=3, workers=workers))
        for workers in (1, 1, 2, 5)
    ]
    first = results[0]
    for other in results[1:]:
        assert other.placement.slot_of.tobytes() == first.placement.slot_of.tobytes()
        assert (other.cost_mm, other.history, other.checksum) == (
            first.cost_mm,
            first.history,
            first.checksum,
        )
        assert other.iterations == first.iterations


@pytest.mark.parametrize("placer", ["anneal", "random"])
def test_another_seed_gives_another_placement(placer):
    """The seed matters."""
    topology = build("random:30,4,seed=2")
    checksums = {solve(topology, ROOM, options(placer=placer, seed=seed)).checksum for seed in range(4)}
    assert len(checksums) == 4


def test_chains_are_different_and_the_best_is_the_result():
    """The random placer's first chains stay the same when more are added: the best only improves."""
    topology = build("random:30,4,seed=2")
    costs = [
        solve(topology, ROOM, options(40, placer="random", chains=chains)).cost_mm
        for chains in (1, 3, 9, 27)
    ]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] < costs[0]


@pytest.mark.parametrize("placer", ["anneal", "matching"])
@pytest.mark.parametrize("iterations", [1, 3, 1000, 4099])
def test_all_chains_together_spend_the_budget(placer, iterations):
    """Exactly the iterations asked for."""
    result = solve(build("random:20,3"), ROOM, options(iterations, placer=placer))
    assert result.iterations == iterations


def test_a_room_with_too_few_slots_is_infeasible():
    """The message says how many are missing."""
    with pytest.raises(InfeasibleError, match="168 switches do not fit in 100 slots: 68 slots are missing"):
        solve(build("lps:11,7"), GridRoom("x", 5, 10), options())


def test_a_cost_that_meets_the_bound_is_optimal(topology_of):
    """A complete network in a room without spare slots costs the same everywhere."""
    result = solve(topology_of(nx.complete_graph(6)), GridRoom("x", 1, 6, slots_per_cabinet=1), options())
    assert result.status == "optimal"
    assert result.gap == 0


def test_a_positive_bound_below_the_cost_is_bounded():
    """The usual case, with a gap above zero."""
    result = solve(build("random:30,4"), ROOM, options())
    assert result.status == "bounded"
    assert result.gap == (result.cost_mm - result.bound.length_mm) / result.bound.length_mm > 0


def test_a_bound_of_zero_is_heuristic(topology_of):
    """Two pairs that nothing holds apart: no line must be crossed, yet every cable has a length."""
    result = solve(topology_of(nx.from_edgelist([(0, 1), (2, 3)])), ONE_LINE, options())
    assert result.bound.length_mm == 0
    assert result.status == "heuristic"
    assert result.gap is None


def test_a_network_without_links_is_optimal(topology_of):
    """Nothing to lay: cost, bound and gap are zero."""
    result = solve(topology_of(nx.empty_graph(5)), ROOM, options())
    assert (result.status, result.cost_mm, result.gap) == ("optimal", 0, 0)


def test_an_interrupt_ends_a_solve_early_with_a_legal_checked_placement():
    """Asked at the first news of progress; far fewer iterations than the budget are spent."""
    interrupt = Interrupt()

    class Impatient(Listener):
        def advanced(self, task, done, note=""):
            """Ask for the end."""
            super().advanced(task, done, note)
            interrupt.ask()

    topology = build("random:30,4")
    result = solve(topology, ROOM, options(10**12), observer=Impatient(), interrupt=interrupt)
    assert result.status == "interrupted"
    assert result.iterations < 10**12
    assert len(set(result.placement.slot_of.tolist())) == 30
    assert result.cost_mm == make_problem(topology, ROOM).cost(result.placement.slot_of)


def test_a_budget_in_seconds_ends():
    """By the clock; not reproducible, but checked all the same."""
    budget = Budget(seconds=0.05)
    result = solve(build("random:30,4"), ROOM, SolveOptions(budget=budget, workers=2))
    assert result.status == "bounded"
    assert result.iterations > 0


def test_the_observer_hears_the_whole_course():
    """Begin and end once; progress that never falls and ends with every chain; the best cost so far."""
    listener = Listener()
    result = solve(build("random:30,4"), ROOM, options(chains=3), observer=listener, task="it")
    assert listener.heard[0] == ("started", "it: placing for length", 3)
    assert listener.heard[-1] == ("finished", "it: placing for length", "")
    advances = [heard[2] for heard in listener.heard if heard[0] == "advanced"]
    assert advances == sorted(advances)
    assert advances[-1] == pytest.approx(3)
    notes = [float(heard[3].split(" m")[0]) for heard in listener.heard if heard[0] == "advanced"]
    assert notes == sorted(notes, reverse=True)
    assert notes[-1] >= round(result.cost_mm / result.links / 1000, 3)


def test_a_given_eigenvalue_is_used():
    """The caller's proof is not made again."""
    result = solve(build("random:30,4"), ROOM, options(), eigenvalue=ProvedEigenvalue(0.001, "by hand"))
    assert (result.bound.eigenvalue, result.bound.method) == (0.001, "line cuts, by hand")


@pytest.mark.parametrize(
    ("defect", "message"),
    [
        (lambda placed: replace(placed, cost=placed.cost - 1), "the placer says"),
        (lambda placed: replace(placed, slot_of=np.full_like(placed.slot_of, 4)), "are both in slot 4"),
        (lambda placed: replace(placed, slot_of=placed.slot_of[1:]), "the network has 12"),
        (lambda placed: replace(placed, slot_of=placed.slot_of + 100), "does not exist"),
    ],
    ids=["cost", "doubled", "missing", "outside"],
)
def test_a_wrong_placer_is_caught(topology_of, defect, message):
    """The check after every solve finds each defect."""
    topology = topology_of(nx.cycle_graph(12))
    problem = make_problem(topology, ROOM)
    bound = line_cut_bound(problem, ProvedEigenvalue(0.0, "none"))
    slot_of = np.arange(12, dtype=np.int32)
    placed = ChainResult(slot_of, problem.cost(slot_of), 1)
    recheck(problem, placed, bound)
    with pytest.raises(CheckFailedError, match=message):
        recheck(problem, defect(placed), bound)


def test_a_bound_above_the_cost_is_caught(topology_of):
    """A false bound ends a solve, it is not reported."""
    problem = make_problem(topology_of(nx.cycle_graph(12)), ROOM)
    slot_of = np.arange(12, dtype=np.int32)
    placed = ChainResult(slot_of, problem.cost(slot_of), 1)
    bound = line_cut_bound(problem, ProvedEigenvalue(0.0, "none"))
    with pytest.raises(CheckFailedError, match="is above the cost"):
        recheck(problem, placed, replace(bound, length_mm=placed.cost + 1))


@pytest.mark.parametrize("wrong", [{"placer": "magic"}, {"chains": 0}, {"workers": 0}])
def test_options_that_cannot_be_are_a_callers_mistake(wrong):
    """An unknown placer, no chain, no worker."""
    with pytest.raises(ValueError, match=r"no placer|at least 1"):
        SolveOptions(**wrong)


@pytest.mark.parametrize("placer", PLACERS)
def test_without_a_budget_the_placers_own_is_taken(placer):
    """In the placer's own unit."""
    assert SolveOptions(placer=placer).effective_budget == Budget(iterations=PLACERS[placer].iterations)


def test_a_fifth_of_the_default_effort_already_meets_the_promise():
    """LPS(11,7) in its paper's room: at most 7.86 m of cable a link with 20 million proposals."""
    topology = build("lps:11,7")
    result = solve(topology, paper_room(topology.routers), options(20_000_000, workers=2))
    assert result.cost_mm / result.links / 1000 <= 7.86
    assert result.gap == (result.cost_mm - result.bound.length_mm) / result.bound.length_mm
    assert isinstance(result.placement, Placement)


def test_a_weaker_search_or_bound_for_size_is_said(monkeypatch):
    """Above the sizes of annealing from random placements and the bound by all eigenvalues; not below."""
    topology, money = build("circulant:8:1,3"), ObjectiveChoice("money").spec().make
    assert solve(topology, ROOM, options(100, objective=money)).weaker == ()
    monkeypatch.setattr("netfloor.layout.solve.MANY_ROUTERS", 7)
    monkeypatch.setattr("netfloor.layout.bounds.spectral.MAX_ROUTERS", 7)
    found = solve(topology, ROOM, options(100, objective=money))
    assert found.weaker == (STARTS_ALONE, TOO_LARGE)
    assert set(found.weaker) < set(found.how_good())
    assert solve(topology, ROOM, options(100, placer="anneal")).weaker == ()
