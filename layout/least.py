"""What no placement is below by an objective, and what proves it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from netfloor.layout.bounds import Bound, pairs_proof
from netfloor.layout.lengths import PricedLengths
from netfloor.layout.objective import BoundedByPairs, Objective, PricedByLink
from netfloor.layout.problem import Problem


@dataclass(frozen=True)
class Least:
    """What no placement is below: None if nobody knows; by which method if not by the length's bound.

    ``proof`` are the terms by pairs of cabinets (`structure.relaxation`), where it rests on them.
    """

    value: float | None = None
    by: str | None = None
    proof: Mapping[str, Any] | None = None


def proved_least(objective: Objective, problem: Problem, bound: Bound) -> Least:
    """Return the best that is proved by the bound on the length, or by pairs of cabinets."""
    least = objective.least(bound)
    if not isinstance(objective, BoundedByPairs):
        return Least(least)
    value, proof = pairs_proof(problem, objective.pair_sum)
    if proof is None or (least is not None and least >= value):
        return Least(least)
    return Least(value, proof=proof.to_dict())


def priced_by(objective: Objective) -> PricedLengths | None:
    """Return what a link between two slots costs, where an objective is one price and nothing else."""
    return objective.only_price if isinstance(objective, PricedByLink) else None
