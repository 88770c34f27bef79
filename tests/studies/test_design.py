"""``netfloor design``: what its rows say of endpoints and bisections."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor import exit_codes
from netfloor.foundation.observer import SILENT
from netfloor.layout.budget import Budget
from netfloor.layout.solve import SolveOptions, solve
from netfloor.rooms.room_spec import room_from_spec
from netfloor.studies.design.answer import MAX_TIMES
from netfloor.studies.design.networks import design_networks, measure
from netfloor.topologies.candidates import (
    MAX_ROUTERS,
    USUAL_BISECTION,
    NetworkCandidate,
    NetworkDemand,
    candidates,
)
from netfloor.topologies.spec import FAMILIES, build

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def demand() -> NetworkDemand:
    """Return a wish that networks of some hundred endpoints meet."""
    return NetworkDemand(150, 13)


def test_every_row_serves_the_wish(cli: Any) -> None:
    """Each network, as its spec builds it, holds the endpoints on the ports, whatever its family."""
    found = cli("design", "--endpoints", 150, "--ports", 13, "--per-family", 1, "--json").json()
    assert len(found["rows"]) > 8
    for row in found["rows"]:
        network = build(row["network"])
        assert int(network.endpoints.sum()) == row["endpoints"] >= 150, row["network"]
        assert int(network.ports.max()) == row["ports_used"] <= 13, row["network"]


@pytest.mark.parametrize(
    ("spec", "links", "share"),
    [("clos:150,13", 72, 1.0), ("fattree:6,3", 108, 1.0), ("hypercube:8,endpoints=1", 128, 1.0)],
)
def test_bisections_are_of_the_endpoints(
    spec: str, links: int, share: float, demand: NetworkDemand
) -> None:
    """A tree's is that of halves of its endpoints, full, whatever cuts its switches have."""
    figures, reason = measure(NetworkCandidate(spec, 100), demand)
    assert reason is None
    assert (figures["endpoint_bisection_links"], figures["bisection_per_endpoint"]) == (links, share)
    assert figures["certified_bisection_per_endpoint"] <= share
    assert figures["bisection_links"] <= links
    assert figures["normalised_bisection"] == figures["bisection_links"] / figures["links"]


@pytest.mark.parametrize("family", ["slimfly", "lps", "polarfly", "complete", "bundlefly", "hypercube"])
@pytest.mark.parametrize(("endpoints", "ports"), [(272, 32), (4000, 32), (150, 13), (1000, 20), (31, 5)])
def test_the_nearest_member_is_the_smallest_that_any_concentration_serves(
    family: str, endpoints: int, ports: int
) -> None:
    """Brute force over members and endpoints a router, up to what the source recommends."""
    smallest = min(
        (
            one.routers
            for one in FAMILIES[family].instances(MAX_ROUTERS)
            for each in range(1, min(one.endpoints or max(one.radix // 2, 1), ports - one.radix) + 1)
            if one.routers * each >= endpoints
        ),
        default=None,
    )
    first = next(candidates(FAMILIES[family], NetworkDemand(endpoints, ports)), None)
    assert (first and first.routers) == smallest


@pytest.mark.parametrize(("endpoints", "ports"), [(72, 7), (300, 12), (8700, 32), (150, 13)])
def test_dragonflies_are_the_smallest_of_all_shapes(endpoints: int, ports: int) -> None:
    """Brute force over routers of a group, global ports, endpoints and groups."""
    smallest = min(
        a * g
        for h in range(1, ports)
        for a in range(max(2 * h - 1, 2), ports)
        for p in range(1, h + 1)
        if a - 1 + h + p <= ports
        for g in [max(-(-endpoints // (a * p)), 2)]
        if g <= a * h + 1
    )
    first = next(candidates(FAMILIES["dragonfly"], NetworkDemand(endpoints, ports)))
    assert first.routers == smallest == build(first.spec).routers


def test_the_papers_largest_dragonfly_is_found() -> None:
    """All ports used at radix 64: 279,312 endpoints (Dragonfly paper, section 3.1's formula)."""
    specs = [one.spec for one in candidates(FAMILIES["dragonfly"], NetworkDemand(279_312, 64))]
    assert specs == ["dragonfly:a=33,p=16,h=16"]


@pytest.mark.parametrize(("endpoints", "ports", "bisection"), [(1000, 32, 0.8), (500, 24, 1.0)])
def test_a_family_goes_on_until_a_wish_is_met(
    endpoints: int, ports: int, bisection: float, cli: Any
) -> None:
    """Larger networks with fewer endpoints a router are looked at before a family is given up."""
    found = cli(
        "design", "--endpoints", endpoints, "--ports", ports, "--min-bisection", bisection,
        "--family", "lps", "--family", "flattened-butterfly", "--family", "jellyfish", "--all", "--json",
    ).json()  # fmt: skip
    assert {row["family"] for row in found["rows"]} == {"lps", "flattened-butterfly", "jellyfish"}
    assert min(row["bisection_per_endpoint"] for row in found["rows"]) >= bisection


def test_too_large_a_wish_is_answered_without_measuring(cli: Any) -> None:
    """A million endpoints: every family is refused with its size, at once."""
    ran = cli("design", "--endpoints", 1_000_000, "--ports", 16, "--json")
    found = ran.json()
    assert (ran.code, found["rows"]) == (4, [])
    assert "no network for 1,000,000 endpoints" in ran.err
    assert "not measured" in found["infeasible"]["clos"]
    assert "not measured" in found["infeasible"]["jellyfish"]


def test_other_concentrations_than_recommended_are_named(cli: Any) -> None:
    """A planner sees that a network is not used as its source means it."""
    ran = cli("design", "--endpoints", 4000, "--ports", 32, "--family", "slimfly", "--verbose")
    assert "slimfly:16,endpoints=8: 8 endpoints per switch, 12 are recommended" in ran.err


def test_an_unknown_family_is_refused(cli: Any) -> None:
    """With the known ones."""
    ran = cli("design", "--endpoints", 40, "--ports", 8, "--family", "nope")
    assert ran.code == 3
    assert "no family 'nope'" in ran.err


def test_both_normalisations_are_named(cli: Any) -> None:
    """The heading of each column says what it is a share of; a wish is refused by the endpoints' one."""
    ran = cli("design", "--endpoints", 150, "--ports", 13, "--per-family", 1, "--min-bisection", 1, "-v")
    head = " ".join(ran.out.splitlines()[:4]).split()
    assert {"half", "endpoints:", "all"} < set(head)
    assert "of half the endpoints" in ran.err
    for line in ran.out.splitlines()[5:]:
        assert float(line.split("%")[1].split()[-1]) >= 100


def test_networks_of_many_times_the_switches_are_left_out_and_counted(cli: Any) -> None:
    """Just those above the multiple of the smallest; ``--all`` shows them, and nothing else changes."""
    line = ("design", "--endpoints", 100, "--ports", 12, "--per-family", 1, "--json")
    some, everything = cli(*line).json(), cli(*line, "--all").json()
    most = MAX_TIMES * min(row["routers"] for row in everything["rows"])
    large = [row["network"] for row in everything["rows"] if row["routers"] > most]
    assert large
    assert sorted(some["hidden"]) == sorted(large)
    assert everything["hidden"] == []
    assert some["rows"] == [row for row in everything["rows"] if row["network"] not in large]
    told = cli(*line[:-1])
    assert f"{len(large)} larger networks: --all" in told.err
    assert "--all" in told.err


IN_ROOM = ("--room", "grid:4x8", "--catalogue", ROOT / "examples/catalogue/parts_200g.toml")


def test_the_recommended_row_is_the_cheapest_that_fits(cli: Any) -> None:
    """Rows are sorted by cost, which adds up; what does not fit has a reason and no figures."""
    line = ("design", "--endpoints", 150, "--ports", 48, "--per-family", 2, *IN_ROOM)
    found = cli(*line, "--json").json()
    rows = found["rows"]
    fitting = [row for row in rows if row["obstacle"] is None]
    assert [row["cost"] for row in fitting] == sorted(row["cost"] for row in fitting)
    for row in fitting:
        assert row["cost"] == pytest.approx(row["switch_cost"] + row["cable_cost"])
        assert row["routers"] <= 64
        assert row["power_w"] >= 400 * row["routers"]
        assert row["ports_used"] <= 40
    assert all(row["cost"] is None for row in rows if row["obstacle"] is not None)
    assert any("no switch of" in (row["obstacle"] or "") for row in rows)
    able = [
        row for row in fitting
        if not row["links_not_purchasable"] and row["bisection_per_endpoint"] >= USUAL_BISECTION
    ]  # fmt: skip
    assert found["recommended"] == able[0]["network"]
    text = cli(*line)
    assert f"\nrecommended  {able[0]['network']}: cheapest of" in text.out


def test_money_and_watts_of_a_design_say_what_they_rest_on(cli: Any, here: Path) -> None:
    """Example prices come first, missing watts after the recommendation; by rows in JSON."""
    parts = Path(IN_ROOM[3]).read_text()
    assert parts.count("power_w = 400") == 1  # the switch's
    (here / "parts.toml").write_text(parts.replace("power_w = 400", ""))
    cables = Path(IN_ROOM[3]).parent / "parts_200g_cables.csv"
    (here / cables.name).write_bytes(cables.read_bytes())
    line = ("design", "--endpoints", 100, "--family", "hyperx", "--room", "grid:4x8", "--catalogue")
    shipped, dark = (cli(*line, file, "--json").json()["rows"] for file in (IN_ROOM[3], "parts.toml"))
    for known, missing in zip(shipped, dark, strict=True):
        assert any("EXAMPLE" in text and "100 % of the cost of parts" in text for text in known["warnings"])
        assert not any("No watts" in text for text in known["warnings"])
        assert any(text.startswith("No watts") for text in missing["warnings"])
        assert known["power_w"] > 400 * known["routers"]
        assert missing["power_w"] is None
    brief, full = cli(*line, "parts.toml").out, cli(*line, "parts.toml", "--verbose").out
    for out in (brief, full):
        assert out.split(maxsplit=2)[:2] == ["prices", "EXAMPLE"]
        assert out.index("recommended") < out.index("No watts in the catalogue")
    assert "Other networks with such warnings: " in full


@pytest.mark.usefixtures("here")
def test_estimates_are_near_a_full_placement(cli: Any) -> None:
    """Metres within what the text says of them."""
    found = cli(
        "design", "--endpoints", 150, "--ports", 13, "--family", "slimfly", *IN_ROOM, "--json"
    ).json()
    (row,) = (row for row in found["rows"] if row["obstacle"] is None)
    line = ("layout", row["network"], "--room", "grid:4x8", "--iterations", 200_000, "--json")
    placed = cli(*line).json()
    assert row["cable_m"] == pytest.approx(placed["total_cable_m"], rel=0.06)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (("--ports", 13, "--room", "grid:1x2", *IN_ROOM[2:]), 4),
        (("--ports", 13, *IN_ROOM[:2]), 2),
        (("--ports", 13, *IN_ROOM[2:]), 2),
        (("--ports", 13, "--sort", "cost"), 3),
        (("--ports", 3, "--family", "slimfly"), 4),
    ],
)
def test_no_match_ends_with_4(line: tuple[Any, ...], code: int, cli: Any) -> None:
    """A room that holds nothing and a wish that nothing meets; half a purchase is wrong usage."""
    assert cli("design", "--endpoints", 150, "--family", "slimfly", *line).code == code


def test_a_catalogue_without_cables_fits_no_network(cli: Any, here: Path) -> None:
    """Every row says so; there is no figure and no match."""
    text = IN_ROOM[3].read_text()
    (here / "bare.toml").write_text(text[: text.index("[[csv]]")] + text[text.index("[[switches]]") :])
    line = ("design", "--endpoints", 150, "--ports", 13, "--family", "slimfly", "--room", "grid:4x8")
    ran = cli(*line, "--catalogue", "bare.toml", "--json")
    assert ran.code == 4
    obstacles = {row["obstacle"] for row in ran.json()["rows"]}
    assert obstacles == {"no part for any of its links", "34 slots missing"}
    assert ran.json()["recommended"] is None


def test_iterations_place_every_network(cli: Any, here: Path) -> None:
    """With `--iterations` the cable is that of a plan of the same effort, and the answer says so."""
    (here / "room.toml").write_text("[grid]\nrows = 2\ncolumns = 6\nslots_per_cabinet = 2\n")
    parts = ROOT / "examples/tsubame2/parts_qdr.toml"
    line = ("design", "--endpoints", 40, "--ports", 12, "--family", "hyperx", "--per-family", 1)
    placed = (*line, "--room", "room.toml", "--catalogue", parts, "--iterations", 3000, "--json")
    found = cli(*placed).json()
    row = found["rows"][0]
    topology = build(row["network"])
    bare = replace(topology, endpoints=np.zeros(topology.routers, np.int32), gbps=40.0)
    options = SolveOptions("portfolio", Budget(iterations=3000), seed=0, chains=2)
    solved = solve(bare, room_from_spec("room.toml"), options, proved=False)
    assert row["cable_m"] == solved.cost_mm / 1000
    assert found["estimate"].startswith("every network placed with 3,000 iterations")
    assert cli(*line, "--iterations", 3000).code == exit_codes.WRONG_USAGE


def test_servers_of_several_ports_stay_whole(cli: Any) -> None:
    """Their ports are on leaves of their own, on planes, or all on one switch, whatever the family."""
    families = ("rails", "dragonfly+", "hyperx", "clos", "complete")
    options = [word for family in families for word in ("--family", family)]
    asked = ("--gpus", 96, "--ports-per-server", 4, "--ports", 16, "--all", "--json")
    found = cli("design", *asked, *options).json()
    assert (found["endpoints"], found["servers"], found["ports_per_server"]) == (96, 24, 4)
    assert {row["family"] for row in found["rows"]} == set(families)
    assert {row["planes"] for row in found["rows"]} == {1, 4}
    for row in found["rows"]:
        network = build(row["network"])
        assert int(network.ports.max()) == row["ports_used"] <= 16, row["network"]
        assert row["servers"] * 4 == row["endpoints"] >= 96, row["network"]
        assert row["endpoints"] == int(network.endpoints.sum()), row["network"]
        if network.servers is None:
            assert not (network.endpoints % 4).any(), row["network"]
        else:
            assert network.servers.ports == 4, row["network"]
            assert row["network"].startswith("rails") or row["network"].endswith("planes=4")


def test_rails_of_the_fewest_switches() -> None:
    """The vendor's networks come first at full bisection, and no other size of unit has fewer switches."""
    for nodes, spec in ((128, "rails:4,32,8,64"), (256, "rails:8,32,8,64"), (2048, "rails:64,32,8,64")):
        first = next(
            candidates(FAMILIES["rails"], NetworkDemand(8 * nodes, 64, min_bisection=1, ports_per_server=8))
        )
        assert first.spec == spec
    every = [
        build(f"rails:{units},{each},2,8").routers
        for units in range(1, 10)
        for each in range(1, 5)
        if units * each >= 9 and (units <= 4 or units % 2 == 0)
    ]
    first = next(candidates(FAMILIES["rails"], NetworkDemand(18, 8, min_bisection=1, ports_per_server=2)))
    assert first.routers == min(every)


@pytest.mark.parametrize(
    ("counts", "code", "said"),
    [
        ((), exit_codes.WRONG_USAGE, "give one of --endpoints, --gpus and --servers"),
        (("--gpus", 64, "--servers", 8), exit_codes.WRONG_USAGE, "give one of"),
        (("--gpus", 1001, "--ports-per-server", 8), exit_codes.INVALID_INPUT, "give 1,000 or 1,008"),
    ],
)
def test_how_many_there_are_is_said_once(cli: Any, counts: tuple[Any, ...], code: int, said: str) -> None:
    """One count, of whole servers."""
    run = cli("design", "--ports", 64, *counts)
    assert run.code == code
    assert said in run.err


def test_one_network_of_several_families_is_one_row(cli: Any) -> None:
    """Complete graphs are HyperX and flattened butterflies too; no other rows are alike."""
    names = ("complete", "hyperx", "flattened-butterfly")
    families = [word for name in names for word in ("--family", name)]
    ran = cli("design", "--endpoints", 100, "--ports", 20, *families, "--all", "--json")
    rows = ran.json()["rows"]
    specs = [spec for row in rows for spec in (row["network"], *row["same_as"])]
    assert len(specs) == len(set(specs))
    assert any(
        {spec.split(":")[0] for spec in (row["network"], *row["same_as"])} >= set(names) for row in rows
    )
    drawn = {}
    for row in rows:
        for spec in (row["network"], *row["same_as"]):
            network = build(spec)
            key = (network.links.tolist(), network.multiplicity.tolist(), network.endpoints.tolist())
            assert drawn.setdefault(repr(key), row["network"]) == row["network"]


def test_ports_are_those_of_the_catalogues_largest_switch(cli: Any) -> None:
    """Where nobody says; without a catalogue they must be said."""
    parts = str(ROOT / "examples/catalogue/parts_800g.toml")
    room = ("--room", "grid:4x8", "--catalogue", parts, "--family", "complete")
    found = cli("design", "--gpus", 64, "--gbps", 200, *room, "--json")
    assert found.json()["ports"] == 256
    assert cli("design", "--gpus", 64).code == exit_codes.WRONG_USAGE
    assert cli("design", "--gpus", 64, "--gbps", 10, *room).code == exit_codes.INVALID_INPUT


def test_a_family_without_a_network_is_a_remark(cli: Any) -> None:
    """512 GPUs of 8 ports fit on one switch a plane: rails need 2 x 8 leaves and 512 / 64 = 8 spines.

    Counts: 16 leaves of 32 ports down, 512 links up, 64 ports of a spine.
    """
    found = cli(
        "design", "--gpus", 512, "--ports-per-server", 8, "--ports", 64, "--family", "rails",
        "--family", "clos", "--family", "torus", "--json",
    ).json()  # fmt: skip
    rows = {row["network"]: row for row in found["rows"]}
    assert rows["rails:2,32,8,64"]["routers"] == 16 + 8
    alone = cli(
        "design", "--endpoints", 60, "--ports", 64, "--family", "clos", "--family", "hyperx", "--json"
    )
    assert {row["family"] for row in alone.json()["rows"]} == {"hyperx"}
    assert "single switch" in alone.json()["infeasible"]["clos"]


@settings(max_examples=30)
@given(data=st.data())
def test_every_family_answers_every_question(data: Any) -> None:
    """Whatever is asked for, a family has networks or a reason for none; none refuses the question."""
    each = data.draw(st.sampled_from([1, 1, 2, 4, 8]))
    asked = NetworkDemand(
        each * data.draw(st.integers(2 if each == 1 else 1, 70)),
        data.draw(st.sampled_from([2, 3, 4, 5, 8, 13, 16, 24, 32, 64])),
        max_diameter=data.draw(st.sampled_from([None, None, 1, 2, 3])),
        min_bisection=data.draw(st.sampled_from([None, 0.0, 0.3, 0.5, 1.0, 2.0])),
        per_family=data.draw(st.integers(1, 2)),
        ports_per_server=each,
    )
    for name in data.draw(st.lists(st.sampled_from(sorted(FAMILIES)), min_size=3, max_size=3, unique=True)):
        found = design_networks(asked, "routers", 1, SILENT, (name,), everything=True)
        assert bool(found.networks) != bool(found.infeasible.get(name)), name


def test_the_fewest_top_switches_stand_beside_even_trunks(cli: Any) -> None:
    """40 edge switches of 32 links up need 1,280 / 64 = 20 top switches; one link to each takes 32.

    Uniform traffic by equal-cost multipath: a switch above with one link to an edge switch gets 64 of the
    1,280 links' share of what 1,250 / 40 endpoints receive from the others, and has one channel for it.
    """
    found = cli("design", "--endpoints", 1250, "--ports", 64, "--family", "clos", "--json")
    rows = {row["network"]: row for row in found.json()["rows"]}
    even, fewest = rows["clos:1250,64"], rows["clos:1250,64,top=fewest"]
    assert (even["routers"], fewest["routers"], fewest["ports_used"]) == (72, 60, 64)
    assert even["links"] == fewest["links"] == 1280
    assert fewest["bisection_per_endpoint"] < 1 <= even["bisection_per_endpoint"]
    busiest = 32 * (1250 - 32) / 1249 * (64 / 1280)
    assert fewest["uniform_throughput"] == pytest.approx(1 / busiest, rel=0.03)
    shown = cli("design", "--endpoints", 1250, "--ports", 64, "--family", "clos", "--verbose")
    remarks = " ".join(shown.err.split())
    assert "clos:1250,64,top=fewest saves 12 top switches compared with clos:1250,64 " in remarks
