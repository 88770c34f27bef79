"""A plan against the import of its own export: nothing differs, whatever the formats between them."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from netfloor.fabric.fabric import SERVER
from netfloor.plans.by_names import router_names, switch_positions
from netfloor.plans.load import load_plan
from netfloor.plans.plan_fabric import fabric_of_plan
from tests.fixtures.diffs import content

#: Formats that are imported: what ``--to`` writes, the file to read and ``--from``; graphs are laid out.
IMPORTED = {
    "netbox": ("netbox", "", "netbox"),
    "ibsim": ("ibsim", "fabric.net", "ibnetdiscover"),
    "cvt": ("cvt", "unified.xlsx", "cvt"),
    "p2p": ("cvt", "legacy.xlsx", "p2p"),
    "edge list": ("edges", "network.edges", "edges"),
}
LAID_OUT = {"graphml": "graphml", "dot": "dot", "graph6": "g6", "edges": "edges"}
ROOM = "hall.toml"
PLAN = f"""
room = "room.toml"
catalogue = "{Path(__file__).parents[2] / "examples/catalogue/parts_200g.toml"}"
[network]
spec = "slimfly:3"
endpoints = 2
gbps = 200
[servers]
rule = "same-cabinet"
per_cabinet = 8
[layout]
iterations = 200
"""
HALL = "[grid]\nrows = 3\ncolumns = 4\nslots_per_cabinet = 3\n"


@pytest.fixture
def old(cli, here):
    """Return a plan with two endpoints on each switch, some of its places left empty."""
    (here / ROOM).write_text(HALL)
    words = ("--endpoints", 2, "--gbps", 200, "--iterations", 200, "--out", "old.json")
    assert cli("layout", "slimfly:3", "--room", ROOM, *words).code == 0
    return Path("old.json")


def go_round(cli, plan, form, out):
    """Write a plan in a format and read that as a plan in the same room."""
    places(plan, Path("places.csv"))
    to, file, back = IMPORTED.get(form, (form, "", ""))
    assert cli("export", plan, "--to", to, "--out", "files", "--force").code == 0
    if not back:
        words = ("layout", f"file:files/network.{LAID_OUT[form]}", "--fix", "places.csv", "--endpoints", 2)
    else:
        words = ("import", Path("files") / file, "--from", back, "--locations", "places.csv")
    ran = cli(*words, "--room", ROOM, "--gbps", 200, "--out", out, "--force")
    assert ran.code == 0, ran.err
    return Path(out)


def places(path, out, *, prefix=""):
    """Write where the switches of a plan stand."""
    plan, text = load_plan(path), io.StringIO()
    spots = zip(router_names(plan), switch_positions(plan), strict=True)
    rows = [(prefix + name, *spot) for name, spot in spots]
    csv.writer(text).writerows([("switch", "cabinet", "unit"), *rows])
    out.write_text(text.getvalue())


@pytest.mark.parametrize("first", [*IMPORTED, *LAID_OUT])
def test_any_two_formats_give_the_same_links_and_places(cli, old, first):
    """Through one format and then through any other: names, cables, places and lengths are kept.

    Ports too, unless a list of edges loses the endpoints, which come first at each switch. A file that
    labels ports, as netfloor writes them, leaves its labels in the plan.
    """
    middle = go_round(cli, old, first, "middle.json")
    assert_same(middle, old, ports=first != "edge list")
    for second in (*IMPORTED, *LAID_OUT):
        new = go_round(cli, middle, second, "new.json")
        assert_same(new, old, ports="edge list" not in {first, second})
    assert cli("diff", "middle.json", "new.json", "--json").json()["counts"]["touched"] == 0


def assert_same(path, other, *, ports):
    """Fail where two plans differ in more than the ports, or in the ports where they count."""
    fabrics = [fabric_of_plan(load_plan(Path(each))).without(SERVER) for each in (path, other)]
    one, two = (content(replace(one, cables=by_numbers(one, ports=ports))) for one in fabrics)
    assert one == two


def by_numbers(fabric, *, ports):
    """Return the cables of a fabric, their ports by number, or all called the same; labels must be ours."""
    ends = [end for cable in fabric.cables for end in cable.ends]
    assert all(end.port_name in {"", f"swp{end.port}", f"p{end.port}"} for end in ends)
    name = "" if ports else "any"
    return tuple(
        replace(cable, a=replace(cable.a, port_name=name), b=replace(cable.b, port_name=name))
        for cable in fabric.cables
    )


def renamed(path, out):
    """Write an InfiniBand dump whose switches are called r0, r1 ... as earlier versions wrote them."""
    text = Path("files/fabric.net").read_text()
    for name in router_names(load_plan(path)):
        text = text.replace(f'# "{name}"', f'# "r{name}"')
    out.write_text(text)


def test_a_prefix_makes_no_difference(cli, old):
    """``r0`` is ``0`` for ``diff``, places and ``grow``; what differs goes by the plan's own names."""
    assert cli("export", old, "--to", "ibsim", "--out", "files").code == 0
    renamed(old, Path("r.net"))
    words = ("--from", "ibnetdiscover", "--room", ROOM, "--gbps", 200, "-o", "r.json")
    places(old, Path("places.csv"))
    assert cli("import", "r.net", "--locations", "places.csv", *words).code == 0
    assert router_names(load_plan(Path("r.json")))[0] == "r0"
    document = cli("diff", old, "r.json", "--json").json()
    assert document["equal"]
    assert document["unlike"] is None
    assert cli("diff", "r.json", old).out == "no difference\n"
    places(old, Path("places.csv"), prefix="r")
    fixed = ("--fix", "places.csv", "--endpoints", 2, "--gbps", 200, "--out", "fixed.json")
    assert cli("layout", "slimfly:3", "--room", ROOM, *fixed).code == 0
    assert cli("diff", old, "fixed.json", "--json").json()["equal"]
    grown = cli(
        "grow",
        "r.json",
        "slimfly:3",
        "--weight-touched",
        1e6,
        "--iterations",
        10,
        "--out",
        "g.json",
        "--json",
    )
    assert grown.code == 0, grown.err
    assert json.loads(Path("g.json").read_text())["cables"]["id"]
    assert cli("diff", "r.json", "g.json", "--json").json()["equal"]


def test_an_import_knows_where_servers_stand(cli, here):
    """Exported, read again and compared, a plan with servers differs in nothing."""
    (here / "room.toml").write_text("[grid]\nrows = 3\ncolumns = 4\nslots_per_cabinet = 8\n")
    (here / "plan.toml").write_text(PLAN)
    assert cli("plan", "plan.toml", "--out", "planned").code == 0
    old = Path("planned/plan.json")
    assert cli("export", old, "--to", "netbox", "--out", "files").code == 0
    words = ("--from", "netbox", "--room", "room.toml", "-o", "new.json")
    assert cli("import", "files", *words).code == 0
    document = cli("diff", old, "new.json", "--catalogue", "slimfly-2014", "--json").json()
    assert document["equal"]
    assert document["account"]["servers"]["stay"] == load_plan(old).servers
