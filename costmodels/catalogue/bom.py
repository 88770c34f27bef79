"""The bill of materials: pieces of each part number, spares, stock, and the purchase with its price."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

import numpy as np

from netfloor.costmodels.buying.price_breaks import PartPurchase
from netfloor.costmodels.buying.supplier_orders import SupplierOrder, SupplierTerms
from netfloor.costmodels.catalogue.choice.choose import PartsChoice
from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.formula import laying_cents
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.skus import POWER_CORD, POWERED, Sku, supplier_terms
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.costmodels.catalogue.trunks.choose import TrunkChoice
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.costmodels.sets.offers import IntArray
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.foundation.errors import InfeasibleError


@dataclass(frozen=True)
class BomLine:
    """A part number on the bill: pieces used, spares, stock on hand, and the purchase.

    The purchase exceeds the need if a price break makes that cheaper.
    """

    sku: Sku
    used: int
    spares: int
    from_stock: int
    purchase: PartPurchase
    spares_percent: float = 0.0  # of the pieces used, rounded up; 0 if spares are a number of pieces
    # pieces in use for servers: the servers, their adapters, cables and transceivers
    for_servers: int = 0

    @property
    def server_cents(self) -> int:
        """Cost share of servers, by the pieces in use, rounded half up."""
        share = Fraction(self.for_servers, self.used) if self.used else Fraction(0)
        return round_half_up(self.purchase.total_cents * share)

    @property
    def lead_time_days(self) -> int | None:
        """Days to delivery of the purchase, from stock if that suffices; None if unknown."""
        buying = self.sku.buying
        there = buying.stock is not None and self.purchase.quantity <= buying.stock
        return buying.delivery_days if there else buying.lead_time_days


@dataclass(frozen=True)
class Bom:
    """A bill of materials, in integer cents of ``currency``."""

    currency: str
    tax_percent: float  # for suppliers without their own rate, and for laying
    lines: tuple[BomLine, ...]  # in the catalogue's order, only parts in use
    # pieces in use by (cabinet, part number); cables are counted at the cabinet of their first end
    by_cabinet: Mapping[tuple[int, int], int]
    skus: tuple[Sku, ...]
    supplier_terms: Mapping[str, SupplierTerms] = field(default_factory=dict)
    laid: tuple[int, int] = (0, 0)  # cables inside cabinets and between two; spares are not laid
    laying_prices: tuple[int, int] | None = None  # in cents, per cable; None if unknown
    states_taxes: bool = True  # whether the catalogue states ``tax_percent``; else 0 is only assumed

    @cached_property
    def net_cents(self) -> int:
        """Price of all purchased parts, before freight and taxes."""
        return sum(line.purchase.total_cents for line in self.lines)

    @cached_property
    def orders(self) -> tuple[SupplierOrder, ...]:
        """The order from each supplier by name; parts without a supplier come last."""
        bought: dict[str, list[BomLine]] = {}
        for line in self.lines:
            if line.purchase.quantity:
                bought.setdefault(line.sku.buying.supplier, []).append(line)
        return tuple(
            _order(self.supplier_terms.get(name, SupplierTerms(name)), bought[name])
            for name in sorted(bought, key=lambda name: (not name, name))
        )

    @property
    def freight_cents(self) -> int:
        """Freight of all orders, before taxes."""
        return sum(order.freight_cents for order in self.orders)

    @property
    def server_cents(self) -> int:
        """Servers' share of the net sum; the rest is for the network and power cords."""
        return sum(line.server_cents for line in self.lines)

    @property
    def power_cord_cents(self) -> int:
        """Price of the power cords, before taxes."""
        return sum(line.purchase.total_cents for line in self.lines if line.sku.kind == POWER_CORD)

    @property
    def laying_cents(self) -> int | None:
        """Cost of laying the cables, before taxes; None if the catalogue has no price for it."""
        if self.laying_prices is None:
            return None
        return sum(cables * cents for cables, cents in zip(self.laid, self.laying_prices, strict=True))

    def tax_percent_of(self, supplier: str) -> float:
        """Return the tax rate of a supplier's deliveries, in percent."""
        terms = self.supplier_terms.get(supplier)
        return self.tax_percent if terms is None or terms.tax_percent is None else terms.tax_percent

    @property
    def untaxed(self) -> tuple[str, ...]:
        """Suppliers without a stated tax rate, beside others with one; the bill adds them none."""
        terms = {order.terms.name: order.terms.tax_percent for order in self.orders}
        if self.states_taxes or not any(terms.values()):
            return ()
        return tuple(name for name, percent in terms.items() if percent is None)

    @property
    def is_laying_untaxed(self) -> bool:
        """Whether the bill adds no taxes to laying because only suppliers have a stated rate."""
        has_rates = any(order.terms.tax_percent for order in self.orders)
        return bool(self.laying_cents) and not self.states_taxes and has_rates

    @property
    def stated_tax_percents(self) -> tuple[float, ...]:
        """All tax rates on the bill without those of `untaxed` and of untaxed laying, ascending."""
        is_part = bool(self.untaxed) or self.is_laying_untaxed
        return tuple(percent for percent in self.tax_percents if percent or not is_part)

    @property
    def tax_percents(self) -> tuple[float, ...]:
        """All tax rates on the bill, ascending."""
        percents = {self.tax_percent_of(order.terms.name) for order in self.orders}
        percents |= {self.tax_percent} if self.laying_cents or not percents else set()
        return tuple(sorted(percents))

    @property
    def tax_cents(self) -> int:
        """Taxes on parts, freight and laying, rounded half up once."""
        taxes = exact_decimal(self.tax_percent) * (self.laying_cents or 0)
        for order in self.orders:
            taxes += exact_decimal(self.tax_percent_of(order.terms.name)) * order.total_cents
        return round_half_up(taxes / 100)

    @property
    def total_cents(self) -> int:
        """Total of the bill: parts, freight, taxes, and laying if the catalogue prices it."""
        return self.net_cents + self.freight_cents + (self.laying_cents or 0) + self.tax_cents

    @property
    def example_cents(self) -> int:
        """Share of the net sum that rests on prices without a source."""
        return sum(line.purchase.total_cents for line in self.lines if line.sku.buying.is_example)

    @property
    def powered(self) -> tuple[BomLine, ...]:
        """The parts in use that draw power."""
        return tuple(line for line in self.lines if line.used and line.sku.kind in POWERED)

    @property
    def without_watts(self) -> tuple[BomLine, ...]:
        """The parts in use whose power the catalogue does not state."""
        return tuple(line for line in self.powered if line.sku.lacks_watts)

    @property
    def stated_power_mw(self) -> int:
        """Power of the installed parts whose power the catalogue states."""
        return sum(line.used * line.sku.power_mw for line in self.lines)

    @property
    def power_mw(self) -> int | None:
        """Power of all installed parts, None if that of any is unknown."""
        return None if self.without_watts else self.stated_power_mw

    @property
    def lead_time_days(self) -> int | None:
        """Longest delivery time of the purchase, None if unknown."""
        days = [line.lead_time_days for line in self.lines if line.purchase.quantity]
        return max((day for day in days if day is not None), default=None)


def make_bom(
    links: CagedLinks, found: PartsChoice, rules: BuyingRules, trunks: TrunkChoice | None = None
) -> Bom:
    """Return the bill of a network's cables and devices.

    Stock on hand is used first; unit prices are those of the quantity bought. With ``trunks``, each link in
    a trunk has two cords and a share of the trunk instead of its chosen cord. Raise `InfeasibleError` if
    more pieces of a part are needed than arrive in time; the message names the part.
    """
    catalogue, choice = rules.catalogue, found.choice
    cables = _cables(choice, trunks)
    by_cabinet = _count_by_cabinet(links, choice, cables)
    used = np.zeros(len(choice.skus), dtype=np.int64)
    for (_, sku), pieces in by_cabinet.items():
        used[sku] += pieces
    for_servers = _for_servers(links, choice, used, cables)
    lines = tuple(
        _line(choice.skus[sku], int(used[sku]), rules, int(for_servers[sku]), found.quantities.get(sku, 0))
        for sku in np.flatnonzero(used).tolist()
    )
    terms = supplier_terms(catalogue)
    return Bom(
        currency=catalogue.currency,
        tax_percent=catalogue.tax_percent,
        lines=lines,
        by_cabinet=by_cabinet,
        skus=choice.skus,
        supplier_terms=terms,
        laid=_laid(choice, trunks),
        laying_prices=laying_cents(catalogue),
        states_taxes=catalogue.states_taxes,
    )


def _laid(choice: LinkChoice, trunks: TrunkChoice | None) -> tuple[int, int]:
    """Count the cables inside cabinets and between two; links in trunks have cords to their cassettes."""
    inside = len(np.unique(choice.link_cable[choice.needs.inside_cabinet]))
    between = choice.counts.cables - inside
    if trunks is not None:
        inside += trunks.jumpers
        between += len(trunks.runs) - sum(len(run.links) for run in trunks.runs)
    return inside, between


def _order(terms: SupplierTerms, lines: list[BomLine]) -> SupplierOrder:
    days = [line.lead_time_days for line in lines]
    known = [day for day in days if day is not None]
    raised = [line.purchase for line in lines if line.purchase.is_for_order]
    return SupplierOrder(
        terms,
        part_numbers=len(lines),
        pieces=sum(line.purchase.quantity for line in lines),
        goods_cents=sum(line.purchase.total_cents for line in lines),
        lead_time_days=max(known) if len(known) == len(days) else None,
        surplus_pieces=sum(purchase.extra for purchase in raised),
        surplus_cents=sum(purchase.extra * purchase.unit_cents for purchase in raised),
    )


def _line(sku: Sku, used: int, rules: BuyingRules, for_servers: int, quantity: int) -> BomLine:
    terms = rules.terms(sku)
    if shortage := rules.shortage(sku, used):
        raise InfeasibleError(shortage)
    supply = terms.supply(used, quantity)
    percent = float(terms.spare.percent)
    return BomLine(
        sku=sku,
        used=used,
        spares=supply.spares,
        from_stock=supply.from_stock,
        purchase=supply.purchase,
        spares_percent=percent,
        for_servers=for_servers,
    )


def _cables(choice: LinkChoice, trunks: TrunkChoice | None) -> IntArray:
    """Return cabinet, part number and first link of each piece that connects cages, (n, 3)."""
    first_link = np.unique(choice.link_cable, return_index=True)[1]
    cabinet = choice.needs.cage_cabinet[choice.needs.cage[first_link, 0]]
    cables = np.column_stack([cabinet, choice.cable_sku, first_link])
    if trunks is None:
        return cables
    return np.concatenate([cables[~choice.is_cord], trunks.rows(choice)])


def _for_servers(links: CagedLinks, choice: LinkChoice, used: IntArray, cables: IntArray) -> IntArray:
    """Count the pieces of each part in use for servers; a piece shared by links counts for the first."""
    needs = choice.needs
    pieces = np.zeros(len(used), dtype=np.int64)
    np.add.at(pieces, cables[links.to_servers[cables[:, 2]], 1], 1)
    first_in_cage = np.full(len(needs.cage_cabinet), len(needs), dtype=np.int64)
    np.minimum.at(first_in_cage, needs.cage.ravel(), np.repeat(np.arange(len(needs)), 2))
    of_servers = np.append(links.to_servers, False)  # for cages without links
    hosts = (choice.cage_module >= 0) & of_servers[first_in_cage]
    np.add.at(pieces, choice.cage_module[hosts], 1)
    devices = np.array([sku.kind in {"NIC", "server"} for sku in choice.skus])
    return np.where(devices, used, pieces)


def _count_by_cabinet(
    links: CagedLinks, choice: LinkChoice, cables: IntArray
) -> dict[tuple[int, int], int]:
    place = {sku.part: number for number, sku in enumerate(choice.skus)}
    needs = choice.needs
    filled = np.flatnonzero(choice.cage_module >= 0)
    pieces = [
        (cables[:, 0], cables[:, 1]),
        (needs.cage_cabinet[filled], choice.cage_module[filled]),
    ]
    apart = [*((device.part, cabinet) for device, cabinet in links.devices), *links.power_cords]
    pieces += [(cabinet, np.full(len(cabinet), place[part])) for part, cabinet in apart]
    columns = [np.column_stack(column) for column in pieces]
    rows, counts = np.unique(np.concatenate(columns), axis=0, return_counts=True)
    return {(c, s): n for (c, s), n in zip(rows.tolist(), counts.tolist(), strict=True)}
