"""A simulation as a document, in words, as tables and as files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from netfloor.foundation.files import to_json
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Table, Texts, numbers, words
from netfloor.reports.formats.text import one_line, plain
from netfloor.reports.traffic.simulation_charts import histogram_svg, latency_svg
from netfloor.traffic.simulation.points import PERCENTILES, Estimate, SimulatedLoad, saturation
from netfloor.traffic.simulation.run import Task, run_record

SCHEMA = 1


@dataclass(frozen=True, eq=False)
class SimulationReport:
    """What was simulated and what came of it.

    Attributes
    ----------
    points
        Loads in rising order.
    seeds
        Seed of each run of a load.
    delays
        A sentence on the cycles of channels.
    interrupted
        True if loads are missing.
    """

    task: Task
    points: tuple[SimulatedLoad, ...]
    seeds: tuple[int, ...]
    delays: str
    interrupted: bool = False

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader must know."""
        missing = [
            f"Load {point.load:g}: "
            + (
                f"saturated, {point.saturated}."
                if point.saturated
                else f"{point.unsettled}; no latency is shown."
            )
            for point in self.points
            if not point.has_latency
        ]
        single = ("One seed: no confidence interval.",) if len(self.seeds) == 1 else ()
        return (
            *self.task.network.topology.notes,
            *self.task.pattern.notes,
            self.delays,
            *missing,
            *single,
        )


def simulation_document(report: SimulationReport) -> dict[str, Any]:
    """Return what ``traffic simulate --json`` prints."""
    task, (carried, first) = report.task, saturation(report.points)
    network, model, watch = task.network, task.model, task.watch
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "network": network.topology.name,
            "endpoints": len(task.pattern.endpoints.switch),
            "ranks": len(task.pattern.endpoints.rank),
            "pattern": task.pattern.name,
            "routing": network.rule.name,
            "virtual_channels": network.virtual.count,
            "virtual_channel_rule": network.virtual.name,
            "deadlock": network.deadlock,
            **vars(model),
            "channel_cycles": np.unique(network.delay).tolist(),
            "measured_cycles": watch.measured,
            "seeds": list(report.seeds),
            "highest_load_carried": carried,
            "lowest_load_saturated": first,
            "loads": [load_record(report, point) for point in report.points],
            "interrupted": report.interrupted,
            "notes": list(report.notes),
        }
    )
    return document


def load_record(report: SimulationReport, point: SimulatedLoad) -> dict[str, Any]:
    """Return what JSON and CSV hold of a load."""
    between = report.task.network.channels.global_
    loads = point.channel_load
    latencies = {"latency": None, "latency_minimal": 0, "latency_not_minimal": 1}
    record: dict[str, Any] = {
        "load": point.load,
        "saturated": point.saturated,
        "unsettled": point.unsettled,
    }
    record |= _estimated("accepted", point.accepted)
    for name, kind in latencies.items():
        record |= _estimated(name, point.latency(kind))
    record |= {f"percentile_{percent}": point.percentile(percent) for percent in PERCENTILES}
    return record | {
        "longest": point.longest,
        "packets": sum(int(run.packets.sum()) for run in point.runs),
        "not_minimal": short(point.not_minimal),
        "mean_hops": short(point.hops) if point.has_latency else None,
        "highest_channel_load": short(float(loads.max(initial=0.0))),
        "highest_global_load": short(float(loads[between].max())) if between.any() else None,
        "mean_global_load": short(float(loads[between].mean())) if between.any() else None,
        "warm_up_cycles": [run.warm_up for run in point.runs],
        "drain_cycles": [run.drain for run in point.runs],
    }


def _estimated(name: str, value: Estimate | None) -> dict[str, float | None]:
    """Return a mean and half the width of its interval under a name."""
    mean, half = (None, None) if value is None else (value.mean, value.half)
    return {name: short(mean), f"{name}_half_interval": short(half)}


def short(value: float | None) -> float | None:
    """Return a figure with eight digits."""
    return None if value is None else float(f"{value:.8g}")


def simulation_fields(report: SimulationReport) -> list[tuple[str, str]]:
    """Return the answer for people, the load that is carried first."""
    task, model = report.task, report.task.model
    flits = "1 flit" if model.packet_flits == 1 else f"{model.packet_flits} flits, virtual cut-through"
    virtual = task.network.virtual
    count = "1 virtual channel" if virtual.count == 1 else f"{virtual.count} virtual channels"
    why = f"; {virtual.note}" if virtual.note else ""
    return [
        ("carried", _carried(report.points)),
        ("network", task.network.topology.name),
        ("pattern", task.pattern.name),
        ("routing", f"{task.network.rule.name}: {task.network.rule.summary}"),
        ("virtual channels", f"{count} by the rule {virtual.name}{why}; {task.network.deadlock}"),
        (
            "switches",
            f"{model.buffer_flits} flits for each virtual channel, speedup {model.speedup}, "
            f"{model.allocation} allocation",
        ),
        ("packets", f"{flits}, {model.injection}"),
    ]


def _carried(points: Sequence[SimulatedLoad]) -> str:
    carried, first = saturation(points)
    if not points:
        return "no load is finished"
    if first is None and any(point.unsettled for point in points):
        unsettled = ", ".join(f"{point.load:g} {point.missing}" for point in points if point.unsettled)
        kept = "no load simulated" if carried is None else f"loads up to {carried:g}"
        return f"{kept}; none is saturated, but without latency: {unsettled}"
    if first is None:
        return "every load simulated" if carried is None else f"every load simulated, up to {carried:g}"
    accepted = next(point for point in points if point.load == first).accepted.mean
    kept = "no load simulated" if carried is None else f"loads up to {carried:g}"
    return f"{kept}; saturated at {first:g}, where {accepted:.4f} is accepted"


def latency_table(report: SimulationReport) -> Texts:
    """Return headings and rows by load; latencies in cycles."""
    split = any(0 < point.not_minimal < 1 for point in report.points)
    headings = [
        *("load", "accepted", "latency\n(cycles)"),
        *(("minimal", "not\nminimal", "sent not\nminimally") if split else ()),
        *("50 %", "95 %", "99 %", "longest"),
        *(("busiest\nchannel",)),
    ]
    rows = []
    for point in report.points:
        kinds: Iterable[str] = ()
        if split:
            kinds = (_mean(point.latency(0)), _mean(point.latency(1)), f"{100 * point.not_minimal:.1f} %")
        percentiles = [_whole(point.percentile(percent)) for percent in PERCENTILES]
        latency = point.latency()
        rows.append(
            (
                f"{point.load:g}", f"{point.accepted.mean:.4f}",
                point.missing or ("" if latency is None else latency.text),
                *kinds, *percentiles, _whole(point.longest),
                f"{float(point.channel_load.max(initial=0)):.3f}",
            )
        )  # fmt: skip
    return tuple(headings), rows


def _mean(value: Estimate | None) -> str:
    return "" if value is None else f"{value.mean:.2f}"


def _whole(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def simulation_files(report: SimulationReport, head: ReportHead) -> dict[str, str]:
    """Return the text of every file by its name."""
    task, topology = report.task, report.task.network.topology
    channels = task.network.channels
    title = (
        f"Simulated traffic on {one_line(topology.name, 60)}: {task.pattern.name}, {task.network.rule.name}"
    )
    records = [load_record(report, point) for point in report.points]
    flat = [
        {key: value for key, value in record.items() if not isinstance(value, list)} for record in records
    ]
    crossed = [
        {
            "channel": channel,
            "from": topology.label(int(channels.tail[channel])),
            "to": topology.label(int(channels.head[channel])),
            "global": bool(channels.global_[channel]),
            "cycles": int(task.network.delay[channel]),
            **{
                f"flits per cycle at {point.load:g}": short(float(point.channel_load[channel]))
                for point in report.points
            },
        }
        for channel in range(channels.count)
    ]
    histogram = [
        {"load": point.load, "latency": latency, "minimal": int(both[0]), "not_minimal": int(both[1])}
        for point in report.points
        if point.has_latency
        for latency, both in enumerate(point.histogram.T)
        if both.any()
    ]
    return {
        "report.html": html.page(replace(head, title=title), _answer(report), _sections(report)),
        "report.json": to_json(simulation_document(report)),
        "runs.json": to_json([run_record(run) for point in report.points for run in point.runs]),
        "loads.csv": csv_text(tuple(flat[0]), flat),
        "channels.csv": csv_text(tuple(crossed[0]) if crossed else ("channel",), crossed),
        "histogram.csv": csv_text(("load", "latency", "minimal", "not_minimal"), histogram),
        "latency.svg": latency_svg(report.points, "latency-", standalone=True),
    }


def _answer(report: SimulationReport) -> FirstPage:
    points = report.points
    carried, first = saturation(points)
    sentence = f"This network carries {_carried(points)}."
    if carried is None:
        sentence = f"This network carries none of the loads simulated: {_carried(points)}."
    lowest = next((point for point in points if point.has_latency), None)
    figures = [
        (
            "Highest load carried (flits per cycle and endpoint)",
            "none" if carried is None else f"{carried:g}",
        )
    ]
    if first is not None:
        point = next(point for point in points if point.load == first)
        figures.append((f"Accepted at load {first:g}", f"{point.accepted.mean:.4f}"))
    if lowest is not None and (latency := lowest.latency()) is not None:
        figures.append((f"Latency at load {lowest.load:g} (cycles)", f"{latency.mean:.2f}"))
    chart = Chart("Latency against load", lambda prefix: latency_svg(points, prefix))
    return FirstPage(sentence, tuple(figures), chart, more=(report.delays,))


MEANING = (
    "A load is what an endpoint that sends creates, in flits per cycle; accepted is what arrives, on the "
    "same scale. A cycle is the time of one flit on a link. Latency counts from the creation of a packet, "
    "its wait at the source included, to the arrival of its last flit. Packets created while measuring are "
    "labelled, and a run ends when all of them have arrived. A load is saturated if sources fall further "
    "and further behind, or a channel is full by the analysis: its latency has no mean, and none is shown; "
    "nor of loads whose latency is not steady at the end of the warm-up, or with too few packets. "
    "Intervals are Student's 95 % of the means of the seeds."
)


def _sections(report: SimulationReport) -> tuple[Section, ...]:
    headings, rows = latency_table(report)
    assumed = Table("What was simulated", ("", "value"), [words(*row) for row in simulation_fields(report)])
    table = Table("Latency and accepted load", headings, [numbers(row) for row in rows])
    carried = [point for point in report.points if point.has_latency]
    charts = tuple(
        Chart(f"Latencies at load {point.load:g}", partial(histogram_svg, point)) for point in carried[-1:]
    )
    parts = (
        Section("latency", "Latency by load", (MEANING,), (table, assumed), charts),
        Section("notes", "Notes and warnings", listed=tuple(map(one_line, report.notes))),
    )
    return tuple(part for part in parts if not part.is_empty)
