"""Verify the order of a plan: recompute it, and compare devices with the catalogue."""

from contextlib import nullcontext, suppress
from pathlib import Path

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.check.devices import DeviceChoice, DeviceFigures, NetworkOfPlan
from netfloor.foundation.errors import InfeasibleError, InputError, NetfloorError
from netfloor.plans.check.ports import own_links, saves_cables
from netfloor.plans.check.sources import FileGone
from netfloor.plans.models import OrderRecord, PlanModel
from netfloor.plans.order.bill_check import MAX_LINKS, bill_problems
from netfloor.plans.order.parts_list import PartsList, listed_parts, refuse_unknown_spares
from netfloor.plans.order.terms import OrderTerms, catalogue_of, recorded_terms
from netfloor.plans.order.trunk_check import trunk_problems
from netfloor.plans.plan import Plan
from netfloor.topologies.topology import Topology


def order_problems(plan: Plan, record: PlanModel, *folders: Path) -> tuple[list[str], list[str]]:
    """Return (problems, unchecked) of an order and of the devices that it buys.

    If the catalogue is missing or has changed, its claims are reported as unchecked.
    """
    if plan.order is None:
        lost = "ports: share cages, but the plan has no order"
        return [lost] * (plan.ports is not None), []
    if plan.hosts is None and plan.topology.endpoints.sum() and not plan.order.network_only:
        return ["hosts: are missing, though the plan was ordered with servers"], []
    terms = recorded_terms(plan.order)
    try:
        terms.chosen_criterion(), terms.spare_rule()
    except InputError as error:
        return [f"order: {error.told('{}'.format)}"], []
    try:
        file, catalogue = catalogue_of(plan.order, *folders)
    except InputError as error:
        return [], [FileGone(f"order: {error.where}: {error.what}", _resting(record))]
    try:
        refuse_unknown_spares(terms.spare_rule(), catalogue)
        devices, bought = _devices(plan.topology, plan.order, catalogue), []
        limited = terms.max_skus is not None or terms.max_lead_days is not None
        claimed = bool(terms.fibre_trunks or terms.laid or limited)
        links = len(plan.cables) + int(plan.topology.endpoints.sum())
        if claimed or links <= MAX_LINKS:
            # unless the plan says that all parts are available, it may hold links without a part
            with nullcontext() if claimed else suppress(InfeasibleError):
                bought = _bought_problems(listed_parts(plan, file, catalogue, terms), record, devices)
    except (InputError, InfeasibleError, ValueError) as error:
        why = error.told("{}".format) if isinstance(error, NetfloorError) else error
        return [f"order: {why}"], []
    result = _port_problems(plan, devices.links_per_cage) + _device_problems(record, devices)
    return result + bought, []


def _bought_problems(parts: PartsList, record: PlanModel, devices: DeviceFigures) -> list[str]:
    """Return the problems of the order's parts."""
    bought = [*trunk_problems(parts, record, devices), *_laid_problems(parts, parts.terms)]
    return [*bought, *bill_problems(parts)]


def _laid_problems(parts: PartsList, terms: OrderTerms) -> list[str]:
    """Return the links whose laid part is not in the catalogue or is too short."""
    bought = parts.link_parts
    return [
        f"order.laid: {item.part} does not serve link {link}"
        for item in terms.laid
        for link in item.links
        if link >= len(bought) or bought[link] != item.part
    ]


def _resting(record: PlanModel) -> list[str]:
    """Return the fields that depend on the catalogue; limits of cabinets depend on those of hosts."""
    fields = ["hosts.server", "hosts.switches", "hosts.liquid", "hosts.endpoints_per_server"]
    if record.hosts is None:
        fields = []
    if record.ports is not None:
        fields.append("ports")
    return [*fields, *(f"order.{name}" for name in ("switch", "nic", "server", "spares", "fibre_trunks"))]


def _devices(topology: Topology, order: OrderRecord, catalogue: Catalogue) -> DeviceFigures:
    """Return the figures of the order's devices by independent code; ValueError if no device fits."""
    choice = DeviceChoice(
        catalogue.model_dump(),
        order.criterion,
        order.years or 0.0,
        order.kwh_price or 0.0,
        order.max_lead_days,
    )
    bought = not order.network_only and bool(topology.endpoints.sum())
    return choice.figures(_networks(topology, order), order.server, order.reserve_w, bought=bought)


def _networks(topology: Topology, order: OrderRecord) -> list[NetworkOfPlan]:
    """Return the networks of a plan with the devices that its order requests for each."""
    ports = topology.ports.tolist()
    if topology.networks is None:
        if order.networks is not None:
            raise ValueError("networks: the plan has one network")
        stated = None if topology.servers is None else topology.servers.ports
        return [NetworkOfPlan(ports, topology.link_gbps, stated, order.switch, order.nic)]
    requested_part = order.networks or []
    if len(requested_part) != len(topology.networks):
        raise ValueError("networks: are not an entry for each network")
    if order.switch is not None or order.nic is not None:
        raise ValueError("switch, nic: are by network where a plan has several")
    managing = [part for part in topology.networks if part.management_ports]
    return [
        NetworkOfPlan(
            switch_ports=ports[part.first : part.first + part.switches],
            gbps=part.gbps,
            server_ports=part.ports,
            switch=item.switch,
            nic=item.nic,
            managed=bool(managing) and part not in managing,
        )
        for part, item in zip(topology.networks, requested_part, strict=True)
    ]


def _device_problems(record: PlanModel, devices: DeviceFigures) -> list[str]:
    """Return the differences in power, weight and height between plan and catalogue."""
    if record.hosts is None:
        return []
    claimed, problems = record.hosts.server, []
    if (
        claimed.mw,
        claimed.g,
        claimed.units,
    ) != devices.server or record.hosts.switches != devices.switches:
        problems.append("hosts: switches or servers are not those of the catalogue")
    cooled = record.hosts.liquid
    if (None if cooled is None else (cooled.server_mw, cooled.switches_mw)) != devices.liquid:
        problems.append("hosts.liquid: is not the heat that the catalogue's devices give to liquid")
    if record.hosts.endpoints_per_server != devices.endpoints_per_server:
        problems.append("hosts.endpoints_per_server: is not that of the catalogue's servers")
    return problems


def _port_problems(plan: Plan, per_cage: list[int]) -> list[str]:
    """Return a problem if ports share cages although the order's switches save no cable by it."""
    if plan.ports is None:
        return []
    own = own_links(plan.topology)
    ends = plan.shortest_cables.ports.tolist()  # compared with those of the file
    ports = [(ends[cable][0], ends[cable][1]) for cable in own.cables]
    saves = saves_cables(own.network, own.before, ports, per_cage)
    return [] if saves else ["ports: save no cable in the cages of the order's switches"]
