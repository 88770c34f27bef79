"""A bisection beside the endpoints that it parts: the share of half of them that can talk across it."""

from dataclasses import dataclass

from structure.bisection import Bisection
from structure.endpoint_bisection import endpoint_bisection
from topologies.topology import Topology


@dataclass(frozen=True)
class EndpointShare:
    """The links between two halves of the endpoints, as even as whole routers allow.

    Attributes
    ----------
    links, lower_links
        Links of the best such cut known, and links that every one has at least.
    endpoints
        Endpoints of the smaller half, at least 1.
    """

    links: int
    lower_links: int
    endpoints: int

    @property
    def share(self) -> float:
        """Links for each endpoint of the smaller half: 1 is full bisection.

        57.1 % for the 12x8 HyperX with 7 nodes a switch (Domke et al.: HyperX against fat tree, 2019,
        section 2). Links and endpoints count as of one rate.
        """
        return self.links / self.endpoints

    @property
    def exact(self) -> bool:
        """True where no cut into such halves has fewer links."""
        return self.links == self.lower_links


def endpoint_share(topology: Topology, cut: Bisection) -> EndpointShare | None:
    """Return the bisection of a network's endpoints.

    Where all routers have as many endpoints, halves of the routers are halves of the endpoints.
    For trees it is `structure.endpoint_bisection`.

    Parameters
    ----------
    cut
        The network's bisection by routers.

    Returns
    -------
    EndpointShare or None
        None without endpoints, or where other networks have unlike numbers of them: their halves by
        routers say nothing of their endpoints.
    """
    tree = endpoint_bisection(topology)
    if tree is not None and tree.endpoints[0]:
        return EndpointShare(tree.links, tree.links, tree.endpoints[0])
    most = int(topology.endpoints.max(initial=0))
    half = topology.routers // 2 * most
    alike = bool((topology.endpoints == most).all())
    return EndpointShare(cut.links, cut.lower_links, half) if alike and half else None
