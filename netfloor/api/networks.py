"""Networks and rooms by name, or from what the caller has."""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from netfloor.api.graphs import graph_network, linked_network, network_name
from netfloor.api.standing import standing_room
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MIN_GBPS, MOST_GBPS
from netfloor.foundation.wording import known_text
from netfloor.plans.check.sources import RULES
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import LengthRule, Room
from netfloor.rooms.room_spec import room_from_spec
from netfloor.structure import summary
from netfloor.structure.summary import Structure
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    import networkx as nx


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
        name: str | None = None,
        endpoints: int | None = None,
        gbps: float | None = None,
        loops: Literal["refuse", "drop"] = "refuse",
        unit_m: float = 1.0,
    ) -> Topology:
        """Return a NetworkX graph as a network; its nodes are the switches, with their order and names.

        Of a node ``endpoints``, ``cabinet`` (or ``rack``) and ``pos`` (or ``x`` and ``y``) are read, of
        an edge ``gbps`` and ``multiplicity``; parallel edges of a multigraph are parallel links. The plan
        holds the graph itself: no file of its name is looked for or needed.

        Parameters
        ----------
        name
            What tables and charts call it; None for the graph's own name, else ``graph``.
        endpoints
            On each switch; None for the nodes' own, 0 where a node has none.
        gbps
            Rate in Gb/s of edges that state none, and of links to servers where edges have several; None:
            100, and of links to servers that of all edges where they have one.
        loops
            ``drop`` leaves out edges from a node to itself, as those of some Cayley graphs; a note says how
            many.
        unit_m
            Metres of the unit of positions.

        Raises
        ------
        InputError
            If the graph is directed, has a loop or no node, two nodes have one name, or an attribute cannot
            be used; all problems of attributes are in one message.
        """
        return graph_network(
            graph, name=name, endpoints=endpoints, gbps=gbps, loops=loops, unit_m=float(unit_m)
        )

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
        name = network_name(name)
        switches, endpoints = whole(switches, "switches", least=1), whole(endpoints, "endpoints")
        pairs = [tuple(whole(end, "link") for end in link) for link in links]
        bad = [pair for pair in pairs if len(set(pair)) != 2 or len(pair) != 2 or max(pair) >= switches]
        if bad:
            raise InputError(
                name, f"link {bad[0]}", f"links join two of {switches} switches, counted from 0"
            )
        if not MIN_GBPS <= gbps <= MOST_GBPS:
            what = f"a link rate of {gbps:g} Gb/s"
            raise InputError(name, what, f"give a number from {MIN_GBPS:f} to {MOST_GBPS:,}")
        made = linked_network([(u, v) for u, v in pairs], switches, labels, name)
        return replace(made, endpoints=np.full(switches, endpoints, np.int32), gbps=float(gbps))


network = Networks()


def as_network(source: "str | Topology | nx.Graph[Any]") -> Topology:
    """Return the network that is meant by a spec, a network or a NetworkX graph; `InputError` else."""
    if isinstance(source, Topology):
        return source
    if isinstance(source, str):
        return network(source)
    if _is_graph(source):
        return network.from_networkx(source)
    what = f"{type(source).__name__} is not a network"
    raise InputError("network", what, "give a spec such as 'slimfly:9', a network or a NetworkX graph")


def room(
    source: "str | Path | AnyRoom | Topology | nx.Graph[Any] | None" = None,
    *,
    length_rule: LengthRule | None = None,
    **grid: Any,
) -> AnyRoom:
    """Return a room: by file, as ``grid:5x17`` or ``paper:168``, by measures, or that of a graph.

    Parameters
    ----------
    source
        Of a network or graph whose nodes have positions or cabinets: the room in which they stand, with
        ``slots_per_cabinet``, ``overhead_mm`` and ``inside_mm``.
    length_rule
        Cable lengths between the cabinets of a grid, instead of overhead and straight ways.
    grid
        Instead of a source: ``rows``, ``columns`` and, in millimetres, ``row_pitch_mm``,
        ``column_pitch_mm``, ``overhead_mm``, ``inside_mm``; ``slots_per_cabinet``; ``missing`` and
        ``taken``, sets of (row, column) counted from 0.

    Raises
    ------
    InputError
        If that is no room, or the graph does not say where its nodes stand.
    """
    if isinstance(source, Topology) or _is_graph(source):
        return _own_room(as_network(source), grid)
    if source is not None and (grid or length_rule is not None):
        raise InputError("room", "has a source and measures", "give one of them")
    if isinstance(source, str | Path):
        return room_from_spec(str(source))
    if isinstance(source, Room | Hall):
        return _unlike_a_rule(source)
    if source is not None:
        what = f"{type(source).__name__} is not a room"
        raise InputError("room", what, "a file, grid:ROWSxCOLUMNS, rows and columns, or a graph")
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


def usual_room(network: Topology) -> tuple[AnyRoom, str]:
    """Return where a network goes that is given no room, and how a plan names that.

    The room in which a graph's switches stand where it says so, else the SpectralFly paper's of its size.
    """
    standing = network.standing
    if standing is not None and (standing.positions_mm is not None or all(standing.cabinets)):
        own = standing_room(network)
        return own, own.name
    spec = f"paper:{network.routers}"
    return room_from_spec(spec), spec


def room_and_name(source: "str | Path | AnyRoom | None", network: Topology) -> tuple[AnyRoom, str]:
    """Return the room of a network, None for its usual one, and how a plan names it."""
    if source is None:
        return usual_room(network)
    found = room(source)
    return found, str(source) if isinstance(source, str | Path) else found.name


def _own_room(network: Topology, measures: Mapping[str, Any]) -> AnyRoom:
    """Return the room in which a graph stands, by the measures that a caller may give."""
    known = ("slots_per_cabinet", "overhead_mm", "inside_mm")
    for name in measures:
        if name not in known:
            raise InputError("room", f"{name} is not a measure of a graph's room", known_text(name, known))
    return standing_room(network, **{name: whole(value, name) for name, value in measures.items()})


def _is_graph(source: Any) -> bool:
    return hasattr(source, "edges") and hasattr(source, "is_directed")


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
