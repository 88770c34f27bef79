"""Power per cabinet: of the chosen devices, transceivers and plugs, or bounds before the choice."""

from collections.abc import Collection

import numpy as np

from netfloor.costmodels.catalogue.choice.link_choice import LinkChoice
from netfloor.costmodels.catalogue.choice.link_limits import link_offers
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of, thousandths
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.costmodels.sets.offers import IntArray


def cabinet_power_mw(links: CagedLinks, choice: LinkChoice) -> IntArray:
    """Return the power of everything in each cabinet, (cabinets,) int64, 0 if the cabinet is empty."""
    drawn = [(choice.needs.cage_cabinet, cage_power_mw(choice))]
    for device, cabinet in links.devices:
        drawn.append((cabinet, np.full(len(cabinet), thousandths(device.power_w))))
    total = np.zeros(max((int(c.max(initial=-1)) for c, _ in drawn), default=-1) + 1, dtype=np.int64)
    for cabinet, power_mw in drawn:
        np.add.at(total, cabinet, power_mw)
    return total


def cage_power_mw(choice: LinkChoice) -> IntArray:
    """Return the power of the plug or transceiver in each cage, (cages,) int64.

    The power of a cable's remaining tails counts at its head.
    """
    groups, needs = choice.groups, choice.needs
    power, tail, plug = _by_sku(choice)
    sku = np.full(len(groups), -1, dtype=np.int64)
    sku[groups.of_link] = np.where(choice.is_cord, -1, choice.cable_sku)[choice.link_cable]
    whole = sku >= 0
    forwards = needs.cage_socket[groups.head] == plug[sku]
    tail_mw = np.where(whole, tail[sku], 0)
    rest_mw = np.where(whole, power[sku] - groups.tails * tail[sku], 0)
    group = groups.of_cage
    at_a = (groups.head[group] == np.arange(needs.cages)) == forwards[group]
    drawn: IntArray = np.where(at_a, rest_mw[group], tail_mw[group])
    drawn[group < 0] = 0
    filled = choice.cage_module >= 0
    drawn[filled] = power[choice.cage_module[filled]]
    return drawn


def min_link_mw(
    catalogue: Catalogue, gbps: float, ends: Collection[Socket], other_ends: Collection[Socket]
) -> int:
    """Return the lowest power of a link between two groups of cages, both ends together; 0 if none is sold.

    Unknown watts count as 0. A part shared by several links counts proportionally for each.
    """
    offers = link_offers(catalogue, gbps, ends, other_ends, lambda sku: sku.power_mw)
    return min((offer.score for offer in offers), default=0)


def max_cage_mw(catalogue: Catalogue, rates_gbps: Collection[float], connector: str) -> int:
    """Return the highest stated power of a part in a cage of this form, counting all of its plugs."""
    plugs = [
        thousandths(cable.power_a_w or 0.0) + cable.tails * thousandths(cable.power_b_w or 0.0)
        for cable in catalogue.cables
        if cable.gbps in rates_gbps and connector in (cable.connector_a, cable.connector_b)
    ]
    modules = [
        thousandths(transceiver.power_w or 0.0)
        for transceiver in catalogue.transceivers
        if transceiver.gbps in rates_gbps and transceiver.connector == connector
    ]
    return max([*plugs, *modules], default=0)


def plugs_without_watts(catalogue: Catalogue, rates_gbps: Collection[float], connector: str) -> set[str]:
    """Return the part numbers for cages of this form whose power the catalogue does not state."""
    parts = {
        length.part
        for cable in catalogue.cables
        if cable.gbps in rates_gbps and connector in (cable.connector_a, cable.connector_b)
        for length in cable.all_lengths()
    }
    parts |= {
        transceiver.part
        for transceiver in catalogue.transceivers
        if transceiver.gbps in rates_gbps and transceiver.connector == connector
    }
    return {sku.part for sku in skus_of(catalogue) if sku.lacks_watts and sku.part in parts}


def _by_sku(choice: LinkChoice) -> tuple[IntArray, IntArray, IntArray]:
    """Return power, tail power and the form of cage at end A for every part number."""
    sockets = {socket: number for number, socket in enumerate(choice.needs.sockets)}
    power = np.array([sku.power_mw for sku in choice.skus], dtype=np.int64)
    tail = np.array([sku.tail_mw for sku in choice.skus], dtype=np.int64)
    plugs = [sockets.get(Socket(*sku.plug_a), -1) if sku.plug_a else -1 for sku in choice.skus]
    return power, tail, np.array(plugs, dtype=np.int64)
