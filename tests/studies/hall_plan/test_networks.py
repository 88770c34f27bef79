"""Several networks in one planning file: parts, rates and exports by network, and who refuses them."""

import csv
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from netfloor.command_line import run
from netfloor.plans.load import load_plan
from netfloor.plans.order.by_network import network_bills
from netfloor.plans.order.parts_list import parts_list
from netfloor.plans.verify import verify_plan
from netfloor.studies.hall_plan.file import read_hall_plan
from netfloor.studies.hall_plan.run import planned_site
from tests.fixtures.commands import rehash
from tests.fixtures.rows import Edit, by_rows, network_cables, row_edit, server_cable_edit
from tests.plans.forge.kinds import ROOM

ROOT = Path(__file__).parents[3]
REQUEST = """
room = "room.toml"
catalogue = "parts_800g.toml"
[networks.data]
spec = "rails:1,4,2,8"
gbps = 400
[networks.storage]
spec = "leafspine:2,1,t=4"
gbps = 200
ports = 2
spread = true
[networks.control]
spec = "complete:2,endpoints=10"
gbps = 1
management_ports = true
[servers]
rule = "nearest"
per_cabinet = 2
[layout]
iterations = 1000
[parts]
server = "EX-GPU8-AIR"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a planned order of three networks."""
    return planned(tmp_path_factory.mktemp("networks"), "parts_800g.toml", ROOM, REQUEST)


def planned(folder: Path, catalogue: str, room: str, request: str) -> Path:
    """Return a folder with a plan, in ``out``, of a request by one of the example catalogues."""
    shutil.copy(ROOT / "examples/catalogue" / catalogue, folder)
    (folder / "room.toml").write_text(room)
    (folder / "plan.toml").write_text(request)
    assert call("plan", folder / "plan.toml", "--out", folder / "out", "--quiet") == 0
    return folder


def call(*words: object) -> int:
    """Return the exit code of a command line."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["netfloor", *map(str, words)])
        try:
            run()
        except SystemExit as ended:
            return int(ended.code or 0)
    return 0


def document(folder: Path) -> dict[str, Any]:
    """Return the plan as its file holds it."""
    found: dict[str, Any] = json.loads((folder / "out/plan.json").read_text())
    return found


def management_cable(**changes: Any) -> Edit:
    """Return an edit of the first cable of a management port, which ends on switch control.0."""
    return by_rows("cables", lambda rows: next(row for row in rows if row["gbps"] == 1.0).update(changes))


def control_1(plan: dict[str, Any]) -> int:
    """Return the number of the second switch of the control network."""
    return int(plan["devices"]["name"].index("control.1"))


def test_each_network_gets_parts_of_its_rate_and_the_bill_adds_up(folder: Path) -> None:
    """Switches, adapters and cables are of their network's rate; networks and servers make the bill."""
    parts = parts_list(load_plan(folder / "out/plan.json", networks=True))
    topology, catalogue = parts.plan.topology, parts.catalogue
    rates = [catalogue.switches[one].gbps for one in parts.equipment.switches.tolist()]
    assert rates == topology.rates.tolist()
    assert [nic.gbps for nic in parts.equipment.nics] == [400, 200, 1]
    assert parts.links.needs.gbps[-int(topology.endpoints.sum()) :].tolist() == sorted(
        [400.0] * 8 + [200.0] * 8 + [1.0] * 4, reverse=True
    )
    used = {line.sku.part: line.used for line in parts.bom.lines}
    built_in = [nic.built_in for nic in parts.equipment.nics]
    assert built_in == [False, False, True]
    assert [used.get(nic.part) for nic in parts.equipment.nics] == [8, 8, None]  # built in: not bought
    server = next(line for line in parts.bom.lines if line.sku.kind == "server")
    bills = network_bills(parts)
    assert sum(one.cents for one in bills) + server.purchase.total_cents == parts.bom.net_cents
    assert sum(one.power_mw for one in bills) + server.used * server.sku.power_mw == parts.bom.power_mw
    assert sum(one.cables for one in bills) == parts.choice.counts.cables
    assert sum(one.routed_mm for one in bills) == parts.choice.cable_routed_mm.sum()
    assert all(one.cents == sum(cents for *_, cents in one.parts) for one in bills)
    with (folder / "out/bom-networks.csv").open() as file:
        assert [row["network"] for row in csv.DictReader(file)][:3] == ["data", "storage", "control"]
    assert "control-1" in (folder / "out/bom-cables.csv").read_text()
    page = (folder / "out/report.html").read_text()
    assert "Links to servers" in page
    assert "3 networks (data, storage, control) in the room" in page
    assert [(one.links, one.host_links, one.management_links, one.switches) for one in bills] == [
        (topology.networks[0].alone.link_count, 8, 0, topology.networks[0].switches),  # type: ignore[index]
        (2, 8, 0, 3),
        (1, 4, 6, 2),
    ]
    assert parts.links.ports + 6 == 2 * topology.link_count + 20


def test_links_that_nobody_sells_leave_each_network_its_own(folder: Path, capsys: Any) -> None:
    """Where some links are too long for every part the networks share the bill of the others."""
    capsys.readouterr()
    assert call("whatif", folder / "out/plan.json", "--set", "overhead=+60", "--json") == 0
    told = json.loads(capsys.readouterr().out)["points"][0]
    assert "links left out" in " ".join(told["notes"])
    shares = [one["figures"]["parts_cost"] for one in told["networks"].values()]
    assert len(shares) == 3
    assert 0 < sum(shares) < told["figures"]["bill_cost"]  # servers are of no network
    cable = [one["figures"]["all_cable_m"] for one in told["networks"].values()]
    assert sum(cable) == pytest.approx(told["figures"]["all_cable_m"])  # to management ports too


def test_cables_have_the_rate_of_their_network_in_plan_and_exports(folder: Path) -> None:
    """A cable of a network is recorded at its rate, that of a management port at its network's.

    Labels name a server's port after its network.
    """
    plan = document(folder)
    rate = {"data": 400.0, "storage": 200.0, "control": 1.0}
    cables = network_cables(plan)
    assert {row["gbps"] for row in cables} == {400.0, 200.0, 1.0}
    for row in cables:
        names = {row[end]["switch"].partition(".")[0] for end in "ab"}
        assert row["gbps"] == min(rate[name] for name in names)
        assert len(names) == 1 or "control" in names
    assert call("export", folder / "out/plan.json", "--to", "labels", "--out", folder / "labels") == 0
    with (folder / "labels/labels.csv").open() as file:
        told = [row["Line1"] for row in csv.DictReader(file)]
    assert sum(one.endswith((":storage-1", ":storage-2")) for one in told) == 8


def test_netbox_gets_rates_and_ports_of_all_networks(folder: Path) -> None:
    """Interfaces are named after the network of a server's port and have its rate."""
    assert call("export", folder / "out/plan.json", "--to", "netbox", "--out", folder / "netbox") == 0
    text = "".join(path.read_text() for path in sorted((folder / "netbox").glob("*.csv")))
    assert all(word in text for word in ("storage-2", "control-1", "200000000", "400000000"))
    assert text.count(",management,1000base-t,1000000") == 6
    assert text.count(",cat6a,") == 1 + 4 + 6


@pytest.mark.parametrize(
    "forge",
    [
        lambda d: d["inputs"]["network"]["networks"][1].update(gbps=400.0),
        lambda d: d["inputs"]["network"]["networks"][1].update(spread=False),
        lambda d: d["inputs"]["network"]["networks"][2].update(name="controls"),
        lambda d: d["inputs"]["network"]["networks"][2].update(spec="complete:2,endpoints=3"),
        lambda d: d["inputs"]["network"]["networks"].pop(),
        by_rows("cables", lambda rows: rows[len(rows) - 21].update(gbps=400.0)),
        server_cable_edit(-1, gbps=400.0),
        server_cable_edit(-1, label_b="control-2"),
        server_cable_edit(0, port_b=2),
        row_edit("devices", 0, network="storage"),
        lambda d: d["inputs"]["network"]["networks"][2].pop("management_ports"),
        lambda d: d["inputs"]["network"]["networks"][0].update(management_ports=True),
        management_cable(gbps=400.0),
        management_cable(port_a=1),
        management_cable(label_a=""),
        management_cable(label_b="management"),
        lambda d: management_cable(b=control_1(d))(d),
        lambda d: d["hosts"]["server"].update(mw=1),
        lambda d: d["order"]["networks"][0].update(switch="EX-SW-64X800"),
    ],
)
def test_forged_networks_are_noticed(folder: Path, forge: Any) -> None:
    """A plan with another rate, part, name or attachment in one of its networks does not pass."""
    plan = document(folder)
    forge(plan)
    path = folder / "out/forged.json"
    path.write_text(json.dumps(rehash(plan)))
    assert not verify_plan(path).ok


def test_the_plan_as_it_is_passes(folder: Path) -> None:
    """Everything of a plan of several networks is derived again, with nothing unchecked."""
    found = verify_plan(folder / "out/plan.json")
    assert (found.problems, found.unchecked) == ((), ())


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("[servers]", '[network]\nspec = "complete:2"\n[servers]', 3, "give either [network]"),
        ("[networks.control]", "[networks.Control]", 3, "is not a name"),
        ("[parts]", '[parts]\nswitch = "EX-SW-64X400"', 3, "networks.NAME"),
        ("iterations = 1000", 'objective = "parts"', 3, "use length"),
        ("iterations = 1000", 'iterations = 10\nobjective = "money"', 3, "use length"),
        ("gbps = 1\n", 'gbps = 1\nnic = "EX-NIC-26"\n', 3, "networks.control.nic"),
        ("iterations = 1000", 'iterations = 10\nobjective = "mean-latency"', 3, "use length"),
        ("gbps = 1\n", "", 3, "networks.control.gbps: is missing"),
        ("gbps = 1\n", 'switch = "EX-NONE"\n', 3, "networks.control.gbps: is missing"),
        ("gbps = 1\n", "gbps = 10\n", 4, "network control: the catalogue has no switch"),
        ("gbps = 1\n", "gbps = 1\nports = 5\n", 4, "network control has 20 endpoints"),
        ("endpoints=10", "endpoints=4", 4, "4 ports of servers and 6 management ports of switches need 10"),
        ("endpoints=10", "endpoints=4", 4, "add endpoints to its spec in networks.control"),
        ("ports = 2", "ports = 2\nmanagement_ports = true", 3, "is set for storage, control"),
        ("leafspine:2,1,t=4", "file:none.edges", 3, "none.edges"),
        ("rails:1,4,2,8", "rails:1,4,8,8", 4, "the largest holds"),
    ],
)
def test_a_planning_file_of_networks_is_refused_with_its_field(
    folder: Path, old: str, new: str, code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What cannot be planned ends with code 3 or 4 before any work, and names the network."""
    (folder / "bad.toml").write_text(REQUEST.replace(old, new))
    assert call("plan", folder / "bad.toml", "--dry-run", "--quiet") == code
    told = capsys.readouterr()
    assert words in (told.err + told.out).replace("\n", " ")


def test_a_switch_whose_management_port_nobody_told_is_refused(folder: Path, capsys: Any) -> None:
    """A switch that is managed says the form of its port, and is named where it does not."""
    own, silent = 'management_port = "RJ45"\n', 'part = "EX-SW-64X400"'
    head, _, tail = (folder / "parts_800g.toml").read_text().partition(silent)
    (folder / "silent.toml").write_text(head + silent + tail.replace(own, "", 1))
    named = REQUEST.replace("parts_800g.toml", "silent.toml").replace(
        "gbps = 400", "gbps = 400\nswitch = 1"
    )
    (folder / "bad.toml").write_text(named.replace("switch = 1", 'switch = "EX-SW-64X400"'))
    assert call("plan", folder / "bad.toml", "--dry-run", "--quiet") == 4
    told = capsys.readouterr()
    words = "network data: EX-SW-64X400 has no management port in the catalogue"
    assert words in " ".join((told.err + told.out).split())


def test_links_that_nobody_sells_are_found_before_planning(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of each network, its links between switches, to servers and to management ports apart."""
    text = (folder / "parts_800g.toml").read_text()
    head, _, rest = text.partition('[[cables]]\nname = "Cat 6A cord, 1G"')
    (folder / "none.toml").write_text(head + rest[rest.index("\n[[") :])
    (folder / "bad.toml").write_text(REQUEST.replace("parts_800g.toml", "none.toml"))
    assert call("plan", folder / "bad.toml", "--dry-run", "--quiet") == 4
    told = " ".join(capsys.readouterr().err.split())
    for what in ("between switches", "to servers", "to management ports"):
        assert f"links {what} of network control, 1 Gb/s: the catalogue has no part for them" in told
    assert "network data" not in told
    assert "network storage" not in told


@pytest.mark.parametrize(("form", "file"), [("ibsim", "fabric.net"), ("edges", "network.edges")])
def test_what_is_one_fabric_leaves_management_ports_out(
    folder: Path, form: str, file: str, capsys: Any
) -> None:
    """No route of a network leads through another one: their links are left out, and counted."""
    assert call("export", folder / "out/plan.json", "--to", form, "--out", folder / form) == 0
    told = capsys.readouterr()
    words = "6 links between networks left out, such as links to management ports"
    assert words in " ".join((told.out + told.err).split())
    files = sorted((folder / form).rglob(file))
    assert len(files) == (3 if form == "ibsim" else 1)  # OpenSM routes one network
    text = "".join(one.read_text() for one in files)
    names = r"(data|storage|control)\.\d"
    if form == "ibsim":
        assert len(re.findall(r"^\[", text, re.MULTILINE)) == 2 * (8 + 2 + 1 + 20)
    else:
        pairs = re.findall(rf"^{names} {names}( \d+)?$", text, re.MULTILINE)
        assert sum(int(count or 1) for _, _, count in pairs) == 8 + 2 + 1
        assert all(one == other for one, other, _ in pairs)


def test_a_network_without_a_rate_has_that_of_the_switch_it_names(folder: Path) -> None:
    """A named switch tells the rate of its network's links; nothing else is assumed."""
    (folder / "rate.toml").write_text(REQUEST.replace("gbps = 1\n", 'switch = "EX-SW-48X1"\n'))
    site = planned_site(read_hall_plan(folder / "rate.toml"), folder / "rate.toml")
    assert [part.gbps for part in site.topology.networks or ()] == [400, 200, 1]


def test_explain_names_the_port_of_a_server_by_its_network(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server's port is called as on its label, not counted over all networks."""
    number = int(load_plan(folder / "out/plan.json", networks=True).topology.endpoints.sum())
    assert call("explain", folder / "out/plan.json", f"H{number:06}") == 0
    assert "port control-1" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("option", ["--switch", "--nic"])
def test_one_switch_or_adapter_is_not_asked_of_all_networks(folder: Path, option: str, capsys: Any) -> None:
    """The refusal names the networks and where their own is given."""
    catalogue = ("--catalogue", folder / "parts_800g.toml")
    assert call("bom", folder / "out/plan.json", *catalogue, option, "EX-SW-64X400") == 3
    told = " ".join(capsys.readouterr().err.split())
    assert "several: data, storage, control" in told
    assert "networks.data.switch" in told
