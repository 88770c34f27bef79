"""SST/macro's file topology, read as its own reader does."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from netfloor.exchange.job import checked_values
from netfloor.exchange.writers import EXPORTERS


def read(text: str) -> Any:
    """Return the links between (name, port), hosts counted from port 0, as file.cc sees them."""
    document = json.loads(text)
    assert isinstance(document["avg_num_hops"], int)
    links = []
    for kind in ("nodes", "switches"):
        for name, device in document[kind].items():
            for port, far in device["outports"].items():
                assert far["destination"] in {**document["nodes"], **document["switches"]}
                links.append(((name, int(port)), (far["destination"], far["inport"])))
    return document, links


@given(seed=st.integers(0, 10**6))
def test_the_file_holds_the_cables_of_the_plan(
    make_job: Any, write_files: Any, links_of: Any, seed: int
) -> None:
    """Each from both ends; a host's one port is 0."""
    job = make_job(None, seed)
    document, links = read(write_files(job, "sst")["topology.json"])
    assert {(b, a) for a, b in links} == set(links)
    assert len(set(links)) == len(links) == 2 * len(job.fabric.cables)
    hosts = set(document["nodes"])
    shifted = {tuple(sorted((n, p + 1 if n in hosts else p) for n, p in link)) for link in links}
    assert sorted(shifted) == links_of(job.fabric)


@given(seed=st.integers(0, 10**6))
def test_latencies_stand_at_every_port(make_job: Any, write_files: Any, seed: int) -> None:
    """Those of the metres, 5 ns each."""
    document, _ = read(write_files(make_job(None, seed), "sst")["topology.json"])
    for device in document["switches"].values():
        for port in device["outports"].values():
            assert Fraction(str(port["latency_ns"])) * 200 == port["length_mm"]


@given(seed=st.integers(0, 10**6))
def test_routes_lead_to_every_host_by_the_fewest_links_and_least_cable(
    make_job: Any, write_files: Any, seed: int
) -> None:
    """Followed port by port they end at the host; no way has fewer links, none of as many less cable."""
    job = make_job(None, seed)
    files = write_files(job, "sst")
    document, _ = read(files["topology.json"])
    if not document["nodes"]:
        assert "routes.json" not in files
        return
    tables = json.loads(files["routes.json"])["switches"]
    ports = {name: device["outports"] for name, device in document["switches"].items()}
    lanes = int(files["parameters.ini"].rsplit("= ", 1)[1])
    most = 0
    for host in document["nodes"]:
        least = least_to(host, ports)
        for start in ports:
            at, mm, passed = start, 0, 0
            while at != host:
                port = ports[at][str(tables[at]["routes"][host])]
                at, mm, passed = port["destination"], mm + port["length_mm"], passed + 1
            assert (passed, mm) == least[start]
            most = max(most, passed)
    assert lanes == most


def least_to(host: str, ports: Any) -> dict[str, tuple[int, int]]:
    """Return links and mm of the best way from each switch to a host, by Bellman and Ford."""
    far = (10**12, 0)
    least = dict.fromkeys(ports, far)
    for _ in ports:
        for name, outports in ports.items():
            for port in outports.values():
                links, mm = (0, 0) if port["destination"] == host else least.get(port["destination"], far)
                least[name] = min(least[name], (links + 1, mm + port["length_mm"]))
    return least


def test_more_routes_than_allowed_are_left_out_and_said(make_job: Any) -> None:
    """Large networks have no tables of gigabytes unless somebody asks."""
    job = make_job("fattree:3,3", 0)
    count = len(job.fabric.switches) * len(job.fabric.end_devices)
    for most, written in ((count, True), (count - 1, False)):
        filled = replace(job, values=checked_values(EXPORTERS["sst"], {"most_routes": str(most)}))
        assert ("routes.json" in EXPORTERS["sst"].write(filled)) == written
        assert bool(EXPORTERS["sst"].warnings(filled)) != written
