"""The switch of a catalogue against a routing, as commands ask: of a plan's order, or one that is named."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from netfloor.cli import app
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.costmodels.sets.load import set_sha256
from netfloor.exchange.opensm.programs import Verdict
from netfloor.exchange.opensm.routable import Routable
from netfloor.foundation.errors import InfeasibleError, InputError
from netfloor.foundation.interrupt import Interrupt
from netfloor.plans.file import write_plan
from netfloor.plans.load import load_plan
from netfloor.plans.order.terms import OrderTerms
from netfloor.studies.named_network import NetworkRequest
from netfloor.studies.traffic import routable
from netfloor.studies.traffic.routable import RoutableRequest, check_plan
from netfloor.studies.traffic.routes import RoutesRequest, find_each_routes, find_routes
from netfloor.studies.traffic.switches import SwitchWanted
from netfloor.topologies.topology import Topology

RUNNER = CliRunner()
HEAD = 'schema = 1\ntitle = "test"\ncurrency = "USD"\nprice_date = 2024-05-01\n'
HEAD += '[sources.maker]\ntext = "maker"\nyear = 2024\ntrust = "read"\n'
DRAGONFLY = "dragonfly:a=4,p=2,h=2"


def catalogue(path: Path, *forwarding: str) -> Path:
    """Write a catalogue with a switch of 8 ports for each text; return its path."""
    switches = [
        f'[[switches]]\npart = "S{number}"\nname = "s{number}"\nprice = {number + 1}\ncages = 8\n'
        f'connector = "QSFP56"\ngbps = 100\n{text}\n'
        for number, text in enumerate(forwarding)
    ]
    path.write_text(HEAD + "".join(switches))
    return path


def limits(channels: int) -> str:
    """Return a switch's limits that are roomy but for its virtual channels."""
    rest = 'table_entries = 1000, paths_per_entry = 8, adaptive = true, source = "maker"'
    return f"forwarding = {{ virtual_channels = {channels}, {rest} }}"


def ordered(tmp_path: Path, *forwarding: str) -> Path:
    """Return a plan of a dragonfly that is ordered from a catalogue of such switches."""
    plan, file = tmp_path / "plan.json", catalogue(tmp_path / "parts.toml", *forwarding)
    line = f"layout {DRAGONFLY} --room grid:4x8 --iterations 50 --chains 1 --out {plan} -q"
    assert RUNNER.invoke(app, line.split()).exit_code == 0
    order = OrderTerms(network_only=True).record(str(file), load_catalogue(file), 0.0)
    write_plan(plan, replace(load_plan(plan), order=order))
    return plan


def test_routes_are_refused_with_both_numbers(tmp_path: Path) -> None:
    """Three virtual channels by Figure 7 on a switch of two: nothing is written."""
    spec, out = NetworkRequest(DRAGONFLY), tmp_path / "out"
    short = SwitchWanted(catalogue(tmp_path / "two.toml", limits(2)))
    both = "S0: 3 virtual channels are needed, the switch has 2"
    with pytest.raises(InfeasibleError, match=both):
        find_each_routes(RoutesRequest(spec, "group-ugal-l", None, short, out))
    assert not out.exists()
    enough = SwitchWanted(catalogue(tmp_path / "three.toml", limits(3)))
    report = find_each_routes(RoutesRequest(spec, "group-ugal-l", None, enough, out))[0][""]
    assert report.switches.to_list()[0]["verdict"] == "enough"
    assert "maker (2024), read" in report.switches.texts[0]
    assert json.loads((out / "routes.json").read_text())["switches"][0]["there"]["virtual_channels"] == 3


def test_several_switches_ask_for_a_name(tmp_path: Path) -> None:
    """Of a spec nobody knows which is bought; a name that is none is refused too."""
    file = catalogue(tmp_path / "parts.toml", limits(2), limits(3))
    for part, told in ((None, "name one: S0, S1"), ("S9", "not in the catalogue")):
        request = RoutesRequest(NetworkRequest(DRAGONFLY), "group-ugal-l", None, SwitchWanted(file, part))
        with pytest.raises(InputError, match=told):
            find_routes(request)
    found = find_routes(replace(request, switches=SwitchWanted(file, "S1")))
    assert [one.limits.part for one in found.switches.checks] == ["S1"]
    with pytest.raises(InputError, match="give the catalogue of the switch"):
        find_routes(replace(request, switches=SwitchWanted(None, "S1")))


def test_check_routable_takes_the_switch_of_the_plans_order(tmp_path: Path) -> None:
    """The cheapest fitting one is bought; too small for UGAL, enough for minimal routing."""
    plan = ordered(tmp_path, limits(2), limits(3))
    for routing, ok in (("group-ugal-l", False), ("group-minimal", True)):
        (checked,) = check_plan(RoutableRequest(plan, routing), Interrupt())[0].values()
        assert checked.ok == ok
        assert [one.limits.part for one in checked.switches.checks] == ["S0"]
    line = f"check routable {plan} --routing group-ugal-l"
    done = RUNNER.invoke(app, line.split())
    assert done.exit_code == 6
    assert "NOT routable" in done.stdout
    assert "3 virtual channels are needed, the switch has 2" in done.stdout
    with pytest.raises(InfeasibleError, match="the switch has 2"):
        find_routes(RoutesRequest(NetworkRequest(str(plan)), "group-ugal-l"))
    (tmp_path / "parts.toml").unlink()
    gone = find_routes(RoutesRequest(NetworkRequest(str(plan)), "group-ugal-l"))
    assert gone.switches.texts == (gone.switches.note,)
    assert "UNCHECKED" in gone.switches.note


def test_opensm_is_given_the_switchs_lanes_and_entries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """72 hosts and 36 switches have an address each: 108 entries do, 107 do not; its lanes are compared."""
    asked: list[int] = []

    def opensm(topology: Topology, _fabric: object, engine: str, lanes: int, *_rest: object) -> Routable:
        asked.append(lanes)
        return Routable(topology.name, engine, lanes, Verdict(routed=False, lanes=2), None, ())

    monkeypatch.setattr(routable, "check_routable", opensm)
    plan = ordered(tmp_path, "forwarding = { virtual_channels = 4, table_entries = 107 }")
    (checked,) = check_plan(RoutableRequest(plan), Interrupt())[0].values()
    assert asked == [4]
    assert checked.switches.too_little == "S0: 108 table entries are needed, the switch has 107"
    larger = catalogue(tmp_path / "more.toml", "forwarding = { table_entries = 108 }")
    (checked,) = check_plan(RoutableRequest(plan, switches=SwitchWanted(larger)), Interrupt())[0].values()
    assert asked[-1] == 8
    assert not checked.switches.too_little
    assert checked.switches.to_list()[0]["verdict"] == "unchecked"


def test_a_catalogue_without_limits_keeps_its_checksum(tmp_path: Path) -> None:
    """Plans name their catalogue by its checksum: only a switch whose limits are given changes it."""
    plain = load_catalogue(catalogue(tmp_path / "plain.toml", ""))
    assert "forwarding" not in plain.model_dump()["switches"][0]
    told = load_catalogue(catalogue(tmp_path / "told.toml", limits(2)))
    assert set_sha256(plain) != set_sha256(told)


def test_an_unknown_source_of_limits_is_refused(tmp_path: Path) -> None:
    """As of any other figure."""
    file = catalogue(tmp_path / "parts.toml", 'forwarding = { table_entries = 5, source = "nobody" }')
    with pytest.raises(InputError, match=r"forwarding\.source: 'nobody' is not in \[sources\]"):
        load_catalogue(file)
