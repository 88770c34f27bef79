"""What all plans offer in a notebook or a script: bound, latency, explanations, room left, charts."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.bounds import LowerBound
from netfloor.api.parts import catalogue_file
from netfloor.api.plots import Drawing
from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.costmodels.latency import Latency, latency_of
from netfloor.foundation.charts import histogram
from netfloor.foundation.data_table import DataTable
from netfloor.plans.explain.document import explain_name
from netfloor.plans.explain.parts import Question
from netfloor.plans.networks import plan_network, plan_networks
from netfloor.plans.order.terms import OrderTerms
from netfloor.reports.headroom import headroom_document, plan_headroom
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from netfloor.plans.load import AnyPlan


class PlanView:
    """A plan of networks or of lists, asked alike."""

    def __init__(self, stored: "AnyPlan") -> None:
        self._stored = stored

    def __repr__(self) -> str:
        return repr(self._stored)

    def _repr_html_(self) -> str:
        bound = "" if self.bound is None else f"<p>{escape(str(self.bound))}</p>"
        return f"<p>{escape(repr(self))}</p>{bound}{self.floor().svg}"

    @property
    def title(self) -> str:
        """What tables and charts call it."""
        return self._stored.display_name

    @property
    def networks(self) -> dict[str, Topology]:
        """The networks by name, each as a graph of its switches alone; a single one may be ``""``."""
        return {one.name: one.topology for one in plan_networks(self._stored)}

    @property
    def path(self) -> Path | None:
        """The plan's file, None before it is written."""
        return self._stored.path

    @property
    def bound(self) -> LowerBound | None:
        """What no placement has less cable than, how far the plan is above it, and what proves it."""
        raise NotImplementedError

    @property
    def cables(self) -> DataTable:
        """One row a cable, with its length in m."""
        raise NotImplementedError

    def floor(self) -> Drawing:
        """Return the room from above with what stands in it."""
        raise NotImplementedError

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw how many cables have which length, m; return Matplotlib's axes."""
        return histogram(ax, self.cables["length_m"], "cable length (m)", "cables")

    def latency(
        self, switch_ns: float | Iterable[float] = DEFAULT_SWITCH_NS, *, network: str | None = None
    ) -> Latency:
        """Return mean and longest latency between switches with endpoints, ns, by latency of a switch.

        Raises
        ------
        InputError
            If the plan has several networks and none is named, or not the one that is.
        """
        sweep = [switch_ns] if isinstance(switch_ns, int | float) else sorted(set(switch_ns))
        one = plan_network(self._stored, network)
        return latency_of(one.topology, one.cables, sweep)

    def explain(
        self, name: str, catalogue: str | Path | Sequence[str | Path] | None = None
    ) -> dict[str, Any]:
        """Explain a name: of a cable, a device, a cabinet, or a port such as ``12/3`` or ``leaf1:Eth1/1``.

        Of a cable its length term by term, mm, and why its part was chosen; ``explains`` says which it is.

        Raises
        ------
        InputError
            If nothing has the name; the nearest names are in the message.
        """
        file = None if catalogue is None else catalogue_file(catalogue)
        return explain_name(self._stored, Question(name, file))

    def headroom(self, catalogue: str | Path | Sequence[str | Path] | None = None) -> dict[str, Any]:
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
