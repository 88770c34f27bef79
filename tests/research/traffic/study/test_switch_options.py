"""What is assumed of switches where the user says nothing: buffers of the round trip, one switch delay."""

from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.costmodels import DEFAULT_SWITCH_NS
from netfloor.foundation.errors import setting
from netfloor.reports.formats.head import ReportHead
from netfloor.research.traffic.report.simulation import (
    simulation_document,
    simulation_fields,
    simulation_files,
)
from netfloor.research.traffic.simulation.settings import SwitchOptions, Watch
from netfloor.research.traffic.study.delays import Delays
from netfloor.research.traffic.study.motif_file import read_motif_study
from netfloor.research.traffic.study.simulate import SimulationRequest, prepare, simulate_traffic
from netfloor.research.traffic.study.study_file import read_traffic_study
from netfloor.studies.named_network import NetworkRequest

EXAMPLES = Path(__file__).parents[4] / "examples" / "traffic"
#: Channels of 30 cycles: a credit is back after 2 x 30 + 1 + 1 cycles.
FAR = SimulationRequest(
    NetworkRequest("torus:4x4", endpoints=1), "dimension-order", "uniform", (0.5,),
    watch=Watch(measured=400), delays=Delays(channel=30),
)  # fmt: skip


def test_buffers_hold_the_credit_round_trip_unless_told_otherwise() -> None:
    """A load of half of what fills the channels is carried; whole packets fit, 16 flits at least."""
    report = simulate_traffic(FAR)
    assert report.task.model.buffer_flits == 62
    assert not report.task.short_buffers
    assert report.points[0].has_latency
    by_fives = replace(FAR, model=SwitchOptions(packet_flits=5))
    assert prepare(by_fives).task.model.buffer_flits == 70  # 66 cycles, in whole packets
    assert prepare(replace(FAR, delays=Delays())).task.model.buffer_flits == 16


def test_shorter_buffers_are_said_first() -> None:
    """The same load is saturated by buffers of 8; terminal, page and document begin with the reason."""
    report = simulate_traffic(replace(FAR, model=SwitchOptions(8)))
    assert report.points[0].saturated
    says = "Buffers of 8 flits are shorter than the credit round trip of up to 62 cycles on 64 channels"
    assert simulation_fields(report)[0][1].startswith(says)
    document = simulation_document(report)
    assert list(document)[1] == "short_buffers"
    assert document["short_buffers"].startswith(says)
    page = simulation_files(report, ReportHead())["report.html"]
    assert page.index(says) < page.index("saturated")
    carried = simulate_traffic(FAR)
    assert simulation_document(carried)["short_buffers"] == ""
    assert simulation_fields(carried)[0][0] == "carried"


def test_a_switch_takes_the_time_that_other_commands_assume() -> None:
    """100 ns are 20 cycles of 5.12 ns at 100 Gb/s, 79 of 1.28 ns at 400; 1 cycle where no rate is known."""
    for gbps, cycles in ((100.0, 20), (400.0, 79), (None, 1)):
        wanted = replace(FAR, network=replace(FAR.network, gbps=gbps))
        assert prepare(wanted).task.model.switch_cycles == cycles
        if gbps is not None:
            assert (cycles - 1) * 512 / gbps < DEFAULT_SWITCH_NS <= cycles * 512 / gbps
    asked = replace(FAR, network=replace(FAR.network, gbps=100.0), model=SwitchOptions(switch_cycles=3))
    assert prepare(asked).task.model.switch_cycles == 3


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*-fig*.toml")), ids=lambda path: path.stem)
def test_exhibits_of_papers_name_their_switches(path: Path) -> None:
    """No default of netfloor changes what a paper's figure is measured with."""
    if "[[motifs]]" in path.read_text():
        given = read_motif_study(path).switch
        assert given.buffers is not None
    else:
        study = read_traffic_study(path)
        given = study.switch
        assert all(panel.buffers for panel in study.panels)
    assert given.switch_cycles == 1


def test_notes_name_no_setting_in_a_callers_spelling() -> None:
    """A note is read in pages and JSON, where nobody spells a setting: no marks of one are in it."""
    unrated, rated = (
        prepare(replace(FAR, network=replace(FAR.network, gbps=gbps))).note for gbps in (None, 100.0)
    )
    assert "A switch takes 1 cycle; of a plan, or where links are given a rate, it takes 100 ns." in unrated
    assert "100 ns, as whatif and compare assume." in rated
    marks = {setting("gbps")[0], setting("gbps")[-1]}
    assert not marks & {*unrated, *rated}
