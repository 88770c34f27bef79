"""The bill of materials of a plan made from lists: cables, cords and transceivers."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

import numpy as np

from netfloor.costmodels.catalogue.bom import make_bom
from netfloor.costmodels.catalogue.choice.assemblies import by_medium_rule
from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.catalogue.choice.offers import describe_unsold, unsold_links
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.fabric_needs import (
    FabricLinks,
    Unknown,
    cable_names,
    fabric_links,
    listed_devices,
)
from netfloor.costmodels.catalogue.formula import FormulaNeeds, for_network, within_reach
from netfloor.costmodels.catalogue.laid_pieces import LaidPart, choice_beside
from netfloor.costmodels.catalogue.link_needs import NO_WAY, LinkNeeds
from netfloor.costmodels.catalogue.order_choice import listed_pieces, order_obstacles, ordered_choice
from netfloor.costmodels.catalogue.panel_links import PathParts
from netfloor.costmodels.catalogue.panel_paths import PanelPath
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.costmodels.sets.offers import IntArray, metres
from netfloor.fabric.fabric import PANEL, PDU, SWITCH, Cable, Device, Fabric
from netfloor.foundation.errors import (
    SEPARATOR,
    InfeasibleError,
    InputError,
    ManyProblemsError,
    as_option,
    setting,
)
from netfloor.foundation.wording import count_text
from netfloor.plans.laid import LaidFabric, cable_ports
from netfloor.plans.order.ordered_parts import LinkEnds, OrderedParts
from netfloor.plans.order.panel_parts import PanelLinks, loss_of_paths
from netfloor.plans.order.parts_list import listed_parts, parts_list, refuse_unknown_spares
from netfloor.plans.order.places import cable_routes, rates_of_links
from netfloor.plans.order.power_cords import CordBill, PowerCords
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan, with_panels

#: Kinds of devices that are on no bill.
_UNSOLD_KINDS = (PANEL, PDU)
#: Reason and remedy for a link of an import without a known length.
_LOST = ("of unknown length", "give the racks (in a hall also units) of their devices in the imported file")
#: Limit on device names in a sentence.
_MAX_NAMED = 5
#: Terms that apply only to plans from specs, with their options.
_OF_FORMULAS = {
    "requested_devices": ("switch", "nic", "server"),
    "network_only": ("network-only",),
    "fibre_trunks": ("fibre-trunks",),
    "laying_price": ("laying-price",),
}


@dataclass(frozen=True)
class LaidParts(OrderedParts):
    """The order for the cables of lists, or of an import with several rates or panels.

    Attributes
    ----------
    fabric
        Devices and cables of the plan.
    cables
        Index in the fabric's cables of each link, (m,) int64.
    cords
        Power cords, which are not network cables.
    installed
        Cables that are already installed.
    paths, through
        Links through panels, in the order of ``links.paths``, and the parts bought for each.
    power
        The parts for each power cord; empty if the catalogue has none.
    left_out
        Cables that the bill leaves out, each with the reason.
    without_part
        Devices to be bought whose model is not in the catalogue.
    """

    plan: LaidFabric | Plan
    fabric: Fabric = field(kw_only=True)
    cables: IntArray = field(kw_only=True)
    cords: tuple[int, ...] = ()
    installed: tuple[int, ...] = ()
    paths: tuple[PanelPath, ...] = ()
    through: tuple[PathParts, ...] = ()
    power: CordBill = field(default_factory=CordBill)
    left_out: tuple[Unknown, ...] = ()
    without_part: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """The name of the plan."""
        plan = self.plan
        return plan.topology.name if isinstance(plan, Plan) else plan.display_name

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on incomplete lists."""
        plan = self.plan
        return tuple(plan.topology.notes) if isinstance(plan, Plan) else self.fabric.notes

    @property
    def link_ends(self) -> Iterator[LinkEnds]:
        """Device and port at both ends of every link."""
        fabric = self.fabric
        for number in self.cables.tolist():
            item, other = (
                (fabric.devices[end.device].name, end.port_name or end.port)
                for end in fabric.cables[number].ends
            )
            yield item, other

    @property
    def devices_there(self) -> tuple[Device, ...]:
        """The devices of the list that are not on the bill."""
        bought = {part.part for part, _ in self.links.devices}
        return tuple(
            each for each in self.fabric.devices if each.kind in _UNSOLD_KINDS or each.model not in bought
        )

    @property
    def cables_without_part(self) -> tuple[str, ...]:
        """The cables that the bill leaves out, with the reason."""
        fabric = self.fabric
        return tuple(f"No part for {_cables(fabric, item.cables)}: {item.what}." for item in self.left_out)

    @property
    def missing(self) -> tuple[str, ...]:
        """Items missing from the bill: cables with the reason, power cords, devices."""
        fabric = self.fabric
        sentences = [*self.cables_without_part]
        if self.cords and not self.catalogue.power_cords:
            cords = count_text(len(self.cords), "power cord")
            sentences.append(f"No part for {cords}: the catalogue has no power cords.")
        sentences += [
            f"No part for {count_text(len(own), 'power cord')} ({cable_names(fabric, own)}): {what}."
            for what, own in self.power.unsold.items()
        ]
        if self.without_part:
            names = ", ".join(fabric.devices[number].name for number in self.without_part[:_MAX_NAMED])
            more = len(self.without_part) - _MAX_NAMED
            names += f" and {more:,} more" if more > 0 else ""
            devices = count_text(len(self.without_part), "device")
            sentences.append(f"No part for {devices}: model not in the catalogue ({names}).")
        return tuple(sentences)

    @property
    def identities(self) -> dict[str, bool]:
        """Whether each cable of the list counts once: on the bill, installed, power cord or left out."""
        numbers = [
            *self.cables.tolist(),
            *self.installed,
            *self.cords,
            *(number for item in self.left_out for number in item.cables),
        ]
        is_complete = sorted(numbers) == list(range(len(self.fabric.cables)))
        own = "links" if not self.paths else "cables of links"
        there = " + installed cables" if self.installed else ""
        return {f"{own}{there} + power cords + cables left out = cables of the list": is_complete}

    def path_of(self, row: int) -> tuple[PanelPath, PathParts] | None:
        """Return the link through panels of which a row of the bill is a piece, and its parts."""
        for rows, path, parts in zip(self.links.paths, self.paths, self.through, strict=True):
            if row in rows:
                return path, parts
        return None

    @property
    def curve(self) -> tuple[tuple[int, int], ...]:
        """Cost of the choice for other numbers of part numbers; empty with panels."""
        return () if self.through else super().curve


def ordered_parts(
    plan: Plan | LaidFabric, file: Path, catalogue: Catalogue, terms: OrderTerms
) -> OrderedParts:
    """Return the bill of any plan, see `listed_parts` and `laid_parts`."""
    if isinstance(plan, Plan) and not is_billed_by_cable(plan, catalogue):
        return listed_parts(plan, file, catalogue, terms)
    return laid_parts(plan, file, catalogue, terms)


def is_billed_by_cable(plan: Plan, catalogue: Catalogue) -> bool:
    """Return whether a plan is an import with several link rates or panels, billed cable by cable.

    Prices by formula know no cords: there a link through panels is one cable.
    """
    in_pieces = bool(plan.pieces) and catalogue.formula is None
    return plan.given is not None and (in_pieces or len(np.unique(rates_of_links(plan))) > 1)


def parts_of_plan(plan: Plan, file: Path | None, terms: OrderTerms | None) -> OrderedParts:
    """Return the bill of a plan by a catalogue's file, or its own order if ``file`` is None."""
    if file is not None and plan.given is not None:
        return ordered_parts(plan, file, load_catalogue(file), terms or OrderTerms())
    return parts_list(plan, file, terms)


def laid_parts(laid: LaidFabric | Plan, file: Path, catalogue: Catalogue, terms: OrderTerms) -> LaidParts:
    """Return the bill of a plan made from lists, by a loaded catalogue with the name ``file``.

    An import with several rates, or with panels, is billed the same way: its devices exist already.

    Raises
    ------
    InputError
        If catalogue or terms cannot be used, or the rate or cages of a cable are unknown. The message lists
        all of these and the links without a part.
    InfeasibleError
        If links have no part, or a part is not available in the quantity needed.
    """
    cabled = _cabled(laid, terms, catalogue)
    of_lists = replace(terms, network_only=False) if isinstance(laid, Plan) else terms
    listed = _listed_links(cabled, catalogue, of_lists)
    if not terms.listed.partial:
        _refuse_unknown(cabled, listed.unknown, listed.unsold)
    links, asked = listed.links, listed.asked
    if not len(links.needs):
        left_out = [
            f"{count_text(len(item.cables), 'cable')}: {item.what}; {item.remedy}"
            for item in (*listed.unknown, *listed.unsold)
        ]
        reasons = f" ({'; '.join(left_out)})" if left_out else ""
        raise InputError(laid.name, f"has no cable with a part{reasons}")
    through: tuple[PathParts, ...] = ()
    if terms.laid or listed.paths:
        result = choice_beside(links, replace(asked, needs=links.needs), terms.laid, listed.panels.chosen)
        through = listed.panels.chosen(result)
        hidden = listed.panels.hidden_cents(through)
        result = replace(result, bound_cents=max(result.bound_cents - hidden, 0)) if hidden else result
    else:
        result = ordered_choice(asked)
    power = listed.power.bill(result.pieces[len(result.pieces) - len(listed.power.groups) :])
    links = replace(links, power_cords=listed.power.bought(power))
    return LaidParts(
        plan=laid,
        file=file,
        catalogue=asked.rules.catalogue,
        terms=terms,
        criterion=asked.criterion,
        spares=asked.rules.spares,
        links=links,
        asked=asked,
        found=result,
        bom=make_bom(links, result, asked.rules),
        cabinet_names=cabled.cabinets,
        assumed=(
            *(*listed.assumed, *listed.panels.assumed(through), *loss_of_paths(through)),
            *([power.assumed] if power.assumed else []),
        ),
        fabric=cabled.fabric,
        cables=listed.cables,
        cords=listed.cords,
        installed=listed.installed,
        paths=listed.paths,
        through=through,
        power=power,
        left_out=(*listed.unknown, *listed.unsold),
        without_part=listed.without_part,
    )


def laid_obstacles(laid: LaidFabric, catalogue: Catalogue, terms: OrderTerms) -> Iterator[tuple[str, str]]:
    """Yield the obstacles to the order of a plan, each with its cables; options are spelled."""
    listed = _listed_links(_cabled(laid, terms, catalogue), catalogue, terms)
    for item in (*listed.unknown, *listed.unsold):
        reason = InfeasibleError(f"{item.what}; {item.remedy}").told(as_option)
        yield _cables(laid.fabric, item.cables), reason
    asked = listed.asked
    if len(asked.needs) or asked.pieces or asked.bundles:
        for text in order_obstacles(asked)[1]:
            yield laid.display_name, InfeasibleError(text).told(as_option)


@dataclass(frozen=True, eq=False)
class _Cabled:
    """Devices and cables to order for, the cables' lengths by medium, and the names of cabinets."""

    name: str
    fabric: Fabric
    lengths_mm: Sequence[IntArray]
    cabinets: tuple[str, ...]
    is_import: bool = False

    def split_lost(self, needs: LinkNeeds, unsold: IntArray) -> tuple[IntArray, IntArray]:
        """Split links without a part: those of an import with unknown length, and the others."""
        known = (needs.electrical_mm[unsold] != NO_WAY) | (needs.optical_mm[unsold] != NO_WAY)
        known |= not self.is_import
        return unsold[~known], unsold[known]


def _cabled(plan: LaidFabric | Plan, terms: OrderTerms, catalogue: Catalogue) -> _Cabled:
    """Return the cables of a plan; of an import's network only those between its switches.

    Links through panels of an import are the cables that they consist of.
    """
    if isinstance(plan, LaidFabric):
        item, other = cable_ports(plan.fabric)
        lengths_mm = [plan.hall.lengths_between(item, other, medium) for medium in MEDIA]
        return _Cabled(
            plan.name, plan.fabric, lengths_mm, tuple(cabinet.name for cabinet in plan.hall.cabinets)
        )
    routes, cabinets = cable_routes(plan)
    routes, fabric = routes.with_detours(plan.detours), fabric_of_plan(plan)
    known = len(routes.electrical_mm)
    more = [NO_WAY if cable.length_mm is None else cable.length_mm for cable in fabric.cables[known:]]
    lengths_mm = [
        np.concatenate([own, np.array(more, dtype=np.int64)])
        for own in (routes.electrical_mm, routes.optical_mm)
    ]
    if terms.network_only:
        between = [
            number
            for number, cable in enumerate(fabric.cables)
            if all(fabric.devices[end.device].kind == SWITCH for end in cable.ends)
        ]
        fabric = replace(fabric, cables=tuple(fabric.cables[number] for number in between))
        lengths_mm = [own[between] for own in lengths_mm]
    if plan.pieces and catalogue.formula is None:
        fabric, lengths_mm = _in_pieces(plan, fabric, lengths_mm)
    return _Cabled(plan.name, fabric, lengths_mm, cabinets, is_import=True)


def _in_pieces(plan: Plan, fabric: Fabric, lengths_mm: Sequence[IntArray]) -> tuple[Fabric, list[IntArray]]:
    """Return the cables of an import, links through panels as their pieces, and all lengths.

    Pieces without a rate have that of their link; those between the rears of two panels are installed.
    Other cables at panels are left out.
    """
    given = () if plan.given is None else plan.given.cables
    rates = {entry.id: rate for entry, rate in zip(given, rates_of_links(plan).tolist(), strict=False)}
    whole = with_panels(replace(fabric, cables=()), plan)
    rears = {(number, rear) for number, device in enumerate(whole.devices) for _, rear, _ in device.passes}
    there, pieces = {cable.id for cable in fabric.cables}, dict[str, Cable]()
    for own in plan.pieces.values():
        for item in own if own[0].id in there else ():
            is_fixed = {(end.device, end.port) for end in item.ends} <= rears
            rate = item.gbps or rates.get(own[0].id)
            pieces[item.id] = replace(item, gbps=rate, installed=item.installed or is_fixed)
    direct = [number for number, cable in enumerate(fabric.cables) if cable.id not in pieces]
    links = (fabric.cables[number] for number in direct)
    cables = (*(replace(link, gbps=link.gbps or rates.get(link.id)) for link in links), *pieces.values())
    more = [NO_WAY if piece.length_mm is None else piece.length_mm for piece in pieces.values()]
    results = [np.concatenate([own[direct], np.array(more, dtype=np.int64)]) for own in lengths_mm]
    return replace(whole, cables=cables), results


@dataclass(frozen=True, eq=False)
class _ListedLinks:
    """The links of a plan with parts, and all other cables."""

    links: CagedLinks
    cables: IntArray
    asked: PartsQuestion
    cords: tuple[int, ...]
    power: PowerCords
    installed: tuple[int, ...]
    paths: tuple[PanelPath, ...]
    panels: PanelLinks
    assumed: tuple[str, ...]
    unknown: tuple[Unknown, ...]
    unsold: tuple[Unknown, ...]
    without_part: tuple[int, ...]


def _listed_links(cabled: _Cabled, catalogue: Catalogue, terms: OrderTerms) -> _ListedLinks:
    criterion, spares = terms.chosen_criterion(), terms.spare_rule()
    _refuse_terms_of_formulas(terms)
    catalogue = terms.priced(catalogue)
    copper_mm, fibre_mm = cabled.lengths_mm
    lengths_mm = within_reach(catalogue, copper_mm, fibre_mm)
    listed = fabric_links(cabled.fabric, lengths_mm, catalogue, terms.listed.forms())
    needs = listed.links.needs
    catalogue = for_network(catalogue, FormulaNeeds((), needs.gbps, needs.electrical_mm, needs.optical_mm))
    refuse_unknown_spares(spares, catalogue)
    listed = replace(listed, links=replace(listed.links, needs=by_medium_rule(needs, catalogue)))
    rules = BuyingRules(catalogue, spares, terms.max_lead_days)
    panels = PanelLinks(cabled.fabric, listed, rules, criterion)
    unsold = panels.direct[unsold_links(listed.links.needs.only(panels.direct), catalogue, criterion)]
    sold = np.delete(np.arange(len(listed.cables)), [*unsold.tolist(), *panels.unsold_rows])
    lost, unsold = cabled.split_lost(listed.links.needs, unsold)
    unknown = listed.unknown
    if len(lost):
        unknown = (*unknown, Unknown(tuple(listed.cables[lost].tolist()), *_LOST))
    links = listed.links.only(sold)
    without_part: tuple[int, ...] = ()
    if terms.listed.devices:
        devices, without_part = listed_devices(cabled.fabric, catalogue)
        links = replace(links, devices=devices)
    power = PowerCords(cabled.fabric, listed.cords if catalogue.power_cords else (), rules)
    pieces = (*listed_pieces(links), *(group.need for group in power.groups))
    direct = links.needs.only(np.flatnonzero(links.is_direct))
    return _ListedLinks(
        links=links,
        cables=listed.cables[sold],
        asked=PartsQuestion(direct, rules, criterion, terms.max_skus, pieces=pieces, bundles=panels.needs),
        cords=listed.cords,
        power=power,
        installed=listed.installed,
        paths=tuple(path for path, _ in panels.sold),
        panels=panels,
        assumed=tuple(listed.assumed(listed.cables[sold])),
        unknown=unknown,
        unsold=(*_unsold_kinds(listed, unsold, catalogue, criterion), *panels.unsold),
        without_part=without_part,
    )


def _refuse_terms_of_formulas(terms: OrderTerms) -> None:
    usual = OrderTerms()
    for item in fields(terms):
        if item.name not in _OF_FORMULAS or getattr(terms, item.name) == getattr(usual, item.name):
            continue
        names = _OF_FORMULAS[item.name]
        if item.name == "requested_devices":
            names = tuple(name for name, part in vars(terms.requested_devices).items() if part is not None)
        what = "applies only to networks built from a spec"
        raise InputError(" and ".join(map(setting, names)), what, "leave it out")


def _unsold_kinds(
    listed: FabricLinks, unsold: IntArray, catalogue: Catalogue, criterion: Criterion
) -> Iterator[Unknown]:
    """Yield the links without a part by rate and cages, with the nearest miss for each."""
    needs = listed.links.needs
    kinds: dict[tuple[float, tuple[str, ...]], list[int]] = {}
    for link in unsold.tolist():
        sockets = needs.cage_socket[needs.cage[link]].tolist()
        forms = tuple(sorted({needs.sockets[socket].connector for socket in sockets}))
        kinds.setdefault((float(needs.gbps[link]), forms), []).append(link)
    for (gbps, forms), numbers in sorted(kinds.items()):
        links = np.array(numbers, dtype=np.int64)
        result = describe_unsold(needs, links, catalogue, criterion)
        what = f"{gbps:g} Gb/s, {' to '.join(forms)}, up to {metres(result.longest_mm)}: no part on sale"
        remedy = f"closest: {result.why}"
        yield Unknown(tuple(listed.cables[links].tolist()), what, remedy)


def _refuse_unknown(cabled: _Cabled, unknown: Sequence[Unknown], unsold: Sequence[Unknown]) -> None:
    """Raise all reasons why cables have no part, with remedies and the option to leave them out."""
    if not unknown and not unsold:
        return
    lines = [
        f"{_cables(cabled.fabric, item.cables)}: {item.what}; {item.remedy}" for item in (*unknown, *unsold)
    ]
    lines[-1] += f". Or {setting('partial')}: the bill then lists them without parts"
    if not unknown:
        raise InfeasibleError(SEPARATOR.join(lines))
    if len(lines) == 1:
        raise InputError(cabled.name, *lines[0].split("; ", 1))
    raise ManyProblemsError(cabled.name, tuple(lines))


def _cables(fabric: Fabric, numbers: Sequence[int]) -> str:
    return f"{count_text(len(numbers), 'cable')} ({cable_names(fabric, numbers)})"


def laid_beside(new: LaidParts, old: LaidParts, stays: Collection[str]) -> LaidParts:
    """Return the bill of an expanded plan: cables with these ids keep their parts."""
    before = {old.fabric.cables[cable].id: row for row, cable in enumerate(old.cables.tolist())}
    names = [new.fabric.cables[cable].id for cable in new.cables.tolist()]
    alone = [_is_alone(parts) for parts in (old, new)]
    links: dict[tuple[str, str, str], list[int]] = {}
    for row, name in enumerate(names):
        was = before.get(name)
        if name in stays and was is not None and alone[0][was] and alone[1][row]:
            links.setdefault(_pieces(old, was), []).append(row)
    laid = tuple(LaidPart(*key, tuple(rows)) for key, rows in sorted(links.items()))
    return laid_parts(new.plan, new.file, new.catalogue, replace(new.terms, laid=laid))


def _is_alone(parts: LaidParts) -> list[bool]:
    """Return for each link whether it shares no cage."""
    cage = parts.links.needs.cage
    results: list[bool] = (np.bincount(cage.ravel())[cage] == 1).all(axis=1).tolist()
    return results


def _pieces(parts: LaidParts, link: int) -> tuple[str, str, str]:
    """Return the part of a link's cable and the transceivers at its ends."""
    choice = parts.choice
    modules = choice.cage_module[choice.needs.cage[link]].tolist()
    part = choice.skus[int(choice.cable_sku[choice.link_cable[link]])].part
    end_a, end_b = (choice.skus[module].part if module >= 0 else "" for module in modules)
    return part, end_a, end_b
