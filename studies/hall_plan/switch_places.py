"""Where the switches may be by each choice of a planning file, and what each choice costs."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.wording import count_text
from netfloor.layout.requirements import Requirement
from netfloor.layout.switch_places import SWITCH_PLACES, SwitchPlace, rack_top_slots, row_cabinets
from netfloor.rooms.any_room import AnyRoom
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits, room_for_servers, times
from netfloor.rooms.hosts.places import Counts

Bools = npt.NDArray[np.bool_]
#: What a file may choose, and what it says.
CHOICES: Mapping[str, str] = {
    "anywhere": "switches in any cabinet",
    **dict[str, str](SWITCH_PLACES.items()),
}


@dataclass(frozen=True)
class Candidates:
    """Slots that are open to switches before a choice is made, (S,), and what stands in the cabinets.

    ``rule`` is that of the servers.
    """

    room: AnyRoom
    devices: Devices
    limits: HostLimits
    open_slots: Bools
    rule: str

    def required(self, choice: SwitchPlace) -> Requirement:
        """Return a choice as a requirement, with the cabinets that it takes.

        Cabinets without servers have to be given up by these, so that no more are taken than the switches
        need: those first that have no room for a server, then those with most slots, then those with
        the least cable to all others.

        Raises
        ------
        InputError
            If the servers' rule or the room do not go with the choice.
        InfeasibleError
            If such cabinets have too few slots.
        """
        if choice == "rack-tops":
            if not isinstance(self.room, Hall):
                self._refuse(choice, "the cabinets of a grid have no units")
            return Requirement(choice)
        if self.rule == "same-cabinet":
            self._refuse(choice, "the rule same-cabinet of the servers puts them beside their switches")
        named, room = row_cabinets(choice, self.room) if choice != "own-racks" else None, self.room
        slots = np.bincount(room.lengths.cabinet_of_slot[self.open_slots], minlength=room.cabinet_count)
        names = [room.cabinet_name(cabinet) for cabinet in range(room.cabinet_count)]
        offered = [cabinet for cabinet in np.flatnonzero(slots) if named is None or names[cabinet] in named]
        servers, far = self._servers(), self._far()
        taken, held = [], 0
        for cabinet in sorted(offered, key=lambda one: (servers[one] > 0, -slots[one], far[one], one)):
            if held < self._switches or not servers[cabinet]:
                taken.append(cabinet)
                held += int(slots[cabinet])
        if held < self._switches:
            self._refuse_few(choice, held, len(offered))
        return Requirement(choice, ",".join(names[cabinet] for cabinet in sorted(taken)))

    def closed(self, choice: SwitchPlace) -> Bools:
        """Return the slots that a choice closes beside its requirement, (S,).

        For rack tops those below a place for servers, and those of cabinets that hold no server beside
        switches in all their slots of the top quarter; `InfeasibleError` if too few slots stay open.
        """
        if choice != "rack-tops" or not isinstance(self.room, Hall):
            return np.zeros(self.room.slots, dtype=bool)
        room, devices = self.room, self.devices
        places = self.limits.places(room, devices.heights)
        top = np.array([max(units, default=0) for units in places.free_units]) + devices.heights[1] - 1
        units = np.array([unit for one in room.usable.tolist() for unit in room.cabinets[one].switch_units])
        at = places.of_slots(room)
        fit = rack_top_slots(room) & self.open_slots & (units > top[at])
        switches, holds = np.bincount(at[fit], minlength=len(places.names)), places.capacity.copy()
        for name, (switch, server) in devices.loads.items():
            limit = places.limits[name]
            left = np.where(limit < 0, limit, np.maximum(limit - switches * int(switch.max(initial=0)), 0))
            holds = np.minimum(holds, times(left, server))
        fit &= holds[at] > 0
        if int(fit.sum()) < self._switches:
            self._refuse_few(choice, int(fit.sum()), int(((switches > 0) & (holds > 0)).sum()))
        return ~fit

    @property
    def _switches(self) -> int:
        return len(self.devices.switch_mw)

    def _servers(self) -> Counts:
        """Return the servers that each usable cabinet holds without switches, (C,)."""
        hold = room_for_servers(self.room, self.devices, self.limits)
        first = np.searchsorted(self.room.lengths.cabinet_of_slot, np.arange(self.room.cabinet_count))
        return hold[self.limits.places(self.room, self.devices.heights).of_slots(self.room)[first]]

    def _far(self) -> Counts:
        """Return the cable from each usable cabinet to all of them, (C,)."""
        lengths, count = self.room.lengths, self.room.cabinet_count
        first = np.searchsorted(lengths.cabinet_of_slot, np.arange(count)).astype(np.int32)
        return np.array([lengths.between(np.full(count, one, np.int32), first).sum() for one in first])

    def _refuse(self, choice: str, why: str) -> None:
        raise InputError(setting("switches"), f"{choice}, but {why}", "choose another place")

    def _refuse_few(self, choice: str, held: int, cabinets: int) -> None:
        raise InfeasibleError(
            f"{choice}: {self._switches:,} switches, and {held:,} slots that are open to them in "
            f"{count_text(cabinets, 'such cabinet')}: {self._switches - held:,} are missing"
        )
