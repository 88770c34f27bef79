"""``netfloor partition place``: figures against the plan file itself, files, and bad input."""

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET  # written by our own command

import pytest

from netfloor import exit_codes
from netfloor.research.partitions.study.placed import PlaceRequest, chosen_sizes, run_place
from tests.fixtures.rows import network_cables

Cli = Any
Document = dict[str, Any]


@pytest.fixture(params=["slimfly", "random", "file"])
def some_plan(plans: Mapping[str, str], here: Path, request: pytest.FixtureRequest) -> Path:
    """Return a small plan: a Slim Fly, a random network, a user's own with parallel links."""
    path = here / "plan.json"
    path.write_text(plans[request.param])
    return path


def regions(size: Document) -> list[Document]:
    """Return all partitions of one size."""
    return [*size["candidates"], *size["pareto"], *(r for d in size["divisions"] for r in d["regions"])]


@pytest.mark.parametrize("by", ["routers", "cabinets"])
def test_figures_are_those_of_the_plans_own_cables(cli: Cli, some_plan: Path, by: str) -> None:
    """Cables across and inside are counted from the plan file, with the standard library alone."""
    cables = network_cables(json.loads(some_plan.read_text()))
    document = cli("partition", "place", some_plan, "--size", 2, "--by", by, "--json").json()
    (size,) = document["sizes"]
    assert document["schema"] == 1
    assert regions(size)
    for region in regions(size):
        routers, length = set(region["routers"]), {0: 0, 1: 0, 2: 0}
        count = {0: 0, 1: 0, 2: 0}
        for cable in cables:
            ends = sum(cable[end]["switch"] in routers for end in "ab")
            count[ends], length[ends] = count[ends] + 1, length[ends] + cable["length_mm"]
        assert (region["cables_across"], region["cables_inside"]) == (count[1], count[2])
        assert region["m_across"] == pytest.approx(length[1] / 1000)
        assert region["m_inside"] == pytest.approx(length[2] / 1000)
        held = {c[e]["cabinet"] for c in cables for e in "ab" if c[e]["switch"] in routers}
        assert held <= set(region["cabinets"])
        assert len(region["cabinets"]) <= region["rectangle"]["cabinets_in_use"]
        assert region["bisection_links_lower"] <= region["bisection_links"]


@pytest.mark.parametrize("by", ["routers", "cabinets"])
def test_nothing_beats_its_bound(cli: Cli, some_plan: Path, by: str) -> None:
    """For every size of ``--all``; the front is a part of the candidates."""
    document = cli("partition", "place", some_plan, "--all", "--by", by, "--json").json()
    for size in document["sizes"]:
        bound = size["bound"]
        for region in regions(size):
            assert region["cables_across"] >= bound["cables_across_lower"]
            assert region["m_across"] >= bound["m_across_lower"]
            assert region["bisection_links_lower"] <= bound["bisection_links_upper"]
        front = [
            {k: v for k, v in one.items() if k != "pareto"} for one in size["candidates"] if one["pareto"]
        ]
        assert front == size["pareto"]
        metres = [one["m_across"] for one in front]
        bandwidth = [one["bisection_links"] for one in front]
        assert metres == sorted(metres)
        assert bandwidth == sorted(set(bandwidth))


def test_all_are_even_shares_and_powers_of_two(plan: Path) -> None:
    """Of 18 routers: 2, 3, 6, 9 divide them, 4 and 8 are powers of two."""
    units = run_place(PlaceRequest(plan, (2,)), force=False).units
    assert chosen_sizes(units, PlaceRequest(plan, every=True)) == [2, 3, 4, 6, 8, 9]
    assert chosen_sizes(units, PlaceRequest(plan, (9, 2, 9))) == [2, 9]


def test_the_whole_machine_is_a_partition(cli: Cli, plan: Path) -> None:
    """No cable crosses its edge, none is left over."""
    (size,) = cli("partition", "place", plan, "--size", 18, "--json").json()["sizes"]
    assert size["pareto"][0]["cables_across"] == size["bound"]["cables_across_lower"] == 0
    assert [(one["partitions"], one["left_over"]) for one in size["divisions"]] == [(1, 0)] * 3


def test_the_same_seed_writes_the_same(cli: Cli, plan: Path) -> None:
    """Standard output, CSV and SVG, byte for byte."""
    runs = []
    for name in ("a", "b"):
        files = ["--csv", f"{name}.csv", "--svg", f"{name}.svg"]
        ran = cli("partition", "place", plan, "--size", 6, "--seed", 10**12, *files, "--quiet")
        assert (ran.code, ran.err) == (exit_codes.DONE, "")
        runs.append((ran.out, Path(f"{name}.csv").read_bytes(), Path(f"{name}.svg").read_bytes()))
    assert runs[0] == runs[1]


def test_the_csv_has_a_line_for_every_partition(cli: Cli, plan: Path) -> None:
    """Candidates and the three divisions, with their routers."""
    ran = cli("partition", "place", plan, "--size", 4, "--size", 6, "--csv", "p.csv", "--json")
    sizes = ran.json()["sizes"]
    rows = list(csv.DictReader(Path("p.csv").read_text().splitlines()))
    assert len(rows) == sum(
        len(size["candidates"]) + sum(one["partitions"] for one in size["divisions"]) for size in sizes
    )
    assert all(len(row["routers"].split()) == int(row["size"]) for row in rows)
    assert sum(row["pareto"] == "1" for row in rows) == sum(len(size["pareto"]) for size in sizes)


def test_names_with_blanks_can_be_told_apart(cli: Cli, here: Path) -> None:
    """They stand in quotes, so a CSV reader with a blank for its delimiter reads them back."""
    ends = [("sw 1", "sw 2"), ("sw 2", "c"), ("c", "sw 1")]
    nodes = "".join(f'<node id="{name}"/>' for name in ("sw 1", "sw 2", "c"))
    edges = "".join(f'<edge source="{a}" target="{b}"/>' for a, b in ends)
    (here / "named.graphml").write_text(
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="undirected">'
        f"{nodes}{edges}</graph></graphml>"
    )
    cli("layout", "file:named.graphml", "--room", "grid:2x2", "--iterations", 10, "--out", "plan.json")
    sizes = cli("partition", "place", "plan.json", "--size", 2, "--csv", "p.csv", "--json").json()["sizes"]
    rows = list(csv.DictReader(Path("p.csv").read_text().splitlines()))
    names = [next(csv.reader([row["routers"]], delimiter=" ")) for row in rows]
    assert names[: len(sizes[0]["candidates"])] == [one["routers"] for one in sizes[0]["candidates"]]


def test_the_picture_is_an_svg_that_says_what_it_shows(cli: Cli, plan: Path) -> None:
    """With a title and a description for those who cannot see it."""
    cli("partition", "place", plan, "--size", 4, "--svg", "p.svg")
    root = ET.parse("p.svg").getroot()  # noqa: S314 - our own file
    texts = "".join(root.itertext())
    assert root.tag.endswith("svg")
    assert "4 of 18 switches" in texts
    assert "measured" in texts


def test_people_read_best_partitions_and_bounds_then_each_size(cli: Cli, plan: Path) -> None:
    """A row per size has the figures with their bounds; --verbose adds search, front and divisions."""
    ran = cli("partition", "place", plan, "--size", 6, "--size", 4)
    assert [line.split()[0] for line in ran.out.splitlines()[-2:]] == ["4", "6"]
    assert "divisions of each size: --verbose" in ran.err
    assert "note: partitions and bisections are the best found" in ran.err
    detailed = cli("partition", "place", plan, "--size", 6, "--verbose").out
    for words in ("Partitions of 6 of 18 switches. Proved bounds", "Candidates:", "rectangle", "left"):
        assert words in detailed
        assert words not in ran.out


@pytest.mark.usefixtures("here")
def test_a_hall_has_no_grid_cells(cli: Cli) -> None:
    """Its rectangles are metres."""
    room = Path(__file__).parents[4] / "examples/hall/room.toml"
    cli("layout", "random:12,3", "--room", room, "--iterations", 500, "--out", "plan.json", "--quiet")
    (size,) = cli("partition", "place", "plan.json", "--size", 4, "--svg", "p.svg", "--json").json()[
        "sizes"
    ]
    assert size["pareto"][0]["rectangle"]["from"] is None
    assert Path("p.svg").exists()
    assert cli("partition", "place", "plan.json", "--size", 2, "--by", "cabinets").code == exit_codes.DONE


def test_two_routers_are_one_partition(cli: Cli, here: Path) -> None:
    """Their one link joins the halves; there is no smaller size to search."""
    (here / "few.edges").write_text("a b\n")
    cli(
        "layout",
        "file:few.edges",
        "--room",
        "grid:1x2",
        "--iterations",
        10,
        "--out",
        "plan.json",
        "--quiet",
    )
    (size,) = cli("partition", "place", "plan.json", "--size", 2, "--json").json()["sizes"]
    assert (size["pareto"][0]["bisection_links"], size["bound"]["bisection_links_upper"]) == (1, 1)
    ran = cli("partition", "place", "plan.json", "--all")
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")


BAD = {
    "": "no size",
    "--size 3 --all": "both",
    "--size 1": "2 to 18",
    "--size 0": "2 to 18",
    "--size -3": "2 to 18",
    "--size 19": "19 of 18 switches",
    "--size 4 --size 99999999999999999999": "2 to 18",
    "--size 30 --by cabinets": "cabinets; give 1 to",
    "--size 4 --csv .": "folder",
    "--size 4 --csv same --svg same": "both",
    "--size 4 --svg no/such/folder.svg": "does not exist",
}


@pytest.mark.parametrize(("options", "named"), BAD.items())
def test_bad_input(cli: Cli, plan: Path, options: str, named: str) -> None:
    """One message that names the culprit, code 3, nothing on stdout, nothing written."""
    before = sorted(Path().iterdir())
    ran = cli("partition", "place", plan, *options.split())
    assert (ran.code, ran.out) == (exit_codes.INVALID_INPUT, "")
    assert named in ran.err
    assert sorted(Path().iterdir()) == before


def test_files_are_not_overwritten_unless_forced(cli: Cli, plan: Path) -> None:
    """What stands there stays."""
    Path("p.csv").write_text("mine")
    ran = cli("partition", "place", plan, "--size", 4, "--csv", "p.csv")
    assert (ran.code, Path("p.csv").read_text()) == (exit_codes.INVALID_INPUT, "mine")
    assert cli("partition", "place", plan, "--size", 4, "--csv", "p.csv", "--force").code == exit_codes.DONE
    assert Path("p.csv").read_text().startswith("size,")


def test_a_changed_plan_is_no_plan(cli: Cli, plan: Path) -> None:
    """Nothing is searched in a plan that does not hold."""
    document = json.loads(plan.read_text())
    document["cables"]["length_mm"][0] += 1
    plan.write_text(json.dumps(document))
    assert cli("partition", "place", plan, "--size", 4).code == exit_codes.CHECK_FAILED
