"""Objective: the longest cable, by lowering a threshold as long as a placement within it is found."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.foundation.units import MM_PER_M
from netfloor.layout.bounds import Bound
from netfloor.layout.budget import Window
from netfloor.layout.lengths import PricedLengths
from netfloor.layout.placed import Chain, ChainResult
from netfloor.layout.placers.from_start import refine
from netfloor.layout.problem import Problem
from netfloor.rooms.routed_lengths import FloorLengths

#: Thresholds per chain, each with an equal share of the effort.
TRIALS = 8
#: Cost of a millimetre beyond the threshold, in millimetres of cable.
PENALTY = 20


@dataclass(frozen=True, eq=False)
class LongestCable:
    """The length of the longest cable; ``pairs`` as in `Problem.pairs`."""

    floor: FloorLengths
    pairs: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32], npt.NDArray[np.int64]]
    name: str = "longest"
    unit: str = "m"
    step: float = 1 / MM_PER_M

    def value(self, slot_of: npt.NDArray[np.int32]) -> float:
        """Return the length of the longest cable, in m."""
        return self._longest_mm(slot_of) / MM_PER_M

    def _longest_mm(self, slot_of: npt.NDArray[np.int32]) -> int:
        u, v, _ = self.pairs
        return int(self.floor.between(slot_of[u], slot_of[v]).max(initial=0))

    def improve(self, problem: Problem, start: ChainResult, chain: Chain) -> ChainResult:
        """Bisect the range of thresholds repeatedly; chains begin at different ends of it.

        Each trial minimises the cable length plus a penalty beyond the threshold, so that among placements
        with equally long cables, the shortest total wins.
        """
        lengths = self.floor.all_mm
        best, best_mm, spent = start, self._longest_mm(start.slot_of), 0
        chain.listener(0.0, best_mm)
        low, high = 0, int(np.searchsorted(lengths, best_mm))
        for trial in range(TRIALS):
            if low >= high:
                break
            share = 0.5 if trial or chain.number % 4 == 0 else (0.75, 0.85, 0.95)[chain.number % 4 - 1]
            at = min(low + int((high - low) * share), high - 1)
            beyond = np.maximum(lengths - lengths[at], 0)
            priced = PricedLengths(self.floor, lengths, lengths + PENALTY * beyond)

            def heard(share: float, _cost: int, trial: int = trial, least: int = best_mm) -> None:
                chain.listener((trial + share) / TRIALS, least)

            window = Window(chain.stop, trial / TRIALS, (trial + 1) / TRIALS, spent)
            # a resumed run repeats this phase from its start with the same result: no journal
            part = Chain(chain.rng, window, heard)
            placed = refine(replace(problem, lengths=priced), best.slot_of, part)
            spent += placed.iterations
            found_mm = self._longest_mm(placed.slot_of)
            if found_mm < best_mm:
                best, best_mm = placed, found_mm
            if found_mm <= lengths[at]:
                high = int(np.searchsorted(lengths, found_mm))
            else:
                low = at + 1
        return ChainResult(best.slot_of, best_mm, spent, ((spent, best_mm),), "longest, falling threshold")

    def least(self, bound: Bound) -> float:
        """Return a lower bound: the next possible length at or above the certified mean."""
        lengths = self.floor.all_mm
        cables = int(self.pairs[2].sum())
        if not cables:
            return 0.0
        at = min(int(np.searchsorted(lengths, bound.length_mm / cables)), len(lengths) - 1)
        return float(lengths[at]) / MM_PER_M
