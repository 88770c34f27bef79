"""Channel loads of a network as a document, text, tables and files."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from netfloor.foundation.files import to_json
from netfloor.foundation.wording import count_text
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.listing import Listing, RowColumn
from netfloor.reports.formats.table import Column, Table, text_column, words
from netfloor.reports.formats.text import one_line, plain
from netfloor.reports.traffic.channels import end_columns, global_column
from netfloor.reports.traffic.charts import load_svg
from netfloor.topologies.topology import Topology
from netfloor.traffic.channels import Channels
from netfloor.traffic.load.channel_load import ChannelLoad
from netfloor.traffic.patterns.pattern import Pattern
from netfloor.traffic.routing.rule import RoutingRule
from netfloor.traffic.throughput.interval import IdealThroughput

SCHEMA = 1
#: Channels whose loads differ by less are considered equal.
_SAME = 1e-9
_SPLIT = {
    "hop": "every switch splits traffic equally over its candidates (equal-cost multipath)",
    "path": "traffic is split equally over the paths of a pair",
}


@dataclass(frozen=True, eq=False)
class LoadReport:
    """The channel loads of a network under a pattern and a routing."""

    topology: Topology
    channels: Channels
    rule: RoutingRule
    pattern: Pattern
    split: str
    loads: ChannelLoad
    shown: int  # most channels in the list of the hottest
    cabinets: Sequence[str] | None = None  # cabinet name of each switch; None without a plan
    # throughput of the channels between switches with any routing; None if not requested
    ideal: IdealThroughput | None = None

    @property
    def ideal_shares(self) -> tuple[float, float] | None:
        """Bounds of the ideal throughput, capped by the channels of endpoints."""
        if self.ideal is None:
            return None
        maximum = 1.0 / self.loads.at_endpoints
        return min(self.ideal.lower, maximum), min(self.ideal.upper, maximum)

    @property
    def limited_by(self) -> str:
        """Whether channels between switches or those of endpoints fill up first."""
        return "switches" if self.loads.highest >= self.loads.at_endpoints - _SAME else "endpoints"

    @property
    def hottest(self) -> list[int]:
        """Channels between switches in descending order of load, ties by number."""
        loads = self.loads.network
        order = np.lexsort((np.arange(len(loads)), -np.round(loads, 9)))
        return [int(channel) for channel in order[: self.shown]]

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on network and pattern."""
        return (*self.topology.notes, *self.pattern.notes)


def load_document(report: LoadReport) -> dict[str, Any]:
    """Return the document of ``traffic load --json``."""
    loads, topology = report.loads, report.topology
    used = loads.network > _SAME
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "network": topology.name,
            "routers": topology.routers,
            "channels": report.channels.count,
            "endpoints": len(report.pattern.endpoints.switch),
            "ranks": len(report.pattern.endpoints.rank),
            "link_gbps": topology.link_gbps,
            "pattern": report.pattern.name,
            "routing": report.rule.name,
            "split": report.split,
            "throughput": _rounded(loads.throughput),
            "throughput_gbps": _rounded(loads.throughput * topology.link_gbps),
            "limited_by": report.limited_by,
            "highest_load": _rounded(loads.highest),
            "highest_endpoint_load": _rounded(loads.at_endpoints),
            "mean_load": _rounded(float(loads.network.mean()) if len(used) else 0.0),
            "unused_channels": int((~used).sum()),
            "mean_hops": _rounded(loads.mean_hops),
            **_ideal_record(report),
            "hottest": channel_listing(report, report.hottest).records(),
            "notes": list(report.notes),
        }
    )
    return document


def _ideal_record(report: LoadReport) -> dict[str, Any]:
    if report.ideal is None or report.ideal_shares is None:
        return {}
    lower, upper = report.ideal_shares
    return {
        "ideal_throughput_lower": _rounded(lower),
        "ideal_throughput_upper": _rounded(upper),
        "ideal_lower_by": report.ideal.lower_by,
        "ideal_upper_by": report.ideal.upper_by,
    }


def _rounded(value: float) -> float:
    """Return a sum without rounding noise in its last digits."""
    return float(f"{value:.10g}")


def channel_listing(report: LoadReport, channels: Sequence[int]) -> Listing[int]:
    """Return the given channels between switches with their loads, and cabinets if known."""
    loads, ends, cabinets = report.loads.network, report.channels, report.cabinets
    places: tuple[RowColumn[int], ...] = ()
    if cabinets is not None:
        places = (
            RowColumn(text_column("from\ncabinet"), lambda item: cabinets[ends.tail[item]], "from_cabinet"),
            RowColumn(text_column("to\ncabinet"), lambda item: cabinets[ends.head[item]], "to_cabinet"),
        )
    load: RowColumn[int] = RowColumn(
        Column("load", form=".4f"), lambda item: _rounded(float(loads[item])), "load"
    )
    columns = (*end_columns(report.topology, ends), *places, load, global_column(ends))
    return Listing("Channels between switches", columns, channels)


#: Fields that a terminal shows on request.
DETAILS = {"traffic split", "unit of load", "mean load between switches"}


def load_fields(report: LoadReport) -> list[tuple[str, str]]:
    """Return the results as labelled lines, throughput first."""
    loads, topology = report.loads, report.topology
    full = int((loads.network > loads.highest - _SAME).sum())
    hot = f"{count_text(full, 'channel')} between switches" if loads.highest > 0 else "no channel"
    return [
        ("throughput", _throughput(report)),
        ("limited by", _limit(report)),
        *([("ideal, whatever the routing", _ideal_text(report))] if report.ideal else []),
        ("highest load between switches", f"{loads.highest:.4f}, on {hot}"),
        ("mean load between switches", f"{float(loads.network.mean()):.4f}"),
        ("highest load at an endpoint", f"{loads.at_endpoints:.4f}"),
        ("mean hops per packet", f"{loads.mean_hops:.4f}"),
        ("network", topology.name),
        ("pattern", report.pattern.name),
        ("routing", f"{report.rule.name}: {report.rule.summary}"),
        ("traffic split", _SPLIT[report.split]),
        ("unit of load", "the rate of one channel, when every sending endpoint offers its full rate"),
    ]


def _throughput(report: LoadReport) -> str:
    share, gbps = report.loads.throughput, report.topology.link_gbps
    rate = f"{share * gbps:.4g} of {gbps:g} Gb/s"
    return f"{share:.4f} of the injection rate: {rate} at each sending endpoint"


def _ideal_text(report: LoadReport) -> str:
    """Return the interval, or a single figure if both bounds agree."""
    if report.ideal is None or report.ideal_shares is None:
        return ""
    lower, upper = report.ideal_shares
    full = upper * (1 + _SAME) >= 1.0 / report.loads.at_endpoints
    reached, proved = report.ideal.lower_by, "channels of endpoints" if full else report.ideal.upper_by
    if lower >= upper * (1 - _SAME):
        return f"{upper:.4f} of the injection rate, exact: {proved}"
    return f"between {lower:.4f} ({reached}) and {upper:.4f} ({proved}) of the injection rate"


def _limit(report: LoadReport) -> str:
    loads = report.loads
    if report.limited_by == "switches":
        return f"channels between switches (throughput = 1 / highest load, {loads.highest:.4f})"
    spare = f"channels between switches would allow {1 / loads.highest:.4f}" if loads.highest else ""
    return f"channels of endpoints (throughput = 1 / highest load, {loads.at_endpoints:.4f})" + (
        f"; {spare}" if spare else ""
    )


def load_files(report: LoadReport, head: ReportHead) -> dict[str, str]:
    """Return the text of every file by name."""
    title = f"Traffic on {one_line(report.topology.name, 60)}: {report.pattern.name}, {report.rule.name}"
    every = channel_listing(report, range(report.channels.count))
    ends = zip(report.loads.injection.tolist(), report.loads.ejection.tolist(), strict=True)
    switches = report.pattern.endpoints.switch
    endpoints = [
        {
            "endpoint": number,
            "switch": report.topology.label(int(switches[number])),
            "injection_load": _rounded(sent),
            "ejection_load": _rounded(received),
        }
        for number, (sent, received) in enumerate(ends)
    ]
    return {
        **({"pattern.csv": _pattern_csv(report.pattern)} if report.pattern.is_fixed else {}),
        "report.html": html.page(replace(head, title=title), _answer(report), _sections(report)),
        "report.json": to_json(load_document(report)),
        "channels.csv": csv_text(every.keys, every.records()),
        "endpoints.csv": csv_text(tuple(endpoints[0]), endpoints),
        "loads.svg": load_svg(report.loads.network, report.channels.global_, "loads-", standalone=True),
    }


def _pattern_csv(pattern: Pattern) -> str:
    """Return the pairs of sender and receiver, in the format of ``--pattern``."""
    pairs = [(source, to) for source, to in enumerate(pattern.destination.tolist()) if to >= 0]
    columns = ("source", "destination")
    return csv_text(columns, [dict(zip(columns, pair, strict=True)) for pair in pairs])


def _answer(report: LoadReport) -> FirstPage:
    loads, gbps = report.loads, report.topology.link_gbps
    sentence = (
        f"Every endpoint can send {loads.throughput:.4f} of its rate at once, "
        f"{loads.throughput * gbps:.4g} of {gbps:g} Gb/s, before the first channel is full."
    )
    figures = (
        ("Throughput, share of the injection rate", f"{loads.throughput:.4f}"),
        ("Highest load between switches", f"{loads.highest:.4f}"),
        ("Mean hops per packet", f"{loads.mean_hops:.4f}"),
    )
    picture = loads.network, report.channels.global_
    chart = Chart("Loads of the channels between switches", lambda prefix: load_svg(*picture, prefix))
    return FirstPage(sentence, figures, chart, more=(f"Limited by {_limit(report)}.",))


_MEANING = (
    "The load of a channel is its traffic in units of the rate of one channel, when every sending endpoint "
    "offers its full injection rate. All channels, endpoint channels included, have the same rate. "
    "Throughput is 1 / the highest load: the share of its rate that every endpoint can send at once before "
    "the first channel is full. Loads count paths and ignore queueing; a simulation saturates at or below "
    "this throughput."
)


def _sections(report: LoadReport) -> tuple[Section, ...]:
    facts = Table("What was measured", ("figure", "value"), [words(*row) for row in load_fields(report)])
    hot = channel_listing(report, report.hottest).page()
    hot = replace(hot, caption=f"The {len(hot.rows)} hottest channels between switches")
    parts = (
        Section("load", "Load of the channels", (_MEANING,), (facts, hot)),
        Section("notes", "Notes and warnings", listed=tuple(map(one_line, report.notes))),
    )
    return tuple(part for part in parts if not part.is_empty)
