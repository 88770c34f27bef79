"""What each of several networks in one plan comes to: switches, links, metres, watts and money."""

from dataclasses import dataclass

import numpy as np

from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.sets.offers import IntArray
from netfloor.plans.order.parts_list import PartsList
from netfloor.topologies.management import management_ends


@dataclass(frozen=True)
class NetworkBill:
    """What one of several networks comes to; the servers themselves, not their adapters, are of none.

    Attributes
    ----------
    name, spec
        Of the network.
    gbps
        Rate of a link, each direction.
    switches, ports
        Its switches, and the ports of every server on it.
    links, host_links, management_links
        Links between its switches, to servers, and to management ports of the other networks' switches.
    copper_links
        Of all these, those in copper.
    routed_mm
        Routed length of its cables.
    power_mw
        Of its switches, adapters, cables and transceivers.
    cents
        Its share of what is bought, spares included, before taxes: of each part by the pieces in use, so
        rounded to whole cents that the shares of all networks make up the part's money.
    cables
        Pieces of cables and cords in use.
    parts
        Its share of every part that it uses: the bill's line, pieces in use, cents.
    """

    name: str
    spec: str
    gbps: float
    switches: int
    ports: int
    links: int
    host_links: int
    management_links: int
    copper_links: int
    routed_mm: int
    power_mw: int
    cents: int
    cables: int
    parts: tuple[tuple[BomLine, int, int], ...]


def network_bills(parts: PartsList) -> tuple[NetworkBill, ...]:
    """Return what each network of an ordered plan comes to; empty where it has one network."""
    topology, choice = parts.plan.topology, parts.choice
    if topology.networks is None:
        return ()
    of_link = _network_of_links(parts)
    is_host = np.arange(len(of_link)) >= parts.fabric.network_links
    is_management = np.zeros(len(of_link), dtype=np.bool_)
    is_management[: parts.fabric.network_links] = management_ends(topology).any(axis=1)
    pieces, bills = _pieces(parts, of_link), []
    cents = _shared_cents(parts, pieces)
    lines = {line.sku.part: line for line in parts.bom.lines}
    for number, part in enumerate(topology.networks):
        own, used = of_link == number, pieces[number]
        cables = np.unique(choice.link_cable[own])
        shares = [
            (lines[choice.skus[sku].part], count, int(cents[number, sku]))
            for sku, count in enumerate(used.tolist())
            if count
        ]
        bills.append(
            NetworkBill(
                part.name,
                part.alone.name,
                part.gbps,
                part.switches,
                part.ports,
                int((own & ~is_host & ~is_management).sum()),
                int((own & is_host).sum()),
                int((own & is_management).sum()),
                int((choice.medium[own] == 0).sum()),
                int(choice.cable_routed_mm[cables].sum()),
                sum(line.sku.power_mw * count for line, count, _ in shares),
                sum(cents for _, _, cents in shares),
                len(cables),
                tuple(shares),
            )
        )
    return tuple(bills)


def _shared_cents(parts: PartsList, pieces: IntArray) -> IntArray:
    """Return the money of each part number by network; what is rounded off one falls to the next."""
    cents = np.zeros_like(pieces)
    for line in parts.bom.lines:
        sku = parts.choice.skus.index(line.sku)
        ends = [line.purchase.total_cents * used // line.used for used in pieces[:, sku].cumsum().tolist()]
        cents[:, sku] = np.diff(ends, prepend=0)
    return cents


def _network_of_links(parts: PartsList) -> IntArray:
    """Return the network of each link that is bought, network links first, (m,)."""
    topology, fabric = parts.plan.topology, parts.fabric
    of_hosts = np.repeat(topology.network_of_switches, topology.endpoints)
    of_link: IntArray = np.concatenate([topology.network_of_links, of_hosts])[: len(fabric.needs)]
    return of_link.astype(np.int64)


def _pieces(parts: PartsList, of_link: IntArray) -> IntArray:
    """Return the pieces of each part number that each network uses, (networks, part numbers)."""
    topology, choice, fabric = parts.plan.topology, parts.choice, parts.fabric
    place = {sku.part: number for number, sku in enumerate(choice.skus)}
    pieces = np.zeros((len(topology.networks or ()), len(choice.skus)), dtype=np.int64)
    first_link = np.unique(choice.link_cable, return_index=True)[1]
    np.add.at(pieces, (of_link[first_link], choice.cable_sku), 1)
    of_cage = np.zeros(len(fabric.needs.cage_cabinet), dtype=np.int64)
    of_cage[fabric.needs.cage.ravel()] = np.repeat(of_link, 2)
    filled = np.flatnonzero(choice.cage_module >= 0)
    np.add.at(pieces, (of_cage[filled], choice.cage_module[filled]), 1)
    switch_sku = np.array([place[one.part] for one in parts.catalogue.switches], dtype=np.int64)
    np.add.at(pieces, (topology.network_of_switches, switch_sku[fabric.equipment.switches]), 1)
    for number, nic in enumerate(fabric.equipment.nics):
        pieces[number, place[nic.part]] += int((fabric.nic_network == number).sum())
    return pieces
