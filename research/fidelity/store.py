"""Stored results of exhibits: one JSON file each, rewritten after every finished step."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256, load_json, make_folder, to_json, write_atomic
from netfloor.foundation.interrupt import defer_interrupts
from netfloor.foundation.models import StrictModel, parse
from netfloor.research.fidelity.report.exhibit import Ours
from netfloor.research.fidelity.reproduction import Reproduction

_KIND: Literal["fidelity-results"] = "fidelity-results"


class OursRecord(StrictModel):
    """One of our figures with its bound and error, as `Ours.to_dict` writes it."""

    value: int | float | str
    lower: int | float | None = None
    error: float | None = None


#: A figure alone, or with its bound and error.
FigureRecord = OursRecord | int | float | str


class FidelityResults(StrictModel):
    """Stored results of an exhibit: finished rows, the steps behind them, and their origin.

    ``made_of`` has the digest of the results of each exhibit that this one is derived from, and
    ``measured_by`` the netfloor version that finished the last row. ``origin`` is set if the present code
    did not measure the figures.
    """

    format: Literal[1] = Field(default=1, alias="schema")
    kind: Literal["fidelity-results"] = _KIND
    exhibit: str
    digest: str
    origin: str = ""
    measured_by: str = ""
    made_of: dict[str, str] = Field(default_factory=dict)
    ours: dict[str, dict[str, FigureRecord]] = Field(default_factory=dict)
    kept: dict[str, Any] = Field(default_factory=dict)

    def begun_of(self, others: Mapping[str, "FidelityResults"]) -> "FidelityResults":
        """Return these results without the rows whose source exhibits have changed."""
        made_of = {key: canonical_sha256(item.model_dump(mode="json")) for key, item in others.items()}
        if made_of == self.made_of:
            return self
        return self.model_copy(update={"made_of": made_of, "ours": {}})

    def figures(self) -> dict[str, dict[str, Ours]]:
        """Return our figures by row and column."""
        return {
            row: {name: _ours(column) for name, column in columns.items()}
            for row, columns in self.ours.items()
        }


class ResultsFolder:
    """The results files of a folder, created with the first file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, key: str) -> Path:
        """Return the results file of an exhibit."""
        return self._folder / f"{key}.json"

    def read(self, exhibit: Reproduction, size: int) -> FidelityResults:
        """Return the stored results of an exhibit; empty if they belong to another definition.

        Raise `InputError` if the file is not a results file.
        """
        path, fresh = (
            self.path(exhibit.key),
            FidelityResults(exhibit=exhibit.key, digest=exhibit.digest(size)),
        )
        if not path.exists():
            return fresh
        try:
            stored = parse(FidelityResults, load_json(path, "results file"), path)
        except InputError as error:
            raise error.advising("remove it, and it is measured again") from error
        return stored if (stored.exhibit, stored.digest) == (fresh.exhibit, fresh.digest) else fresh

    def write(self, results: FidelityResults) -> None:
        """Write the results of an exhibit, replacing the whole file."""
        with defer_interrupts():
            make_folder(self._folder)
            write_atomic(
                self.path(results.exhibit), to_json(results.model_dump(by_alias=True, exclude_none=True))
            )


def record(ours: Ours) -> FigureRecord:
    """Return a figure in the form stored in results."""
    if ours.lower is None and ours.error is None:
        return ours.value
    return OursRecord(value=ours.value, lower=ours.lower, error=ours.error)


def _ours(figure: FigureRecord) -> Ours:
    if isinstance(figure, OursRecord):
        return Ours(figure.value, figure.lower, figure.error)
    return Ours(figure)
