"""The bound by all eigenvalues: below every optimum, and derived again slot by slot."""

from itertools import permutations

import numpy as np
import pytest
from scipy.sparse import csr_array

from netfloor.layout.check.cables import Network
from netfloor.layout.check.certificates import derive_pairs_bound, pairs_bound_is_proved
from netfloor.structure.relaxation.ascent import in_grains, prove
from netfloor.structure.relaxation.assignment import CabinetAssignment, make_assignment
from netfloor.structure.relaxation.relaxed import Terms, relax


def drawn(seed: int, *, full: bool = False) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return links of two routers, any costs of two slots, and the cabinet of each of at most 7 slots."""
    rng = np.random.default_rng(seed)
    slots = rng.multinomial(4 + seed % 3, [0.25] * 4) + rng.integers(0, 2, 4)
    home = np.repeat(np.arange((slots > 0).sum()), slots[slots > 0])[:7]
    routers = len(home) if full else int(rng.integers(3, min(len(home), 6) + 1))
    flow = np.triu(rng.integers(0, 4, (routers, routers)) * (rng.random((routers, routers)) < 0.7), 1)
    flow[0, 1] = 1
    costs = np.triu(rng.integers(0, 40, (len(home), len(home))), 1)
    return flow + flow.T, costs + costs.T, home


def optimum(flow: np.ndarray, costs: np.ndarray) -> int:
    """Return the least cost of all placements."""
    ways = np.array(list(permutations(range(len(costs)), len(flow))))
    u, v = np.nonzero(np.triu(flow))
    return int((flow[u, v] * costs[ways[:, u], ways[:, v]]).sum(axis=1).min())


def network(flow: np.ndarray) -> Network:
    """Return a network as the check takes it."""
    u, v = np.nonzero(np.triu(flow))
    return Network(len(flow), tuple(zip(u.tolist(), v.tolist(), strict=True)), tuple(flow[u, v].tolist()))


def some_terms(assignment: CabinetAssignment, rng: np.random.Generator) -> Terms:
    """Return terms of whole numbers without any sense."""
    count = len(assignment.slots)
    change = rng.integers(-30, 30, (count, count))
    return Terms(rng.integers(-40, 40, count).astype(float), (change + change.T).astype(float))


@pytest.mark.parametrize("seed", range(8))
def test_no_placement_is_below_what_terms_prove(seed: int) -> None:
    """Neither the terms found nor senseless ones exceed the optimum, and the check derives the same."""
    flow, costs, home = drawn(seed)
    assignment, least = make_assignment(csr_array(flow), costs, home), optimum(flow, costs)
    proof = prove(assignment)
    derived = derive_pairs_bound(network(flow), costs, home.tolist(), proof.to_dict())
    assert proof.value <= least
    assert pairs_bound_is_proved(proof.value, derived, whole=1e-6)
    for _ in range(5):
        terms = some_terms(assignment, np.random.default_rng(seed))
        plain = {
            "shift": float(assignment.eigenvalues[0]),
            "grain": 1.0,
            "own": terms.own.astype(int).tolist(),
            "change": [row[: number + 1].astype(int).tolist() for number, row in enumerate(terms.change)],
        }
        found = relax(assignment, terms).value
        assert found <= least
        assert derive_pairs_bound(network(flow), costs, home.tolist(), plain) == pytest.approx(found)


def test_the_bound_is_that_of_the_terms_that_are_recorded() -> None:
    """Terms that rounding parts by a grain in the two triangles of the matrix prove what is claimed."""
    flow, costs, home = drawn(3)
    assignment = make_assignment(csr_array(flow), costs, home)
    count = len(assignment.slots)
    change = np.full((count, count), 2.5)
    change[np.triu_indices(count, 1)] += 1e-9  # the one triangle rounds up to 3 grains, the other down to 2
    proof = in_grains(assignment, Terms(np.zeros(count), change), 1.0)
    derived = derive_pairs_bound(network(flow), costs, home.tolist(), proof.to_dict())
    assert pairs_bound_is_proved(proof.value, derived, whole=1e-6)


def test_few_switches_in_a_large_room_are_proved_to_the_last_digit() -> None:
    """What is taken off for rounding is that of what is added up, not of all pairs of free slots."""
    flow, costs = np.full((4, 4), 12) - 12 * np.eye(4, dtype=int), np.full((300, 300), 509)
    costs[np.arange(300) // 2 == (np.arange(300) // 2)[:, None]] = 45
    np.fill_diagonal(costs, 0)
    home = np.arange(300) // 2
    assignment = make_assignment(csr_array(flow), costs, home)
    none = Terms(np.zeros(150), np.zeros((150, 150)))
    plain = {"shift": float(assignment.eigenvalues[0]), "grain": 1.0, "own": [0] * 150}
    change = [[0] * (number + 1) for number in range(150)]
    derived = derive_pairs_bound(network(flow), costs, home.tolist(), plain | {"change": change})
    assert pairs_bound_is_proved(relax(assignment, none).value, derived, whole=0.0)


def test_the_steps_lead_upwards() -> None:
    """What the steps find is above what the costs prove as they are."""
    flow, costs, home = drawn(3)
    assignment = make_assignment(csr_array(flow), costs, home)
    count = len(assignment.slots)
    assert (
        prove(assignment).value > relax(assignment, Terms(np.zeros(count), np.zeros((count, count)))).value
    )


@pytest.mark.parametrize("seed", range(6))
def test_a_bound_rises_no_more_than_its_derivative_says(seed: int) -> None:
    """Without an empty slot the bound is concave in its terms: a line of its derivative lies above it."""
    flow, costs, home = drawn(seed, full=True)
    assignment, rng = make_assignment(csr_array(flow), costs, home), np.random.default_rng(seed)
    here = relax(assignment, one := some_terms(assignment, rng))
    for _ in range(10):
        there = relax(assignment, other := some_terms(assignment, rng))
        slope = np.where(one.change > 0, here.beyond, here.links)
        slope = np.where(one.change == 0, np.where(other.change > 0, here.beyond, here.links), slope)
        rise = float(np.tril(slope * (other.change - one.change)).sum())
        rise += float(here.own @ (other.own - one.own))
        assert there.value <= here.value + rise + 1e-6 * (1 + abs(here.value))
