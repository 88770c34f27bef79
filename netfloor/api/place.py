"""Placement of a network in a room."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.networks import as_network, room_and_name, whole
from netfloor.api.plan import Plan
from netfloor.api.standing import staying
from netfloor.api.watched import watched
from netfloor.exchange.user_tables.requirements import read_requirements
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT, Observer
from netfloor.layout.budget import budget_of
from netfloor.layout.chains.portfolio import require_placer
from netfloor.layout.objective import MakeObjective
from netfloor.layout.solve import SolveOptions
from netfloor.plans.objective import LENGTH, ObjectiveChoice
from netfloor.rooms.any_room import Room, require_slots
from netfloor.studies.place import Site
from netfloor.studies.place import place as place_in

if TYPE_CHECKING:
    import networkx as nx

    from netfloor.topologies.topology import Topology


def place(  # noqa: PLR0913 - one keyword each, all optional
    network: "str | Topology | nx.Graph[Any]",
    room_or_spec: str | Path | Room | None = None,
    *,
    objective: str | MakeObjective = "length",
    fixed: bool | Mapping[str, str | tuple[str, int]] = False,
    requirements: Sequence[str] = (),
    iterations: int | None = None,
    seconds: float | None = None,
    placer: str = "portfolio",
    chains: int | None = None,
    seed: int = 0,
    workers: int = 1,
    progress: bool = False,
    observer: Observer = SILENT,
    interrupt: Interrupt | None = None,
    **coefficients: Any,
) -> Plan:
    """Place a network in a room, with a lower bound and an independent check.

    Parameters
    ----------
    network
        A spec such as ``slimfly:9``, a network, or a NetworkX graph.
    room_or_spec
        A room or its source, as for `room`; None: the room given by a graph's positions, else the
        SpectralFly paper's of that size.
    objective
        ``length``, ``money``, ``parts``, ``power``, ``longest``, ``mean-latency``, ``max-latency`` or a
        weighted sum; or a function that makes your own `Objective` from network, room and problem.
    fixed
        Switches that stay: cabinet by switch, or cabinet and position from 1. True: all nodes of a graph
        with a position; if every node has one, the graph is measured and bounded as it is.
    requirements
        Requirements in the syntax of ``netfloor layout --require``.
    iterations, seconds
        Total budget of all chains, one of the two; iterations are reproducible.
    placer
        A name from ``netfloor.placers()``.
    chains, workers
        Independent runs, and how many at once; workers do not change the result.
    progress
        Shows a bar on stderr, or a line every 10 s if it is not a terminal; the first Ctrl-C ends the
        search with the best placement so far.
    interrupt
        Ends the work early from another thread, with the best placement so far.
    coefficients
        ``cost_set``, ``power_set``, ``reach_m``, ``switch_ns``, ``catalogue``: parameters of the objective.

    Raises
    ------
    InputError
        If network, room, placer or objective are invalid.
    """
    topology = as_network(network)
    placed_in, where = room_and_name(room_or_spec, topology)
    if iterations is not None:
        iterations = whole(iterations, "iterations", least=1)
    if seconds is not None and not 0 < (seconds := float(seconds)) < math.inf:
        raise InputError("seconds", f"{seconds} is not a valid effort", "give a number above 0")
    if not (isinstance(objective, str) or callable(objective)):
        what = f"{type(objective).__name__} is not an objective"
        raise InputError("objective", what, "a name, or a function that makes one")
    require_slots(topology.name, topology.routers, placed_in)
    require_placer(placer)
    if iterations is not None and seconds is not None:
        raise InputError("iterations and seconds", "exclude each other", "give one of the two")
    budget = budget_of(iterations, seconds)
    own = None if isinstance(objective, str) else objective
    aim = ObjectiveChoice(objective, **coefficients) if isinstance(objective, str) else LENGTH
    chains = None if chains is None else whole(chains, "chains", least=1)
    workers = whole(workers, "workers", least=1)
    options = SolveOptions(placer, budget, whole(seed, "seed"), chains, workers, own)
    options = replace(
        options,
        fixed=staying(fixed, topology, placed_in),
        requirements=read_requirements(tuple(requirements), topology, placed_in),
    )
    site = Site(topology, placed_in, where)
    with watched(observer, interrupt, progress=progress) as (hears, ends), ends.handle_interrupts():
        return Plan(place_in(site, options, aim, hears, ends, topology.name).plan)
