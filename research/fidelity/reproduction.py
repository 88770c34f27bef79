"""An exhibit with what measures it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.foundation.files import canonical_sha256
from netfloor.foundation.interrupt import Interrupt, Interrupted
from netfloor.foundation.observer import SILENT, Observer
from netfloor.research.fidelity.report.exhibit import Exhibit, Figure, Ours

_NOTES = Path(__file__).with_name("papers") / "notes"
#: What one row measures: by column a figure, or one with bounds.
Row = Mapping[str, Figure | Ours]


@dataclass(frozen=True)
class KnownExhibit:
    """Ours of an exhibit, by row and column, and the steps behind them, by name."""

    ours: Mapping[str, Mapping[str, Ours]]
    steps: Mapping[str, Any]


@dataclass
class Measurement:
    """What a measurement has at hand.

    Attributes
    ----------
    seed, size
        The exhibit's seed (0 where it has none) and how many instances, trials or moves.
    kept
        Steps that are finished; ``keep`` is called when one was added, and writes them down.
    others
        What is known of the exhibits that this one is made of, by key.
    """

    seed: int
    size: int
    kept: dict[str, Any]
    keep: Callable[[], None]
    others: Mapping[str, KnownExhibit]
    observer: Observer = SILENT
    interrupt: Interrupt | None = None

    def step(self, name: str, measure: Callable[[], Any]) -> Any:
        """Return what a long step measured, a JSON value: kept from an earlier run, or measured now.

        A step that was cut short by an interrupt is not kept.
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
        Returns ours of one row, by column; what is left out stays unmeasured.
    minutes
        Rough time on one core, for the reader's choice; nothing is stopped by it.
    size, quick_size
        How many instances, trials or moves, and how many in a quick run.
    needs
        Keys of exhibits that this one is made of.
    version
        Raised when ``measure`` changes what it measures: stored results of another version are not used.
    spot
        A row that is measured again by night where the whole takes too long; empty without one.
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
        """What a reader must know, in Markdown; a file of `papers/notes`."""
        path = _NOTES / f"{self.key}.md"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def digest(self, size: int) -> str:
        """Return what stored results of ``size`` must have been measured by."""
        rows, columns = list(self.printed), [one.name for one in self.columns]
        return canonical_sha256([self.key, self.version, self.seed, size, rows, columns])
