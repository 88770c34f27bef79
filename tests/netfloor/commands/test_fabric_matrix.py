"""The page on fabrics says how every command takes them, and every line of it is run."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes, read_plan
from netfloor.exchange.opensm.routable import with_endpoints
from netfloor.foundation.errors import InputError
from netfloor.plans.load import load_any_plan
from netfloor.plans.networks import open_network, plan_networks
from tests.fixtures.commands import every_command
from tests.fixtures.fabrics import FABRICS, ROOT, built_list, cable_rows, fabric_in, growth_of
from tests.netfloor.commands.fabric_matrix import (
    EACH,
    NAMED,
    NETWORK,
    OTHERS,
    PAGE,
    ROWS,
    Refused,
    Row,
    page_text,
)


def test_every_command_is_on_the_page() -> None:
    """A new command has a row of its own, or is listed by what it reads."""
    commands = {" ".join(words) for words, command in every_command() if not hasattr(command, "commands")}
    rows = {row.command.split(" --")[0] for row in ROWS}
    others = [command for listed in OTHERS.values() for command in listed]
    assert len(set(others)) == len(others)
    assert rows & set(others) == set()
    assert rows | set(others) == commands


def test_the_page_is_written_from_the_rows() -> None:
    """``python -m tests.netfloor.commands.fabric_matrix`` brings it up to date."""
    assert page_text(PAGE.read_text()) == PAGE.read_text()


@pytest.fixture
def files(fabric_cases: Any, fabric_folder: Path, tmp_path: Path) -> Any:
    """Return a function from a fabric to the files that lines name."""
    cluster = ROOT / "examples/catalogue/parts_cluster.toml"
    if not (fabric_folder / cluster.name).exists():
        shutil.copy(cluster, fabric_folder)

    def of(name: str) -> dict[str, Path]:
        case = fabric_cases(name)
        built = tmp_path / "built.csv"
        built.write_text(built_list(fabric_in(case.old)))
        return {
            "plan": case.old,
            "new": case.new,
            "built": built,
            "out": tmp_path / "out",
            "growth": " ".join(growth_of(case, tmp_path)),
            "parts": fabric_folder / "parts_800g.toml",
            "cluster_parts": fabric_folder / cluster.name,
        }

    return of


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.command.replace(" ", "-"))
@pytest.mark.parametrize("name", FABRICS)
def test_a_command_takes_a_fabric_as_the_page_says(cli: Any, files: Any, name: str, row: Row) -> None:
    """In full, each network by its name, the named one alone, or not, with the reason."""
    cell, own = row.cell(name), files(name)
    words, one = row.words(name, **own), ("--network", NETWORK.get(name))
    if isinstance(cell, Refused):
        ran = cli(*words, *(one if row.several is NAMED and name in NETWORK else ()))
        assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
        assert cell.message in ran.err
        return
    ran = cli(*words, "--json")
    if cell is NAMED:
        assert ran.code == exit_codes.INVALID_INPUT
        for network in plan_networks(load_any_plan(own["plan"])):
            assert network.name in ran.err
        ran = cli(*words, *one, "--json")
    assert ran.code == 0, ran.err
    if cell is EACH and name == "networks":
        assert {"compute", "storage"} <= set(_networks(json.loads(ran.out)))
        alone = cli(*words, *one, "--json")
        assert alone.code == 0, alone.err
        assert set(_networks(json.loads(alone.out))) == {"storage"}


def _networks(document: Any) -> list[str]:
    """Return which networks a document is of, whatever it is a document of."""
    lists = (document[key] for key in ("networks", "combinations", "rows", "series") if key in document)
    found = next(lists, [document])
    names = [one if isinstance(one, str) else str(one.get("network", one.get("name"))) for one in found]
    return [name for text in names for name in ("compute", "storage", "data") if name in text.split()]


def test_a_network_that_a_plan_does_not_have_is_refused_with_those_it_has(
    cli: Any, fabric_cases: Any
) -> None:
    """All by name; a plan of one network has no name to give."""
    ran = cli("latency", fabric_cases("mixed").old, "--network", "compute")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert "its networks are data, storage, control" in ran.err
    ran = cli("latency", fabric_cases("single").old, "--network", "compute")
    assert "has one network, which has no name; leave it out" in ran.err
    ran = cli("latency", "slimfly:5", "--network", "compute")
    assert ran.code == exit_codes.INVALID_INPUT
    ran = cli("topology", "show", "slimfly:5", "--network", "compute")
    assert "is a network spec, not the file of a plan" in ran.err


def test_networks_hold_each_switch_and_link_of_a_plan_once(fabric_cases: Any) -> None:
    """Together they have all switches and all cables but those between two networks."""
    for name in NETWORK:
        plan = load_any_plan(fabric_cases(name).old)
        fabric, networks = fabric_in(fabric_cases(name).old), plan_networks(plan)
        names = [one.fabric.devices[switch].name for one in networks for switch in one.fabric.switches]
        assert sorted(names) == sorted(fabric.devices[switch].name for switch in fabric.switches)
        ids = [cable.id for one in networks for cable in one.fabric.cables]
        assert len(set(ids)) == len(ids)
        rest = {cable.id: cable for cable in fabric.cables if cable.id not in ids}
        of = {switch: one.name for one in networks for switch in one.topology.labels or ()}
        ends = [[fabric.devices[end.device] for end in cable.ends] for cable in rest.values()]
        assert all(
            "pdu" in {one.kind for one in both} or of[both[0].name] != of[both[1].name] for both in ends
        )
        for one in networks:
            assert [one.topology.label(switch) for switch in range(one.topology.routers)] == [
                one.fabric.devices[switch].name for switch in one.fabric.switches
            ]
            assert len(one.cables) == one.topology.link_count
            assert len(one.server_ports) == int(one.topology.endpoints.sum())
            assert len(one.cabinet_names) == one.topology.routers


def test_the_sum_of_networks_comes_before_them(cli: Any, fabric_cases: Any) -> None:
    """Money and watts of all networks first, on the screen as in JSON; rules and sources once."""
    plan = fabric_cases("mixed").old
    for command, key in (("cost", "total_cost"), ("power", "network_w")):
        document = cli(command, plan, "--json").json()
        parts = [one[key] for one in document["networks"].values()]
        assert document[key] == pytest.approx(sum(parts))
        ran = cli(command, plan)
        assert ran.out.startswith("3 networks ")
        assert f"{document[key]:,.2f}" in ran.out.splitlines()[0]
        assert cli(command, plan, "--verbose").out.count("Coefficients and their sources") == 1


def test_an_export_of_each_network_has_its_own_folder(cli: Any, fabric_cases: Any, tmp_path: Path) -> None:
    """OpenSM's netlist of one network names no switch of another; the command says what is left out."""
    out = tmp_path / "out"
    ran = cli("export", fabric_cases("mixed").old, "--to", "ibsim", "--out", out)
    assert "6 links between networks left out" in ran.err
    for network, others in (("data", ("storage", "control")), ("control", ("data", "storage"))):
        text = (out / network / "fabric.net").read_text()
        assert f'"{network}.0"' in text
        assert not any(f'"{other}.' in text for other in others)


def test_a_format_of_all_networks_takes_no_name(cli: Any, fabric_cases: Any, tmp_path: Path) -> None:
    """NetBox holds them at once."""
    words = ("--to", "netbox", "--out", tmp_path / "out", "--network", "storage")
    ran = cli("export", fabric_cases("mixed").old, *words)
    assert ran.code == exit_codes.INVALID_INPUT
    assert "netbox has all networks of a plan" in ran.err
    assert not (tmp_path / "out").exists()


def test_one_switch_with_endpoints_has_nothing_to_route(cli: Any, fabric_cases: Any) -> None:
    """It is left out where others are routed, and named; alone it is refused."""
    plan = fabric_cases("mixed").old
    ran = cli("traffic", "routes", plan)
    assert ran.code == 0
    assert "network control left out: one switch with endpoints" in ran.err
    assert cli("traffic", "routes", plan, "--network", "control").code == exit_codes.INVALID_INPUT
    latency = cli("latency", plan, "--network", "control", "--switch-ns", "100", "--json").json()
    assert latency["latency"][0]["mean_latency_ns"] is None


def test_opensm_starts_from_the_first_port_of_a_server(fabric_cases: Any) -> None:
    """Servers of several networks have other ports in one of them, where OpenSM would wait for ever."""
    for name in ("networks", "mixed", "lists", "imported"):
        for one in plan_networks(load_any_plan(fabric_cases(name).old)):
            topology, fabric, _ = with_endpoints(one)
            assert int(topology.endpoints.sum()) > 0
            used: dict[int, list[int]] = {device: [] for device in fabric.end_devices}
            for end in (end for cable in fabric.cables for end in cable.ends if end.device in used):
                used[end.device].append(end.port)
            assert used
            assert all(sorted(ports) == list(range(1, len(ports) + 1)) for ports in used.values())


def test_a_study_names_one_of_several_networks(cli: Any, fabric_cases: Any, tmp_path: Path) -> None:
    """``plan_network`` beside ``network``; without it the refusal lists them."""
    study = tmp_path / "study.toml"
    plan = fabric_cases("mixed").old
    motifs = 'routings = ["minimal"]\n[[motifs]]\nmotif = "halo3d26"\n'
    text = f'{motifs}[[networks]]\nname = "own"\nnetwork = "{plan}"\n'
    study.write_text(f'{text}plan_network = "storage"\n')
    ran = cli("traffic", "motifs", study, "--out", tmp_path / "out")
    assert ran.code == 0, ran.err
    study.write_text(text)
    ran = cli("traffic", "motifs", study, "--out", tmp_path / "out")
    assert "3 networks (data, storage, control)" in ran.err


def test_five_wrong_cables_on_three_networks_are_five_steps(
    cli: Any, fabric_cases: Any, tmp_path: Path
) -> None:
    """Two exchanged across networks, one elsewhere, one missing, one too many at a port known by its label.

    The list says no kinds; the plan does. A port's number is not taken for that of a labelled port.
    """
    plan = fabric_cases("mixed").old
    fabric = fabric_in(plan)
    rows = cable_rows(fabric)
    at = {(row[place], row[place + 1]): (row, place + 1) for row in rows for place in (0, 2)}
    (one, first), (other, second) = at["h1", "data-1"], at["h1", "storage-1"]
    one[first], other[second] = other[second], one[first]
    moved, place = at["h2", "control-1"]
    far = 2 if place == 1 else 0
    moved[far : far + 2] = "control.1", "15"
    managed = next(row for row in rows if "management" in row)
    switch = managed[managed.index("management") - 1]
    number = next(
        end.port
        for cable in fabric.cables
        for end in cable.ends
        if end.port_name == "management" and fabric.devices[end.device].name == switch
    )
    rows.remove(next(row for row in rows if row[0] == "storage.0" and row[2] == "storage.2"))
    rows.append([switch, str(number), "storage.1", "60"])
    found = tmp_path / "found.csv"
    found.write_text(built_list(fabric, rows))
    ran = cli("check", "built", plan, found, "--from", "csv")
    assert ran.code == exit_codes.CHECK_FAILED
    document = cli("check", "built", plan, found, "--from", "csv", "--json").json()
    assert (document["counts"], document["least_steps"]) == (
        {"miscabled": 1, "other port": 2, "missing": 1, "extra": 1},
        5,
    )
    assert ran.out.startswith("NOT as planned")
    assert "no type given" not in ran.err


def test_the_library_reads_every_fabric(fabric_cases: Any) -> None:
    """Networks by name; a figure of one network asks which of several."""
    for name in FABRICS:
        plan = read_plan(fabric_cases(name).old)
        assert plan.verify().ok
        assert plan.total_cable_m > 0
        names = list(plan.networks)
        assert names == [one.name for one in plan_networks(load_any_plan(fabric_cases(name).old))]
        if name in NETWORK:
            with pytest.raises(InputError, match="this command takes one"):
                plan.latency(100)
            alone = open_network(fabric_cases(name).old, NETWORK[name])
            assert plan.networks[NETWORK[name]].name == alone.topology.name
            assert plan.latency(100, network=NETWORK[name]).at(100)[0] > 0
        else:
            assert plan.latency(100).at(100)[0] > 0
