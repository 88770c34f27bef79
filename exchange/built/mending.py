"""The minimum number of steps that turn the found cables into the wanted cables.

A step moves one end of a cable to another port, lays a new cable, or removes a cable. Turning a found cable
into a wanted cable takes 0, 1 or 2 moves, one for each end at the wrong port. Two moves cost as much as
removing the cable and laying a new one, so only found cables that share a port with their wanted cable save
a step each. A maximum matching of found and wanted cables that share a port therefore minimises the steps.
Every port has at most one found and one wanted cable, so the graph consists of paths and cycles that
alternate between found and wanted; with m and n of them, the maximum matching has min(m, n) pairs and the
path takes max(m, n) steps.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_bipartite_matching

#: A device and its port.
Port = tuple[int, int]
Ends = tuple[Port, Port]
#: A wanted cable and the found cable that is or becomes it; None if there is none.
Partners = tuple[int | None, int | None]
#: Node tags for the two cable lists.
_WANTED, _FOUND = 0, 1
_Node = tuple[int, int]
#: For the wanted and for the found cables: unpaired indices, their ports, their devices.
_Rest = tuple[list[int], list[int]]
_Keys = tuple[list[frozenset[Port]], list[frozenset[Port]]]
_Devices = tuple[list[frozenset[int]], list[frozenset[int]]]


@dataclass(frozen=True)
class MendingStep:
    """One step: ``move`` an end, ``lay`` a cable or ``take out`` a cable.

    Attributes
    ----------
    wanted, found
        Indices of the wanted cable and of the found cable; None if there is none.
    taken
        The ports to unplug: one for a move, both for a removed cable.
    put
        The ports to plug in: one for a move, both for a laid cable.
    """

    wanted: int | None
    found: int | None
    taken: tuple[Port, ...]
    put: tuple[Port, ...]

    @property
    def action(self) -> str:
        """The action of the step."""
        if self.found is None:
            return "lay"
        return "take out" if self.wanted is None else "move"


def partners(wanted: Sequence[Ends], found: Sequence[Ends], *, any_port: bool = False) -> list[Partners]:
    """Pair found cables with the wanted cables that they are or become, minimising the steps.

    Parameters
    ----------
    wanted, found
        Both ends of each cable; each list contains a port at most once.
    any_port
        A cable is correct at any ports of its two devices. A maximum matching over devices
        then minimises the steps, because a found cable between the two devices of a wanted cable
        can always become that cable (step counts between cables form a metric).
    """
    whole: _Keys = ([frozenset(ends) for ends in wanted], [frozenset(ends) for ends in found])
    devices: _Devices = ([_devices(ends) for ends in wanted], [_devices(ends) for ends in found])
    pairs, rest = _equal(whole, [], (list(range(len(wanted))), list(range(len(found)))))
    if any_port:
        pairs, rest = _equal(devices, pairs, rest)
        shared = list(_sharing(devices, rest))
    else:
        shared = [pair for chain in _chains(wanted, found, rest) for pair in _matched(chain, devices)]
    pairs, rest = _equal(devices, pairs + shared, _left(rest, shared))
    pairs += [(item, None) for item in rest[_WANTED]]
    return pairs + [(None, item) for item in rest[_FOUND]]


def _devices(ends: Ends) -> frozenset[int]:
    return frozenset(device for device, _ in ends)


def _left(rest: _Rest, taken: list[Partners]) -> _Rest:
    gone = [{pair[side] for pair in taken} for side in (_WANTED, _FOUND)]
    wanted, result = ([item for item in rest[side] if item not in gone[side]] for side in (_WANTED, _FOUND))
    return wanted, result


def _equal(keys: _Keys | _Devices, pairs: list[Partners], rest: _Rest) -> tuple[list[Partners], _Rest]:
    """Return the pairs extended by cables with equal keys, and the unpaired rest of both lists."""
    wanted, result = keys
    waiting: dict[frozenset[Port] | frozenset[int], list[int]] = defaultdict(list)
    for item in reversed(rest[_FOUND]):
        waiting[result[item]].append(item)
    more: list[Partners] = [
        (entry, waiting[wanted[entry]].pop()) for entry in rest[_WANTED] if waiting[wanted[entry]]
    ]
    return pairs + more, _left(rest, more)


def _chains(
    wanted: Sequence[Ends], found: Sequence[Ends], rest: _Rest
) -> Iterator[tuple[list[_Node], bool]]:
    """Yield paths and cycles of cables that share ports with neighbours, and whether each is a cycle."""
    at: dict[Port, list[_Node]] = defaultdict(list)
    for side, cables in ((_WANTED, wanted), (_FOUND, found)):
        for item in rest[side]:
            for port in cables[item]:
                at[port].append((side, item))
    beside: dict[_Node, list[_Node]] = {
        (side, entry): [] for side in (_WANTED, _FOUND) for entry in rest[side]
    }
    for nodes in at.values():
        for first, second in (nodes, nodes[::-1]) if len(nodes) == 2 else ():
            beside[first].append(second)
    seen: set[_Node] = set()
    for start in sorted(beside, key=lambda node: (len(beside[node]), node)):  # path ends first
        chain, node = [], start if start not in seen else None
        while node is not None:
            seen.add(node)
            chain.append(node)
            node = next((other for other in beside[node] if other not in seen), None)
        if chain:
            yield chain, len(beside[start]) == 2


def _matched(chain_or_ring: tuple[list[_Node], bool], devices: _Devices) -> list[Partners]:
    """Return a maximum matching of neighbours, with the most pairs between the same devices."""
    chain, ring = chain_or_ring
    if ring:
        ways = [chain, [*chain[1:], chain[0]]]
    elif len(chain) % 2:
        ways = [chain[:skipped] + chain[skipped + 1 :] for skipped in range(0, len(chain), 2)]
    else:
        ways = [chain]
    best: list[Partners] = []
    maximum = -1
    for way in ways[:_MAX_WAYS]:
        sorted_pairs = [sorted(way[i : i + 2]) for i in range(0, len(way), 2)]
        pairs: list[Partners] = [(item[1], other[1]) for item, other in sorted_pairs]
        alike = sum(
            devices[_WANTED][w] == devices[_FOUND][f] for w, f in pairs if w is not None and f is not None
        )
        if alike > maximum:
            best, maximum = pairs, alike
    return best


#: Maximum number of matchings compared for a long path; all have the same number of steps.
_MAX_WAYS = 200


def _sharing(devices: _Devices, rest: _Rest) -> Iterator[Partners]:
    """Yield a maximum matching of wanted and found cables that share a device."""
    of_device: dict[int, list[int]] = defaultdict(list)
    for place, item in enumerate(rest[_FOUND]):
        for device in devices[_FOUND][item]:
            of_device[device].append(place)
    rows, columns = [], []
    for place, item in enumerate(rest[_WANTED]):
        near = sorted({other for device in devices[_WANTED][item] for other in of_device[device]})
        rows += [place] * len(near)
        columns += near
    if not rows:
        return
    shape = (len(rest[_WANTED]), len(rest[_FOUND]))
    graph = csr_array((np.ones(len(rows), np.int8), (rows, columns)), shape=shape)
    for place, other in enumerate(maximum_bipartite_matching(graph, perm_type="column").tolist()):
        if other >= 0:
            yield rest[_WANTED][place], rest[_FOUND][other]


def steps_of(
    wanted: Sequence[Ends], found: Sequence[Ends], pairs: Sequence[Partners], *, any_port: bool = False
) -> list[MendingStep]:
    """Return the steps that turn each found cable into its wanted cable.

    With ``any_port`` an end moves to its planned port if that ends up free, otherwise to another planned
    port of the device.
    """
    staying: set[Port] = set()
    moving: list[tuple[int, int, list[Port], list[Port]]] = []
    for w, f in pairs:
        if w is not None and f is not None:
            starts, goals = _apart(wanted[w], found[f], any_port=any_port)
            staying |= set(found[f]) - set(starts)
            moving.append((w, f, starts, goals))
    free = _Free(wanted, staying)
    steps = [
        MendingStep(w, f, (start,), (free.take(goal),))
        for w, f, starts, goals in moving
        for start, goal in zip(starts, goals, strict=True)
    ]
    for w, f in pairs:
        if w is not None and f is None:
            steps.append(MendingStep(w, None, (), tuple(map(free.take, wanted[w]))))
        elif f is not None and w is None:
            steps.append(MendingStep(None, f, found[f], ()))
    return steps


def _apart(wanted: Ends, found: Ends, *, any_port: bool) -> tuple[list[Port], list[Port]]:
    """Return the ends of a found cable that move, and their targets; ends on the same device stay."""
    starts, goals = list(found), list(wanted)
    for same in (False, True):
        for start in list(starts):
            key = start[0] if same else start
            goal = next((item for item in goals if (item[0] if same else item) == key), None)
            if goal is not None and (not same or any_port):
                starts.remove(start)
                goals.remove(goal)
    if (
        len(starts) == 2
        and starts[0][0] != goals[0][0]
        and (starts[0][0] == goals[1][0] or starts[1][0] == goals[0][0])
    ):
        goals.reverse()
    return starts, goals


class _Free:
    """The planned ports of each device that no unmoved end occupies."""

    def __init__(self, wanted: Sequence[Ends], staying: set[Port]) -> None:
        self.ports = {port for ends in wanted for port in ends} - staying
        self.of_device: dict[int, list[Port]] = defaultdict(list)
        for port in sorted(self.ports, reverse=True):
            self.of_device[port[0]].append(port)

    def take(self, goal: Port) -> Port:
        """Take the port if it is free, otherwise another port of its device."""
        if goal not in self.ports:
            goal = next((port for port in reversed(self.of_device[goal[0]]) if port in self.ports), goal)
        self.ports.discard(goal)
        return goal
