"""A plan made from lists of devices and cables, as a notebook or a script holds it."""

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.parts import PartsBill, catalogue_file
from netfloor.api.plots import lengths
from netfloor.api.tables import DataTable
from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.latency import Latency, latency_of
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.explain.document import explain_name
from netfloor.plans.explain.parts import Question
from netfloor.plans.file import laid_document, plan_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.networks import plan_network, plan_networks
from netfloor.plans.order.laid_parts import laid_parts
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.verify import Verification, verify_plan
from netfloor.rooms.hall.hall import Hall
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class ListedPlan:
    """A plan made from lists; `read_plan` brings it back."""

    def __init__(self, stored: LaidFabric) -> None:
        self._stored = stored

    def __repr__(self) -> str:
        return repr(self._stored)

    @property
    def networks(self) -> dict[str, Topology]:
        """The networks by name, each as a graph of its switches; a single one without a name is ``""``."""
        return {one.name: one.topology for one in plan_networks(self._stored)}

    @property
    def room(self) -> Hall:
        """The room with the devices in it."""
        return self._stored.hall

    @property
    def path(self) -> Path | None:
        """The plan's file."""
        return self._stored.path

    @property
    def total_cable_m(self) -> float:
        """Length of all cables together, power cords included, m."""
        return mm_to_metres(self._stored.total_mm)

    @cached_property
    def devices(self) -> DataTable:
        """One row a device: name, kind, model, network, cabinet, lowest unit, height and watts."""
        fabric = self._stored.fabric
        columns: dict[str, list[Any]] = {
            "name": [one.name for one in fabric.devices],
            "kind": [one.kind for one in fabric.devices],
            "model": [one.model for one in fabric.devices],
            "network": [one.network for one in fabric.devices],
            "cabinet": [fabric.cabinet_name(number) for number in range(len(fabric.devices))],
            "unit": [one.unit for one in fabric.devices],
            "height": [one.units for one in fabric.devices],
            "watts": [one.watts for one in fabric.devices],
        }
        return DataTable(columns, f"Devices of {self._stored.display_name}")

    @cached_property
    def cables(self) -> DataTable:
        """One row a cable: its id, device and port label at both ends, Gb/s and m."""
        fabric = self._stored.fabric
        columns: dict[str, list[Any]] = {"id": [one.id for one in fabric.cables]}
        for side, end in enumerate("ab"):
            ends = [one.ends[side] for one in fabric.cables]
            columns |= {
                f"device_{end}": [fabric.devices[one.device].name for one in ends],
                f"port_{end}": [one.port_text for one in ends],
            }
        columns["gbps"] = [one.gbps for one in fabric.cables]
        columns["length_m"] = [(one.length_mm or 0) / 1000 for one in fabric.cables]
        return DataTable(columns, f"Cables of {self._stored.display_name}")

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how many cables have which length, m; return Matplotlib's axes."""
        return lengths(ax, self.cables["length_m"], "cable")

    def latency(
        self, switch_ns: float | Iterable[float] = DEFAULT_SWITCH_NS, *, network: str | None = None
    ) -> Latency:
        """Return mean and longest latency between switches with endpoints of one network, ns.

        Raises
        ------
        InputError
            If the plan has several networks and none is named, or not the one that is.
        """
        sweep = [switch_ns] if isinstance(switch_ns, int | float) else sorted(set(switch_ns))
        one = plan_network(self._stored, network)
        return latency_of(one.topology, one.cables, sweep)

    def bill(self, catalogue: str | Path, **terms: Any) -> PartsBill:
        """Return what to order for the listed cables, from a catalogue of parts.

        Parameters
        ----------
        terms
            ``criterion``, ``years``, ``kwh_price``, ``max_skus``, ``max_lead_days`` and ``spares``, as
            ``netfloor bom`` has them.

        Raises
        ------
        InputError
            If catalogue or terms cannot be used, or the rate or cages of a cable are not known.
        InfeasibleError
            If the catalogue sells nothing for a cable.
        """
        file = catalogue_file(catalogue)
        return PartsBill(laid_parts(self._stored, file, load_catalogue(file), OrderTerms(**terms)))

    def explain(self, name: str, catalogue: str | Path | None = None) -> dict[str, Any]:
        """Explain what a name means: a cable, a device, a port such as ``leaf1:Eth1/1``, or a cabinet.

        Raises
        ------
        InputError
            If nothing has the name; the nearest names are in the message.
        """
        return explain_name(
            self._stored, Question(name, None if catalogue is None else catalogue_file(catalogue))
        )

    def verify(self, files: Sequence[str | Path] = ()) -> Verification:
        """Return what is wrong with the plan, what is unchecked, and what its file cannot prove."""
        if self.path is None:
            raise ValueError("the plan has no file to verify")
        return verify_plan(self.path, folders=[Path(one) for one in files])

    def to_dict(self) -> dict[str, Any]:
        """Return what the plan's file holds."""
        document: dict[str, Any] = json.loads(plan_text(laid_document(self._stored)))
        return document
