"""The cables of a listed fabric as links between cages, and the information that the list lacks.

A bill reads these columns of the cable list, in any case: ``form a`` and ``form b``, or ``form`` (form of
the cage at an end), ``piece`` (the same text for cables of one breakout or twin cable), ``loss`` (measured
loss of a cable between panels, dB).
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from netfloor.costmodels.catalogue.formula import ANY_CAGE
from netfloor.costmodels.catalogue.link_needs import PANEL_PORT, LinkNeeds, Socket
from netfloor.costmodels.catalogue.panel_paths import (
    PanelPath,
    bought_pieces,
    legs_of_pieces,
    links_of_pieces,
    panel_path,
)
from netfloor.costmodels.catalogue.parts.catalogue import CAGE_FORMS, Catalogue, has_lanes
from netfloor.costmodels.catalogue.parts.devices import Caged, CageGroup, Nic, Server, Switch, usual_forms
from netfloor.costmodels.catalogue.plan_needs import (
    END_CAGE,
    PANEL_CAGE,
    SWITCH_CAGE,
    BoughtDevices,
    CagedLinks,
)
from netfloor.costmodels.sets.offers import IntArray
from netfloor.fabric.fabric import PANEL, PDU, SWITCH, Cable, Device, Fabric
from netfloor.fabric.links import Link
from netfloor.fabric.media import COPPER, FIBRE, is_covered
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.wording import count_text

#: Highest rate of a switch's management port.
_MANAGEMENT_GBPS = 10.0
_MAX_NAMED = 5
#: An end of a cable: its index in `Fabric.cables`, and 0 or 1.
_CableEnd = tuple[int, int]


@dataclass(frozen=True)
class CageForms:
    """The user's defaults for cables without listed values: the cage by rate, and the rate, in Gb/s."""

    by_gbps: Mapping[float, str] = field(default_factory=dict)
    gbps: float | None = None


@dataclass(frozen=True)
class Unknown:
    """Why some cables get no part, and the remedy, in which settings are not yet formatted."""

    cables: tuple[int, ...]
    what: str
    remedy: str


@dataclass(frozen=True, eq=False)
class FabricLinks:
    """The links of a fabric with known rate and cages.

    Attributes
    ----------
    links
        In the order of the list.
    cables
        Index of each in `Fabric.cables`, (m,) int64.
    cords
        Cables to PDUs without a rate.
    installed
        Cables that are already installed.
    paths
        Links through panels, in the order of ``links.paths``.
    unknown
        Cables that belong to none of these.
    default_gbps
        The rate of cables without a listed rate, and these cables.
    usual
        Rate, form, and the cables that get the usual form.
    """

    links: CagedLinks
    cables: IntArray
    cords: tuple[int, ...]
    installed: tuple[int, ...]
    paths: tuple[PanelPath, ...]
    unknown: tuple[Unknown, ...]
    default_gbps: tuple[float, frozenset[int]]
    usual: tuple[tuple[float, str, frozenset[int]], ...]

    def assumed(self, cables: IntArray) -> tuple[str, ...]:
        """Return sentences on the values assumed for some cables because no list states them."""
        bought, sentences = frozenset(cables.tolist()), list[str]()
        gbps, rated = self.default_gbps
        if count := len(rated & bought):
            sentences.append(f"{count_text(count, 'cable')} without a rate: {gbps:g} Gb/s assumed.")
        forms = ", ".join(
            f"{form} for {count_text(len(numbers & bought), 'link')} of {gbps:g} Gb/s"
            for gbps, form, numbers in self.usual
            if numbers & bought
        )
        return (*sentences, *[f"Connectors assumed, not listed: {forms}."] * bool(forms))


def fabric_links(
    fabric: Fabric, lengths_mm: Sequence[IntArray], catalogue: Catalogue, defaults: CageForms
) -> FabricLinks:
    """Return the links of a fabric; ``lengths_mm`` are the lengths of all cables, copper then optical.

    Every end of a cable has its own cage, except that cables of one ``piece`` share the cage at a device
    where all of them end, with the rate of all, if its form has enough lanes. The form comes from the list,
    else from the catalogue for the device model, else from ``defaults``, else it is the usual form.
    Raise `InputError` if ``defaults`` names an unknown form, or a rate that no cable has.
    """
    return _Reader(fabric, catalogue, defaults).read(lengths_mm)


class _Reader:
    """Sorts the cables of a fabric into links, power cords and incomplete cables."""

    def __init__(self, fabric: Fabric, catalogue: Catalogue, defaults: CageForms) -> None:
        self.fabric, self.catalogue, self.defaults = fabric, catalogue, defaults
        self.forms = (*CAGE_FORMS, *catalogue.cage_forms)
        self.parts: dict[str, Caged] = {item.part: item for item in (*catalogue.switches, *catalogue.nics)}
        self.gbps: dict[int, float] = {}
        self.installed: list[int] = []
        self.paths: dict[int, Link] = {}  # by the index of their first bought piece
        self.form: dict[_CableEnd, str] = {}
        self.assumed: dict[tuple[float, str], set[int]] = defaultdict(set)
        self.lacking: dict[tuple[str, str], list[int]] = defaultdict(list)

    def read(self, lengths_mm: Sequence[IntArray]) -> FabricLinks:
        """Return the result of `fabric_links`."""
        cords = self._rated()
        self.shared = legs_of_pieces(self.fabric, self.gbps)
        self._refuse_strange_forms()
        for number in self.gbps:
            for side in (0, 1):
                self._set_form(number, side)
        self._refuse_split_paths()
        self._refuse_full_devices()
        cage, holders = self._caged()
        lacking = {number for numbers in self.lacking.values() for number in numbers}
        paths = {first: link for first, link in self.paths.items() if first not in lacking}
        cables = np.array([number for number in self.gbps if number not in lacking], dtype=np.int64)
        links = self._links(cables, cage, holders, lengths_mm)
        place = {number: link for link, number in enumerate(cables.tolist())}
        pieces = tuple(tuple(place[item] for item in self._bought(link)) for link in paths.values())
        links = replace(links, paths=pieces)
        unknown = (
            Unknown(tuple(dict.fromkeys(numbers)), what, remedy)
            for (what, remedy), numbers in self.lacking.items()
        )
        rated = frozenset(number for number in self.gbps if self._listed_gbps(number) is None)
        usual = ((gbps, form, frozenset(own)) for (gbps, form), own in sorted(self.assumed.items()))
        default_gbps = self.defaults.gbps or 0.0, rated
        return FabricLinks(
            links=links,
            cables=cables,
            cords=cords,
            installed=tuple(self.installed),
            paths=tuple(panel_path(self.fabric, link) for link in paths.values()),
            unknown=tuple(unknown),
            default_gbps=default_gbps,
            usual=tuple(usual),
        )

    def _rated(self) -> tuple[int, ...]:
        """Set the rate of every link; return the power cords, which are cables to a PDU without a rate."""
        cords = []
        through, shared = links_of_pieces(self.fabric)
        if shared:
            remedy = "order them by hand, or list them as installed"
            what = "they are trunks of several links and not listed as installed"
            self.lacking[what, remedy] += shared
        for number, cable in enumerate(self.fabric.cables):
            kinds = {device.kind for device in self._devices(cable)}
            gbps = self.defaults.gbps if cable.gbps is None else cable.gbps
            if cable.installed:
                self.installed.append(number)
                continue
            if number in self.fabric.power_cords:
                cords.append(number)
                continue
            if number in through:
                link = through[number]
                gbps = self.defaults.gbps if link.gbps is None else link.gbps
                self.paths.setdefault(self._bought(link)[0], link)
            elif kinds == {PANEL}:
                remedy = "order them by hand, or list a link through each"
                self.lacking["they connect panels but no link uses them", remedy].append(number)
                continue
            elif PANEL in kinds:
                remedy = "order them by hand, or list each link without its panels"
                self.lacking["they end at panels, and no list continues them", remedy].append(number)
                continue
            if gbps is None:
                remedy = f"give the column rate, or {setting('gbps')} for all of them"
                self.lacking["no rate", remedy].append(number)
            else:
                self.gbps[number] = gbps
        return tuple(cords)

    def _listed_gbps(self, number: int) -> float | None:
        """Return the listed rate of a cable, or of its link if that runs through panels."""
        link = self._link_of.get(number)
        return self.fabric.cables[number].gbps if link is None else link.gbps

    def _bought(self, link: Link) -> list[int]:
        """Return the pieces of a link to buy, in order."""
        return bought_pieces(self.fabric, link)

    def _refuse_split_paths(self) -> None:
        """Record all pieces of a link if one of them is incomplete or shares a plug with other links."""
        remedy = "list each link without its panels, or a cable of its own for each"
        for link in self.paths.values():
            shared = [item for item in self._bought(link) if self.fabric.cables[item].column("piece")]
            if shared:
                self.lacking["a piece of several links ends at a panel", remedy] += shared
            if link.pieces[0].installed or link.pieces[-1].installed:
                what = "the cord at one end of the link is installed, the others are not"
                help_ = "order them by hand, or list all cords of the link as installed"
                self.lacking[what, help_] += self._bought(link)
        for link in self.paths.values():
            own = self._bought(link)
            for numbers in self.lacking.values():
                if not {*own}.isdisjoint(numbers):
                    numbers += [item for item in own if item not in numbers]

    def _refuse_strange_forms(self) -> None:
        """Raise an error for implausible forms by rate."""
        rates = {*self.gbps.values(), *(gbps for _, gbps in self.shared.values())}
        for gbps, form in self.defaults.by_gbps.items():
            if form not in self.forms:
                what, advice = f"there is no cage form {form!r}", f"known: {', '.join(self.forms)}"
                raise InputError(setting("cage"), what, advice)
            if gbps not in rates:
                known = ", ".join(f"{rate:g}" for rate in sorted(rates)) or "none"
                raise InputError(setting("cage"), f"no cable runs at {gbps:g} Gb/s", f"rates: {known}")

    def _devices(self, cable: Cable) -> tuple[Device, Device]:
        return self.fabric.devices[cable.a.device], self.fabric.devices[cable.b.device]

    def _set_form(self, number: int, side: int) -> None:
        """Set the form of the cage at an end of a cable, or record why it is unknown."""
        if self._is_panel(number, side):
            self.form[number, side] = PANEL_PORT
            return
        if self.catalogue.formula is not None:
            self.form[number, side] = ANY_CAGE
            return
        cable, (legs, gbps) = self.fabric.cables[number], self._legs(number, side)
        stated = cable.column(f"form_{'ab'[side]}") or cable.column("form")
        if stated:
            known = next((item for item in self.forms if item.casefold() == stated.casefold()), None)
            if known is None:
                remedy = f"known: {', '.join(self.forms)}; cage_forms of the catalogue adds others"
                self.lacking[f"there is no cage form {stated!r}", remedy].append(number)
            else:
                self.form[number, side] = known
            return
        given = [self.defaults.by_gbps.get(rate, "") for rate in (gbps, self.gbps[number])]
        form = self._model_form(number, side) or next((own for own in given if has_lanes(own, legs)), "")
        usual = usual_forms(gbps, cable.kind)
        if not form and len(usual) == 1:
            form = usual[0]
            link = self._link_of.get(number)
            self.assumed[gbps, form].add(number if link is None else self._bought(link)[0])
        if form:
            self.form[number, side] = form
            return
        which = ", ".join(usual) or "none is usual"
        choice = usual[0] if usual else "FORM"
        remedy = f"give {setting('cage')} {gbps:g}={choice}, the columns form a and form b, or models"
        self.lacking[f"the cages at {gbps:g} Gb/s are unknown ({which})", remedy].append(number)

    def _legs(self, number: int, side: int) -> tuple[int, float]:
        """Return the number of links in the cage at an end, and the rate of all; lists give a leg's."""
        return self.shared.get((number, side), (1, self.gbps[number]))

    def _is_panel(self, number: int, side: int) -> bool:
        """Whether a cable ends at a panel on this side."""
        return self.fabric.devices[self.fabric.cables[number].ends[side].device].kind == PANEL

    def _group_at(self, number: int, side: int, gbps: float = 0) -> CageGroup | None:
        """Return the model's cages for a rate, by default a cable's, at an end, None if it has none."""
        end = self.fabric.cables[number].ends[side]
        part = self.parts.get(self.fabric.devices[end.device].model)
        groups = () if part is None else part.cage_groups
        return next((group for group in groups if group.gbps == (gbps or self.gbps[number])), None)

    def _model_form(self, number: int, side: int) -> str | None:
        """Return the form that the catalogue gives for a device's model, None if it gives none."""
        legs, of_all = self._legs(number, side)
        for gbps in dict.fromkeys((self.gbps[number], of_all)):
            group = self._group_at(number, side, gbps)
            if group is not None and has_lanes(group.connector, legs):
                return group.connector
        end = self.fabric.cables[number].ends[side]
        switch = self.parts.get(self.fabric.devices[end.device].model)
        slow = legs == 1 and self.gbps[number] <= _MANAGEMENT_GBPS
        return switch.management_port if isinstance(switch, Switch) and slow else None

    def _refuse_full_devices(self) -> None:
        """Record devices with more cables of a rate than their model has ports."""
        cables_at: dict[tuple[int, float], list[int]] = defaultdict(list)
        ports: dict[tuple[int, float], int] = {}
        for number, gbps in self.gbps.items():
            for side, end in enumerate(self.fabric.cables[number].ends):
                if (group := self._group_at(number, side)) is not None:
                    cables_at[end.device, gbps].append(number)
                    ports[end.device, gbps] = group.ports
        for (index, gbps), numbers in cables_at.items():
            device, maximum = self.fabric.devices[index], ports[index, gbps]
            if len(numbers) > maximum:
                what = f"too many at {gbps:g} Gb/s for {device.name}: its model {device.model}"
                remedy = "correct its model or the cables"
                self.lacking[f"{what} has {count_text(maximum, 'port')}", remedy] += numbers

    def _caged(self) -> tuple[dict[_CableEnd, int], list[list[_CableEnd]]]:
        """Return the cage of every end, and the ends in each cage."""
        together: dict[str, list[int]] = defaultdict(list)
        for number in self.gbps:
            if piece := self.fabric.cables[number].column("piece"):
                together[piece].append(number)
            elif any(self._in_twin_cage(number, side) for side in (0, 1)):
                what = "several links share a cage there, and the lists do not say which"
                self.lacking[what, "give the column piece: one text for the cables of a piece"].append(
                    number
                )
        cage: dict[_CableEnd, int] = {}
        holders: list[list[_CableEnd]] = []
        for piece, numbers in together.items():
            for ends in self._shared(piece, numbers):
                cage |= dict.fromkeys(ends, len(holders))
                holders.append(ends)
        for number in self.gbps:
            for side in (0, 1):
                if (number, side) not in cage:
                    cage[number, side] = len(holders)
                    holders.append([(number, side)])
        return cage, holders

    def _in_twin_cage(self, number: int, side: int) -> bool:
        group, form = self._group_at(number, side), self.form.get((number, side))
        return group is not None and group.links_per_cage > 1 and form == group.connector

    def _shared(self, piece: str, numbers: list[int]) -> Iterator[list[_CableEnd]]:
        """Yield the ends of a piece's cables that share a cage, device by device."""
        if len(numbers) == 1 or any(
            (number, side) not in self.form for number in numbers for side in (0, 1)
        ):
            return
        at: dict[int, list[_CableEnd]] = defaultdict(list)
        for number in numbers:
            for side, end in enumerate(self.fabric.cables[number].ends):
                at[end.device].append((number, side))
        shared = [ends for ends in at.values() if len(ends) == len(numbers) and self._fit(ends)]
        if not shared or len({self.gbps[number] for number in numbers}) > 1:
            what = f"no device has a cage for all of the piece {piece!r}"
            remedy = "its cables need one rate, one device, and a form there with a lane for each"
            self.lacking[what, remedy] += numbers
            return
        yield from shared

    def _fit(self, ends: Sequence[_CableEnd]) -> bool:
        """Whether a cage of one form accepts the plug of all these ends."""
        forms = {self.form[end] for end in ends}
        return len(forms) == 1 and has_lanes(min(forms), len(ends))

    def _links(
        self,
        cables: IntArray,
        cage: Mapping[_CableEnd, int],
        holders: Sequence[Sequence[_CableEnd]],
        lengths_mm: Sequence[IntArray],
    ) -> CagedLinks:
        """Return the links of some cables, dropping unused cages."""
        numbers = cables.tolist()
        ends = [[cage[number, side] for side in (0, 1)] for number in numbers]
        used, place = np.unique(np.array(ends, dtype=np.int64).reshape(-1, 2), return_inverse=True)
        first = [holders[item][0] for item in used.tolist()]
        kinds = [self._socket(holders[item]) for item in used.tolist()]
        sockets = tuple(dict.fromkeys(kinds))
        devices = [
            self.fabric.devices[self.fabric.cables[number].ends[side].device] for number, side in first
        ]
        needs = LinkNeeds(
            gbps=np.array([self.gbps[number] for number in numbers], dtype=np.float64),
            electrical_mm=lengths_mm[0][cables].astype(np.int64),
            optical_mm=lengths_mm[1][cables].astype(np.int64),
            cage=place.reshape(-1, 2).astype(np.int64),
            cage_socket=np.array([sockets.index(kind) for kind in kinds], dtype=np.int64),
            sockets=sockets,
            cage_cabinet=np.array([device.cabinet or 0 for device in devices], dtype=np.int64),
            name=_namer(self.fabric, numbers),
            **self._listed(numbers),
        )
        owner_of = {SWITCH: SWITCH_CAGE, PANEL: PANEL_CAGE}
        owners = [owner_of.get(device.kind, END_CAGE) for device in devices]
        joined = [self._ends_of_link(number) for number in numbers]
        to_servers = [{item.kind, other.kind} != {SWITCH} for item, other in joined]
        return CagedLinks(needs, np.array(to_servers, dtype=np.bool_), np.array(owners, dtype=np.uint8))

    def _listed(self, numbers: Sequence[int]) -> dict[str, Any]:
        """Return the media that the list asks for, for `LinkNeeds`; links through panels have their own.

        Prices by a formula know only copper and fibre.
        """
        asked = ["" if number in self._link_of else self.fabric.cables[number].kind for number in numbers]
        if self.catalogue.formula is not None:
            asked = [
                item and (COPPER if is_covered(item, COPPER) or item == COPPER else FIBRE) for item in asked
            ]
        if not any(asked):
            return {}
        listed = tuple(dict.fromkeys(("", *asked)))
        return {
            "listed": listed,
            "listed_of": np.array([listed.index(item) for item in asked], dtype=np.int64),
        }

    def _ends_of_link(self, number: int) -> tuple[Device, Device]:
        """Return the devices that a cable connects, or those of its link if that runs through panels."""
        link = self._link_of.get(number)
        ends = self.fabric.cables[number].ends if link is None else (link.a, link.b)
        return self.fabric.devices[ends[0].device], self.fabric.devices[ends[1].device]

    @cached_property
    def _link_of(self) -> dict[int, Link]:
        return {number: link for link in self.paths.values() for number in self._bought(link)}

    def _socket(self, ends: Sequence[_CableEnd]) -> Socket:
        """Return the form and link capacity of a cage, from its model, else from its plug."""
        (number, side), count = ends[0], len(ends)
        form, gbps, group = self.form[ends[0]], self.gbps[number], self._group_at(number, side)
        if group is not None and group.connector == form and group.links_per_cage >= count:
            return Socket(form, group.links_per_cage)
        if count == 1:
            return Socket(form, 1)
        plugs = [
            links
            for cable in self.catalogue.cables
            for connector, links in (
                (cable.connector_a, cable.links),
                (cable.connector_b, cable.tail_links),
            )
            if cable.gbps == gbps and connector == form
        ]
        plugs += [m.links for m in self.catalogue.transceivers if m.gbps == gbps and m.connector == form]
        return Socket(form, min((links for links in plugs if links >= count), default=count))


def cable_names(fabric: Fabric, numbers: Sequence[int]) -> str:
    """Return the ids of some cables, abbreviated if there are many."""
    named = ", ".join(fabric.cables[number].id for number in numbers[:_MAX_NAMED])
    left = len(numbers) - _MAX_NAMED
    return f"{named} and {left:,} more" if left > 0 else named


def listed_devices(
    fabric: Fabric, catalogue: Catalogue
) -> tuple[tuple[BoughtDevices, ...], tuple[int, ...]]:
    """Return the devices whose model is in the catalogue, by part, and the devices whose model is not.

    Panels and PDUs are in neither group.
    """
    sold: list[Switch | Nic | Server] = [*catalogue.switches, *catalogue.nics, *catalogue.servers]
    parts = {item.part: item for item in sold}
    cabinets: dict[str, list[int]] = defaultdict(list)
    without = []
    for number, device in enumerate(fabric.devices):
        if device.kind in {PANEL, PDU}:
            continue
        if device.model in parts:
            cabinets[device.model].append(device.cabinet or 0)
        else:
            without.append(number)
    bought = tuple((parts[model], np.array(own, dtype=np.int64)) for model, own in sorted(cabinets.items()))
    return bought, tuple(without)


def _namer(fabric: Fabric, numbers: Sequence[int]) -> Callable[[int], str]:
    """Return a function that names links: id, device and port at both ends."""

    def name(link: int) -> str:
        cable = fabric.cables[numbers[link]]
        item, other = (
            f"{fabric.devices[end.device].name} {end.port_name or end.port}" for end in cable.ends
        )
        return f"{cable.id} ({item} to {other})"

    return name
