"""A plan as a notebook or a script holds it: ask it, price it, verify it, write it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from netfloor.api.listed_plan import ListedPlan
from netfloor.api.parts import PartsBill, catalogue_file
from netfloor.api.plots import lengths
from netfloor.api.tables import DataTable
from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET, DEFAULT_SWITCH_NS
from netfloor.costmodels.bill import Bill, make_bill
from netfloor.costmodels.cable_orders import order_cables, reach_to_mm
from netfloor.costmodels.catalogue.equipment import Wishes
from netfloor.costmodels.latency import Latency, latency_of
from netfloor.costmodels.power import Power, power_of
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import write_atomic
from netfloor.foundation.models import parse
from netfloor.foundation.output_files import check_free, never
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.explain.document import explain_name
from netfloor.plans.explain.parts import Question
from netfloor.plans.file import is_plan, plan_document, plan_text
from netfloor.plans.load import load_any_plan
from netfloor.plans.models import PlanModel
from netfloor.plans.networks import plan_network, plan_networks
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan as StoredPlan
from netfloor.plans.verify import Verification, verify_record
from netfloor.reports.headroom import headroom_document, plan_headroom
from netfloor.reports.rooms.plan_drawing import plan_svg
from netfloor.rooms.any_room import AnyRoom
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes


def as_cost_set(cost_set: str | Path | CostSet) -> CostSet:
    """Return a cost set by its name or file, or as it is."""
    return cost_set if isinstance(cost_set, CostSet) else load_cost_set(_file_or_name(cost_set))


def as_power_set(power_set: str | Path | PowerSet) -> PowerSet:
    """Return a power set by its name or file, or as it is."""
    return power_set if isinstance(power_set, PowerSet) else load_power_set(_file_or_name(power_set))


def _file_or_name(source: str | Path) -> str | Path:
    if not isinstance(source, str | Path):
        raise InputError("set", f"{type(source).__name__} is not a set", "a shipped name or a TOML file")
    return source


class Drawing:
    """An SVG picture that a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def write(self, path: str | Path, *, force: bool = False) -> Path:
        """Write the picture as a file; `InputError` where another file is in the way."""
        path = Path(path)
        check_free(path, never, force=force)
        write_atomic(path, self.svg)
        return path

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Drawing({len(self.svg):,} characters of SVG)"


class Plan:
    """A placed network, or several; `place` makes one and `read_plan` brings it back."""

    def __init__(self, stored: StoredPlan) -> None:
        self._stored = stored

    def __repr__(self) -> str:
        return repr(self._stored)

    def _repr_html_(self) -> str:
        return f"<p>{self}</p>{self.floor().svg}"

    @property
    def network(self) -> Topology:
        """The network that was placed; several of one plan side by side."""
        return self._stored.topology

    @property
    def networks(self) -> dict[str, Topology]:
        """The networks by name, each alone; a single one has the name ``""``."""
        return {one.name: one.topology for one in plan_networks(self._stored)}

    @property
    def room(self) -> AnyRoom:
        """The room that it stands in."""
        return self._stored.room

    @property
    def path(self) -> Path | None:
        """The plan's file, None before it is written."""
        return self._stored.path

    @property
    def slot_of(self) -> npt.NDArray[np.int32]:
        """Slot of every switch, (n,) int32."""
        return self._stored.placement.slot_of

    @property
    def status(self) -> str:
        """``optimal``, ``bounded``, ``heuristic`` or ``interrupted``."""
        return self._stored.solver.status

    @property
    def mean_cable_m(self) -> float:
        """Mean length of the network cables, m."""
        return mm_to_metres(self._stored.cables.mean_mm)

    @property
    def total_cable_m(self) -> float:
        """Length of all network cables together, m."""
        return mm_to_metres(self._stored.cables.total_mm)

    @property
    def lower_bound_m(self) -> float:
        """What no placement's mean cable is below, m; certified."""
        return self._stored.lower_bound_m

    @property
    def gap(self) -> float | None:
        """How far the shortest ways are above the bound, as a share; None where the bound is 0."""
        return self._stored.gap

    @cached_property
    def cables(self) -> DataTable:
        """One row a network cable: its id, both ends with switch, cabinet, slot and port, and m."""
        cables, topology = self._stored.cables, self.network
        cabinets = [self.room.cabinet_name(cabinet) for cabinet in range(self.room.cabinet_count)]
        columns: dict[str, list[Any]] = {"id": self._stored.cable_ids[: len(cables)]}
        for side, end in enumerate("ab"):
            columns |= {
                f"switch_{end}": [topology.label(router) for router in cables.routers[:, side].tolist()],
                f"cabinet_{end}": [cabinets[cabinet] for cabinet in cables.cabinets[:, side].tolist()],
                f"slot_{end}": cables.slots[:, side].tolist(),
                f"port_{end}": cables.ports[:, side].tolist(),
            }
        columns["length_m"] = (cables.length_mm / 1000).tolist()
        return DataTable(columns, f"Cables of {topology.name}")

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how many network cables have which length, m; return Matplotlib's axes."""
        return lengths(ax, self.cables["length_m"], "network cable")

    def to_networkx(self) -> "nx.MultiGraph[str]":
        """Return the network as a graph: places on its nodes, lengths on its edges.

        Nodes are the switches by name, with ``cabinet``, ``slot`` and ``endpoints``; each cable is an edge
        with its ``id``, ``length_m``, ``gbps`` and the ``port`` at both ends.
        """
        import networkx as nx  # noqa: PLC0415 - takes long to import

        topology, room, slots = self.network, self.room, self.slot_of.tolist()
        cabinet_of = room.lengths.cabinet_of_slot.tolist()
        graph = nx.MultiGraph(name=topology.name)
        for switch, slot in enumerate(slots):
            graph.add_node(
                topology.label(switch),
                cabinet=room.cabinet_name(cabinet_of[slot]),
                slot=slot,
                endpoints=int(topology.endpoints[switch]),
            )
        rates = topology.rates_of_links.tolist()
        for row, gbps in zip(self.cables, rates, strict=True):
            ends = row["switch_a"], row["switch_b"]
            ports = {"port_a": row["port_a"], "port_b": row["port_b"]}
            graph.add_edge(*ends, id=row["id"], length_m=row["length_m"], gbps=gbps, **ports)
        return graph

    def floor(self) -> Drawing:
        """Return the room from above with what stands in it."""
        return Drawing(plan_svg(self._stored))

    def verify(self, files: Sequence[str | Path] = ()) -> Verification:
        """Return what is wrong with the plan, what is unchecked, and what its file cannot prove.

        Parameters
        ----------
        files
            Folders in which the room, graph, catalogue or cost set of the plan may lie too.
        """
        document = self.to_dict()
        path = self.path or Path("plan.json")
        return verify_record(
            document, parse(PlanModel, document, path), path, folders=[Path(one) for one in files]
        )

    def cost(
        self,
        cost_set: str | Path | CostSet = DEFAULT_COST_SET,
        reach_m: float | None = None,
        *,
        network: str | None = None,
    ) -> Bill:
        """Return what cables and switches cost by a cost set.

        Parameters
        ----------
        cost_set
            A shipped set, a TOML file, or a set of your own.
        reach_m
            Longest copper cable; None for the set's own.
        network
            Which of several, that has to be named.

        Raises
        ------
        InputError
            If the plan has several networks and none is named, or not the one that is.
        InfeasibleError
            If the set sells no cable for a link.
        """
        prices, one = as_cost_set(cost_set), plan_network(self._stored, network)
        inside_mm, servers = self.room.inside_mm, one.placed.servers
        return make_bill(one.topology, one.cables, prices, reach_to_mm(reach_m), inside_mm, servers)

    def power(
        self,
        power_set: str | Path | PowerSet = DEFAULT_POWER_SET,
        cost_set: str | Path | CostSet = DEFAULT_COST_SET,
        reach_m: float | None = None,
        *,
        network: str | None = None,
    ) -> Power:
        """Return what a network draws; the cost set and reach choose each link's medium."""
        watts, prices = as_power_set(power_set), as_cost_set(cost_set)
        one = plan_network(self._stored, network)
        orders = order_cables(one.cables, prices, one.topology.link_gbps, reach_to_mm(reach_m))
        return power_of(one.topology, orders, watts)

    def latency(
        self, switch_ns: float | Iterable[float] = DEFAULT_SWITCH_NS, *, network: str | None = None
    ) -> Latency:
        """Return mean and longest latency between switches with endpoints, ns, by latency of a switch."""
        sweep = [switch_ns] if isinstance(switch_ns, int | float) else sorted(set(switch_ns))
        one = plan_network(self._stored, network)
        return latency_of(one.topology, one.cables, sweep)

    def bill(
        self, catalogue: str | Path | None = None, *, wishes: Mapping[str, str] | None = None, **terms: Any
    ) -> PartsBill:
        """Return what to order, from a catalogue of parts.

        Parameters
        ----------
        catalogue
            A TOML file; None for that of the plan's own order, by the terms of then.
        wishes
            Part numbers of ``switch``, ``nic`` and ``server`` that must be used.
        terms
            ``criterion``, ``years``, ``kwh_price``, ``max_skus``, ``max_lead_days`` and ``spares``, as
            ``netfloor bom`` has them.

        Raises
        ------
        InputError
            If catalogue or terms cannot be used.
        InfeasibleError
            If the catalogue cannot serve the network.
        """
        if catalogue is None and (terms or wishes):
            raise InputError("terms", "are those of the plan's own order", "give a catalogue with them")
        asked = OrderTerms(**terms, wishes=Wishes(**(wishes or {})))
        return PartsBill(
            parts_list(self._stored, None if catalogue is None else catalogue_file(catalogue), asked)
        )

    def explain(self, name: str, catalogue: str | Path | None = None) -> dict[str, Any]:
        """Explain what a name means: a cable, a device, a port such as ``12/3``, or a cabinet.

        Of a cable its length term by term, mm, and why its part was chosen; ``explains`` says which it is.

        Raises
        ------
        InputError
            If nothing has the name; the nearest names are in the message.
        """
        file = None if catalogue is None else catalogue_file(catalogue)
        return explain_name(self._stored, Question(name, file))

    def headroom(self, catalogue: str | Path | None = None) -> dict[str, Any]:
        """Return the units, watts, kilograms and ports that are left, and how many more servers fit.

        By cabinet, row and network; None where a limit or a load is not known. Watts are those of the
        plan's own order, or of a catalogue, with transceivers and active cables; else of devices alone.

        Raises
        ------
        InputError
            If the catalogue cannot be used.
        InfeasibleError
            If it cannot serve the network.
        """
        file = None if catalogue is None else catalogue_file(catalogue)
        return headroom_document(plan_headroom(self._stored, file, OrderTerms())[0])

    def to_dict(self) -> dict[str, Any]:
        """Return what the plan's file holds."""
        document: dict[str, Any] = json.loads(plan_text(plan_document(self._stored)))
        return document

    def write(self, path: str | Path, *, force: bool = False) -> "Plan":
        """Write the plan's file and return the plan with its path; an older plan there is replaced.

        Raises
        ------
        InputError
            If something else is in the way and ``force`` is not set.
        """
        path = Path(path)
        check_free(path, is_plan, force=force)
        document = plan_document(self._stored)
        text = plan_text(document)
        parse(PlanModel, json.loads(text), path)  # never a file that cannot be read back
        write_atomic(path, text)
        return Plan(replace(self._stored, path=path, sha256=str(document["sha256"])))


def read_plan(path: str | Path) -> Plan | ListedPlan:
    """Return a plan from its file: of networks, or a `ListedPlan` where it was made from lists.

    Raises
    ------
    InputError
        If the file is not a plan that this version reads.
    CheckFailedError
        If what it claims is not what its inputs give.
    """
    stored = load_any_plan(Path(path))
    return Plan(stored) if isinstance(stored, StoredPlan) else ListedPlan(stored)
