"""Ways to place a network, by name. Add one: a file beside these, an entry below."""

from dataclasses import dataclass

from layout.placers.anneal import place_by_annealing
from layout.placers.faq import place_by_faq
from layout.placers.interface import Listener, Placed, Placer
from layout.placers.matching import place_by_matching
from layout.placers.random_start import place_at_random


@dataclass(frozen=True)
class PlacerChoice:
    """A placer, what it is, and what it does when nobody sets a budget.

    ``iterations`` is the default budget in the placer's own unit, for all chains.
    """

    place: Placer
    summary: str
    unit: str
    iterations: int


PLACERS: dict[str, PlacerChoice] = {
    "anneal": PlacerChoice(
        place_by_annealing,
        "annealing of single routers from a random start",
        "proposed swaps",
        100_000_000,
    ),
    "matching": PlacerChoice(
        place_by_matching,
        "matching in cabinets, then pairs, then single routers",
        "proposed swaps",
        100_000_000,
    ),
    "faq": PlacerChoice(place_by_faq, "fast approximate QAP (SciPy), then swap descent", "starts", 4),
    "random": PlacerChoice(place_at_random, "random slots: the unplaced baseline", "placements", 1),
}

__all__ = ["PLACERS", "Listener", "Placed", "Placer", "PlacerChoice"]
