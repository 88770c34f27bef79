"""Several networks that grow together: servers and management ports keep their switches."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from netfloor.foundation.errors import InfeasibleError
from netfloor.plans.load import load_any_plan
from netfloor.studies.grow.match import matched_networks
from netfloor.topologies.grown_networks import grown_side_by_side
from netfloor.topologies.networks import NetworkMember, side_by_side
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology

Cli = Callable[..., Any]


def members(edges: int, control: str, leaves: int = 4) -> list[NetworkMember]:
    """Return a network of data, one of storage that is spread, and one that manages both."""
    return [
        NetworkMember("data", build(f"leafspine:{edges},2,t=3", link_gbps=100)),
        NetworkMember("storage", build(f"leafspine:{leaves},1,t=6", link_gbps=50), 2, spread=True),
        NetworkMember("control", build(control, link_gbps=1), management_ports=True),
    ]


def attached(topology: Topology) -> dict[str, list[str]]:
    """Return the switches of each server's ports, and that of each management port, by names."""
    groups, name = topology.servers, topology.label
    assert groups is not None
    rows = groups.switches[groups.group].tolist()
    found = {groups.label(n): [name(one) for one in row] for n, row in enumerate(rows)}
    of = topology.network_of_switches
    for u, v in topology.links[of[topology.links[:, 0]] != of[topology.links[:, 1]]].tolist():
        port, end = (u, v) if name(v).startswith("control") else (v, u)
        found[name(port)] = [name(end)]
    return found


def grown(old: Topology, new: list[NetworkMember]) -> Topology:
    """Return the new networks; leaves of a level keep their order, so names are by hand here."""
    return grown_side_by_side(new, old, matched_networks(old, new))


def test_servers_and_management_ports_keep_their_switches() -> None:
    """More leaves of data and storage, a larger network for control: what is attached stays so."""
    old = side_by_side(members(4, "complete:3,endpoints=8"))
    new = grown(old, members(6, "complete:4,endpoints=12", 6))
    before, after = attached(old), attached(new)
    leaves = {f"data.{n}" for n in range(4)} | {f"storage.{n}" for n in range(4)}
    for name in before:
        if name.startswith("h"):
            assert after[name] == before[name]
    kept = [name for name in leaves if name in before]
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert len([name for name in after if name.startswith("h")]) == 18
    held = Counter(switch for row in after.values() for switch in row)
    limits = np.concatenate([part.alone.endpoints for part in new.networks or ()])
    assert all(held[new.label(n)] <= limit for n, limit in enumerate(limits.tolist()))
    assert all(len(set(row[1:3])) == 2 for name, row in after.items() if name.startswith("h"))


def test_too_few_endpoints_are_refused() -> None:
    """The network that lacks them is named."""
    old = side_by_side(members(4, "complete:3,endpoints=8"))
    with pytest.raises(InfeasibleError, match="network control has 24 endpoints"):
        grown(old, members(7, "complete:3,endpoints=8", 8))


PLAN = """
room = "room.toml"
catalogue = "parts_800g.toml"
[networks.data]
spec = "leafspine:2,1,t=4"
gbps = 400
[networks.control]
spec = "complete:2,endpoints=8"
gbps = 1
management_ports = true
[servers]
rule = "nearest"
per_cabinet = 2
[layout]
iterations = 500
[parts]
server = "EX-GPU8-AIR"
"""


def test_networks_lose_a_cabinet_and_grow(cli: Cli, here: Path, fabric_folder: Path) -> None:
    """What stood in the cabinet moves, everything else stays; the answer is first, and verify passes."""
    text = (fabric_folder / "room.toml").read_text().replace("count = 6", "count = 9")
    text = text.replace("[6, 0], [6, 4]", "[9, 0], [9, 4]").replace("[5, 2]", "[8, 2]")
    (here / "room.toml").write_text(text)
    for file in fabric_folder.glob("parts_800g*"):
        (here / file.name).write_bytes(file.read_bytes())
    (here / "plan.toml").write_text(PLAN)
    assert cli("plan", "plan.toml", "--out", "old", "-q").code == 0
    fabric = load_any_plan(here / "old/plan.json")
    lost = fabric.server_cabinets()[int(fabric.hosts.cabinet[0])]
    (here / "lost.toml").write_text(text.replace("count = 9", f"count = 9\ntaken = [{int(lost[1:])}]"))
    run = ("grow", "old/plan.json", "data=leafspine:3,1,t=4", "control=complete:3,endpoints=8")
    ran = cli(*run, "--room", "lost.toml", "--iterations", 500, "--order", "order.csv", "--out", "new.json")
    assert ran.code == 0, ran.err
    lines = [line.split()[0] for line in ran.out.splitlines()]
    first = ["kept", "moved", "added", "removed"]
    assert [one for one in lines if one != "WARNING"][:4] == first
    checked = cli("verify", "new.json")
    assert (checked.code, "grown" in checked.out) == (0, False), checked.out
    document = cli(*run, "--room", "lost.toml", "--iterations", 500, "--json", "-o", "b.json").json()
    order = {one["part"]: one for one in document["order"]["parts"]}
    bills = [cli("bom", name, "--json").json()["parts"] for name in ("old/plan.json", "new.json")]
    had, needed = ({one["part"]: one["used"] + one["spares"] for one in bill} for bill in bills)
    assert {part: one["needed"] for part, one in order.items() if one["needed"]} == needed
    for part, one in order.items():
        more = needed.get(part, 0) - one["had"]
        assert one["had"] >= had.get(part, 0)
        assert (one["buy"] >= max(more, 0), one["spare"]) == (True, max(-more, 0))
    assert document["stays"]["devices"]["changed"] > 0
    for bad, said in (("date=leafspine:3,1,t=4", "no network 'date'"), ("leafspine:3,1,t=4", "NAME=SPEC")):
        refused = cli("grow", "old/plan.json", bad, "--out", "c.json")
        assert (refused.code, said in refused.err) == (3, True), refused.err
