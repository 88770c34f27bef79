"""A network's graph properties, in one record."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from netfloor.foundation.display.charts import bar_chart
from netfloor.foundation.display.data_table import DataTable, Tabular
from netfloor.structure.bisection.endpoint_share import EndpointShare, endpoint_share
from netfloor.structure.bisection.interval import Bisection, bisection
from netfloor.structure.hops.cycles import girth, is_bipartite
from netfloor.structure.hops.distances import Distances, distances
from netfloor.structure.hops.edge_connectivity import edge_connectivity
from netfloor.structure.spectrum.figures import Spectrum, spectrum
from netfloor.topologies.planes import plane_of
from netfloor.topologies.topology import Topology

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, eq=False, repr=False)
class Structure(Tabular):
    """Structural figures of a connected network, or of a network whose planes are connected.

    Attributes
    ----------
    topology
        The network.
    planes
        Copies connected only by servers, 1 for most networks. Distances, eigenvalues, cycles and edge
        connectivity are those of a single plane; `to_dict` counts switches, links, pairs and cuts over all
        planes.
    hops, spectrum
        Distances between switches with endpoints, and eigenvalues.
    girth
        Length of a shortest cycle, 2 for parallel links, None without cycles.
    bipartite
        True if there is no odd cycle.
    edge_connectivity
        Fewest links whose loss disconnects the network; None if computing it would take minutes.
    bisection
        The interval and the cut, or None if not requested.
    endpoints_cut
        The same by halves of the endpoints; None if not requested, or if
        `structure.bisection.endpoint_share` cannot tell.
    """

    topology: Topology
    planes: int
    hops: Distances
    spectrum: Spectrum
    girth: int | None
    bipartite: bool
    edge_connectivity: int | None
    bisection: Bisection | None
    endpoints_cut: EndpointShare | None

    def __repr__(self) -> str:
        network = self.topology
        hops = f"diameter {self.hops.diameter}, mean distance {self.hops.mean_distance:.4f}"
        return (
            f"Structure({network.name}: {network.routers:,} switches, {network.link_count:,} links, {hops})"
        )

    def to_table(self) -> DataTable:
        """Return a row per figure of `to_dict`, except nested ones."""
        figures = {
            key: value
            for key, value in self.to_dict().items()
            if not isinstance(value, dict | list | tuple)
        }
        return DataTable(
            {"property": list(figures), "value": list(figures.values())},
            f"Structure of {self.topology.name}",
        )

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the number of ordered pairs of switches by hops; return Matplotlib's axes."""
        counts = self.hops.histogram
        return bar_chart(ax, range(len(counts)), counts, "hops", "ordered pairs of switches")

    def to_dict(self) -> dict[str, Any]:
        """Return the figures, including SpectralFly's Table I, under the keys of ``topology show``."""
        network, hops, values = self.topology, self.hops, self.spectrum
        degrees, amounts = np.unique(network.degree, return_counts=True)
        minimum = int(network.degree.min(initial=network.radix))
        return {
            **({"planes": self.planes} if self.planes > 1 else {}),
            "routers": network.routers,
            "links": network.link_count,
            "radix": network.radix,
            "min_degree": minimum,
            "regular": network.radix == minimum,
            "distances_between": network.distances_between,
            "diameter": hops.diameter,
            "mean_distance": hops.mean_distance,
            "girth": self.girth,
            "lambda": values.lambda_,
            "mu1": values.mu1,
            "ramanujan": values.ramanujan,
            "algebraic_connectivity": values.algebraic_connectivity,
            "bipartite": self.bipartite,
            "edge_connectivity": self.edge_connectivity,
            "degree_histogram": dict(zip(map(str, degrees.tolist()), amounts.tolist(), strict=True)),
            "distance_histogram": (self.planes * hops.histogram[1:]).tolist(),
            "distance_sources": hops.sources,
            "spectrum_method": values.method,
            "spectrum_residual": values.residual,
            **({} if self.bisection is None else self._halves(self.bisection)),
        }

    def _halves(self, cut: Bisection) -> dict[str, Any]:
        """Return the figures of the bisection, also as a share of all links (nk/2 if all degrees are k)."""
        links, ends = self.topology.link_count, self.endpoints_cut
        return {
            "bisection_links": cut.links,
            "bisection_lower_links": cut.lower_links,
            "bisection_exact": cut.exact,
            "bisection_method": cut.method,
            "bisection_effort": cut.effort,
            "bisection_lower_method": cut.lower_method,
            "bisection_sides": cut.sides.tolist(),
            "normalised_bisection": cut.links / links if links else 0.0,
            "endpoint_bisection_links": ends and ends.links,
            "endpoint_bisection_lower_links": ends and ends.lower_links,
            "endpoint_bisection_share": ends and ends.share,
        }


def describe(topology: Topology, *, with_bisection: bool, seed: int = 0) -> Structure:
    """Measure the structural figures of a connected network, or of connected planes.

    Parameters
    ----------
    with_bisection
        Whether to search for a bisection, which takes seconds; the rest takes a fraction of a second.
    seed
        Seed of the search.

    Raises
    ------
    InputError
        If two switches of a plane have no path between them.
    """
    planes, item = plane_of(topology)
    hops, values = distances(item), spectrum(item)
    cut = bisection(topology, seed=seed) if with_bisection else None
    return Structure(
        topology,
        planes,
        hops,
        values,
        girth=girth(item),
        bipartite=is_bipartite(item),
        edge_connectivity=edge_connectivity(item, values.algebraic_connectivity),
        bisection=cut,
        endpoints_cut=None if cut is None else endpoint_share(topology, cut),
    )
