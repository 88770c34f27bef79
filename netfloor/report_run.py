"""Stored results in any format: what the ``report`` command runs."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.compare_table import tables
from netfloor.results_read import read_results
from netfloor.signals import undisturbed
from reports import WRITERS
from reports.json_report import document
from reports.plain import plain
from reports.stored_comparison import StoredComparison
from reports.whatif_points import table_headings, table_rows
from reports.whatif_report import FORMATS, StoredRun, results_document


@dataclass(frozen=True)
class StoredResults:
    """The runs of a results file that were asked for."""

    name: str
    runs: tuple[StoredRun | StoredComparison, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return what ``report --json`` prints: of a comparison what ``compare --json`` printed."""
        one, runs = self._split()
        if one is None:
            return results_document(self.name, runs)
        answer: dict[str, Any] = plain(document(one.comparison))
        return answer

    def text(self, form: str) -> str:
        """Return one of `FORMATS`; `InputError` for another one."""
        if form not in FORMATS:
            raise InputError("--format", f"there is no {form!r}", f"known: {', '.join(FORMATS)}")
        (one, runs), (name, writer) = self._split(), FORMATS[form]
        return writer(self.name, runs) if one is None else WRITERS[name](one.comparison)

    def write(self, out: Path, *, force: bool) -> tuple[str, ...]:
        """Write every format into a folder that appears as a whole; return the files' names."""
        texts = {name: self.text(form) for form, (name, _) in FORMATS.items()}
        with undisturbed(), output_folder(out, force=force) as folder:
            for name, text in texts.items():
                write_atomic(folder / name, text)
        return tuple(texts)

    def _split(self) -> tuple[StoredComparison | None, tuple[StoredRun, ...]]:
        """Return the one comparison, or the what-if runs; a comparison is a report of its own."""
        compared = [one for one in self.runs if isinstance(one, StoredComparison)]
        if not compared:
            return None, tuple(one for one in self.runs if isinstance(one, StoredRun))
        if len(self.runs) > 1:
            numbers = ", ".join(str(one.run_id) for one in compared)
            what = f"a comparison is a report of its own, and there are {len(self.runs)} runs"
            raise InputError("--run", what, f"one comparison ({numbers}), or what-if runs alone")
        return compared[0], ()


def stored_results(path: Path, run_ids: Sequence[int], out: Path | None, *, force: bool) -> StoredResults:
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
        raise InputError(
            str(path),
            "holds no results",
            "fill it with --results of `netfloor whatif` or `netfloor compare`",
        )
    known = [one.run_id for one in runs]
    for run_id in run_ids:
        if run_id not in known:
            raise InputError("--run", f"there is no run {run_id}", f"runs 1 to {max(known)}")
    wanted = tuple(one for one in runs if not run_ids or one.run_id in run_ids)
    return StoredResults(path.name, wanted)


def tables_of(one: StoredRun | StoredComparison) -> Iterator[tuple[Sequence[str], Iterable[Sequence[str]]]]:
    """Yield the tables that a terminal shows of a run: headings and rows."""
    if isinstance(one, StoredRun):
        yield table_headings(one.found), table_rows(one.found)
    else:
        yield from ((table.headings, table.rows) for table in tables(one.comparison))


def said_of(one: StoredRun | StoredComparison) -> str:
    """Return which run this is, of which plan or study, in one line."""
    if isinstance(one, StoredComparison):
        return f"run {one.run_id}: comparison of {one.study}, {one.written_utc}"
    cut = "" if one.found.complete else f", cut short after {len(one.found.points)} points"
    return f"run {one.run_id}: {one.found.about['plan']}, {one.written_utc}{cut}"


def notes_of(one: StoredRun | StoredComparison) -> tuple[str, ...]:
    """Return what a reader of a run must know."""
    return one.found.notes if isinstance(one, StoredRun) else ()
