"""The switch of a catalogue against the routing that is simulated."""

import json
from pathlib import Path

import pytest

from netfloor.cli import app
from netfloor.foundation.errors import InfeasibleError
from netfloor.research.traffic.study.simulate import SimulationRequest, simulate_traffic
from netfloor.studies.named_network import NetworkRequest
from netfloor.studies.traffic.switches import SwitchWanted
from tests.studies.traffic.test_switches import DRAGONFLY, RUNNER, catalogue, limits


def test_a_simulation_is_refused_with_both_numbers(tmp_path: Path) -> None:
    """Three virtual channels by Figure 7 on a switch of two."""
    short = SwitchWanted(catalogue(tmp_path / "two.toml", limits(2)))
    spec = NetworkRequest(DRAGONFLY)
    request = SimulationRequest(spec, "group-ugal-l", "uniform", (0.1,), switches=short)
    with pytest.raises(InfeasibleError, match="S0: 3 virtual channels are needed, the switch has 2"):
        simulate_traffic(request)


def test_what_a_catalogue_leaves_out_is_unchecked_and_said(tmp_path: Path) -> None:
    """A switch without figures passes, and the notes of the simulation say what nobody looked at."""
    file = catalogue(tmp_path / "parts.toml", "")
    line = f"traffic simulate {DRAGONFLY} --routing group-ugal-l --load 0.1 --cycles 100 --json -q"
    done = RUNNER.invoke(app, [*line.split(), "--catalogue", str(file)])
    document = json.loads(done.stdout)
    assert document["switches"][0]["verdict"] == "unchecked"
    assert any("UNCHECKED" in note and "81 table entries" in note for note in document["notes"])
