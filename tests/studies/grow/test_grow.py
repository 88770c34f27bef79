"""``netfloor grow``: plans, matches, kept cabinets and the way there."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from netfloor.topologies.spec import build
from netfloor.traffic.load.saturation import analysed_routing, saturation
from tests.fixtures.rows import network_cables

Cli = Callable[..., Any]
EFFORT = ("--iterations", 4000, "--seed", 2)


@pytest.fixture
def old(cli: Cli, here: Path) -> Path:
    """Return the plan of a circulant that will grow."""
    command = ("layout", "circulant:16:1,3", "--room", "grid:3x4", "--iterations", 3000, "--endpoints", 2)
    assert cli(*command, "--out", "old.json", "-q").code == 0
    return here / "old.json"


def places(path: Path) -> dict[str, tuple[str, int]]:
    """Return cabinet and slot of every switch of a plan file."""
    rows = network_cables(json.loads(path.read_text()))
    return {end["switch"]: (end["cabinet"], end["slot"]) for row in rows for end in (row["a"], row["b"])}


def test_the_plan_is_verified_and_keeps_endpoints_and_rate(cli: Cli, old: Path, here: Path) -> None:
    """It is a plan like any other, with two endpoints a router as before."""
    ran = cli("grow", old, "circulant:20:1,3", "--weight-touched", 2, *EFFORT, "-o", "new.json")
    assert ran.code == 0, ran.err
    assert cli("verify", "new.json").code == 0
    network = json.loads((here / "new.json").read_text())["inputs"]["network"]
    assert (network["endpoints_per_router"], network["link_gbps"]) == (2, 100.0)


def test_what_both_networks_carry_is_said(cli: Cli, old: Path, here: Path) -> None:
    """Before and after as `saturation` has them, in JSON, page and text; a routing must fit."""
    command = ("grow", old, "circulant:20:1,3", *EFFORT, "-o", "new.json")
    refused = cli(*command, "--traffic", "group-minimal")
    assert (refused.code, (here / "new.json").exists()) == (3, False)
    ran = cli(*command, "--traffic", "minimal", "--html", "grow.html")
    found = cli(*command, "--traffic", "minimal", "--json", "--force").json()["carried"]
    for when, count in (("before", 16), ("after", 20)):
        network = build(f"circulant:{count}:1,3", endpoints=2)
        expected = saturation(network, analysed_routing("minimal")).figures(network)
        assert found[when] == pytest.approx(expected)
        assert f"{expected['worst_gbps']:,.0f} Gb/s" in ran.out
    assert "Traffic carried with minimal routing" in (here / "grow.html").read_text()


def test_the_difference_is_that_of_the_two_files(cli: Cli, old: Path) -> None:
    """What ``grow`` counts as touched is what ``diff`` counts but for cables that are new."""
    grown = cli(
        "grow", old, "circulant:20:1,3", "--weight-touched", 2, *EFFORT, "-o", "new.json", "--json"
    ).json()
    counts = cli("diff", old, "new.json", "--json").json()["counts"]
    assert grown["counts"] == counts
    assert grown["touched_cables"] == counts["touched"] - counts["added"]


def test_both_extremes_of_the_weight(cli: Cli, old: Path, here: Path) -> None:
    """Nothing: no dearer than ``layout --fix``; huge: nobody moves, only cables that go are touched."""
    stand = places(old)
    cabinet = stand["0"][0]
    kept = {name: spot for name, spot in stand.items() if spot[0] == cabinet}
    (here / "fix.csv").write_text(
        "".join(f"{name},{at},{slot % 2 + 1}\n" for name, (at, slot) in kept.items())
    )
    replaced = cli(
        "layout",
        "circulant:20:1,3",
        "--room",
        "grid:3x4",
        "--fix",
        "fix.csv",
        *EFFORT,
        "--out",
        "anew.json",
        "--json",
    ).json()
    keep = ("--keep-cabinets", cabinet, *EFFORT, "--json", "-o")
    free = cli("grow", old, "circulant:20:1,3", "--weight-touched", 0, *keep, "free.json").json()
    assert free["total_cable_m"] <= replaced["total_cable_m"]
    assert {name: places(here / "free.json")[name] for name in kept} == kept
    tied = cli("grow", old, "circulant:20:1,3", "--weight-touched", 1000, *keep, "tied.json").json()
    usual = cli("grow", old, "circulant:20:1,3", *keep, "usual.json").json()
    assert (usual["touched_cables"], usual["placed_anew"]) == (tied["touched_cables"], None)
    assert {name: places(here / "usual.json")[name] for name in stand} == stand
    assert tied["counts"]["moved"] == tied["counts"]["relengthed"] == 0
    assert tied["touched_cables"] == tied["least_touched_cables"] == tied["counts"]["removed"]
    assert {name: places(here / "tied.json")[name] for name in stand} == stand


def test_a_wider_room_re_lengths_what_crosses_it(cli: Cli, old: Path, here: Path) -> None:
    """With rows farther apart, cables within a row or cabinet alone can be left alone."""
    (here / "wide.toml").write_text("[grid]\nrows = 4\ncolumns = 4\nrow_pitch_m = 2.5\n")
    arguments = ("--room", "wide.toml", "--weight-touched", 1000, *EFFORT, "-o", "new.json", "--json")
    grown = cli("grow", old, "circulant:20:1,3", *arguments).json()
    crossing = 0
    for row in network_cables(json.loads(old.read_text())):
        u, v = (int(row[end]["switch"]) for end in "ab")
        stays = (v - u) in {1, 3} or (u - v) % 20 in {1, 3}
        crossing += stays and row["a"]["cabinet"][:3] != row["b"]["cabinet"][:3]
    assert crossing
    assert grown["touched_cables"] == grown["counts"]["removed"] + crossing


def test_a_match_renames(cli: Cli, old: Path, here: Path) -> None:
    """Old switch i is new switch i + 4, under its old name; the first four are new, under new names."""
    (here / "match.csv").write_text("old,new\n" + "".join(f"{i},{i + 4}\n" for i in range(16)))
    arguments = ("--match", "match.csv", "--weight-touched", 1000, *EFFORT, "-o", "new.json", "--json")
    grown = cli("grow", old, "circulant:20:1,3", *arguments).json()
    new, stand = places(here / "new.json"), places(old)
    assert stand.items() <= new.items()
    assert set(new) - set(stand) == {"20", "21", "22", "23"}
    assert grown["counts"]["moved"] == 0


def test_routers_without_a_match_leave(cli: Cli, old: Path) -> None:
    """A smaller network: its own routers stay, the other ones are taken out."""
    arguments = ("--weight-touched", 1000, *EFFORT, "-o", "new.json", "--migration", "m.csv", "--json")
    grown = cli("grow", old, "circulant:12:1,3", *arguments).json()
    removed = [
        row["item"]
        for row in csv.DictReader(io.StringIO(Path("m.csv").read_text()))
        if row["action"] == "remove"
    ]
    assert sorted(removed) == ["12", "13", "14", "15"]
    assert grown["counts"]["moved"] == 0


def halves(graph: "nx.MultiGraph[str]") -> float:
    """Return the spectral bound on a bisection by another library's eigenvalues."""
    n = graph.number_of_nodes()
    values = sorted(nx.laplacian_spectrum(graph))
    return float(values[1] * (n // 2) * (n - n // 2) / n)


def test_the_way_there_keeps_its_share(cli: Cli, old: Path) -> None:
    """Replayed with networkx: the serving network's spectral bound is what each row certifies, or less."""
    arguments = ("--keep-bisection", 0.4, "--migration", "m.csv", *EFFORT, "-o", "new.json", "--json")
    document = cli("grow", old, "circulant:20:1,3", "--weight-touched", 1000, *arguments).json()[
        "migration"
    ]
    rows = list(csv.DictReader(io.StringIO(Path("m.csv").read_text())))
    told = [
        {key: "" if value is None else str(value) for key, value in step.items()}
        for step in document["steps"]
    ]
    assert rows == told
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for row in network_cables(json.loads(old.read_text())):
        graph.add_edge(row["a"]["switch"], row["b"]["switch"])
    serving = set(graph)
    for row in rows:
        ends = row["item"].split(" to ")
        if row["action"] in {"unplug", "release"}:
            graph.remove_edge(*ends)
        elif row["action"] in {"plug", "replug"}:
            graph.add_edge(*ends)
        elif row["action"] == "serve":
            serving.add(row["item"])
        elif row["action"] == "drain":
            serving.remove(row["item"])
        assert int(row["certified_links"]) >= document["floor_links"]
    assert document["floor_links"] >= 0.4 * min(document["before_links"], document["after_links"])
    assert len(serving) == 20
    assert nx.is_isomorphic(nx.Graph(graph), nx.circulant_graph(20, [1, 3]))
    assert document["after_links"] >= halves(graph) - 1e-6


def test_a_share_that_cannot_be_kept_is_refused(cli: Cli, old: Path, here: Path) -> None:
    """Exit code 4 names the step, and nothing is written."""
    arguments = ("--keep-bisection", 1, "--migration", "m.csv", *EFFORT, "-o", "new.json")
    ran = cli("grow", old, "circulant:20:1,5", "--weight-touched", 1000, *arguments)
    assert ran.code == 4
    assert "migration: no step" in ran.err
    assert sorted(path.name for path in here.iterdir()) == ["old.json"]


def test_the_same_seed_writes_the_same_bytes(cli: Cli, old: Path, here: Path) -> None:
    """Whatever the number of workers."""
    for workers in (1, 2):
        out = ("-o", f"{workers}.json", "--workers", workers)
        assert cli("grow", old, "circulant:20:1,3", "--weight-touched", 1.5, *EFFORT, *out).code == 0
    assert (here / "1.json").read_bytes() == (here / "2.json").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("circulant:30:1,3",), 4, "do not fit"),
        (("circulant:20:1,3", "--keep-cabinets", "Z9"), 3, "no cabinet 'Z9'"),
        (("circulant:20:1,3", "--match", "bad.csv"), 3, "line 1"),
        (("circulant:20:1,3", "--match", "twice.csv"), 3, "came before"),
        (("circulant:20:1,3", "--match", "none.csv"), 3, "cannot read"),
        (("file:names.edges",), 3, "--match"),
        (("circulant:20:1,3", "--room", "grid:2x1", "--keep-cabinets", "R01C01"), 4, "do not fit"),
        (
            ("circulant:20:1,3", "--room", "small.toml", "--keep-cabinets", "{used}"),
            3,
            "cannot keep its place",
        ),
        (("circulant:20:1,3", "--weight-touched", "-1"), 2, "--weight-touched"),
        (("circulant:20:1,3", "--out", "bad.csv"), 3, "exists"),
    ],
)
def test_what_cannot_be_grown_is_refused(
    cli: Cli, old: Path, here: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    """With the documented code and one reason."""
    (here / "bad.csv").write_text("0,1,2\n")
    (here / "twice.csv").write_text("0,1\n1,1\n")
    (here / "names.edges").write_text("a b\nb c\n")
    used = places(old)["0"][0]
    (here / "small.toml").write_text(f'[grid]\nrows = 4\ncolumns = 4\ntaken = ["{used}"]\n')
    ran = cli("grow", old, *(one.format(used=used) for one in arguments), *EFFORT)
    assert ran.code == code, ran.err
    assert said in ran.err


def test_another_rate_touches_every_cable(cli: Cli, old: Path) -> None:
    """What the report counts is what the difference and the way there do."""
    command = (
        "grow",
        old,
        "circulant:16:1,3",
        "--gbps",
        400,
        "--weight-touched",
        1e6,
        "--migration",
        "m.csv",
    )
    said = cli(*command, *EFFORT, "--json").json()
    assert said["touched_cables"] == said["least_touched_cables"] == said["counts"]["touched"] == 32
    actions = [step["action"] for step in said["migration"]["steps"]]
    assert (actions.count("unplug"), actions.count("plug")) == (32, 32)


def test_what_the_old_placement_breaks_can_be_required(cli: Cli, here: Path) -> None:
    """Two old switches of one row are parted, an occupied cabinet is cleared: `layout` can do both too."""
    first = ("layout", "torus:4x4", "--room", "grid:3x8", "--iterations", 2000, "--out", "old.json", "-q")
    assert cli(*first).code == 0
    stand = places(here / "old.json")
    cabinet = stand["0"][0]
    pair = next(name for name in stand if name != "0" and stand[name][0][:3] == cabinet[:3])
    for rule in (f"apart=0,{pair}:row", f"keep-free={cabinet}"):
        effort = ("--weight-touched", 1000, "--require", rule, *EFFORT, "--json", "--force", "-o")
        grown = cli("grow", "old.json", "torus:4x5", *effort, "new.json")
        assert grown.code == 0, grown.err
        assert cli("verify", "new.json").code == 0
        now = places(here / "new.json")
        assert now["0"][0][:3] != now[pair][0][:3] if "apart" in rule else now["0"] != stand["0"]
        ways = (grown.json(), *(grown.json()[way] for way in ("old_routers_stay", "placed_anew")))
        this, stayed, replaced = (way["touched_cables"] for way in ways)
        assert this <= stayed < replaced


def test_switches_that_keep_apart_do_so_while_both_are_there(cli: Cli, here: Path) -> None:
    """What was kept free was for growth, and a switch that is gone keeps from nobody."""
    rules = ("apart=1,5:row", "apart=0,7:cabinet", "keep-free=R02C01")
    words = [word for rule in rules for word in ("--require", rule)]
    first = ("layout", "circulant:8:1", "--room", "grid:3x6", *words, "--iterations", 2000)
    assert cli(*first, "--out", "old.json", "-q").code == 0
    for spec, kept in (("circulant:10:1", rules[:2]), ("circulant:7:1", rules[:1])):
        grown = cli("grow", "old.json", spec, *EFFORT, "--json", "--force", "-o", "new.json")
        assert grown.code == 0, grown.err
        required = json.loads((here / "new.json").read_text())["solver"]["requirements"]
        assert sorted(one["text"] for one in required) == sorted(kept)
        now = places(here / "new.json")
        assert now["1"][0][:3] != now["5"][0][:3]


def test_a_requirement_that_is_given_and_kept_is_not_called_lost(cli: Cli, here: Path) -> None:
    """In the same words, or by the cabinets of a row; one cabinet of two is not all of it."""
    rules = ("keep-free=R02C01,R02C02", "apart=1,5:row")
    words = [word for rule in rules for word in ("--require", rule)]
    first = ("layout", "circulant:8:1", "--room", "grid:3x6", *words, "--iterations", 1000)
    assert cli(*first, "--out", "old.json", "-q").code == 0
    for given, lost in (
        ((), True),
        (rules, False),
        (("keep-free=r02c02,r02c01", "apart=5,1:row"), False),
        (("keep-free=R02C01", "keep-free=R02C02"), False),
        (("keep-free=row:2",), False),
        (("keep-free=R02C01",), True),
    ):
        more = [word for rule in given for word in ("--require", rule)]
        grown = cli("grow", "old.json", "circulant:10:1", *more, *EFFORT, "--force", "-o", "new.json")
        assert grown.code == 0, grown.err
        assert ("Requirements of the old plan dropped" in grown.err) == lost, given
        kept = json.loads((here / "new.json").read_text())["solver"]["requirements"]
        assert [one["text"] for one in kept if one["text"].startswith("apart")] == ["apart=1,5:row"]
        assert len(kept) == len({one["text"] for one in kept})


def test_where_old_switches_leave_no_room_for_what_is_required_all_are_placed_again(
    cli: Cli, here: Path
) -> None:
    """Both rows are full but for one slot, beside the old switch that the new one has to keep away from."""
    (here / "fix.csv").write_text("".join(f"{i},R0{i % 2 + 1}C0{i // 2 + 1},1\n" for i in range(5)))
    (here / "room.toml").write_text("[grid]\nrows = 2\ncolumns = 3\nslots_per_cabinet = 1\n")
    first = ("layout", "circulant:5:1", "--room", "room.toml", "--fix", "fix.csv", "--out", "old.json")
    assert cli(*first, "-q").code == 0
    effort = ("--require", "apart=1,5:row", *EFFORT, "-o", "new.json", "--html", "new.html")
    grown = cli("grow", "old.json", "circulant:6:1", *effort)
    assert grown.code == 0, grown.err
    assert "all free" in grown.out
    assert "old stay" not in grown.out
    assert "Old switches stay" not in (here / "new.html").read_text()


def test_a_bound_of_the_slots_that_are_left_says_what_is_kept_free(cli: Cli, old: Path, here: Path) -> None:
    """Terminal, JSON and page; without such a requirement it is of every placement."""
    run = ("grow", old, "circulant:16:1,3", "--room", "grid:5x4", *EFFORT, "--force", "-o", "new.json")
    rule = ("--require", "keep-free=R03C02")
    told, found = cli(*run, *rule, "--html", "new.html"), cli(*run, *rule, "--json").json()
    assert "lower bound with keep-free=R03C02" in " ".join(told.out.split())
    assert found["lower_bound_with"] == ["keep-free=R03C02"]
    assert "lower bound with keep-free=R03C02 " in (here / "new.html").read_text()
    assert "lower bound" in cli(*run).out
