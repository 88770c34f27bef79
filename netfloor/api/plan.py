"""Plans in scripts and notebooks: query, price, verify and write them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from netfloor.api.any_plan import PlanView
from netfloor.api.bounds import LowerBound, ObjectiveOutcome, bound_of_lists, bound_of_plan, outcome_of
from netfloor.api.graphs import plan_graph
from netfloor.api.parts import PartsBill, as_cost_set, as_power_set, catalogue_file
from netfloor.api.plots import Drawing
from netfloor.costmodels import DEFAULT_COST_SET, DEFAULT_POWER_SET
from netfloor.costmodels.bill import Bill, make_bill
from netfloor.costmodels.cable_orders import order_cables, reach_to_mm
from netfloor.costmodels.catalogue.equipment import RequestedDevices
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.power import Power, power_of
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.display.data_table import DataTable
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import write_atomic
from netfloor.foundation.models import parse
from netfloor.foundation.output_files import check_free
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.file import is_plan, laid_document, plan_document, plan_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.load import load_any_plan
from netfloor.plans.models import PlanModel
from netfloor.plans.networks import plan_network
from netfloor.plans.order.laid_parts import laid_parts
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan as StoredPlan
from netfloor.plans.verify import Verification, verify_plan, verify_record
from netfloor.reports.rooms.plan_drawing import laid_svg, plan_svg
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    import networkx as nx


class Plan(PlanView):
    """A placed network, or several; made by `place` and read by `read_plan`."""

    _stored: StoredPlan

    def __init__(self, stored: StoredPlan) -> None:
        super().__init__(stored)

    @property
    def network(self) -> Topology:
        """The placed network; several networks of a plan are combined."""
        return self._stored.topology

    @property
    def room(self) -> Room:
        """The room of the plan."""
        return self._stored.room

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
        """Total length of all network cables, m."""
        return mm_to_metres(self._stored.cables.total_mm)

    @property
    def lower_bound_m(self) -> float:
        """Certified lower bound on the mean cable length, m."""
        return self._stored.lower_bound_m

    @property
    def gap(self) -> float | None:
        """Relative excess of the shortest routes over the bound; None if the bound is 0."""
        return self._stored.gap

    @property
    def bound(self) -> LowerBound:
        """Lower bound on the cable, with the plan's gap and the proof."""
        return bound_of_plan(self._stored)

    @property
    def objective(self) -> ObjectiveOutcome | None:
        """The objective with its lower bound, gap and proof; None for length."""
        record = self._stored.solver.objective
        return None if record is None else outcome_of(record)

    @cached_property
    def cables(self) -> DataTable:
        """A row per network cable: id, switch, cabinet, slot and port at both ends, and length in m."""
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

    def to_networkx(self) -> "nx.MultiGraph[str]":
        """Convert the network to a graph with positions on nodes and lengths on edges.

        Nodes are the switches by name, with ``cabinet``, floor position ``pos`` in metres, ``slot`` and
        ``endpoints``; each cable is an edge with ``id``, ``length_m``, ``gbps`` and the ports at both ends.
        ``nf.network.from_networkx`` reads it back.
        """
        return plan_graph(self._stored)

    def floor(self) -> Drawing:
        """Draw the room from above with its contents."""
        return Drawing(plan_svg(self._stored))

    def verify(self, files: Sequence[str | Path] = ()) -> Verification:
        """Check the plan: errors, unchecked parts, and claims that its file cannot prove.

        Parameters
        ----------
        files
            Additional folders with the room, graph, catalogue or cost set of the plan.
        """
        document = self.to_dict()
        path = self.path or Path("plan.json")
        return verify_record(
            document, parse(PlanModel, document, path), path, folders=[Path(file) for file in files]
        )

    def cost(
        self,
        cost_set: str | Path | CostSet = DEFAULT_COST_SET,
        reach_m: float | None = None,
        *,
        network: str | None = None,
    ) -> Bill:
        """Price cables and switches by a cost set.

        Parameters
        ----------
        cost_set
            A shipped set, a TOML file, or your own set.
        reach_m
            Longest copper cable, m; None: the set's own limit.
        network
            Name of one of several networks, required if there are several.

        Raises
        ------
        InputError
            If the plan has several networks and ``network`` does not name one of them.
        InfeasibleError
            If the set has no cable for a link.
        """
        prices, item = as_cost_set(cost_set), plan_network(self._stored, network)
        inside_mm, servers = self.room.inside_mm, item.placed.servers
        return make_bill(item.topology, item.cables, prices, reach_to_mm(reach_m), inside_mm, servers)

    def power(
        self,
        power_set: str | Path | PowerSet = DEFAULT_POWER_SET,
        cost_set: str | Path | CostSet = DEFAULT_COST_SET,
        reach_m: float | None = None,
        *,
        network: str | None = None,
    ) -> Power:
        """Compute the power of a network; the cost set and reach choose each link's medium."""
        watts, prices = as_power_set(power_set), as_cost_set(cost_set)
        item = plan_network(self._stored, network)
        orders = order_cables(item.cables, prices, item.topology.rates_of_links, reach_to_mm(reach_m))
        return power_of(item.topology, orders, watts)

    def bill(
        self,
        catalogue: str | Path | Sequence[str | Path] | None = None,
        *,
        requested_devices: Mapping[str, str] | None = None,
        **terms: Any,
    ) -> PartsBill:
        """Order parts from a catalogue.

        Parameters
        ----------
        catalogue
            A TOML file; None: the catalogue of the plan's own order, with its original terms.
        requested_devices
            Part numbers that must be used for ``switch``, ``nic`` and ``server``.
        terms
            ``criterion``, ``years``, ``kwh_price``, ``max_skus``, ``max_lead_days`` and ``spares``, as in
            ``netfloor bom``.

        Raises
        ------
        InputError
            If catalogue or terms are invalid.
        InfeasibleError
            If the catalogue cannot serve the network.
        """
        if catalogue is None and (terms or requested_devices):
            raise InputError("terms", "belong to the plan's own order", "give a catalogue with them")
        asked = OrderTerms(**terms, requested_devices=RequestedDevices(**(requested_devices or {})))
        return PartsBill(
            parts_list(self._stored, None if catalogue is None else catalogue_file(catalogue), asked)
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the contents of the plan's file."""
        document: dict[str, Any] = json.loads(plan_text(plan_document(self._stored)))
        return document

    def write(self, path: str | Path, *, force: bool = False) -> "Plan":
        """Write the plan's file, replacing an older plan, and return the plan with its path.

        Raises
        ------
        InputError
            If another file is in the way and ``force`` is not set.
        """
        path = Path(path)
        check_free(path, is_plan, force=force)
        document = plan_document(self._stored)
        text = plan_text(document)
        parse(PlanModel, json.loads(text), path)  # never write a file that cannot be read back
        write_atomic(path, text)
        return Plan(replace(self._stored, path=path, sha256=str(document["sha256"])))


class ListedPlan(PlanView):
    """A plan made from lists; made by `devices` and read by `read_plan`."""

    _stored: LaidFabric

    def __init__(self, stored: LaidFabric) -> None:
        super().__init__(stored)

    @property
    def room(self) -> Hall:
        """The room with the devices in it."""
        return self._stored.hall

    @property
    def total_cable_m(self) -> float:
        """Total length of all cables including power cords, m."""
        return mm_to_metres(self._stored.total_mm)

    @property
    def bound(self) -> LowerBound | None:
        """Lower bound on the cable; None if nothing was free or proved."""
        return bound_of_lists(self._stored)

    @property
    def gap(self) -> float | None:
        """Relative excess of the length over its lower bound.

        None without one, or for another objective.
        """
        return self._stored.gap

    @cached_property
    def devices(self) -> DataTable:
        """A row per device: name, kind, model, network, cabinet, lowest unit, height and watts."""
        fabric = self._stored.fabric
        columns: dict[str, list[Any]] = {
            "name": [device.name for device in fabric.devices],
            "kind": [device.kind for device in fabric.devices],
            "model": [device.model for device in fabric.devices],
            "network": [device.network for device in fabric.devices],
            "cabinet": [fabric.cabinet_name(number) for number in range(len(fabric.devices))],
            "unit": [device.unit for device in fabric.devices],
            "height": [device.units for device in fabric.devices],
            "watts": [device.watts for device in fabric.devices],
        }
        return DataTable(columns, f"Devices of {self._stored.display_name}")

    @cached_property
    def cables(self) -> DataTable:
        """A row per cable: id, device and port label at both ends, Gb/s and length in m."""
        fabric = self._stored.fabric
        columns: dict[str, list[Any]] = {"id": [cable.id for cable in fabric.cables]}
        for side, end in enumerate("ab"):
            ends = [cable.ends[side] for cable in fabric.cables]
            columns |= {
                f"device_{end}": [fabric.devices[item.device].name for item in ends],
                f"port_{end}": [item.port_text for item in ends],
            }
        columns["gbps"] = [cable.gbps for cable in fabric.cables]
        columns["length_m"] = [(cable.length_mm or 0) / 1000 for cable in fabric.cables]
        return DataTable(columns, f"Cables of {self._stored.display_name}")

    def floor(self) -> Drawing:
        """Draw the room from above with its contents."""
        return Drawing(laid_svg(self._stored))

    def bill(self, catalogue: str | Path | Sequence[str | Path], **terms: Any) -> PartsBill:
        """Order parts for the listed cables from a catalogue.

        Parameters
        ----------
        terms
            ``criterion``, ``years``, ``kwh_price``, ``max_skus``, ``max_lead_days`` and ``spares``, as in
            ``netfloor bom``.

        Raises
        ------
        InputError
            If catalogue or terms are invalid, or the rate or cages of a cable are unknown.
        InfeasibleError
            If the catalogue sells nothing for a cable.
        """
        file = catalogue_file(catalogue)
        return PartsBill(laid_parts(self._stored, file, load_catalogue(file), OrderTerms(**terms)))

    def verify(self, files: Sequence[str | Path] = ()) -> Verification:
        """Check the plan: errors, unchecked parts, and claims that its file cannot prove."""
        if self.path is None:
            raise InputError("plan", "has no file yet", "a plan that netfloor wrote")
        from netfloor.studies.lists.again import read_lists_again  # noqa: PLC0415 - readers of tables

        return verify_plan(self.path, folders=[Path(file) for file in files], read_lists=read_lists_again)

    def to_dict(self) -> dict[str, Any]:
        """Return the contents of the plan's file."""
        document: dict[str, Any] = json.loads(plan_text(laid_document(self._stored)))
        return document


def read_plan(path: str | Path) -> Plan | ListedPlan:
    """Read a plan from its file: a `Plan` of networks, or a `ListedPlan` made from lists.

    Raises
    ------
    InputError
        If the file is not a plan of a supported version.
    CheckFailedError
        If its claims do not follow from its inputs.
    """
    stored = load_any_plan(Path(path))
    return Plan(stored) if isinstance(stored, StoredPlan) else ListedPlan(stored)
