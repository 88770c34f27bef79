"""Layout writes a plan that depends on its inputs and nothing else."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from netfloor.layout.chains.portfolio import known_placers
from netfloor.plans.verify import verify_plan
from tests.fixtures.rows import network_cables

LINE = ("layout", "slimfly:5", "--iterations", 20_000, "--seed", 7)


@pytest.mark.parametrize("placer", [name for name in known_placers() if name != "exact"])
def test_the_same_seed_gives_the_same_bytes(placer: str, cli: Any, here: Path) -> None:
    """Twice, and with one or two workers, a plan file is the same to the byte."""
    work = ("layout", "slimfly:5", "--placer", placer, "--seed", 7)
    texts = set()
    for number, workers in enumerate((1, 2, 1)):
        assert cli(*work, "--iterations", 20_000, "--workers", workers, "--out", f"{number}.json").code == 0
        texts.add((here / f"{number}.json").read_bytes())
    assert len(texts) == 1
    assert verify_plan(here / "0.json").ok


def test_another_seed_gives_another_plan(cli: Any, here: Path) -> None:
    """The seed decides."""
    for seed in (1, 2):
        cli("layout", "slimfly:5", "--iterations", 2000, "--seed", seed, "--out", f"{seed}.json")
    one, two = (json.loads((here / f"{seed}.json").read_text())["placement"] for seed in (1, 2))
    assert one != two


@pytest.mark.parametrize(
    "spec", ["file:{}/net.edges", "file: {}/net.edges", " file :{}/net.edges,format=edges,endpoints=2"]
)
def test_a_plan_names_no_folder_host_or_time(spec: str, cli: Any, here: Path) -> None:
    """Absolute paths become names, however they are typed."""
    folder = here / "secret-folder"
    folder.mkdir()
    (folder / "net.edges").write_text("a b\nb c\nc a\n")
    (folder / "hall.toml").write_text("[grid]\nrows = 1\ncolumns = 3\n")
    spec = spec.format(folder)
    assert cli("layout", spec, "--room", folder / "hall.toml", "--iterations", 100).code == 0
    text = (here / "plan.json").read_text()
    document = json.loads(text)
    assert "secret-folder" not in text
    assert socket.gethostname() not in text
    assert document["inputs"]["network"]["spec"].startswith("file:net.edges")
    assert document["inputs"]["room"]["spec"] == "hall.toml"
    assert verify_plan(here / "plan.json").ok


def test_without_a_room_it_is_the_papers(cli: Any, here: Path) -> None:
    """SpectralFly's room for 50 routers: 25 cabinets, ceil(sqrt(2 * 25 / 0.6)) = 10 columns."""
    ran = cli(*LINE, "--json").json()
    assert ran["room"] == "3 x 10 cabinets"
    definition = json.loads((here / "plan.json").read_text())["inputs"]["room"]["definition"]
    assert (definition["rows"], definition["columns"], definition["name"]) == (3, 10, "paper:50")


@pytest.mark.usefixtures("here")
def test_json_is_what_verification_derives(cli: Any) -> None:
    """The figures that layout prints are those that verify derives."""
    said = cli(*LINE, "--json").json()
    assert (said["schema"], said["status"]) == (1, "bounded")
    derived = cli("verify", "plan.json", "--json").json()
    expected = {
        "schema": 1,
        "ok": True,
        "problems": [],
        "unchecked": [],
        **{key: said[key] for key in ("mean_cable_m", "max_cable_m", "lower_bound_m", "gap")},
    }
    assert {key: derived[key] for key in expected} == expected


@pytest.mark.usefixtures("here")
def test_json_alone_is_on_stdout(cli: Any) -> None:
    """Notes go to stderr, and --quiet leaves them out."""
    line = ("layout", "lps:19,7", "--iterations", 100, "--json")
    loud, quiet = cli(*line), cli(*line, "--quiet")
    assert loud.json()["notes"]
    assert loud.err.startswith("note: ")
    assert quiet.err == ""
    drop = ("seconds",)
    assert {k: v for k, v in quiet.json().items() if k not in drop} == {
        k: v for k, v in loud.json().items() if k not in drop
    }


def test_endpoints_come_before_network_ports(cli: Any, here: Path) -> None:
    """The ports of a router's endpoints are its first ones."""
    cli("layout", "slimfly:3", "--endpoints", 4, "--iterations", 100)
    cables = network_cables(json.loads((here / "plan.json").read_text()))
    ports = sorted(row[side]["port"] for row in cables for side in "ab" if row[side]["switch"] == "0")
    assert ports == [5, 6, 7, 8, 9]


def test_a_budget_in_seconds_ends(cli: Any, here: Path) -> None:
    """Time is a budget too, and the plan says which it was."""
    assert cli("layout", "slimfly:3", "--seconds", 0.05).code == 0
    budget = json.loads((here / "plan.json").read_text())["solver"]["budget"]
    assert budget == {"iterations": None, "seconds": 0.05}
    assert verify_plan(here / "plan.json").ok


def test_a_plan_is_replaced_by_a_plan_of_any_schema(cli: Any, here: Path) -> None:
    """A plan that another netfloor wrote is netfloor's to replace."""
    (here / "plan.json").write_text('{"kind": "netfloor plan", "schema": 99}')
    assert cli(*LINE).code == 0


def test_a_link_is_not_written_through(cli: Any, here: Path) -> None:
    """A symbolic link is replaced by force only, and what it pointed at stays."""
    (here / "far.json").write_text("{}")
    (here / "plan.json").symlink_to("far.json")
    assert cli(*LINE).code == 3
    assert cli(*LINE, "--force").code == 0
    assert (here / "far.json").read_text() == "{}"
