"""A network under failing links: what the ``topology failures`` command runs."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from netfloor.progress import watching
from netfloor.signals import interruptible
from structure.failure_curve import FailureCurve, FailureOptions, FailurePoint
from structure.failures import link_failures
from structure.trial_statistics import ConnectedMean, Interval
from topologies.spec import build
from topologies.topology import Topology

HEADINGS = (
    "proportion\nfailed",
    "links\nfailed",
    "disconnected trials\n[95 %]",
    "diameter, connected\ntrials: mean [95 %]",
    "mean hops, connected\ntrials: mean [95 %]",
    "bisection links, connected\ntrials: mean [95 %]",
)

#: How the figures came about, for whoever reads the JSON document alone.
METHOD = {
    "rule": "per property 10 x trials, x = 1, 10, 100, ..., until the coefficient of variation of the "
    "means of 10 batches of x is below 10 % (SpectralFly, section IV-A, footnote 1)",
    "means": "over connected trials only; disconnected trials are counted beside them",
    "mean_ci95": "Student's t over single connected trials",
    "disconnected_share_ci95": "Clopper-Pearson",
    "bisection_links": "best exactly balanced cut of METIS: an upper bound on the bisection",
}


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
        return [*self.topology.notes, *_unmet(self.curve)]

    @property
    def left_behind(self) -> str:
        """What an interrupted run leaves, for people."""
        if self.checkpoint is None:
            return "finished proportions are shown, others are lost without --checkpoint"
        return f"the same command goes on from {self.checkpoint}"

    def to_dict(self) -> dict[str, Any]:
        """Return what ``topology failures --json`` prints."""
        return {"schema": 1, **self.curve.to_dict(), "method": METHOD, "notes": self.notes}

    def rows(self) -> list[list[str]]:
        """Return one line a proportion."""
        return [_row(point) for point in self.curve.points]


def run_failures(request: FailureRequest, *, quiet: bool) -> FailureReport:
    """Measure a network under failing links.

    Raises
    ------
    InputError
        If spec, proportions or checkpoint are not usable.
    """
    options = FailureOptions(
        read_proportions(request.proportions), request.seed, max_trials=request.max_trials
    )
    topology = build(request.spec, seed=request.seed)
    with interruptible() as interrupt, watching(quiet=quiet) as observer:
        curve = link_failures(
            topology,
            options,
            workers=request.workers,
            checkpoint=request.checkpoint,
            observer=observer,
            stop=lambda: interrupt.asked,
        )
    return FailureReport(topology, curve, request.checkpoint)


def read_proportions(text: str) -> tuple[float, ...]:
    """Return the proportions of a list such as ``0,0.1,0.25``, ascending, each once.

    Raises
    ------
    InputError
        If one of them is no number from 0 to 1.
    """
    return tuple(sorted({_proportion(part.strip()) for part in text.split(",")}))


def _proportion(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1:
        raise InputError(
            "--proportions", f"{text[:40]!r} is no number from 0 to 1", "write for example 0,0.1,0.25"
        )
    return abs(value)  # no -0


def _unmet(curve: FailureCurve) -> Iterator[str]:
    for point in curve.points:
        if point.certainly_disconnected:
            yield f"{point.proportion:g} failed: too few links are left to connect {curve.routers} routers"
            continue
        unmet = [name for name, found in point.properties.items() if not found.rule_met]
        if unmet:
            names = ", ".join(unmet).replace("_", " ")
            yield (
                f"{point.proportion:g} failed: {point.trials} trials do not meet the stopping rule for "
                f"{names}; a larger --max-trials may"
            )


def _row(point: FailurePoint) -> list[str]:
    low, high = point.disconnected_ci95
    return [
        f"{point.proportion:g}",
        f"{point.links_failed:,}",
        f"{point.disconnected:,} of {point.trials:,} [{100 * low:.1f} %, {100 * high:.1f} %]",
        _cell(point.diameter, 2),
        _cell(point.mean_distance, 4),
        _cell(point.bisection_links, 1),
    ]


def _cell(found: ConnectedMean, decimals: int) -> str:
    """Return ``mean [low, high]``, or a dash where no trial was connected."""
    if found.mean is None:
        return "-"
    return f"{found.mean:,.{decimals}f}" + _interval(found.ci95, decimals)


def _interval(interval: Interval | None, decimals: int) -> str:
    return " [{:,.{d}f}, {:,.{d}f}]".format(*interval, d=decimals) if interval else ""
