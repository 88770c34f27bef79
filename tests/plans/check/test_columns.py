"""The columns of devices and cables are derived again: a forged value of a server or its cable is named."""

import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from netfloor.plans.check import columns
from netfloor.plans.verify import verify_plan
from tests.fixtures.commands import rehash
from tests.fixtures.rows import (
    Edit,
    by_rows,
    of_servers,
    rows_of,
    server_cable_edit,
    server_edit,
    whole_columns,
)
from tests.plans.forge.kinds import make_plans

Document = dict[str, Any]
Rows = list[Document]
#: Servers in a hall with units and in a grid without, with ports on two switches, and on three networks.
KINDS = ("servers", "servers in a grid", "ports and liquid", "networks")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for the plans and the files that they name."""
    return tmp_path_factory.mktemp("columns")


@pytest.fixture(scope="module")
def good(folder: Path) -> Mapping[str, Document]:
    """Return plans with servers, each right."""
    return make_plans(folder, KINDS)


def problems_of(plan: Document, folder: Path) -> tuple[str, ...]:
    """Return what is wrong with a plan among its files, its checksum made good."""
    (folder / "edited.json").write_text(json.dumps(rehash(plan)))
    return verify_plan(folder / "edited.json").problems


def moved(by: int) -> Edit:
    """Return an edit that puts the first server so many units higher; in a grid into a unit."""
    return of_servers("devices", lambda rows: rows[0].update(unit=(rows[0].get("unit") or 0) + by))


def into_another_cabinet(plan: Document) -> None:
    """Put the first server into the first cabinet with a device that is not its own."""
    cabinets = [row["cabinet"] for row in rows_of(plan["devices"])]
    own = cabinets[len(plan["placement"])]
    server_edit(0, cabinet=next(name for name in cabinets if name != own))(plan)


def exchange(*names: str, like: str = "") -> Callable[[Rows], None]:
    """Return an edit that exchanges values of the first two rows that differ, alike in another column."""

    def exchanged(rows: Rows) -> None:
        pairs = ((one, other) for one in rows for other in rows if one[names[0]] != other[names[0]])
        one, other = next((a, b) for a, b in pairs if not like or a[like] == b[like])
        for name in one.keys() & set(names):
            one[name], other[name] = other[name], one[name]

    return exchanged


def regroup(plan: Document) -> None:
    """Put the first server of the second group into the first."""
    groups = plan["hosts"]["group"]
    groups[next(at for at, group in enumerate(groups) if group != groups[0])] = groups[0]


def surplus(rows: Rows) -> Rows:
    """Return the cables of servers and one more, between the same ends."""
    return [*rows, rows[-1] | {"id": f"H{len(rows) + 1:06d}"}]


def servers_first(rows: Rows) -> Rows:
    """Return all cables, those of servers before those between switches."""
    return sorted(rows, key=lambda row: row["id"][0] == "C")


#: Of the devices of servers: the edit, and what a problem must name.
OF_DEVICES: dict[str, tuple[Edit, str]] = {
    "another name": (server_edit(0, name="gpu0"), "devices.name"),
    "names exchanged": (of_servers("devices", exchange("name")), "devices.name"),
    "a switch": (server_edit(0, kind="switch"), "devices.kind"),
    "a model": (server_edit(0, model="EX-SERVER"), "devices.model"),
    "another cabinet": (into_another_cabinet, "hosts: c"),
    "cabinets exchanged": (of_servers("devices", exchange("cabinet", "unit")), "hosts: c"),
    "no such cabinet": (server_edit(0, cabinet="Z99"), "hosts: a server is in 'Z99'"),
    "a unit higher": (moved(1), "hosts: c"),
    "unit 0": (server_edit(0, unit=0), "devices.unit"),
    "a unit above all": (moved(10**6), "hosts: c"),
    "another height": (server_edit(0, height=7), "devices.height"),
    "no height": (server_edit(-1, height=None), "devices.height"),
    "watts": (server_edit(0, watts=1.0), "devices.watts"),
    "kilograms": (server_edit(0, kilograms=1.0), "devices.kilograms"),
    "a face": (server_edit(0, face="rear"), "devices.face"),
    "half its depth": (server_edit(0, half_depth=True), "devices.half_depth"),
    "half a unit": (server_edit(0, bay="left"), "devices.bay"),
    "a feed": (server_edit(0, feed="A"), "devices.feed"),
    "a network": (server_edit(0, network="data"), "devices.network"),
    "another number of ports": (server_edit(0, ports=99), "devices.ports"),
    "an attribute": (server_edit(0, attributes={"owner": "me"}), "devices.attributes"),
    "in another order": (of_servers("devices", lambda rows: rows[::-1]), "devices.name"),
    "the last missing": (of_servers("devices", lambda rows: rows[:-1]), "devices: are"),
    "one twice": (of_servers("devices", lambda rows: [*rows, rows[0]]), "devices: are"),
    "another group": (regroup, "hosts: the servers do not match"),
    "no such group": (
        lambda plan: plan["hosts"]["group"].__setitem__(-1, 99),
        "hosts: the servers do not match",
    ),
    "groups in another order": (lambda plan: plan["hosts"]["group"].reverse(), "hosts: the servers"),
    "no server": (lambda plan: plan.pop("hosts"), "devices: are"),
    "a note": (lambda plan: plan.update(notes=["moved"]), "notes: are of an imported plan"),
}
#: Of their cables.
OF_CABLES: dict[str, tuple[Edit, str]] = {
    "another id": (server_cable_edit(0, id="H000000"), "cable H000001: is missing"),
    "an id of a cable between switches": (server_cable_edit(0, id="C000001"), "C000001: is listed twice"),
    "ids exchanged": (of_servers("cables", exchange("id")), "cables: are not in the order of their ids"),
    "another switch": (of_servers("cables", exchange("a")), ".a: the plan says"),
    "another server": (of_servers("cables", exchange("b", like="a")), ".b: the plan says"),
    "a server that there is not": (server_cable_edit(0, b=10**6), ".b: the plan says 1000000"),
    "the ends exchanged": (of_servers("cables", lambda rows: exchange_ends(rows[0])), ".a: the plan says"),
    "another port of the switch": (server_cable_edit(0, port_a=99), ".port_a: the plan says 99"),
    "ports of the switch exchanged": (of_servers("cables", exchange("port_a", like="a")), ".port_a: the"),
    "another port of the server": (server_cable_edit(0, port_b=9), ".port_b: the plan says 9"),
    "port 0": (server_cable_edit(0, port_b=0), ".port_b: the plan says 0"),
    "a label at the switch": (server_cable_edit(0, label_a="swp1"), ".label_a: the plan says 'swp1'"),
    "a label at the server": (server_cable_edit(0, label_b="eth7"), ".label_b: the plan says 'eth7'"),
    "another rate": (server_cable_edit(0, gbps=100.0), ".gbps: the plan says 100.0"),
    "no rate": (server_cable_edit(-1, gbps=None), ".gbps: the plan says None"),
    "a millimetre more": (of_servers("cables", lambda rows: longer(rows[0])), "hosts: "),
    "no length": (server_cable_edit(-1, length_mm=0), "hosts: "),
    "an unknown length": (server_cable_edit(-1, length_mm=None), "cables.length_mm: is missing"),
    "an attribute": (server_cable_edit(0, attributes={"colour": "red"}), ".attributes.colour"),
    "the first missing": (of_servers("cables", lambda rows: rows[1:]), "cable H000001: is missing"),
    "all missing": (of_servers("cables", lambda _: []), "cable H000001: is missing"),
    "the first twice": (of_servers("cables", lambda rows: [*rows, rows[0]]), "H000001: is listed twice"),
    "one more": (of_servers("cables", surplus), "joins nothing in this network"),
    "in another order": (of_servers("cables", lambda rows: rows[::-1]), "cables: are not in the order"),
    "before those of switches": (by_rows("cables", servers_first), "cables: are not in the order"),
}


def exchange_ends(row: Document) -> None:
    """Exchange both ends of a cable."""
    for name in ("", "port_", "label_"):
        a, b = f"{name}a", f"{name}b"
        if a in row or b in row:
            row[a], row[b] = row.get(b, ""), row.get(a, "")


def longer(row: Document) -> None:
    """Make a cable a millimetre longer."""
    row["length_mm"] += 1


#: Edits that change nothing where all servers are of one group and in one cabinet.
NOT_OF_NETWORKS = {"cabinets exchanged", "another group", "groups in another order"}


@pytest.mark.parametrize(
    ("forgery", "kind"),
    [
        (forgery, kind)
        for forgery in (*OF_DEVICES, *(f"cable: {name}" for name in OF_CABLES))
        for kind in KINDS
        if kind != "networks" or forgery not in NOT_OF_NETWORKS
    ],
)
def test_a_forged_server_is_named(
    forgery: str, kind: str, good: Mapping[str, Document], folder: Path
) -> None:
    """Its place, height, name, order, group, and each column of its cables, the checksum made good."""
    edit, words = OF_CABLES[forgery[7:]] if forgery.startswith("cable: ") else OF_DEVICES[forgery]
    forged = copy.deepcopy(good[kind])
    edit(forged)
    assert whole_columns(forged) != whole_columns(good[kind])
    found = problems_of(forged, folder)
    assert any(words in problem for problem in found), found


def test_lengths_of_two_cables_exchanged_are_found(good: Mapping[str, Document], folder: Path) -> None:
    """Their sum stays as it is."""
    forged = copy.deepcopy(good["servers"])
    of_servers("cables", exchange("length_mm"))(forged)
    assert any(problem.startswith("hosts: cable") for problem in problems_of(forged, folder))


@pytest.mark.parametrize("kind", KINDS)
def test_a_column_written_whole_is_as_right(kind: str, good: Mapping[str, Document], folder: Path) -> None:
    """One value for all rows and a list of it say the same."""
    whole = copy.deepcopy(whole_columns(good[kind]))
    assert all(
        isinstance(column, list) for table in ("devices", "cables") for column in whole[table].values()
    )
    assert problems_of(whole, folder) == ()


def test_plans_hold_what_their_columns_are_for(good: Mapping[str, Document]) -> None:
    """Units in a hall alone, networks and labels where there are several, a group for each server."""
    assert ["unit" in good[kind]["devices"] for kind in KINDS] == [True, False, True, False]
    networks = good["networks"]
    assert set(networks["devices"]["network"]) == {"data", "control", ""}
    assert {row["label_b"] for row in rows_of(networks["cables"])} >= {"data-1", "data-2", "control-1"}
    assert "management" in networks["cables"]["label_a"]
    for plan in good.values():
        assert len(plan["hosts"]["group"]) == len(plan["devices"]["name"]) - len(plan["placement"])


def test_the_check_of_columns_takes_no_code_that_wrote_them() -> None:
    """What `verify` compares columns with comes from elsewhere than from where plans have them."""
    writers = {"plan_columns", "fabric_columns", "make_cable_plan", "management_ends", "server_names"}
    assert not writers & vars(columns).keys()
