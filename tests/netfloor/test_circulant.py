"""``netfloor circulant search``: one answer whoever searches, in shards or after a kill."""

import json
from pathlib import Path
from typing import Any

import pytest

LINE = ("circulant", "search", "--routers", 64, "--radix", 6, "--no-bisection", "--quiet")


def figures(ran: Any) -> dict[str, Any]:
    """Return a document without its time and its notes."""
    return {key: value for key, value in ran.json().items() if key not in {"seconds", "notes"}}


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
    whole = figures(cli(*LINE, "--json", "--workers", 1))
    assert figures(cli(*LINE, "--json", "--workers", 3)) == whole
    for part in (1, 2, 3):
        ran = cli(*LINE, "--shard", f"{part}/3", "--checkpoint", f"{part}.json")
        assert ran.code == 0
    merged = [f"--merge={part}.json" for part in (3, 1, 2)]
    assert figures(cli(*LINE, "--json", *merged)) == whole
    document = json.loads((here / "2.json").read_text())
    document["tasks"] = document["tasks"][::2]
    (here / "half.json").write_text(json.dumps(document))
    assert figures(cli(*LINE, "--json", "--checkpoint", "half.json")) == whole
    first = (here / "half.json").read_bytes()
    assert figures(cli(*LINE, "--json", "--checkpoint", "half.json")) == whole
    assert (here / "half.json").read_bytes() == first


def test_a_shard_says_what_is_missing(cli: Any) -> None:
    """Its answer may not be the best."""
    ran = cli("circulant", "search", "--routers", 64, "--radix", 6, "--shard", "1/3", "--no-bisection")
    assert "tasks are not done: better ones may be there" in ran.err


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--routers", 9, "--radix", 9), "give 2 to 8"),
        (("--routers", 9, "--radix", 3), "nearest: 2, 4"),
        (("--routers", 9, "--radix", 1), "give 2 to 8"),
        (("--routers", 2, "--radix", 2), "give 3 or more"),
        (("--routers", 32, "--radix", 4, "--shard", "5/4"), "is no shard"),
        (("--routers", 32, "--radix", 4, "--shard", "a"), "is no shard"),
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
