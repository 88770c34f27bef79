"""A study from file to report: what the ``compare`` command runs."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foundation.files import canonical_sha256, check_output_folder, output_folder, write_atomic
from foundation.observer import Observer
from layout.plan_file import write_plan
from netfloor.progress import watching
from netfloor.results_store import open_results
from netfloor.signals import interruptible, undisturbed
from netfloor.study import StudyFile, read_study
from netfloor.study_setup import StudySetup, set_up
from netfloor.study_solve import solve_study
from netfloor.tool import TOOL
from reports import WRITERS
from reports.comparison import Comparison

TASK = "report"


@dataclass(frozen=True)
class Compared:
    """What a comparison left behind."""

    comparison: Comparison
    files: tuple[str, ...]
    interrupted: bool

    def to_dict(self) -> dict[str, Any]:
        """Return what ``report.json`` holds."""
        from reports.json_report import document  # noqa: PLC0415 - only where it is printed
        from reports.plain import plain  # noqa: PLC0415 - only where it is printed

        answer: dict[str, Any] = plain(document(self.comparison))
        return answer


def run_compare(  # noqa: PLR0913 - what the command line has, one argument each
    path: Path,
    out: Path,
    seed: int | None,
    iterations: int | None,
    workers: int,
    *,
    force: bool,
    quiet: bool,
    results: Path | None = None,
) -> Compared:
    """Place, cost and compare the networks of a study; write the report folder.

    The comparison is in the file ``results``, where there is one, before the folder appears.

    Raises
    ------
    InputError
        If the study, a network, a room, a model or the folder is not usable; nothing is
        written then.
    InfeasibleError
        If a network does not fit its room.
    Interrupted
        If the work was interrupted before a network was finished; nothing is written then.
    """
    study = _overridden(read_study(path), seed, iterations)
    check_output_folder(out, force=force)
    setup = set_up(path, study)
    with nullcontext() if results is None else open_results(results) as store, interruptible() as interrupt:
        with watching(quiet=quiet) as observer:
            solved = solve_study(setup, workers, observer, interrupt)
            texts = write_texts(solved.comparison, observer)
        with undisturbed():
            if store is not None:
                store.add_comparison(_about(path, setup), solved.comparison)
            write_report(out, texts, solved.plans, force=force)
    return Compared(solved.comparison, (*texts, f"{len(solved.plans)} plan files"), solved.interrupted)


def _about(path: Path, setup: StudySetup) -> dict[str, str | float | int]:
    """Return what a results file says of the command."""
    study, networks = setup.study, setup.networks
    return {
        "tool": f"{TOOL['name']} {TOOL['version']}",
        "plan": str(path),
        "plan_sha256": canonical_sha256(study.model_dump(mode="json")),
        "network": ", ".join(one.spec for one in networks),
        "room": ", ".join(dict.fromkeys(one.room.summary for one in networks)),
        "routers": sum(one.topology.routers for one in networks),
        "link_gbps": study.link_gbps,
        "points_planned": len(networks),
        "seed": study.seed,
        "iterations": study.solver.iterations,
    }


def _overridden(study: StudyFile, seed: int | None, iterations: int | None) -> StudyFile:
    if seed is not None:
        study = study.model_copy(update={"seed": seed})
    if iterations is not None:
        solver = study.solver.model_copy(update={"iterations": iterations})
        study = study.model_copy(update={"solver": solver})
    return study


def write_texts(comparison: Comparison, observer: Observer) -> dict[str, str]:
    """Return the text of every format by its file name; drawings take seconds."""
    texts: dict[str, str] = {}
    observer.started(TASK, len(WRITERS))
    for name, writer in WRITERS.items():
        observer.advanced(TASK, len(texts), f"writing {name}")
        texts[name] = writer(comparison)
    observer.finished(TASK)
    return texts


def write_report(
    out: Path, texts: Mapping[str, str], plans: Mapping[str, dict[str, Any]], *, force: bool
) -> None:
    """Write every format and every plan into a folder that appears as a whole."""
    with output_folder(out, force=force) as folder:
        for name, text in texts.items():
            write_atomic(folder / name, text)
        for name, document in plans.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write_plan(folder / name, document)
