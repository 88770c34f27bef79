"""Reports of stored results in any format, for the ``report`` command."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import defer_interrupts
from netfloor.foundation.wording import known_text
from netfloor.reports.candidates.document import candidates_document
from netfloor.reports.candidates.formats import CANDIDATE_WRITERS
from netfloor.reports.candidates.tables import terminal_tables
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.comparison.json_report import plain_document
from netfloor.reports.comparison.sections import WRITERS
from netfloor.reports.comparison.terminal import tables
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Table
from netfloor.reports.whatif.points import WhatIf
from netfloor.reports.whatif.report import FORMATS, StoredRun, results_document
from netfloor.reports.whatif.text import whatif_text
from netfloor.studies.results.read import ResultsRun, read_results


@dataclass(frozen=True)
class StoredResults:
    """The selected runs of a results file."""

    name: str
    runs: tuple[ResultsRun, ...]
    head: ReportHead = field(default_factory=ReportHead)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``report --json``; for a comparison, that of its command."""
        whole = self._comparison()
        if isinstance(whole, Comparison):
            return plain_document(whole)
        if isinstance(whole, RankedPlans):
            return candidates_document(whole, self.head)
        return results_document(self.name, self._whatifs)

    def text(self, form: str) -> str:
        """Return one of `FORMATS`; `InputError` for an unknown format."""
        if form not in FORMATS:
            raise InputError(setting("format"), f"there is no format {form!r}", known_text(form, FORMATS))
        whole, (name, writer) = self._comparison(), FORMATS[form]
        if isinstance(whole, Comparison):
            return WRITERS[name](whole, self.head)
        if isinstance(whole, RankedPlans):
            return CANDIDATE_WRITERS[name](whole, self.head)
        return writer(self.name, self._whatifs, self.head)

    def write(self, out: Path, *, force: bool) -> tuple[str, ...]:
        """Write every format into a folder atomically, and return the file names."""
        texts = {name: self.text(form) for form, (name, _) in FORMATS.items()}
        with defer_interrupts(), output_folder(out, force=force) as folder:
            for name, text in texts.items():
                write_atomic(folder / name, text)
        return tuple(texts)

    @property
    def _whatifs(self) -> tuple[StoredRun, ...]:
        return tuple(
            StoredRun(run.run_id, run.written_utc, run.found)
            for run in self.runs
            if isinstance(run.found, WhatIf)
        )

    def _comparison(self) -> Comparison | RankedPlans | None:
        """Return the only comparison; None if all runs are what-if runs."""
        whole = [run for run in self.runs if not isinstance(run.found, WhatIf)]
        if whole and len(self.runs) > 1:
            numbers = ", ".join(str(run.run_id) for run in whole)
            what = f"a comparison needs its own report, but {len(self.runs)} runs are selected"
            advice = f"select one comparison ({numbers}), or only what-if runs"
            raise InputError(setting("run"), what, advice)
        return whole[0].found if whole and not isinstance(whole[0].found, WhatIf) else None


def stored_results(
    path: Path, run_ids: Sequence[int], out: Path | None, *, force: bool, head: ReportHead | None = None
) -> StoredResults:
    """Return the runs with these numbers; all runs if there are none.

    `InputError` if the file is not a results file, is empty or lacks a run, or the folder cannot be
    written.
    """
    if out is not None:
        check_output_folder(out, force=force)
    runs = read_results(path)
    if not runs:
        fill = f"fill it with {setting('results')} of `netfloor whatif` or `compare`"
        raise InputError(str(path), "has no results", fill)
    known = [run.run_id for run in runs]
    for run_id in run_ids:
        if run_id not in known:
            raise InputError(setting("run"), f"there is no run {run_id}", f"runs 1 to {max(known)}")
    asked = tuple(run for run in runs if not run_ids or run.run_id in run_ids)
    return StoredResults(path.name, asked, head or ReportHead())


def tables_of(run: ResultsRun) -> list[Table]:
    """Return the tables of a run for a terminal."""
    result = run.found
    if isinstance(result, WhatIf):
        return whatif_text(result)[1]
    return terminal_tables(result) if isinstance(result, RankedPlans) else list(tables(result))


def run_line(run: ResultsRun) -> str:
    """Return number, subject and time of a run on one line."""
    result = run.found
    if not isinstance(result, WhatIf):
        return f"run {run.run_id}: comparison of {run.input}, {run.written_utc}"
    cut = "" if result.is_complete else f", cut short after {len(result.points)} points"
    return f"run {run.run_id}: {run.input}, {run.written_utc}{cut}"


def notes_of(run: ResultsRun) -> tuple[str, ...]:
    """Return the notes of a what-if run."""
    return run.found.notes if isinstance(run.found, WhatIf) else ()
