"""Times of MPI programs on networks, as a document, a table and files."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from typing import Any

from netfloor.foundation.display.charts import COLOURS
from netfloor.foundation.files import to_json
from netfloor.reports.formats import html
from netfloor.reports.formats.axes import add_grid, add_legend
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.svg import Words, drawing, svg_text
from netfloor.reports.formats.table import Column, Table, count_column
from netfloor.reports.formats.text import one_line, plain

SCHEMA = 1


@dataclass(frozen=True)
class SmpiRun:
    """One kernel on one network; ``seconds`` are simulated, None if it has not run; version of SimGrid."""

    series: str
    network: str
    ranks: int
    routes: str
    kernel: str
    size: int | None
    seconds: float | None
    simgrid: str = ""


@dataclass(frozen=True)
class SmpiReport:
    """All runs of a study, network by network.

    ``against`` is the reference series of ratios; ``machine`` describes a node and a link.
    """

    title: str
    against: str
    machine: str
    runs: tuple[SmpiRun, ...]
    interrupted: bool = False

    def ratio(self, run: SmpiRun) -> float | None:
        """Return the speedup of a run over that of ``against`` with as many ranks."""
        base = next(
            (
                item
                for item in self.runs
                if (item.series, item.ranks, item.kernel) == (self.against, run.ranks, run.kernel)
            ),
            None,
        )
        if base is None or base.seconds is None or not run.seconds:
            return None
        return base.seconds / run.seconds

    @property
    def missing(self) -> int:
        """Number of missing runs."""
        return sum(run.seconds is None for run in self.runs)

    @property
    def kernels(self) -> tuple[str, ...]:
        """Names of the kernels, in order."""
        return tuple(dict.fromkeys(run.kernel for run in self.runs))

    @property
    def series(self) -> tuple[str, ...]:
        """Names of the series, in order."""
        return tuple(dict.fromkeys(run.series for run in self.runs))

    def average(self, series: str, kernel: str | None = None) -> float | None:
        """Return the mean ratio of a series over its sizes, of one kernel or over the kernels' means."""
        if kernel is None:
            results = [self.average(series, item) for item in self.kernels]
            return None if None in results else fmean(item for item in results if item is not None)
        ratios = [self.ratio(run) for run in self.runs if (run.series, run.kernel) == (series, kernel)]
        known = [ratio for ratio in ratios if ratio is not None]
        return fmean(known) if known and len(known) == len(ratios) else None

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the reader."""
        made = [run.simgrid for run in self.runs if run.seconds]
        notes = [self.machine, *[f"Simulated by SimGrid {', '.join(dict.fromkeys(made))}."] * bool(made)]
        if self.missing:
            notes.append(f"{self.missing} of {len(self.runs)} runs have not been made: no means over them.")
        return tuple(notes)

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the figures of each run."""
        for run in self.runs:
            ratio = self.ratio(run)
            yield {**vars(run), "ratio": None if ratio is None else float(f"{ratio:.6g}")}


def smpi_document(report: SmpiReport) -> dict[str, Any]:
    """Return the JSON document of ``traffic smpi``."""
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "kind": "traffic-smpi",
            "title": report.title,
            "against": report.against,
            "machine": report.machine,
            "runs": list(report.records()),
            "averages": [
                {"series": series, "kernel": kernel, "ratio": _rounded(report.average(series, kernel))}
                for series in report.series
                for kernel in (*report.kernels, None)
            ],
            "interrupted": report.interrupted,
            "notes": list(report.notes),
        }
    )
    return document


def _rounded(ratio: float | None) -> float | None:
    return None if ratio is None else float(f"{ratio:.6g}")


def ratio_table(report: SmpiReport) -> Table:
    """Return the mean ratio of every series, by kernel and over all of them."""
    rows = [
        (series, *(report.average(series, kernel) for kernel in (*report.kernels, None)))
        for series in report.series
    ]
    ratios = (Column(name, form=".2f") for name in (*report.kernels, "mean"))
    return Table("Means over sizes", ("times as fast", *ratios), rows)


def _runs_table(report: SmpiReport) -> Table:
    columns = (
        *("network", "series", count_column("ranks"), "routes", "program"),
        *(Column("simulated", "ms", form=".4f"), Column("times as fast", form=".2f")),
    )
    rows = [
        (
            *(run.network, run.series, run.ranks, run.routes, run.kernel),
            *(None if run.seconds is None else 1e3 * run.seconds, report.ratio(run)),
        )
        for run in report.runs
    ]
    return Table("Every run", columns, rows)


def smpi_files(report: SmpiReport, head: ReportHead) -> dict[str, str]:
    """Return the text of every file by name."""
    records = list(report.records())
    title = one_line(report.title, 120)
    return {
        "report.html": html.page(replace(head, title=title), _answer(report), _sections(report)),
        "report.json": to_json(smpi_document(report)),
        "times.csv": csv_text(tuple(records[0]), records),
        "ratios.svg": ratios_svg(report, "ratios-", standalone=True),
    }


def _answer(report: SmpiReport) -> FirstPage:
    others = [item for item in report.series if item != report.against]
    means = {item: mean for item in others if (mean := report.average(item)) is not None}
    chart = Chart("Times as fast", partial(ratios_svg, report))
    kernels = len(report.kernels)
    if not means:
        return FirstPage(f"No series except {report.against} has all its runs.", chart=chart)
    best = max(means, key=lambda item: means[item])
    sentence = (
        f"Over {kernels} simulated programs and all sizes, {best} is {means[best]:.2f} times as fast "
        f"as {report.against} on average."
    )
    figures = tuple((f"{item}: times as fast", f"{mean:.2f}") for item, mean in list(means.items())[:3])
    return FirstPage(sentence, figures, chart)


def _sections(report: SmpiReport) -> tuple[Section, ...]:
    meaning = (
        f"A ratio is the time on {report.against} of as many ranks over the time on the network: "
        "above 1 the network is faster. Times are simulated by SimGrid, not measured on a machine."
    )
    return (
        Section("means", "Times as fast", (meaning,), (ratio_table(report).for_page(),)),
        Section("runs", "Times", (), (_runs_table(report).for_page(),)),
        Section("notes", "Notes and warnings", listed=tuple(map(one_line, report.notes))),
    )


def ratios_svg(report: SmpiReport, prefix: str, *, standalone: bool = False) -> str:
    """Return the mean ratio of every kernel, a bar for each series."""
    series = [entry for entry in report.series if entry != report.against]
    columns = (*report.kernels, None)
    with drawing(9.0, 3.8) as figure:
        axes = figure.subplots()
        width = 0.8 / max(1, len(series))
        handles = []
        for number, item in enumerate(series):
            at = [place + (number - (len(series) - 1) / 2) * width for place in range(len(columns))]
            heights = [report.average(item, kernel) or 0.0 for kernel in columns]
            handles.append(axes.bar(at, heights, width * 0.92, color=COLOURS[number % len(COLOURS)]))
        axes.axhline(1, color="0.35", linewidth=1.0)
        axes.set_xticks(range(len(columns)), [*report.kernels, "mean"])
        axes.set_ylabel(f"times as fast as {one_line(report.against, 30)}")
        add_grid(axes, "y")
        figure.subplots_adjust(left=0.08, right=0.985, top=0.95, bottom=0.22)
        add_legend(figure, handles, series, max(1, min(4, len(series))))
        alt_text = f"Mean speed of {len(series)} series against {report.against}, by program."
        return svg_text(figure, Words("Times as fast", alt_text), prefix, standalone=standalone)
