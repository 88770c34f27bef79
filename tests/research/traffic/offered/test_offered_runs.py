"""Finite runs: a case worked out by hand, everything sent arrives, seeds, destinations, kept runs."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from netfloor.cli import app
from netfloor.foundation.checkpoint import with_checksum
from netfloor.foundation.errors import InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.research.traffic.motifs.mapping import Mapping
from netfloor.research.traffic.motifs.run import MotifTask, message_times, run_messages
from netfloor.research.traffic.offered.messages import OfferedSettings, offered_schedule
from netfloor.research.traffic.offered.run import OfferedRun, seeds_before, seeds_first
from netfloor.research.traffic.report.offered import offered_document
from netfloor.research.traffic.simulation.arrays import ASKED, CLAIMED, DELIVERED, RECEIVED
from netfloor.research.traffic.simulation.network import network_of
from netfloor.research.traffic.simulation.settings import SwitchModel
from netfloor.research.traffic.study.offered import OfferedRequest, OfferedSwitches, run_offered_loads
from netfloor.studies.named_network import NetworkRequest
from netfloor.topologies.spec import build
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.routing import routing_named

PAIR = "hypercube:1,endpoints=1"
SMALL = "dragonfly:a=4,p=2,h=2"


def task_of(
    spec: str, routing: str, pattern: str, sent: OfferedSettings, load: float, seed: int
) -> MotifTask:
    """Return a run on all endpoints of a network."""
    topology = build(spec)
    drawn = pattern_of(topology, pattern, None, seed)
    schedule = offered_schedule(drawn, sent, load, seed)
    mapping = Mapping("allocated", drawn.endpoints.switch, drawn.endpoints.rank, "")
    model = SwitchModel(8 * sent.packet_flits, sent.packet_flits, queue_rule="waiting")
    return MotifTask(
        network_of(topology, routing_named(routing)), schedule, mapping, model, sent.flit_bytes
    )


@pytest.mark.parametrize("load", [0.2, 0.9])
def test_two_switches_by_hand(load: float) -> None:
    """A rank on each of two switches sends to the other: nothing meets, so only its own messages wait.

    A message of n packets of one flit leaves when it is created and the one before has left, after n
    cycles. Its last packet then takes two cables of endpoints, two switches and a channel: 5 cycles.
    """
    sent = OfferedSettings(messages=6, message_packets=4)
    task = task_of(PAIR, "minimal", "ring", sent, load, 7)
    sim = run_messages(task, 7, Interrupt())
    assert sim is not None
    expected = []
    for gaps in task.schedule.compute[:, :-1]:
        free = 0
        for created in np.cumsum(gaps).tolist():
            free = max(created, free) + 4
            expected.append(free - 1 + 5 - created)
    assert message_times(task, sim).tolist() == expected


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_everything_sent_arrives(data: st.DataObject) -> None:
    """Any pattern and routing: all packets of all messages, to the ranks drawn; no claim is left over."""
    sent = OfferedSettings(
        data.draw(st.sampled_from(("fixed", "redrawn"))),
        data.draw(st.integers(1, 4)),
        data.draw(st.integers(1, 5)),
        data.draw(st.integers(1, 3)),
    )
    routing = data.draw(
        st.sampled_from(("minimal", "ugal-l", "group-ugal-l-vch", "group-ugal-l-cr", "valiant"))
    )
    pattern = data.draw(
        st.sampled_from(("permutation", "uniform", "next-group", "one-to-many", "bit-reverse"))
    )
    task = task_of(
        SMALL, routing, pattern, sent, data.draw(st.floats(0.05, 1)), data.draw(st.integers(0, 99))
    )
    sim = run_messages(task, 3, Interrupt())
    assert sim is not None
    assert (sim.messages.rows[:, RECEIVED] > 0).all()
    assert sim.counters[DELIVERED] == len(task.schedule.source) * sent.message_packets
    assert not sim.outs[:, CLAIMED].any()
    assert not sim.queues[:, ASKED].any()
    assert (message_times(task, sim) >= sent.message_flits).all()


def test_destinations_are_kept_or_drawn_for_every_message() -> None:
    """Fixed ones are one for each rank; redrawn ones differ, and are those of the pattern."""
    pattern = pattern_of(build(SMALL), "uniform", None, 1)
    fixed, redrawn = (
        offered_schedule(pattern, OfferedSettings(kind, 20), 0.5, 1).destination.reshape(-1, 20)
        for kind in ("fixed", "redrawn")
    )
    assert (fixed == fixed[:, :1]).all()
    assert len(np.unique(fixed[:, 0])) > len(fixed) // 3
    assert (np.sort(redrawn, axis=1)[:, 0] < np.sort(redrawn, axis=1)[:, -1]).all()
    counts = np.bincount(redrawn.ravel(), minlength=len(redrawn))
    assert counts.min() > 0
    bits = pattern_of(build(SMALL), "bit-reverse", None, 1)
    to = offered_schedule(bits, OfferedSettings("redrawn", 5), 0.5, 1).destination.reshape(-1, 5)
    rank = np.full(len(bits.endpoints.switch), -1)
    rank[bits.endpoints.rank] = np.arange(len(bits.endpoints.rank))
    assert (to == rank[bits.destination[bits.endpoints.rank]][:, np.newaxis]).all()


def test_a_weighted_pattern_is_drawn_by_its_weights(tmp_path: Path) -> None:
    """Three quarters to one endpoint, a quarter to another; the lighter sender sends at half the rate."""
    from netfloor.studies.traffic.network import pattern_wanted  # noqa: PLC0415

    (tmp_path / "mine.csv").write_text("source,destination,weight\n0,1,3\n0,2,1\n3,4,2\n")
    pattern = pattern_wanted(build(SMALL), str(tmp_path / "mine.csv"), None, 1)
    schedule = offered_schedule(pattern, OfferedSettings("redrawn", 2000, 1), 0.5, 1)
    by_rank = schedule.destination.reshape(-1, 2000)
    assert (by_rank[0] == 1).mean() == pytest.approx(0.75, abs=0.03)
    assert set(by_rank[0]) == {1, 2}
    assert set(by_rank[1]) == {4}
    ends = schedule.compute[[0, 3]].sum(axis=1)
    assert ends[1] / ends[0] == pytest.approx(2, rel=0.15)


def test_times_and_destinations_by_rank_are_the_same_on_every_network() -> None:
    """So that networks of one seed are compared by the same work; the mean gap is that of the load."""
    sent = OfferedSettings(messages=50, message_packets=4)
    one, other = (
        offered_schedule(pattern_of(build(spec), "permutation", 64, 5), sent, 0.25, 5)
        for spec in (SMALL, "torus:8x8,endpoints=3")
    )
    assert (one.compute == other.compute).all()
    assert (one.destination == other.destination).all()
    assert one.compute.sum(axis=1).mean() / 50 == pytest.approx(16, rel=0.05)


def request(**changed: Any) -> OfferedRequest:
    """Return a small comparison of two networks."""
    networks = NetworkRequest(SMALL), NetworkRequest("torus:4x4,endpoints=4")
    fields = {
        "loads": (0.3, 0.8), "routings": ("minimal",), "ranks": 48,
        "sent": OfferedSettings(messages=3, message_packets=2), **changed,
    }  # fmt: skip
    return OfferedRequest(networks, **fields)


def test_networks_are_compared_seed_by_seed() -> None:
    """Pairs and firsts are those of the runs, and a seed gives the same whatever else is run."""
    report = run_offered_loads(request())
    assert [one.load for one in report.series] == [0.3, 0.8] * 2
    for one, other in report.pairs():
        times = [(a.slowest, b.slowest) for a, b in zip(one.runs, other.runs, strict=True)]
        assert seeds_before(one, other) == sum(a < b for a, b in times)
        assert seeds_first(one, [other]) + seeds_first(other, [one]) <= len(times)
    alone = run_offered_loads(request(loads=(0.8,), seeds=1, seed=1))
    assert alone.series[0].runs[0] == next(one for one in report.at(0.8)).runs[1]
    assert len({run.slowest for one in report.series for run in one.runs}) > 4


def test_finished_runs_are_kept_and_damaged_ones_refused(tmp_path: Path) -> None:
    """A second time nothing is simulated; a changed figure, or another seed, is named."""
    first = run_offered_loads(request(results=tmp_path, seeds=1))
    (path, *_) = paths = sorted(tmp_path.iterdir())
    assert len(paths) == 4
    again = run_offered_loads(request(results=tmp_path, seeds=1))
    assert offered_document(again) == offered_document(first)
    document = json.loads(path.read_text())
    run = {key: value for key, value in document["run"].items() if key != "sha256"}
    for changed, message in (
        (document["run"] | {"slowest": 1}, "damaged"),
        (with_checksum(run | {"slowest": "1"}), "damaged"),
        (with_checksum(run | {"seed": 9}), "another load or seed"),
    ):
        path.write_text(json.dumps(document | {"run": changed}))
        with pytest.raises(InputError, match=message):
            run_offered_loads(request(results=tmp_path, seeds=1))


def test_an_interrupt_keeps_what_is_finished(tmp_path: Path) -> None:
    """The report holds whole series alone, and nothing is written."""
    interrupt = Interrupt()
    interrupt.ask()
    report = run_offered_loads(request(out=tmp_path / "out"), SILENT, interrupt)
    assert report.interrupted
    assert not report.series
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"loads": (0.0,)}, "share of a rank's rate"),
        ({"loads": (1e-9,)}, "last message is created after"),
        ({"loads": (0.5, 0.5)}, "twice"),
        ({"seeds": 0}, "--seeds|seeds"),
        ({"switches": OfferedSwitches(buffer_bytes=4096)}, "hold no packet"),
        ({"sent": OfferedSettings(messages=100_000, message_packets=1 << 12)}, "runs"),
        ({"ranks": 100}, "endpoints"),
    ],
)
def test_what_cannot_be_run_is_refused(changed: dict[str, Any], message: str) -> None:
    """Before anything is simulated."""
    with pytest.raises(InputError, match=message):
        run_offered_loads(request(**changed))


def test_the_command_prints_who_is_first(tmp_path: Path) -> None:
    """The table, the pairs, the files; JSON has every run."""
    words = [
        *("traffic", "offered", SMALL, "torus:4x4,endpoints=4", "--ranks", "48", "--load", "0.4"),
        *("--messages", "2", "--message-packets", "2", "--seed", "3"),
    ]
    done = CliRunner().invoke(app, [*words, "--out", str(tmp_path / "out")])
    assert done.exit_code == 0, done.output
    assert " of 3" in done.stdout
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names >= {"report.html", "report.json", "runs.csv"}
    document = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [len(one["runs"]) for one in document["series"]] == [3, 3]
    (pair,) = document["pairs"]
    assert pair["one_before"] + pair["other_before"] <= 3


@pytest.mark.parametrize("wrong", [{"slowest": -1}, {"mean": None}, {"more": 1}])
def test_a_run_has_its_fields_alone(wrong: dict[str, Any]) -> None:
    """Kept runs are typed."""
    run = OfferedRun(
        load=0.5, seed=1, cycles=9, slowest=8, mean=7.0, messages=1, packets=1, hops=1, not_minimal=0.0,
        busiest_channel=0.1,
    )  # fmt: skip
    with pytest.raises(ValueError, match="validation error"):
        OfferedRun.model_validate({**run.model_dump(), **wrong})
