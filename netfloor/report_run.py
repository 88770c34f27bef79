"""Stored results in any format: what the ``report`` command runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foundation.errors import InputError
from foundation.files import check_output_folder, output_folder, write_atomic
from netfloor.results_read import read_results
from netfloor.signals import undisturbed
from reports.whatif_report import FORMATS, StoredRun, results_document


@dataclass(frozen=True)
class StoredResults:
    """The runs of a results file that were asked for."""

    name: str
    runs: tuple[StoredRun, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return what ``report --json`` prints."""
        return results_document(self.name, self.runs)

    def text(self, form: str) -> str:
        """Return one of `FORMATS`; `InputError` for another one."""
        if form not in FORMATS:
            raise InputError("--format", f"there is no {form!r}", f"known: {', '.join(FORMATS)}")
        return FORMATS[form][1](self.name, self.runs)

    def write(self, out: Path, *, force: bool) -> tuple[str, ...]:
        """Write every format into a folder that appears as a whole; return the files' names."""
        texts = {name: writer(self.name, self.runs) for name, writer in FORMATS.values()}
        with undisturbed(), output_folder(out, force=force) as folder:
            for name, text in texts.items():
                write_atomic(folder / name, text)
        return tuple(texts)


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
        raise InputError(str(path), "holds no results", "fill it with `netfloor whatif --results`")
    known = [one.run_id for one in runs]
    for run_id in run_ids:
        if run_id not in known:
            raise InputError("--run", f"there is no run {run_id}", f"runs 1 to {max(known)}")
    wanted = tuple(one for one in runs if not run_ids or one.run_id in run_ids)
    return StoredResults(path.name, wanted)
