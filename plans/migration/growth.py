"""What of one plan stays in the plan that grew from it: devices by their names, cables by their ids."""

from collections.abc import Mapping
from dataclasses import dataclass

from netfloor.fabric.fabric import Cable, Fabric
from netfloor.plans.models import GrownCounts, GrownRecord

#: Cabinet, rack unit or position, and the face of a device of half depth.
_Place = tuple[str, int, str]


@dataclass(frozen=True)
class FabricGrowth:
    """What becomes of devices and cables, by name and by id: numbers in the old and in the new fabric.

    Attributes
    ----------
    devices, cables
        Those of both fabrics, and whether they stay: True, or False where they change.
    """

    old: Fabric
    new: Fabric
    devices: Mapping[str, bool]
    cables: Mapping[str, bool]

    @property
    def device_counts(self) -> GrownCounts:
        """Devices that stay, move, come and go."""
        return _counts(self.devices, len(self.old.devices), len(self.new.devices))

    @property
    def cable_counts(self) -> GrownCounts:
        """Cables that stay, change, come and go."""
        return _counts(self.cables, len(self.old.cables), len(self.new.cables))

    def record(self, plan: str, sha256: str) -> GrownRecord:
        """Return what the new plan says of the old one, its file and checksum given."""
        return GrownRecord(plan=plan, sha256=sha256, devices=self.device_counts, cables=self.cable_counts)


def growth_of_fabrics(old: Fabric, new: Fabric) -> FabricGrowth:
    """Return what of one fabric stays in another; devices of both have names of their own."""
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
        one.name: (fabric.cabinet_name(number), one.height or 0, one.face if one.half_depth else "")
        for number, one in enumerate(fabric.devices)
    }


def _ends(fabric: Fabric, cable: Cable) -> frozenset[tuple[str, str]]:
    return frozenset((fabric.devices[end.device].name, end.port_text) for end in cable.ends)


def _is_laid_alike(
    was: Cable, cable: Cable, devices: Mapping[str, bool], ends: frozenset[tuple[str, str]]
) -> bool:
    in_place = all(devices.get(name, False) for name, _ in ends)
    return in_place and (was.length_mm, was.gbps) == (cable.length_mm, cable.gbps)
