"""SimGrid itself, where a Python has it: routes and simulated messages take our latencies."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

pytestmark = pytest.mark.nightly

SPECS = (
    "slimfly:5",
    "fattree:3,3",
    "dragonfly:a=4,p=2,h=2",
    "hypercube:4",
    "random:16,3",
    "circulant:12:1,5",
    "torus:4x4",
    "complete:9",
)
#: Sends an empty message between two hosts, by the platform's own settings, and tells the clock.
SEND_SIMGRID = """
import sys
from simgrid import Actor, Engine, Host, Mailbox
engine = Engine(["send", "--log=root.thres:critical"])
engine.load_platform(sys.argv[1])
def get():
    Mailbox.by_name("box").get()
    print(repr(Engine.clock))
Actor.create("put", Host.by_name(sys.argv[2]), lambda: Mailbox.by_name("box").put("hello", 0))
Actor.create("get", Host.by_name(sys.argv[3]), get)
engine.run()
"""
#: Asks SimGrid for the latencies of pairs of hosts; routes are known once the simulation runs.
ASK_SIMGRID = """
import json, sys
from simgrid import Actor, Engine, Host
engine = Engine(["ask", "--log=root.thres:critical"])
engine.load_platform(sys.argv[1])
pairs, told = json.load(sys.stdin), []
def ask():
    told.extend(Host.by_name(a).route_to(Host.by_name(b))[1] for a, b in pairs)
Actor.create("ask", engine.all_hosts[0], ask)
engine.run()
json.dump(told, sys.stdout)
"""


@pytest.fixture(scope="session")
def simgrid() -> Any:
    """Return a command that runs a Python with SimGrid, and its settings, or skip."""
    searched = os.pathsep.join(
        filter(None, (os.environ.get("LD_LIBRARY_PATH"), os.environ.get("PYTHONPATH")))
    )
    settings = os.environ | {"PYTHONPATH": searched}
    for python in (sys.executable, "/usr/bin/python3"):
        command = [python, "-c", "import simgrid"]
        if (
            Path(python).is_file()
            and not subprocess.run(  # noqa: S603 - our own words
                command, env=settings, capture_output=True, check=False
            ).returncode
        ):
            return python, settings
    pytest.skip("no Python here has simgrid")


@pytest.mark.parametrize("zones", [False, True])
@pytest.mark.parametrize("spec", SPECS)
def test_simgrid_finds_the_latencies_of_our_metres(
    simgrid: Any, make_job: Any, write_files: Any, tmp_path: Path, spec: str, *, zones: bool
) -> None:
    """25 pairs of hosts, to 1e-9: 5 ns/m along the shortest way; a message takes as long."""
    python, settings = simgrid
    job = make_job(spec, 3, endpoints=2)
    fabric, graph = job.fabric, nx.Graph()
    for cable in sorted(fabric.cables, key=lambda cable: -cable.length_mm):
        graph.add_edge(*(fabric.devices[end.device].name for end in cable.ends), mm=cable.length_mm)
    names = [fabric.devices[index].name for index in fabric.end_devices]
    pairs = [(a, b) for a in names for b in names if a < b][:: max(1, len(names) // 3)][:25]
    assert len(pairs) == 25
    most = len(fabric.switches) if zones else 500
    (tmp_path / "platform.xml").write_text(
        write_files(job, "simgrid", most_routed=str(most))["platform.xml"]
    )
    ran = subprocess.run(  # noqa: S603 - our own words
        [python, "-c", ASK_SIMGRID, tmp_path / "platform.xml"],
        env=settings,
        input=json.dumps(pairs),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    ours = [nx.dijkstra_path_length(graph, a, b, "mm") * 5e-12 for a, b in pairs]
    assert json.loads(ran.stdout) == pytest.approx(ours, rel=1e-9, abs=0)
    for (a, b), expected in list(zip(pairs, ours, strict=True))[:2]:
        sent = subprocess.run(  # noqa: S603 - our own words
            [python, "-c", SEND_SIMGRID, tmp_path / "platform.xml", a, b],
            env=settings,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert float(sent.stdout) == pytest.approx(expected, rel=1e-9, abs=0)
