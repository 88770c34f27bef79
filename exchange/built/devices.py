"""Matching of a dump's devices to the plan's devices, by name, location, cables or structure."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from netfloor.fabric.fabric import Device, Fabric
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown
from netfloor.topologies.router_names import common_names


@dataclass(frozen=True)
class SameDevices:
    """The matching of a dump's devices to the plan's devices."""

    of_found: Mapping[int, int]  # index in the plan by index in the dump
    ways: Mapping[str, int]  # number of devices matched by each method


def same_devices(wanted: Fabric, found: Fabric, names: Mapping[str, str]) -> SameDevices:
    """Match the devices of a dump with those of a plan.

    User-supplied names come first (a dump's device by its name, or by ``0x`` and its GUID), then equal
    names, ignoring case and domain if that is unambiguous. Switches without a name in the plan are matched
    by cabinet and height, then by their cables: a switch matches if most of its ports lead where the plan
    has one switch's ports lead. If no switch matches, the graph structure decides if it has a unique
    isomorphism. A plan of lists has the names of its machines, so only names count. Raises `InputError` if
    a name does not exist, or no switch can be identified.
    """
    match = _Match(wanted, found)
    match.add("--names", _by_user(wanted, found, names))
    match.add("name", _by_name(match))
    if wanted.named:
        if not match.of_found and found.devices:
            raise _no_name(wanted, found)
        return SameDevices(match.of_found, match.ways)
    match.add("place", _by_place(match))
    if not any(index in match.of_found for index in found.switches):
        match.add("structure", _by_structure(wanted, found))
        if not match.of_found:
            raise _unknown(wanted, found)
    while more := _by_cables(match):
        match.add("cables", more)
    return SameDevices(match.of_found, match.ways)


class _Match:
    """The matching so far."""

    def __init__(self, wanted: Fabric, found: Fabric) -> None:
        self.wanted, self.found = wanted, found
        self.of_found: dict[int, int] = {}
        self.ways: dict[str, int] = {}

    def add(self, way: str, pairs: Mapping[int, int]) -> None:
        """Add the pairs whose devices are both unmatched."""
        taken = set(self.of_found.values())
        new = {f: w for f, w in pairs.items() if f not in self.of_found and w not in taken}
        self.of_found |= new
        if new:
            self.ways[way] = self.ways.get(way, 0) + len(new)

    def free(self) -> tuple[list[int], list[int]]:
        """Return the unmatched devices of the plan and of the dump."""
        taken = set(self.of_found.values())
        wanted = [index for index in range(len(self.wanted.devices)) if index not in taken]
        return wanted, [index for index in range(len(self.found.devices)) if index not in self.of_found]


def _by_user(wanted: Fabric, found: Fabric, names: Mapping[str, str]) -> dict[int, int]:
    known = {device.name: index for index, device in enumerate(wanted.devices)}
    known = {f"r{name}": index for name, index in known.items() if name.isdecimal()} | known
    dumped: dict[str, list[int]] = defaultdict(list)
    for index, device in enumerate(found.devices):
        dumped[device.name].append(index)
        if device.guid is not None:
            dumped[f"0x{device.guid:016x}"].append(index)
    pairs = {}
    for theirs, ours in names.items():
        if ours not in known:
            raise InputError(
                setting("names"), f"the plan has no device {shown(ours)!r}", "a name of the plan"
            )
        if len(dumped[theirs]) != 1:
            what = f"{len(dumped[theirs])} devices of the file are called {shown(theirs)!r}"
            raise InputError(setting("names"), what, "one, or 0x and its GUID in 16 digits")
        pairs[dumped[theirs][0]] = known[ours]
    return pairs


def _by_name(match: _Match) -> dict[int, int]:
    """Match devices with equal names; switches may differ by a prefix common to one whole side."""
    sides = match.wanted.devices, match.found.devices
    pairs: dict[int, int] = {}
    switches = match.wanted.switches, match.found.switches
    ours, theirs = common_names(*([s[i].name for i in own] for s, own in zip(sides, switches, strict=True)))
    first = dict(zip(switches[0], ours, strict=True)), dict(zip(switches[1], theirs, strict=True))
    whole = [
        [own.get(i, device.name) for i, device in enumerate(side)]
        for own, side in zip(first, sides, strict=True)
    ]
    for key in (str, str.casefold, lambda name: name.casefold().split(".")[0]):
        at = [_unique([key(name) for name in names]) for names in whole]
        pairs = {f: at[0][name] for name, f in at[1].items() if name in at[0]} | pairs
    return pairs


def _unique(keys: Sequence[Hashable]) -> dict[Hashable, int]:
    times = Counter(keys)
    return {key: index for index, key in enumerate(keys) if times[key] == 1}


def _by_place(match: _Match) -> dict[int, int]:
    """Match free switches at the same height of cabinets with the same name."""
    free = match.free()
    places = []
    for fabric, own in zip((match.wanted, match.found), free, strict=True):
        switches = set(fabric.switches)
        spots = [_place(fabric, i, fabric.devices[i]) if i in switches else None for i in own]
        places.append({spot: own[at] for spot, at in _unique(spots).items() if spot is not None})
    return {f: places[0][spot] for spot, f in places[1].items() if spot in places[0]}


def _place(fabric: Fabric, index: int, device: Device) -> Hashable:
    cabinet = fabric.cabinet_name(index).casefold()
    return (cabinet, device.height) if cabinet and device.height is not None else None


#: The far end of each port, by (device, port).
_Far = dict[tuple[int, int], tuple[int, int]]


def _far_ends(fabric: Fabric) -> _Far:
    far: _Far = {}
    for cable in fabric.cables:
        for end in cable.ends:
            other = fabric.far_end(end.device, cable)
            # a counted number does not identify a switch port, and server ports are ignored
            if end.stated and (other.stated or fabric.devices[other.device].is_end_device):
                far[end.device, end.port] = other.device, other.port
    return far


def _by_cables(match: _Match) -> dict[int, int]:
    """Match free switches whose cables mostly end where those of one free planned switch do."""
    far_wanted, far_found = _far_ends(match.wanted), _far_ends(match.found)
    free_wanted, free_found = map(set, match.free())
    switches = set(match.wanted.switches), set(match.found.switches)
    votes: dict[int, Counter[int]] = defaultdict(Counter)
    for (device, port), (other, far_port) in far_found.items():
        if device in free_found & switches[1] and other in match.of_found:
            meant = far_wanted.get((match.of_found[other], far_port))
            if meant is not None and meant[0] in free_wanted & switches[0] and meant[1] == port:
                votes[device][meant[0]] += 1
    chosen: dict[int, list[int]] = defaultdict(list)
    for device, counts in votes.items():
        (best, maximum), *others = counts.most_common(2)
        if not others or others[0][1] < maximum:
            chosen[best].append(device)
    return {devices[0]: best for best, devices in chosen.items() if len(devices) == 1}


def _by_structure(wanted: Fabric, found: Fabric) -> dict[int, int]:
    """Return the unique port-by-port isomorphism of the dump's network and the plan's; empty if not unique.

    Colour refinement: switches are distinguished by their ports and by the colours at the far ends until
    nothing changes. If every switch has its own colour and both sides have the same colours, the
    isomorphism is unique.
    """
    if len(wanted.switches) != len(found.switches):
        return {}
    colours = [_colours(fabric) for fabric in (wanted, found)]
    ours, theirs = ({colour: index for index, colour in side.items()} for side in colours)
    if len(ours) < len(wanted.switches) or ours.keys() != theirs.keys():
        return {}
    pairs = {theirs[colour]: ours[colour] for colour in ours}
    return pairs if _is_same(pairs, _far_ends(wanted), _far_ends(found)) else {}


def _is_same(pairs: Mapping[int, int], wanted: _Far, found: _Far) -> bool:
    """Return True if every cable between two switches of the dump is in the plan."""
    ours = set(pairs.values())
    inside = {
        (pairs[device], port): (pairs[far[0]], far[1])
        for (device, port), far in found.items()
        if device in pairs and far[0] in pairs
    }
    return inside == {end: far for end, far in wanted.items() if end[0] in ours and far[0] in ours}


def _colours(fabric: Fabric) -> dict[int, int]:
    """Return a colour for each switch that depends only on ports and cables."""
    far = _far_ends(fabric)
    switches = set(fabric.switches)
    ports: dict[int, list[int]] = defaultdict(list)
    for device, port in sorted(far):
        ports[device].append(port)
    colours = dict.fromkeys(fabric.switches, 0)
    count = 0
    while count < len(set(colours.values())):
        count = len(set(colours.values()))
        seen = {
            index: (
                colours[index],
                tuple(
                    (
                        p,
                        *(
                            (far[index, p][1], colours[far[index, p][0]])
                            if far[index, p][0] in switches
                            else ()
                        ),
                    )
                    for p in ports[index]
                ),
            )
            for index in fabric.switches
        }
        order = {key: number for number, key in enumerate(sorted(set(seen.values()), key=repr))}
        colours = {index: order[key] for index, key in seen.items()}
    return colours


def _no_name(wanted: Fabric, found: Fabric) -> InputError:
    devices = count_text(len(found.devices), "device")
    examples = f"{shown(found.devices[0].name)!r} here, {shown(wanted.devices[0].name)!r} there"
    what = f"none of its {devices} has the name of one of the plan ({examples})"
    expected = f"the names of the plan, or {setting('names')} FILE, a line found,planned each"
    return InputError(shown(found.name), what, expected)


def _unknown(wanted: Fabric, found: Fabric) -> InputError:
    if not found.switches:
        kinds = f"none of its {count_text(len(found.devices), 'device')} is a switch"
        return InputError(shown(found.name), kinds, "a file that lists the cables of switches")
    theirs = found.devices[found.switches[0]].name
    ours = wanted.devices[wanted.switches[0]].name
    what = (
        f"none of its {count_text(len(found.switches), 'switch')} has the name of one of the plan "
        f"({shown(theirs)!r} here, {shown(ours)!r} there), and its cables fit the plan in no way or in "
        "several"
    )
    expected = f"name one switch or more by {setting('names')} FILE, a line found,planned each"
    return InputError(shown(found.name), what, expected)
