"""Which switches, network adapters and servers a network gets from a catalogue."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.part_terms import BuyingRules
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Caged, Nic, Server, Switch
from netfloor.costmodels.catalogue.parts.skus import skus_of
from netfloor.costmodels.sets.offers import IntArray
from netfloor.foundation.errors import InfeasibleError, InputError, setting
from netfloor.foundation.wording import count_text

Device = TypeVar("Device", Switch, Nic, Server)
#: Whether a device comes too late, and what it counts as in cents.
_Score = tuple[bool, int]


@dataclass(frozen=True)
class RequestedDevices:
    """Part numbers of devices that the user insists on, None to leave the choice."""

    switch: str | None = None
    nic: str | None = None
    server: str | None = None


@dataclass(frozen=True, eq=False)
class Equipment:
    """Devices of a network."""

    switches: IntArray  # switch of each router, an index into the catalogue's, (n,) int64
    # adapter of the endpoints of each network, in their order; empty where there are none
    nics: tuple[Nic, ...]
    server: Server | None  # what adapters stand in; None where there is none

    @property
    def nic(self) -> Nic | None:
        """The adapter of the first network, or of the only one; None where there are no servers."""
        return self.nics[0] if self.nics else None

    def links_per_cage(self, catalogue: Catalogue) -> IntArray:
        """Return the links that a cage of each router's switch takes, (n,)."""
        each = np.array([switch.links_per_cage for switch in catalogue.switches], dtype=np.int64)
        return each[self.switches] if len(self.switches) else np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class PortNeeds:
    """The ports that devices are bought for."""

    switches: IntArray  # ports in use of each router, (n,) int64, servers' included
    endpoints: int  # ports of servers; 0 where none are bought
    gbps: float  # rate of a link
    # ports of every server, where the network states them; else adapters and servers are filled
    per_server: int | None = None
    network: str = ""  # its name among networks side by side; empty where it is the only one
    managed: bool = False  # whether the management port of each switch has a link


def equip(
    needs: PortNeeds,
    catalogue: Catalogue,
    criterion: Criterion,
    wishes: RequestedDevices | None = None,
    max_lead_days: int | None = None,
) -> Equipment:
    """Return the best devices of one network, see `equip_networks`."""
    return equip_networks([needs], catalogue, criterion, [wishes or RequestedDevices()], max_lead_days)


def equip_networks(
    networks: Sequence[PortNeeds],
    catalogue: Catalogue,
    criterion: Criterion,
    wishes: Sequence[RequestedDevices],
    max_lead_days: int | None = None,
) -> Equipment:
    """Return the best devices by a criterion: by the unit price, or with its electricity.

    Each router gets the best switch with enough ports at the link's
    rate; by ``fewest-parts`` all of a network get the best that suits its largest. Whether cables fit
    their cages is not looked at: name a part if another is to be used. Devices that do not come within
    ``max_lead_days`` and that the supplier has not in stock are taken only where no other will do.
    Servers whose ports the network states get as many adapters as have those
    ports together; adapters of all networks and the server are chosen together, for the least money of
    all. Networks side by side share no adapter.

    ``networks``, ``wishes``: one for each network; the part wished for as server is that of the first.

    Raises
    ------
    InputError
        If a part wished for is not in the catalogue.
    InfeasibleError
        If no device serves a router or an endpoint, naming the nearest, or a part wished for does not.
    """
    rules = BuyingRules(catalogue, max_lead_days=max_lead_days)
    score = {
        sku.part: (rules.terms(sku).prices.largest == 0, criterion.score_cents(sku))
        for sku in skus_of(catalogue)
    }
    asked = list(zip(networks, wishes, strict=True))
    for needs, wish in asked:
        for named in (
            _wished(catalogue.switches, wish.switch, "switch", needs.network) if wish.switch else ()
        ):
            _refuse_unfit(named, int(needs.switches.max(initial=0)), needs, "switch")
    switches = [
        _switches(
            needs, _wished(catalogue.switches, wish.switch, "switch", needs.network), criterion, score
        )
        for needs, wish in asked
    ]
    nics = [_wished(catalogue.nics, wish.nic, "nic", needs.network) for needs, wish in asked]
    servers = _wished(catalogue.servers, wishes[0].server, "server")
    endpoints = sum(needs.endpoints for needs in networks)
    if endpoints and not catalogue.nics:
        raise InfeasibleError(
            f"the catalogue has no adapter (NIC) for {endpoints:,} endpoints of servers: add [[nics]], "
            f"and [[servers]] if they are bought too, or order the network alone: {setting('network-only')}"
        )
    for (needs, wish), own in zip(asked, nics, strict=True):
        if endpoints and wish.nic:
            _refuse_unfit(own[0], 1, needs, "adapter (NIC)")
    place = {switch.part: place for place, switch in enumerate(catalogue.switches)}
    chosen = np.array([place[one.part] for of_network in switches for one in of_network], dtype=np.int64)
    if not endpoints:
        return Equipment(chosen, (), None)
    if networks[0].per_server is not None:
        return Equipment(chosen, *_server_of(list(zip(networks, nics, strict=True)), servers, score))
    nic = _best(nics[0], 1, networks[0], score, "NIC")
    server = min(servers, key=lambda one: _by_the(one.nics, score[one.part]), default=None)
    return Equipment(chosen, (nic,), server)


def _switches(
    needs: PortNeeds, switches: Sequence[Switch], criterion: Criterion, score: dict[str, _Score]
) -> list[Switch]:
    """Return the switch of each router of a network."""
    ports, what = needs.switches, "switch"
    if needs.managed:
        what = "switch with a management port"
        if len(switches) == 1 and switches[0].management_port is None:
            raise InfeasibleError(
                f"{_of(needs)}{switches[0].part} has no management port in the catalogue: give its form, "
                'such as management_port = "RJ45"'
            )
        switches = [one for one in switches if one.management_port is not None]
    need = np.full_like(ports, ports.max(initial=0)) if criterion.name == "fewest-parts" else ports
    best = {p: _best(switches, p, needs, score, what) for p in np.unique(need).tolist()}
    return [best[p] for p in need.tolist()]


def _server_of(
    networks: Sequence[tuple[PortNeeds, Sequence[Nic]]], servers: Sequence[Server], score: dict[str, _Score]
) -> tuple[tuple[Nic, ...], Server | None]:
    """Return the best adapters and server for the ports that every server has on each network.

    They are chosen together: of all that the server holds, those that come in time and then cost the
    least with it; of equals the first in the catalogue. Network by network, the best choice of each number
    of adapters is kept.
    """
    most = max((one.nics for one in servers), default=None)
    fitting = [[one for one in nics if one.gbps == needs.gbps] for needs, nics in networks]
    _refuse_too_few_places(networks, fitting, most, score)
    least: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for (needs, _), nics in zip(networks, fitting, strict=True):
        longer: dict[int, tuple[int, int, tuple[int, ...]]] = {}
        for before, (late, cents, chosen) in least.items():
            for number, nic in enumerate(nics):
                many, (is_late, each) = adapters_for(needs.per_server or 0, nic), score[nic.part]
                found = late + is_late, cents + many * each, (*chosen, number)
                places = before + many
                if (most is None or places <= most) and (places not in longer or found < longer[places]):
                    longer[places] = found
        least = longer
    if not servers:
        return _numbered(fitting, min(least.values())[2]), None
    choices = [
        (late + score[one.part][0], cents + score[one.part][1], chosen, number)
        for number, one in enumerate(servers)
        for places, (late, cents, chosen) in least.items()
        if places <= one.nics
    ]
    _, _, chosen, number = min(choices)
    return _numbered(fitting, chosen), servers[number]


def _numbered(fitting: Sequence[Sequence[Nic]], chosen: Sequence[int]) -> tuple[Nic, ...]:
    return tuple(nics[number] for nics, number in zip(fitting, chosen, strict=True))


def _refuse_too_few_places(
    networks: Sequence[tuple[PortNeeds, Sequence[Nic]]],
    fitting: Sequence[Sequence[Nic]],
    most: int | None,
    score: dict[str, _Score],
) -> None:
    """Raise `InfeasibleError` where no adapter has a network's rate, or no server holds the fewest."""
    fewest = 0
    for (needs, nics), own in zip(networks, fitting, strict=True):
        ports = needs.per_server or 0
        if not own:
            _best(nics, 1, needs, score, "NIC")  # says so
        many = min(adapters_for(ports, one) for one in own)
        fewest += many
        if most is not None and many > most:
            raise InfeasibleError(
                f"{_of(needs)}the catalogue has no server for {ports} ports of {needs.gbps:g} Gb/s: the "
                f"largest holds {most} adapters; {_nearest(nics, needs.gbps)}"
            )
    if most is not None and fewest > most:
        raise InfeasibleError(
            f"the catalogue has no server for {fewest} adapters, the fewest that all networks together "
            f"need: the largest holds {most}"
        )


def adapters_for(ports: int, nic: Nic) -> int:
    """Return the adapters that have so many ports together."""
    return -(-ports // nic.ports)


def _wished(devices: Sequence[Device], part: str | None, kind: str, network: str = "") -> Sequence[Device]:
    if part is None:
        return devices
    wished = [one for one in devices if one.part == part]
    if not wished:
        known = ", ".join(one.part for one in devices) or "none"
        where = f"networks.{network}.{kind}" if network else setting(kind)
        raise InputError(where, f"{part!r} is not in the catalogue", f"known: {known}")
    return wished


CagedDevice = TypeVar("CagedDevice", Switch, Nic)


def _refuse_unfit(device: Caged, ports: int, needs: PortNeeds, what: str) -> None:
    """Raise `InfeasibleError` where a part that was named is of another rate or has too few ports."""
    if device.gbps != needs.gbps or device.ports < ports:
        raise InfeasibleError(
            f"{_of(needs)}the {what} {device.part} was named; it has {count_text(device.ports, 'port')} at "
            f"{device.gbps:g} Gb/s, and the network needs {ports:,} at {needs.gbps:g} Gb/s"
        )


def _best(
    devices: Sequence[CagedDevice], ports: int, needs: PortNeeds, score: dict[str, _Score], what: str
) -> CagedDevice:
    """Return the best device with so many ports; an adapter counts by the port."""
    gbps = needs.gbps
    fitting = [device for device in devices if device.gbps == gbps and device.ports >= ports]
    if not fitting:
        missing = f"{what} of {ports} ports at {gbps:g} Gb/s"
        raise InfeasibleError(f"{_of(needs)}the catalogue has no {missing}; {_nearest(devices, gbps)}")
    return min(fitting, key=lambda one: _by_the(one.ports if isinstance(one, Nic) else 1, score[one.part]))


def _of(needs: PortNeeds) -> str:
    return f"network {needs.network}: " if needs.network else ""


def _by_the(pieces: int, score: _Score) -> tuple[bool, float]:
    return score[0], score[1] / pieces


def _nearest(devices: Sequence[Caged], gbps: float) -> str:
    if not devices:
        return "it has none at all"
    same = [one for one in devices if one.gbps == gbps] or devices
    best = max(same, key=lambda one: one.ports)
    return f"the nearest is {best.part} of {best.ports} ports at {best.gbps:g} Gb/s"
