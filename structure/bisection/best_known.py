"""Best known cuts of networks that a short search does not bisect as well.

A cut needs no proof: wherever it is used its links are counted. Both were found by `bisection` with 50
METIS runs and its default number of swaps, with seeds 1 and 0.
"""

import numpy as np

from netfloor.structure.bisection.partitioners import Sides
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.topology import Topology

#: Sides of the switches, eight per byte, by the SHA-256 of the links.
_BEST = {
    # lps:23,11: 2,828 links
    "3a18079940a7d0e4907aab9c389288f950cfaa0f7604f8757301a9295d35d52a": (
        "0be5431405ecab1d502c34abe7f40867717f36c5d7a33dcf9e5fef2408561c0cbce1061f5ba339f1"
        "ce6640525e300b769ec922759d927837b0a781190a3128577960ed7edd87f5a100f36f323f2d2e1b"
        "ccda40"
    ),
    # lps:29,13: 6,000 links
    "6970222a7a1b9e5bb6ac695aeeae8251995a20a1f3e12a33cd1c7be8148b1ddd": (
        "10a8ab016a0d0f4429c5ffbdbec0228027b8238bb006ce5505a726e7f61800d018feef0a7db0adfd"
        "98e82141c3ae89c77dedb7a0e17a2ef0ae33bcbd86dec2df9bf020be29c8059a0811e2191073b969"
        "037da3e01cd8870ada923e50a4c88c34779e03fa9301c3907debbdd131708834ecfdb7adebffb140"
        "9edf7775f0af147dd0027faca7bfd0fe10"
    ),
}
#: Switches and links of these networks; no checksum is computed for others.
_SIZES = frozenset({(660, 7920), (1092, 16380)})


def best_known(topology: Topology) -> Sides | None:
    """Return the sides of a network's stored cut, (n,) int8, or None."""
    if (topology.routers, topology.link_count) not in _SIZES:
        return None
    packed = _BEST.get(links_sha256(topology))
    if packed is None:
        return None
    bits = np.unpackbits(np.frombuffer(bytes.fromhex(packed), dtype=np.uint8))
    return bits[: topology.routers].astype(np.int8)
