"""Networks and rooms by name, or from what the caller has."""

import operator
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256
from netfloor.foundation.units import MIN_GBPS, MOST_GBPS
from netfloor.foundation.wording import count_text
from netfloor.plans.check.sources import RULES
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import LengthRule, Room
from netfloor.rooms.room_spec import room_from_spec
from netfloor.structure import summary
from netfloor.structure.summary import Structure
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology, normal_links

if TYPE_CHECKING:
    import networkx as nx


#: What a network of the caller's own may be called.
_NAME = re.compile(r"[A-Za-z0-9._-]{1,80}")
#: Longest cable between two cabinets, mm, as a plan's file has it.
LONGEST_MM = 10_000_000


def whole(value: Any, where: str, least: int = 0) -> int:
    """Return a whole number, NumPy's too; `InputError` for anything else or less than ``least``."""
    try:
        number = operator.index(value)
    except TypeError as error:
        raise InputError(where, f"{value!r} is not a whole number") from error
    if number < least:
        raise InputError(where, f"{number} is too small", f"at least {least}")
    return number


class Networks:
    """Makes networks: call it with a spec such as ``slimfly:9``, or hand it a graph."""

    def __call__(
        self, spec: str, *, endpoints: int | None = None, gbps: float = 100.0, seed: int = 0
    ) -> Topology:
        """Return the network that a spec names; `netfloor topology list` shows every family.

        Parameters
        ----------
        endpoints
            On each switch; None for what the family defines, else 0.
        gbps
            Rate of a link in Gb/s, each direction.
        seed
            Of families that draw lots.

        Raises
        ------
        InputError
            If the spec does not name a network that can be built.
        """
        if not isinstance(spec, str):
            raise InputError("network", f"{type(spec).__name__} is not a spec", "such as 'slimfly:9'")
        return build(spec, endpoints=endpoints, link_gbps=float(gbps), seed=whole(seed, "seed"))

    def from_networkx(
        self,
        graph: "nx.Graph[Any] | nx.MultiGraph[Any]",
        *,
        name: str = "graph",
        endpoints: int | None = None,
        gbps: float | None = None,
        loops: Literal["refuse", "drop"] = "refuse",
    ) -> Topology:
        """Return a NetworkX graph as a network; its nodes are the switches, in their order.

        The plan holds the graph itself: no file of its name is looked for or needed.
        Parallel edges of a multigraph are parallel links, and so is an edge's attribute
        ``multiplicity``. Node names become the names of the switches.

        Parameters
        ----------
        endpoints
            On each switch; None for the nodes' attribute ``endpoints``, 0 where a node has none.
        gbps
            Rate of a link in Gb/s; None for the edges' attribute ``gbps``, which must be one, else 100.
        loops
            ``drop`` leaves out edges from a node to itself, as those of some Cayley graphs; a note says how
            many.

        Raises
        ------
        InputError
            If the graph is directed, has a loop or no node, edges of several rates, or two nodes have one
            name.
        """
        if graph.is_directed():
            raise InputError(name, "is a directed graph", "give its to_undirected()")
        if loops not in ("refuse", "drop"):
            raise InputError("loops", f"{loops!r} is neither", "refuse or drop")
        nodes = list(graph)
        number = {node: position for position, node in enumerate(nodes)}
        links = [
            (number[u], number[v])
            for u, v, count in graph.edges(data="multiplicity", default=1)
            for _ in range(whole(count, "multiplicity", least=1))
        ]
        kept = [link for link in links if link[0] != link[1]]
        if loops == "refuse" and len(kept) < len(links):
            node = nodes[next(u for u, v in links if u == v)]
            what = f"{count_text(len(links) - len(kept), 'edge')} from a node to itself, one at {node!r}"
            raise InputError(name, what, "give loops='drop' to leave them out")
        made = self.from_links(
            kept,
            len(nodes),
            labels=[str(node) for node in nodes],
            name=name,
            endpoints=endpoints or 0,
            gbps=_rate(graph, name) if gbps is None else gbps,
        )
        if endpoints is None:
            given = [whole(graph.nodes[node].get("endpoints", 0), "endpoints") for node in nodes]
            made = replace(made, endpoints=np.array(given, dtype=np.int32))
        dropped = len(links) - len(kept)
        note = f"{name}: {count_text(dropped, 'edge')} from a node to itself left out"
        return replace(made, notes=(*made.notes, note)) if dropped else made

    def from_links(
        self,
        links: Iterable[tuple[int, int]],
        switches: int,
        *,
        labels: Sequence[str] | None = None,
        name: str = "graph",
        endpoints: int = 0,
        gbps: float = 100.0,
    ) -> Topology:
        """Return a network by its links, pairs of switches 0 to ``switches`` - 1, parallel ones repeated.

        Raises
        ------
        InputError
            If a link joins a switch to itself or to one that is not there, or two labels are equal.
        """
        if not _NAME.fullmatch(name):
            raise InputError("name", f"{name!r} cannot name a network", "letters, digits, . _ and -")
        switches, endpoints = whole(switches, "switches", least=1), whole(endpoints, "endpoints")
        pairs = [tuple(whole(end, "link") for end in link) for link in links]
        bad = [pair for pair in pairs if len(set(pair)) != 2 or len(pair) != 2 or max(pair) >= switches]
        if bad:
            raise InputError(
                name, f"link {bad[0]}", f"links join two of {switches} switches, counted from 0"
            )
        names = None if labels is None else tuple(str(label) for label in labels)
        if names is not None and (len(names) != switches or len(set(names)) != switches):
            raise InputError(name, "labels", f"a name of its own for each of {switches} switches")
        if not MIN_GBPS <= gbps <= MOST_GBPS:
            what = f"a link rate of {gbps:g} Gb/s"
            raise InputError(name, what, f"give a number from {MIN_GBPS:f} to {MOST_GBPS:,}")
        table, multiplicity = normal_links(np.array(pairs, np.int64).reshape(-1, 2), switches)
        # the digest keeps the plan's spec apart from any file that lies about
        digest = canonical_sha256([table.tolist(), multiplicity.tolist(), names])[:8]
        file = f"{name}-{digest}.edges"
        return Topology(
            f"file:{file}",
            "file",
            {"path": file, "format": "edges"},
            switches,
            table,
            multiplicity,
            np.full(switches, endpoints, np.int32),
            float(gbps),
            labels=names,
        )


def _rate(graph: "nx.Graph[Any]", name: str) -> float:
    """Return the rate that the edges of a graph state, in Gb/s; 100 where none does."""
    rates = {rate for *_, rate in graph.edges(data="gbps") if rate is not None}
    if len(rates) > 1:
        what = f"has edges of {len(rates)} rates ({', '.join(map(str, sorted(rates)))} Gb/s)"
        raise InputError(name, what, "give gbps, or one network for each rate")
    return float(next(iter(rates), 100.0))


network = Networks()


def as_network(source: "str | Topology | nx.Graph[Any]") -> Topology:
    """Return the network that is meant by a spec, a network or a NetworkX graph; `InputError` else."""
    if isinstance(source, Topology):
        return source
    if isinstance(source, str):
        return network(source)
    if hasattr(source, "edges") and hasattr(source, "is_directed"):
        return network.from_networkx(source)
    what = f"{type(source).__name__} is not a network"
    raise InputError("network", what, "give a spec such as 'slimfly:9', a network or a NetworkX graph")


def room(
    source: "str | Path | AnyRoom | None" = None, *, length_rule: LengthRule | None = None, **grid: Any
) -> AnyRoom:
    """Return a room: by its file, as ``grid:5x17`` or ``paper:168``, or a grid by its measures.

    Parameters
    ----------
    length_rule
        Cable lengths between the cabinets of a grid, instead of overhead and straight ways.
    grid
        Instead of a source: ``rows``, ``columns`` and, in millimetres, ``row_pitch_mm``,
        ``column_pitch_mm``, ``overhead_mm``, ``inside_mm``; ``slots_per_cabinet``; ``missing`` and
        ``taken``, sets of (row, column) counted from 0.

    Raises
    ------
    InputError
        If that is no room.
    """
    if source is not None and (grid or length_rule is not None):
        raise InputError("room", "has a source and measures", "give one of them")
    if isinstance(source, str | Path):
        return room_from_spec(str(source))
    if isinstance(source, Room | Hall):
        return _unlike_a_rule(source)
    if source is not None:
        what = f"{type(source).__name__} is not a room"
        raise InputError("room", what, "a file, grid:ROWSxCOLUMNS, or rows and columns")
    try:
        numbers: dict[str, Any] = {
            key: value if key in ("name", "missing", "taken") else whole(value, key)
            for key, value in grid.items()
        }
        numbers.setdefault("name", f"{grid.get('rows')} x {grid.get('columns')} grid")
        floor = Room(**numbers)
    except (TypeError, ValueError) as error:
        raise InputError("room", str(error), "a file, grid:ROWSxCOLUMNS, or rows and columns") from error
    return _unlike_a_rule(floor if length_rule is None else _ruled(floor, length_rule))


def _unlike_a_rule(own: AnyRoom) -> AnyRoom:
    """Return a room of the caller's own; `InputError` if its name means another one to every reader."""
    if own.name.startswith(RULES) and room_from_spec(own.name) != own:
        raise InputError("name", f"{own.name!r} is the name of another room", "a name of its own")
    return own


def _ruled(floor: Room, rule: LengthRule) -> Room:
    """Return a grid with the lengths of a rule; `InputError` where they are none."""
    cells = [(row, column) for row, column in floor.cabinets.tolist()]
    table = [
        [0 if one == other else whole(rule(one, other), "length_rule") for other in cells] for one in cells
    ]
    if max(map(max, table), default=0) > LONGEST_MM:
        raise InputError("length_rule", "gives a length above 10 km", "millimetres")
    try:
        return replace(floor, apart_mm=tuple(map(tuple, table)))
    except ValueError as error:
        raise InputError("length_rule", str(error), "the same length both ways") from error


def describe(source: "str | Topology | nx.Graph[Any]", *, with_bisection: bool = False) -> Structure:
    """Return what a network's graph alone is worth: distances, eigenvalues, girth, bisection.

    Raises
    ------
    InputError
        If that is no network, or one that is not connected.
    """
    return summary.describe(as_network(source), with_bisection=with_bisection)
