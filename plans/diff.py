"""Differences between two fabrics by device and by cable, for ``grow`` and ``diff``."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from netfloor.fabric.fabric import KINDS as DEVICE_KINDS
from netfloor.fabric.fabric import OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH, Cable, Device, End, Fabric
from netfloor.foundation.errors import InputError
from netfloor.plans.alignment import Alignment, Link, PricedFabric, align, with_laid_parts

#: Changes of a cable. A cable in both fabrics can have several of the last four.
KINDS = ("added", "removed", "moved", "relengthed", "retyped", "replugged")
#: Changes for which the cable must be handled. A new port number alone does not count: the plug may
#: stay where it is.
TOUCHING = frozenset(KINDS) - {"replugged"}
#: Changes of a device; a device in both fabrics can have several of the last three.
DEVICE_CHANGES = ("added", "removed", "moved", "renamed", "exchanged")
#: Cables are grouped by the first of these kinds that is at an end, otherwise as between switches.
_GROUPS = (PDU, PANEL, SERVER, STORAGE, OTHER)


@dataclass(frozen=True)
class DeviceChange:
    """A device that is added (``old`` is None), removed (``new`` is None) or changed.

    Attributes
    ----------
    old, new
        Its number in either fabric.
    name, old_name
        Name in the new fabric (in the old one if removed), and name in the old fabric.
    kind
        Kind of device.
    kinds
        Its changes, in the order of `DEVICE_CHANGES`.
    """

    old: int | None
    new: int | None
    name: str
    old_name: str
    kind: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class CableChange:
    """A cable that is added (``old`` is None), removed (``new`` is None) or changed.

    Attributes
    ----------
    number
        Its number in the alignment.
    old, new
        Its number in either fabric.
    link
        Its devices and turn by the names of the new fabric, or of the old one if removed.
    old_link
        The same by the names of the old fabric, in the same order; None for an added cable.
    group
        Kind of device at its ends, see `cable_group`.
    kinds
        Its changes, in the order of `KINDS`.
    reusable
        Whether the same article serves before and after.
    """

    number: int
    old: int | None
    new: int | None
    link: Link
    old_link: Link | None
    group: str
    kinds: tuple[str, ...]
    reusable: bool = False

    @property
    def touched(self) -> bool:
        """True if the cable must be handled."""
        return not TOUCHING.isdisjoint(self.kinds)


@dataclass(frozen=True)
class UnlikeNetworks:
    """Two networks that are too different for one to be an expansion of the other.

    ``shared`` links, of the ``links`` of the smaller network, join two switches that are in both.
    """

    shared: int
    links: int


@dataclass(frozen=True, eq=False)
class PlanDiff:
    """All differences between two fabrics, sorted by name.

    Attributes
    ----------
    same_devices, same_cables
        Unchanged devices by kind, unchanged cables by group.
    one_sided
        Ends of cables in both whose port has a label in only one fabric: a change of port is unknown.
    there
        Installed cables that only one fabric lists: they are neither laid nor removed.
    """

    aligned: Alignment
    devices: tuple[DeviceChange, ...]
    cables: tuple[CableChange, ...]
    same_devices: Mapping[str, int] = field(default_factory=dict)
    same_cables: Mapping[str, int] = field(default_factory=dict)
    one_sided: int = 0
    there: int = 0

    @property
    def old(self) -> PricedFabric:
        """The old fabric; each cable begins at the end that comes first by name."""
        return self.aligned.old

    @property
    def new(self) -> PricedFabric:
        """The new fabric, cables turned likewise; an otherwise unchanged cable keeps its installed part."""
        return self.aligned.new

    @property
    def is_empty(self) -> bool:
        """True if there are no differences."""
        return not (self.devices or self.cables)

    @property
    def touched(self) -> int:
        """Number of cables to be handled."""
        return sum(change.touched for change in self.cables)

    def of_kind(self, kind: str) -> tuple[CableChange, ...]:
        """Return the cables with a change of this kind, see `KINDS`."""
        return tuple(change for change in self.cables if kind in change.kinds)

    def of_devices(self, kind: str) -> list[DeviceChange]:
        """Return the changed devices of a kind."""
        return [device for device in self.devices if device.kind == kind]

    def kinds_of_devices(self) -> tuple[str, ...]:
        """Return the kinds of devices in either fabric; always switches and servers."""
        there = {device.kind for side in (self.old, self.new) for device in side.fabric.devices}
        return tuple(kind for kind in DEVICE_KINDS if kind in there | {SWITCH, SERVER})

    @cached_property
    def account(self) -> dict[str, dict[str, int]]:
        """Numbers of unchanged, changed, added and removed items by class.

        In each class stay + moved + exchanged (cables: changed) + removed is the size of the old network;
        with added in place of removed, of the new one. A renamed device also counts as staying or moved; a
        device exchanged for another model may have moved; a cable in another port stays.
        """
        devices = {
            kind: _device_counts(self.of_devices(kind), self.same_devices.get(kind, 0))
            for kind in self.kinds_of_devices()
        }
        groups = {cable.group for cable in self.cables} | {*self.same_cables, SWITCH, SERVER}
        cables = {
            group: _cable_counts(
                [cable for cable in self.cables if cable.group == group], self.same_cables.get(group, 0)
            )
            for group in DEVICE_KINDS
            if group in groups
        }
        return {
            **{DEVICE_KEYS[kind]: own for kind, own in devices.items()},
            **{CABLE_KEYS[group]: own for group, own in cables.items()},
        }

    @cached_property
    def unlike(self) -> UnlikeNetworks | None:
        """How little the networks share; None if both have half of the smaller one's links."""
        between = [
            pair
            for number, pair in enumerate(self.aligned.cables)
            if self.aligned.is_between_switches(number)
        ]
        shared = sum(None not in pair for pair in between)
        links = min(sum(pair[side] is not None for pair in between) for side in (0, 1))
        return UnlikeNetworks(shared, links) if 2 * shared < links else None

    def old_cable(self, change: CableChange) -> Cable | None:
        """Return a cable of the old fabric, None for an added cable."""
        return None if change.old is None else self.old.fabric.cables[change.old]

    def new_cable(self, change: CableChange) -> Cable | None:
        """Return a cable of the new fabric, None for a removed cable."""
        return None if change.new is None else self.new.fabric.cables[change.new]


#: Keys of an account: of each kind of device, and of the cables of each group.
DEVICE_KEYS = {
    SWITCH: "switches",
    SERVER: "servers",
    PANEL: "panels",
    STORAGE: "storage",
    PDU: "pdus",
    OTHER: "other_devices",
}
CABLE_KEYS = {
    SWITCH: "cables_between_switches",
    SERVER: "cables_to_servers",
    PANEL: "cables_to_panels",
    STORAGE: "cables_to_storage",
    PDU: "power_cords",
    OTHER: "cables_to_other_devices",
}


def cable_group(fabric: Fabric, cable: Cable) -> str:
    """Return the kind of device that a cable leads to (server, PDU ...), `SWITCH` between switches."""
    a, b = fabric.devices[cable.a.device].kind, fabric.devices[cable.b.device].kind
    if a == b == SWITCH:
        return SWITCH
    is_cord = fabric.cable_of_id[cable.id] in fabric.power_cords
    kinds = {a, b} if is_cord else {a, b} - {PDU}  # a PDU's network port
    return next((kind for kind in _GROUPS if kind in kinds), SWITCH)


def _device_counts(changes: list[DeviceChange], same: int) -> dict[str, int]:
    counts = Counter(kind for change in changes for kind in change.kinds)
    stay = same + sum(change.kinds == ("renamed",) for change in changes)
    exchanged = counts["exchanged"]
    moved = sum("moved" in change.kinds and "exchanged" not in change.kinds for change in changes)
    return {
        "stay": stay,
        "moved": moved,
        "renamed": counts["renamed"],
        "exchanged": exchanged,
        "added": counts["added"],
        "removed": counts["removed"],
    }


def _cable_counts(changes: list[CableChange], same: int) -> dict[str, int]:
    counts = Counter(kind for change in changes for kind in change.kinds)
    both = [change.touched for change in changes if change.old is not None and change.new is not None]
    return {"stay": same + both.count(False), "changed": both.count(True)} | {
        kind: counts[kind] for kind in KINDS
    }


def diff_fabrics(
    old: PricedFabric, new: PricedFabric, switches: Mapping[str, str] | None = None
) -> PlanDiff:
    """Return the changes from one fabric to another, matched by `align`."""
    return diff_aligned(with_laid_parts(align(old, new, switches)))


def diff_aligned(aligned: Alignment) -> PlanDiff:
    """Return the changes between two aligned fabrics."""
    devices, same_devices = [], Counter[str]()
    for number in range(len(aligned.devices)):
        changed = _device_change(aligned, number)
        if changed.kinds:
            devices.append(changed)
        else:
            same_devices[changed.kind] += 1
    cables, same_cables, one_sided, there_already = [], Counter[str](), 0, 0
    for number, (old, new) in enumerate(aligned.cables):
        sides = aligned.old.fabric, aligned.new.fabric
        was, will = (
            None if own is None else side.cables[own] for own, side in zip((old, new), sides, strict=True)
        )
        if None in (was, will) and (was or will).installed:  # type: ignore[union-attr]
            there_already += 1
            continue
        kinds: tuple[str, ...] = ("added",) if was is None else ("removed",)
        if was is not None and will is not None:
            kinds = tuple(_changes(aligned, number, was, will))
            one_sided += sum(_is_one_sided(a, b) for a, b in zip(was.ends, will.ends, strict=True))
        there, cable = (sides[0], was) if was is not None else (sides[1], will)
        assert cable is not None  # noqa: S101 - it is in one of them
        group = cable_group(there, cable)
        if not kinds:
            same_cables[group] += 1
            continue
        cables.append(
            CableChange(
                number,
                old,
                new,
                *_links(aligned, number, was, will),
                group,
                kinds,
                was is not None and will is not None and _article(was) == _article(will),
            )
        )
    return PlanDiff(
        aligned=aligned,
        devices=tuple(devices),
        cables=tuple(cables),
        same_devices=same_devices,
        same_cables=same_cables,
        one_sided=one_sided,
        there=there_already,
    )


def _device_change(aligned: Alignment, number: int) -> DeviceChange:
    old, new = aligned.devices[number]
    name, kind = aligned.names[number], aligned.kinds[number]
    if old is None or new is None:
        own = name if old is None else aligned.old.fabric.devices[old].name
        return DeviceChange(old, new, own, own, kind, ("added",) if old is None else ("removed",))
    was, will = aligned.old.fabric.devices[old], aligned.new.fabric.devices[new]
    before, after = aligned.places[number]
    result = {
        "moved": before is not None and after is not None and before != after,
        "renamed": was.name != name,
        "exchanged": _is_exchanged(was, will),
    }
    return DeviceChange(old, new, name, was.name, kind, tuple(item for item, so in result.items() if so))


def _is_exchanged(was: Device, will: Device) -> bool:
    """Return whether kind, model or height in rack units changed, each only if known in both."""
    kinds = was.kind != will.kind and was.kind_stated and will.kind_stated
    models = bool(was.model and will.model) and was.model != will.model
    heights = None not in (was.unit, will.unit, was.units, will.units) and was.units != will.units
    return kinds or models or heights


def _changes(aligned: Alignment, number: int, was: Cable, will: Cable) -> Iterator[str]:
    """Yield the changes of a cable in both fabrics; an unknown property does not count as changed."""
    for end in aligned.ends[number]:
        before, after = aligned.places[end]
        if before is not None and after is not None and before != after:
            yield "moved"
            break
    lengths = was.length_mm, will.length_mm
    if None not in lengths and lengths[0] != lengths[1]:
        yield "relengthed"
    if _is_retyped(was, will):
        yield "retyped"
    if any(_is_replugged(a, b) for a, b in zip(was.ends, will.ends, strict=True)):
        yield "replugged"


def _is_retyped(was: Cable, will: Cable) -> bool:
    """Return whether part, medium or rate changed, or the article at equal length."""
    pairs = (
        *((was.article, will.article), (was.medium, will.medium)),
        *((was.gbps, will.gbps), (was.kind, will.kind)),
    )
    if any(before and after and before != after for before, after in pairs):
        return True
    ordered = was.ordered_mm, will.ordered_mm
    return None not in ordered and ordered[0] != ordered[1] and was.length_mm == will.length_mm


def _is_replugged(was: End, will: End) -> bool:
    return was.port_text != will.port_text and not _is_one_sided(was, will)


def _is_one_sided(was: End, will: End) -> bool:
    """Return whether a port has a label in only one fabric; a numeric label equals the port number."""
    if bool(was.port_name) == bool(will.port_name):
        return False
    return not (was.port_name or will.port_name).isdecimal()


def _article(cable: Cable) -> tuple[object, ...]:
    return cable.article, cable.medium, cable.ordered_mm, cable.gbps


def _links(
    aligned: Alignment, number: int, was: Cable | None, will: Cable | None
) -> tuple[Link, Link | None]:
    """Return the link by new names (old ones if removed), and the link by old names."""
    link, old = aligned.link(number), aligned.old.fabric
    if was is None:
        return link, None
    own = old.devices[was.a.device].name, old.devices[was.b.device].name, aligned.old_turns[number]
    return (own if will is None else link), own


def require_names(fabric: Fabric, where: str) -> None:
    """Refuse a fabric with duplicate device names; ``where`` is its file."""
    times = Counter(device.name for device in fabric.devices)
    name, count = max(times.items(), key=lambda item: item[1], default=("", 0))
    if count < 2:
        return
    kinds = [device.kind for device in fabric.devices if device.name == name]
    of_kind = Counter(kinds)[SWITCH]
    if of_kind == count:
        raise InputError(where, f"{count} switches are called {name!r}", "give each its own name")
    raise InputError(where, f"{count} devices are called {name!r}", "give each its own name")
