"""A study from file to report: what the ``compare`` command runs."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foundation.files import check_output_folder, output_folder, write_atomic
from layout.plan_file import write_plan
from netfloor.progress import watching
from netfloor.signals import interruptible
from netfloor.study import StudyFile, read_study
from netfloor.study_setup import set_up
from netfloor.study_solve import solve_study
from reports import WRITERS
from reports.comparison import Comparison


@dataclass(frozen=True)
class Compared:
    """What a comparison left behind."""

    comparison: Comparison
    document: dict[str, Any]
    files: tuple[str, ...]
    interrupted: bool


def run_compare(
    path: Path,
    out: Path,
    seed: int | None,
    iterations: int | None,
    workers: int,
    *,
    force: bool,
    quiet: bool,
) -> Compared:
    """Place, cost and compare the networks of a study; write the report folder.

    Raises
    ------
    InputError
        If the study, a network, a room, a model or the folder is not usable; nothing is
        written then.
    InfeasibleError
        If a network does not fit its room.
    """
    check_output_folder(out, force=force)
    setup = set_up(path, _overridden(read_study(path), seed, iterations))
    with watching(quiet=quiet) as observer, interruptible() as interrupt:
        comparison, plans = solve_study(setup, workers, observer, interrupt)
    files = write_report(out, comparison, plans, force=force)
    return Compared(comparison, _json_document(comparison), files, interrupt.asked)


def _overridden(study: StudyFile, seed: int | None, iterations: int | None) -> StudyFile:
    if seed is not None:
        study = study.model_copy(update={"seed": seed})
    if iterations is not None:
        solver = study.solver.model_copy(update={"iterations": iterations})
        study = study.model_copy(update={"solver": solver})
    return study


def write_report(
    out: Path, comparison: Comparison, plans: Mapping[str, dict[str, Any]], *, force: bool
) -> tuple[str, ...]:
    """Write every format and every plan into a folder that appears as a whole."""
    texts = {name: writer(comparison) for name, writer in WRITERS.items()}
    with output_folder(out, force=force) as folder:
        for name, text in texts.items():
            write_atomic(folder / name, text)
        for name, document in plans.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write_plan(folder / name, document)
    return (*texts, f"{len(plans)} plan files")


def _json_document(comparison: Comparison) -> dict[str, Any]:
    from reports.json_report import document  # noqa: PLC0415 - only where it is printed

    return document(comparison)
