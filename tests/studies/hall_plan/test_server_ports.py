"""Servers with ports on several switches, from a plan's file to its checked parts."""

import copy
import csv
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from netfloor.costmodels.bill import make_bill
from netfloor.costmodels.sets.load import load_cost_set
from netfloor.exchange.user_tables.servers import read_named_servers
from netfloor.foundation.errors import InputError, NetfloorError
from netfloor.foundation.files import canonical_sha256
from netfloor.plans.by_names import server_cables
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.plans.file import document_sha256
from netfloor.plans.load import load_plan
from netfloor.plans.plan_fabric import fabric_of
from netfloor.plans.verify import verify_plan
from netfloor.rooms.hosts.places import host_places
from netfloor.rooms.hosts.server_placement import way_lengths_mm
from netfloor.rooms.room_spec import room_from_spec
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology
from tests.fixtures.rows import of_servers, server_cable_edit, server_edit, server_places

CATALOGUE = Path(__file__).parents[3] / "examples/catalogue/parts_400g.toml"
LINKS = "".join(f"l{leaf} s{spine} 2\n" for leaf in range(4) for spine in range(2))
SERVERS = "".join(
    f"gpu{server},{port + 1},l{2 * (server // 3) + port}\n" for server in range(6) for port in range(2)
)
PLAN = """
room = "grid:3x4"
catalogue = "parts.toml"
[network]
spec = "file:net.edges,servers=servers.csv"
gbps = 400
[servers]
rule = "{rule}"
per_cabinet = 2
[layout]
objective = "length"
iterations = 1000
"""


def ask(rule: str = "nearest") -> None:
    """Write network, servers and a catalogue whose servers hold two adapters."""
    text = CATALOGUE.read_text(encoding="utf-8")
    head, devices = text.split("[[servers]]")
    Path("parts.toml").write_text(head + "[[servers]]" + devices.replace("nics = 1", "nics = 2"))
    Path("net.edges").write_text(LINKS)
    Path("servers.csv").write_text(SERVERS)
    Path("plan.toml").write_text(PLAN.format(rule=rule))


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of such a plan."""
    from typer.testing import CliRunner  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("servers")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        ask()
        from netfloor.cli import app  # noqa: PLC0415

        done = CliRunner().invoke(app, ["plan", "plan.toml", "--out", "out"])
        assert done.exit_code == 0, done.output
    return folder


def test_the_bill_has_each_server_its_adapters_and_cables(planned: Path) -> None:
    """Six servers with two adapters each, a cable a port; every figure is found again by the check."""
    document = json.loads((planned / "out/plan.json").read_text())
    assert [sorted(one["mm"]) for one in server_places(document)] == [[1, 2]] * 6
    assert document["hosts"]["endpoints_per_server"] == 2
    bom = json.loads((planned / "out/bom.json").read_text())
    lines = {one["part"]: one["used"] for one in bom["parts"]}
    assert (lines["EX-SERVER"], lines["EX-NIC-400"]) == (6, 12)
    assert verify_plan(planned / "out/plan.json").ok
    assert load_plan(planned / "out/plan.json").servers == 6


def ports_of(topology: Topology) -> set[tuple[str, ...]]:
    """Return server, port and switch of every endpoint, by name."""
    servers = topology.servers
    assert servers is not None
    return {
        (servers.label(server), str(port + 1), topology.label(switch))
        for server, group in enumerate(servers.group.tolist())
        for port, switch in enumerate(servers.switches[group].tolist())
    }


def test_plans_side_by_side_count_the_servers_cables(planned: Path, cli: Any, here: Path) -> None:
    """Money, watts, metres, copper and bisection are in the terminal's table; metres are of all cables."""
    for name in ("a", "b"):
        (here / f"{name}.json").write_text((planned / "out/plan.json").read_text())
    parts = planned / "parts.toml"
    found = cli("compare", "a.json", "b.json", "--catalogue", parts, "--json").json()["candidates"][0]
    plan = load_plan(planned / "out/plan.json")
    assert plan.hosts is not None
    all_mm = plan.cables.total_mm + int(plan.hosts.length_mm.sum())
    assert found["figures"]["all_cable_m"] == all_mm / 1000 > found["figures"]["total_cable_m"]
    table = cli("compare", "a.json", "b.json", "--catalogue", parts).out
    for text in ("parts", "power", "cable", "copper", "bisection", f"{all_mm / 1000:,.2f}"):
        assert text in table
    assert "not purchasable" not in table


def test_whatif_moves_each_port_with_its_switch(planned: Path, cli: Any, here: Path) -> None:
    """Cabinets further apart: each cable is as long as there; placed again, servers go with them."""
    (here / "wide.toml").write_text("[grid]\nrows = 3\ncolumns = 4\ncolumn_pitch_m = 2\n")
    (here / "plan.json").write_text((planned / "out/plan.json").read_text())
    effort = ("--catalogue", "slimfly-2014", "--iterations", 10)
    asked = ("whatif", "plan.json", "--set", "column-pitch=2")
    kept = cli(*asked, *effort[:2], "--json").json()["points"][0]["figures"]
    plan = load_plan(here / "plan.json")
    assert plan.hosts is not None
    room = room_from_spec("wide.toml")
    slots = plan.placement.slot_of[plan.topology.servers.switches[plan.hosts.group]]
    places = host_places(room, plan.hosts.devices.heights, plan.hosts.per_cabinet)
    lengths_mm = way_lengths_mm(places, room, slots, plan.hosts.cabinet, plan.hosts.unit)
    assert int(lengths_mm.sum()) > plan.hosts.total_mm
    wide = replace(plan, room=room, hosts=replace(plan.hosts, length_mm=lengths_mm))
    bill = make_bill(
        plan.topology, wide.cables, load_cost_set("slimfly-2014"), None, 0, server_cables(wide)
    )
    assert kept["server_cable_cost"] == bill.host_cable_cents / 100
    again = cli(*asked, *effort, "--replace")
    assert again.code == 0
    assert "the servers after them" not in again.err


FORGED = {
    "a port on another leaf": lambda d: d["inputs"]["network"]["graph"]["servers"]["switches"][0].reverse(),
    "another server": lambda d: d["inputs"]["network"]["graph"]["servers"]["labels"].reverse(),
    "no servers": lambda d: d["inputs"]["network"]["graph"].pop("servers"),
    "a longer cable": of_servers("cables", lambda rows: rows[0].update(length_mm=rows[0]["length_mm"] + 1)),
    "one cable a server": of_servers("cables", lambda rows: rows[::2]),
    "another port of the server": server_cable_edit(0, port_b=2),
    "the port of another server": lambda d: server_cable_edit(0, b=len(d["placement"]) + 1)(d),
    "another group": lambda d: d["hosts"]["group"].__setitem__(0, 1),
    "another name": server_edit(0, name="gpu9"),
    "more ports": lambda d: d["hosts"].__setitem__("endpoints_per_server", 4),
    "a lighter server": lambda d: d["hosts"]["server"].__setitem__("g", 1),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_plan_fails(what: str, planned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With checksums that fit what was changed, wherever the file of servers is at hand."""
    monkeypatch.chdir(planned)
    document = json.loads(Path("out/plan.json").read_text())
    forged = copy.deepcopy(document)
    FORGED[what](forged)
    network = forged["inputs"]["network"]
    if "servers" in network["graph"]:
        network["servers_sha256"] = canonical_sha256(network["graph"]["servers"])
    forged["sha256"] = document_sha256(forged)
    Path("out/forged.json").write_text(json.dumps(forged))
    assert not _ok(Path("out/forged.json"))


def _ok(path: Path) -> bool:
    try:
        return verify_plan(path).ok
    except NetfloorError:
        return False


@pytest.mark.usefixtures("here")
def test_exports_end_on_the_ports_of_the_servers(planned: Path, cli: Any) -> None:
    """A workbook, NetBox and ibsim give back who is joined to whom, by which port."""
    plan = planned / "out/plan.json"
    expected = {tuple(line.split(",")) for line in SERVERS.splitlines()}
    assert cli("export", plan, "--to", "netbox", "--out", "box").code == 0
    with Path("box/10-cables.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = Counter(
        ends  # of a cable with several ends each
        for row in rows
        for ends in zip(
            *(row[key].split(",") for key in ("side_b_device", "side_b_name", "side_a_device")), strict=True
        )
        if ends[0].startswith("gpu")
    )
    assert {(name, port.removeprefix("p"), far) for name, port, far in found} == expected
    assert cli("import", "box", "--from", "netbox", "--out", "back.json").code == 0
    assert cli("export", plan, "--to", "ibsim", "--out", "ib").code == 0
    read = ("import", "ib/fabric.net", "--from", "ibnetdiscover", "--network", "back.graphml")
    assert cli(*read).code == 0
    again = build("file:back.graphml,servers=back.servers.csv")
    for found_again in (load_plan(Path("back.json")).topology, again):
        assert found_again.servers is not None
        assert ports_of(found_again) == expected
    assert cli("verify", "back.json").code == 0


@pytest.mark.usefixtures("here")
def test_slurm_has_every_server_once(planned: Path, cli: Any) -> None:
    """On the switch of its first port: servers of a group are neighbours."""
    assert cli("export", planned / "out/plan.json", "--to", "slurm", "--out", "slurm").code == 0
    lines = Path("slurm/topology.conf").read_text().splitlines()
    leaves = [line for line in lines if "Nodes=" in line]
    assert leaves == ["SwitchName=l0 Nodes=gpu[0-2]", "SwitchName=l2 Nodes=gpu[3-5]"]


@pytest.mark.usefixtures("here")
def test_planes_of_a_users_graph_are_verified(cli: Any) -> None:
    """The plan holds all planes and the servers that join them; a port in another plane is found."""
    ask()
    spec = "file:net.edges,servers=servers.csv,planes=2"
    effort = ("--room", "grid:3x6", "--iterations", 10)
    assert cli("layout", spec, *effort, "--out", "plan.json").code == 0
    assert cli("verify", "plan.json", "--strict").code == 0
    document = json.loads(Path("plan.json").read_text())
    servers = document["inputs"]["network"]["graph"]["servers"]
    assert servers["switches"] == [[0, 3, 6, 9], [4, 5, 10, 11]]
    servers["switches"][0].reverse()
    document["inputs"]["network"]["servers_sha256"] = canonical_sha256(servers)
    document["sha256"] = document_sha256(document)
    Path("plan.json").write_text(json.dumps(document))
    assert cli("verify", "plan.json").code == 6


@pytest.mark.usefixtures("here")
def test_servers_without_places_have_no_cables_that_anybody_knows(cli: Any) -> None:
    """Exports have each server once with all its ports; lengths are those inside a cabinet or none."""
    ask()
    spec, effort = "file:net.edges,servers=servers.csv", ("--room", "grid:2x3", "--iterations", 10)
    assert cli("layout", spec, *effort, "--gbps", 400, "--out", "p.json").code == 0
    plan = load_plan(Path("p.json"))
    slots = cabinet_slots(plan.room)
    fabric = fabric_of(plan.topology, slots, plan.placement, plan.cables, plan.room.inside_mm)
    assert [fabric.devices[host].name for host in fabric.end_devices] == [f"gpu{k}" for k in range(6)]
    expected = {tuple(line.split(",")) for line in SERVERS.splitlines()}
    found = set()
    for host in fabric.end_devices:
        for port, cable in fabric.cables_of[host]:
            far = fabric.devices[fabric.far_end(host, cable).device]
            same = far.cabinet == fabric.devices[host].cabinet
            assert cable.length_mm == (plan.room.inside_mm if same else None)
            found.add((fabric.devices[host].name, str(port), far.name))
    assert found == expected
    assert "they cost more than stated here" in cli("cost", "p.json", "--verbose").out
    assert "no places" in cli("bom", "p.json", "--catalogue", "parts.toml").err
    assert cli("bom", "p.json", "--catalogue", "parts.toml", "--network-only").code == 0


@pytest.mark.usefixtures("here")
def test_servers_stand_where_a_file_says() -> None:
    """By their names, in any order; a line that names nothing, and a missing one, are refused."""
    cabinets, names = ("A1", "A2"), ("x", "y")
    Path("where.csv").write_text("server,cabinet\ny,A1\nx,A2\n")
    assert read_named_servers(Path("where.csv"), names, cabinets).tolist() == [1, 0]
    for text, words in (
        ("x,A1\n", "1 server without a line, the first is y"),
        ("x,A1\nx,A2\n", "given twice"),
        ("z,A1\n", "no server 'z'"),
        ("x,B1\n", "no cabinet 'B1'"),
        ("x,1,A1\n", "3 columns"),
    ):
        Path("where.csv").write_text(text)
        with pytest.raises(InputError, match=words):
            read_named_servers(Path("where.csv"), names, cabinets)


@pytest.mark.usefixtures("here")
def test_a_cabinet_of_one_switch_is_refused(cli: Any) -> None:
    """The rule same-cabinet before any work, and a server that has too few places for adapters."""
    ask("same-cabinet")
    refused = cli("plan", "plan.toml", "--out", "out")
    assert refused.code == 3
    assert "servers.rule" in refused.err
    ask()
    Path("parts.toml").write_text(CATALOGUE.read_text(encoding="utf-8"))
    refused = cli("plan", "plan.toml", "--out", "out")
    assert refused.code == 4
    assert "no server for 2 ports of 400 Gb/s" in refused.err
