"""Common input of all sheets: the fabric, its tray routes, and the devices of each cabinet."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from netfloor.exchange.papers.pdf import Imprint
from netfloor.exchange.tray_runs import TrayRuns
from netfloor.exchange.writers.sheets.labels import place_of
from netfloor.exchange.writers.sheets.pull_sheets import PullSheet, sheets
from netfloor.fabric.fabric import PANEL, SWITCH, End, Fabric
from netfloor.fabric.links import onward_ends
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.plans.laid import LaidFabric
from netfloor.plans.order.devices import devices_of
from netfloor.plans.order.loads import cabinet_loads
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.plan import Plan
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.topologies.management import MANAGEMENT

NOT_CHOSEN = (
    "No cables are chosen yet: medium and part are blank, tray routes are the shortest of any medium, m is "
    "the routed length. A catalogue fills them in."
)
NO_WEIGHTS = "Power and weight are unknown: the plan names no catalogue."
UNITS = "The unit is the lowest rack unit of a device, counted from 1 at the bottom."
NO_UNITS = "The room has no rack units: numbers are positions in the cabinet, 1 at the bottom."


@dataclass(frozen=True)
class DeviceFacts:
    """The printed name, the kind and the figures of a device; 0 if unknown.

    A device without its own name is named by its location; ``exported`` is its name in other files.
    """

    name: str
    exported: str
    model: str = ""
    watts: float = 0.0
    kilograms: float = 0.0


@dataclass(frozen=True)
class CabinetFacts:
    """Power and weight of a cabinet's content, and the cabinet's limits; None if unknown."""

    watts: float | None = None
    kilograms: float | None = None
    limit_watts: int | None = None
    limit_kilograms: int | None = None


@dataclass(frozen=True, eq=False)
class SitePlan:
    """A plan in the form that its sheets need.

    Attributes
    ----------
    form
        Label format, see `exchange.writers.sheets.labels`.
    facts, cabinets
        Facts on every device and every cabinet of the fabric.
    ordered
        Whether parts are chosen for the cables.
    parts
        The bill of materials, None without one. With it, the cabinets' power includes transceivers
        and active cables.
    since, changed, printed, former
        For change sheets: the work in one line, the work on each cable by id, the cable ends that
        get a label, and the freed ports of the previous plan. Empty or None for a whole plan.
    """

    fabric: Fabric
    imprint: Imprint
    form: str
    trays: TrayRuns | None
    facts: tuple[DeviceFacts, ...]
    cabinets: tuple[CabinetFacts, ...]
    ordered: bool
    parts: OrderedParts | None
    since: str = ""
    changed: Mapping[str, str] | None = None
    printed: frozenset[tuple[str, str]] | None = None
    former: "SitePlan | None" = None

    @cached_property
    def sheets(self) -> tuple[PullSheet, ...]:
        """The cables of each cabinet, in working order."""
        return tuple(sheets(self.fabric, self.form, self.trays))

    @cached_property
    def devices_in(self) -> dict[int, tuple[int, ...]]:
        """The devices of each occupied cabinet, highest first, unplaced devices last."""
        result: dict[int, list[int]] = defaultdict(list)
        for index, device in enumerate(self.fabric.devices):
            if device.cabinet is not None:
                result[device.cabinet].append(index)
        return {
            cabinet: tuple(
                sorted(result[cabinet], key=lambda i: (-(self.fabric.devices[i].height or 0), i))
            )
            for cabinet in sorted(result)
        }

    @property
    def has_units(self) -> bool:
        """Whether the room gives the rack unit of a switch."""
        return not self.fabric.lacks_units

    @property
    def unit_word(self) -> str:
        """The term for a position in a cabinet."""
        return "unit" if self.has_units else "pos."

    def preface(self, sentences: tuple[str, ...], *, parts: bool = False) -> tuple[str, ...]:
        """Return the introduction of a cable sheet: its sentences, the location legend, and unknowns."""
        word = "unit" if self.has_units else "position"
        told = [sentence.replace("{unit}", word) for sentence in sentences]
        told += [self._unit_legend()]
        since = [self.since] if self.since else []
        return (*since, *told, *([] if self.ordered or not parts else [NOT_CHOSEN]))

    def _unit_legend(self) -> str:
        """Explain a location such as ``A04-40`` by an example from the plan."""
        if not self.has_units:
            return NO_UNITS
        whole = (index for index in self.fabric.switches if not self.fabric.devices[index].bay)
        example = next((one_line(place) for index in whole if (place := self.fabric.place_name(index))), "")
        if not example:
            return UNITS
        cabinet, _, unit = example.rpartition("-")
        alike = "for switches, servers and panels alike"
        return f"{UNITS} {example} is cabinet {cabinet}, unit {int(unit)}, {alike}."

    def device_title(self, index: int) -> str:
        """Return a device's location as on labels, with its own name if it has one."""
        place, name = one_line(self.fabric.place_name(index)), self.facts[index].name
        return f"{place} {name}" if place and name != place else name

    def ports_in_use(self, index: int) -> tuple[int, bool]:
        """Return the number of cabled data ports of a device, and whether its management port is cabled."""
        ends = [self.fabric.end_at(index, cable) for _, cable in self.fabric.cables_of[index]]
        management = self.fabric.devices[index].kind == SWITCH and any(
            end.port_name == MANAGEMENT for end in ends
        )
        return len(ends) - management, management

    def cabinet_title(self, cabinet: str, row: str) -> str:
        """Return the text of a cabinet's heading."""
        return f"{cabinet}, {row}" if row and row not in cabinet else cabinet

    @cached_property
    def onward(self) -> dict[tuple[str, int, int], tuple[End, ...]]:
        """The onward ports of links through panels, by cable id, device and port."""
        return onward_ends(self.fabric)

    def end_text(self, end: End) -> str:
        """Return ``R01C03-40:17`` as on labels; for a named device also its name."""
        return place_of(self.fabric, end).text


def site_of(
    plan: Plan | LaidFabric,
    fabric: Fabric,
    imprint: Imprint,
    form: str,
    trays: TrayRuns | None,
    parts: OrderedParts | None,
) -> SitePlan:
    """Return a plan for its sheets; figures come from the bill if there is one, otherwise from the plan."""
    devices = None
    if isinstance(plan, LaidFabric):
        facts = tuple(_listed_facts(fabric))
    else:
        ordered_parts = parts if isinstance(parts, PartsList) else None
        devices = _devices(plan, ordered_parts)
        facts = tuple(_facts(plan, fabric, devices, ordered_parts))
    ordered = any(cable.part or cable.medium for cable in fabric.cables)
    if parts is not None:
        fabric = _with_heights(fabric, devices)
    cabinets = tuple(_cabinets(plan, fabric, facts, parts))
    return SitePlan(
        fabric=fabric,
        imprint=imprint,
        form=form,
        trays=trays,
        facts=facts,
        cabinets=cabinets,
        ordered=ordered,
        parts=parts,
    )


def _devices(plan: Plan, parts: PartsList | None) -> Devices | None:
    if parts is not None:
        return devices_of(plan.topology, parts.catalogue, parts.equipment, 0)
    return None if plan.hosts is None else plan.hosts.devices


def _with_heights(fabric: Fabric, devices: Devices | None) -> Fabric:
    """Return a fabric in which switches of unknown height get the height of their part."""
    if devices is None or fabric.lacks_units:
        return fabric
    heights = devices.switch_units.tolist()
    changed = tuple(
        replace(device, units=heights[index]) if device.kind == SWITCH and device.units is None else device
        for index, device in enumerate(fabric.devices)
    )
    return replace(fabric, devices=changed)


def _facts(
    plan: Plan, fabric: Fabric, devices: Devices | None, parts: PartsList | None
) -> Iterator[DeviceFacts]:
    named = plan.topology.labels is not None
    models: Sequence[str] = ()
    server = ""
    panel_kg = _panel_kg(parts)
    if parts is not None:
        equipment = parts.equipment
        models = [parts.catalogue.switches[number].part for number in equipment.switches.tolist()]
        server = "" if equipment.server is None else equipment.server.part
    for index, device in enumerate(fabric.devices):
        own = one_line(device.name)
        name = own if named else one_line(fabric.place_name(index)) or own
        if device.kind == PANEL:
            yield DeviceFacts(
                own, own, device.model, 0.0, panel_kg.get(device.name, device.kilograms or 0.0)
            )
            continue
        if device.kind != SWITCH:
            watts, grams = (0, 0) if devices is None else (devices.server_mw, devices.server_g)
            yield DeviceFacts(name, own, server, watts / 1000, grams / 1000)
            continue
        watts, grams = 0, 0
        if devices is not None:
            watts, grams = int(devices.switch_mw[index]), int(devices.switch_g[index])
        model = models[index] if models else ""
        yield DeviceFacts(name, own, model, watts / 1000, grams / 1000)


def _listed_facts(fabric: Fabric) -> Iterator[DeviceFacts]:
    """Yield the devices of a list, with the list's names and figures."""
    for device in fabric.devices:
        name = one_line(device.name)
        yield DeviceFacts(name, name, device.model, device.watts or 0.0, device.kilograms or 0.0)


def _panel_kg(parts: PartsList | None) -> dict[str, float]:
    """Return the weight of each panel without cassettes; 0 if unknown."""
    if parts is None or parts.trunk_layout is None:
        return {}
    weights = {panel.part: panel.weight_kg for panel in parts.catalogue.panels}
    return {panel.name: weights[panel.part] for panel in parts.trunk_layout.panels}


def _cabinets(
    plan: Plan | LaidFabric, fabric: Fabric, facts: Sequence[DeviceFacts], parts: OrderedParts | None
) -> Iterator[CabinetFacts]:
    limits = {}
    if isinstance(plan.room, Hall):
        limits = {item.name: (item.power_limit_w, item.weight_limit_kg) for item in plan.room.cabinets}
    watts, kilograms = np.zeros(len(fabric.cabinets)), np.zeros(len(fabric.cabinets))
    for device, fact in zip(fabric.devices, facts, strict=True):
        if device.cabinet is not None:
            watts[device.cabinet] += fact.watts
            kilograms[device.cabinet] += fact.kilograms or np.nan  # a sum without it would be too low
    if parts is not None:
        by_name = {load.cabinet: load.power_w for load in cabinet_loads(parts)}
        watts = np.array([by_name.get(cabinet.name, 0.0) or 0.0 for cabinet in fabric.cabinets])
    for cabinet, power, weight in zip(fabric.cabinets, watts.tolist(), kilograms.tolist(), strict=True):
        yield CabinetFacts(
            power or None, None if np.isnan(weight) else weight, *limits.get(cabinet.name, (None, None))
        )
