"""SST/macro's file topology, read as its own reader does."""

import json
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st


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
