"""A plan is called routable where opensm routes all of it and the switches have what that needs."""

from itertools import product
from typing import Any

import networkx as nx
import numpy as np
import pytest

from netfloor.exchange.names import guid_of
from netfloor.exchange.opensm.forwarding import HostRoutes
from netfloor.exchange.opensm.programs import Verdict
from netfloor.exchange.opensm.routable import Routable, netlist_of
from netfloor.traffic.switch_limits import SwitchChecks


class Lacking(SwitchChecks):
    """Switches that have too little of something."""

    @property
    def too_little(self) -> str:
        """Return what."""
        return "too few entries"


@pytest.mark.parametrize("routed", [True, False])
def test_a_plan_is_routable_if_nothing_at_all_is_missing(routed: bool) -> None:
    """Lanes just suffice, all are reached, no switch lacks anything; else the first lack is the reason."""
    for lanes, switches, unreached in product((None, 7, 8, 9), (SwitchChecks(), Lacking()), (0, 2)):
        why = "" if routed else "no way"
        verdict = Verdict(routed=routed, lanes=lanes, reason=why)
        routes = HostRoutes(5, unreached) if routed else None
        found = Routable("net", "dfsssp", 8, verdict, routes, (), switches)
        lacks = [
            (not routed, why),
            (unreached > 0, "2 pairs of a switch and a server have no route"),
            (bool(switches.too_little), "too few entries"),
            (lanes == 9, "the switches have 8 virtual lanes, 9 are needed"),
        ]
        reason = next((text for lack, text in lacks if lack), "")
        assert (found.ok, found.reason) == (not reason, reason)
        told = dict(found.fields())
        least = f"{'' if routed else 'at least '}{lanes}"
        assert told["virtual lanes"] == f"{'not stated' if lanes is None else least} of 8"
        assert told["verdict"] == ("NOT routable" if reason else "routable")
        assert ("longest route" in told, told.get("reason", "")) == (routed, reason)
        numbers = (5, unreached) if routed else (None, None)
        told_to_programs = found.to_dict()
        assert tuple(told_to_programs[key] for key in ("longest_route_links", "unreached")) == numbers


@pytest.mark.parametrize("seed", range(4))
def test_up_down_has_its_root_in_a_centre(make_job: Any, seed: int) -> None:
    """A switch whose farthest is as near as any switch's; other engines, and trees, look for their own."""
    job = make_job(None, seed, endpoints=1)
    graph = nx.Graph(job.topology.links.tolist())
    netlist, (said,) = netlist_of(job.fabric, job.topology, "updn")
    centres = {guid_of(job.fabric, one): job.fabric.devices[one].name for one in nx.center(graph)}
    assert f"at {centres[netlist.root_guid]}, " in said
    assert netlist_of(job.fabric, job.topology, "dfsssp")[0].root_guid is None
    tree = make_job("fattree:2,2", seed)
    assert not np.all(tree.topology.endpoints)
    assert netlist_of(tree.fabric, tree.topology, "updn")[0].root_guid is None
