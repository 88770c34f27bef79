"""The quote of each of several networks in a plan, as a share of the whole purchase."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np

from netfloor.costmodels.buying.ownership import BoughtKind, Purchases
from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.choice.link_choice import MEDIA
from netfloor.costmodels.sets.coefficient import exact_decimal
from netfloor.costmodels.sets.offers import IntArray
from netfloor.costmodels.sets.prices import round_half_up
from netfloor.fabric.fabric import SWITCH
from netfloor.plans.assessment.quote import Quote
from netfloor.plans.networks import named_fabric, networks_of
from netfloor.plans.order.by_network import (
    Grouped,
    NetworkBill,
    grouped_by_network,
    pieces_of_groups,
    shared_cents,
)
from netfloor.plans.order.laid_parts import LaidParts
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.owned import kind_of_part
from netfloor.plans.order.parts_list import PartsList
from netfloor.plans.order.warnings import unsourced_cents
from netfloor.plans.sums import network_of

#: Kinds of parts that belong to servers.
_OF_SERVERS = ("NIC", "server")


def network_quotes(parts: OrderedParts) -> dict[str, Quote]:
    """Return the quote of each network; empty if the plan has a single network.

    Links between two networks belong to neither, except that management ports count for the network where
    their link ends. Servers belong to none; adapters and their cables belong to the adapter's network.
    """
    if isinstance(parts, PartsList):
        grouped = grouped_by_network(parts)
    elif isinstance(parts, LaidParts):
        grouped = _of_lists(parts)
    if not grouped.groups:
        return {}
    split = _split(parts, grouped)
    pieces = pieces_of_groups(parts, split)
    cents = shared_cents(parts, pieces)
    return {
        group.name: _quote(parts, split.of_link // 2 == number, _lines(parts, number, pieces, cents))
        for number, group in enumerate(grouped.groups)
    }


def _of_lists(parts: LaidParts) -> Grouped:
    """Return the parts of listed networks by group; parts of no network are in the last group."""
    names = list(networks_of(parts.plan))
    if len(names) < 2:
        return Grouped((), np.zeros(0, dtype=np.int64))
    number = {name: place for place, name in enumerate(names)}
    fabric = named_fabric(parts.plan)
    of_link = [
        number.get(network_of(fabric, fabric.cables[cable]), len(names)) for cable in parts.cables.tolist()
    ]
    bought = {part.part for part, _ in parts.links.devices}
    devices = tuple(
        (number.get(device.network, len(names)) if device.kind == SWITCH else len(names), device.model, 1)
        for device in fabric.devices
        if device.model in bought
    )
    groups = tuple(NetworkBill(name, "", 0.0) for name in names)
    return Grouped(groups, np.array(of_link, dtype=np.int64), devices)


def _split(parts: OrderedParts, grouped: Grouped) -> Grouped:
    """Return the parts in group 2k for the switches of network k, and in 2k + 1 for its servers."""
    kinds = {sku.part: sku.kind for sku in parts.choice.skus}
    devices = tuple(
        (2 * group + (kinds[part] in _OF_SERVERS), part, pieces) for group, part, pieces in grouped.devices
    )
    groups = [item for group in (*grouped.groups, NetworkBill("", "", 0.0)) for item in (group, group)]
    return Grouped(tuple(groups), 2 * grouped.of_link + parts.links.to_servers, devices)


#: A line of the bill, pieces in use, cost in cents, whether they are for servers.
_Share = tuple[BomLine, int, int, bool]


def _lines(parts: OrderedParts, number: int, pieces: IntArray, cents: IntArray) -> list[_Share]:
    lines = {line.sku.part: line for line in parts.bom.lines}
    return [
        (lines[sku.part], int(pieces[row, place]), int(cents[row, place]), row % 2 == 1)
        for row in (2 * number, 2 * number + 1)
        for place, sku in enumerate(parts.choice.skus)
        if pieces[row, place]
    ]


def _quote(parts: OrderedParts, own: Sequence[bool] | IntArray, shares: Sequence[_Share]) -> Quote:
    """Return the quote of the links in ``own`` and of these shares of the bill."""
    choice, of_network = parts.choice, np.array(own, dtype=np.bool_)
    to_servers, copper = parts.links.to_servers, choice.medium == MEDIA.index("electrical")
    laid = np.unique(choice.link_cable[of_network])
    inside = len(np.unique(choice.link_cable[of_network & choice.needs.inside_cabinet]))
    lines = tuple(
        replace(line, used=used, spares=0, purchase=replace(line.purchase, total_cents=cents))
        for line, used, cents, _ in shares
    )
    paid, taxes = 0, Fraction(0)
    for line, _, cents, _ in shares:
        paid += cents
        taxes += cents * exact_decimal(parts.bom.tax_percent_of(line.sku.buying.supplier)) / 100
    return Quote(
        Purchases(
            parts.bom.currency,
            tuple(_bought(shares)),
            cables_inside=inside,
            cables_between=len(laid) - inside,
            rates=parts.catalogue.rates,
        ),
        copper_links=int((of_network & copper & ~to_servers).sum()),
        links=int((of_network & ~to_servers).sum()),
        copper_links_to_servers=int((of_network & copper & to_servers).sum()),
        links_to_servers=int((of_network & to_servers).sum()),
        bill_cents=paid + round_half_up(taxes),
        lines=lines,
        unsold=parts.unsold,
        unsourced_cents=unsourced_cents(lines),
        devices_counted=bool(parts.links.devices),
    )


def _bought(shares: Sequence[_Share]) -> Iterator[BoughtKind]:
    kinds: Mapping[tuple[str, bool], list[_Share]] = defaultdict(list)
    for share in shares:
        kinds[kind_of_part(share[0].sku.kind), share[3]].append(share)
    for (kind, for_servers), own in kinds.items():
        yield BoughtKind(
            kind,
            pieces=sum(pieces for _, pieces, _, _ in own),
            paid_cents=sum(cents for _, _, cents, _ in own),
            renewal_cents=sum(pieces * line.sku.buying.price_cents for line, pieces, _, _ in own),
            power_mw=sum(pieces * line.sku.power_mw for line, pieces, _, _ in own),
            for_servers=for_servers,
            lacks_watts=any(line.sku.lacks_watts and pieces for line, pieces, _, _ in own),
        )
