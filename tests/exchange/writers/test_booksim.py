"""BookSim's anynet, read as its own reader does."""

import csv
import io
import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError


def read(text: str) -> Any:
    """Return ({router: nodes}, {(router, router): cycles}) as AnyNet::readFile fills its maps.

    A line is a head and what it is linked to; a number after a router is the latency of the
    channel to it, in this direction alone.
    """
    nodes, channels = {}, {}
    for number, line in enumerate(text.splitlines()):
        words = line.split(" ")
        assert words[:2] == ["router", str(number)], "ids are sequential"
        nodes[number], body = [], iter(words[2:])
        for word in body:
            other = int(next(body))
            if word == "node":
                nodes[number].append(other)
            else:
                assert word == "router"
                assert (number, other) not in channels
                channels[number, other] = int(next(body))
    return nodes, channels


@given(seed=st.integers(0, 10**6), cycle=st.sampled_from(["1", "0.5", "2.5", "10"]))
def test_channels_have_the_latency_of_their_metres(
    make_job: Any, write_files: Any, seed: int, cycle: str
) -> None:
    """Both directions, in whole cycles, rounded up, one at least."""
    job = make_job(None, seed, simple=True)
    assume(job.fabric.end_devices)
    nodes, channels = read(write_files(job, "booksim", cycle_ns=cycle)["anynet.txt"])
    expected = {}
    for cable in job.fabric.cables:
        ends = [end.device for end in cable.ends]
        if all(end in job.fabric.switches for end in ends):
            cycles = max(1, math.ceil(Fraction(cable.length_mm * 5, 1000) / Fraction(cycle)))
            expected[tuple(ends)] = expected[tuple(ends[::-1])] = cycles
    assert channels == expected
    assert [len(of) for of in nodes.values()] == job.topology.endpoints.tolist()
    assert [node for of in nodes.values() for node in of] == list(range(len(job.fabric.end_devices)))


def test_names_stand_beside(make_job: Any, write_files: Any) -> None:
    """BookSim knows numbers only; the third file tells whose they are."""
    job = make_job("circulant:4:1", 0, endpoints=1)
    rows = list(csv.reader(io.StringIO(write_files(job, "booksim")["names.csv"])))
    assert rows[0] == ["kind", "id", "name"]
    assert rows[1] == ["router", "0", "0"]
    assert rows[-1] == ["node", "3", "h3-1"]


def test_parallel_cables_are_refused(make_job: Any, write_files: Any) -> None:
    """BookSim would take them for one."""
    job = make_job(None, _with_parallel(make_job))
    with pytest.raises(InputError, match="parallel"):
        write_files(job, "booksim")


def _with_parallel(make_job: Any) -> Any:
    """Return the seed of a random network with parallel links."""
    return next(s for s in range(100) if (make_job(None, s).topology.multiplicity > 1).any())


def test_a_network_without_endpoints_is_refused(make_job: Any, write_files: Any) -> None:
    """BookSim ends: its traffic patterns require at least one node."""
    with pytest.raises(InputError, match="lay it out with endpoints"):
        write_files(make_job("hypercube:4", 0, endpoints=0), "booksim")


def test_a_network_in_parts_is_refused(make_job: Any, write_files: Any) -> None:
    """AnyNet::route would look for the nearest of the rest for ever."""
    job = make_job("circulant:4:1", 0, endpoints=1)
    whole, two = job.topology, [0, 3]
    parts = replace(whole, links=whole.links[two], multiplicity=whole.multiplicity[two])
    with pytest.raises(InputError, match="not connected"):
        write_files(replace(job, topology=parts), "booksim")


@pytest.mark.parametrize("cycle", ["0", "-1", "nan", "1e9", "1/0", "", "x", "9" * 30])
def test_a_cycle_that_is_none_is_refused(make_job: Any, write_files: Any, cycle: str) -> None:
    """A cycle has a length."""
    with pytest.raises(InputError, match="cycle_ns"):
        write_files(make_job("circulant:4:1", 0), "booksim", cycle_ns=cycle)
