"""What a circulant search does not know or did not do, it says; checkpoints are not believed."""

import json
from math import comb
from pathlib import Path
from typing import Any

import pytest

LINE = ("circulant", "search", "--routers", 64, "--radix", 10, "--no-bisection", "--quiet")
DENSE = ("circulant", "search", "--routers", 20, "--radix", 11)


def test_all_optima_are_bisected_by_default(cli: Any) -> None:
    """More than a fixed few: of 20 routers and radix 11 there are more than 24 optima."""
    found = cli(*DENSE, "--json", "--quiet").json()
    assert len(found["optima"]) > 24
    assert found["bisected"] == len(found["optima"])
    assert all(links is not None for links, _ in found["bisections"])
    assert (found["complete"], found["notes"]) == (True, [])


def test_a_limit_of_bisections_is_said(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """By number, by size, in notes, text and JSON; ``all`` lifts it."""
    some = cli(*DENSE, "--bisect-most", 3, "--json", "--quiet").json()
    assert some["bisected"] == sum(links is not None for links, _ in some["bisections"]) == 3
    assert "only 3 of" in some["notes"][0]
    assert "bisected       3 of them" in cli(*DENSE, "--bisect-most", 3, "--quiet").out
    monkeypatch.setattr("netfloor.research.circulants.cuts.LINKS_IN_ALL", 20 * 11 // 2 * 2)
    assert cli(*DENSE, "--json", "--quiet").json()["bisected"] == 2
    every = cli(*DENSE, "--bisect-most", "all", "--json", "--quiet").json()
    assert every["bisected"] == len(every["optima"])


def test_an_incomplete_list_says_so(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """In JSON, in the text and in a note; products say it too."""
    monkeypatch.setattr("netfloor.research.circulants.engine.tasks.MAX_OPTIMA", 2)
    line = (*DENSE, "--no-bisection")
    found = cli(*line, "--json").json()
    assert (found["complete"], len(found["optima"])) == (False, 2)
    ran = cli(*line)
    assert "the list is not complete" in ran.err
    assert "and more that are not listed" in ran.out
    product = ("circulant", "product", "--routers", 40, "--radix", 12, "--no-plain", "--json")
    document = cli(*product).json()
    row = next(row for row in document["products"] if row["complete_routers"] == 2)
    assert row["complete"] is False
    assert any("not complete" in note for note in document["notes"])


def test_products_say_which_pairs_are_undecided(cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the search does."""
    monkeypatch.setattr("netfloor.research.circulants.isomorphism.MAX_SETS", 1)
    line = ("circulant", "product", "--routers", 32, "--radix", 7, "--no-plain", "--json", "--quiet")
    document = cli(*line).json()
    row = next(row for row in document["products"] if row["circulant_radix"] == 6)
    assert row["isomorphism_undecided_pairs"] > 0
    assert any("was not decided" in note for note in document["notes"])


def test_counts_add_up(cli: Any) -> None:
    """Sets by symmetry alone, and those weighed for each diameter."""
    found = cli("circulant", "search", "--routers", 31, "--radix", 6, "--no-bisection", "--json").json()
    assert found["total"] == comb(15, 3) == found["inequivalent"] + found["saved_by_symmetry"]
    assert found["inequivalent"] == 31  # 455 sets, 5 of them of 3-cycles: (455 + 2 * 5) / 15
    assert found["examined"] == sum(sets for _, sets in found["examined_by_diameter"])
    assert found["examined_by_diameter"][-1][0] == found["diameter"]


def test_an_empty_shard_has_no_figures(cli: Any) -> None:
    """A quick descent's circulant is no result."""
    line = ("circulant", "search", "--routers", 64, "--radix", 6, "--shard", "9/9", "--no-bisection")
    found = cli(*line, "--json").json()
    assert (found["diameter"], found["mean_distance"], found["optima"]) == (None, None, [])
    assert found["complete"] is False
    ran = cli(*line)
    assert "none found by these tasks" in ran.out
    assert "tasks are not done" in ran.err


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--routers", 0, "--radix", 4), "--routers"),
        (("--routers", -3, "--radix", 4), "--routers"),
        (("--routers", 200_000, "--radix", 4), "up to 100,000"),
        (("--routers", 32, "--radix", 0), "give 2 to 31"),
        (("--routers", 100, "--radix", 65), "give 2 to 64"),
        (("--routers", 32, "--radix", 4, "--bisect-most", "x"), "--bisect-most"),
        (("--routers", 32, "--radix", 4, "--bisect-most", "-1"), "--bisect-most"),
        (("--routers", 32, "--radix", 4, "--merge", "a.json", "--shard", "1/2"), "--shard"),
        (("--routers", 32, "--radix", 4, "--shard", "nonsense"), "--shard"),
        (("--routers", 32, "--radix", 4, "--shard", "1" * 5000 + "/8"), "--shard"),
        (("--routers", 32, "--radix", 4, "--merge", "a.json", "--checkpoint", "b.json"), "--checkpoint"),
    ],
)
def test_what_makes_no_sense_is_refused(given: tuple[object, ...], words: str, cli: Any) -> None:
    """Exit code 3, one message, for searches and estimates."""
    for more in ((), ("--estimate",)):
        ran = cli("circulant", "search", *given, *more)
        assert (ran.code, ran.out) == (3, "")
        assert words in ran.err


@pytest.mark.parametrize("given", [("--routers", 0, "--radix", 4), ("--routers", 32, "--radix", 0)])
def test_products_refuse_nothing_too(given: tuple[object, ...], cli: Any) -> None:
    """The same code."""
    ran = cli("circulant", "product", *given)
    assert (ran.code, ran.out) == (3, "")


def tampered(here: Path, change: Any) -> None:
    """Change a checkpoint's document in place."""
    path = here / "one.json"
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))


def turned(document: Any) -> str:
    """Return the same circulant by another set of jumps."""
    jumps = map(int, document["found"][0]["optima"][0].split())
    return " ".join(str(min(31 * jump % 64, -31 * jump % 64)) for jump in jumps)


def claim(**values: Any) -> Any:
    """Return what changes the first task that found something."""
    return lambda document: document["found"][0].update(values)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (claim(total=63), "sum of distances"),
        (claim(optima=["1 2 3 4 5"]), "sum of distances"),
        (claim(optima=["1 2 3 4 99"]), "not a set of this space"),
        (claim(optima=["1 2 3 4"]), "not a set of this space"),
        (claim(optima=["1 2 3 4 -5"]), "not a number"),
        (claim(optima=["32 2 3 4 5"]), "not a set of this space"),
        (
            lambda document: document["found"][0]["optima"].append(document["found"][0]["optima"][0]),
            "without repeats",
        ),
        (
            lambda document: document["found"][0].update(optima=[turned(document)]),
            "smallest of their orbits",
        ),
        (claim(optima=[7]), "text"),
        (claim(optima=[]), "'complete'"),
        (claim(total=10**400), "integers"),
        (claim(examined=-1), "integers"),
        (claim(task=True), "integers"),
        (claim(complete=1), "'complete'"),
        (claim(total=1, optima=[], complete=False), "no set with the sum 1"),
        (claim(more=1), "keys"),
        (lambda document: document["found"].append(document["found"][0]), "twice"),
        (lambda document: document.update(empty="1:" + "9" * 5000), "not a number"),
        (lambda document: document.update(incumbent=[10**30, 2, 3, 4, 5]), "incumbent"),
        (lambda document: document.update(incumbent=[2, 4, 6, 8, 10]), "incumbent"),
    ],
)
def test_a_false_claim_is_refused(change: Any, words: str, cli: Any, here: Path) -> None:
    """Sets are walked again; file and entry are named, to resume and to merge; huge numbers are no bug."""
    assert cli(*LINE, "--checkpoint", "one.json").code == 0
    tampered(here, change)
    for how in ("--checkpoint", "--merge"):
        ran = cli(*LINE, how, "one.json")
        assert (ran.code, ran.out) == (3, "")
        assert "one.json: " in ran.err
        assert words in ran.err


def test_checkpoints_that_contradict_each_other_are_refused(cli: Any, here: Path) -> None:
    """The same task, another count."""
    assert cli(*LINE, "--checkpoint", "one.json").code == 0
    (here / "two.json").write_bytes((here / "one.json").read_bytes())
    tampered(here, claim(examined=1))
    ran = cli(*LINE, "--merge", "two.json", "--merge", "one.json")
    assert (ran.code, ran.out) == (3, "")
    assert "contradicts another checkpoint" in ran.err


def nothing_found(document: Any) -> None:
    """Say of every task of every phase that it found nothing."""
    tasks = sorted({int(word.split(":")[0]) for word in document["empty"].split()})
    tasks += [row["task"] for row in document["found"]]
    document.update(empty=" ".join(f"{task}:0" for task in sorted(tasks)), found=[])


def test_a_checkpoint_that_lost_everything_is_refused(cli: Any, here: Path) -> None:
    """A search of all sets holds at least the circulant it began with."""
    assert cli(*LINE, "--checkpoint", "one.json").code == 0
    tampered(here, nothing_found)
    ran = cli(*LINE, "--merge", "one.json")
    assert (ran.code, ran.out) == (3, "")
    assert "do not hold C(64; " in ran.err


def test_a_checkpoint_of_other_tasks_is_refused(
    cli: Any, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Task 3 of a search that is divided otherwise is another task."""
    assert cli(*LINE, "--checkpoint", "one.json", "--shard", "1/4").code == 0
    before = (here / "one.json").read_bytes()
    monkeypatch.setattr("netfloor.research.circulants.space.SearchSpace.given_jumps", 1)
    ran = cli(*LINE, "--checkpoint", "one.json", "--shard", "1/4")
    assert (ran.code, ran.out) == (3, "")
    assert "another search or version" in ran.err
    assert (here / "one.json").read_bytes() == before


def test_a_ring_of_many_routers_fits_into_memory(cli: Any) -> None:
    """Nothing is set aside for bounds that are not used: radix 2 has balls of thousands of hops."""
    found = cli(
        "circulant", "search", "--routers", 3001, "--radix", 2, "--no-bisection", "--json", "-q"
    ).json()
    assert (found["diameter"], found["optima"]) == (1500, [[1]])


def test_an_interrupted_beginning_leaves_no_checkpoint(
    cli: Any, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it would begin with depends on when it was interrupted: the next run begins anew."""
    import os  # noqa: PLC0415 - for this test alone
    import signal  # noqa: PLC0415

    def interrupted(*_: Any) -> Any:
        os.kill(os.getpid(), signal.SIGINT)
        return True

    monkeypatch.setattr("netfloor.research.circulants.engine.incumbent._Effort.spend", interrupted)
    ran = cli(*LINE, "--checkpoint", "new.json")
    assert ran.code == 130
    assert not (here / "new.json").exists()
