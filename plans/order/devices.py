"""The devices of a network from a catalogue, and their needs in cabinets."""

import numpy as np
import numpy.typing as npt

from netfloor.costmodels.catalogue.device_options import DeviceOptions, device_options
from netfloor.costmodels.catalogue.equipment import Equipment, PortNeeds, adapters_for, equip_networks
from netfloor.costmodels.catalogue.formula import FormulaNeeds, for_network
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import skus_of, thousandths
from netfloor.costmodels.catalogue.plan_needs import MediumRoutes
from netfloor.plans.order.terms import OrderTerms
from netfloor.rooms.hosts.devices import Devices, Liquid
from netfloor.topologies.topology import Topology


def chosen_equipment(terms: OrderTerms, topology: Topology, catalogue: Catalogue) -> Equipment:
    """Return the devices of the bill of materials; also check the other terms."""
    terms.spare_rule()
    criterion, needs = terms.chosen_criterion(), _needs(topology, bought=not terms.network_only)
    return equip_networks(
        needs, catalogue, criterion, terms.requested_by_network(topology), terms.max_lead_days
    )


def offered_devices(
    terms: OrderTerms, topology: Topology, catalogue: Catalogue, *, placed: bool
) -> tuple[tuple[DeviceOptions, ...], int | None]:
    """Return the device models to choose from, and a bound on all others; see `device_options`.

    ``placed``: devices are placed with the space and power of `chosen_equipment`.
    """
    criterion, needs = terms.chosen_criterion(), _needs(topology, bought=not terms.network_only)
    chosen, requested_devices = (
        chosen_equipment(terms, topology, catalogue),
        terms.requested_by_network(topology),
    )
    return device_options(needs, catalogue, criterion, requested_devices, chosen, placed=placed)


def _needs(topology: Topology, *, bought: bool) -> list[PortNeeds]:
    """Return the ports to buy devices for, by network; server ports only if servers are bought."""
    ports, endpoints = topology.ports.astype(np.int64), topology.endpoints.astype(np.int64) * bought
    stated = None if topology.servers is None else topology.servers.ports
    whole = [(slice(None), topology.gbps or 0.0, stated, "", False)]
    managed = any(part.management_ports for part in topology.networks or ())
    networks = (
        whole
        if topology.networks is None
        else [
            (
                *(slice(part.first, part.first + part.switches), part.gbps, part.ports, part.name),
                managed and not part.management_ports,
            )
            for part in topology.networks
        ]
    )
    return [
        PortNeeds(ports[span], int(endpoints[span].sum()), gbps, per_server, name, is_managed)
        for span, gbps, per_server, name, is_managed in networks
    ]


def made_parts(
    catalogue: Catalogue, topology: Topology, gbps: npt.NDArray[np.float64], routes: MediumRoutes
) -> Catalogue:
    """Return a catalogue with the parts of its formula for a network's switches and links."""
    if catalogue.formula is None:
        return catalogue
    switches = [
        (needs.gbps, ports) for needs in _needs(topology, bought=True) for ports in needs.switches.tolist()
    ]
    return for_network(catalogue, FormulaNeeds(switches, gbps, routes.electrical_mm, routes.optical_mm))


def devices_of(topology: Topology, catalogue: Catalogue, equipment: Equipment, reserve_mw: int) -> Devices:
    """Return the needs of the equipment in cabinets.

    Adapters count with servers, the reserve with switches.
    """
    server, switches, attached = equipment.server, catalogue.switches, topology.servers
    if attached is None:
        adapters = [server.nics if server else 1]
        per_server = adapters[0] * sum(nic.ports for nic in equipment.nics) or adapters[0]
        servers = -(-topology.endpoints.astype(np.int64) // per_server)
    else:
        of_networks = zip(_needs(topology, bought=True), equipment.nics, strict=False)
        adapters = [adapters_for(needs.per_server or 0, nic) for needs, nic in of_networks]
        per_server, servers = attached.ports, attached.servers.astype(np.int64)
    held = list(zip(equipment.nics, adapters, strict=False))
    adapters_mw = sum(thousandths(item.power_w) * many for item, many in held)
    adapters_g = sum(thousandths(item.weight_kg) * many for item, many in held)

    def of_switch(figure: list[int]) -> npt.NDArray[np.int64]:
        return np.array(figure, dtype=np.int64)[equipment.switches]

    return Devices(
        servers=servers * bool(equipment.nics),
        endpoints_per_server=per_server,
        switch_mw=of_switch([thousandths(switch.power_w) + reserve_mw for switch in switches]),
        switch_g=of_switch([thousandths(switch.weight_kg) for switch in switches]),
        switch_units=of_switch([switch.height_u for switch in switches]),
        server_mw=adapters_mw + (thousandths(server.power_w) if server else 0),
        server_g=adapters_g + (thousandths(server.weight_kg) if server else 0),
        server_units=server.height_u if server else 1,
        attached=attached,
        liquid=_liquid(catalogue, equipment),
    )


def _liquid(catalogue: Catalogue, equipment: Equipment) -> Liquid | None:
    """Return the heat that goes into liquid, None without any."""
    skus = {sku.part: sku.liquid_mw for sku in skus_of(catalogue)}
    of_each = np.array([skus[switch.part] for switch in catalogue.switches], dtype=np.int64)
    server_mw = skus[equipment.server.part] if equipment.server else 0
    switch_mw = of_each[equipment.switches]
    return Liquid(switch_mw, server_mw) if server_mw or switch_mw.any() else None
