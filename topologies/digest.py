"""SHA-256 of a network's links."""

from netfloor.foundation.files import canonical_sha256
from netfloor.topologies.topology import Topology


def links_sha256(topology: Topology) -> str:
    """Return the SHA-256 of a network's links, independent of its file format or spec."""
    triples = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    return canonical_sha256([topology.routers, [[u, v, count] for (u, v), count in triples]])
