"""The networks of any plan, each alone, against a recount over its devices and cables."""

from typing import Any

import pytest

from netfloor.fabric.fabric import SWITCH
from netfloor.foundation.errors import InputError
from netfloor.plans.load import load_any_plan
from netfloor.plans.networks import networks_of
from tests.fixtures.fabrics import FabricCase, fabric_in


def test_each_network_has_its_own_cables(fabric_case: FabricCase) -> None:
    """Links inside a network with their lengths, endpoints on its switches; links between two of none."""
    fabric, networks = fabric_in(fabric_case.new), networks_of(load_any_plan(fabric_case.new))
    switches = {device.name: device for device in fabric.devices if device.kind == SWITCH}
    names = {
        network.topology.label(n) for network in networks.values() for n in range(network.topology.routers)
    }
    assert {one.rpartition(".")[2] for one in names} == {one.rpartition(".")[2] for one in switches}
    lengths, endpoints, others = [], 0, 0
    for cable in fabric.cables:
        ends = [fabric.devices[end.device] for end in cable.ends]
        on_switches = [end for end in ends if end.name in switches]
        if len(on_switches) == 2 and ends[0].network == ends[1].network:
            lengths.append(cable.length_mm)
        elif len(on_switches) == 2:
            others += 1
        else:
            endpoints += len(on_switches)
    found = [length for network in networks.values() for length in network.cables.length_mm.tolist()]
    assert sorted(found) == sorted(lengths)
    assert (others > 0) == (fabric_case.name in {"mixed", "lists"})
    assert sum(network.endpoints for network in networks.values()) == endpoints
    for network in networks.values():
        assert len(network.cables) == network.topology.link_count
        assert network.servers is None or len(network.servers.length_mm) == network.endpoints


def test_a_network_of_lists_has_one_rate_or_none(fabric_cases: Any) -> None:
    """Where rates differ, or one is unknown, no figure takes one for another."""
    networks = networks_of(load_any_plan(fabric_cases("lists").new))
    rates = {name: network.topology.gbps for name, network in networks.items()}
    assert rates["fabric"] == 100.0
    assert None in rates.values() or len(set(rates.values())) > 1
    for network in networks.values():
        if network.topology.gbps is None:
            with pytest.raises(InputError, match="single link rate"):
                _ = network.topology.link_gbps
