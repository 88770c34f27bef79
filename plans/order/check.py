"""What a plan says of its order, derived again: servers are what the catalogue says they are."""

from pathlib import Path

import numpy as np

from netfloor.costmodels.catalogue.equipment import Equipment
from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.skus import thousandths
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.layout.check.cables import Network
from netfloor.plans.check.ports import saves_cables
from netfloor.plans.models import PlanModel
from netfloor.plans.order.devices import chosen_equipment, devices_of
from netfloor.plans.order.parts_list import listed_parts, refuse_unknown_spares
from netfloor.plans.order.terms import catalogue_of, recorded_terms
from netfloor.plans.plan import Plan


def order_problems(plan: Plan, record: PlanModel) -> tuple[list[str], list[str]]:
    """Return (problems, unchecked): the order can be placed again, and devices are what the catalogue says.

    Where the catalogue is gone or another one, nothing that rests on it is checked.
    """
    if plan.order is None:
        lost = "ports: share cages, but no order says of which switches"
        return [lost] * (plan.ports is not None), []
    if plan.hosts is None and plan.topology.endpoints.sum() and not plan.order.network_only:
        return ["hosts: are missing, though the plan was ordered with servers"], []
    terms, folder = recorded_terms(plan.order), Path() if plan.path is None else plan.path.parent
    try:
        terms.chosen_criterion(), terms.spare_rule()
    except InputError as error:
        return [f"order: {error.told('{}'.format)}"], []
    try:
        file, catalogue = catalogue_of(plan.order, folder)
    except InputError as error:
        return [], [f"order: {error.told('--{}'.format)}"]
    try:
        equipment = chosen_equipment(terms, plan.topology, catalogue)
        refuse_unknown_spares(terms.spare_rule(), catalogue)
        if terms.max_skus is not None or terms.max_lead_days is not None:
            listed_parts(plan, file, catalogue, terms)  # refuses what its limits leave without parts
    except (InputError, InfeasibleError) as error:
        return [f"order: {error.told('{}'.format)}"], []
    problems = _port_problems(plan, record, equipment.links_per_cage(catalogue).tolist())
    return problems + _device_problems(plan, record, catalogue, equipment), []


def _device_problems(
    plan: Plan, record: PlanModel, catalogue: Catalogue, equipment: Equipment
) -> list[str]:
    """Return where servers and switches do not draw, weigh and measure what the catalogue says."""
    if record.hosts is None or plan.order is None:
        return []
    devices = devices_of(plan.topology, catalogue, equipment, thousandths(plan.order.reserve_w))
    switches = np.column_stack([devices.switch_mw, devices.switch_g, devices.switch_units]).tolist()
    server = (devices.server_mw, devices.server_g, devices.server_units)
    claimed, problems = record.hosts.server, []
    if (claimed.mw, claimed.g, claimed.units) != server or record.hosts.switches != switches:
        problems.append("hosts: switches or servers are not those of the catalogue")
    if record.hosts.endpoints_per_server != devices.endpoints_per_server:
        problems.append("hosts.endpoints_per_server: is not that of the catalogue's servers")
    return problems


def _port_problems(plan: Plan, record: PlanModel, per_cage: list[int]) -> list[str]:
    """Return where ports share cages without need: the switches of the order save no cable by it."""
    if plan.ports is None:
        return []
    ports, topology = [(cable.a.port, cable.b.port) for cable in record.cables], plan.topology
    links = tuple((u, v) for u, v in topology.links.tolist())
    network = Network(topology.routers, links, tuple(topology.multiplicity.tolist()))
    saves = saves_cables(network, topology.endpoints.tolist(), ports, per_cage)
    return [] if saves else ["ports: save no cable in the cages of the order's switches"]
