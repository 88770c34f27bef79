"""A study from file to report, for the ``compare`` command."""

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from netfloor.foundation.files import canonical_sha256, check_output_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.plans.file import document_sha256, plan_document, write_plan
from netfloor.plans.plan import Plan
from netfloor.reports.candidates.document import candidates_document
from netfloor.reports.candidates.formats import candidate_files
from netfloor.reports.candidates.types import RankedPlans
from netfloor.reports.comparison.json_report import plain_document
from netfloor.reports.comparison.sections import WRITERS
from netfloor.reports.comparison.types import Comparison
from netfloor.reports.formats.head import ReportHead
from netfloor.studies.candidates.run import CandidatesRequest, compare_plans, named_plans
from netfloor.studies.compare.setup import StudySetup, set_up
from netfloor.studies.compare.solve import solve_study
from netfloor.studies.compare.study_file import read_study, with_options
from netfloor.studies.results.store import STUDY, RunAbout, open_results

TASK = "report"


@dataclass(frozen=True)
class Compared:
    """The result of a comparison."""

    comparison: Comparison
    ordered: RankedPlans | None  # the plans compared by the catalogue; None without a catalogue
    files: tuple[str, ...]  # names of the files written
    interrupted: bool
    seconds: Mapping[str, float]  # placement time by network

    def to_dict(self) -> dict[str, Any]:
        """Return the content of ``report.json``, with that of ``comparison.json`` under ``order``."""
        ordered = {} if self.ordered is None else {"order": candidates_document(self.ordered)}
        return plain_document(self.comparison) | ordered


def run_compare(
    path: Path,
    request: CandidatesRequest,
    out: Path | None,
    observer: Observer,
    interrupt: Interrupt,
    *,
    force: bool,
) -> Compared:
    """Place, price and compare the networks of a study, and write the report folder ``out`` if given.

    The results file, if any, is written before the folder appears. `InputError` if the study, a network, a
    room, a model or the folder is not usable; `InfeasibleError` if a network does not fit its room;
    `Interrupted` if no network was finished. In these cases nothing is written.
    """
    study = with_options(read_study(path), request, path.parent)
    if out is not None:
        check_output_folder(out, force=force)
    setup, results = set_up(path, study), request.results
    with (
        nullcontext() if results is None else open_results(results) as store,
        interrupt.handle_interrupts(),
    ):
        solved = solve_study(setup, request.workers, observer, interrupt)
        if store is not None:
            with defer_interrupts():
                store.add(_about(path, setup), solved.comparison, solved.comparison.rows)
        plans = {name: _sealed(name, plan) for name, plan in solved.plans.items()}
        ordered = _ordered(setup, plans, request, observer)
        if out is None:
            return Compared(solved.comparison, ordered, (), solved.interrupted, solved.seconds)
        files: dict[str, str | bytes] = {**write_texts(solved.comparison, request.head, observer)}
        if ordered is not None:
            beside = candidate_files(ordered, request.head, named_plans(list(plans.values())))
            page, rows = beside.pop("report.html"), beside.pop("rows.csv")
            files |= {"order.html": page, "order.csv": rows, **beside}
        with defer_interrupts():
            write_report(out, files, plans, force=force)
    written = (*files, f"{len(plans)} plan files")
    return Compared(solved.comparison, ordered, written, solved.interrupted, solved.seconds)


def _sealed(name: str, plan: Plan) -> Plan:
    """Return a plan with its future file name and checksum."""
    return replace(plan, path=Path(name), sha256=document_sha256(plan_document(plan)))


def _ordered(
    setup: StudySetup, plans: Mapping[str, Plan], asked: CandidatesRequest, observer: Observer
) -> RankedPlans | None:
    """Return the plans compared by the study's catalogue; None without a catalogue."""
    if setup.prices is None:
        return None
    study, compared = setup.study, list(plans.values())
    whole = len(compared) == len(study.networks)  # an interrupted study lacks some
    request = CandidatesRequest(
        ownership=setup.ownership,
        switch_ns=study.models.switch_ns,
        seed=study.seed,
        workers=asked.workers,
        title=study.title,
        rewiring=study.rewired if whole else None,
        routing=study.models.traffic,
        head=asked.head,
    )
    return compare_plans(compared, request, observer, setup.prices)


def _about(path: Path, setup: StudySetup) -> RunAbout:
    """Return the description of the command for a results file."""
    networks = setup.networks
    return RunAbout(
        STUDY,
        str(path),
        canonical_sha256(setup.study.model_dump(mode="json")),
        ", ".join(entry.spec for entry in networks),
        ", ".join(dict.fromkeys(entry.room.summary for entry in networks)),
    )


def write_texts(comparison: Comparison, head: ReportHead, observer: Observer) -> dict[str, str]:
    """Return the text of every format by file name; drawings take seconds."""
    texts: dict[str, str] = {}
    observer.started(TASK, len(WRITERS))
    for name, writer in WRITERS.items():
        observer.advanced(TASK, len(texts), f"writing {name}")
        texts[name] = writer(comparison, head)
    observer.finished(TASK)
    return texts


def write_report(
    out: Path, texts: Mapping[str, str | bytes], plans: Mapping[str, Plan], *, force: bool
) -> None:
    """Write every format and every plan into a folder atomically."""
    with output_folder(out, force=force) as folder:
        for name, text in texts.items():
            write_atomic(folder / name, text)
        for name, plan in plans.items():
            (folder / name).parent.mkdir(exist_ok=True)
            write_plan(folder / name, plan)
