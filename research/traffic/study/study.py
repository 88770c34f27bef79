"""Simulate every series of a study, save finished runs and report, for ``traffic study``."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from netfloor.foundation.files import check_output_folder, make_folder, output_folder, write_atomic
from netfloor.foundation.interrupt import Interrupt, defer_interrupts
from netfloor.foundation.observer import Observer
from netfloor.reports.formats.head import ReportHead
from netfloor.research.traffic.report.study import study_files
from netfloor.research.traffic.report.study_types import Panel, Series, StudyReport
from netfloor.research.traffic.simulation.sweep import RunCheckpoint
from netfloor.research.traffic.study.simulate import prepare
from netfloor.research.traffic.study.study_file import (
    PanelTable,
    SeriesWanted,
    TrafficStudy,
    read_traffic_study,
    series_of,
)

TASK = "series"


@dataclass(frozen=True)
class StudyRequest:
    """The options of the command; finished runs are saved in the folder ``results``, a file per series."""

    study: Path
    out: Path
    results: Path | None = None
    workers: int = 1
    head: ReportHead = field(default_factory=ReportHead)


def run_traffic_study(
    request: StudyRequest, observer: Observer, interrupt: Interrupt, *, force: bool
) -> StudyReport:
    """Return every panel of a study and write the report; after an interrupt nothing is written.

    Raises
    ------
    InputError
        If the file, a network, a routing, a pattern, a number, the results or the folder is unusable.
    """
    study = read_traffic_study(request.study)
    check_output_folder(request.out, force=force)
    report = simulate_study(study, request.results, request.workers, observer, interrupt)
    if not report.interrupted:
        files = study_files(report, replace(request.head, seed=study.seed))
        with defer_interrupts(), output_folder(request.out, force=force) as folder:
            for name, text in files.items():
                write_atomic(folder / name, text)
    return report


def simulate_study(
    study: TrafficStudy, results: Path | None, workers: int, observer: Observer, interrupt: Interrupt
) -> StudyReport:
    """Return every panel of a study; see `run_traffic_study`."""
    wanted = [(panel, tuple(series_of(study, panel, workers))) for panel in study.panels]
    observer.started(TASK, sum(len(series) for _, series in wanted))
    panels: list[Panel] = []
    done = 0
    for table, lines in wanted:
        finished: list[Series] = []
        for line in lines:
            observer.advanced(TASK, done, ", ".join(map(str, vars(line.name).values())))
            finished.append(_simulated(line, results, observer, interrupt))
            done += 1
            if interrupt.asked:
                return StudyReport(study.title, tuple(panels), interrupted=True)
        panels.append(_panel(table, finished))
    observer.finished(TASK)
    return StudyReport(study.title, tuple(panels))


def _panel(table: PanelTable, series: list[Series]) -> Panel:
    return Panel(table.title, table.show, tuple(series), table.against)


def _simulated(
    line: SeriesWanted, results: Path | None, observer: Observer, interrupt: Interrupt
) -> Series:
    """Return a series; its results file is named by a checksum of the inputs of its runs."""
    prepared = prepare(line.request)
    path = None
    if results is not None:
        make_folder(results)
        path = results / f"{prepared.inputs['sha256'][:16]}.json"
    kept = RunCheckpoint(path, prepared.inputs)
    return Series(line.name, prepared.run(kept, observer, interrupt))
