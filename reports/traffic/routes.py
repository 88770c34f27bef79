"""Routes of a network as a document, text and files."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from netfloor.foundation.files import to_json
from netfloor.foundation.wording import count_text
from netfloor.reports.formats.csv_text import cell, csv_text
from netfloor.reports.formats.listing import Listing, RowColumn, json_column
from netfloor.reports.formats.text import one_line, plain
from netfloor.reports.traffic.channels import end_columns, global_column
from netfloor.traffic.routing.next_channels import NextChannels
from netfloor.traffic.routing.routes import Routes
from netfloor.traffic.switch_limits import SwitchChecks

SCHEMA = 1
#: Maximum steps of a cycle on the screen.
_SHOWN = 12
#: Fields shown only with --verbose.
DETAILS = {
    "rule of virtual channels",
    "dependencies",
    "packets of 1, 2, .. hops",
    "pairs of switches at 1, 2, .. hops",
    "table of a switch",
    "source of the routing",
}


@dataclass(frozen=True, eq=False)
class RoutesReport:
    """Routes of a network, and checks against the limits of its switches."""

    routes: Routes
    switches: SwitchChecks


def routes_document(report: RoutesReport) -> dict[str, Any]:
    """Return the document of ``traffic routes --json``."""
    routes = report.routes
    proof, virtual, table = routes.proof, routes.proof.virtual, routes.table
    candidates = np.diff(table.first)
    document: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "network": routes.topology.name,
            "routers": routes.topology.routers,
            "channels": routes.channels.count,
            "routing": routes.rule.name,
            "source": routes.rule.source,
            "deadlock_free": proof.is_acyclic,
            "cycle": [_step(routes, node) for node in proof.cycle],
            "dependencies": len(proof.held),
            "virtual_channels": virtual.count,
            "virtual_channels_used": proof.used,
            "virtual_channel_rule": virtual.name,
            "virtual_channel_source": virtual.source,
            "virtual_channel_note": virtual.note,
            "longest_hops": routes.longest,
            "hops_of": "minimal packets" if _is_mixed(routes) else "all packets",
            "mean_hops": float(f"{routes.mean_hops:.10g}"),
            "hop_histogram": [float(f"{count:.10g}") for count in routes.hops],
            "paths_min": float(routes.pairs.min()),
            "paths_mean": float(f"{routes.pairs.mean():.10g}"),
            "paths_max": float(routes.pairs.max()),
            "destinations": len(table.destinations),
            "most_candidates": int(candidates.max(initial=0)),
            "switches": report.switches.to_list(),
            "notes": list(routes.topology.notes),
        }
    )
    return document


def _step(routes: Routes, node: int) -> dict[str, Any]:
    channel, number = divmod(node, routes.proof.virtual.count)
    ends = routes.channels.tail[channel], routes.channels.head[channel]
    names = [routes.topology.label(int(end)) for end in ends]
    return {"channel": channel, "from": names[0], "to": names[1], "virtual_channel": number}


def routes_fields(report: RoutesReport) -> list[tuple[str, str]]:
    """Return the results as labelled lines, the deadlock check first."""
    routes = report.routes
    proof, virtual, table = routes.proof, routes.proof.virtual, routes.table
    pairs = routes.pairs
    return [
        ("deadlock", deadlock_text(routes)),
        (
            "virtual channels",
            f"{virtual.count} by the rule {virtual.name}, {proof.used} used",
        ),
        ("rule of virtual channels", "; ".join(filter(None, (virtual.source, virtual.note)))),
        (
            "dependencies",
            f"{len(proof.held):,} between {routes.channels.count:,} x {virtual.count} virtual channels",
        ),
        *_hops_fields(routes),
        (
            "paths per switch pair",
            f"{pairs.min():,.0f} to {pairs.max():,.0f}, on average {pairs.mean():,.2f}"
            + ("" if routes.intermediates is None else ", for minimal packets"),
        ),
        (
            "table of a switch",
            f"{len(table.destinations):,} destinations, up to "
            f"{count_text(int(np.diff(table.first).max(initial=0)), 'candidate')} each",
        ),
        *(("switch", text) for text in report.switches.texts),
        ("network", routes.topology.name),
        ("routing", f"{routes.rule.name}: {routes.rule.summary}"),
        ("source of the routing", routes.rule.source),
    ]


def _is_mixed(routes: Routes) -> bool:
    """Return whether queues decide which packets go minimally: averages then cover only those."""
    return routes.rule.decision is not None


def _hops_fields(routes: Routes) -> list[tuple[str, str]]:
    """Return the longest path of any packet, the mean, and the number of packets by hops."""
    longest, hops = count_text(routes.longest, "hop"), routes.hops[1 : routes.longest + 1]
    mean = f"{routes.mean_hops:.4f} on average"
    if routes.intermediates is not None and not _is_mixed(routes):
        shares = ", ".join(f"{100 * share:.2f} %" for share in hops / routes.hops.sum())
        return [("path length", f"at most {longest}, {mean}"), ("packets of 1, 2, .. hops", shares)]
    counts = ", ".join(f"{count:,.0f}" for count in hops)
    name = "pairs of switches at 1, 2, .. hops"
    if not _is_mixed(routes):
        return [("path length", f"at most {longest}, {mean}"), (name, counts)]
    minimal = f"minimal paths at most {len(routes.hops) - 1}, {mean}"
    return [
        ("path length", f"at most {longest} by an intermediate; {minimal}"),
        (name, f"{counts} (minimal packets)"),
    ]


def deadlock_text(routes: Routes) -> str:
    """Return whether deadlock is possible, with the channels of a cycle."""
    proof = routes.proof
    if proof.is_acyclic:
        return "impossible: the channel dependency graph has no cycle"
    steps = [_step(routes, node) for node in proof.cycle]
    shown = [
        f"{one_line(step['from'], 40)} > {one_line(step['to'], 40)} on {step['virtual_channel']}"
        for step in steps[:_SHOWN]
    ]
    more = f", {len(steps) - _SHOWN} more" if len(steps) > _SHOWN else ""
    more += "; choose by-hop virtual channels, which have no cycle"
    return f"POSSIBLE: packets on {len(steps)} channels can wait for each other: {', '.join(shown)}{more}"


def routes_files(report: RoutesReport) -> dict[str, str | bytes]:
    """Return every file by name."""
    routes = report.routes
    return {
        "routes.json": to_json(routes_document(report)),
        "routes.npz": _arrays(routes),
        "channels.csv": _channels_csv(routes),
        "table.csv": "".join(_table_lines(routes)),
        "hops.csv": csv_text(
            ("hops", "pairs"),
            [{"hops": hops, "pairs": float(count)} for hops, count in enumerate(routes.hops) if count],
        ),
        "paths.csv": _paths_csv(routes),
        "dependencies.csv": "".join(_dependency_lines(routes)),
    }


def _channels_csv(routes: Routes) -> str:
    channels = routes.channels
    reverse: RowColumn[int] = json_column("reverse", lambda channel: int(channels.reverse[channel]))
    columns = (*end_columns(routes.topology, channels), reverse, global_column(channels))
    listing = Listing("Channels", columns, range(channels.count))
    return csv_text(listing.keys, listing.records())


def _table_lines(routes: Routes) -> Iterable[str]:
    """Yield a line for each switch and destination: hops, paths and candidate channels."""
    table, n = routes.table, routes.topology.routers
    names = [cell(routes.topology.label(switch)) for switch in range(n)]
    candidates = list(map(str, table.channel.tolist()))
    first = table.first.tolist()
    yield "switch,destination,hops,paths,channels\n"
    for row, destination in enumerate(table.destinations.tolist()):
        counts, hops = routes.paths[row].tolist(), table.hops[row].tolist()
        for switch in range(n):
            if hops[switch] > 0:
                at = row * n + switch
                listed = " ".join(candidates[first[at] : first[at + 1]])
                yield f"{names[switch]},{names[destination]},{hops[switch]},{counts[switch]:.0f},{listed}\n"


def _paths_csv(routes: Routes) -> str:
    amounts, pairs = np.unique(routes.pairs, return_counts=True)
    rows = zip(amounts.tolist(), pairs.tolist(), strict=True)
    return csv_text(("paths", "pairs"), [{"paths": int(paths), "pairs": count} for paths, count in rows])


def _dependency_lines(routes: Routes) -> Iterable[str]:
    """Yield a line for each dependency, with the ranks that prove the absence of cycles."""
    proof, count = routes.proof, routes.proof.virtual.count
    yield "held_channel,held_virtual,asked_channel,asked_virtual,held_rank,asked_rank\n"
    rank = None if proof.rank is None else proof.rank.tolist()
    for held, asked in zip(proof.held.tolist(), proof.asked.tolist(), strict=True):
        ranks = "," if rank is None else f"{rank[held]},{rank[asked]}"
        yield f"{held // count},{held % count},{asked // count},{asked % count},{ranks}\n"


def _arrays(routes: Routes) -> bytes:
    """Return all tables as a NumPy archive; the arrays have the names of the fields."""
    channels, proof, virtual = routes.channels, routes.proof, routes.proof.virtual
    arrays: dict[str, Any] = {
        "tail": channels.tail,
        "head": channels.head,
        "reverse": channels.reverse,
        "link": channels.link,
        "global": channels.global_,
        "virtual_channels": np.array([virtual.count, virtual.minimal_start, virtual.start], np.int32),
        "raises": virtual.raises,
        "axis": virtual.axis,
        "held": proof.held,
        "asked": proof.asked,
        **_table_arrays(routes.table, ""),
    }
    if proof.rank is not None:
        arrays["rank"] = proof.rank
    if routes.intermediates is not None and routes.intermediates.towards is not routes.table:
        arrays |= _table_arrays(routes.intermediates.towards, "before_")
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    return stream.getvalue()


def _table_arrays(table: NextChannels, prefix: str) -> dict[str, Any]:
    fields = ("destinations", "hops", "first", "channel")
    return {prefix + name: getattr(table, name) for name in fields}
