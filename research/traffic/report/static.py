"""Static routings as a document, as text, as tables and as files."""

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from netfloor.foundation.files import to_json
from netfloor.foundation.units import cents_to_money
from netfloor.foundation.wording import count_text
from netfloor.reports.formats import html
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Cell, Column, Columns, Table, Value, count_column
from netfloor.reports.formats.text import one_line, plain
from netfloor.research.traffic.report.static_charts import bandwidth_svg, heat_svg
from netfloor.research.traffic.report.static_types import RoutedNetwork, StaticCombination, StaticReport

SCHEMA = 1
#: Limit on table entries written as CSV; the NumPy archives have all.
MAX_LINES = 1_000_000
#: Limit on channels of a cycle shown on a screen.
_SHOWN = 8
_MEANING = (
    "Effective bisection bandwidth: the ranks are paired at random, and the two of every pair send to each "
    "other, all pairs at once. A message's share is 1 / the most messages on a channel of its path; the "
    "figure is the mean over all messages and matchings, in shares of the rate of a link. By time is 1 / "
    "the mean time of a rank, whose exchange ends with the later of its two messages, as Netgauge prints "
    "it. Slowest is the mean over the matchings of the least share. Channels are counted, not simulated: "
    "there are no queues, no protocol and no limit of the endpoint's own bus.",
    "Heat map: for every shift k all ranks i send to rank i + k at once, as mpiGraph measures.",
)


def static_document(report: StaticReport) -> dict[str, Any]:
    """Return the JSON document of ``traffic static``."""
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "title": report.title,
            "message_kib": report.message_kib,
            "long_paths": report.large,
            "lanes_there": report.lanes_there,
            "seed": report.seed,
            "currency": report.currency or None,
            "prices": report.prices,
            "best": report.best.name,
            "deadlock_free": not report.can_deadlock,
            "combinations": [_record(report, combination) for combination in report.combinations],
            "notes": list(notes(report)),
        }
    )
    return document


def _record(report: StaticReport, static_combination: StaticCombination) -> dict[str, Any]:
    routed, money = static_combination.routed, static_combination.network_cents
    per = static_combination.cents_per_gbps
    return {
        "name": static_combination.name,
        "network": routed.topology.name,
        "routers": routed.topology.routers,
        "endpoints": routed.tables.endpoints,
        "link_gbps": routed.topology.link_gbps,
        "routing": routed.tables.name,
        "source": routed.source,
        "placement": static_combination.placement,
        "tables": static_combination.number,
        "addresses_per_endpoint": routed.tables.per_endpoint,
        "longest_path_links": routed.tables.longest,
        "lanes_needed": routed.needed,
        "lanes_there": report.lanes_there,
        "deadlock_free": not routed.lanes.cycle,
        "cycle": list(routed.cycle),
        "lanes": [
            {"lane": lane, "paths": paths, "dependencies": routed.lanes.dependencies[lane]}
            for lane, paths in enumerate(routed.lanes.paths)
        ],
        "bandwidth": [
            {
                "ranks": point.ranks,
                "matchings": point.matchings,
                "mean_share": _rounded(point.mean),
                "half_interval": _rounded(point.half),
                "by_time_share": _rounded(point.by_time),
                "slowest_share": _rounded(point.slowest),
                "mean_gbps": _rounded(point.mean * routed.topology.link_gbps),
            }
            for point in static_combination.bandwidths
        ],
        "map_ranks": len(static_combination.shares),
        "map_mean_share": _rounded(static_combination.map_mean),
        "map_least_share": _rounded(static_combination.map_least),
        "carried_gbps": _rounded(static_combination.carried_gbps),
        "network_cost": None if money is None else cents_to_money(money),
        "network_cost_per_gbps": None if per is None else _rounded(per / 100),
    }


def _rounded(value: float) -> float:
    return float(f"{value:.10g}")


def notes(report: StaticReport) -> tuple[str, ...]:
    """Return the notes for the reader."""
    results = [note for entry in report.routed.values() for note in entry.topology.notes]
    for number, item in report.routed.items():
        if item.lanes.cycle:
            lanes = "; dfsssp takes the same paths on more lanes" if item.tables.name == "sssp" else ""
            steps = ", ".join(one_line(step, 60) for step in item.cycle[:_SHOWN])
            more = f", {len(item.cycle) - _SHOWN} more" if len(item.cycle) > _SHOWN else ""
            results.append(
                f"{item.tables.name} on {item.topology.name} can deadlock on one lane: "
                f"{count_text(len(item.cycle), 'channel')} wait for each other: {steps}{more}{lanes}"
            )
        if item.tables.out.size > MAX_LINES:
            results.append(
                f"tables-{number}.npz alone holds tables {number}: {item.tables.out.size:,} entries"
            )
    if any(entry.tables.choice is not None for entry in report.routed.values()):
        which = "long" if report.large else "short"
        results.append(f"messages of {report.message_kib:g} KiB take the {which} paths of parx")
    return tuple(dict.fromkeys(results))


def combination_table(report: StaticReport) -> Table:
    """Return a row for each combination."""
    priced = any(item.network_cents is not None for item in report.combinations)
    shares = "eBB, largest job", "+/-", "by time", "slowest", "all pairs", "least pair"
    columns: Columns = (
        Column("combination"),
        *(Column(head, "%", form=".2f") for head in shares),
        *(Column("lanes"), count_column("longest path", "links")),
        *[Column("cost per Gb/s", report.currency, "#,##0.00", 2, form=",.2f")] * priced,
    )
    rows = []
    for combination in report.combinations:
        point, routed = combination.full, combination.routed
        lanes = "can deadlock" if routed.lanes.cycle else f"{routed.needed} of {report.lanes_there}"
        figures = (
            point.mean,
            point.half,
            point.by_time,
            point.slowest,
            combination.map_mean,
            combination.map_least,
        )
        row: list[Cell | Value] = [combination.name, *(100 * share for share in figures)]
        row += [Cell(lanes), routed.tables.longest]
        if priced:
            row.append(combination.cents_per_gbps)
        rows.append(row)
    return Table("Bandwidth by combination", columns, rows)


def job_table(report: StaticReport) -> Table:
    """Return the mean share of every combination by the ranks of the job."""
    sizes = sorted({point.ranks for item in report.combinations for point in item.bandwidths})
    rows = []
    for combination in report.combinations:
        shares = {point.ranks: 100 * point.mean for point in combination.bandwidths}
        rows.append((combination.name, *(shares.get(size) for size in sizes)))
    columns = (Column(f"{size:,}", form=".2f") for size in sizes)
    return Table("By the ranks of the job", ("eBB (%) by ranks", *columns), rows)


def static_files(report: StaticReport, head: ReportHead) -> dict[str, str | bytes]:
    """Return every file by name."""
    files: dict[str, str | bytes] = {
        "report.html": html.page(replace(head, title=report.title), _first(report), _sections(report)),
        "report.json": to_json(static_document(report)),
        "combinations.csv": csv_text(tuple(next(_flat(report))), list(_flat(report))),
        "pairs.csv": csv_text(("combination", "sender", "receiver", "share"), list(_pairs(report))),
        "bandwidth.svg": bandwidth_svg(report.combinations, "bandwidth-", standalone=True),
    }
    for number, routed in report.routed.items():
        files[f"tables-{number}.npz"] = _arrays(routed)
        if routed.tables.out.size <= MAX_LINES:
            files[f"tables-{number}.csv"] = "".join(_lines(routed))
    return files


def _flat(report: StaticReport) -> Iterator[dict[str, Any]]:
    """Yield a record for each combination and size of the job."""
    for combination in report.combinations:
        record = _record(report, combination)
        jobs = record.pop("bandwidth")
        for key in ("cycle", "lanes", "source"):
            del record[key]
        for job in jobs:
            yield record | job


def _pairs(report: StaticReport) -> Iterator[dict[str, Any]]:
    for combination in report.combinations:
        for sender, receiver in np.argwhere(~np.isnan(combination.shares)).tolist():
            share = _rounded(float(combination.shares[sender, receiver]))
            yield {"combination": combination.name, "sender": sender, "receiver": receiver, "share": share}


def _entry_ports(routed: RoutedNetwork) -> np.typing.NDArray[np.int32]:
    """Return the port of every switch for every address, (lids, n); 0 without a route."""
    tables = routed.tables
    number = np.arange(tables.endpoints) - np.searchsorted(tables.switch, tables.switch) + 1
    own = np.repeat(number, tables.per_endpoint)[:, None]
    taken = np.append(routed.ports, [0, 0])[np.maximum(tables.out, -2)]
    ndarray: np.typing.NDArray[np.int32] = np.where(tables.out == -1, own, taken).astype(np.int32)
    return ndarray


def _lines(routed: RoutedNetwork) -> Iterator[str]:
    """Yield the forwarding tables, switch by switch: LIDs from 1 in the order of the endpoints."""
    yield "switch,lid,endpoint,address,port\n"
    ports, per = _entry_ports(routed).T.tolist(), routed.tables.per_endpoint
    for switch, row in enumerate(ports):
        for lid, port in enumerate(row):
            yield f"{switch},{lid + 1},{lid // per},{lid % per},{port}\n"


def _arrays(routed: RoutedNetwork) -> bytes:
    tables, lanes = routed.tables, routed.lanes
    stream = io.BytesIO()
    np.savez_compressed(
        stream,
        port=_entry_ports(routed).T,
        channel=tables.out.T,
        tail=tables.channels.tail,
        head=tables.channels.head,
        lid_switch=tables.lid_switch,
        path_start=lanes.start,
        path_lid=lanes.lid,
        path_lane=lanes.lane,
    )
    return stream.getvalue()


def static_text(report: StaticReport) -> str:
    """Return the answer: the combination with the highest effective bisection bandwidth."""
    best = report.best
    rate = best.routed.topology.link_gbps
    share = f"{100 * best.full.mean:.1f} % of a link's rate on average under random matchings"
    sentence = (
        f"{best.name} carries the most: each of {best.full.ranks:,} ranks gets {share}, "
        f"{best.full.mean * rate:.4g} of {rate:g} Gb/s."
    )
    alike = sum(combination.full.mean == best.full.mean for combination in report.combinations)
    if len(report.combinations) == 1:
        sentence = sentence.replace(" carries the most: each", ": each")
    elif alike > 1:
        others = count_text(alike - 1, "other")
        sentence = sentence.replace(" carries the most: each", f" and {others} carry the most: each")
    return sentence


def _first(report: StaticReport) -> FirstPage:
    best = report.best
    figures = (
        ("Effective bisection bandwidth", f"{100 * best.full.mean:.1f} %"),
        (f"All pairs of {len(best.shares)} ranks, mean", f"{100 * best.map_mean:.1f} %"),
        ("Virtual lanes needed", str(best.routed.needed)),
    )
    chart = Chart(
        "Effective bisection bandwidth", lambda prefix: bandwidth_svg(report.combinations, prefix)
    )
    warning = next((note for note in notes(report) if "can deadlock" in note), "")
    return FirstPage(static_text(report), figures, chart, warning)


def _sections(report: StaticReport) -> tuple[Section, ...]:
    tables = combination_table(report).for_page(), job_table(report).for_page()
    about = [
        (number, item.topology.name, item.tables.name, item.source, _lanes_text(item, report.lanes_there))
        for number, item in report.routed.items()
    ]
    heads = (Column("tables"), "network", "routing", "source", "lanes")
    maps = tuple(
        Chart(
            combination.name,
            lambda prefix, item=combination: heat_svg(item.shares, item.name, prefix),  # type: ignore[misc]
            wide=False,
        )
        for combination in report.combinations
    )
    parts = (
        Section("carried", "Bandwidth", _MEANING, tables),
        Section("pairs", "All pairs", ("Shares of a link's rate.",), charts=maps),
        Section("tables", "Tables", (), (Table("Forwarding tables", heads, about).for_page(),)),
        Section("prices", "Prices", _prices(report)),
        Section("notes", "Notes and warnings", listed=tuple(map(one_line, notes(report)))),
    )
    return tuple(part for part in parts if not part.is_empty)


def _lanes_text(routed_network: RoutedNetwork, there: int) -> str:
    if routed_network.lanes.cycle:
        return (
            f"can deadlock: a cycle of {count_text(len(routed_network.lanes.cycle), 'channel')} on one lane"
        )
    if routed_network.stated is not None and routed_network.stated != routed_network.lanes.needed:
        needed = routed_network.lanes.needed
        return (
            f"OpenSM states {routed_network.stated} of {there}; netfloor's way of breaking cycles: {needed}"
        )
    return f"{routed_network.needed} needed of {there}; no channel dependency graph of a lane has a cycle"


def _prices(report: StaticReport) -> tuple[str, ...]:
    if not report.currency or report.prices is None:
        return ()
    return (
        f"Prices: {report.prices.get('title', '')}. Costs cover switches and the cables between them, "
        f"in {report.currency}; per Gb/s that all ranks of the largest job get together.",
    )
