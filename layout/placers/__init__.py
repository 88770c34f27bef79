"""Placers by name. To add a placer, add a file and an entry below."""

from dataclasses import dataclass
from functools import partial

from netfloor.foundation.plugins import PLACERS as PLUGINS
from netfloor.foundation.plugins import part_named
from netfloor.layout.placed import Placer
from netfloor.layout.placers.at_random import place_at_random, place_by_annealing
from netfloor.layout.placers.dense import place_by_tabu, place_exactly
from netfloor.layout.placers.from_start import place_from, place_from_best
from netfloor.layout.placers.matching import place_by_matching


@dataclass(frozen=True)
class PlacerChoice:
    """A placer, its summary, and its default budget.

    ``iterations`` is the default budget of all chains, in the placer's own unit.
    """

    place: Placer
    summary: str
    unit: str
    iterations: int


SWAPS = "proposed swaps"
PROPOSALS = 100_000_000

PLACERS: dict[str, PlacerChoice] = {
    "anneal": PlacerChoice(
        place_by_annealing, "annealing of single switches from a random start", SWAPS, PROPOSALS
    ),
    "matching": PlacerChoice(
        place_by_matching, "matching in cabinets, then pairs, then single switches", SWAPS, PROPOSALS
    ),
    "start": PlacerChoice(
        place_from_best, "the best of the four constructed starts, annealed", SWAPS, PROPOSALS
    ),
    "row-major": PlacerChoice(
        partial(place_from, "row-major"),
        "switches in the order of their numbers, annealed",
        SWAPS,
        PROPOSALS,
    ),
    "folded": PlacerChoice(
        partial(place_from, "folded"),
        "folded layout of a lattice such as a torus, annealed",
        SWAPS,
        PROPOSALS,
    ),
    "multilevel": PlacerChoice(
        partial(place_from, "multilevel"),
        "recursive bisection of floor and network by METIS, annealed",
        SWAPS,
        PROPOSALS,
    ),
    "spectral": PlacerChoice(
        partial(place_from, "spectral"), "two eigenvectors as coordinates, annealed", SWAPS, PROPOSALS
    ),
    "tabu": PlacerChoice(place_by_tabu, "memetic tabu search on dense matrices", "moves", 400_000),
    "exact": PlacerChoice(
        place_exactly,
        "enumeration in up to 10 slots; branch and bound for up to 20 switches in a grid",
        "solves",
        1,
    ),
    "random": PlacerChoice(place_at_random, "random slots: the unoptimised baseline", "placements", 1),
}


def placer_named(name: str) -> PlacerChoice:
    """Return a built-in placer, else a plug-in; raise `KeyError` for an unknown name."""
    choice: PlacerChoice | None = PLACERS.get(name) or part_named(PLUGINS, name)
    if choice is None:
        raise KeyError(name)
    return choice


__all__ = ["PLACERS", "PlacerChoice", "placer_named"]
