"""What a plan says of its order, derived again: servers are what the catalogue says they are."""

from pathlib import Path

import numpy as np

from netfloor.costmodels.catalogue.parts.skus import thousandths
from netfloor.foundation.errors import InfeasibleError, InputError
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
        return [], []
    if plan.hosts is None and order.network_only:
        return [], []
    if plan.hosts is None:
        return ["hosts: are missing, though the plan was ordered with servers"] * bool(
            topology.endpoints.sum()
        ), []
    try:
        catalogue = catalogue_of(order, folder)[1]
        equipment = chosen_equipment(recorded_terms(order), topology, catalogue)
    except (InputError, InfeasibleError) as error:
        return [], [f"order: not derived again: {error.told('--{}'.format)}"]
    devices = devices_of(topology, catalogue, equipment, thousandths(order.reserve_w))
    switches = np.column_stack([devices.switch_mw, devices.switch_g, devices.switch_units]).tolist()
    server = (devices.server_mw, devices.server_g, devices.server_units)
    claimed, hosts = plan.hosts.server, plan.hosts
    problems = []
    if (claimed.mw, claimed.g, claimed.units) != server or hosts.switches != switches:
        problems.append("hosts: switches or servers are not those of the catalogue")
    if hosts.endpoints_per_server != devices.endpoints_per_server:
        problems.append("hosts.endpoints_per_server: is not that of the catalogue's servers")
    return problems, []
