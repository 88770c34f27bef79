"""Compare a plan with the plan that it expands: devices by name, cables by id."""

from collections.abc import Mapping
from dataclasses import dataclass

from netfloor.fabric.fabric import Cable, Fabric
from netfloor.plans.models import GrownCounts, GrownRecord

#: Cabinet, rack unit or position, and the face of a half-depth device.
_Place = tuple[str, int, str]


@dataclass(frozen=True)
class FabricGrowth:
    """Unchanged and changed devices (by name) and cables (by id) of two fabrics.

    Attributes
    ----------
    devices, cables
        Items in both fabrics: True if unchanged, False if changed.
    """

    old: Fabric
    new: Fabric
    devices: Mapping[str, bool]
    cables: Mapping[str, bool]

    @property
    def device_counts(self) -> GrownCounts:
        """Numbers of unchanged, moved, added and removed devices."""
        return _counts(self.devices, len(self.old.devices), len(self.new.devices))

    @property
    def cable_counts(self) -> GrownCounts:
        """Numbers of unchanged, changed, added and removed cables."""
        return _counts(self.cables, len(self.old.cables), len(self.new.cables))

    def record(self, plan: str, sha256: str) -> GrownRecord:
        """Return the new plan's record of the old plan, given its file and checksum."""
        return GrownRecord(plan=plan, sha256=sha256, devices=self.device_counts, cables=self.cable_counts)


def growth_of_fabrics(old: Fabric, new: Fabric) -> FabricGrowth:
    """Compare two fabrics whose device names are unique in each."""
    places = [_places(fabric) for fabric in (old, new)]
    devices = {name: places[0][name] == place for name, place in places[1].items() if name in places[0]}
    before = {cable.id: cable for cable in old.cables}
    cables = {}
    for cable in new.cables:
        if (was := before.get(cable.id)) is not None:
            ends = _ends(new, cable)
            cables[cable.id] = _ends(old, was) == ends and _is_laid_alike(was, cable, devices, ends)
    return FabricGrowth(old, new, devices, cables)


def _counts(stays: Mapping[str, bool], before: int, after: int) -> GrownCounts:
    both, stay = len(stays), sum(stays.values())
    return GrownCounts(stay=stay, changed=both - stay, added=after - both, removed=before - both)


def _places(fabric: Fabric) -> dict[str, _Place]:
    return {
        device.name: (
            fabric.cabinet_name(number),
            device.height or 0,
            f"{device.face if device.half_depth else ''} {device.bay}",
        )
        for number, device in enumerate(fabric.devices)
    }


def _ends(fabric: Fabric, cable: Cable) -> frozenset[tuple[str, str]]:
    return frozenset((fabric.devices[end.device].name, end.port_text) for end in cable.ends)


def _is_laid_alike(
    was: Cable, cable: Cable, devices: Mapping[str, bool], ends: frozenset[tuple[str, str]]
) -> bool:
    in_place = all(devices.get(name, False) for name, _ in ends)
    return in_place and (was.length_mm, was.gbps) == (cable.length_mm, cable.gbps)
