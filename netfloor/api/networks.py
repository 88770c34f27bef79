"""Networks and rooms from specs, files, graphs and measures."""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from netfloor.api.graphs import graph_network, linked_network, network_name
from netfloor.api.standing import standing_room
from netfloor.foundation.errors import InputError
from netfloor.foundation.units import MAX_GBPS, MIN_GBPS
from netfloor.foundation.wording import known_text
from netfloor.plans.check.sources import RULES
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.room import GridRoom, LengthRule
from netfloor.rooms.room_spec import room_from_spec
from netfloor.structure import summary
from netfloor.structure.summary import Structure
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    import networkx as nx


#: Longest cable between two cabinets in a plan file, mm.
LONGEST_MM = 10_000_000


def whole(value: Any, where: str, least: int = 0) -> int:
    """Convert to an integer, also from NumPy.

    Raise `InputError` for other values or less than ``least``.
    """
    try:
        number = operator.index(value)
    except TypeError as error:
        raise InputError(where, f"{value!r} is not a whole number") from error
    if number < least:
        raise InputError(where, f"{number} is too small", f"at least {least}")
    return number


class Networks:
    """Builder of networks: call it with a spec such as ``slimfly:9``, or pass a graph or links."""

    def __call__(
        self, spec: str, *, endpoints: int | None = None, gbps: float = 100.0, seed: int = 0
    ) -> Topology:
        """Build the network of a spec; `netfloor topology list` shows every family.

        Parameters
        ----------
        endpoints
            Endpoints per switch; None: as defined by the family, else 0.
        gbps
            Rate of a link in Gb/s per direction.
        seed
            Seed of randomised families.

        Raises
        ------
        InputError
            If the spec is invalid or the network cannot be built.
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
        """Convert a NetworkX graph to a network; its nodes become the switches, in their order.

        Node attributes ``endpoints``, ``cabinet`` (or ``rack``) and ``pos`` (or ``x`` and ``y``), and edge
        attributes ``gbps`` and ``multiplicity`` are read; parallel edges of a multigraph become parallel
        links. The plan contains the graph itself, so no graph file is needed.

        Parameters
        ----------
        name
            Name in tables and charts; None: the graph's own name, else ``graph``.
        endpoints
            Endpoints per switch; None: the nodes' own, else 0.
        gbps
            Rate in Gb/s of edges without one, and of server links if the edges have several rates. None:
            100; server links then have the rate of all edges if there is only one.
        loops
            ``drop`` omits edges from a node to itself, as in some Cayley graphs, and adds a note with their
            number.
        unit_m
            Metres per unit of the positions.

        Raises
        ------
        InputError
            If the graph is directed, empty or has a loop, two nodes have the same name, or attributes are
            invalid; all invalid attributes are reported together.
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
        """Build a network from links: pairs of switches 0 to ``switches`` - 1, repeated for parallel links.

        Raises
        ------
        InputError
            If a link joins a switch to itself or to an unknown switch, or two labels are equal.
        """
        name = network_name(name)
        switches, endpoints = whole(switches, "switches", least=1), whole(endpoints, "endpoints")
        pairs = [tuple(whole(end, "link") for end in link) for link in links]
        bad = [pair for pair in pairs if len(set(pair)) != 2 or len(pair) != 2 or max(pair) >= switches]
        if bad:
            raise InputError(
                name, f"link {bad[0]}", f"links join two of {switches} switches, counted from 0"
            )
        if not MIN_GBPS <= gbps <= MAX_GBPS:
            what = f"a link rate of {gbps:g} Gb/s"
            raise InputError(name, what, f"give a number from {MIN_GBPS:f} to {MAX_GBPS:,}")
        made = linked_network([(u, v) for u, v in pairs], switches, labels, name)
        return replace(made, endpoints=np.full(switches, endpoints, np.int32), gbps=float(gbps))


network = Networks()


def as_network(source: "str | Topology | nx.Graph[Any]") -> Topology:
    """Convert a spec, network or NetworkX graph to a network; raise `InputError` for anything else."""
    if isinstance(source, Topology):
        return source
    if isinstance(source, str):
        return network(source)
    if _is_graph(source):
        return network.from_networkx(source)
    what = f"{type(source).__name__} is not a network"
    raise InputError("network", what, "give a spec such as 'slimfly:9', a network or a NetworkX graph")


def room(
    source: "str | Path | Room | Topology | nx.Graph[Any] | None" = None,
    *,
    length_rule: LengthRule | None = None,
    **grid: Any,
) -> Room:
    """Return a room from a file, a spec such as ``grid:5x17`` or ``paper:168``, measures, or a graph.

    Parameters
    ----------
    source
        A network or graph whose nodes have positions or cabinets gives the room that contains them, with
        ``slots_per_cabinet``, ``overhead_mm`` and ``inside_mm``.
    length_rule
        Function for cable lengths between the cabinets of a grid, instead of overhead and rectilinear
        distance.
    grid
        Instead of a source: ``rows``, ``columns`` and, in millimetres, ``row_pitch_mm``,
        ``column_pitch_mm``, ``overhead_mm``, ``inside_mm``; ``slots_per_cabinet``; ``missing`` and
        ``taken``, sets of (row, column) numbered from 0.

    Raises
    ------
    InputError
        If the source is not a room, or the graph has no positions.
    """
    if isinstance(source, Topology) or _is_graph(source):
        return _own_room(as_network(source), grid)
    if source is not None and (grid or length_rule is not None):
        raise InputError("room", "has a source and measures", "give one of them")
    if isinstance(source, str | Path):
        return room_from_spec(str(source))
    if isinstance(source, GridRoom | Hall):
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
        floor = GridRoom(**numbers)
    except (TypeError, ValueError) as error:
        raise InputError("room", str(error), "a file, grid:ROWSxCOLUMNS, or rows and columns") from error
    return _unlike_a_rule(floor if length_rule is None else _ruled(floor, length_rule))


def usual_room(network: Topology) -> tuple[Room, str]:
    """Return the default room of a network, and its name in plans.

    It is the room given by a graph's positions or cabinets, else the SpectralFly paper's room of that size.
    """
    standing = network.standing
    if standing is not None and (standing.positions_mm is not None or all(standing.cabinets)):
        own = standing_room(network)
        return own, own.name
    spec = f"paper:{network.routers}"
    return room_from_spec(spec), spec


def room_and_name(source: "str | Path | Room | None", network: Topology) -> tuple[Room, str]:
    """Return the given room or a network's default room, and its name in plans."""
    if source is None:
        return usual_room(network)
    result = room(source)
    return result, str(source) if isinstance(source, str | Path) else result.name


def _own_room(network: Topology, measures: Mapping[str, Any]) -> Room:
    """Return the room given by a graph, with the measures set by the caller."""
    known = ("slots_per_cabinet", "overhead_mm", "inside_mm")
    for name in measures:
        if name not in known:
            raise InputError("room", f"{name} is not a measure of a graph's room", known_text(name, known))
    return standing_room(network, **{name: whole(value, name) for name, value in measures.items()})


def _is_graph(source: Any) -> bool:
    return hasattr(source, "edges") and hasattr(source, "is_directed")


def _unlike_a_rule(own: Room) -> Room:
    """Return a user's room; raise `InputError` if its name is reserved for another room."""
    if own.name.startswith(RULES) and room_from_spec(own.name) != own:
        raise InputError("name", f"{own.name!r} is the name of another room", "a different name")
    return own


def _ruled(floor: GridRoom, rule: LengthRule) -> GridRoom:
    """Apply a length rule to a grid; raise `InputError` for invalid lengths."""
    cells = [(row, column) for row, column in floor.cabinets.tolist()]
    table = [
        [0 if cell == other else whole(rule(cell, other), "length_rule") for other in cells]
        for cell in cells
    ]
    if max(map(max, table), default=0) > LONGEST_MM:
        raise InputError("length_rule", "gives a length above 10 km", "millimetres")
    try:
        return replace(floor, apart_mm=tuple(map(tuple, table)))
    except ValueError as error:
        raise InputError("length_rule", str(error), "the same length both ways") from error


def describe(source: "str | Topology | nx.Graph[Any]", *, with_bisection: bool = False) -> Structure:
    """Return the graph properties of a network: distances, eigenvalues, girth, bisection.

    Raises
    ------
    InputError
        If the source is not a connected network.
    """
    return summary.describe(as_network(source), with_bisection=with_bisection)
