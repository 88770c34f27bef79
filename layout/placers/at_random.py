"""Placers that begin at random: annealing of single switches, and the unoptimised baseline."""

from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.problem import Problem
from netfloor.layout.starts import random_start, separated


def place_by_annealing(problem: Problem, chain: Chain) -> ChainResult:
    """Anneal single switches from a random placement; an iteration is a proposed swap."""
    from netfloor.layout.annealing import Schedule, make_annealer  # noqa: PLC0415 - imports Numba

    annealer = make_annealer(problem, random_start(problem, chain.rng), chain.rng)
    return annealer.run(annealer.mean_change(), Schedule(), chain.stop, chain.listener, chain.journal)


def place_at_random(problem: Problem, chain: Chain) -> ChainResult:
    """Place at random: the cost of a network without optimisation."""
    slot_of = separated(problem, random_start(problem, chain.rng))
    cost = problem.cost(slot_of)
    return ChainResult(slot_of, cost, 1, ((0, cost),))
