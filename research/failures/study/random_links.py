"""Networks with random link failures: the study of ``topology failures``."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Table
from netfloor.research.failures.curve import MAX_TRIALS, FailureCurve, FailureOptions
from netfloor.research.failures.report.page import failure_document, failure_files
from netfloor.research.failures.report.table import failure_table, unmet_notes
from netfloor.research.failures.run import link_failures
from netfloor.studies.named_network import find_network, networks_wanted
from netfloor.topologies.topology import Topology

#: The command's default.
PROPORTIONS = "0,0.1,0.2,0.3,0.4,0.5,0.6"


@dataclass(frozen=True)
class FailureRequest:
    """The options of the command."""

    specs: tuple[str, ...]  # or plans, each for all its networks or the named one
    proportions: str = PROPORTIONS
    max_trials: int = MAX_TRIALS
    out: Path | None = None
    seed: int = 0
    workers: int = 1
    checkpoint: Path | None = None  # of a single network
    head: ReportHead = field(default_factory=ReportHead)
    plan_network: str | None = None


@dataclass(frozen=True)
class FailureReport:
    """The curves of the networks (fewer after an interrupt), and the written files."""

    request: FailureRequest
    curves: tuple[FailureCurve, ...]
    notes: tuple[str, ...]
    files: tuple[str, ...]
    interrupted: bool

    @property
    def left_behind(self) -> str:
        """A sentence on the state after an interrupt."""
        if self.request.checkpoint is not None:
            return f"the same command continues from {self.request.checkpoint}"
        lost = "others are lost without --checkpoint" if len(self.request.specs) == 1 else "others are lost"
        return f"finished proportions are shown, {lost}"

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of ``topology failures``."""
        return failure_document(self.curves, self.notes)

    @property
    def table(self) -> Table:
        """One row per network and proportion."""
        return failure_table(self.curves, named=len(self.curves) > 1)


def run_failures(
    request: FailureRequest, observer: Observer, interrupt: Interrupt, *, force: bool = False
) -> FailureReport:
    """Measure networks with failing links, in order; write the report if a folder is given.

    Raises
    ------
    InputError
        If a spec, the proportions, the folder or the checkpoint is unusable, or a network is not connected;
        nothing is written then.
    """
    options = FailureOptions(
        read_proportions(request.proportions), request.seed, max_trials=request.max_trials
    )
    if request.out is not None:
        check_output_folder(request.out, force=force)
    wanted = networks_wanted(request.specs, request.plan_network, seed=request.seed)
    if request.checkpoint is not None and len(wanted) > 1:
        names = ", ".join(item.title for item in wanted)
        what = f"holds the trials of one network, and these are {len(wanted)}: {names}"
        raise InputError(setting("checkpoint"), what, f"name one of a plan with {setting('network')}")
    topologies = [find_network(item).topology for item in wanted]
    with interrupt.handle_interrupts():
        curves = _curves(topologies, options, request, observer, interrupt)
        interrupted = len(curves) < len(topologies) or any(curve.interrupted for curve in curves)
        notes = tuple(dict.fromkeys(_notes(topologies, curves, interrupted=interrupted)))
        files = {} if request.out is None else failure_files(curves, notes, request.head)
        if request.out is not None:
            with defer_interrupts(), output_folder(request.out, force=force) as folder:
                for name, text in files.items():
                    write_atomic(folder / name, text)
    return FailureReport(request, tuple(curves), notes, tuple(files), interrupted)


def _curves(
    topologies: Sequence[Topology],
    options: FailureOptions,
    request: FailureRequest,
    observer: Observer,
    interrupt: Interrupt,
) -> list[FailureCurve]:
    curves: list[FailureCurve] = []
    for topology in topologies:
        curves.append(
            link_failures(
                topology,
                options,
                workers=request.workers,
                checkpoint=request.checkpoint,
                observer=observer,
                stop=lambda: interrupt.asked,
            )
        )
        if interrupt.asked:
            break
    return curves


def _notes(
    topologies: Sequence[Topology], curves: Sequence[FailureCurve], *, interrupted: bool
) -> Iterator[str]:
    named = len(topologies) > 1
    for topology in topologies:
        yield from (f"{topology.name}: {note}" if named else note for note in topology.notes)
    for curve in curves:
        yield from (f"{curve.network}: {note}" if named else note for note in unmet_notes(curve))
    if named and interrupted:
        whole = sum(not curve.interrupted for curve in curves)
        yield f"INTERRUPTED: the link failures of {whole} of {len(topologies)} networks are complete"


def read_proportions(text: str) -> tuple[float, ...]:
    """Return the proportions of a list such as ``0,0.1,0.25``, ascending, without duplicates.

    Raises
    ------
    InputError
        If an entry is not a number from 0 to 1.
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
        proportions.add(abs(value))  # avoids -0
    return tuple(sorted(proportions))
