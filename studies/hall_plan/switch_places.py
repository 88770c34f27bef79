"""The slots for switches by each choice of a planning file, and the cost of each choice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.part_terms import STRUCTURED
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.units import CENTS_PER_UNIT, mm_to_metres, money_text
from netfloor.foundation.wording import count_text
from netfloor.layout.rack_tops import rack_tops, roomiest
from netfloor.layout.requirements import (
    Requirement,
    closed_with,
    kept_free_cabinets,
    kept_free_slots,
)
from netfloor.layout.switch_places import SWITCH_PLACES, SwitchPlace, row_cabinets
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.plan import Plan
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.rooms.hosts.limits import HostLimits, room_for_servers
from netfloor.rooms.hosts.places import Counts
from netfloor.rooms.hosts.server_placement import Rule, closed_slots
from netfloor.studies.hall_plan.file import HallPlanFile, SwitchChoice
from netfloor.studies.hall_plan.rack_search import better_cabinets, first_slots, usable_places

Bools = npt.NDArray[np.bool_]
_AT: dict[SwitchPlace, str] = {
    "own-racks": "in their own racks",
    "row-ends": "at row ends",
    "row-middles": "in row middles",
}


@dataclass(frozen=True)
class AllowedSlots:
    """The part of a room that a choice of places leaves open."""

    required: tuple[Requirement, ...]  # all requirements, that of the choice included
    closed: Bools  # slots closed by limits, without requirements, (S,)
    limits: HostLimits  # of the servers, with the cabinets that they must avoid
    shut: Bools  # all closed slots, (S,)
    searched: bool = False  # whether other cabinets may be found for the switches


@dataclass(frozen=True)
class Candidates:
    """A room, its devices and its requirements before a choice of places."""

    room: Room
    devices: Devices
    limits: HostLimits  # of the servers
    rule: Rule  # of the servers
    required: tuple[Requirement, ...]

    def better(self, choice: SwitchChoice, plan: Plan) -> AllowedSlots | None:
        """Return the same choice in cabinets with less cable than in a plan; None if none are found."""
        if choice == "anywhere" or choice not in _AT:
            return None
        names, slots = self._offered(choice, self._open)
        limits = replace(self.limits, kept_free=kept_free_cabinets(self.required, self.room))
        cabinets = better_cabinets(plan, limits, slots)
        if cabinets is None:
            return None
        try:
            return self._with(Requirement(choice, ",".join(names[cabinet] for cabinet in cabinets)))
        except InfeasibleError:
            return None

    def narrowed(self, choice: SwitchChoice) -> AllowedSlots:
        """Return the slots and requirements that a choice leaves.

        `InputError` if the choice does not work with the servers' rule or the room; `InfeasibleError` if
        too few slots are left.
        """
        if choice == "anywhere" or choice in {item.text for item in self.required}:
            return self._with()
        searched = choice in _AT and self.rule == "nearest"
        return replace(self._with(self._chosen(choice, self._open)), searched=searched)

    def without_limits(self) -> AllowedSlots:
        """Return the part of the room left by requirements alone, ignoring the needs of the devices."""
        limits = replace(self.limits, kept_free=kept_free_cabinets(self.required, self.room))
        none = np.zeros(self.room.slots, dtype=bool)
        return AllowedSlots(self.required, none, limits, self._kept_free(self.required))

    @cached_property
    def _closed(self) -> Bools:
        """The slots that limits close, (S,)."""
        return closed_slots(self.room, self.devices, self.rule, self.limits.per_cabinet)

    @property
    def _open(self) -> Bools:
        """The open slots before a choice, (S,)."""
        return ~(self._closed | self._kept_free(self.required))

    def _with(self, *more: Requirement) -> AllowedSlots:
        """Return the part of the room left by all requirements and some more."""
        closed, required = self._closed, (*self.required, *more)
        limits = replace(self.limits, kept_free=kept_free_cabinets(required, self.room))
        free = closed | self._kept_free(required)
        if isinstance(self.room, Hall) and any(item.kind == "rack-tops" for item in required):
            tops = rack_tops(self.room, self.devices, self.rule, limits, ~free)
            required = tuple(tops if item.kind == "rack-tops" else item for item in required)
        every = closed_with(required, free, self.room.slots)
        return AllowedSlots(required, closed, limits, free if every is None else every)

    def _kept_free(self, required: Sequence[Requirement]) -> Bools:
        free = kept_free_slots(required, self.room)
        return np.zeros(self.room.slots, dtype=bool) if free is None else free

    def _chosen(self, choice: SwitchPlace, open_slots: Bools) -> Requirement:
        """Return a choice as a requirement, with the cabinets that it takes.

        Servers lose these cabinets: the choice takes those with the fewest server places, then the fewest
        cabinets, then those with the least cable to all others.
        """
        if choice == "rack-tops":
            if not isinstance(self.room, Hall):
                self._refuse(choice, "the cabinets of a grid have no units")
            return Requirement(choice)
        if self.rule == "same-cabinet":
            self._refuse(choice, "the servers' rule same-cabinet places them with their switches")
        names, slots = self._offered(choice, open_slots)
        offered = np.flatnonzero(slots).tolist()
        if (held := int(slots.sum())) < self._switches:
            raise InfeasibleError(
                f"{self._switches:,} switches, but only {held:,} open slots {_AT[choice]}, in "
                f"{count_text(len(offered), 'cabinet')}: {self._switches - held:,} are missing"
            )
        nearest = np.argsort(np.argsort(self._far(), kind="stable"))
        weight = (self._servers() * (len(slots) + 1) + 1) * len(slots) ** 2 + nearest
        taken = lightest(slots, weight, self._switches)
        return Requirement(choice, ",".join(names[cabinet] for cabinet in taken))

    def _offered(self, choice: SwitchPlace, open_slots: Bools) -> tuple[list[str], Counts]:
        """Return the names of usable cabinets, and the slots that a choice offers in each, (C,)."""
        room = self.room
        names = [room.cabinet_name(cabinet) for cabinet in range(room.cabinet_count)]
        slots = np.bincount(room.lengths.cabinet_of_slot[open_slots], minlength=room.cabinet_count)
        if choice == "own-racks":
            return names, slots
        named = {*row_cabinets(choice, room)}
        return names, np.where([name in named for name in names], slots, 0)

    @property
    def _switches(self) -> int:
        return len(self.devices.switch_mw)

    def _servers(self) -> Counts:
        """Return the number of servers that each usable cabinet holds without switches, (C,)."""
        free = kept_free_cabinets(self.required, self.room)
        limits = replace(self.limits, kept_free=free)
        hold = room_for_servers(self.room, self.devices, limits)
        return hold[usable_places(limits.places(self.room, self.devices.heights), self.room)]

    def _far(self) -> Counts:
        """Return the total cable from each usable cabinet to all of them, (C,)."""
        lengths, first = self.room.lengths, first_slots(self.room)
        count = len(first)
        return np.array([lengths.between(np.full(count, item, np.int32), first).sum() for item in first])

    def _refuse(self, choice: str, why: str) -> None:
        raise InputError(setting("switches"), f"{choice}, but {why}", "choose another place")


def lightest(slots: Counts, weight: Counts, wanted: int) -> list[int]:
    """Return the cabinets of the smallest total weight with at least ``wanted`` slots, ascending.

    All cabinets together must have that many slots.
    """
    used = np.broadcast_to(-weight, (int(slots.max(initial=0)), len(slots)))
    return np.flatnonzero(roomiest(wanted, np.vstack([0 * weight, used]), slots)).tolist()


def choices_of(request: HallPlanFile) -> Sequence[SwitchChoice]:
    """Return the choices of places in a file, at least one."""
    return request.layout.switches or ["anywhere"]


def possible_places(
    choices: Sequence[SwitchChoice], standing: Candidates
) -> tuple[list[AllowedSlots], list[str]]:
    """Return the part of a room left by each possible choice, and why others are impossible."""
    possible, refused = [], []
    for choice in choices:
        try:
            possible.append(standing.narrowed(choice))
        except InfeasibleError as error:
            refused.append(f"switches {choice}: {error}" if len(choices) > 1 else str(error))
    return possible, refused


@dataclass(frozen=True)
class PlaceOutcome:
    """The result of a choice of places for the switches."""

    choice: str
    reason: str = ""  # why it is impossible; empty if it is possible
    copper: int = 0  # cables to switches and servers, before spares
    optical: int = 0  # cables to switches and servers, before spares
    copper_cents: int = 0  # before taxes, spares included
    optical_cents: int = 0  # before taxes, spares and transceivers included
    routed_mm: int = 0  # of all cables, on the route of their medium
    cabinets: int = 0  # with switches
    with_servers: int = 0  # cabinets with switches and servers
    total_cents: int = 0  # of the whole order, taxes included
    found_as: str = ""  # the narrower choice whose placement is the cheapest for this one, if any
    kept: bool = False  # True for the choice of the plan

    @property
    def state(self) -> str:
        """Whether the plan keeps it, and the narrower choice that gave it."""
        return ", ".join(["kept"] * self.kept + [f"found as {self.found_as}"] * bool(self.found_as))

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome for ``plan --json``."""
        if self.reason:
            return {"switches": self.choice, "feasible": False, "reason": self.reason}
        return {
            "switches": self.choice,
            "feasible": True,
            "kept": self.kept,
            "found_as": self.found_as or None,
            "cabinets": self.cabinets,
            "cabinets_with_servers": self.with_servers,
            "copper_cables": self.copper,
            "copper_cost": self.copper_cents / CENTS_PER_UNIT,
            "optical_cables": self.optical,
            "optical_cost": self.optical_cents / CENTS_PER_UNIT,
            "cable_m": mm_to_metres(self.routed_mm),
            "total_cost": self.total_cents / CENTS_PER_UNIT,
        }

    def words(self, currency: str) -> str:
        """Return the outcome on one line."""
        if self.reason:
            return f"{self.choice}: not possible: {self.reason}"
        paid = (self.copper_cents, self.optical_cents)
        copper, optical = (f"{money_text(cents)} {currency}" for cents in paid)
        return (
            f"{self.choice}{f' ({self.state})' if self.state else ''}: "
            f"{money_text(self.total_cents)} {currency}; "
            f"{count_text(self.copper, 'copper cable')} {copper}, "
            f"{self.optical:,} optical with transceivers {optical}; "
            f"{mm_to_metres(self.routed_mm):,.0f} m routed; in {count_text(self.cabinets, 'cabinet')}"
        )


def outcome_of(choice: str, parts: PartsList) -> PlaceOutcome:
    """Return the outcome of an order, split into copper and optics."""
    links, plan, room = parts.choice, parts.plan, parts.plan.room
    medium = np.zeros(len(links.cable_sku), dtype=np.int64)
    medium[links.link_cable] = links.medium
    numbers = {links.skus[sku].part: int(code) for sku, code in zip(links.cable_sku, medium, strict=True)}
    modules = np.unique(links.cage_module[links.cage_module >= 0])
    numbers |= {links.skus[sku].part: 1 for sku in modules.tolist()}
    numbers |= {line.sku.part: 1 for line in parts.bom.lines if line.sku.kind in {"cord", *STRUCTURED}}
    optical = int((medium == 1).sum())
    if parts.trunks is not None:
        optical += parts.trunks.jumpers + len(parts.trunks.runs) - len(parts.trunk_of)
    cents = [0, 0]
    for line in parts.bom.lines:
        if line.sku.part in numbers:
            cents[numbers[line.sku.part]] += line.purchase.total_cents
    homes = room.lengths.cabinet_of_slot[plan.placement.slot_of]
    switches, servers = {room.cabinet_name(home) for home in homes.tolist()}, set[str]()
    if plan.hosts is not None:
        named = plan.server_cabinets()
        servers = {named[place] for place in np.unique(plan.hosts.cabinet).tolist()}
    return PlaceOutcome(
        choice,
        copper=int((medium == 0).sum()),
        optical=optical,
        copper_cents=cents[0],
        optical_cents=cents[1],
        routed_mm=int(links.cable_routed_mm.sum()),
        cabinets=len(switches),
        with_servers=len(switches & servers),
        total_cents=parts.bom.total_cents,
    )


#: Narrower choices, whose placements also satisfy the wider one.
_NARROWER: dict[str, tuple[str, ...]] = {
    "anywhere": tuple(SWITCH_PLACES),
    "own-racks": ("row-ends", "row-middles"),
}


def compared(found: Sequence[PlaceOutcome]) -> tuple[PlaceOutcome, ...]:
    """Return the outcomes with the kept one marked; a wider choice takes over cheaper narrower ones."""
    results = []
    for item in found:
        within = [two for two in found if two.choice in _NARROWER.get(item.choice, ()) and not two.reason]
        best = min(within, key=lambda two: two.total_cents, default=item)
        dearer = best is not item and (item.reason or best.total_cents < item.total_cents)
        results.append(replace(best, choice=item.choice, found_as=best.choice) if dearer else item)
    kept = min((entry for entry in found if not entry.reason), key=lambda entry: entry.total_cents)
    return tuple(replace(entry, kept=entry.choice == kept.choice) for entry in results)
