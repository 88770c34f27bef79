"""Measure the rows of an exhibit that earlier results lack."""

from collections.abc import Callable, Mapping
from typing import Any

from netfloor.foundation.interrupt import Interrupt, Interrupted
from netfloor.foundation.observer import Observer
from netfloor.foundation.tool import VERSION
from netfloor.research.fidelity.report.exhibit import Ours
from netfloor.research.fidelity.reproduction import KnownExhibit, Measurement, Reproduction
from netfloor.research.fidelity.store import FidelityResults, FigureRecord, record


def measure(
    exhibit: Reproduction,
    begun: FidelityResults,
    size: int,
    others: Mapping[str, FidelityResults],
    keep: Callable[[FidelityResults], None],
    observer: Observer,
    interrupt: Interrupt,
) -> FidelityResults:
    """Return the results of all rows, reusing those in ``begun``.

    ``keep`` receives the results so far after every finished row and step.

    Raise `Interrupted` if the user interrupts; finished rows and steps have been passed to ``keep``.
    """
    ours: dict[str, dict[str, FigureRecord]] = dict(begun.ours)
    steps: dict[str, Any] = dict(begun.kept)

    def results() -> FidelityResults:
        known = {"ours": dict(ours), "kept": dict(steps), "measured_by": VERSION}
        return begun.model_copy(update=known)

    made_of = {key: KnownExhibit(item.figures(), item.kept) for key, item in others.items()}
    work = Measurement(
        seed=exhibit.seed or 0,
        size=size,
        kept=steps,
        keep=lambda: keep(results()),
        others=made_of,
        observer=observer,
        interrupt=interrupt,
    )
    for row in exhibit.printed:
        if row in ours:
            continue
        if interrupt.asked:
            raise Interrupted
        result = exhibit.measure(row, work)
        if interrupt.asked:
            raise Interrupted
        ours[row] = {
            name: record(item if isinstance(item, Ours) else Ours(item)) for name, item in result.items()
        }
        keep(results())
    return results()
