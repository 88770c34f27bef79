"""PARX: four addresses for each endpoint of a 2-D HyperX, each routed with part of the links removed."""

from itertools import product

import numpy as np

from netfloor.foundation.errors import InputError, setting
from netfloor.research.traffic.static.forwarding import NO_ROUTE, Forwarding, LidChoice, forwarding
from netfloor.research.traffic.static.sssp import BalancedTables
from netfloor.topologies.families.lattices.lattice_families import lattice_of
from netfloor.topologies.topology import IntArray, Topology
from netfloor.traffic.channels import BoolArray, Channels
from netfloor.traffic.routing.dimension_order import coordinates

#: Addresses of an endpoint: LMC 2.
ADDRESSES = 4
#: Size from which a message takes the long paths (Domke et al. 2019, section 3: 512 KiB).
THRESHOLD_KIB = 512.0


def parx(topology: Topology, channels: Channels) -> Forwarding:
    """Return the tables of pattern-aware routing for HyperX (Domke et al. 2019, section 3).

    Each dimension is divided into two halves, which gives four quadrants. Address 2 i + h of every endpoint
    is routed over the network without the links inside half h of dimension i; links between halves stay. So
    paths between two ends in one half leave it and return, over switches whose links a shortest path would
    not use. Rows are balanced as by SSSP, address by address in the order of the endpoints. A faulty
    network that is disconnected without these links keeps them for the affected destinations.

    The paper's text gives four addresses, links removed by quadrant, LMC and the threshold. These are
    netfloor's choices: which links each address loses, the pairs of quadrants for which it is short or long
    (derived from the removed links, see `lid_choice`), one address drawn for each pair of endpoints if
    several are allowed, and equal weights of all pairs instead of a profile of the application's messages.

    Raises
    ------
    InputError
        If the network is not a HyperX of two dimensions.
    """
    places = _places(topology)
    halves = _halves(places)
    rows = int(topology.endpoints.sum()) * ADDRESSES
    out = np.full((rows, topology.routers), NO_ROUTE, np.int32)
    tables, everything = BalancedTables(topology, channels), np.ones(channels.count, np.bool_)
    open_ = [_outside(halves[axis] == half, channels) for axis, half in product((0, 1), (0, 1))]
    targets = np.repeat(np.arange(topology.routers), topology.endpoints)
    for endpoint, target in enumerate(targets.tolist()):
        for address in range(ADDRESSES):
            row = out[endpoint * ADDRESSES + address]
            if not tables.row(target, open_[address], row):
                tables.row(target, everything, row)
    return forwarding("parx", topology, channels, out, ADDRESSES, lid_choice(halves))


def lid_choice(halves: IntArray) -> LidChoice:
    """Return the addresses for short and for long paths by the quadrants of both ends.

    Parameters
    ----------
    halves
        Half of each switch in both dimensions, (2, n).

    Notes
    -----
    In one quadrant (a, b): the addresses that lose the links of halves a and b are long, the other two
    short. In two quadrants that share half b of one dimension: the address that loses that half's links is
    long, that of the other half short. Ends that share no half have a shortest path with every address, so
    all four serve both kinds of messages.
    """
    quadrants = list(product((0, 1), (0, 1)))

    def options(here: tuple[int, int], there: tuple[int, int], *, large: bool) -> tuple[int, ...]:
        shared = [axis for axis in (0, 1) if here[axis] == there[axis]]
        if not shared:
            return tuple(range(ADDRESSES))
        return tuple(2 * axis + (here[axis] if large else 1 - here[axis]) for axis in shared)

    small, large = (
        tuple(tuple(options(quadrant, other, large=which) for other in quadrants) for quadrant in quadrants)
        for which in (False, True)
    )
    return LidChoice((2 * halves[0] + halves[1]).astype(np.int32), small, large)


def _places(topology: Topology) -> IntArray:
    """Return the coordinates of all switches, (2, n); raise `InputError` for other networks."""
    dimensions = lattice_of(topology)
    cliques = dimensions is not None and all(part.kind == "clique" for part in dimensions)
    if dimensions is None or not cliques or len(dimensions) != 2:
        what = f"parx needs a HyperX of two dimensions, and {topology.name} is not one"
        raise InputError(setting("routing"), what, "take a network such as hyperx:12x8, or choose dfsssp")
    return coordinates(dimensions, topology.routers)


def _halves(places: IntArray) -> IntArray:
    sizes = places.max(axis=1, keepdims=True) + 1
    halves: IntArray = (places >= sizes // 2).astype(np.int32)
    return halves


def _outside(inside: BoolArray, channels: Channels) -> BoolArray:
    """Return True for channels that do not join two switches inside."""
    kept: BoolArray = ~(inside[channels.tail] & inside[channels.head])
    return kept
