"""Stored results in any format: what the ``report`` command runs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import undisturbed
from netfloor.reports import WRITERS
from netfloor.reports.comparison.json_report import plain_document
from netfloor.reports.comparison.stored_comparison import StoredComparison
from netfloor.reports.comparison.terminal import tables
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Texts
from netfloor.reports.whatif.points import points_table
from netfloor.reports.whatif.report import FORMATS, StoredRun, results_document
from netfloor.studies.results.read import Stored, read_results


@dataclass(frozen=True)
class StoredResults:
    """The runs of a results file that were asked for."""

    name: str
    runs: tuple[Stored, ...]
    head: ReportHead = field(default_factory=ReportHead)

    def to_dict(self) -> dict[str, Any]:
        """Return what ``report --json`` prints: of a report of its own what its command printed."""
        whole = self._whole()
        return plain_document(whole.comparison) if whole else results_document(self.name, self._whatifs)

    def text(self, form: str) -> str:
        """Return one of `FORMATS`; `InputError` for another one."""
        if form not in FORMATS:
            raise InputError(setting("format"), f"there is no {form!r}", f"known: {', '.join(FORMATS)}")
        whole, (name, writer) = self._whole(), FORMATS[form]
        return (
            WRITERS[name](whole.comparison, self.head)
            if whole
            else writer(self.name, self._whatifs, self.head)
        )

    def write(self, out: Path, *, force: bool) -> tuple[str, ...]:
        """Write every format into a folder that appears as a whole; return the files' names."""
        texts = {name: self.text(form) for form, (name, _) in FORMATS.items()}
        with undisturbed(), output_folder(out, force=force) as folder:
            for name, text in texts.items():
                write_atomic(folder / name, text)
        return tuple(texts)

    @property
    def _whatifs(self) -> tuple[StoredRun, ...]:
        return tuple(run for run in self.runs if isinstance(run, StoredRun))

    def _whole(self) -> StoredComparison | None:
        """Return the one comparison, None where all are what-if runs."""
        whole = [run for run in self.runs if isinstance(run, StoredComparison)]
        if whole and len(self.runs) > 1:
            numbers = ", ".join(str(run.run_id) for run in whole)
            what = f"a comparison is a report of its own, and there are {len(self.runs)} runs"
            advice = f"one comparison ({numbers}), or what-if runs alone"
            raise InputError(setting("run"), what, advice)
        return whole[0] if whole else None


def stored_results(
    path: Path, run_ids: Sequence[int], out: Path | None, *, force: bool, head: ReportHead | None = None
) -> StoredResults:
    """Return the runs with these numbers, all where there is none.

    Raises
    ------
    InputError
        If the file is no results file, holds nothing or not such a run, or the folder cannot
        be written.
    """
    if out is not None:
        check_output_folder(out, force=force)
    runs = read_results(path)
    if not runs:
        fill = f"fill it with {setting('results')} of `netfloor whatif` or `compare`"
        raise InputError(str(path), "holds no results", fill)
    known = [run.run_id for run in runs]
    for run_id in run_ids:
        if run_id not in known:
            raise InputError(setting("run"), f"there is no run {run_id}", f"runs 1 to {max(known)}")
    asked = tuple(run for run in runs if not run_ids or run.run_id in run_ids)
    return StoredResults(path.name, asked, head or ReportHead())


def tables_of(run: Stored) -> list[Texts]:
    """Return the tables that a terminal shows of a run: headings and rows."""
    if isinstance(run, StoredRun):
        return [points_table(run.found).texts()]
    return [table.texts() for table in tables(run.comparison)]


def said_of(run: Stored) -> str:
    """Return which run this is, of which plan or study, in one line."""
    if not isinstance(run, StoredRun):
        return f"run {run.run_id}: comparison of {run.study}, {run.written_utc}"
    cut = "" if run.found.complete else f", cut short after {len(run.found.points)} points"
    return f"run {run.run_id}: {run.found.about['plan']}, {run.written_utc}{cut}"


def notes_of(run: Stored) -> tuple[str, ...]:
    """Return what a reader of a run must know."""
    return () if isinstance(run, StoredComparison) else run.found.notes
