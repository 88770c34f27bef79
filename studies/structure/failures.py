"""A network under failing links: what the ``topology failures`` command runs."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.reports.structure.table import METHOD, failure_cells, unmet_notes
from netfloor.structure.failures.curve import FailureCurve, FailureOptions
from netfloor.structure.failures.run import link_failures
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


@dataclass(frozen=True)
class FailureRequest:
    """What the user asked for; see the command's options."""

    spec: str
    proportions: str
    max_trials: int
    seed: int
    workers: int
    checkpoint: Path | None


@dataclass(frozen=True)
class FailureReport:
    """What came of it."""

    topology: Topology
    curve: FailureCurve
    checkpoint: Path | None

    @property
    def notes(self) -> list[str]:
        """What a user should know beside the figures."""
        return [*self.topology.notes, *unmet_notes(self.curve)]

    @property
    def left_behind(self) -> str:
        """What an interrupted run leaves, for people."""
        if self.checkpoint is None:
            return "finished proportions are shown, others are lost without --checkpoint"
        return f"the same command continues from {self.checkpoint}"

    def to_dict(self) -> dict[str, Any]:
        """Return what ``topology failures --json`` prints."""
        return {"schema": 1, **self.curve.to_dict(), "method": METHOD, "notes": self.notes}

    def rows(self) -> list[list[str]]:
        """Return one line a proportion."""
        return [failure_cells(point) for point in self.curve.points]


def run_failures(request: FailureRequest, observer: Observer, interrupt: Interrupt) -> FailureReport:
    """Measure a network under failing links.

    Raises
    ------
    InputError
        If spec, proportions or checkpoint are not usable.
    """
    options = failure_options(request.proportions, request.seed, request.max_trials)
    topology = build(request.spec, seed=request.seed)
    with interrupt.heeding():
        curve = link_failures(
            topology,
            options,
            workers=request.workers,
            checkpoint=request.checkpoint,
            observer=observer,
            stop=lambda: interrupt.asked,
        )
    return FailureReport(topology, curve, request.checkpoint)


def failure_options(proportions: str, seed: int, max_trials: int) -> FailureOptions:
    """Return what to try, of proportions as text; `InputError` if they are not usable."""
    return FailureOptions(read_proportions(proportions), seed, max_trials=max_trials)


def read_proportions(text: str) -> tuple[float, ...]:
    """Return the proportions of a list such as ``0,0.1,0.25``, ascending, each once.

    Raises
    ------
    InputError
        If one of them is no number from 0 to 1.
    """
    proportions = set()
    for part in map(str.strip, text.split(",")):
        try:
            value = float(part)
        except ValueError:
            value = math.nan
        if not 0 <= value <= 1:
            what = f"{part[:40]!r} is not a number from 0 to 1"
            raise InputError(setting("proportions"), what, "write for example 0,0.1,0.25")
        proportions.add(abs(value))  # no -0
    return tuple(sorted(proportions))
