"""``netfloor circulant search``: one answer whoever searches, in shards or after a kill."""

import json
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from netfloor.research.circulants.engine.search import search_task
from netfloor.research.circulants.engine.tasks import CirculantSearch, merge
from netfloor.research.circulants.space import SearchSpace

LINE = ("circulant", "search", "--routers", 64, "--radix", 6, "--no-bisection", "--quiet")
#: A search of some hundred tasks.
SHARED = ("circulant", "search", "--routers", 64, "--radix", 10, "--no-bisection", "--quiet")


def figures(ran: Any) -> dict[str, Any]:
    """Return a document without its time and its notes."""
    return without_time(ran.json())


def without_time(document: dict[str, Any]) -> dict[str, Any]:
    """Return what is the same at every run."""
    return {key: value for key, value in document.items() if key not in {"seconds", "notes"}}


def test_the_answer_is_that_of_the_paper(cli: Any) -> None:
    """C(64; 1, 4, 25), diameter 4, mean 2.6032: the optimal circulant paper, Tables 1 and 2."""
    found = cli(*LINE, "--json").json()
    assert (found["diameter"], round(found["mean_distance"], 4)) == (4, 2.6032)
    assert found["optima"] == [[1, 4, 25]]
    assert found["examined"] <= found["total"] == 4495
    assert "circulant:64:1,4,25" in cli(*LINE).out


def test_the_widest_bisection_comes_first(cli: Any) -> None:
    """C(32; 1, 6, 16) and C(32; 1, 10, 16) tie by 20 links; bounds are below the cuts."""
    found = cli("circulant", "search", "--routers", 32, "--radix", 5, "--json").json()
    assert found["optima"] == [[1, 6, 16], [1, 10, 16]]
    assert [links for links, _ in found["bisections"]] == [20, 20]
    assert all(0 < lower <= links for links, lower in found["bisections"])
    assert found["bisection_links"] == 20


def test_workers_shards_and_checkpoints_give_one_answer(cli: Any, here: Path) -> None:
    """Three shards merged in any order, and a search taken up from half its tasks."""
    whole = figures(cli(*SHARED, "--json", "--workers", 1))
    assert figures(cli(*SHARED, "--json", "--workers", 3)) == whole
    for part in (1, 2, 3):
        ran = cli(*SHARED, "--shard", f"{part}/3", "--checkpoint", f"{part}.json")
        assert ran.code == 0
    merged = [f"--merge={part}.json" for part in (3, 1, 2)]
    assert figures(cli(*SHARED, "--json", *merged)) == whole
    document = json.loads((here / "2.json").read_text())
    document["empty"] = " ".join(document["empty"].split()[::2])
    (here / "half.json").write_text(json.dumps(document))
    assert figures(cli(*SHARED, "--json", "--checkpoint", "half.json")) == whole
    first = (here / "half.json").read_bytes()
    assert figures(cli(*SHARED, "--json", "--checkpoint", "half.json")) == whole
    assert (here / "half.json").read_bytes() == first


def test_a_broken_off_shard_is_finished_before_the_merge(cli: Any, here: Path) -> None:
    """Of two shards one stopped half way: a merge says so; once it is finished, the whole answer."""
    for part in (1, 2):
        assert cli(*SHARED, "--shard", f"{part}/2", "--checkpoint", f"{part}.json").code == 0
    document = json.loads((here / "2.json").read_text())
    document["empty"] = " ".join(document["empty"].split()[::2])
    (here / "2.json").write_text(json.dumps(document))
    merged = (*SHARED, "--json", "--merge", "1.json", "--merge", "2.json")
    early = cli(*merged).json()
    assert early["complete"] is False
    assert any("tasks are not done" in note for note in early["notes"])
    assert cli(*SHARED, "--shard", "2/2", "--checkpoint", "2.json").code == 0
    assert figures(cli(*merged)) == figures(cli(*SHARED, "--json"))


@pytest.mark.parametrize("known", ["1,2,3,4,5", "22,17,14,10,1"])
def test_a_known_circulant_changes_no_answer(cli: Any, known: str) -> None:
    """A bad one and one of the best, in any order: the optima are the same."""
    whole, begun = (
        figures(cli(*SHARED, "--json", *more)) for more in ((), ("--known", known, "--workers", 1))
    )
    for one in (whole, begun):
        del one["examined"], one["examined_by_diameter"]
    assert begun == whole


def test_a_known_circulant_may_name_half_way_round(cli: Any) -> None:
    """As the optima of an odd radix are printed; it saves weighing what is worse."""
    line = ("circulant", "search", "--routers", 64, "--radix", 7, "--no-bisection", "--quiet", "--json")
    plain, bad = (cli(*line, "--known", jumps).json() for jumps in ("1,4,11", "1,2,3"))
    assert figures(cli(*line, "--known", "1,4,11,32")) == without_time(plain)
    assert plain["optima"] == bad["optima"]
    assert plain["examined"] < bad["examined"]
    assert "3 different jumps below 64 / 2, with or without 32" in cli(*line, "--known", "1,4").err


def test_a_checkpoint_keeps_what_it_began_with(cli: Any, here: Path) -> None:
    """Taken up without the option or with the same jumps, refused with others."""
    begun = (*LINE, "--checkpoint", "done.json")
    assert cli(*begun, "--known", "1,4,25").code == 0
    assert json.loads((here / "done.json").read_text())["incumbent"] == [1, 4, 25]
    assert cli(*begun).code == cli(*begun, "--known", "25,60,1").code == 0
    ran = cli(*begun, "--known", "1,2,3")
    assert ran.code == 3
    assert "--known: the checkpoint's search began with 1,4,25" in ran.err


@pytest.mark.parametrize(
    ("jumps", "why"),
    [
        ("2,4,6", "is not connected"),
        ("1,4", "is not 3 different jumps below 64 / 2"),
        ("1,4,4", "is not 3 different jumps"),
        ("1,4,32", "is not 3 different jumps"),
        ("0,1,4", "is not 3 different jumps"),
        ("1,4,60", "is not 3 different jumps"),
        ("1,4,64", "is not 3 different jumps"),
        ("1,4,x", "is not 3 different jumps"),
        ("", "is not 3 different jumps"),
    ],
)
def test_known_jumps_that_are_no_circulant_are_refused(cli: Any, jumps: str, why: str) -> None:
    """With what they are to be."""
    ran = cli(*LINE, "--known", jumps)
    assert ran.code == 3
    assert why in ran.err


@pytest.mark.parametrize(
    "jumps", [(1, 16, 162, 250, 453, 459, 473, 512), (1, 29, 48, 90, 175, 405, 430, 512)]
)
def test_the_two_best_of_1024_switches_are_what_the_page_says(jumps: tuple[int, ...]) -> None:
    """Radix 15, diameter 4, distances of 3285 in all: docs/circulants.md, by NetworkX."""
    page = (Path(__file__).parents[4] / "docs/circulants.md").read_text()
    assert f"C(1024; {', '.join(map(str, jumps))})" in page
    network = nx.circulant_graph(1024, jumps)
    hops = nx.single_source_shortest_path_length(network, 0)
    assert (network.degree(0), max(hops.values()), sum(hops.values())) == (15, 4, 3285)
    assert "mean distance 3.2111 (3285 / 1023)" in page


def test_a_shard_says_what_is_missing(cli: Any) -> None:
    """Its answer may not be the best."""
    ran = cli(*(one for one in SHARED if one != "--quiet"), "--shard", "1/3")
    assert "tasks are not done: better ones may exist" in ran.err


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--routers", 9, "--radix", 9), "give 2 to 8"),
        (("--routers", 9, "--radix", 3), "nearest: 2, 4"),
        (("--routers", 9, "--radix", 1), "give 2 to 8"),
        (("--routers", 2, "--radix", 2), "give 3 or more"),
        (("--routers", 32, "--radix", 4, "--shard", "5/4"), "is not a shard"),
        (("--routers", 32, "--radix", 4, "--shard", "a"), "is not a shard"),
        (("--routers", 32, "--radix", 4, "--merge", "nowhere.json"), "nowhere.json"),
        (("--routers", 32, "--radix", 4, "--checkpoint", "note.txt"), "exists"),
    ],
)
def test_bad_input_is_refused(given: tuple[object, ...], words: str, cli: Any, here: Path) -> None:
    """Exit code 3 and one message; other people's files stay."""
    (here / "note.txt").write_text("mine")
    ran = cli("circulant", "search", *given)
    assert (ran.code, ran.out) == (3, "")
    assert words in ran.err
    assert (here / "note.txt").read_text() == "mine"


def test_a_checkpoint_of_another_search_is_refused(cli: Any, here: Path) -> None:
    """Named, and left alone."""
    assert cli(*LINE, "--checkpoint", "one.json").code == 0
    before = (here / "one.json").read_bytes()
    ran = cli("circulant", "search", "--routers", 60, "--radix", 6, "--checkpoint", "one.json")
    assert ran.code == 3
    assert "another search" in ran.err
    assert (here / "one.json").read_bytes() == before


@pytest.mark.parametrize(
    "change",
    [
        {"empty": "1"},
        {"empty": "1:x"},
        {"empty": 3},
        {"empty": "99999999:1"},
        {"found": [{}]},
        {"incumbent": []},
        {"incumbent": ["x"]},
        {"incumbent": None},
    ],
)
def test_a_damaged_checkpoint_is_refused(change: dict[str, Any], cli: Any, here: Path) -> None:
    """Whatever is wrong inside, with the name of the file and no traceback."""
    assert cli(*LINE, "--checkpoint", "one.json").code == 0
    path = here / "one.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    ran = cli(*LINE, "--checkpoint", "one.json")
    assert (ran.code, ran.out) == (3, "")
    assert "one.json" in ran.err
    assert "damaged" in ran.err


def test_isomorphic_optima_are_merged_and_counted(cli: Any) -> None:
    """Of 16 routers and radix 6 two of the optima differ by no unit and are one graph."""
    found = cli("circulant", "search", "--routers", 16, "--radix", 6, "--json", "--quiet").json()
    search = CirculantSearch.begin(SearchSpace(16, 6))
    every = merge(search, [search_task(search, number) for number in range(search.max_tasks)])
    up_to_units = every.optima
    assert found["isomorphic_merged"] == len(up_to_units) - len(found["optima"]) == 1
    assert found["isomorphism_undecided_pairs"] == 0
    graphs = [nx.circulant_graph(16, jumps) for jumps in found["optima"]]
    assert not any(nx.is_isomorphic(one, other) for one, other in combinations(graphs, 2))
    for jumps in up_to_units:
        assert any(nx.is_isomorphic(nx.circulant_graph(16, jumps), one) for one in graphs)
    assert (
        f"{found['isomorphic_merged']} isomorphic"
        in cli("circulant", "search", "--routers", 16, "--radix", 6, "--quiet").out
    )


def test_the_keys_of_the_document_are_stable(cli: Any) -> None:
    """Programs read them; ``bisection_links`` is that of the first optimum."""
    found = cli("circulant", "search", "--routers", 32, "--radix", 4, "--json", "--quiet").json()
    promised = {
        "schema",
        "routers",
        "radix",
        "diameter",
        "mean_distance",
        "bisection_links",
        "bisection_lower_links",
        "optima",
        "examined",
        "total",
        "seconds",
    }
    assert promised <= set(found)
    assert (found["schema"], found["routers"], found["radix"]) == (1, 32, 4)
    assert found["bisection_links"] == found["bisections"][0][0] == 16


def test_an_estimate_searches_nothing(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Phases with sets, rate and core seconds that add up; the text names them."""
    monkeypatch.setattr("netfloor.research.circulants.report.estimate.ESTIMATE_S", 0.2)
    line = ("circulant", "search", "--routers", 100, "--radix", 8, "--estimate", "--workers", 2)
    found = cli(*line, "--json").json()
    assert found["total"] == comb(49, 4)
    assert found["core_seconds"] == pytest.approx(sum(one["core_seconds"] for one in found["phases"]))
    for one in found["phases"]:
        assert one["sets"] == pytest.approx(one["sets_per_core_second"] * one["core_seconds"])
    text = cli(*line).out
    assert "a second and core" in text
    assert "with 2 workers" in text


def test_a_long_search_says_beforehand_how_long(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On stderr, and only for what is left to do."""
    monkeypatch.setattr("netfloor.research.circulants.report.estimate.LONG_SETS", 1)
    monkeypatch.setattr("netfloor.research.circulants.report.estimate.ESTIMATE_S", 0.2)
    loud = [one for one in LINE if one != "--quiet"]
    assert "remaining  " in cli(*loud).err
    assert cli(*LINE).err == ""


def test_every_tie_of_the_paper_is_listed(cli: Any) -> None:
    """(128, 7): {1, 34, 52, 64} ties with the printed {1, 12, 30, 64} by 100 links."""
    found = cli("circulant", "search", "--routers", 128, "--radix", 7, "--json", "--quiet").json()
    cuts = {tuple(jumps): cut[0] for jumps, cut in zip(found["optima"], found["bisections"], strict=True)}
    assert cuts[1, 12, 30, 64] == cuts[1, 34, 52, 64] == max(cuts.values()) == 100
