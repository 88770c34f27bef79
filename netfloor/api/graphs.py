"""Conversion from and to NetworkX graphs, with names, positions, rates and lengths as attributes."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from netfloor.exchange.tables.problems import Problems
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MAX_GBPS, MIN_GBPS, MM_PER_M
from netfloor.foundation.wording import count_text, first_twice
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.fields import MAX_MM
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.topology import OWN_GRAPH, GraphPlaces, LinkRates, Topology, normal_links

if TYPE_CHECKING:
    import networkx as nx

#: Default rate of edges, and of server links in a graph with several rates, in Gb/s.
DEFAULT_GBPS = 100.0
#: Node attributes for the cabinet; the first one present counts.
CABINETS = ("cabinet", "rack")
#: Maximum length of a network's name.
MAX_NAME = 80


def graph_network(
    graph: "nx.Graph[Any] | nx.MultiGraph[Any]",
    *,
    name: str | None,
    endpoints: int | None,
    gbps: float | None,
    loops: Literal["refuse", "drop"],
    unit_m: float,
) -> Topology:
    """Convert a NetworkX graph to a network; see `Networks.from_networkx`."""
    name = network_name(_own_name(graph) if name is None else name)
    if graph.is_directed():
        raise InputError(name, "is a directed graph", "give its to_undirected()")
    if not len(graph):
        raise InputError(name, "has no nodes", "at least one switch")
    if loops not in ("refuse", "drop"):
        raise InputError("loops", f"{loops!r} is neither", "refuse or drop")
    problems, nodes = Problems(name), list(graph)
    number = {node: position for position, node in enumerate(nodes)}
    rows = [
        (number[u], number[v], data.get("gbps"))
        for u, v, data in graph.edges(data=True)
        for _ in range(
            _whole(data.get("multiplicity", 1), f"edge {u!r}-{v!r}", "multiplicity", 1, problems)
        )
    ]
    joins = [row for row in rows if row[0] != row[1]]
    dropped = len(rows) - len(joins)
    if loops == "refuse" and dropped:
        node = nodes[next(u for u, v, _ in rows if u == v)]
        what = f"{count_text(dropped, 'edge')} from a node to itself, one at {node!r}"
        problems.add(name, what, "give loops='drop' to omit them")
    counts = [_endpoints(graph.nodes[node], node, endpoints, problems) for node in nodes]
    rates = [_rate(rate, nodes[u], nodes[v], gbps, problems) for u, v, rate in joins]
    standing = _standing(graph, nodes, unit_m, problems)
    problems.raise_all()
    made = linked_network([(u, v) for u, v, _ in joins], len(nodes), [str(node) for node in nodes], name)
    made = replace(made, endpoints=np.array(counts, dtype=np.int32), standing=standing)
    note = f"{name}: {count_text(dropped, 'edge')} from a node to itself left out"
    notes = (*made.notes, *((note,) if dropped else ()))
    return replace(_rated(made, joins, rates, gbps), notes=notes)


def linked_network(
    pairs: Sequence[tuple[int, int]], switches: int, labels: Sequence[str] | None, name: str
) -> Topology:
    """Build a network from links between different switches, without endpoints."""
    names = None if labels is None else tuple(map(str, labels))
    if names is not None and (twice := first_twice(names)) is not None:
        raise InputError(name, f"two switches are called {twice!r}", "give each a name of its own")
    if names is not None and len(names) != switches:
        raise InputError(name, f"{len(names)} labels", f"one for each of {switches} switches")
    table, multiplicity = normal_links(np.array(pairs, np.int64).reshape(-1, 2), switches)
    none = np.zeros(switches, np.int32)
    return Topology(
        name=name,
        family=OWN_GRAPH,
        parameters={},
        routers=switches,
        links=table,
        multiplicity=multiplicity,
        endpoints=none,
        labels=names,
    )


def network_name(name: Any) -> str:
    """Validate the name of a user's network; raise `InputError` if it is not usable."""
    text = str(name).strip()
    if not (0 < len(text) <= MAX_NAME and text.isprintable()):
        raise InputError(
            "name", f"{name!r} is not a valid network name", f"a line of at most {MAX_NAME} characters"
        )
    return text


def _own_name(graph: "nx.Graph[Any]") -> str:
    """Return the name of a graph, shortened for tables."""
    text = " ".join(str(graph.name or "").split())[:MAX_NAME].strip()
    return text if text.isprintable() and text else "graph"


def _whole(value: Any, where: str, what: str, least: int, problems: Problems) -> int:
    """Return an integer attribute of a graph; record a problem if it is invalid."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        problems.add(where, f"{what} {value!r} is not a whole number from {least}")
        return least
    return int(value)


def _endpoints(data: Any, node: Any, given: int | None, problems: Problems) -> int:
    value = data.get("endpoints", 0) if given is None else given
    return _whole(value, f"node {node!r}", "endpoints", 0, problems)


def _rate(rate: Any, u: Any, v: Any, given: float | None, problems: Problems) -> float:
    """Return the rate of an edge in Gb/s: its own, else the given default."""
    if rate is None:
        return DEFAULT_GBPS if given is None else float(given)
    number = _number(rate)
    if number is None or not MIN_GBPS <= number <= MAX_GBPS:
        limits = f"a number from {MIN_GBPS:f} to {MAX_GBPS:,}"
        problems.add(f"edge {u!r}-{v!r}", f"gbps {rate!r} is not a rate", limits)
        return DEFAULT_GBPS
    return number


def _number(value: Any) -> float | None:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def _rated(
    network: Topology, joins: Sequence[tuple[int, int, Any]], rates: Sequence[float], gbps: float | None
) -> Topology:
    """Set the rates of the network's links, in Gb/s."""
    if len(set(rates)) < 2:
        return replace(network, gbps=rates[0] if rates else gbps or DEFAULT_GBPS)
    of_pair: dict[tuple[int, int], set[float]] = {}
    for (u, v, _), rate in zip(joins, rates, strict=True):
        of_pair.setdefault((min(u, v), max(u, v)), set()).add(rate)
    problems = Problems(network.name)
    for (u, v), several in of_pair.items():
        if len(several) > 1:
            where = f"edges {network.label(u)}-{network.label(v)}"
            problems.add(where, "have several rates", "parallel links are alike")
    problems.raise_all()
    of_pairs = np.array([of_pair[u, v].pop() for u, v in map(tuple, network.links.tolist())])
    servers = DEFAULT_GBPS if gbps is None else float(gbps)
    note = f"{network.name}: links to servers have {servers:g} Gb/s; set another rate with gbps="
    notes = (note,) if gbps is None and network.endpoints.any() else ()
    return replace(network, gbps=None, link_rates=LinkRates(of_pairs, servers), notes=notes)


def _standing(
    graph: "nx.Graph[Any]", nodes: Sequence[Any], unit_m: float, problems: Problems
) -> GraphPlaces | None:
    """Return the cabinets of a graph's nodes, and their positions in mm."""
    data = [graph.nodes[node] for node in nodes]
    cabinets = [
        next((str(own[key]).strip() for key in CABINETS if own.get(key) is not None), "") for own in data
    ]
    places = [own["pos"] if "pos" in own else _xy(own) for own in data]
    lacking = [node for node, place in zip(nodes, places, strict=True) if place is None]
    if len(lacking) == len(nodes):
        return GraphPlaces(tuple(cabinets), None) if any(cabinets) else None
    if lacking:
        what = f"{count_text(len(lacking), 'node')} without a position, such as {lacking[0]!r}"
        problems.add("pos", what, "a position for every node, or for none")
        return None
    rows = [_position_mm(place, node, unit_m, problems) for node, place in zip(nodes, places, strict=True)]
    return GraphPlaces(tuple(cabinets), np.array(rows, dtype=np.int64).reshape(-1, 2))


def _xy(data: Any) -> tuple[Any, Any] | None:
    return (data["x"], data["y"]) if "x" in data and "y" in data else None


def _position_mm(place: Any, node: Any, unit_m: float, problems: Problems) -> tuple[int, int]:
    numbers = [_number(item) for item in place] if isinstance(place, Iterable) else []
    mm = [round(number * unit_m * MM_PER_M) for number in numbers if number is not None]
    if len(mm) != 2 or len(numbers) != 2 or max(map(abs, mm)) > MAX_MM:
        problems.add(f"node {node!r}", f"pos {place!r} is not a place on a floor", "x and y in metres")
        return 0, 0
    return mm[0], mm[1]


def plan_graph(plan: Plan) -> "nx.MultiGraph[str]":
    """Convert the network of a plan to a graph with positions on nodes and lengths on edges."""
    import networkx as nx  # noqa: PLC0415 - takes long to import

    topology, room, cables = plan.topology, plan.room, plan.cables
    places_m = (cabinet_places_mm(room) / MM_PER_M).tolist()
    cabinet_of = room.lengths.cabinet_of_slot.tolist()
    graph = nx.MultiGraph(name=topology.name)
    for switch, slot in enumerate(plan.placement.slot_of.tolist()):
        graph.add_node(
            topology.label(switch),
            cabinet=room.cabinet_name(cabinet_of[slot]),
            pos=tuple(places_m[cabinet_of[slot]]),
            slot=slot,
            endpoints=int(topology.endpoints[switch]),
        )
    lengths_m, rates = (cables.length_mm / MM_PER_M).tolist(), topology.rates_of_links.tolist()
    ids = plan.cable_ids[: len(cables)]
    columns = zip(cables.routers.tolist(), cables.ports.tolist(), ids, lengths_m, rates, strict=True)
    for ends, (port_a, port_b), own_id, length_m, gbps in columns:
        a, b = map(topology.label, ends)
        graph.add_edge(a, b, id=own_id, length_m=length_m, gbps=gbps, port_a=port_a, port_b=port_b)
    return graph


def cabinet_places_mm(room: Any) -> npt.NDArray[np.int64]:
    """Return x and y of every usable cabinet in mm, (c, 2); in a grid by its pitches, rows downwards."""
    if isinstance(room, Hall):
        centres = [room.cabinets[cabinet].centre_mm for cabinet in room.usable.tolist()]
        return np.array(centres, dtype=np.int64).reshape(-1, 2)
    row, column = room.cabinets.astype(np.int64).T
    return np.column_stack([column * room.column_pitch_mm, row * room.row_pitch_mm])
