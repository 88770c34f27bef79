"""Selection of switches, network adapters and servers from a catalogue."""

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
#: Whether a device arrives too late, and its score in cents.
_Score = tuple[bool, int]


@dataclass(frozen=True)
class RequestedDevices:
    """Part numbers of devices that the user requires, None for a free choice."""

    switch: str | None = None
    nic: str | None = None
    server: str | None = None


@dataclass(frozen=True, eq=False)
class Equipment:
    """The devices of a network."""

    switches: IntArray  # model of each switch, an index into the catalogue's switches, (n,) int64
    # adapter of each network's endpoints, in the order of the networks; empty if there are none
    nics: tuple[Nic, ...]
    server: Server | None  # holds the adapters; None if there is none

    @property
    def nic(self) -> Nic | None:
        """The adapter of the first or only network; None without servers."""
        return self.nics[0] if self.nics else None

    def links_per_cage(self, catalogue: Catalogue) -> IntArray:
        """Return the links per cage of each switch, (n,)."""
        each = np.array([switch.links_per_cage for switch in catalogue.switches], dtype=np.int64)
        return each[self.switches] if len(self.switches) else np.zeros(0, np.int64)


@dataclass(frozen=True, eq=False)
class PortNeeds:
    """The ports for which devices are bought."""

    switches: IntArray  # ports in use of each switch, including those to servers, (n,) int64
    endpoints: int  # ports of servers; 0 if no servers are bought
    gbps: float  # rate of a link
    # ports of every server if the network states them; otherwise adapters and servers are filled
    per_server: int | None = None
    network: str = ""  # name among networks side by side; empty for a single network
    managed: bool = False  # whether the management port of each switch has a link


def equip(
    needs: PortNeeds,
    catalogue: Catalogue,
    criterion: Criterion,
    requested_devices: RequestedDevices | None = None,
    max_lead_days: int | None = None,
) -> Equipment:
    """Return the best devices of one network, see `equip_networks`."""
    return equip_networks(
        [needs], catalogue, criterion, [requested_devices or RequestedDevices()], max_lead_days
    )


def equip_networks(
    networks: Sequence[PortNeeds],
    catalogue: Catalogue,
    criterion: Criterion,
    requested_devices: Sequence[RequestedDevices],
    max_lead_days: int | None = None,
) -> Equipment:
    """Return the best devices by a criterion: unit price, or unit price plus electricity.

    Each switch gets the best model with enough ports at the link's rate; with ``fewest-parts``, all
    switches of a network get the best model for the largest. Whether cables fit their cages is not checked:
    the user can require another part. Devices that miss ``max_lead_days`` and are out of stock are selected
    only if no other is suitable. If the network states the ports per server, each server gets enough
    adapters for them; the adapters of all networks and the server are chosen together at minimum total
    cost. Networks side by side share no adapter.

    ``networks``, ``requested_devices``: one entry per network; the required server is that of the first.

    Raise `InputError` if a required part is not in the catalogue. Raise `InfeasibleError` if no device
    serves a switch or an endpoint (the message names the nearest), or a required part does not.
    """
    rules = BuyingRules(catalogue, max_lead_days=max_lead_days)
    score = {
        sku.part: (rules.terms(sku).prices.largest == 0, criterion.score_cents(sku))
        for sku in skus_of(catalogue)
    }
    asked = list(zip(networks, requested_devices, strict=True))
    for needs, models in asked:
        for named in (
            _requested_devices(catalogue.switches, models.switch, "switch", needs.network)
            if models.switch
            else ()
        ):
            _refuse_unfit(named, int(needs.switches.max(initial=0)), needs, "switch")
    switches = [
        _switches(
            needs,
            _requested_devices(catalogue.switches, models.switch, "switch", needs.network),
            criterion,
            score,
        )
        for needs, models in asked
    ]
    nics = [_requested_devices(catalogue.nics, models.nic, "nic", needs.network) for needs, models in asked]
    servers = _requested_devices(catalogue.servers, requested_devices[0].server, "server")
    endpoints = sum(needs.endpoints for needs in networks)
    if endpoints and not catalogue.nics:
        raise InfeasibleError(
            f"the catalogue has no adapter (NIC) for {endpoints:,} endpoints of servers: add [[nics]], "
            f"and [[servers]] if they are bought too, or order the network alone: {setting('network-only')}"
        )
    for (needs, models), own in zip(asked, nics, strict=True):
        if endpoints and models.nic:
            _refuse_unfit(own[0], 1, needs, "adapter (NIC)")
    place = {switch.part: place for place, switch in enumerate(catalogue.switches)}
    chosen = np.array([place[item.part] for of_network in switches for item in of_network], dtype=np.int64)
    if not endpoints:
        return Equipment(chosen, (), None)
    if networks[0].per_server is not None:
        return Equipment(chosen, *_server_of(list(zip(networks, nics, strict=True)), servers, score))
    nic = _best(nics[0], 1, networks[0], score, "NIC")
    server = min(servers, key=lambda item: _by_the(item.nics, score[item.part]), default=None)
    return Equipment(chosen, (nic,), server)


def _switches(
    needs: PortNeeds, switches: Sequence[Switch], criterion: Criterion, score: dict[str, _Score]
) -> list[Switch]:
    """Return the model of each switch of a network."""
    ports, what = needs.switches, "switch"
    if needs.managed:
        what = "switch with a management port"
        if len(switches) == 1 and switches[0].management_port is None:
            raise InfeasibleError(
                f"{_of(needs)}{switches[0].part} has no management port in the catalogue: give its form, "
                'such as management_port = "RJ45"'
            )
        switches = [switch for switch in switches if switch.management_port is not None]
    need = np.full_like(ports, ports.max(initial=0)) if criterion.name == "fewest-parts" else ports
    best = {p: _best(switches, p, needs, score, what) for p in np.unique(need).tolist()}
    return [best[p] for p in need.tolist()]


def _server_of(
    networks: Sequence[tuple[PortNeeds, Sequence[Nic]]], servers: Sequence[Server], score: dict[str, _Score]
) -> tuple[tuple[Nic, ...], Server | None]:
    """Return the best adapters and server for the ports that every server has on each network.

    They are chosen together: among the combinations that fit the server, those that arrive in time, then
    the cheapest; among equals, the first in the catalogue. The search proceeds network by network and keeps
    the best choice for each number of adapters.
    """
    maximum = max((server.nics for server in servers), default=None)
    fitting = [[item for item in nics if item.gbps == needs.gbps] for needs, nics in networks]
    _refuse_too_few_places(networks, fitting, maximum, score)
    minimum: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
    for (needs, _), nics in zip(networks, fitting, strict=True):
        longer: dict[int, tuple[int, int, tuple[int, ...]]] = {}
        for before, (late, cents, chosen) in minimum.items():
            for number, nic in enumerate(nics):
                many, (is_late, each) = adapters_for(needs.per_server or 0, nic), score[nic.part]
                result = late + is_late, cents + many * each, (*chosen, number)
                places = before + many
                if (maximum is None or places <= maximum) and (
                    places not in longer or result < longer[places]
                ):
                    longer[places] = result
        minimum = longer
    if not servers:
        return _numbered(fitting, min(minimum.values())[2]), None
    choices = [
        (late + score[server.part][0], cents + score[server.part][1], chosen, number)
        for number, server in enumerate(servers)
        for places, (late, cents, chosen) in minimum.items()
        if places <= server.nics
    ]
    _, _, chosen, number = min(choices)
    return _numbered(fitting, chosen), servers[number]


def _numbered(fitting: Sequence[Sequence[Nic]], chosen: Sequence[int]) -> tuple[Nic, ...]:
    return tuple(nics[number] for nics, number in zip(fitting, chosen, strict=True))


def _refuse_too_few_places(
    networks: Sequence[tuple[PortNeeds, Sequence[Nic]]],
    fitting: Sequence[Sequence[Nic]],
    maximum: int | None,
    score: dict[str, _Score],
) -> None:
    """Raise `InfeasibleError` if no adapter has a network's rate or no server holds the adapters."""
    fewest = 0
    for (needs, nics), own in zip(networks, fitting, strict=True):
        ports = needs.per_server or 0
        if not own:
            _best(nics, 1, needs, score, "NIC")  # raises the error
        many = min(adapters_for(ports, item) for item in own)
        fewest += many
        if maximum is not None and many > maximum:
            raise InfeasibleError(
                f"{_of(needs)}the catalogue has no server for {ports} ports of {needs.gbps:g} Gb/s: the "
                f"largest holds {maximum} adapters; {_nearest(nics, needs.gbps)}"
            )
    if maximum is not None and fewest > maximum:
        raise InfeasibleError(
            f"networks together need servers with at least {fewest} adapters; the largest holds {maximum}"
        )


def adapters_for(ports: int, nic: Nic) -> int:
    """Return the number of adapters that provide this many ports."""
    return -(-ports // nic.ports)


def _requested_devices(
    devices: Sequence[Device], part: str | None, kind: str, network: str = ""
) -> Sequence[Device]:
    if part is None:
        return devices
    requested_part = [device for device in devices if device.part == part]
    if not requested_part:
        known = ", ".join(device.part for device in devices) or "none"
        where = f"networks.{network}.{kind}" if network else setting(kind)
        raise InputError(where, f"{part!r} is not in the catalogue", f"known: {known}")
    return requested_part


CagedDevice = TypeVar("CagedDevice", Switch, Nic)


def _refuse_unfit(device: Caged, ports: int, needs: PortNeeds, what: str) -> None:
    """Raise `InfeasibleError` if a required part has another rate or too few ports."""
    if device.gbps != needs.gbps or device.ports < ports:
        raise InfeasibleError(
            f"{_of(needs)}the {what} {device.part} was named; it has {count_text(device.ports, 'port')} at "
            f"{device.gbps:g} Gb/s, and the network needs {ports:,} at {needs.gbps:g} Gb/s"
        )


def _best(
    devices: Sequence[CagedDevice], ports: int, needs: PortNeeds, score: dict[str, _Score], what: str
) -> CagedDevice:
    """Return the best device with this many ports; adapters are compared per port."""
    gbps = needs.gbps
    fitting = [device for device in devices if device.gbps == gbps and device.ports >= ports]
    if not fitting:
        missing = f"{what} of {ports} ports at {gbps:g} Gb/s"
        raise InfeasibleError(f"{_of(needs)}the catalogue has no {missing}; {_nearest(devices, gbps)}")
    return min(
        fitting, key=lambda item: _by_the(item.ports if isinstance(item, Nic) else 1, score[item.part])
    )


def _of(needs: PortNeeds) -> str:
    return f"network {needs.network}: " if needs.network else ""


def _by_the(pieces: int, score: _Score) -> tuple[bool, float]:
    return score[0], score[1] / pieces


def _nearest(devices: Sequence[Caged], gbps: float) -> str:
    if not devices:
        return "it has none at all"
    same = [device for device in devices if device.gbps == gbps] or devices
    best = max(same, key=lambda item: item.ports)
    return f"the nearest is {best.part} of {best.ports} ports at {best.gbps:g} Gb/s"
