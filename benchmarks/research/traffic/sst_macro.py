"""Finite runs of an offered load against SST/macro: times of the slowest and the mean message."""

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from scipy.sparse.csgraph import shortest_path

from netfloor.foundation.interrupt import Interrupt
from netfloor.foundation.observer import SILENT
from netfloor.research.traffic.offered.messages import OfferedSettings, offered_schedule
from netfloor.research.traffic.study.offered import OfferedRequest, run_offered_loads
from netfloor.studies.named_network import NetworkRequest
from netfloor.topologies.spec import build
from netfloor.traffic.patterns import pattern_of
from netfloor.traffic.patterns.pattern import Pattern

#: The executable, built from https://github.com/sstsimulator/sst-macro (15d5cd25) with
#: ``offered_load.patch``: its skeleton then reads destinations and creation times, which are netfloor's.
SST = os.environ.get("NETFLOOR_SST", "")
#: Networks with the ranks of a job on them.
CASES = (("lps:23,13,endpoints=8", 8192), ("slimfly:27,endpoints=8", 8192))
PATTERN, LOAD, SEEDS = "permutation", 0.3, (1, 2, 3)
SETTINGS = OfferedSettings()
#: A packet of 4,096 bytes takes a cycle of 1 us. Link and credit take 3 cycles together, as in netfloor;
#: snappr has one latency for both.
_PARAMETERS = """
node {{
 app1 {{
  indexing = block
  allocation = first_available
  name = offered_load
  launch_cmd = aprun -n {ranks} -N 1
  message_size = {message}B
  niterations = {messages}
  schedule = schedule.txt
 }}
 nic {{
  name = snappr
  mtu = 4096B
  bandwidth = 4.096GB/s
  buffer = 1GB
  credits = {credits}B
  injection {{
   mtu = 4096B
   bandwidth = 4.096GB/s
   latency = 1us
   credits = {credits}B
  }}
 }}
 memory {{
  name = snappr
  channel_bandwidth = 100GB/s
  num_channels = 8
  mtu = 1MB
  latency = 15ns
 }}
 proc {{
  ncores = 4
  frequency = 2.1GHz
 }}
 name = simple
}}
switch {{
 name = snappr
 mtu = 4096B
 credits = 65536B
 link {{
  bandwidth = 4.096GB/s
  latency = 1.5us
  credits = 65536B
 }}
 logp {{
  bandwidth = 4.096GB/s
  hop_latency = 100ns
  out_in_latency = 1us
 }}
 router {{
  name = table
  increment_vcs = true
  num_vcs = {lanes}
 }}
}}
topology {{
 name = file
 filename = topology.json
 routing_tables = routes.json
}}
"""


def sst() -> Iterator[str]:
    """Compare message times under minimal routing with SST/macro on SpectralFly and SlimFly."""
    if not Path(SST).is_file():
        yield "SST/macro is not given: set NETFLOOR_SST to its executable"
        return
    for spec, ranks in CASES:
        for seed in SEEDS:
            theirs = _theirs(spec, ranks, seed)
            request = OfferedRequest(
                (NetworkRequest(spec, seed=1),),
                ("minimal",),
                PATTERN,
                (LOAD,),
                ranks,
                SETTINGS,
                seed=seed,
                seeds=1,
            )
            (ours,) = run_offered_loads(request, SILENT, Interrupt()).series[0].runs
            line = (
                f"{spec} {PATTERN} at {LOAD:g}, seed {seed}: slowest {ours.slowest} and {theirs.max():.1f}"
            )
            yield f"{line} cycles; mean {ours.mean:.1f} and {theirs.mean():.1f}"


def _theirs(spec: str, ranks: int, seed: int) -> npt.NDArray[np.float64]:
    """Return SST/macro's time of every message in cycles."""
    with tempfile.TemporaryDirectory() as folder:
        write_inputs(Path(folder), spec, ranks, seed)
        done = subprocess.run([SST, "-f", "p.ini"], cwd=folder, capture_output=True, text=True, check=True)
    return 1e6 * np.array([float(one) for one in re.findall(r"took\s+([\d.]+)s", done.stdout)])


def write_inputs(folder: Path, spec: str, ranks: int, seed: int) -> None:
    """Write the network with its routes over all shortest paths, the messages, and the parameters."""
    network = build(spec)
    pattern = pattern_of(network, PATTERN, ranks, seed)
    home = pattern.endpoints.rank_switch.tolist()
    links = network.adjacency.tocsr()
    neighbours = [
        sorted(links.indices[a:b].tolist()) for a, b in zip(links.indptr, links.indptr[1:], strict=False)
    ]
    hops = shortest_path(links.astype(float), unweighted=True).astype(np.int32)
    port = [{far: number for number, far in enumerate(near)} for near in neighbours]
    on: list[list[int]] = [[] for _ in neighbours]
    for rank, switch in enumerate(home):
        on[switch].append(rank)
    nodes, switches, tables = {}, {}, {}
    for here, near in enumerate(neighbours):
        outs = {
            str(number): {"destination": f"s{far:05}", "inport": port[far][here]}
            for far, number in port[here].items()
        }
        routes: dict[str, int | str] = {}
        channels: dict[tuple[int, ...], str] = {}
        for number, rank in enumerate(on[here], len(near)):
            outs[str(number)] = {"destination": f"n{rank:05}", "inport": 0}
            nodes[f"n{rank:05}"] = {"outports": {"0": {"destination": f"s{here:05}", "inport": number}}}
            routes[f"n{rank:05}"] = number
        closer = hops[near] == hops[here] - 1
        for far, there in enumerate(on):
            if far != here and there:
                ahead = tuple(np.flatnonzero(closer[:, far]).tolist())
                name = channels.setdefault(ahead, f"c{len(channels)}")
                routes |= {f"n{rank:05}": name for rank in there}
        sets = {name: {"ports": list(ports)} for ports, name in channels.items()}
        switches[f"s{here:05}"] = {"outports": outs, "port_channels": sets}
        tables[f"s{here:05}"] = {"routes": routes}
    topology = {"avg_num_hops": 2, "nodes": nodes, "switches": switches}
    (folder / "topology.json").write_text(json.dumps(topology))
    (folder / "routes.json").write_text(json.dumps({"switches": tables}))
    _write_messages(folder, pattern, seed, int(hops.max()) + 1)


def _write_messages(folder: Path, pattern: Pattern, seed: int, lanes: int) -> None:
    """Write each rank's destination and creation times in cycles, and the parameters."""
    sent, ranks = offered_schedule(pattern, SETTINGS, LOAD, seed), len(pattern.endpoints.rank)
    to = np.full(ranks, -1)
    to[sent.source] = sent.destination
    times = np.cumsum(sent.compute[:, : SETTINGS.messages], axis=1)
    rows = [" ".join(map(str, (to[rank], *times[rank]))) for rank in range(ranks)]
    (folder / "schedule.txt").write_text("\n".join(rows) + "\n")
    text = _PARAMETERS.format(
        ranks=ranks,
        message=SETTINGS.message_bytes,
        messages=SETTINGS.messages,
        lanes=lanes,
        credits=65536 // lanes,
    )
    (folder / "p.ini").write_text(text)
