"""Checks of a plan against the limits of cabinets, before anything is placed.

The limits are those that `plan` applies: those of `rooms.hosts.places` while it places, and those of
`plans.order.loads` for the bill. Each is violated by every placement, met by every placement, or in doubt
until placed.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.cabinet_power import (
    max_cage_mw,
    min_link_mw,
    plugs_without_watts,
)
from netfloor.costmodels.catalogue.equipment import Equipment, adapters_for
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.foundation.wording import count_text, join_words
from netfloor.layout.rack_tops import roomiest
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.tiles import overloaded_tiles, tile_loads
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import EASED, LIMITS, room_beside
from netfloor.rooms.hosts.places import LIMITED, NO_LIMIT, Counts, HostPlaces
from netfloor.studies.hall_plan.checks import (
    CLOSED,
    DOUBT,
    FITS,
    UNKNOWN,
    Check,
    Findings,
    Verdict,
    number_text,
)
from netfloor.studies.hall_plan.file import HallPlanFile
from netfloor.studies.hall_plan.switch_places import AllowedSlots
from netfloor.studies.place import Site

#: Largest cabinets times switches for which the best and worst distribution of switches is searched.
MAX_STEPS = 5_000_000


@dataclass(frozen=True)
class CabinetChecks:
    """The cabinets that a choice of places leaves open, and the devices for them."""

    request: HallPlanFile
    site: Site
    catalogue: Catalogue
    equipment: Equipment
    devices: Devices
    narrowed: AllowedSlots
    chosen: Counts | None  # cabinet of each server as given by a file

    def findings(self, *, limits_close_slots: bool) -> Findings:
        """Return all findings on the limits of cabinets, tiles and slots.

        ``limits_close_slots`` says whether `narrowed` includes the slots closed by limits; if limits close
        too many, it does not, and the remaining slots are not counted.
        """
        findings = Findings()
        if isinstance(self.site.room, Hall):
            self._units(findings, self.site.room)
        for name in LIMITED:
            self._load(findings, name)
        if self._servers:
            self._room_for_servers(findings)
        self._optics(findings)
        if isinstance(self.site.room, Hall):
            self._tiles(findings, self.site.room)
            self._trunks(findings, self.site.room)
        if limits_close_slots:
            what = "slots within limits, units and heights"
            findings.add(what, self._switches, int(self._open.sum()), "slots")
        return findings

    @property
    def _switches(self) -> int:
        return len(self.devices.switch_mw)

    @property
    def _servers(self) -> int:
        return int(self.devices.servers.sum())

    @property
    def _whole(self) -> bool:
        """Whether servers are in the cabinet of their switch."""
        return self.request.servers.rule == "same-cabinet" and self.devices.attached is None

    @property
    def _one(self) -> str:
        """Description of the smallest unit that fills a cabinet."""
        return f"a switch{' with its servers' if self._whole else ''}, tightest cabinet"

    @cached_property
    def _places(self) -> HostPlaces:
        return self.narrowed.limits.places(self.site.room, self.devices.heights)

    @property
    def _open(self) -> npt.NDArray[np.bool_]:
        return ~self.narrowed.shut

    @cached_property
    def _most(self) -> Counts:
        """Most switches in each cabinet, (c,)."""
        at = self._places.of_slots(self.site.room)[self._open]
        return np.minimum(np.bincount(at, minlength=len(self._places.names)), self._switches)

    @cached_property
    def _usable(self) -> npt.NDArray[np.bool_]:
        """Whether each cabinet can hold anything, (c,)."""
        usable: npt.NDArray[np.bool_] = self._most > 0
        return usable | (self._places.capacity > 0) if self._servers and not self._whole else usable

    def _units(self, found: Findings, hall: Hall) -> None:
        devices, numbers = self.devices, self._places.number[self._usable]
        needed = int(devices.switch_units.sum()) + self._servers * devices.server_units
        there = sum(hall.cabinets[number].units for number in numbers.tolist())
        found.add("rack units, total", needed, there, "U")
        of_each = devices.switch_units + (devices.servers * devices.server_units if self._whole else 0)
        minimum = min((hall.cabinets[i].units for i in hall.usable.tolist()), default=0)
        found.add(f"rack units of {self._one}", int(of_each.max()), minimum, "U", CLOSED)

    def _load(self, found: Findings, name: str) -> None:
        """Check a total load against the sum of limits, and a switch against the tightest cabinet."""
        what, unit, step = _shown(name)
        switch, server = self.devices.loads[name]
        total = int(switch.sum()) + self._servers * server
        limit = self._places.limits[name][self._usable]
        limited, free = limit[limit != NO_LIMIT], bool((limit == NO_LIMIT).any())
        minimum = int(limited.min()) / step if len(limited) else None
        if not total:
            if name in {"watts", "kilograms"}:
                found.checks.append(Check(f"{what} of {self._one}", None, minimum, unit, UNKNOWN))
                if len(limited):
                    message = f"the catalogue gives no {what}: cabinets' limits in {unit} are not checked"
                    found.doubt(what, message)
            return
        silent = self._silent("weight_kg" if name == "kilograms" else "power_w")
        if silent and len(limited):
            message = f"the catalogue gives no {what} of {join_words(silent)}: checks ignore it"
            found.doubt(f"{what} of {join_words(silent)}", message)
        without = f", without {join_words(silent)}" if silent else ""
        beside_mw = max(self._min_plugs_mw - self._reserve_mw * self._switches, 0)
        total += beside_mw if name in {"watts", "air"} else 0
        found.add(
            f"{what}, total{without}", total / step, None if free else int(limited.sum()) / step, unit
        )
        each = int(self.devices.loads_of_routers(with_servers=self._whole)[name].max(initial=0))
        found.add(f"{what} of {self._one}{without}", each / step, minimum, unit, CLOSED)

    def _silent(self, figure: str) -> list[str]:
        """Return the part numbers of devices without a figure in the catalogue."""
        server, nics = self.equipment.server, self.equipment.nics if figure == "power_w" else ()
        switches = [self.catalogue.switches[item] for item in sorted(set(self.equipment.switches.tolist()))]
        devices = dict.fromkeys((*switches, *nics, *([] if server is None else [server])))
        return [device.part for device in devices if not getattr(device, figure)]

    @property
    def _reserve_mw(self) -> int:
        return round(1000 * self.request.servers.reserve_w)

    @cached_property
    def _min_plugs_mw(self) -> int:
        """Minimum power of all links at both ends, including transceivers; 0 for several networks."""
        topology, nic = self.site.topology, self.equipment.nic
        if topology.networks is not None:
            return 0
        switches = {self.catalogue.switches[item] for item in set(self.equipment.switches.tolist())}
        cages = {Socket(switch.connector, switch.links_per_cage) for switch in switches}
        minimum = topology.link_count * min_link_mw(self.catalogue, topology.link_gbps, cages, cages)
        if nic is None:
            return minimum
        own = {Socket(nic.connector, nic.links_per_cage)}
        of_server = min_link_mw(self.catalogue, topology.link_gbps, cages, own)
        return minimum + int(topology.endpoints.sum()) * of_server

    def _room_for_servers(self, found: Findings) -> None:
        """Check the places for servers when switches leave the most and the fewest."""
        what, wanted = "places for servers", self._servers
        if self._whole:  # `closed_slots` closes slots without room for a switch's servers
            fit = np.minimum(self._places.capacity, room_beside(self._places, self.devices, 0)[0])
            found.add(what, wanted, int(fit[self._most > 0].sum()), "servers")
            return
        if self.chosen is not None:
            self._by_file(found, self.chosen)
            return
        maximum, minimum = self._most_and_fewest(self._places)
        found.add(what, wanted, maximum, "servers", why=self._eased(maximum))
        if minimum < wanted <= maximum:
            found.checks[-1] = Check(what, wanted, maximum, "servers", DOUBT)
            message = (
                f"{what}: {wanted:,} needed; depending on the switches' places, {minimum:,} to {maximum:,} "
            )
            found.doubt(what, f"{message}are left")

    def _most_and_fewest(self, places: HostPlaces) -> tuple[int, int]:
        """Return the largest and smallest number of servers that fit, over all choices of switch slots."""
        rows = int(self._most.max(initial=0))
        beside_most = room_beside(places, self.devices, rows, lightest=True)
        beside_least, every = room_beside(places, self.devices, rows), np.arange(len(self._most))
        surely = int(beside_least[self._most, every].sum())
        possible = int(beside_most[0].sum())
        if surely >= self._servers or possible < self._servers or self._most.sum() < self._switches:
            return possible, surely
        if len(every) * self._switches > MAX_STEPS:
            return possible, surely
        best = roomiest(self._switches, beside_most, self._most)
        worst = roomiest(self._switches, -beside_least, self._most)
        return int(beside_most[best, every].sum()), int(beside_least[worst, every].sum())

    def _eased(self, most: int) -> str:
        """Return the single limits that keep servers out; empty if there are none."""
        if most >= self._servers:
            return ""
        room, heights, message = self.site.room, self.devices.heights, []
        for name in EASED:
            limits = self.narrowed.limits.without(name, self._servers)
            count = self._most_and_fewest(limits.places(room, heights, name))[0]
            if count > most:
                message.append(f"; {min(count, self._servers):,} without the limit on {LIMITS[name]}")
        return "".join(message)

    def _by_file(self, found: Findings, chosen: Counts) -> None:
        """Check the cabinets that a file gives the servers."""
        places, every = self._places, np.arange(len(self._most))
        held = np.bincount(chosen, minlength=len(places.names))
        rows = int(self._most.max(initial=0))
        alone = room_beside(places, self.devices, 0)[0]
        beside = room_beside(places, self.devices, rows)[self._most, every]
        over, perhaps = np.flatnonzero(held > alone), np.flatnonzero(held > beside)
        fits: Verdict = DOUBT if len(perhaps) else FITS
        there = int(alone.sum())
        found.checks.append(Check("places for servers", len(chosen), there, "servers", fits))
        if len(over):
            found.reasons.append(
                f"cabinet {places.names[over[0]]}: {held[over[0]]} servers in the file, "
                f"{alone[over[0]]} places"
            )
        elif len(perhaps):
            item = perhaps[0]
            message = (
                f"cabinet {places.names[item]}: {held[item]} servers in the file, {beside[item]} places"
            )
            found.doubt("places for servers", f"{message} with {self._most[item]} switches there")

    def _optics(self, found: Findings) -> None:
        """Check power and heat of the worst cabinet with the most demanding transceivers in all cages."""
        self._doubt_plugs(found)
        switch_mw, server_mw = self._max_plugs_mw
        if not switch_mw and not server_mw:
            return
        places, rows = self._places, int(self._most.max(initial=0))
        beside = np.minimum(room_beside(places, self.devices, rows, lightest=True), self._servers)
        count = np.arange(rows + 1)[:, None]
        if self._whole:
            beside = count * int(self.devices.servers.max(initial=0))
        possible = count <= self._most
        more = count * max(switch_mw - self._reserve_mw, 0) + beside * server_mw
        for name in ("watts", "air"):
            what, unit, step = _shown(name)
            limit = places.limits[name]
            switch, server = self.devices.loads[name]
            placed = count * int(switch.max(initial=0)) + beside * server
            load = np.where(possible, np.minimum(placed, np.maximum(limit, 0)) + more, 0).max(axis=0)
            limited = self._usable & (limit != NO_LIMIT)
            if not limited.any():
                continue
            worst = int(np.where(limited, load - limit, np.iinfo(np.int64).min).argmax())
            there, needed = int(limit[worst]) / step, int(load[worst]) / step
            label = f"{what} of a cabinet, all transceivers optical"
            found.add(label, needed, there, unit, DOUBT)
            if needed > there:
                keep = number_text(-(-switch_mw // 100) / 10)
                advice = f"; set servers.reserve_w = {keep} to keep enough free for the switches' cables"
                found.doubt(
                    f"{what} with transceivers",
                    f"{what} with transceivers and cables: cabinet {places.names[worst]} may need "
                    f"{needed:,.2f} {unit}, above its limit of {there:,.2f} {unit}"
                    + advice
                    * (switch_mw > self._reserve_mw),
                )

    def _doubt_plugs(self, found: Findings) -> None:
        """Add that limits on power and heat do not cover parts without watts, if there are any of both."""
        limits = [self._places.limits[name][self._usable] for name in ("watts", "air")]
        rates, equipment = set(self.site.topology.rates.tolist()), self.equipment
        switches = [self.catalogue.switches[number] for number in set(equipment.switches.tolist())]
        forms = sorted({item.connector for item in (*switches, *equipment.nics)})
        lacking = sorted(
            {part for form in forms for part in plugs_without_watts(self.catalogue, rates, form)}
        )
        if lacking and any((limit != NO_LIMIT).any() for limit in limits):
            more = [f"{len(lacking) - 3:,} more"] if len(lacking) > 3 else []
            named = f"{count_text(len(lacking), 'part')} for these cages"
            what = f"the catalogue gives no power of {named} ({join_words([*lacking[:3], *more])})"
            found.doubt("power of cables and transceivers", f"{what}: checks of power and heat ignore them")

    @cached_property
    def _max_plugs_mw(self) -> tuple[int, int]:
        """Most power of the plugs in a switch and in a server."""
        topology, equipment = self.site.topology, self.equipment
        rates = set(topology.rates.tolist())
        of_switch = 0
        for number, ports in set(zip(equipment.switches.tolist(), topology.ports.tolist(), strict=True)):
            item = self.catalogue.switches[number]
            cages = -(-ports // item.links_per_cage)
            own = cages * max_cage_mw(self.catalogue, rates, item.connector)
            if item.management_port is not None and topology.networks is not None:
                own += max_cage_mw(self.catalogue, rates, item.management_port)
            of_switch = max(of_switch, own)
        of_server = 0
        for number, nic in enumerate(equipment.nics):
            adapters = equipment.server.nics if equipment.server else 1
            if topology.servers is not None:
                parts = topology.networks
                ports = topology.servers.ports if parts is None else parts[number].ports
                adapters = adapters_for(ports or 0, nic)
            cages = adapters * -(-nic.ports // nic.links_per_cage)
            of_server += cages * max_cage_mw(self.catalogue, rates, nic.connector)
        return of_switch, of_server

    def _tiles(self, found: Findings, hall: Hall) -> None:
        """Check the floor tiles below empty cabinets, and below the heaviest possible ones."""
        if hall.tiles is None:
            return
        what, limit_kg = "weight on a tile", hall.tiles.limit_kg
        if empty := overloaded_tiles(hall, {}):
            found.add(f"{what}, cabinets empty", empty[0].kg, limit_kg, "kg")
            return
        places, rows = self._places, int(self._most.max(initial=0))
        beside = np.minimum(room_beside(places, self.devices, rows, lightest=True), self._servers)
        count = np.arange(rows + 1)[:, None]
        if self._whole:
            beside = count * int(self.devices.servers.max(initial=0))
        switch, server = self.devices.loads["kilograms"]
        grams = np.where(count <= self._most, count * int(switch.max(initial=0)) + beside * server, 0)
        heaviest = grams.max(axis=0)
        limit = places.limits["kilograms"]
        heaviest = np.where(limit == NO_LIMIT, heaviest, np.minimum(heaviest, limit)) / 1000
        loads = tile_loads(hall, dict(zip(places.names, heaviest.tolist(), strict=True)))
        if not loads:
            return
        found.add(f"{what}, cabinets full", loads[0].kg, limit_kg, "kg", DOUBT)
        if loads[0].kg > limit_kg:
            full = f"with full cabinets, the tile at ({loads[0].x_m:g}, {loads[0].y_m:g}) m bears "
            found.doubt(what, f"{what}: {full}{loads[0].kg:,.0f} kg, above its limit of {limit_kg:,} kg")

    def _trunks(self, found: Findings, hall: Hall) -> None:
        """Note that the space for cassettes and panels of fibre trunks is known only with the bill."""
        if not self.request.parts.fibre_trunks:
            return
        weighed = hall.tiles is not None or bool((self._places.limits["kilograms"] != NO_LIMIT).any())
        what = "rack units and weight" if weighed else "rack units"
        message = f"{what} of cassettes and panels are known after fibre trunks are chosen"
        found.doubt(f"{what} with fibre trunks", message)


def _shown(name: str) -> tuple[str, str, int]:
    """Return the name of a load, its unit in dry runs and the mW or g per unit."""
    what, unit = LIMITED[name]
    return (what, "kW", 1_000_000) if unit == "W" else (what, unit, 1000)
