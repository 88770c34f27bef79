"""Motifs as a document, as tables and as files."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import partial
from statistics import geometric_mean
from typing import Any

from netfloor.foundation.files import to_json
from netfloor.foundation.wording import count_text
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Cell, Column, Columns, Table, count_column
from netfloor.reports.formats.text import one_line, plain
from netfloor.research.traffic.motifs.critical_path import PARTS, PathMessage
from netfloor.research.traffic.motifs.run import MotifRun
from netfloor.research.traffic.motifs.series import MotifReport, MotifSeries
from netfloor.research.traffic.report.motif_charts import parts_svg, runtimes_svg
from netfloor.research.traffic.report.simulation import short

SCHEMA = 1
#: Limit on messages of a critical path on a page, the longest ones.
SHOWN = 20


def time_text(seconds: float) -> str:
    """Return a time with a suitable unit: ns, µs, ms or s."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.4g} {unit}"
    return f"{seconds * 1e9:.4g} ns"


def motif_document(report: MotifReport) -> dict[str, Any]:
    """Return the JSON document of ``traffic motif``."""
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "kind": "traffic-motif",
            "title": report.title,
            "against": report.against,
            "series": [_series_document(report, series) for series in report.series],
            "interrupted": report.interrupted,
            "notes": list(report.notes),
        }
    )
    return document


def _series_document(report: MotifReport, series: MotifSeries) -> dict[str, Any]:
    facts = series.facts
    return {
        **vars(series.name),
        **{key: value for key, value in vars(facts).items() if key not in {"model", "about", "notes"}},
        **vars(facts.model),
        **{f"about_{what}": text for what, text in facts.about},
        "cycles": short(series.cycles.mean),
        "cycles_half_interval": short(series.cycles.half),
        "seconds": short(series.seconds.mean),
        "speedup": short(report.speedup(series)),
        "runs": [{**_run_record(run), "path": [asdict(leg) for leg in run.path]} for run in series.runs],
    }


def _run_record(run: MotifRun) -> dict[str, Any]:
    """Return the record of a run for JSON and CSV."""
    kept = {
        key: short(value) if isinstance(value, float) else value
        for key, value in vars(run).items()
        if key != "path"
    }
    return {**kept, **run.parts, "path_messages": len(run.path)}


#: Fields that a terminal shows on request.
DETAILS = {
    "ranks",
    "messages",
    "channels",
    "virtual channels",
    "switches",
    "packets",
    "busiest channel",
    "cycle",
}


def motif_fields(series: MotifSeries) -> list[tuple[str, str]]:
    """Return the answer as fields, the runtime first."""
    facts, model, run = series.facts, series.facts.model, series.runs[0]
    flits = "1 flit" if model.packet_flits == 1 else f"{model.packet_flits} flits, virtual cut-through"
    shares = [f"{name} {100 * share:.0f} %" for name, share in series.parts.items()]
    minimum = facts.least_cycles
    return [
        ("runtime", f"{time_text(series.seconds.mean)}, {_cycles(series)}"),
        (
            "lower bound",
            f"{minimum:,} cycles, flits that the busiest endpoint sends or receives: "
            f"the runtime is {series.cycles.mean / minimum:.2f} times that",
        ),
        ("critical path", f"{len(run.path):,} messages: {', '.join(shares)}"),
        *facts.about,
        (
            "messages",
            f"{facts.messages:,} of {facts.bytes_sent:,} bytes in total; {run.mean_message:.1f} cycles on "
            f"average, the longest {run.longest_message:,}",
        ),
        ("network", f"{facts.topology}, {facts.endpoints:,} endpoints"),
        (
            "routing",
            f"{series.name.routing}; {100 * run.not_minimal:.1f} % of packets on non-minimal paths",
        ),
        ("virtual channels", f"{facts.virtual_channels}; {facts.deadlock}"),
        (
            "switches",
            f"{model.buffer_flits} flits for each virtual channel, speedup {model.speedup}, switch "
            f"{model.switch_cycles} and cable of an endpoint {model.endpoint_cycles} in cycles",
        ),
        ("packets", f"{facts.packets:,} of {flits}; {run.hops / run.packets:.2f} channels on average"),
        (
            "busiest channel",
            f"{run.busiest_channel:.3f} flits per cycle, on average {run.mean_channel:.3f}",
        ),
        ("cycle", f"{facts.cycle_ns:g} ns, a flit of {facts.flit_bytes} bytes on a link"),
    ]


def _cycles(series: MotifSeries, unit: str = " cycles") -> str:
    """Return the cycles of a series with their interval."""
    cycles = series.cycles
    return f"{cycles.mean:,.0f}{unit}" + (
        f" ± {cycles.half:,.0f}" if cycles.half and cycles.half >= 1 else ""
    )


def motif_table(report: MotifReport) -> Table:
    """Return runtime, speedup and critical path of every series."""
    columns: Columns = (
        "series",
        "runtime",
        "cycles",
        *[Column("times\nas fast", form=".3f")] * bool(report.against),
        Column("over lower\nbound", form=".2f"),
        count_column("messages\non path"),
        *(Column(part, "%", form=".0f") for part in PARTS),
    )
    rows = [
        (
            report.label(series),
            Cell(time_text(series.seconds.mean)),
            Cell(_cycles(series, "")),
            *[report.speedup(series)] * bool(report.against),
            series.cycles.mean / series.facts.least_cycles,
            len(series.runs[0].path),
            *(100 * series.parts[part] for part in PARTS),
        )
        for series in report.series
    ]
    return Table("Runtimes and critical paths", columns, rows)


def path_table(run: MotifRun, most: int = SHOWN) -> Table:
    """Return the longest messages of a critical path, in order."""
    longest = sorted(range(len(run.path)), key=lambda number: -_took(run.path[number]))[:most]
    columns: Columns = (
        *map(Column, ("message", "step", "from\nrank", "to\nrank")),
        count_column("bytes"),
        count_column("channels"),
        *(count_column(part) for part in (*PARTS, "arrived")),
    )
    rows = []
    for number in sorted(longest):
        leg = run.path[number]
        parts = (int(getattr(leg, part)) for part in PARTS)
        ends = number, leg.step, leg.source, leg.destination
        rows.append((*ends, leg.size_bytes, leg.channels, *parts, leg.received))
    many = len(run.path)
    caption = f"The {most} of {many:,} that took longest; cycles" if many > most else "Cycles"
    return Table(caption, columns, rows)


def _took(leg: PathMessage) -> int:
    return sum(int(getattr(leg, part)) for part in PARTS)


def motif_files(report: MotifReport, head: ReportHead) -> dict[str, str]:
    """Return the text of every file by name."""
    runs = [
        {
            **vars(series.name),
            "ranks": series.facts.ranks,
            "messages": series.facts.messages,
            "least_cycles": series.facts.least_cycles,
            **_run_record(run),
            "seconds": short(run.cycles * series.facts.cycle_ns / 1e9),
            "speedup": short(report.speedup(series)),
        }
        for series in report.series
        for run in series.runs
    ]
    legs = [
        {**vars(series.name), "seed": run.seed, "message": number, **asdict(leg)}
        for series in report.series
        for run in series.runs
        for number, leg in enumerate(run.path)
    ]
    title = one_line(report.title, 120)
    charts = {"critical-path.svg": parts_svg(report, "parts-", standalone=True)}
    if len(report.series) > 1:
        charts["runtimes.svg"] = runtimes_svg(report, "runtimes-", standalone=True)
    return {
        "report.html": html.page(replace(head, title=title), _answer(report), _sections(report)),
        "report.json": to_json(motif_document(report)),
        "runs.csv": csv_text(tuple(runs[0]), runs),
        "critical-path.csv": csv_text(tuple(legs[0]) if legs else ("message",), legs),
        **charts,
    }


def several_text(report: MotifReport) -> str:
    """Return the answer of several series: how many are faster than on the network compared against."""
    return _answer_of_several(report).sentence


def _answer(report: MotifReport) -> FirstPage:
    if len(report.series) > 1:
        return _answer_of_several(report)
    (only,) = report.series
    part, share = max(only.parts.items(), key=lambda part: part[1])
    sentence = f"{only.name.motif} takes {time_text(only.seconds.mean)}, {_cycles(only)}."
    figures = (
        ("Runtime", time_text(only.seconds.mean)),
        ("Runtime over its lower bound", f"{only.cycles.mean / only.facts.least_cycles:.2f}"),
        (f"Critical path: {part}", f"{100 * share:.0f} %"),
    )
    return FirstPage(sentence, figures, _parts_chart(report))


def _answer_of_several(report: MotifReport) -> FirstPage:
    sentence = (
        f"{len(report.series)} series of "
        f"{count_text(len({entry.name.motif for entry in report.series}), 'motif')}."
    )
    figures = [(report.label(entry), time_text(entry.seconds.mean)) for entry in report.series[:3]]
    shown = [
        (report.speedup(entry), entry) for entry in report.series if entry.name.network != report.against
    ]
    if fast := [(speed, entry) for speed, entry in shown if speed]:
        speed, best = max(fast, key=lambda pair: pair[0])
        ahead = sum(speed > 1 for speed, _ in fast)
        sentence = (
            f"{ahead} of {len(fast)} series are faster than on {report.against}, at most {speed:.2f} times "
            f"as fast: {report.label(best)}."
        )
        of_network: dict[str, list[float]] = {}
        for speed, item in fast:
            of_network.setdefault(item.name.network, []).append(speed)
        what = f"times as fast as {report.against}, geometric mean"
        means = {name: geometric_mean(result) for name, result in of_network.items()}
        figures = [(f"{name}: {what}", f"{mean:.3f}") for name, mean in list(means.items())[:3]]
    caption = f"Times as fast as {report.against}" if fast else "Runtimes"
    return FirstPage(sentence, tuple(figures), Chart(caption, partial(runtimes_svg, report)))


def _parts_chart(report: MotifReport) -> Chart:
    return Chart("Where the time of the critical path went", partial(parts_svg, report))


MEANING = (
    "A rank begins a step when the one before has begun and all messages that it waits for have arrived; "
    "it computes, and then sends the messages of the step, one after the other. The runtime ends when the "
    "last rank has ended. The critical path leads back from there, each time to the message that arrived "
    "last. Its time is split: computing; queued, behind earlier messages of the same endpoint; "
    "serialisation, the flits of the message one after the other; hops, switches and cables without any "
    "queue; and waiting, in queues and for credits. Messages are cut into packets of one size, the last "
    "padded; no header is counted."
)


def _sections(report: MotifReport) -> tuple[Section, ...]:
    tables = [motif_table(report).for_page()]
    if len(report.series) == 1:
        fields = motif_fields(report.series[0])
        tables.append(Table("Simulated configuration", ("", "Value"), fields).for_page())
        charts: tuple[Chart, ...] = ()
    else:
        charts = (_parts_chart(report),)
    about = tuple(
        f"{report.label(series)}: {text}" for series in report.series for _, text in series.facts.about
    )
    parts = (
        Section("runtimes", "Runtimes", (MEANING,), tuple(tables), charts),
        *(_path_sections(report) if len(report.series) == 1 else ()),
        Section("about", "Ranks, messages, channels", listed=tuple(map(one_line, about))),
        Section("notes", "Notes and warnings", listed=tuple(map(one_line, report.notes))),
    )
    return tuple(part for part in parts if not part.is_empty)


def _path_sections(report: MotifReport) -> Iterator[Section]:
    table = path_table(report.series[0].runs[0]).for_page()
    if table.rows:
        yield Section("path", "Messages of the critical path", (), (table,))
