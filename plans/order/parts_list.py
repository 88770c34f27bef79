"""The bill of materials of a plan, with the data from which it was made."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from netfloor.costmodels.bill import UNPLACED_PORTS
from netfloor.costmodels.buying.spares import SpareRule
from netfloor.costmodels.catalogue.bom import make_bom
from netfloor.costmodels.catalogue.choice.assemblies import by_medium_rule
from netfloor.costmodels.catalogue.choice.choose import PartsChoice
from netfloor.costmodels.catalogue.choice.offers import Unsold, sold_links
from netfloor.costmodels.catalogue.choice.questions import PartsQuestion
from netfloor.costmodels.catalogue.device_options import DeviceOptions
from netfloor.costmodels.catalogue.equipment import Equipment
from netfloor.costmodels.catalogue.formula import within_reach
from netfloor.costmodels.catalogue.laid_pieces import choice_beside
from netfloor.costmodels.catalogue.link_needs import NO_WAY
from netfloor.costmodels.catalogue.order_choice import ordered_choice, refuse_missing_pieces
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.catalogue.parts.skus import money_cents, skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks, MediumRoutes, caged_links
from netfloor.costmodels.catalogue.trunks.case import TrunkWays
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice, choose_trunks
from netfloor.costmodels.catalogue.trunks.joint import choose_devices_and_trunks
from netfloor.costmodels.sets.offers import IntArray
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.units import MAX_LAYING_PRICE
from netfloor.foundation.wording import count_text
from netfloor.plans.order.devices import chosen_equipment, made_parts, offered_devices
from netfloor.plans.order.ordered_parts import LinkEnds, OrderedParts
from netfloor.plans.order.places import cable_routes, rates_of_links, unknown_lengths
from netfloor.plans.order.terms import OrderTerms, planned_order
from netfloor.plans.order.trunks.layout import TrunkLayout, lay_trunks
from netfloor.plans.order.trunks.ways import trunk_ways
from netfloor.plans.plan import Plan
from netfloor.plans.plan_fabric import fabric_of_plan
from netfloor.rooms.hall.hall import Hall

#: Limit on cable names in a message.
_FEW = 5


@dataclass(frozen=True)
class PartsList(OrderedParts):
    """The order for a network from a spec, and for its devices."""

    plan: Plan
    equipment: Equipment = field(kw_only=True)
    sold: IntArray | None = field(default=None, kw_only=True)  # links of the bill by number; None: all

    @property
    def name(self) -> str:
        """The spec of the network."""
        return self.plan.topology.name

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes of the network."""
        return tuple(self.plan.topology.notes)

    @property
    def link_ends(self) -> Iterator[LinkEnds]:
        """Device and port at both ends of every link, network links first, then those of servers.

        Server ends are empty unless servers are placed or come from a file.
        """
        plan = self.plan
        fabric, between = fabric_of_plan(plan), len(plan.cables)
        known = plan.given is not None or bool(plan.servers)
        for number, cable in enumerate(fabric.cables[: len(self.links.needs)]):
            near, far = ((fabric.devices[end.device].name, end.port_name or end.port) for end in cable.ends)
            yield near, far if known or number < between else ("", None)

    @property
    def identities(self) -> dict[str, bool]:
        """Whether the numbers of links and ports match the network."""
        links, topology = self.links, self.plan.topology
        expected = 0 if self.terms.network_only else int(topology.endpoints.sum())
        hosts, apart = len(links.needs) - links.network_links, links.management_ports
        return {
            "network links + host links = links": topology.link_count + expected == len(links.needs),
            f"switch ports{' + management ports' * bool(apart)} = 2 x network links + host links": (
                links.ports + apart == 2 * topology.link_count + hosts
            ),
        }

    @cached_property
    def trunk_layout(self) -> TrunkLayout | None:
        """Ends of trunks, panels and links in trunks; None without trunks."""
        room, trunks = self.plan.room, self.trunks
        if trunks is None or not trunks.runs or not isinstance(room, Hall):
            return None
        return lay_trunks(self.plan, room, self.links, self.catalogue, self.choice, trunks)


def parts_list(plan: Plan, file: Path | None = None, terms: OrderTerms | None = None) -> PartsList:
    """Return the bill of a plan.

    Parameters
    ----------
    file
        File of a catalogue; None: that of the plan's own order, with its original terms.
    terms
        How parts are chosen and bought; None: by price.

    Raises
    ------
    InputError
        If catalogue or terms cannot be used, or there is neither catalogue nor order.
    InfeasibleError
        If the catalogue cannot serve the network.
    """
    if file is None:
        return listed_parts(plan, *planned_order(plan))
    return listed_parts(plan, file, load_catalogue(file), terms or OrderTerms())


def listed_parts(
    plan: Plan,
    file: Path,
    catalogue: Catalogue,
    terms: OrderTerms,
    *,
    sold_only: bool = False,
    devices: bool = True,
) -> PartsList:
    """Return the bill of a plan by a loaded catalogue with the name ``file``.

    With ``sold_only`` links without a part are left out and reported, not refused. Without ``devices`` the
    bill has only cables, cords and transceivers.
    """
    criterion, spares = terms.chosen_criterion(), terms.spare_rule()
    _refuse_terms_of_lists(terms)
    routes, cabinet_names = cable_routes(plan)
    ways, gbps = routes.with_detours(plan.detours), rates_of_links(plan)
    by_formula = catalogue.formula is not None
    catalogue = terms.priced(catalogue)
    if by_formula:
        ways = _formula_ways(ways, plan, catalogue)
    catalogue = made_parts(catalogue, plan.topology, gbps, ways)
    refuse_unknown_spares(spares, catalogue)
    equipment = chosen_equipment(terms, plan.topology, catalogue)
    lost = [] if equipment.nic is None or by_formula else unknown_lengths(plan)
    if lost:
        few = ", ".join(lost[:_FEW]) + (" ..." if len(lost) > _FEW else "")
        raise InputError(
            plan.name,
            f"{count_text(len(lost), 'cable')} to servers of unknown length: {few}",
            "give racks (in a hall also units) of these servers in the imported file, or order only the "
            f"network: {setting('network-only')}",
        )
    placed = plan.hosts is not None or plan.given is not None
    unplaced = plan.topology.servers is not None and not placed and equipment.nic is not None
    if unplaced and not by_formula:
        raise InputError(
            plan.name,
            "its servers have ports on several switches and no places: cable lengths are unknown",
            f"place them with netfloor plan, or order only the network: {setting('network-only')}",
        )
    order = _Offered(plan, catalogue, terms, ways, devices=devices, sold_only=sold_only)
    result, trunks = order.chosen()
    links, equipment = order.bought(result)
    bom = make_bom(links, result, order.asked.rules, trunks)
    return PartsList(
        plan=plan,
        file=file,
        catalogue=catalogue,
        terms=terms,
        criterion=criterion,
        spares=spares,
        links=links,
        asked=order.asked,
        found=result,
        bom=bom,
        cabinet_names=cabinet_names,
        unsold=order.unsold,
        trunks=trunks,
        assumed=(*_assumed_rates(plan, len(links.needs)), *((UNPLACED_PORTS,) if unplaced else ())),
        equipment=equipment,
        sold=order.sold,
    )


def _formula_ways(routes: MediumRoutes, plan: Plan, catalogue: Catalogue) -> MediumRoutes:
    """Return the routes for prices by formula.

    Copper is limited to its reach. Servers without places, or with cables of unknown length, are beside
    their switch on copper cables of the length inside a cabinet.
    """
    lost = (routes.electrical_mm == NO_WAY) & (routes.optical_mm == NO_WAY)
    if not plan.servers and plan.given is None:
        lost = np.ones_like(lost)
    lost[: len(plan.cables)] = False
    electrical, optical = (
        np.where(lost, plan.room.inside_mm, own) for own in (routes.electrical_mm, routes.optical_mm)
    )
    electrical, optical = within_reach(catalogue, electrical, optical, lost)
    return replace(routes, electrical_mm=electrical, optical_mm=optical)


class _Offered:
    """The options of an order: models of devices, and the links between their cages.

    With ``sold_only``, only the models that leave the fewest links without parts.
    """

    def __init__(
        self,
        plan: Plan,
        catalogue: Catalogue,
        terms: OrderTerms,
        routes: MediumRoutes,
        *,
        devices: bool,
        sold_only: bool,
    ) -> None:
        self.plan, self.catalogue, self.terms, self.devices = plan, catalogue, terms, devices
        self._ways, self._gbps = routes, rates_of_links(plan)
        placed = plan.order is not None
        options, unasked_cents = offered_devices(terms, plan.topology, catalogue, placed=placed)
        if terms.laid or not devices:  # existing devices, or devices not bought, are not chosen
            options, unasked_cents = options[:1], None
        self.sold: IntArray | None = None
        self.unsold: Unsold | None = None
        links = [self._links_between(option.equipment) for option in options]
        if sold_only:
            options, links = self._sold(options, links)
        self.options, self.links = options, links
        rules = BuyingRules(catalogue, terms.spare_rule(), terms.max_lead_days)
        first, *others = [
            PartsQuestion(
                own.needs,
                rules,
                terms.chosen_criterion(),
                terms.max_skus,
                pieces=option.needs(own) if devices else (),
            )
            for option, own in zip(options, links, strict=True)
        ]
        self.asked = replace(first, alternatives=tuple(others), unasked_cents=unasked_cents)
        if terms.criterion == "fewest-parts" and first.pieces and not sold_only:
            by_price = replace(terms, criterion="price")
            free = _Offered(plan, catalogue, by_price, routes, devices=devices, sold_only=False)
            self.asked = replace(self.asked, by_price=free.asked)

    def _links_between(self, equipment: Equipment) -> CagedLinks:
        plan = self.plan
        links = caged_links(
            plan.topology, plan.cables, self._ways, self.catalogue, equipment, plan.kept, gbps=self._gbps
        )
        links = replace(links, needs=by_medium_rule(links.needs, self.catalogue))
        return links if self.devices else replace(links, devices=())

    def _sold(
        self, options: Sequence[DeviceOptions], links: Sequence[CagedLinks]
    ) -> tuple[tuple[DeviceOptions, ...], list[CagedLinks]]:
        """Return the models that leave the fewest links without parts, and the links with parts."""
        criterion = self.terms.chosen_criterion()
        results = [sold_links(link.needs, self.catalogue, criterion) for link in links]
        fewest = min(0 if unsold is None else unsold.links for _, unsold in results)
        if fewest == 0:
            kept = [number for number, (_, unsold) in enumerate(results) if unsold is None]
        else:
            kept = [next(n for n, (_, unsold) in enumerate(results) if unsold and unsold.links == fewest)]
            self.sold, self.unsold = results[kept[0]]
        sold = [links[number] for number in kept]
        if self.sold is not None:
            sold = [item.only(self.sold) for item in sold]
        return tuple(options[number] for number in kept), sold

    def chosen(self) -> tuple[PartsChoice, TrunkChoice | None]:
        """Return the parts of the order and its trunks, None if it asks for no trunks."""
        terms, asked = self.terms, self.asked
        with_trunks = self.unsold is None and _asks_for_trunks(self.plan, asked.rules, terms)
        laying_cents = money_cents(terms.laying_price)
        if terms.laid and self.unsold is None:
            result = choice_beside(self.links[0], asked, terms.laid)
            if not with_trunks:
                return result, None
            return result, choose_trunks(result.choice, asked.rules, self._trunk_ways(0), laying_cents)
        if not with_trunks:
            return ordered_choice(asked), None
        refuse_missing_pieces(asked)
        return choose_devices_and_trunks(asked, self._trunk_ways, laying_cents)

    def _trunk_ways(self, alternative: int) -> TrunkWays:
        room = self.plan.room
        if not isinstance(room, Hall):
            raise TypeError("trunks need a hall")
        return trunk_ways(self.plan, room, self.links[alternative], self.catalogue)

    def bought(self, found: PartsChoice) -> tuple[CagedLinks, Equipment]:
        """Return the links with the chosen devices, and these devices."""
        option, links = self.options[found.alternative], self.links[found.alternative]
        if not self.devices:
            return links, option.equipment
        equipment = option.equipment_of(found.pieces, self.catalogue)
        return replace(links, devices=self._links_between(equipment).devices), equipment


def _assumed_rates(plan: Plan, links: int) -> tuple[str, ...]:
    """Return sentences on assumed rates: unknown, or different from the network's."""
    if plan.given is None:
        return ()
    known, own = [cable.gbps for cable in plan.given.cables[:links]], f"{plan.topology.link_gbps:g} Gb/s"
    unknown = sum(not gbps for gbps in known)
    others = sum(bool(gbps) and gbps != plan.topology.link_gbps for gbps in known)
    said = []
    if unknown:
        said.append(f"{count_text(unknown, 'link')} of unknown rate: parts of {own} are bought")
    if others:
        what = "parts of cables are of their rate, switches and adapters of the network's"
        said.append(f"{count_text(others, 'link')} at another rate than {own}: {what}")
    return tuple(said)


def _refuse_terms_of_lists(terms: OrderTerms) -> None:
    names = {"cages": "cage", "gbps": "gbps", "devices": "devices", "partial": "partial"}
    given = [
        setting(names[name]) for name, value in vars(terms.listed).items() if value not in (None, (), False)
    ]
    if given:
        what = "applies only to plans made from lists"
        raise InputError(" and ".join(given), what, "leave it out")


def _asks_for_trunks(plan: Plan, rules: BuyingRules, terms: OrderTerms) -> bool:
    """Return whether an order asks for fibre trunks; raise `InputError` if it cannot have them."""
    asked, room = setting("fibre-trunks"), plan.room
    if not 0 <= terms.laying_price <= MAX_LAYING_PRICE:
        raise InputError(setting("laying-price"), f"{terms.laying_price} is out of range", "give a price")
    if not terms.fibre_trunks:
        if terms.laying_price:
            raise InputError(setting("laying-price"), "applies only to trunks", f"add {asked}")
        return False
    if not isinstance(room, Hall):
        raise InputError(asked, "needs a hall: the room is a grid, without rack units for panels")
    if plan.topology.networks is not None:
        raise InputError(asked, "supports plans of one network; this plan has several")
    if terms.max_skus is not None or terms.criterion == "fewest-parts":
        limit = setting("criterion") if terms.max_skus is None else setting("max-skus")
        raise InputError(f"{asked} and {limit}", "cannot go together", "give one of them")
    if not rules.catalogue.trunks:
        raise InputError(asked, f"the catalogue {rules.catalogue.title!r} has no trunks", "see [[trunks]]")
    return True


def refuse_unknown_spares(spares: SpareRule | None, catalogue: Catalogue) -> None:
    """Raise `InputError` for spares of a part that is not in the catalogue."""
    unknown = () if spares is None else spares.unknown(sku.part for sku in skus_of(catalogue))
    if unknown:
        what = f"{unknown[0]!r} is not in the catalogue"
        raise InputError(setting("spares"), what, "a part number of it")
