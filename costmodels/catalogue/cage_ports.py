"""Port numbering for switches with several links per cage, so that one cable serves two whole cages."""

import numpy as np
import numpy.typing as npt

from netfloor.layout.cable_plan import number_ports

Ints = npt.NDArray[np.int64]
#: Position of a link in a switch's port order: in the last cage of its endpoints, in a pair of cages, in a
#: cage whose links all end in single-link cages, or elsewhere.
_FILL, _PAIR, _STAR, _LEFT = range(4)


def shared_cage_ports(
    routers: npt.NDArray[np.int32], endpoints: npt.NDArray[np.int32], links_per_cage: Ints
) -> npt.NDArray[np.int32] | None:
    """Return the ports at both ends of each cable, (m, 2); None if numbering by neighbour is as good.

    As many links between two neighbours as fill a cage at both ends share those cages and one cable. The
    number of full cage pairs is the maximum over all numberings with consecutive ports in which endpoints
    come first. If the endpoints' last cage needs a link and all links are in pairs, one pair is given up,
    if possible the same pair for both neighbours (a maximum matching minimises the loss, Gallai 1959).

    ``routers``: the switches of each cable, lower first, parallel cables consecutive, (m, 2);
    ``endpoints``, ``links_per_cage``: of each switch, (n,).
    """
    by_neighbour = number_ports(routers, endpoints)
    if not len(routers) or int(links_per_cage.max()) == 1:
        return None
    place = np.full(routers.shape, _LEFT, dtype=np.int64)
    place[_in_pairs(routers, endpoints, links_per_cage)] = _PAIR
    several, single = links_per_cage[routers] > 1, links_per_cage[routers[:, ::-1]] == 1
    place[several & single] = _STAR
    _fill_last_cage_of_endpoints(place, routers, endpoints, links_per_cage)
    ports = number_ports(routers, endpoints, place)
    better = shared_cages(routers, ports, links_per_cage) > shared_cages(
        routers, by_neighbour, links_per_cage
    )
    return ports if better else None


def shared_cages(routers: npt.NDArray[np.int32], ports: npt.NDArray[np.int32], links_per_cage: Ints) -> int:
    """Count the cables that serve a whole cage and end in one whole cage or in single-link cages."""
    per = links_per_cage[routers]
    cage = (ports.astype(np.int64) - 1) // per
    rows = np.stack([routers.astype(np.int64), cage], axis=2)
    alike, lone = (per == per[:, ::-1]) & (per > 1), (per > 1) & (per[:, ::-1] == 1)
    shared = 0
    for whole in (rows[alike[:, 0]].reshape(-1, 4), rows[lone]):
        cages, count = np.unique(whole, axis=0, return_counts=True)
        shared += int((count == links_per_cage[cages[:, 0]]).sum())
    return shared


def _in_pairs(
    routers: npt.NDArray[np.int32], endpoints: npt.NDArray[np.int32], links_per_cage: Ints
) -> npt.NDArray[np.bool_]:
    """Return whether each cable fills cages at both ends, (m,); among parallel cables, the first do."""
    ends, first, links = np.unique(routers, axis=0, return_index=True, return_counts=True)
    per = links_per_cage[ends]
    alike = (per[:, 0] == per[:, 1]) & (per[:, 0] > 1)
    pairs = np.where(alike, links // per[:, 0], 0)
    network = np.bincount(routers.ravel(), minlength=len(endpoints))
    wanted = -endpoints.astype(np.int64) % links_per_cage
    maximum = np.maximum(network - wanted, 0) // links_per_cage
    filled = np.zeros(len(endpoints), dtype=np.int64)
    np.add.at(filled, ends.ravel(), np.repeat(pairs, 2))
    for pair in _given_up(ends, pairs, filled > maximum):
        pairs[pair] -= 1
    values = np.zeros(len(routers), dtype=np.bool_)
    for start, count in zip(first.tolist(), (pairs * per[:, 0]).tolist(), strict=True):
        values[start : start + count] = True
    return values


def _given_up(ends: npt.NDArray[np.int32], pairs: Ints, short: npt.NDArray[np.bool_]) -> list[int]:
    """Return the fewest cage pairs to give up, at least one at every short switch."""
    import networkx as nx  # noqa: PLC0415 - rarely needed

    waiting = set(np.flatnonzero(short).tolist())
    if not waiting:
        return []
    usable = {tuple(ends[i].tolist()): i for i in np.flatnonzero(pairs > 0).tolist()}
    graph = nx.Graph(edge for edge in usable if waiting.issuperset(edge))
    both = sorted(tuple(sorted(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True))
    given = [usable[edge] for edge in both]
    waiting -= {router for edge in both for router in edge}
    for edge, number in usable.items():
        own = waiting.intersection(edge)
        if own:
            given.append(number)
            waiting -= own
    return given


def _fill_last_cage_of_endpoints(
    place: Ints, routers: npt.NDArray[np.int32], endpoints: npt.NDArray[np.int32], links_per_cage: Ints
) -> None:
    """Assign links to the endpoints' last cage: first those in no shared cage, from the last backwards."""
    wanted = -endpoints.astype(np.int64) % links_per_cage
    here = routers.ravel()
    flat = place.reshape(-1)
    order = np.lexsort((-np.arange(len(here)), flat != _LEFT, flat == _PAIR, here))
    ordered = here[order]
    turn = np.arange(len(here)) - np.searchsorted(ordered, ordered)
    flat[order[turn < wanted[ordered]]] = _FILL
