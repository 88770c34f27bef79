"""Netlists in ibnetdiscover's syntax: every link twice, once from each end."""

import re
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.job import Job
from netfloor.exchange.writers.ibsim import simulator_sizes
from netfloor.foundation.errors import InputError

NODE = re.compile(r'(Switch|Ca)\t(\d+) "([SH]-[0-9a-f]{16})"\t\t# "([^"]*)"( enhanced port 0 lid 0 lmc 0)?')
FROM_SWITCH = re.compile(
    r'\[(\d+)\]\t"([SH]-[0-9a-f]{16})"\[(\d+)\](?:\(([0-9a-f]+)\))? \t\t# "([^"]*)" lid 0(?: (4x\w+))?'
)
FROM_HOST = re.compile(
    r'\[(\d+)\]\(([0-9a-f]+)\) \t"([SH]-[0-9a-f]{16})"\[(\d+)\]'
    r'\t\t# lid 0 lmc 0 "([^"]*)" lid 0(?: (4x\w+))?'
)


def read(text: str) -> Any:
    """Return ({id: (kind, ports, name)}, [((id, port), (id, port))]) with no line left over."""
    nodes, links, here = {}, [], None
    for line in text.splitlines():
        if (
            not line
            or line.startswith("#")
            or re.fullmatch(r"(vendid|devid|sysimgguid|caguid)=0x[0-9a-f]+", line)
        ):
            continue
        if re.fullmatch(r"switchguid=0x([0-9a-f]+)\(\1\)", line):
            continue
        if node := NODE.fullmatch(line):
            here = node[3]
            assert here not in nodes
            nodes[here] = (node[1], int(node[2]), node[4])
        elif nodes[here][0] == "Switch":
            match = FROM_SWITCH.fullmatch(line)
            assert match is not None, line
            links.append(((here, int(match[1])), (match[2], int(match[3]))))
        else:
            match = FROM_HOST.fullmatch(line)
            assert match is not None, line
            links.append(((here, int(match[1])), (match[3], int(match[4]))))
    return nodes, links


def test_the_netlist_holds_the_cables_of_the_plan(job: Job, write_files: Any, links_of: Any) -> None:
    """Each cable is seen from both of its ends, and nothing else is there."""
    nodes, links = read(write_files(job, "ibsim")["fabric.net"])
    assert {frozenset(link) for link in links} == {frozenset(link[::-1]) for link in links}
    seen = Counter(frozenset(link) for link in links)
    assert set(seen.values()) <= {2}
    named = [tuple(sorted((nodes[node][2], port) for node, port in link)) for link in seen]
    assert sorted(named) == links_of(job.fabric)


def test_nodes_are_the_devices_of_the_plan(job: Job, write_files: Any) -> None:
    """Name, kind and number of ports of each."""
    nodes, _ = read(write_files(job, "ibsim")["fabric.net"])
    kinds = {"switch": "Switch", "server": "Ca"}
    expected = sorted((kinds[d.kind], max(d.ports, 1), d.name) for d in job.fabric.devices)
    assert sorted(nodes.values()) == expected


@given(seed=st.integers(0, 10**6))
def test_guids_are_there_once(make_job: Any, write_files: Any, seed: int) -> None:
    """Node and port GUIDs together: ibsim refuses a second one."""
    text = write_files(make_job(None, seed), "ibsim")["fabric.net"]
    guids = re.findall(r"^(?:switch|ca)guid=0x([0-9a-f]+)", text, re.MULTILINE)
    ports = re.findall(r"^\[\d+\]\(([0-9a-f]+)\)", text, re.MULTILINE)
    assert len(set(guids + ports)) == len(guids) + len(ports)


@given(seed=st.integers(0, 10**6))
def test_the_simulator_has_room(make_job: Any, seed: int) -> None:
    """Nodes, switches and ports, port 0 of each switch included, fit the sizes it is told."""
    fabric = make_job(None, seed).fabric
    nodes, switches, ports = simulator_sizes(fabric)
    assert nodes >= len(fabric.devices)
    assert switches >= len(fabric.switches)
    assert ports >= sum(fabric.devices[i].ports + 1 for i in fabric.switches) + len(fabric.end_devices)


@pytest.mark.parametrize(("gbps", "speed"), [(100.0, " 4xEDR"), (400.0, " 4xNDR"), (12.5, "")])
def test_a_rate_has_its_name(make_job: Any, write_files: Any, gbps: float, speed: str) -> None:
    """InfiniBand's names of four lanes; none for other rates."""
    job = make_job("circulant:4:1", 0, endpoints=1)
    cables = tuple(replace(cable, gbps=gbps) for cable in job.fabric.cables)
    text = write_files(replace(job, fabric=replace(job.fabric, cables=cables)), "ibsim")["fabric.net"]
    assert all(line.endswith(f"lid 0{speed}") for line in text.splitlines() if line.startswith("["))


def test_more_ports_than_infiniband_numbers_are_refused(make_job: Any, write_files: Any) -> None:
    """A port number is one octet."""
    with pytest.raises(InputError, match="254"):
        write_files(make_job("complete:10", 0, endpoints=250), "ibsim")
    assert write_files(make_job("complete:10", 0, endpoints=245), "ibsim")
