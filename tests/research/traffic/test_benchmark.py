"""The benchmark of the simulator says what it lacks."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.research.traffic import booksim2, sst_macro


@pytest.mark.parametrize(
    ("benchmark", "variable"),
    [
        (booksim2.booksim, "NETFLOOR_BOOKSIM"),
        (booksim2.booksim_figure_8, "NETFLOOR_BOOKSIM_SHORT"),
    ],
)
def test_an_absent_booksim_is_said_to_be_absent(
    monkeypatch: pytest.MonkeyPatch, benchmark: Callable[[], Iterator[str]], variable: str
) -> None:
    """Nothing is measured, and the line says how to name it."""
    monkeypatch.setattr(booksim2, "BOOKSIM", "")
    monkeypatch.setattr(booksim2, "BOOKSIM_SHORT", "")
    (line,) = benchmark()
    assert line == f"BookSim2 is not given: set {variable} to its executable"


def test_figure_8_gives_both_programs_the_same_case(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A stand-in answers with a latency of 9.57; its configurations and the line's figures are compared."""
    program = tmp_path / "booksim"
    program.write_text(
        f"""#!/bin/sh
cat "$1" >> {tmp_path}/configs
echo "Time taken is 8000 cycles"
echo "Overall Traffic Statistics"
echo "Packet latency average = 9.57"
echo "Accepted flit rate average = 0.1"
"""
    )
    program.chmod(0o755)
    monkeypatch.setattr(booksim2, "BOOKSIM_SHORT", str(program))
    uniform, worst = booksim2.FIGURE_8
    small = replace(uniform, spec="dragonfly:a=2,p=1,h=1", loads=(0.1,), sample=200)
    monkeypatch.setattr(booksim2, "FIGURE_8", (small, replace(worst, spec=small.spec, sample=200)))
    first, second = booksim2.booksim_figure_8()
    assert re.search(r"^uniform .* latency \d+\.\d\d and 9\.57 ", first)
    assert second.startswith("worst case")
    configs = (tmp_path / "configs").read_text()
    for text in ("internal_speedup = 4.0", "vc_buf_size = 16", "traffic = uniform", "traffic = bad_dragon"):
        assert text in configs
    assert configs.index("sim_type = latency") < configs.index("sim_type = throughput")


def test_an_absent_sst_macro_is_said_to_be_absent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The report names the variable that gives its executable."""
    monkeypatch.setattr(sst_macro, "SST", "")
    assert list(sst_macro.sst()) == ["SST/macro is not given: set NETFLOOR_SST to its executable"]


def test_sst_macro_gets_the_shortest_paths_and_the_messages(tmp_path: Path) -> None:
    """Every port of a switch towards a rank is a hop closer, and ranks send where netfloor's do."""
    sst_macro.write_inputs(tmp_path, "hypercube:3,endpoints=2", 12, "permutation", seed=1)
    topology = json.loads((tmp_path / "topology.json").read_text())
    tables = json.loads((tmp_path / "routes.json").read_text())["switches"]
    assert (len(topology["nodes"]), len(topology["switches"])) == (12, 8)
    for name, switch in topology["switches"].items():
        ports = {int(port): far["destination"] for port, far in switch["outports"].items()}
        for node, way in tables[name]["routes"].items():
            home = topology["nodes"][node]["outports"]["0"]["destination"]
            distance = (int(name[1:]) ^ int(home[1:])).bit_count()
            if distance == 0:
                assert ports[way] == node
                continue
            ahead = [int(ports[port][1:]) for port in switch["port_channels"][way]["ports"]]
            assert len(ahead) == distance
            assert {(one ^ int(home[1:])).bit_count() for one in ahead} == {distance - 1}
    rows = [line.split() for line in (tmp_path / "schedule.txt").read_text().splitlines()]
    assert sorted(int(row[0]) for row in rows) == list(range(12))
    assert all(len(row) == 11 and list(map(int, row[1:])) == sorted(map(int, row[1:])) for row in rows)
    assert "num_vcs = 4" in (tmp_path / "p.ini").read_text()
