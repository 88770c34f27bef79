"""Real consumers read our files: ibsim, ibnetdiscover, OpenSM and Slurm, where installed."""

import os
import pwd
import re
import shutil
import socket
import subprocess
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.exchange.job import Job
from netfloor.exchange.names import guid_of
from netfloor.exchange.opensm.forwarding import follow, read_forwarding
from netfloor.exchange.opensm.programs import Netlist, Programs, find_programs, read_log, route
from netfloor.exchange.readers import READERS
from netfloor.exchange.writers.ibsim import simulator_sizes
from netfloor.exchange.writers.slurm import fold
from netfloor.foundation.errors import UnplannedStopError
from netfloor.plans.load import load_plan
from netfloor.studies.imported import ImportRequest, run_import

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
NETWORKS = [
    *((spec, seed) for spec in SPECS for seed in (0, 1)),
    *((None, seed) for seed in range(100, 114)),
]
ADMIN = "/usr/sbin:/usr/local/sbin:/sbin"


def program(*names: str) -> Any:
    """Return a program's path, or skip and say which one is absent."""
    path = f"{os.environ.get('PATH', '')}:{ADMIN}"
    found = next((where for name in names if (where := shutil.which(name, path=path))), None)
    if found is None:
        pytest.skip(f"{names[0]} is not installed")
    return found


@pytest.fixture(scope="session")
def simulator() -> Any:
    """Return ibsim, opensm and the client library, or skip."""
    try:
        return find_programs()
    except UnplannedStopError as missing:
        pytest.skip(str(missing))


def netlist(job: Job, write_files: Any, root=None) -> Any:
    """Return an export as the simulator takes it; one host at least."""
    fabric = job.fabric
    text = write_files(job, "ibsim")["fabric.net"]
    start = f"H-{guid_of(fabric, fabric.end_devices[0]):016x}"
    return Netlist(text, simulator_sizes(fabric), start, root)


def dumped(programs: Any, net: Any, folder: Any) -> str:
    """Return what ibnetdiscover prints of a netlist in the simulator."""
    (folder / "net").write_text(net.text)
    settings = {**os.environ, "IBSIM_SOCKNAME": folder.name}
    sizes = [word for pair in zip(("-N", "-S", "-P"), map(str, net.sizes), strict=True) for word in pair]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(  # noqa: S603 - a program found by name
            [programs.ibsim, "-s", "-n", *sizes, "net"],
            cwd=folder,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
        )
    try:
        for _ in range(200):
            if "ready" in (folder / "log").read_text():
                break
            time.sleep(0.05)
        client = settings | {"SIM_HOST": net.start, "LD_PRELOAD": str(programs.client)}
        ran = subprocess.run(  # noqa: S603 - a program found by name
            [program("ibnetdiscover")], env=client, capture_output=True, text=True, check=True, timeout=60
        )
    finally:
        server.kill()
        server.wait()
    return ran.stdout


def discovered(programs: Any, net: Any, folder: Any) -> Any:
    """Return what ibnetdiscover sees in the simulator: sorted pairs of (name, port)."""
    names, ends, here = {}, [], ""
    for line in dumped(programs, net, folder).splitlines():
        if head := re.match(r'(?:Switch|Ca)\s+\d+ "([SH]-[0-9a-f]+)"\s+# "([^"]*)"', line):
            here, names[head[1]] = head[1], head[2]
        elif row := re.match(r'\[(\d+)\](?:\([0-9a-f]+\))?\s+"([SH]-[0-9a-f]+)"\[(\d+)\]', line):
            ends.append(((here, int(row[1])), (row[2], int(row[3]))))
    return sorted({tuple(sorted((names[node], port) for node, port in end)) for end in ends})


@pytest.mark.parametrize(("spec", "seed"), NETWORKS)
def test_ibnetdiscover_sees_the_cables_of_the_plan(
    simulator: Programs,
    make_job: Any,
    write_files: Any,
    links_of: Any,
    tmp_path: Path,
    spec: str | None,
    seed: int,
) -> None:
    """30 networks: the same ports joined, name by name."""
    job = make_job(spec, seed, endpoints=1 + seed % 3)
    assert discovered(simulator, netlist(job, write_files), tmp_path) == links_of(job.fabric)


@pytest.mark.parametrize(("spec", "seed"), NETWORKS[::5])
def test_an_import_of_what_ibnetdiscover_sees_is_the_plan_again(
    simulator: Programs,
    make_job: Any,
    write_files: Any,
    links_of: Any,
    tmp_path: Path,
    spec: str | None,
    seed: int,
) -> None:
    """Out and in through real programs: the same ports joined, the same network with its places."""
    job = make_job(spec, seed, endpoints=1 + seed % 3)
    fabric, topology = job.fabric, job.topology
    dump, places, out = tmp_path / "fabric.ibnet", tmp_path / "places.csv", tmp_path / "plan.json"
    dump.write_text(dumped(simulator, netlist(job, write_files), tmp_path))
    assert links_of(READERS["ibnetdiscover"].read(dump, {})) == links_of(fabric)
    cabinet_of = {fabric.devices[i].name: fabric.cabinet_of(i).name for i in fabric.switches}
    places.write_text("".join(f"{name},{cabinet}\n" for name, cabinet in cabinet_of.items()))
    run_import(ImportRequest(dump, "ibnetdiscover", out, locations=places), force=False)
    again = load_plan(out)
    label, found = again.topology.label, Counter()
    pairs = zip(again.topology.links.tolist(), again.topology.multiplicity.tolist(), strict=True)
    for (u, v), count in pairs:
        found[frozenset((label(u), label(v)))] += count
    pairs = zip(topology.links.tolist(), topology.multiplicity.tolist(), strict=True)
    assert found == {frozenset(map(topology.label, ends)): count for ends, count in pairs}
    own = again.room.lengths.cabinet_of_slot[again.placement.slot_of].tolist()
    for router, cabinet in enumerate(own):
        assert again.room.cabinet_name(cabinet) == cabinet_of[label(router)]
        assert again.topology.endpoints[router] == topology.endpoints[int(label(router))]


@pytest.mark.parametrize("engine", ["dfsssp", "lash", "updn"])
@pytest.mark.parametrize("spec", ["slimfly:5", "hypercube:4", "dragonfly:a=4,p=2,h=2"])
def test_opensm_routes_our_netlists(
    simulator: Programs, make_job: Any, write_files: Any, spec: str | None, engine: str
) -> None:
    """Every host is reached; up/down has a root where all switches have hosts."""
    job = make_job(spec, 0, endpoints=2)
    root = guid_of(job.fabric, 0) if engine == "updn" else None
    routing = route(simulator, netlist(job, write_files, root), engine, 60.0, lambda: False)
    verdict = read_log(routing.log, engine)
    assert verdict.routed
    assert verdict.lanes >= 1
    assert follow(read_forwarding(routing.tables, job.fabric), job.fabric).unreached == 0


def test_opensm_says_how_many_lanes_a_ring_lattice_lacks(
    simulator: Programs, make_job: Any, write_files: Any
) -> None:
    """A long circulant needs more lanes than eight."""
    job = make_job("circulant:200:1,9", 0, endpoints=1)
    verdict = read_log(
        route(simulator, netlist(job, write_files), "dfsssp", 120.0, lambda: False).log, "dfsssp"
    )
    assert not verdict.routed
    assert verdict.lanes == 9


def plugins(daemon: str) -> Any:
    """Return the line that says where Debian keeps Slurm's plugins, if it does."""
    found = Path(daemon).resolve().parent.parent.glob("lib/*/slurm-wlm")
    return [f"PluginDir={path}" for path in found]


@contextmanager
def controller(folder: Any, nodes: Any, topology: str = "tree") -> Any:
    """Run slurmctld with a plugin for topologies on the loopback; yield how to ask it."""
    daemon, scontrol = program("slurmctld", "slurmctld-wlm"), program("scontrol")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "state").mkdir()
    lines = [
        "ClusterName=test",
        "SlurmctldHost=localhost(127.0.0.1)",
        f"SlurmUser={pwd.getpwuid(os.getuid()).pw_name}",
        "AuthType=auth/none",
        "CredType=cred/none",
        "MpiDefault=none",
        "ProctrackType=proctrack/pgid",
        "SwitchType=switch/none",
        "TaskPlugin=task/none",
        f"TopologyPlugin=topology/{topology}",
        "CommunicationParameters=NoCtldInAddrAny",
        f"StateSaveLocation={folder}/state",
        f"SlurmctldPidFile={folder}/pid",
        f"SlurmctldLogFile={folder}/log",
        f"SlurmctldPort={port}",
        *plugins(daemon),
        *(f"NodeName={name} NodeAddr=127.0.0.1 State=FUTURE" for name in nodes),
        "PartitionName=all Nodes=ALL",
    ]
    (folder / "slurm.conf").write_text("\n".join(lines) + "\n")
    settings = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}
    with (folder / "out").open("w") as out:
        server = subprocess.Popen([daemon, "-D", "-i"], env=settings, stdout=out, stderr=out)  # noqa: S603 - a program found by name
    try:
        yield lambda *words: subprocess.run(  # noqa: S603 - a program found by name
            [scontrol, *words], env=settings, capture_output=True, text=True, check=False, timeout=30
        )
    finally:
        server.terminate()
        server.wait(timeout=30)


@pytest.mark.parametrize(("spec", "seed"), NETWORKS[:20])
def test_slurm_shows_the_tree_that_we_wrote(
    make_job: Any, write_files: Any, expand: Any, tmp_path: Path, spec: str | None, seed: int
) -> None:
    """20 files: every switch with the nodes below it."""
    job = make_job(spec, seed, endpoints=1 + seed % 2)
    conf = write_files(job, "slurm")["topology.conf"]
    (tmp_path / "topology.conf").write_text(conf)
    written = {}
    for name, kind, members in re.findall(r"SwitchName=(\S+) (Nodes|Switches)=(\S+)", conf):
        written[name] = (kind, expand(members))
    with controller(tmp_path, [job.fabric.devices[i].name for i in job.fabric.end_devices]) as ask:
        for _ in range(100):
            answer = ask("show", "topology")
            if answer.returncode == 0 and "SwitchName" in answer.stdout:
                break
            time.sleep(0.1)
    shown = {}
    for line in answer.stdout.splitlines():
        fields = dict(word.split("=", 1) for word in line.split())
        kind = "Switches" if "Switches" in fields else "Nodes"
        shown[fields["SwitchName"]] = (kind, set(expand(fields[kind])))
    assert shown == {name: (kind, set(members)) for name, (kind, members) in written.items()}


def test_slurm_shows_the_blocks_that_we_wrote(
    make_job: Any, write_files: Any, expand: Any, tmp_path: Path
) -> None:
    """Every group of a dragonfly is a block with its nodes (Slurm 23.11 and later)."""
    told = subprocess.run(  # noqa: S603 - a program found by name
        [program("slurmctld", "slurmctld-wlm"), "-V"],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    ).stdout
    version = re.search(r"(\d+)\.(\d+)", told)
    if version is None or (int(version[1]), int(version[2])) < (23, 11):
        pytest.skip(f"{told.strip()} has no topology/block")
    job = make_job("dragonfly:a=4,p=2,h=2", 0)
    conf = write_files(job, "slurm", plugin="block")["topology.conf"]
    (tmp_path / "topology.conf").write_text(conf)
    written = {name: set(expand(nodes)) for name, nodes in re.findall(r"BlockName=(\S+) Nodes=(\S+)", conf)}
    with controller(tmp_path, [job.fabric.devices[i].name for i in job.fabric.end_devices], "block") as ask:
        for _ in range(100):
            answer = ask("show", "topology")
            if answer.returncode == 0 and "BlockName" in answer.stdout:
                break
            time.sleep(0.1)
    shown = dict(re.findall(r"BlockName=(\S+) .*?Nodes=(\S+)", answer.stdout))
    assert {name: set(expand(nodes)) for name, nodes in shown.items()} == written


def test_scontrol_expands_our_host_lists(tmp_path: Path) -> None:
    """Random names of many widths, 300 lists."""
    scontrol = program("scontrol")
    lines = [
        "ClusterName=test",
        "SlurmctldHost=localhost",
        "AuthType=auth/none",
        *plugins(scontrol),
        "NodeName=n",
    ]
    (tmp_path / "slurm.conf").write_text("\n".join(lines) + "\n")
    rng = np.random.default_rng(0)
    for _ in range(300):
        first, count, width = (int(n) for n in rng.integers((0, 1, 1), (1200, 30, 6)))
        names = [f"n{number:0{width}}" for number in range(first, first + count)]
        names += [f"m{i}-{j}" for i in range(2) for j in range(int(rng.integers(1, 12)))]
        ran = subprocess.run(  # noqa: S603 - a program found by name
            [scontrol, "show", "hostnames", fold(names)],
            env={**os.environ, "SLURM_CONF": str(tmp_path / "slurm.conf")},
            capture_output=True,
            text=True,
            check=True,
            timeout=30,
        )
        assert ran.stdout.split() == names
