"""The lower bound on the price of a plan's parts, and routes of the room beyond the parts on sale."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.choice.link_limits import LinkLimits, link_limits, min_unit_cents
from netfloor.costmodels.catalogue.equipment import adapters_for
from netfloor.costmodels.catalogue.link_needs import Socket
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of
from netfloor.costmodels.sets.offers import IntArray
from netfloor.foundation.units import cents_to_money, money_text
from netfloor.plans.order.devices import chosen_equipment
from netfloor.rooms.any_room import Room
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hosts.devices import Devices
from netfloor.studies.hall_plan.file import HallPlanFile
from netfloor.studies.place import Site
from netfloor.topologies.topology import Topology

#: Maximum pairs of slots examined; larger rooms use a reproducible sample.
MAX_PAIRS = 1_000_000
#: Maximum slots for which near slots are counted.
MAX_SLOTS = 3000
#: Note of a dry run on several networks.
SEVERAL = (
    "several networks: the lower bound on their parts, and routes too long for any part, are known only "
    "after planning"
)
#: Reason for links that cannot be bought.
NO_PART = "the catalogue has no part for them at any length"
#: Kinds of parts in links.
LINK_KINDS = ("DAC", "ACC", "AEC", "AOC", "TP", "transceiver", "cord")


@dataclass(frozen=True)
class LeastParts:
    """Lower bounds on a bill, and links that may be too long."""

    # lower bounds for the switches, their links, the servers and their links, by name; before tax and
    # spares, at the best price break, owned pieces free
    cents: Mapping[str, int]
    limits: LinkLimits  # of a link between switches
    # longest route between two open slots by medium, ``copper`` and ``optical``; 0 without a route
    longest_mm: Mapping[str, int]
    share_out_of_reach: float  # of all pairs of open slots, those beyond the longest part
    links_in_doubt: int  # this share of all links, rounded up
    reasons: tuple[str, ...]  # why a link cannot be bought at any length
    to_servers: LinkLimits | None = None  # of a link to a server; None without adapters

    @property
    def total_cents(self) -> int:
        """The sum of the lower bounds."""
        return sum(self.cents.values())

    @property
    def reach_to_servers(self) -> tuple[tuple[str, int], ...]:
        """Longest parts to servers by medium (mm), 0 if there are none; empty without adapters."""
        reach = self.to_servers
        result = () if reach is None else (("copper", reach.electrical_mm), ("optical", reach.optical_mm))
        return tuple((medium, reach_mm or 0) for medium, reach_mm in result)

    def text(self, currency: str) -> str:
        """Return the sum with its terms."""
        terms = ", ".join(f"{name} {money_text(cents)}" for name, cents in self.cents.items() if cents)
        return (
            f"{money_text(self.total_cents)} {currency}: {terms}; a lower bound before tax and spares: "
            "every cable has its shortest possible length, so most plans cost more"
        )

    def brief(self, currency: str) -> str:
        """Return the sum without its terms."""
        return f"{money_text(self.total_cents)} {currency}, a lower bound before tax and spares"

    def to_dict(self) -> dict[str, Any]:
        """Return the sum with its terms for JSON."""
        terms = {name.replace(" ", "_"): cents_to_money(cents) for name, cents in self.cents.items()}
        return {"total": cents_to_money(self.total_cents), **terms}


def min_parts(
    request: HallPlanFile,
    site: Site,
    catalogue: Catalogue,
    devices: Devices,
    closed: npt.NDArray[np.bool_] | None,
) -> LeastParts:
    """Return a lower bound on the cost of the network's parts in its room.

    It counts the devices that the bill will have and, for every link, the cheapest part of its rate and
    cages; links that `_links_beyond` proves to be long need a part of that length.
    """
    topology = site.topology
    equipment = chosen_equipment(request.order_terms(), topology, catalogue)
    switches = [catalogue.switches[item] for item in equipment.switches.tolist()]
    cages = {Socket(item.connector, item.links_per_cage) for item in switches}
    between = link_limits(catalogue, topology.link_gbps, cages, cages)
    reasons: list[str] = []
    if topology.link_count and between.least_cents is None:
        reasons.append(f"links between switches: {NO_PART}")
    bought = {item.part: 0 for item in switches}
    for switch in switches:
        bought[switch.part] += 1
    endpoints, served = int(topology.endpoints.sum()), 0
    hosts: dict[str, int] = {}
    to_host: LinkLimits | None = None
    if equipment.nic is not None:
        nic = equipment.nic
        adapters = int((-(-topology.endpoints.astype(np.int64) // nic.ports)).sum())
        if topology.servers is not None:
            adapters = topology.servers.count * adapters_for(topology.servers.ports, nic)
        hosts = {nic.part: adapters}
        to_host = link_limits(
            catalogue, topology.link_gbps, cages, {Socket(nic.connector, nic.links_per_cage)}
        )
        if to_host.least_cents is None:
            reasons.append(f"links to servers: {NO_PART}")
        served = endpoints * (to_host.least_cents or 0)
    if equipment.server is not None:
        hosts[equipment.server.part] = int(devices.servers.sum())
    skus = {sku.part: sku for sku in skus_of(catalogue)}
    at_hand = sum(min_unit_cents(s) * s.buying.owned for s in skus.values() if s.kind in LINK_KINDS)
    links = topology.link_count * (between.least_cents or 0)
    beyond = _links_beyond(topology, site.room, closed, [mm for mm, _ in between.dearer_beyond])
    links += sum(n * more for n, (_, more) in zip(beyond, between.dearer_beyond, strict=True))
    free = min(at_hand, links)
    cents = {
        "switches": _bought_cents(bought, skus),
        "links between switches": links - free,
        "servers and adapters": _bought_cents(hosts, skus),
        "links to servers": max(served - (at_hand - free), 0),
    }
    electrical_mm, optical_mm = _routes(site.room, closed)
    served_pairs = between.serves(electrical_mm, optical_mm)
    share = 0.0 if not len(served_pairs) else 1 - float(served_pairs.mean())
    if share == 1 and between.least_cents is not None:
        reasons.append("links between switches: no part is long enough for any two slots of the room")
    longest = {
        "copper": int(electrical_mm.max(initial=0)),
        "optical": int(optical_mm.max(initial=0)),
    }
    return LeastParts(
        cents=cents,
        limits=between,
        longest_mm=longest,
        share_out_of_reach=share,
        links_in_doubt=math.ceil(share * topology.link_count),
        reasons=tuple(reasons),
        to_servers=to_host if endpoints else None,
    )


def links_without_parts(request: HallPlanFile, topology: Topology, catalogue: Catalogue) -> Iterator[str]:
    """Yield the links of several networks that cannot be bought at any length."""
    if topology.networks is None:
        return
    equipment = chosen_equipment(request.order_terms(), topology, catalogue)
    switches = [catalogue.switches[item] for item in equipment.switches.tolist()]
    forms = [Socket(switch.connector, switch.links_per_cage) for switch in switches]
    managed = [
        Socket(switch.management_port, 1) for switch in switches if switch.management_port is not None
    ]
    for number, part in enumerate(topology.networks):
        cages = set(forms[part.first : part.first + part.switches])
        ends = {"between switches": cages if part.alone.link_count else set()}
        if equipment.nics:
            nic = equipment.nics[number]
            ends["to servers"] = {Socket(nic.connector, nic.links_per_cage)}
        ends["to management ports"] = set(managed if part.management_ports else ())
        for what, others in ends.items():
            if others and link_limits(catalogue, part.gbps, cages, others).least_cents is None:
                yield f"links {what} of network {part.name}, {part.gbps:g} Gb/s: {NO_PART}"


def _bought_cents(pieces: Mapping[str, int], skus: Mapping[str, Sku]) -> int:
    """Return a lower bound on the cost of devices, owned pieces free."""
    return sum(
        min_unit_cents(skus[part]) * max(count - skus[part].buying.owned, 0)
        for part, count in pieces.items()
    )


def _routes(room: Room, closed: npt.NDArray[np.bool_] | None) -> tuple[IntArray, IntArray]:
    """Return the routes between pairs of open slots by medium, (pairs,) each; -1 if there is none."""
    slots = np.arange(room.slots) if closed is None else np.flatnonzero(~closed)
    if len(slots) * (len(slots) - 1) // 2 <= MAX_PAIRS:
        item, other = (slots[side] for side in np.triu_indices(len(slots), 1))
    else:
        rng = np.random.default_rng(0)
        pairs = rng.integers(0, len(slots), (MAX_PAIRS, 2))
        item, other = slots[pairs[pairs[:, 0] != pairs[:, 1]]].T
        # corners of the room, which a sample may miss
        far = [int(np.argmax(room.lengths.between(np.full(len(slots), slots[i]), slots))) for i in (0, -1)]
        item, other = np.append(item, slots[[0, -1]]), np.append(other, slots[far])
    return _between(room, item, other)


def _between(room: Room, one: IntArray, other: IntArray) -> tuple[IntArray, IntArray]:
    """Return the routes between slots by medium, elementwise; -1 if there is none."""
    if isinstance(room, Hall) and len(room.distinct_media) > 1:
        ends = room.ports_of(one), room.ports_of(other)
        return room.lengths_between(*ends, "electrical"), room.lengths_between(*ends, "optical")
    length_mm = room.lengths.between(one, other)
    return length_mm, length_mm


def _links_beyond(
    topology: Topology, room: Room, closed: npt.NDArray[np.bool_] | None, lengths_mm: Sequence[int]
) -> list[int]:
    """Return lower bounds on the number of links longer than each length, for any placement.

    Within a length, a switch has at most as many neighbours as the slot with the most slots within that
    length; its other links are longer. Rooms with more than `MAX_SLOTS` slots give 0.
    """
    slots = np.arange(room.slots) if closed is None else np.flatnonzero(~closed)
    if not lengths_mm or len(slots) > MAX_SLOTS:
        return [0] * len(lengths_mm)
    near = np.zeros(len(lengths_mm), dtype=np.int64)
    for slot in slots.tolist():
        others = slots[slots != slot]
        ways = np.stack(_between(room, np.full(len(others), slot), others))
        ways = np.sort(np.where(ways < 0, np.iinfo(np.int64).max, ways).min(axis=0))
        near = np.maximum(near, np.searchsorted(ways, lengths_mm, side="right"))
    parallel = int(topology.multiplicity.max(initial=1))
    links = np.bincount(
        topology.links.ravel(), np.repeat(topology.multiplicity, 2), minlength=topology.routers
    ).astype(np.int64)
    within = np.minimum(links[:, None], near * parallel).sum(axis=0) // 2
    return [int(n) for n in topology.link_count - within]
