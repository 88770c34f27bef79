"""The device models that an order may choose between, grouped by equal cages."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Generic, TypeVar

import numpy as np

from netfloor.costmodels.catalogue.choice.criterion import Criterion
from netfloor.costmodels.catalogue.choice.link_limits import min_unit_cents
from netfloor.costmodels.catalogue.choice.questions import PieceNeed
from netfloor.costmodels.catalogue.equipment import Equipment, PortNeeds, RequestedDevices, adapters_for
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.devices import Nic, Server, Switch
from netfloor.costmodels.catalogue.parts.skus import Sku, skus_of
from netfloor.costmodels.catalogue.plan_needs import CagedLinks
from netfloor.costmodels.sets.offers import IntArray

#: Maximum combinations of cage forms, each with its own programme; a bound covers all others.
MAX_QUESTIONS = 12
Model = TypeVar("Model", Switch, Nic, Server)


@dataclass(frozen=True, eq=False)
class SwitchRole:
    """Switches of a network that need equally many ports, with the eligible models."""

    routers: IntArray
    models: tuple[Switch, ...]


@dataclass(frozen=True, eq=False)
class DeviceOptions:
    """Interchangeable models: their cages are equal, so the links need the same parts.

    Attributes
    ----------
    equipment
        The first model of each role.
    switches
        By network and ports needed.
    nics
        By network.
    servers
        All that hold the adapters.
    alike
        Whether all switches of a role must be the same model.
    """

    equipment: Equipment
    switches: tuple[SwitchRole, ...]
    nics: tuple[tuple[Nic, ...], ...]
    servers: tuple[Server, ...]
    alike: bool = False

    def needs(self, links: CagedLinks) -> tuple[PieceNeed, ...]:
        """Return the pieces of each role: switches, adapters network by network, servers."""
        results = [
            PieceNeed(_names(switch.models), len(switch.routers), self.alike) for switch in self.switches
        ]
        adapters = [len(cabinets) for part, cabinets in links.devices if isinstance(part, Nic)]
        results += [
            PieceNeed(_names(models), count, alike=True)
            for models, count in zip(filter(_are_bought, self.nics), adapters, strict=True)
        ]
        if self.servers:
            results.append(PieceNeed(_names(self.servers), links.pieces(Server), alike=True))
        return tuple(results)

    def equipment_of(self, pieces: Sequence[Mapping[str, int]], catalogue: Catalogue) -> Equipment:
        """Return the devices of a choice; a role's models go to its switches in order."""
        place = {switch.part: number for number, switch in enumerate(catalogue.switches)}
        switches = self.equipment.switches.copy()
        for role, counts in zip(self.switches, pieces, strict=False):
            models = [place[model.part] for model in role.models for _ in range(counts.get(model.part, 0))]
            switches[role.routers] = models
        others = pieces[len(self.switches) :]
        adapters = iter(others)
        nics = tuple(
            next(model for model in models if counts.get(model.part)) if _are_bought(models) else models[0]
            for models in self.nics
            for counts in ([next(adapters)] if _are_bought(models) else [{}])
        )
        of_servers = others[-1] if self.servers else {}
        server = next((item for item in self.servers if of_servers.get(item.part)), None)
        return Equipment(switches, nics, server)


def _are_bought(models: Sequence[Nic]) -> bool:
    """Whether adapters are purchased; built-in adapters come with their servers."""
    return not any(model.built_in for model in models)


def device_options(
    networks: Sequence[PortNeeds],
    catalogue: Catalogue,
    criterion: Criterion,
    requested_devices: Sequence[RequestedDevices],
    chosen: Equipment,
    *,
    placed: bool,
) -> tuple[tuple[DeviceOptions, ...], int | None]:
    """Return the models that an order may choose between: those with the cages of ``chosen``, then others.

    Also return a lower bound on the objective of devices with any other cage forms, None if there are none.
    Switches of a network that need equally many ports have cages of one form. If devices are ``placed``,
    only models within the rack units, power, weight and cooling of ``chosen`` are eligible.
    """
    options = _Options(networks, catalogue, criterion, requested_devices, chosen, placed)
    own = options.of_chosen()
    device_optionses: list[DeviceOptions] = [*filter(None, [options.option(own)])]
    unasked: int | None = None
    for minimum, picks in options.ranked():
        item = None if picks == own else options.option(picks)
        if item is None:
            continue
        if len(device_optionses) == MAX_QUESTIONS:
            unasked = minimum
            break
        device_optionses.append(item)
    return tuple(device_optionses), unasked


@dataclass(frozen=True)
class _Class(Generic[Model]):
    """Models with cages of one form, and a lower bound on the cost of a role filled with them."""

    models: tuple[Model, ...]
    least: int


class _Options:
    """The roles of a network's devices, each with its models by cage form."""

    def __init__(
        self,
        networks: Sequence[PortNeeds],
        catalogue: Catalogue,
        criterion: Criterion,
        requested_devices: Sequence[RequestedDevices],
        chosen: Equipment,
        placed: bool,
    ) -> None:
        self.networks, self.catalogue, self.criterion = networks, catalogue, criterion
        self.chosen, self.placed = chosen, placed
        self.sku = {item.part: item for item in skus_of(catalogue)}
        self.alike = criterion.name == "fewest-parts"
        self.roles: list[IntArray] = []
        self.switches: list[list[_Class[Switch]]] = []
        first = 0
        for needs, models in zip(networks, requested_devices, strict=True):
            self._add_switches(needs, models.switch, first)
            first += len(needs.switches)
        self.nics = [
            self._nics(needs, models.nic, old)
            for needs, models, old in zip(networks, requested_devices, chosen.nics, strict=False)
        ]
        self.servers = (
            [] if chosen.server is None else self._servers(requested_devices[0].server, chosen.server)
        )

    @property
    def _slots(self) -> list[Sequence[_Class[Switch] | _Class[Nic] | _Class[Server]]]:
        return [*self.switches, *self.nics, *([self.servers] if self.servers else [])]

    def of_chosen(self) -> tuple[int, ...]:
        """Return the index of the chosen model's cage form in each slot."""
        chosen, switches = self.chosen, self.catalogue.switches
        parts = [switches[int(chosen.switches[routers[0]])].part for routers in self.roles]
        parts += [nic.part for nic in chosen.nics[: len(self.nics)]]
        parts += [chosen.server.part] if chosen.server is not None else []
        return tuple(
            next(place for place, item in enumerate(own) if part in _names(item.models))
            for own, part in zip(self._slots, parts, strict=True)
        )

    def ranked(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield a lower bound on device cost and the cage form in each slot, in ascending order of cost."""
        slots = self._slots
        at_hand = sum(
            self._least(model.part) * self.sku[model.part].buying.owned
            for own in slots
            for item in own
            for model in item.models
        )
        heap = [(sum(own[0].least for own in slots), (0,) * len(slots))]
        known = {heap[0][1]}
        while heap:
            minimum, picks = heappop(heap)
            yield max(minimum - at_hand, 0), picks
            for slot, own in enumerate(slots):
                longer = (*picks[:slot], picks[slot] + 1, *picks[slot + 1 :])
                if longer[slot] < len(own) and longer not in known:
                    known.add(longer)
                    more = own[longer[slot]].least - own[picks[slot]].least
                    heappush(heap, (minimum + more, longer))

    def option(self, picks: tuple[int, ...]) -> DeviceOptions | None:
        """Return the models with the picked cage form per slot, None if no server holds the adapters."""
        count = len(self.switches)
        roles = tuple(
            SwitchRole(routers, own[pick].models)
            for routers, own, pick in zip(self.roles, self.switches, picks, strict=False)
        )
        nics = tuple(own[pick].models for own, pick in zip(self.nics, picks[count:], strict=False))
        servers = self.servers[picks[-1]].models if self.servers else ()
        if self.servers and (stated := self._adapters([nic[0] for nic in nics])) is not None:
            servers = tuple(server for server in servers if server.nics >= stated)
            if not servers:
                return None
        place = {switch.part: number for number, switch in enumerate(self.catalogue.switches)}
        switches = self.chosen.switches.copy()
        for role in roles:
            switches[role.routers] = place[role.models[0].part]
        equipment = Equipment(switches, tuple(nic[0] for nic in nics), servers[0] if servers else None)
        return DeviceOptions(equipment, roles, nics, servers, self.alike)

    def _adapters(self, nics: Sequence[Nic]) -> int | None:
        """Return the adapters of a server with ports on every network, None if servers are filled."""
        stated = [needs.per_server for needs in self.networks]
        if stated[0] is None:
            return None
        return sum(adapters_for(ports or 0, nic) for ports, nic in zip(stated, nics, strict=True))

    def _add_switches(self, needs: PortNeeds, requested_part: str | None, first: int) -> None:
        ports = needs.switches
        need = np.full_like(ports, ports.max(initial=0)) if self.alike else ports
        for count in np.unique(need).tolist():
            routers = first + np.flatnonzero(need == count)
            places = np.unique(self.chosen.switches[routers])
            old = self.catalogue.switches[int(places[0])]
            fitting = [
                switch
                for switch in self.catalogue.switches
                if switch.gbps == needs.gbps
                and switch.ports >= count
                and (switch.management_port is not None or not needs.managed)
                and requested_part in {None, switch.part}
                and (not self.placed or self._fits(switch, old))
            ]
            self.roles.append(routers)
            forms = {
                item.part: (
                    item.connector,
                    item.links_per_cage,
                    item.management_port if needs.managed else "",
                )
                for item in fitting
            }
            self.switches.append(self._classes(fitting, forms, len(routers)))

    def _nics(self, needs: PortNeeds, requested_part: str | None, old: Nic) -> list[_Class[Nic]]:
        fitting = [
            nic
            for nic in self.catalogue.nics
            if nic.gbps == needs.gbps
            and requested_part in {None, nic.part}
            and (not self.placed or (nic.ports == old.ports and self._fits(nic, old)))
        ]
        by_ports: list[_Class[Nic]] = []
        for ports in dict.fromkeys(item.ports for item in fitting):
            own = [item for item in fitting if item.ports == ports]
            forms = {item.part: (item.connector, item.links_per_cage, ports) for item in own}
            count = -(-needs.endpoints // ports)
            if needs.per_server:
                count = needs.endpoints // needs.per_server * adapters_for(needs.per_server, own[0])
            by_ports += self._classes(own, forms, count)
        return sorted(by_ports, key=lambda port: port.least)

    def _servers(self, requested_part: str | None, old: Server) -> list[_Class[Server]]:
        fitting = [
            server
            for server in self.catalogue.servers
            if requested_part in {None, server.part}
            and (not self.placed or (server.nics == old.nics and self._fits(server, old)))
        ]
        first = self.networks[0]
        if first.per_server:
            forms = dict.fromkeys((item.part for item in fitting), 0)
            return self._classes(fitting, forms, first.endpoints // first.per_server)
        ports = max(model.ports for own in self.nics[0] for model in own.models)
        results: list[_Class[Server]] = []
        for nics in dict.fromkeys(item.nics for item in fitting):
            own = [item for item in fitting if item.nics == nics]
            count = -(-first.endpoints // (ports * nics))
            results += self._classes(own, dict.fromkeys((item.part for item in own), nics), count)
        return sorted(results, key=lambda item: item.least)

    def _classes(
        self, models: Sequence[Model], forms: Mapping[str, object], pieces: int
    ) -> list[_Class[Model]]:
        """Group models by cage form, cheapest first."""
        by_form: dict[object, list[Model]] = {}
        for model in models:
            by_form.setdefault(forms[model.part], []).append(model)
        results = [
            _Class(tuple(own), pieces * min(self._score(item.part) for item in own))
            for own in by_form.values()
        ]
        return sorted(results, key=lambda item: item.least)

    def _least(self, part: str) -> int:
        return min_unit_cents(self.sku[part])

    def _score(self, part: str) -> int:
        sku = self.sku[part]
        return self._least(part) + self.criterion.score_cents(sku) - sku.buying.price_cents

    def _fits(self, switch: Switch | Nic | Server, old: Switch | Nic | Server) -> bool:
        """Whether a device needs no more of any resource than the placed device."""
        mine, theirs = (_figures(self.sku[part]) for part in (switch.part, old.part))
        return all(a <= b for a, b in zip(mine, theirs, strict=True))


def _figures(sku: Sku) -> tuple[int, int, int, int, int]:
    """Return rack units, weight, power, and heat into liquid and air."""
    return sku.height_u, sku.weight_g, sku.power_mw, sku.liquid_mw, sku.power_mw - sku.liquid_mw


def _names(models: Sequence[Switch | Nic | Server]) -> tuple[str, ...]:
    return tuple(model.part for model in models)
