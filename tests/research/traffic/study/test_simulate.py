"""Simulations as users get them: the same bytes, checkpoints, metres of a plan, refusals."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from defusedxml.ElementTree import fromstring
from typer.testing import CliRunner

from netfloor.cli import app
from netfloor.foundation.checkpoint import with_checksum
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import Observer
from netfloor.plans.load import load_plan
from netfloor.research.traffic.report.simulation_charts import latency_svg
from netfloor.research.traffic.simulation.points import Estimate
from netfloor.research.traffic.simulation.settings import SwitchOptions, Watch
from netfloor.research.traffic.study.delays import Delays
from netfloor.research.traffic.study.simulate import SimulationRequest, simulate_traffic
from netfloor.studies.named_network import NetworkRequest

RUNNER = CliRunner()
REQUEST = SimulationRequest(
    NetworkRequest("dragonfly:a=4,p=2,h=2"), "group-ugal-l", "next-group", (0.2, 0.45), seeds=2,
    model=SwitchOptions(4), watch=Watch(measured=300, max_warm_up=2000, max_drain=2000),
)  # fmt: skip


def run(line: str, code: int = 0) -> str:
    """Return what a command prints."""
    done = RUNNER.invoke(app, line.split())
    assert done.exit_code == code, done.output
    return done.output


def files_of(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


class AsksAfterOne(Observer):
    """Asks for an interrupt once a run is finished."""

    def __init__(self, interrupt: Interrupt) -> None:
        self.interrupt = interrupt

    def advanced(self, task: str, done: float, note: str = "") -> None:  # noqa: ARG002
        """Ask where the first run is done."""
        if done:
            self.interrupt.ask()


def test_the_same_bytes_whatever_workers_and_interruptions(tmp_path: Path) -> None:
    """One thread, three, and a run that went on from a checkpoint write the same files."""
    simulate_traffic(replace(REQUEST, out=tmp_path / "one"))
    simulate_traffic(replace(REQUEST, out=tmp_path / "three", workers=3))
    kept = replace(REQUEST, out=tmp_path / "kept", checkpoint=tmp_path / "runs.json")
    interrupt = Interrupt()
    stopped = simulate_traffic(kept, AsksAfterOne(interrupt), interrupt)
    assert (tmp_path / "runs.json").exists()
    assert stopped.interrupted
    assert not (tmp_path / "kept").exists()
    simulate_traffic(kept)
    assert files_of(tmp_path / "one") == files_of(tmp_path / "three") == files_of(tmp_path / "kept")
    other = replace(kept, model=SwitchOptions(5), out=None)
    with pytest.raises(InputError, match="another simulation"):
        simulate_traffic(other)
    text = (tmp_path / "runs.json").read_text()
    for field, value in (
        ("drain", 5),
        ("accepted", None),
        ("accepted", 0.5),
        ("hops", "9"),
        ("longest", [1 << 70, 0]),
    ):
        document = json.loads(text)
        next(iter(document["runs"].values()))[field] = value
        (tmp_path / "runs.json").write_text(json.dumps(document))
        with pytest.raises(InputError, match="is damaged"):
            simulate_traffic(replace(kept, out=None))
    for field, value in (("accepted", None), ("hops", "9"), ("longest", [1 << 70, 0]), ("seed", 9)):
        document = json.loads(text)
        key, record = next(iter(document["runs"].items()))
        del record["sha256"]
        document["runs"][key] = with_checksum({**record, field: value})
        (tmp_path / "runs.json").write_text(json.dumps(document))
        with pytest.raises(InputError, match="is damaged"):
            simulate_traffic(replace(kept, out=None))
    document = json.loads(text)
    first, second = list(document["runs"])[:2]
    runs = document["runs"]
    runs[first], runs[second] = runs[second], runs[first]
    (tmp_path / "runs.json").write_text(json.dumps(document))
    with pytest.raises(InputError, match="is damaged"):
        simulate_traffic(replace(kept, out=None))


def test_close_loads_are_kept_apart(tmp_path: Path) -> None:
    """Loads that differ in the ninth digit only are two runs of a checkpoint."""
    loads = (0.12345678, 0.12345679)
    simulate_traffic(replace(REQUEST, loads=loads, seeds=1, checkpoint=tmp_path / "runs.json"))
    assert len(json.loads((tmp_path / "runs.json").read_text())["runs"]) == 2


def test_a_saturated_load_has_no_latency() -> None:
    """The loads carried and not are named, and nothing stands where latency has no mean."""
    line = "traffic simulate dragonfly:a=4,p=2,h=2 --routing group-minimal --pattern next-group"
    document: dict[str, Any] = json.loads(run(f"{line} --load 0.3,0.1 --seeds 2 --cycles 500 --json -q"))
    carried, full = document["loads"]
    assert (document["highest_load_carried"], document["lowest_load_saturated"]) == (0.1, 0.3)
    assert carried["latency"] == pytest.approx(carried["latency_minimal"])
    assert carried["latency_half_interval"] > 0
    assert (
        carried["percentile_50"]
        <= carried["percentile_95"]
        <= carried["percentile_99"]
        <= carried["longest"]
    )
    assert full["saturated"]
    assert full["latency"] is full["longest"] is full["percentile_50"] is full["mean_hops"] is None
    assert full["accepted"] == pytest.approx(1 / 8, rel=0.03)
    assert "saturated at 0.3, where 0.12" in run(f"{line} --load 0.3,0.1 --cycles 500 -q")


def test_what_can_deadlock_is_not_simulated() -> None:
    """A cycle is shown and refused; the routing's own rule has none, and is named."""
    name = "dragonfly:a=4,p=1,h=1,g=3,group=2x2"
    line = (
        f"traffic simulate {name} --routing group-minimal --pattern uniform --load 0.1 --cycles 100 --json"
    )
    refused = RUNNER.invoke(app, [*line.split(), "--virtual-channels", "by-group"]).exception
    assert isinstance(refused, InfeasibleError)
    assert "packets can deadlock by the rule by-group: on " in str(refused)
    document = json.loads(run(f"{line} -q"))
    assert document["virtual_channel_rule"] == "by-hop"
    assert document["deadlock"].startswith("no deadlock")


def test_channels_of_a_plan_take_its_metres(tmp_path: Path) -> None:
    """Each channel takes 5 ns per metre of its own cable, parallel ones too, in cycles of a flit."""
    plan = tmp_path / "plan.json"
    run(f"layout hyperx:3x3,k=2x1,endpoints=1 --room grid:3x3 --iterations 50 --chains 1 --out {plan} -q")
    request = replace(REQUEST, network=NetworkRequest(str(plan)), routing="minimal", pattern="uniform")
    short = replace(request, loads=(0.1,), seeds=1, delays=Delays(flit_bytes=16))
    network = simulate_traffic(short).task.network
    cables = load_plan(plan).cables
    metres = {}
    for pair, length in zip(cables.routers.tolist(), cables.length_mm.tolist(), strict=True):
        metres.setdefault(tuple(pair), []).append(length / 1000)
    cycle_ns = 16 * 8 / network.topology.link_gbps
    found: dict[tuple[int, ...], list[int]] = {}
    for tail, head, cycles in zip(
        network.channels.tail, network.channels.head, network.delay.tolist(), strict=True
    ):
        found.setdefault((int(tail), int(head)), []).append(cycles)
    for (tail, head), cycles in found.items():
        expected = [
            max(1, int(np.ceil(5 * m / cycle_ns - 1e-9))) for m in metres[min(tail, head), max(tail, head)]
        ]
        assert cycles == expected
    assert network.delay.max() > 1
    fixed = simulate_traffic(replace(short, delays=Delays(3)))
    assert (fixed.task.network.delay == 3).all()


def test_what_latency_depends_on_is_told() -> None:
    """Cycles of every part, the time of a cycle, seeds and the most cycles stand beside the latency."""
    line = "traffic simulate torus:4 --endpoints 1 --load 0.1 --cycles 300 --seeds 2 --flit-bytes 32 -q"
    document = json.loads(run(f"{line} --gbps 200 --endpoint-cycles 7 --json"))
    assert document["cycle_ns"] == pytest.approx(32 * 8 / 200)
    assert (document["endpoint_cycles"], document["most_cycles"]) == (7, 20_000)
    assert "share the pattern and the allocation of ranks of seed 0" in document["notes"][-1]
    load = document["loads"][0]
    assert load["latency_ns"] == pytest.approx(1.28 * load["latency"])
    assert load["latency_ns_half_interval"] == pytest.approx(1.28 * load["latency_half_interval"])
    text = run(f"{line} --gbps 200 --endpoint-cycles 7 --verbose")
    assert "switch 79, cable of an endpoint 7, channel 1, credit 1" in text  # 100 ns of 1.28 each
    assert f"{load['accepted']:.4f} ± {load['accepted_half_interval']:.4f}" in text
    unknown = json.loads(run(f"{line} --json"))
    assert unknown["cycle_ns"] is unknown["loads"][0]["latency_ns"] is None


def test_a_table_of_weights_is_simulated_by_default_settings(tmp_path: Path) -> None:
    """Who gives a network and a CSV file alone gets five loads of the pairs of that file."""
    pairs = tmp_path / "pairs.csv"
    pairs.write_text("0,2\n1,3\n")
    line = f"traffic simulate torus:4 --endpoints 1 --pattern {pairs} --cycles 300 --json -q"
    document = json.loads(run(line))
    assert document["routing"] == "minimal"
    assert "2 of 4 endpoints send" in " ".join(document["notes"])
    assert [point["load"] for point in document["loads"]] == [0.1, 0.3, 0.5, 0.7, 0.9]
    assert document["loads"][0]["mean_hops"] == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--load 0", "give numbers above 0"),
        ("--load fast", "is not a list of numbers"),
        ("--load 0.1 --seeds 0", "seeds"),
        ("--load 0.1 --buffers 2 --packet-flits 4", "hold no packet of 4"),
        ("--load 0.1 --speedup 65", "give 1 to 64"),
        ("--load 0.1 --channel-cycles 0", "channel-cycles"),
        ("--load 0.1 --routing group-ugal-l", "has none"),
    ],
)
def test_what_no_run_can_do_is_refused(options: str, message: str) -> None:
    """A sentence says what to give instead, before anything is simulated."""
    line = f"traffic simulate torus:4,endpoints=1 --routing minimal --pattern uniform {options}"
    refused = RUNNER.invoke(app, line.split()).exception
    assert isinstance(refused, InputError)
    assert message in str(refused)


def test_both_kinds_of_packets_have_curves_where_a_load_has_both() -> None:
    """All packets alone where none, or each one, goes a longer way; a saturated load has no latency."""

    def load(at: float, not_minimal: float, saturated: str = "") -> Any:
        def latency(kind: int | None) -> Estimate | None:
            share = {None: 1.0, 0: 1 - not_minimal, 1: not_minimal}
            return Estimate(20.0, 1.0) if share[kind] and not saturated else None

        return SimpleNamespace(
            load=at, not_minimal=not_minimal, saturated=saturated, unsettled="", latency=latency
        )

    for shares, split in (((0.0, 0.4), True), ((0.0, 1.0), False), ((0.0, 0.0), False)):
        points = [load(0.1 * (at + 1), share) for at, share in enumerate(shares)]
        shown = latency_svg([*points, load(0.9, 0.5, "queues")][: None if split else 2], "l-")
        words = "".join(fromstring(shown).itertext())
        assert ("not minimal" in words) == split
        assert "all packets" in words
        assert ("saturated from here" in words) == split
