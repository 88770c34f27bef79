"""Common interface of all plans: bound, latency, explanations, headroom, charts."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.api.bounds import LowerBound
from netfloor.api.parts import catalogue_file
from netfloor.api.plots import Drawing
from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.costmodels.latency import Latency, latency_of
from netfloor.foundation.display.charts import histogram
from netfloor.foundation.display.data_table import DataTable
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
    """A plan of networks or of lists, with the interface that both share."""

    def __init__(self, stored: "AnyPlan") -> None:
        self._stored = stored

    def __repr__(self) -> str:
        return repr(self._stored)

    def _repr_html_(self) -> str:
        bound = "" if self.bound is None else f"<p>{escape(str(self.bound))}</p>"
        return f"<p>{escape(repr(self))}</p>{bound}{self.floor().svg}"

    @property
    def title(self) -> str:
        """Name of the plan in tables and charts."""
        return self._stored.display_name

    @property
    def networks(self) -> dict[str, Topology]:
        """The networks by name, each as a graph of its switches; the name of a single one may be ``""``."""
        return {network.name: network.topology for network in plan_networks(self._stored)}

    @property
    def path(self) -> Path | None:
        """The plan's file; None before it is written."""
        return self._stored.path

    @property
    def bound(self) -> LowerBound | None:
        """Lower bound on the cable, with the plan's gap and the proof."""
        raise NotImplementedError

    @property
    def cables(self) -> DataTable:
        """A row per cable, with its length in m."""
        raise NotImplementedError

    def floor(self) -> Drawing:
        """Draw the room from above with its contents."""
        raise NotImplementedError

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw a histogram of cable lengths in m and return the Matplotlib axes."""
        return histogram(ax, self.cables["length_m"], "cable length (m)", "cables")

    def latency(
        self, switch_ns: float | Iterable[float] = DEFAULT_SWITCH_NS, *, network: str | None = None
    ) -> Latency:
        """Compute mean and longest latency between switches with endpoints, ns, for switch latencies in ns.

        Raises
        ------
        InputError
            If the plan has several networks and ``network`` does not name one of them.
        """
        sweep = [switch_ns] if isinstance(switch_ns, int | float) else sorted(set(switch_ns))
        item = plan_network(self._stored, network)
        return latency_of(item.topology, item.cables, sweep)

    def explain(
        self, name: str, catalogue: str | Path | Sequence[str | Path] | None = None
    ) -> dict[str, Any]:
        """Explain a cable, device or cabinet by its name, or a port such as ``12/3`` or ``leaf1:Eth1/1``.

        For a cable, the result has the length term by term, mm, and the reason for its part; ``explains``
        is the kind of thing.

        Raises
        ------
        InputError
            If the name is unknown; the message suggests similar names.
        """
        file = None if catalogue is None else catalogue_file(catalogue)
        return explain_name(self._stored, Question(name, file))

    def headroom(self, catalogue: str | Path | Sequence[str | Path] | None = None) -> dict[str, Any]:
        """Return the remaining units, watts, kilograms and ports, and the number of servers that still fit.

        By cabinet, row and network; None where a limit or load is unknown. Watts are those of the plan's
        own order or of a catalogue, including transceivers and active cables; otherwise of devices alone.

        Raises
        ------
        InputError
            If the catalogue is invalid.
        """
        file = None if catalogue is None else catalogue_file(catalogue)
        return headroom_document(plan_headroom(self._stored, file, OrderTerms())[0])
