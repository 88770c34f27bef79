"""An exhibit together with the function that measures it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.files import canonical_sha256
from netfloor.foundation.interrupt import Interrupt, Interrupted
from netfloor.foundation.observer import SILENT, Observer
from netfloor.research.fidelity.report.exhibit import Exhibit, Figure, Ours

_NOTES = Path(__file__).with_name("papers") / "notes"
#: A measured row: by column a figure, or a figure with bounds.
Row = Mapping[str, Figure | Ours]


@dataclass(frozen=True)
class KnownExhibit:
    """Our figures of an exhibit by row and column, and the steps behind them by name."""

    ours: Mapping[str, Mapping[str, Ours]]
    steps: Mapping[str, Any]


@dataclass
class Measurement:
    """Inputs and cached steps of a measurement.

    Attributes
    ----------
    seed, size
        The exhibit's seed (0 if it has none), and the number of instances, trials or moves.
    kept
        Finished steps; ``keep`` is called after each new step and stores them.
    others
        Results of the exhibits that this one is derived from, by key.
    """

    seed: int
    size: int
    kept: dict[str, Any]
    keep: Callable[[], None]
    others: Mapping[str, KnownExhibit]
    observer: Observer = SILENT
    interrupt: Interrupt | None = None

    def step(self, name: str, measure: Callable[[], Any]) -> Any:
        """Return the result of a long step, a JSON value: stored by an earlier run, or measured now.

        An interrupted step is not stored.
        """
        if name not in self.kept:
            value = measure()
            if self.interrupt is not None and self.interrupt.asked:
                raise Interrupted
            self.kept[name] = value
            self.keep()
        return self.kept[name]


@dataclass(frozen=True, kw_only=True)
class Reproduction(Exhibit):
    """An exhibit that netfloor measures.

    Attributes
    ----------
    measure
        Returns our figures of a row by column; omitted figures stay unmeasured.
    minutes
        Approximate time on one core, for the reader's choice; it is not a limit.
    size, quick_size
        Number of instances, trials or moves, in full and in a quick run.
    needs
        Keys of the exhibits that this one is derived from.
    version
        Increased when ``measure`` changes its results: stored results of another version are not used.
    spot
        Row that the nightly run measures again if the whole takes too long; empty for none.
    """

    measure: Callable[[str, Measurement], Row]
    minutes: float = 0.1
    size: int = 1
    quick_size: int = 1
    needs: tuple[str, ...] = ()
    version: int = 1
    spot: str = ""

    @property
    def notes(self) -> str:
        """Notes for the reader, in Markdown, from a file of `papers/notes`."""
        path = _NOTES / f"{self.key}.md"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def digest(self, size: int) -> str:
        """Return a digest of the definition that stored results of ``size`` must match."""
        rows, columns = list(self.printed), [column.name for column in self.columns]
        return canonical_sha256([self.key, self.version, self.seed, size, rows, columns])
