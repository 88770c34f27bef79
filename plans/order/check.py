"""What a plan says of its order, derived again: servers are what the catalogue says they are."""

from pathlib import Path

import numpy as np

from netfloor.costmodels.catalogue.parts.skus import thousandths
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.layout.check.cables import Network
from netfloor.plans.check.ports import saves_cables
from netfloor.plans.models import PlanModel
from netfloor.plans.order.devices import chosen_equipment, devices_of
from netfloor.plans.order.terms import catalogue_of, recorded_terms
from netfloor.topologies.topology import Topology


def order_problems(plan: PlanModel, topology: Topology, folder: Path) -> tuple[list[str], list[str]]:
    """Return (problems, notes): servers are placed, and draw, weigh and measure what the catalogue says.

    Where the catalogue is gone or another one, a note says that this was not derived again.
    """
    order = plan.order
    if order is None:
        lost = "ports: share cages, but no order says of which switches"
        return [lost] * (plan.ports is not None), []
    if plan.hosts is None and topology.endpoints.sum() and not order.network_only:
        return ["hosts: are missing, though the plan was ordered with servers"], []
    if plan.hosts is None and plan.ports is None:
        return [], []
    try:
        catalogue = catalogue_of(order, folder)[1]
        equipment = chosen_equipment(recorded_terms(order), topology, catalogue)
    except (InputError, InfeasibleError) as error:
        return [], [f"order: not derived again: {error.told('--{}'.format)}"]
    problems = _port_problems(plan, topology, equipment.links_per_cage(catalogue).tolist())
    if plan.hosts is None:
        return problems, []
    devices = devices_of(topology, catalogue, equipment, thousandths(order.reserve_w))
    switches = np.column_stack([devices.switch_mw, devices.switch_g, devices.switch_units]).tolist()
    server = (devices.server_mw, devices.server_g, devices.server_units)
    claimed, hosts = plan.hosts.server, plan.hosts
    if (claimed.mw, claimed.g, claimed.units) != server or hosts.switches != switches:
        problems.append("hosts: switches or servers are not those of the catalogue")
    if hosts.endpoints_per_server != devices.endpoints_per_server:
        problems.append("hosts.endpoints_per_server: is not that of the catalogue's servers")
    return problems, []


def _port_problems(plan: PlanModel, topology: Topology, per_cage: list[int]) -> list[str]:
    """Return where ports share cages without need: the switches of the order save no cable by it."""
    if plan.ports is None:
        return []
    ports = [(cable.a.port, cable.b.port) for cable in plan.cables]
    links = tuple((u, v) for u, v in topology.links.tolist())
    network = Network(topology.routers, links, tuple(topology.multiplicity.tolist()))
    saves = saves_cables(network, topology.endpoints.tolist(), ports, per_cage)
    return [] if saves else ["ports: save no cable in the cages of the order's switches"]
