"""What a network's graph alone is worth, in one record."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from structure.bipartite import is_bipartite
from structure.bisection import Bisection, bisection
from structure.distances import distances
from structure.edge_connectivity import edge_connectivity
from structure.endpoint_share import EndpointShare, endpoint_share
from structure.girth import girth
from structure.spectrum import spectrum
from topologies.topology import Topology


@dataclass(frozen=True)
class Structure:
    """Structural figures of a network; the names are those of the SpectralFly paper's Table I.

    Attributes
    ----------
    routers, links
        Counts; parallel links each.
    radix, min_degree
        Largest and smallest network degree.
    diameter, mean_distance
        In hops, over ordered pairs of different routers.
    girth
        Length of a shortest cycle, 2 for parallel links, None without cycles.
    lambda_, mu1, ramanujan, algebraic_connectivity
        As in `structure.spectrum.Spectrum`.
    bipartite
        True if no cycle is odd.
    bisection
        The interval and the cut, or None where it was not asked for.
    endpoints_cut
        The same by halves of the endpoints; None where it was not asked for, or where
        `structure.endpoint_share` knows none.
    edge_connectivity
        Fewest links whose loss parts the network; None where it would take minutes.
    degree_histogram
        Routers of each degree.
    distance_histogram
        Ordered pairs of different routers at 1, 2, .. hops.
    distance_sources
        As in `structure.distances.Distances.sources`.
    spectrum_method, spectrum_residual
        How the eigenvalues were found, and how far at most each is from a true one.
    """

    routers: int
    links: int
    radix: int
    min_degree: int
    diameter: int
    mean_distance: float
    girth: int | None
    lambda_: float | None
    mu1: float
    ramanujan: bool | None
    algebraic_connectivity: float
    bipartite: bool
    bisection: Bisection | None
    endpoints_cut: EndpointShare | None = None
    edge_connectivity: int | None = None
    degree_histogram: Mapping[int, int] = field(default_factory=dict)
    distance_histogram: tuple[int, ...] = ()
    distance_sources: str = "all"
    spectrum_method: str = ""
    spectrum_residual: float = 0.0

    @property
    def regular(self) -> bool:
        """True if every router has the same network degree."""
        return self.radix == self.min_degree

    @property
    def normalised_bisection(self) -> float | None:
        """Bisection links found, as a share of all links (nk/2 where all have degree k)."""
        if self.bisection is None:
            return None
        return self.bisection.links / self.links if self.links else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Return the figures under the keys that ``topology show --json`` prints."""
        figures: dict[str, Any] = {
            "routers": self.routers,
            "links": self.links,
            "radix": self.radix,
            "min_degree": self.min_degree,
            "regular": self.regular,
            "diameter": self.diameter,
            "mean_distance": self.mean_distance,
            "girth": self.girth,
            "lambda": self.lambda_,
            "mu1": self.mu1,
            "ramanujan": self.ramanujan,
            "algebraic_connectivity": self.algebraic_connectivity,
            "bipartite": self.bipartite,
            "edge_connectivity": self.edge_connectivity,
            "degree_histogram": {str(degree): count for degree, count in self.degree_histogram.items()},
            "distance_histogram": list(self.distance_histogram),
            "distance_sources": self.distance_sources,
            "spectrum_method": self.spectrum_method,
            "spectrum_residual": self.spectrum_residual,
        }
        if self.bisection is not None:
            figures["bisection_links"] = self.bisection.links
            figures["bisection_lower_links"] = self.bisection.lower_links
            figures["bisection_exact"] = self.bisection.exact
            figures["bisection_method"] = self.bisection.method
            figures["bisection_lower_method"] = self.bisection.lower_method
            figures["bisection_sides"] = self.bisection.sides.tolist()
            figures["normalised_bisection"] = self.normalised_bisection
            figures |= self._of_endpoints()
        return figures

    def _of_endpoints(self) -> dict[str, Any]:
        """Return the bisection of the endpoints; None where there is none."""
        cut = self.endpoints_cut
        return {
            "endpoint_bisection_links": cut and cut.links,
            "endpoint_bisection_lower_links": cut and cut.lower_links,
            "endpoint_bisection_share": cut and cut.share,
        }


def describe(topology: Topology, *, with_bisection: bool, seed: int = 0) -> Structure:
    """Return the structural figures of a connected network.

    Parameters
    ----------
    with_bisection
        Whether to search for a bisection: seconds, where the rest takes a fraction of one.
    seed
        Of that search.

    Raises
    ------
    InputError
        If two routers have no path between them.
    """
    hops, values = distances(topology), spectrum(topology)
    degrees = np.unique(topology.degree, return_counts=True)
    cut = bisection(topology, seed=seed) if with_bisection else None
    return Structure(
        routers=topology.routers,
        links=topology.link_count,
        radix=topology.radix,
        min_degree=int(topology.degree.min(initial=topology.radix)),
        diameter=hops.diameter,
        mean_distance=hops.mean_distance,
        girth=girth(topology),
        lambda_=values.lambda_,
        mu1=values.mu1,
        ramanujan=values.ramanujan,
        algebraic_connectivity=values.algebraic_connectivity,
        bipartite=is_bipartite(topology),
        bisection=cut,
        endpoints_cut=None if cut is None else endpoint_share(topology, cut),
        edge_connectivity=edge_connectivity(topology, hops, values.algebraic_connectivity),
        degree_histogram=dict(zip(*(part.tolist() for part in degrees), strict=True)),
        distance_histogram=tuple(hops.histogram[1:].tolist()),
        distance_sources=hops.sources,
        spectrum_method=values.method,
        spectrum_residual=values.residual,
    )
