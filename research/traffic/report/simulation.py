"""A simulation as a document, as text, as tables and as files."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import numpy as np

from netfloor.foundation.files import to_json
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Cell, Column, Columns, Table, count_column
from netfloor.reports.formats.text import one_line, plain
from netfloor.research.traffic.report.simulation_charts import histogram_svg, latency_svg
from netfloor.research.traffic.simulation.points import PERCENTILES, Estimate, SimulatedLoad, saturation
from netfloor.research.traffic.simulation.run import Task, run_record
from netfloor.research.traffic.simulation.settings import QueueRule
from netfloor.traffic.switch_limits import SwitchChecks

SCHEMA = 1


@dataclass(frozen=True, eq=False)
class SimulationReport:
    """The results of a simulation.

    Attributes
    ----------
    points
        Loads in ascending order.
    seeds
        Seed of each run of a load.
    delays
        A sentence on the cycles of channels.
    flit_bytes, cycle_ns
        Bytes of a flit; its time on a link in ns, None without a known rate.
    interrupted, switches
        True if loads are missing; checks of the catalogue's switches for the routing.
    """

    task: Task
    points: tuple[SimulatedLoad, ...]
    seeds: tuple[int, ...]
    delays: str
    flit_bytes: int
    cycle_ns: float | None
    interrupted: bool = False
    switches: SwitchChecks = field(default_factory=SwitchChecks)

    def latency_ns(self, point: SimulatedLoad) -> Estimate | None:
        """Return the mean latency of a load in ns, None without a latency or a known cycle time."""
        latency = point.latency()
        return None if latency is None or self.cycle_ns is None else latency.times(self.cycle_ns)

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes for the reader."""
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
        seeds = (
            "One seed: no confidence interval."
            if len(self.seeds) == 1
            else f"All seeds share the pattern and the allocation of ranks of seed {self.seeds[0]}: "
            "what others would change is not in the intervals."
        )
        return (
            *self.task.network.topology.notes,
            *self.task.pattern.notes,
            self.delays,
            *(f"Switch {text}" if self.switches.checks else text for text in self.switches.texts),
            *self.task.notes,
            *missing,
            seeds,
        )


def simulation_document(report: SimulationReport) -> dict[str, Any]:
    """Return the JSON document of ``traffic simulate``."""
    task, (carried, first) = report.task, saturation(report.points)
    network, model, watch = task.network, task.model, task.watch
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "short_buffers": task.short_buffers,
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
            "most_cycles": watch.max_warm_up,
            "flit_bytes": report.flit_bytes,
            "cycle_ns": report.cycle_ns,
            "seeds": list(report.seeds),
            "highest_load_carried": carried,
            "lowest_load_saturated": first,
            "loads": [load_record(report, point) for point in report.points],
            "interrupted": report.interrupted,
            "switches": report.switches.to_list(),
            "notes": list(report.notes),
        }
    )
    return document


def load_record(report: SimulationReport, point: SimulatedLoad) -> dict[str, Any]:
    """Return the record of a load for JSON and CSV."""
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
    record |= _estimated("latency_ns", report.latency_ns(point))
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
    """Return a mean and half the width of its interval, keyed by a name."""
    mean, half = (None, None) if value is None else (value.mean, value.half)
    return {name: short(mean), f"{name}_half_interval": short(half)}


def short(value: float | None) -> float | None:
    """Round to eight significant digits."""
    return None if value is None else float(f"{value:.8g}")


_QUEUES: dict[QueueRule, str] = {
    "credits": "flits with outstanding credits",
    "waiting": "waiting flits",
}


#: Fields that a terminal shows on request.
DETAILS = {"virtual channels", "switches", "packets", "delays (cycles)", "cycle", "measured", "seeds"}


def simulation_fields(report: SimulationReport) -> list[tuple[str, str]]:
    """Return the answer as fields, the carried load first."""
    task, model = report.task, report.task.model
    flits = "1 flit" if model.packet_flits == 1 else f"{model.packet_flits} flits, virtual cut-through"
    virtual = task.network.virtual
    count = "1 virtual channel" if virtual.count == 1 else f"{virtual.count} virtual channels"
    why = f"; {virtual.note}" if virtual.note else ""
    short = [("short buffers", task.short_buffers)] if task.short_buffers else []
    return [
        *short,
        ("carried", _carried(report.points)),
        ("network", task.network.topology.name),
        ("pattern", task.pattern.name),
        ("routing", f"{task.network.rule.name}: {task.network.rule.summary}"),
        ("virtual channels", f"{count} by the rule {virtual.name}{why}; {task.network.deadlock}"),
        (
            "switches",
            f"{model.buffer_flits} flits for each virtual channel, speedup {model.speedup}, "
            f"{model.allocation} allocation, queues of {_QUEUES[model.queue_rule]}",
        ),
        ("packets", f"{flits}, {model.injection}"),
        *_time_fields(report),
    ]


def _time_fields(report: SimulationReport) -> list[tuple[str, str]]:
    """Return the causes of latency other than queues, the measured cycles and the seeds."""
    model, watch = report.task.model, report.task.watch
    delays = (
        f"switch {model.switch_cycles}, cable of an endpoint {model.endpoint_cycles}, "
        f"channel {_span(np.unique(report.task.network.delay).tolist())}, credit {model.credit_cycles}"
    )
    runs = [run for point in report.points for run in point.runs]
    measured = f"{watch.measured:,} cycles after {_span([run.warm_up for run in runs])} of warm-up"
    measured += f", then {_span([run.drain for run in runs])} of drain; at most {watch.max_warm_up:,} each"
    flit = f"a flit of {report.flit_bytes} bytes"
    if report.cycle_ns is not None:
        flit = f"{report.cycle_ns:g} ns, {flit} on a link"
    else:
        flit = f"{flit} on a link; in ns if --gbps is given"
    seeds = str(report.seeds[0]) + ("" if len(report.seeds) == 1 else f" to {report.seeds[-1]}")
    return [("delays (cycles)", delays), ("cycle", flit), ("measured", measured), ("seeds", seeds)]


def _span(values: Sequence[int]) -> str:
    low, high = min(values, default=0), max(values, default=0)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


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


def latency_table(report: SimulationReport) -> Table:
    """Return one line per load; latencies in cycles."""
    split = any(0 < point.not_minimal < 1 for point in report.points)
    timed = report.cycle_ns is not None
    columns: Columns = (
        *(Column("load", form="g"), "accepted", Column("latency\n", "cycles")),
        *[Column("latency\n", "ns")] * timed,
        *KIND_COLUMNS * split,
        *map(count_column, ("50 %", "95 %", "99 %", "longest")),
        Column("busiest\nchannel", form=".3f"),
    )
    rows = []
    for point in report.points:
        kinds = [None if item is None else item.mean for item in map(point.latency, (0, 1))]
        rows.append(
            (
                *(point.load, estimate_cell(point.accepted, 4), latency_cell(point)),
                *[estimate_cell(report.latency_ns(point), 1)] * timed,
                *(*kinds, point.not_minimal) * split,
                *map(point.percentile, PERCENTILES),
                *(point.longest, float(point.channel_load.max(initial=0))),
            )
        )
    return Table("Latency and accepted load", columns, rows)


#: Columns of the latency of packets on minimal and on other paths, and of the share of the latter.
KIND_COLUMNS = (
    *(Column("minimal", form=".2f"), Column("not\nminimal", form=".2f")),
    Column("sent not\nminimally", form="%"),
)


def latency_cell(point: SimulatedLoad) -> Cell | None:
    """Return the mean latency of a load in cycles, or the reason why there is none."""
    return Cell(point.missing) if point.missing else estimate_cell(point.latency(), 2)


def estimate_cell(value: Estimate | None, digits: int) -> Cell | None:
    """Return a mean with its interval."""
    return None if value is None else Cell(value.rounded(digits))


def simulation_files(report: SimulationReport, head: ReportHead) -> dict[str, str]:
    """Return the text of every file by name."""
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
    if report.task.short_buffers:
        sentence = f"{report.task.short_buffers} {sentence}"
    lowest = next((point for point in points if point.has_latency), None)
    figures = [
        (
            "Highest load carried (flits per cycle and endpoint)",
            "none" if carried is None else f"{carried:g}",
        )
    ]
    if first is not None:
        point = next(point for point in points if point.load == first)
        figures.append((f"Accepted at load {first:g}", point.accepted.rounded(4)))
    if lowest is not None and (latency := lowest.latency()) is not None:
        figures.append((f"Latency at load {lowest.load:g} (cycles)", latency.text))
        if (ns := report.latency_ns(lowest)) is not None:
            figures.append((f"Latency at load {lowest.load:g} (ns)", ns.rounded(1)))
    chart = Chart("Latency against load", lambda prefix: latency_svg(points, prefix))
    return FirstPage(sentence, tuple(figures), chart, more=(report.delays,))


MEANING = (
    "A load is what an endpoint that sends creates, in flits per cycle; accepted is what arrives, on the "
    "same scale. A cycle is the time of one flit on a link. Latency counts from the creation of a packet, "
    "its wait at the source included, to the arrival of its last flit. Packets created while measuring are "
    "labelled, and a run ends when all of them have arrived. A load is saturated if sources fall behind, "
    "on average or one of them, if labelled packets do not arrive in time, or if a channel is full by the "
    "analysis of loads. It is not steady if latency still changes at the end of the warm-up: then it is "
    "neither carried nor saturated. These loads, and those with too few packets, have no mean latency, and "
    "none is shown. Intervals are Student's 95 % of the means of the seeds, which all share one pattern "
    "and one allocation of ranks."
)


def _sections(report: SimulationReport) -> tuple[Section, ...]:
    assumed = Table("Simulated configuration", ("", "Value"), simulation_fields(report)).for_page()
    table = latency_table(report).for_page()
    carried = [point for point in report.points if point.has_latency]
    charts = tuple(
        Chart(f"Latencies at load {point.load:g}", partial(histogram_svg, point)) for point in carried[-1:]
    )
    parts = (
        Section("latency", "Latency by load", (MEANING,), (table, assumed), charts),
        Section("notes", "Notes and warnings", listed=tuple(map(one_line, report.notes))),
    )
    return tuple(part for part in parts if not part.is_empty)
