"""``netfloor plan --dry-run``: what can be known of a plan before anything is placed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.observer import Observer
from netfloor.layout.requirements import kept_free_cabinets
from netfloor.layout.solve import SolveOptions
from netfloor.plans.order.devices import chosen_equipment
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits, most_servers
from netfloor.rooms.hosts.places import NO_LIMIT, HostPlaces
from netfloor.studies.hall_plan.expected import ExpectedTime, Searches, expected_time
from netfloor.studies.hall_plan.file import HallPlanFile, read_hall_plan
from netfloor.studies.hall_plan.least_parts import SEVERAL, LeastParts, least_parts, links_without_parts
from netfloor.studies.hall_plan.run import (
    chosen_cabinets,
    named_as_in,
    planned_aim,
    planned_devices,
    planned_options,
    planned_ownership,
    planned_site,
)
from netfloor.studies.hall_plan.switch_places import Candidates, Narrowed, choices_of, possible_places
from netfloor.studies.hall_plan.together import Together
from netfloor.studies.place import Site

Verdict = Literal[
    "fits",
    "does not fit",
    "in doubt",
    "no limit",
    "not known",
    "some closed",
    "optical beyond",
    "copper instead",
]
FITS: Final = "fits"
SHORT: Final = "does not fit"
DOUBT: Final = "in doubt"
FREE: Final = "no limit"
UNKNOWN: Final = "not known"
CLOSED: Final = "some closed"
OPTICAL: Final = "optical beyond"
COPPER: Final = "copper instead"
HEADINGS = ("what", "needed", "there", "", "verdict")

#: What is limited in cabinets, as a check of it is called, and the unit of its thousand.
_LOADS = {
    "watts": ("power", "kW"),
    "air": ("heat into the air", "kW"),
    "liquid": ("heat into liquid", "kW"),
    "kilograms": ("weight", "kg"),
}


@dataclass(frozen=True)
class Check:
    """One thing that has to suffice: what is needed (None: not known), what is there (None: no limit)."""

    what: str
    needed: float | None
    there: float | None
    unit: str
    verdict: Verdict

    def row(self) -> list[str]:
        """Return the check as the row of a table."""
        there = "-" if self.there is None else _number(self.there)
        needed = "-" if self.needed is None else _number(self.needed)
        return [self.what, needed, there, self.unit, self.verdict]


@dataclass(frozen=True)
class DryRun:
    """What can be said before placing.

    Attributes
    ----------
    reasons
        Why it cannot fit; none where nothing stands against it.
    warnings
        What placing decides, and may decide badly.
    parts, time
        The least price of the parts and the expected time of the run, where they are known.
    """

    network: str
    room: str
    currency: str
    checks: tuple[Check, ...]
    reasons: tuple[str, ...]
    warnings: tuple[str, ...]
    parts: LeastParts | None
    time: ExpectedTime | None

    @property
    def fits(self) -> bool:
        """True if nothing that is known stands against it."""
        return not self.reasons

    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield the answer and what stands beside the table, name and value."""
        yield "answer", "no obstacle found so far" if self.fits else "; ".join(self.reasons)
        for warning in self.warnings:
            yield "in doubt", warning
        yield "network", self.network
        yield "room", self.room
        if self.parts is not None:
            yield "cost at least", self.parts.text(self.currency)
        if self.time is not None:
            yield "time", self.time.text()

    def rows(self) -> list[list[str]]:
        """Return the checks as the rows of a table below `HEADINGS`."""
        return [check.row() for check in self.checks]

    def to_dict(self) -> dict[str, Any]:
        """Return what ``plan --dry-run --json`` prints."""
        return {
            "schema": 1,
            "fits": self.fits,
            "reasons": list(self.reasons),
            "warnings": list(self.warnings),
            "network": self.network,
            "room": self.room,
            "checks": [asdict(check) for check in self.checks],
            "currency": self.currency,
            "cost_at_least": None if self.parts is None else self.parts.to_dict(),
            "links_perhaps_not_purchasable": None if self.parts is None else self.parts.links_in_doubt,
            "expected_seconds": None if self.time is None else self.time.to_dict(),
        }


def dry_run(path: Path, workers: int, observer: Observer) -> DryRun:
    """Return what is known of a planning file's outcome without placing anything; nothing is written.

    Raises
    ------
    InputError
        For a bad file, room or catalogue.
    """
    observer.doing("reading network, room and catalogue")
    request = read_hall_plan(path)
    site = planned_site(request, path)
    catalogue = load_catalogue(Path(request.catalogue))
    planned_ownership(request, catalogue)
    with named_as_in(path):
        options = planned_options(request, site, workers)
        planned_aim(request, catalogue).spec()
    return _Looking(request, site, catalogue, options).outcome(path, workers, observer)


class _Looking:
    """The checks of one file, and what was found on the way."""

    def __init__(
        self, request: HallPlanFile, site: Site, catalogue: Catalogue, options: SolveOptions
    ) -> None:
        self.request, self.site, self.catalogue = request, site, catalogue
        self.options, self.required = options, options.requirements
        self.searches = Searches()
        self.checks: list[Check] = []
        self.reasons: list[str] = []
        self.warnings: list[str] = []

    def outcome(self, path: Path, workers: int, observer: Observer) -> DryRun:
        """Return everything, the checks that need devices only where the catalogue has them."""
        topology, room = self.site.topology, self.site.room
        parts = time = None
        self._add("slots for switches", topology.routers, room.slots, "slots")
        with named_as_in(path):
            try:
                devices = planned_devices(self.request, topology, self.catalogue)
            except InfeasibleError as error:
                self.reasons.append(str(error))
            else:
                self._ports()
                observer.doing("limits of the cabinets")
                closed = self._cabinets(devices)
                observer.doing("lengths of the ways")
                parts = self._lengths(devices, closed) if topology.networks is None else None
                self.reasons += links_without_parts(self.request, topology, self.catalogue)
                self.warnings += [SEVERAL] * (topology.networks is not None)
                if not self.reasons:
                    observer.doing("measuring the speed of the search")
                    time = expected_time(self.request, self.site, closed, workers, self.searches)
        summary = f"{topology.name}: {topology.routers:,} switches, {topology.link_count:,} links, "
        return DryRun(
            summary + f"{int(topology.endpoints.sum()):,} endpoints",
            f"{room.summary}, {room.slots:,} slots",
            self.catalogue.currency,
            tuple(self.checks),
            tuple(self.reasons),
            tuple(self.warnings),
            parts,
            time,
        )

    def _add(
        self, what: str, needed: float, there: float | None, unit: str, short: Verdict = SHORT
    ) -> None:
        """Add a check; what does not suffice is a reason, unless its verdict is another one."""
        enough = there is None or needed <= there
        verdict = short if not enough else FREE if there is None else FITS
        self.checks.append(Check(what, needed, there, unit, verdict))
        if verdict == SHORT and there is not None:
            self.reasons.append(f"{what}: {_number(needed)} {unit} needed, {_number(there)} there")

    def _ports(self) -> None:
        equipment = chosen_equipment(self.request.order_terms(), self.site.topology, self.catalogue)
        ports = self.site.topology.ports
        for switch, count in sorted(Counter(equipment.switches.tolist()).items()):
            most = int(ports[equipment.switches == switch].max())
            one = self.catalogue.switches[switch]
            self._add(f"ports of {one.part} ({count:,} of them)", most, one.ports, "ports")

    def _cabinets(self, devices: Devices) -> npt.NDArray[np.bool_] | None:
        """Check units, watts and kilograms in all and of a cabinet; return the slots that stay closed."""
        servers, room, topology = self.request.servers, self.site.room, self.site.topology
        free = kept_free_cabinets(self.required, room)
        places = HostLimits(servers.per_cabinet, kept_free=free).places(room, devices.heights)
        together = servers.rule == "same-cabinet" and devices.attached is None
        if isinstance(room, Hall):
            units = int(devices.switch_units.sum()) + int(devices.servers.sum()) * devices.server_units
            there = sum(one.units for one in room.cabinets if not one.taken)
            self._add("rack units in all", units, there, "U")
            beside = devices.servers * devices.server_units if together else 0
            of_each = devices.switch_units + beside
            least = min((room.cabinets[i].units for i in room.usable.tolist()), default=0)
            self._add(f"rack units of {self._one}", int(of_each.max()), least, "U", CLOSED)
        by_limit = devices.loads_of_routers(with_servers=together)
        for name, (what, unit) in _LOADS.items():
            switch, server = devices.loads[name]
            total = int(switch.sum()) + int(devices.servers.sum()) * server
            if total or name in {"watts", "kilograms"}:
                self._limit(what, unit, total, int(by_limit[name].max()), places.limits[name])
        self._servers_by_file(devices, places)
        return None if topology.routers > room.slots else self._closed(devices)

    def _closed(self, devices: Devices) -> npt.NDArray[np.bool_] | None:
        """Return the slots that no choice of places opens to switches; None where too few stay open."""
        servers, routers = self.request.servers, self.site.topology.routers
        limits = HostLimits(servers.per_cabinet)
        standing = Candidates(self.site.room, devices, limits, servers.rule, self.required)
        possible, refused = possible_places(choices_of(self.request), standing)
        if wanted := int(devices.servers.sum()):
            free = [one.limits for one in possible] or [limits]
            places = (one.places(self.site.room, devices.heights) for one in free)
            most = max(most_servers(one, devices) for one in places)
            self._add("places for servers", wanted, most, "servers")
        if not possible:
            self.reasons += refused
            return None
        self.warnings += refused
        self._count_searches(possible, devices)
        closed: npt.NDArray[np.bool_] = np.logical_and.reduce([one.shut for one in possible])
        what = "slots that limits, units and heights leave open"
        self._add(what, routers, int((~closed).sum()), "slots")
        return closed

    def _count_searches(self, possible: Sequence[Narrowed], devices: Devices) -> None:
        """Note how many searches will run: what requirements cost is searched for the kept choice alone."""
        joint, costs = False, 0
        for one in possible:
            together = Together(self.request, self.site, self.catalogue, devices, one.limits)
            options = replace(self.options, requirements=one.required)
            joint, refused = together.takes_place(options), together.refused(options)
            if refused and refused not in self.warnings:
                self.warnings.insert(0, refused)
            costs = max(costs, 0 if joint else len(one.required))
        again = sum(one.searched for one in possible)
        self.searches = Searches(len(possible), again, costs, joint)

    def _servers_by_file(self, devices: Devices, places: HostPlaces) -> None:
        """Check the cabinets that a file gives the servers, by their places."""
        chosen = chosen_cabinets(self.request, self.site, devices)
        if chosen is None:
            return
        held = np.bincount(chosen, minlength=len(places.names))
        over = np.flatnonzero(held > places.capacity)
        if len(over):
            self.reasons.append(
                f"cabinet {places.names[over[0]]}: {held[over[0]]} servers by the file, "
                f"{places.capacity[over[0]]} places"
            )

    @property
    def _one(self) -> str:
        """What stands together in one cabinet."""
        whole = self.request.servers.rule == "same-cabinet"
        return f"a switch{' with its servers' if whole else ''}, tightest cabinet"

    def _limit(self, what: str, unit: str, total: int, each: int, limit: npt.NDArray[np.int64]) -> None:
        """Check a figure in all against the sum of limits, and of one switch against its best cabinet."""
        step = 1_000_000 if unit == "kW" else 1000
        limited = limit[limit != NO_LIMIT]
        if not total:
            least = int(limited.min()) / step if len(limited) else None
            self.checks.append(Check(f"{what} of {self._one}", None, least, unit, UNKNOWN))
            if len(limited):
                self.warnings.append(
                    f"the catalogue states no {what}: cabinets' limits in {unit} are not checked"
                )
            return
        free = len(limited) < len(limit)
        self._add(f"{what} in all", total / step, None if free else int(limited.sum()) / step, unit)
        one = f"{what} of {self._one}"
        self._add(one, each / step, int(limited.min()) / step if len(limited) else None, unit, CLOSED)

    def _lengths(self, devices: Devices, closed: npt.NDArray[np.bool_] | None) -> LeastParts:
        """Check the routes of the room against the parts on sale; return the least price of all parts."""
        parts = least_parts(self.request, self.site, self.catalogue, devices, closed)
        self.reasons += parts.reasons
        for medium, sold_mm in parts.reach_to_servers:  # lengths are known once servers have places
            what = f"length to a server, and longest {medium} part"
            self.checks.append(Check(what, None, sold_mm / 1000, "m", UNKNOWN))
        most_mm = parts.limits.longest_mm
        if most_mm is None:
            return parts
        optical: Verdict = DOUBT if parts.links_in_doubt else COPPER
        reaches: tuple[tuple[str, int | None, Verdict], ...] = (
            ("copper", parts.limits.electrical_mm, OPTICAL),
            ("optical", parts.limits.optical_mm, optical),
        )
        for medium, reach_mm, beyond in reaches:
            what = f"longest {medium} route of the room, and part between switches"
            self._add(what, parts.longest_mm[medium] / 1000, (reach_mm or 0) / 1000, "m", beyond)
        if parts.links_in_doubt:
            links = self.site.topology.link_count
            self.warnings.append(
                f"{parts.share_out_of_reach:.1%} of all pairs of slots are farther apart than any part "
                f"reaches ({most_mm / 1000:,.1f} m); with switches anywhere, about "
                f"{parts.links_in_doubt:,} of {links:,} links could not be bought: placing must avoid it"
            )
        return parts


def _number(value: float) -> str:
    """Return a whole number as it is, others with one digit behind the point."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"
