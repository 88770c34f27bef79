"""Study files say what is wrong with them before any work starts."""

from pathlib import Path
from typing import Any

import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.relative_paths import beside, beside_network
from netfloor.studies.compare.setup import set_up
from netfloor.studies.compare.study_file import read_study

CLASS = '[[classes]]\nname = "a"\nnetworks = ["slimfly:3"]\n'
STUDIES = {
    "nothing": ("", "study file is empty"),
    "no class": ('title = "x"\n', "classes"),
    "no network": ('[[classes]]\nname = "a"\nnetworks = []\n', "classes.0: networks"),
    "no name": ('[[classes]]\nname = ""\nnetworks = ["slimfly:3"]\n', "classes.0.name"),
    "an unknown key": ("speed = 1\n" + CLASS, "speed: unknown key"),
    "an unknown table": ("[solvers]\n" + CLASS, "solvers: unknown key"),
    "an unknown key below": ("[solver]\niteration = 5\n" + CLASS, "solver.iteration: unknown key"),
    "a newer schema": ("schema = 2\n" + CLASS, "schema"),
    "text for a number": ('link_gbps = "fast"\n' + CLASS, "link_gbps"),
    "a number as text": ('link_gbps = "100"\n' + CLASS, "link_gbps"),
    "NaN": ("link_gbps = nan\n" + CLASS, "link_gbps"),
    "a negative seed": ("seed = -1\n" + CLASS, "seed"),
    "no iterations": ("[solver]\niterations = 0\n" + CLASS, "solver.iterations"),
    "a negative switch": ("[models]\nswitch_ns = -5\n" + CLASS, "models.switch_ns"),
    "text for a switch": ('[models]\nsweep_ns = ["0"]\n' + CLASS, "models.sweep_ns"),
    "no power set": ("[models]\npower = []\n" + CLASS, "models.power"),
    "an infinite reach": ("[models]\nelectrical_reach_m = inf\n" + CLASS, "models.electrical_reach_m"),
    "an unknown baseline": ('[baselines]\nkinds = ["torus"]\n' + CLASS, "baselines.kinds"),
    "a baseline twice": ('[baselines]\nkinds = ["random", "random"]\n' + CLASS, "baselines"),
    "more placed than there are": ("[baselines]\nunplaced = 2\nplaced = 3\n" + CLASS, "placed = 3"),
    "a class twice": (CLASS + CLASS.replace("slimfly:3", "slimfly:4"), "class 'a' is given twice"),
    "a network twice": (CLASS + CLASS.replace('"a"', '"b"'), "network 'slimfly:3' is given twice"),
    "a slow switch": ("[models]\nswitch_ns = 1e10\n" + CLASS, "models"),
    "a placer that is none": ('[solver]\nplacer = "oracle"\n' + CLASS, "solver.placer"),
    "a cost set that is none": ('[models]\ncost = "none"\n' + CLASS, "cost set 'none'"),
    "a missing cost set": ('[models]\ncost = "none.toml"\n' + CLASS, "none.toml"),
    "a missing power set": ('[models]\npower = ["none.toml"]\n' + CLASS, "none.toml"),
    "a printed table that is none": ('published = "none"\n' + CLASS, "published"),
    "a missing room": (CLASS + 'room = "none.toml"\n', "none.toml"),
    "a room that is none": (CLASS + 'room = "paper:many"\n', "paper:many"),
    "a missing graph": (CLASS.replace("slimfly:3", "file:none.edges"), "none.edges"),
    "a network that cannot be": (CLASS.replace("slimfly:3", "slimfly:6"), "study.toml: class a: slimfly:6"),
    "a network without a family": (CLASS.replace("slimfly:3", ":4"), "study.toml: class a: :4"),
    "a network in parts": (CLASS.replace("slimfly:3", "file:parted.edges"), "no path joins"),
    "a network without links": (CLASS.replace("slimfly:3", "file:alone.edges"), "has no links"),
    "a baseline that cannot be": (CLASS + "baseline = { routers = 5, radix = 3 }\n", "n k = 15 is odd"),
    "a SkyWalk in a room with gaps": (CLASS + 'room = "gaps.toml"\n', "SkyWalk"),
}


@pytest.fixture
def folder(here: Path) -> Path:
    """Return a folder with the files that studies name."""
    (here / "parted.edges").write_text("a b\nc d\n")
    (here / "alone.edges").write_text("# nodes: a\n")
    (here / "gaps.toml").write_text('[grid]\nrows = 4\ncolumns = 5\nmissing = ["R1C1"]\n')
    return here


@pytest.mark.parametrize("name", STUDIES)
def test_what_is_wrong_is_said_before_any_work(name: str, folder: Path, cli: Any) -> None:
    """Code 3, the file or field named, nothing on stdout, no folder made."""
    text, message = STUDIES[name]
    (folder / "study.toml").write_text(text)
    ran = cli("compare", "study.toml", "--out", "out")
    assert (ran.code, ran.out) == (3, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert not (folder / "out").exists()


def test_a_missing_study(cli: Any, here: Path) -> None:
    """The study itself may be missing."""
    ran = cli("compare", "none.toml", "--out", "out")
    assert (ran.code, ran.out) == (3, "")
    assert "none.toml" in ran.err
    assert not any(here.iterdir())


@pytest.mark.parametrize("extra", ['room = "grid:2x2"\n', "baseline = { routers = 400, radix = 4 }\n"])
def test_too_few_slots_are_infeasible(extra: str, folder: Path, cli: Any) -> None:
    """A network or a baseline without room is code 4, before any work."""
    (folder / "study.toml").write_text(CLASS + extra)
    ran = cli("compare", "study.toml", "--out", "out")
    assert (ran.code, ran.out) == (4, "")
    assert "missing" in ran.err
    assert not (folder / "out").exists()


def test_files_are_looked_for_beside_the_study_first(folder: Path) -> None:
    """A study means its own neighbours, wherever it is run."""
    (folder / "sub").mkdir()
    for place in (folder, folder / "sub"):
        (place / "hall.toml").write_text("")
    study = folder / "sub" / "study.toml"
    assert beside(study, "hall.toml") == str(folder / "sub" / "hall.toml")
    assert beside(study, "gaps.toml") == "gaps.toml"
    assert beside(study, "paper:20") == "paper:20"
    assert beside(study, None) is None
    (folder / "sub" / "net.edges").write_text("")
    assert beside_network(study, "file:net.edges,endpoints=2") == (
        f"file:{folder / 'sub' / 'net.edges'},endpoints=2"
    )
    assert beside_network(study, "lps:11,7") == "lps:11,7"


def test_a_baseline_is_like_the_largest_network(folder: Path) -> None:
    """Without a size of its own, a baseline has the routers and ports of the largest; n k is even."""
    (folder / "odd.edges").write_text("a b\nb c\nc d\nd e\ne a\na c\n")
    (folder / "study.toml").write_text(
        '[baselines]\nkinds = ["random"]\n'
        '[[classes]]\nname = "a"\nnetworks = ["file:odd.edges", "random:4,2"]\n'
    )
    setup = set_up(folder / "study.toml", read_study(folder / "study.toml"))
    assert {entry.spec for entry in setup.baselines} == {"random:5,2"}


def test_baseline_instances_differ(study_folder: Path) -> None:
    """Every instance has a seed of its own, and the classes too."""
    path = study_folder / "study.toml"
    setup = set_up(path, read_study(path))
    assert len({entry.seed for entry in setup.baselines}) == len(setup.baselines) == 8
    assert sum(entry.also_placed for entry in setup.baselines) == 4


def test_a_study_that_nobody_waits_for_is_refused_with_the_estimate(folder: Path) -> None:
    """By its numbers alone: a thousand networks, before one of them is built."""
    networks = ", ".join(f'"random:{n},3"' for n in range(1000, 3000, 2))
    (folder / "study.toml").write_text(CLASS.replace('"slimfly:3"', networks))
    with pytest.raises(InputError, match=r"1,004 networks.*about 4 hours.*force-size"):
        set_up(folder / "study.toml", read_study(folder / "study.toml"))
