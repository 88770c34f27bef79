"""The public interface: what ``import netfloor`` offers."""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

import netfloor as nf
from netfloor.foundation import plugins
from tests.fixtures.rows import network_cables

EFFORT = 2000
CATALOGUE = Path(__file__).parents[2] / "examples/catalogue/parts_200g.toml"


@pytest.fixture(scope="module")
def plan() -> nf.Plan:
    """Return a small plan with servers' endpoints."""
    return nf.place(nf.network("slimfly:5", endpoints=2, gbps=200), iterations=EFFORT, seed=3)


@pytest.mark.parametrize("name", nf.__all__)
def test_every_public_name_exists_and_is_documented(name: str) -> None:
    """A name of ``__all__`` can be fetched, and says what it is."""
    assert getattr(nf, name).__doc__


def test_an_unknown_name_is_an_attribute_error() -> None:
    """The late imports swallow no typing error."""
    with pytest.raises(AttributeError, match="plce"):
        _ = nf.plce  # type: ignore[attr-defined]


def test_importing_loads_nothing_heavy() -> None:
    """``import netfloor`` is quick: the command line begins with it."""
    code = (
        "import sys, netfloor; heavy = {'numpy', 'scipy', 'numba', 'networkx', 'pydantic', 'typer'};"
        "print(sorted(heavy & set(sys.modules)))"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert shown.stdout.strip() == "[]"


def test_plans_say_what_they_are_in_one_line(plan: nf.Plan) -> None:
    """No ``repr`` of a public object floods a terminal."""
    shown = [plan, plan.network, plan.room, plan.cables, plan.floor(), plan.bill(CATALOGUE)]
    assert all(len(repr(one)) < 300 for one in shown)


@pytest.mark.parametrize("source", [3, None, ["slimfly:5"], object()])
def test_what_is_no_network_is_refused_readably(source: object) -> None:
    """A wrong type ends in a message with what would be right, not in an AttributeError."""
    with pytest.raises(nf.InputError, match="give a spec such as"):
        nf.place(source)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"placer": "nobody"}, "there is no 'nobody'"),
        ({"iterations": 1, "seconds": 1.0}, "exclude each other"),
        ({"objective": "beauty"}, "is not an objective"),
    ],
)
def test_unusable_options_are_input_errors(options: dict[str, object], match: str) -> None:
    """A caller reads what is wrong; no option of the command line is named."""
    with pytest.raises(nf.InputError, match=match) as refused:
        nf.place("slimfly:5", **options)  # type: ignore[arg-type]
    assert "--" not in str(refused.value)


def test_a_written_plan_comes_back_as_it_was(plan: nf.Plan, tmp_path: Path) -> None:
    """read_plan(write(x)) = x, as documents and byte for byte."""
    path = plan.write(tmp_path / "plan.json").path
    assert path is not None
    again = nf.read_plan(path)
    assert again.to_dict() == plan.to_dict()
    assert again.write(tmp_path / "again.json").path.read_bytes() == path.read_bytes()  # type: ignore[union-attr]
    assert again.verify().ok


def test_a_foreign_file_is_not_replaced(plan: nf.Plan, tmp_path: Path) -> None:
    """Only a plan gives way to a plan."""
    (tmp_path / "mine.json").write_text("{}")
    with pytest.raises(nf.InputError):
        plan.write(tmp_path / "mine.json")


def test_the_cable_table_is_the_plans(plan: nf.Plan) -> None:
    """Ids, ends and lengths are those that the file lists."""
    for row, cable in zip(plan.cables, network_cables(plan.to_dict()), strict=True):
        assert (row["id"], row["switch_a"], row["cabinet_b"]) == (
            cable["id"],
            cable["a"]["switch"],
            cable["b"]["cabinet"],
        )
        assert row["length_m"] == cable["length_mm"] / 1000


def test_tables_become_data_frames(plan: nf.Plan) -> None:
    """Columns keep their names and values."""
    pytest.importorskip("pandas")
    frame = plan.cables.to_pandas()
    assert list(frame.columns) == list(plan.cables.columns)
    assert frame["length_m"].mean() == pytest.approx(plan.mean_cable_m)


def test_tables_become_arrow(plan: nf.Plan) -> None:
    """Likewise for Arrow."""
    pytest.importorskip("pyarrow")
    assert plan.cables.to_arrow().num_rows == len(plan.cables)


def test_a_graph_keeps_its_names_and_parallel_links(tmp_path: Path) -> None:
    """Nodes become switches by name, parallel edges parallel links; the plan file holds the graph."""
    graph = nx.MultiGraph([("left", "right"), ("left", "right"), ("right", "far")])
    network = nf.network.from_networkx(graph, name="triple")
    assert (network.link_count, network.labels) == (3, ("left", "right", "far"))
    plan = nf.place(network, nf.room(rows=1, columns=2), iterations=10).write(tmp_path / "p.json")
    assert nf.read_plan(plan.path or "").network.labels == network.labels


@pytest.mark.parametrize("graph", [nx.DiGraph([(0, 1)]), nx.Graph([(0, 0)]), nx.Graph()])
def test_graphs_that_are_no_networks_are_refused(graph: "nx.Graph[int]") -> None:
    """Directed graphs, loops and empty graphs."""
    with pytest.raises(nf.InputError):
        nf.network.from_networkx(graph)


def test_a_comparison_is_of_the_plans_own_figures(plan: nf.Plan) -> None:
    """Length and gap are those of the plan, whatever else stands beside them."""
    (row,) = nf.compare([plan])
    assert (row["mean_cable_m"], row["gap"]) == (pytest.approx(plan.mean_cable_m), plan.gap)


def test_a_comparison_shows_itself_as_page_json_and_rows(plan: nf.Plan, tmp_path: Path) -> None:
    """Page, document, files and rows say one thing."""
    found = nf.compare([plan, plan], catalogue=CATALOGUE, network_only=True)
    document = found.to_dict()
    assert [row["not_purchasable"] for row in found] == [
        one["not_purchasable"] for one in document["candidates"]
    ]
    assert document["answer"] in repr(found)
    assert document["answer"].split(":")[0] in found.to_html()
    assert json.loads((found.write(tmp_path / "out") / "comparison.json").read_text()) == document


def test_an_own_family_does_not_hide_one_that_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    """Registering under a shipped name is refused."""
    monkeypatch.setattr(plugins, "_registered", {})
    with pytest.raises(nf.InputError, match="ships with netfloor"):
        nf.register_family(nf.Family("torus", "torus:n", "", "", "", "", lambda _: nf.network("slimfly:5")))


def test_entry_points_are_found_by_the_command_line(tmp_path: Path) -> None:
    """An installed package's family and placer work in specs and options."""
    (tmp_path / "own.py").write_text(
        "import numpy as np\nimport netfloor as nf\n"
        "def ring(parameters):\n"
        "    n = int(parameters.positional[0])\n"
        "    return nf.network.from_links([(i, (i + 1) % n) for i in range(n)], n, name=f'ring-{n}')\n"
        "RING = nf.Family('ring', 'ring:n', 'a ring', 'n', '2', 'a test', ring)\n"
        "def first(problem, chain):\n"
        "    slots = np.arange(problem.routers, dtype=np.int32)\n"
        "    return nf.ChainResult(slots, problem.cost(slots), 1)\n"
        "FIRST = nf.PlacerChoice(first, 'in order', 'placements', 1)\n"
    )
    info = tmp_path / "own-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own\nVersion: 1\n")
    (info / "entry_points.txt").write_text(
        "[netfloor.families]\nring = own:RING\n[netfloor.placers]\nfirst = own:FIRST\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([root, str(tmp_path)])}

    def run(*words: str) -> str:
        command = [sys.executable, "-m", "netfloor", *words]
        done = subprocess.run(  # noqa: S603 - our own command
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("layout", "ring:6", "--room", "grid:1x3", "--placer", "first", "--out", "p.json")
    assert json.loads((tmp_path / "p.json").read_text())["solver"]["placer"] == "first"


@pytest.mark.parametrize(
    "call",
    [
        lambda: nf.network(3),  # type: ignore[arg-type]
        lambda: nf.room(3),  # type: ignore[arg-type]
        lambda: nf.room("grid:5x5", rows=9, columns=3),
        lambda: nf.room(rows=3.5, columns=2),
        lambda: nf.room(rows=3, columns=3, name="grid:4x4"),
        lambda: nf.room(rows=2, columns=2, length_rule=lambda *_: 0.9),
        lambda: nf.room(rows=2, columns=2, length_rule=lambda *_: 10**8),
        lambda: nf.room(
            rows=1, columns=3, length_rule=lambda a, b: 10**8 if {a[1], b[1]} == {0, 2} else 1000
        ),
        lambda: nf.room(rows=1, columns=2, length_rule=lambda one, _: 1000 + one[1]),
        lambda: nf.place("slimfly:5", 5),  # type: ignore[arg-type]
        lambda: nf.place("slimfly:5", iterations=1e4),  # type: ignore[arg-type]
        lambda: nf.place("slimfly:5", seed=None),  # type: ignore[arg-type]
        lambda: nf.place("slimfly:5", objective=3),  # type: ignore[arg-type]
        lambda: nf.network.from_links([(0, 1.5)], 3),  # type: ignore[list-item]
        lambda: nf.network.from_links([(0, 1)], 2, endpoints=-1),
        lambda: nf.network.from_links([(0, 1)], 2, name="two\nlines"),
        lambda: nf.network.from_links([(0, 1)], 2, gbps=float("nan")),
        lambda: nf.network.from_links([(0, 1)], 2, gbps=0),
        lambda: nf.network.from_links([(0, 2)], 2),
        lambda: nf.network.from_links([(0, 0)], 2),
        lambda: nf.network.from_links([(0, 1, 1)], 2),  # type: ignore[list-item]
        lambda: nf.network.from_links([], 0),
        lambda: nf.network.from_links([(0, 1)], 2, labels=["a"]),
        lambda: nf.network.from_links([(0, 1)], 2, labels=["a", "a"]),
        lambda: nf.room("grid:2x2", length_rule=lambda *_: 1000),
        lambda: nf.room(rows=1, columns=2, length_rule=lambda *_: 10**7 + 1),
        lambda: nf.compare(3),  # type: ignore[arg-type]
        lambda: nf.register_placer("portfolio", lambda *_: None),  # type: ignore[arg-type, return-value]
    ],
)
def test_nonsense_is_refused_at_once(call: Callable[[], object]) -> None:
    """A wrong type or value ends in a message where it was given, not in a file that nobody can read."""
    with pytest.raises(nf.InputError):
        call()


def test_a_room_by_its_measures_is_that_room() -> None:
    """Its name, gaps and taken cabinets as they are given; 10 km between cabinets, and none in one."""
    gaps = {"missing": frozenset({(0, 1)}), "taken": frozenset({(1, 2)})}
    made = nf.room(rows=2, columns=3, name="own", overhead_mm=np.int64(1500), **gaps)
    assert made == nf.GridRoom("own", 2, 3, overhead_mm=1500, **gaps)
    assert nf.room(rows=2, columns=3).name == "2 x 3 grid"
    ruled = nf.room(rows=1, columns=2, length_rule=lambda *_: 10**7)
    assert isinstance(ruled, nf.GridRoom)
    assert ruled.apart_mm == ((0, 10**7), (10**7, 0))


def test_a_network_of_links_has_those_links() -> None:
    """Whatever their number and order, twice where they are given twice; places beyond them are bare."""
    for links in ([(1, 0)], [(0, 1), (2, 1), (3, 2)], [(3, 0), (0, 3), (1, 2), (0, 1), (2, 3), (1, 3)]):
        made = nf.network.from_links(links, 5)
        found = np.repeat(made.links, made.multiplicity, axis=0)
        assert sorted(map(tuple, found.tolist())) == sorted((min(link), max(link)) for link in links)
        assert made.routers == 5


def test_a_bill_is_the_sum_of_its_lines(plan: nf.Plan) -> None:
    """Money and watts, those of the pieces in use; without taxes here."""
    bill = plan.bill(CATALOGUE)
    rows = bill.to_dict()["parts"]
    assert bill.total == pytest.approx(sum(row["extended_price"] for row in rows))
    used = [row["used"] * row["power_w_each"] for row in rows if row["power_w_each"] is not None]
    assert bill.power_w == pytest.approx(sum(used))


def test_numpy_numbers_are_numbers(tmp_path: Path) -> None:
    """What a notebook computes is taken, written and read back."""
    hall = nf.room(rows=np.int64(3), columns=np.int32(3))
    plan = nf.place(nx.petersen_graph(), hall, iterations=np.int64(500), seed=np.int64(2))  # type: ignore[arg-type]
    assert nf.read_plan(plan.write(tmp_path / "p.json").path or "").verify().ok


def test_files_that_lie_about_do_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph of one's own is never taken for a file of that name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "graph.edges").write_text("0 1\n")
    hall = nf.room(rows=3, columns=3, name="hall")
    assert nf.place(nx.petersen_graph(), hall, iterations=100).verify().ok


def test_errors_name_settings_plainly(plan: nf.Plan) -> None:
    """No mark of the inside reaches a caller, in whatever way the error is looked at."""
    with pytest.raises(nf.InputError) as refused:
        plan.bill()
    error = refused.value
    texts = (error.where, error.what, error.expected, str(error), repr(error), str(error.args))
    assert all("\ue000" not in text and "--" not in text for text in texts)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own bytes


def test_terms_without_a_catalogue_are_refused(plan: nf.Plan) -> None:
    """They would be ignored beside the terms of the plan's own order."""
    with pytest.raises(nf.InputError, match="give a catalogue"):
        plan.bill(criterion="fewest-parts")


def test_a_cost_set_of_ones_own_goes_everywhere(plan: nf.Plan) -> None:
    """As an object, wherever its name goes."""
    own = nf.load_cost_set("perseus-2011")
    (row,) = nf.compare([plan], catalogue=own)
    assert row["switch_cost"] == plan.cost(own).switch_cents / 100


def test_a_written_plan_has_its_checksum(plan: nf.Plan, tmp_path: Path) -> None:
    """So that a comparison names it: the one that its file holds, as after reading it again."""
    written = plan.write(tmp_path / "plan.json")
    held = json.loads((tmp_path / "plan.json").read_text())["sha256"]
    heads = [
        nf.compare([one]).to_dict()["about"]["plans"]
        for one in (written, nf.read_plan(tmp_path / "plan.json"))
    ]
    assert heads[0] == heads[1]
    assert held in json.dumps(heads[0])


def test_no_column_is_empty(plan: nf.Plan) -> None:
    """Of every table each column that is there has a value in some row; what traffic adds comes with it."""
    other = nf.place(nf.network("complete:5", endpoints=2, gbps=200), iterations=200)
    plain, carried = (nf.compare([plan, other], traffic=routing) for routing in (None, "minimal"))
    priced = nf.compare([plan, other], catalogue=CATALOGUE)
    for table in (
        plain.rows,
        carried.rows,
        priced.rows,
        priced.parts,
        plan.cables,
        plan.bill(CATALOGUE).lines,
    ):
        for column in table.columns:
            assert any(value is not None for value in table[column]), column
    assert "uniform_gbps" in carried.rows.columns
    assert "uniform_gbps" not in plain.rows.columns
    assert {"mean_cable_m", "gap", "parts_cost", "power_with_servers_w"} <= set(plain.rows.columns)


def test_a_wide_gap_is_the_plans_too() -> None:
    """Above a quarter as well: a column holds the plan's figure."""
    wide = nf.place("random:40,3", nf.room(rows=8, columns=10), iterations=1, placer="random")
    (row,) = nf.compare([wide])
    assert wide.gap is not None
    assert wide.gap > 0.25
    assert row["gap"] == wide.gap


def test_of_several_catalogues_the_one_that_is_missing_is_named(plan: nf.Plan) -> None:
    """A list of files is taken wherever one file is."""
    files = ["a.toml", "b.toml"]
    with pytest.raises(nf.InputError, match=r"^a\.toml: cannot read this catalogue"):
        plan.bill(files)
    with pytest.raises(nf.InputError, match=r"^a\.toml: cannot read this catalogue"):
        nf.compare([plan], catalogue=files)
