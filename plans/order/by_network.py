"""Split a bill by network, or by rate for lists: links, metres, watts and cost."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.bom import BomLine
from netfloor.costmodels.catalogue.parts.devices import Nic
from netfloor.costmodels.sets.offers import IntArray
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.order.parts_list import PartsList
from netfloor.topologies.management import management_ends


@dataclass(frozen=True)
class NetworkBill:
    """The bill of one of several networks, or of one rate of a list; servers belong to none, adapters do.

    Attributes
    ----------
    name, spec
        Of the network.
    gbps
        Rate of a link, each direction.
    switches, ports
        Its switches, and its ports per server.
    links, host_links, management_links
        Links between its switches, to servers, and to management ports of other networks' switches.
    copper_links
        All copper links among these.
    routed_mm
        Routed length of its cables.
    power_mw
        Power of its switches, adapters, cables and transceivers; None if that of any is unknown.
    cents
        Its share of purchases, including spares, before taxes: each part's cost is split by pieces in use
        and rounded so that the shares add up to it.
    cables
        Cables and cords in use.
    parts
        Its share of each part it uses: the bill's line, pieces in use, cents.
    """

    name: str
    spec: str
    gbps: float
    switches: int = 0
    ports: int = 0
    links: int = 0
    host_links: int = 0
    management_links: int = 0
    copper_links: int = 0
    routed_mm: int = 0
    power_mw: int | None = 0
    cents: int = 0
    cables: int = 0
    parts: tuple[tuple[BomLine, int, int], ...] = ()


def network_bills(parts: OrderedParts) -> tuple[NetworkBill, ...]:
    """Return the bill of each network of a plan, or of each rate of a list with several."""
    grouped = grouped_by_network(parts) if isinstance(parts, PartsList) else _rates(parts)
    if not grouped.groups:
        return ()
    choice, to_servers = parts.choice, parts.links.to_servers
    is_management = _to_management_ports(parts)
    pieces, bills = pieces_of_groups(parts, grouped), []
    cents = shared_cents(parts, pieces)
    lines = {line.sku.part: line for line in parts.bom.lines}
    for number, group in enumerate(grouped.groups):
        own, used = grouped.of_link == number, pieces[number]
        counted = own & parts.links.is_counted
        cables = np.unique(choice.link_cable[own])
        shares = [
            (lines[choice.skus[sku].part], count, int(cents[number, sku]))
            for sku, count in enumerate(used.tolist())
            if count
        ]
        bills.append(
            replace(
                group,
                links=int((counted & ~to_servers & ~is_management).sum()),
                host_links=int((counted & to_servers).sum()),
                management_links=int((counted & is_management).sum()),
                copper_links=int((choice.medium[counted] == 0).sum()),
                routed_mm=int(choice.cable_routed_mm[cables].sum()),
                power_mw=None
                if any(line.sku.lacks_watts for line, _, _ in shares)
                else sum(line.sku.power_mw * count for line, count, _ in shares),
                cents=sum(cents for _, _, cents in shares),
                cables=len(cables),
                parts=tuple(shares),
            )
        )
    return tuple(bills)


@dataclass(frozen=True, eq=False)
class Grouped:
    """The groups of a bill, the group of each link, (m,), and the devices."""

    groups: tuple[NetworkBill, ...]
    of_link: IntArray
    devices: tuple[tuple[int, str, int], ...] = ()  # group, part number, pieces


def grouped_by_network(parts: PartsList) -> Grouped:
    """Return the networks of a plan."""
    topology, links = parts.plan.topology, parts.links
    if topology.networks is None:
        return Grouped((), np.zeros(0, dtype=np.int64))
    of_hosts = np.repeat(topology.network_of_switches, topology.endpoints)
    of_link: IntArray = np.concatenate([topology.network_of_links, of_hosts])[_on_the_bill(parts)]
    switches = zip(topology.network_of_switches.tolist(), parts.equipment.switches.tolist(), strict=True)
    adapters = [(part, len(cabinet)) for part, cabinet in links.devices if isinstance(part, Nic)]
    devices = [(network, parts.catalogue.switches[item].part, 1) for network, item in switches]
    devices += [(number, nic.part, count) for number, (nic, count) in enumerate(adapters)]
    devices = devices if links.devices else []
    groups = tuple(
        NetworkBill(part.name, part.alone.name, part.gbps, part.switches, part.ports)
        for part in topology.networks
    )
    return Grouped(groups, of_link.astype(np.int64), tuple(devices))


def _to_management_ports(parts: OrderedParts) -> npt.NDArray[np.bool_]:
    """Return a mask of the bill's links to management ports of switches, (m,); all False for lists."""
    if not isinstance(parts, PartsList):
        return np.zeros(len(parts.links.to_servers), dtype=np.bool_)
    topology = parts.plan.topology
    of_hosts = np.zeros(int(topology.endpoints.sum()), dtype=np.bool_)
    return np.concatenate([management_ends(topology).any(axis=1), of_hosts])[_on_the_bill(parts)]


def _on_the_bill(parts: PartsList) -> slice | IntArray:
    """Return the indices of the bill's links among all links, those between switches first."""
    return slice(len(parts.links.needs)) if parts.sold is None else parts.sold


def _rates(parts: OrderedParts) -> Grouped:
    """Return the rates of a list's links, fastest first."""
    rates, of_link = np.unique(-parts.links.needs.gbps, return_inverse=True)
    groups = [NetworkBill(f"{-rate:g} Gb/s", "", -rate) for rate in rates.tolist()]
    return Grouped(tuple(groups) if len(groups) > 1 else (), of_link.reshape(-1).astype(np.int64))


def shared_cents(parts: OrderedParts, pieces: IntArray) -> IntArray:
    """Split the cost of each part number by group; rounding remainders carry over to the next group."""
    cents = np.zeros_like(pieces)
    for line in parts.bom.lines:
        sku = parts.choice.skus.index(line.sku)
        ends = [line.purchase.total_cents * used // line.used for used in pieces[:, sku].cumsum().tolist()]
        cents[:, sku] = np.diff(ends, prepend=0)
    return cents


def pieces_of_groups(parts: OrderedParts, grouped: Grouped) -> IntArray:
    """Return the pieces of each part number that each group uses, (groups, part numbers)."""
    choice, links, of_link = parts.choice, parts.links, grouped.of_link
    place = {sku.part: number for number, sku in enumerate(choice.skus)}
    pieces = np.zeros((len(grouped.groups), len(choice.skus)), dtype=np.int64)
    first_link = np.unique(choice.link_cable, return_index=True)[1]
    np.add.at(pieces, (of_link[first_link], choice.cable_sku), 1)
    of_cage = np.zeros(links.needs.cages, dtype=np.int64)
    of_cage[links.needs.cage.ravel()] = np.repeat(of_link, 2)
    filled = np.flatnonzero(choice.cage_module >= 0)
    np.add.at(pieces, (of_cage[filled], choice.cage_module[filled]), 1)
    for group, part, count in grouped.devices:
        pieces[group, place[part]] += count
    return pieces
