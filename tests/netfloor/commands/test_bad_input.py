"""Bad input ends in one message that names it, code 3, nothing on stdout and nothing written."""

import json
from pathlib import Path
from typing import Any

import pytest

from netfloor import exit_codes

NETWORKS = {
    "lps:4,7": "p=4",
    "lps:9,7": "p=9",
    "lps:11,15": "q=15",
    "lps:2,7": "p=2",
    "lps:11,2": "q=2",
    "lps:7,7": "both 7",
    "lps:31,3": "identity",
    "lps:53,7": "the same",
    "lps:11": "q is missing",
    "lps:a,7": "'a' is not a whole number",
    "lps:11.0,7": "'11.0' is not a whole number",
    "slimfly:6": "q=6 is not a prime power",
    "slimfly:2": "q=2",
    "slimfly:nine": "'nine' is not a whole number",
    "random:5,3": "n k = 15 is odd",
    "random:4,4": "k < n",
    "random:4,9": "k < n",
    "skywalk:168,168": "k < n",
    "nothing:1": "unknown family 'nothing'",
    "": "names no family",
    "file:none.edges": "none.edges",
    "file:empty.edges": "empty.edges: graph file is empty",
    "file:binary.edges": "binary.edges: line 2",
    "file:loop.edges": "loop.edges: line 2",
    "file:unknown.edges": "unknown node 'c'",
    "file:text.edges": "text.edges: line 1: number of parallel links: 'two'",
    "file:folder.edges": "folder.edges",
    "file:parted.edges": "no path joins switch a and switch c",
    "file:pair.unknown": "'.unknown'",
}
FILES = {
    "empty.edges": b"",
    "binary.edges": bytes(range(256)),
    "loop.edges": b"a b\nb b\n",
    "unknown.edges": b"# nodes: a b\na c\n",
    "text.edges": b"a b two\n",
    "parted.edges": b"a b\nc d\n",
    "pair.unknown": b"a b\n",
}
ROOMS = {
    "none": None,
    "empty": "",
    "text": "no toml here",
    "no grid": 'name = "x"\n',
    "unknown key": "[grid]\nrows = 2\ncolumns = 2\nrow_ptich_m = 2.0\n",
    "unknown table": "[grid]\nrows = 2\ncolumns = 2\n[cables]\n",
    "negative pitch": "[grid]\nrows = 2\ncolumns = 2\nrow_pitch_m = -2.0\n",
    "NaN pitch": "[grid]\nrows = 2\ncolumns = 2\ncolumn_pitch_m = nan\n",
    "infinite pitch": "[grid]\nrows = 2\ncolumns = 2\ncolumn_pitch_m = inf\n",
    "text for a pitch": '[grid]\nrows = 2\ncolumns = 2\nrow_pitch_m = "2"\n',
    "text for a count": '[grid]\nrows = "two"\ncolumns = 2\n',
    "a negative overhead": "[grid]\nrows = 2\ncolumns = 2\n[cable]\noverhead_per_end_m = -1\n",
    "a cabinet outside": '[grid]\nrows = 2\ncolumns = 2\nmissing = ["R3C1"]\n',
    "nothing left": '[grid]\nrows = 1\ncolumns = 1\ntaken = ["R1C1"]\n',
    "a newer schema": "schema = 2\n[grid]\nrows = 2\ncolumns = 2\n",
}
PLANS = {
    "newer": lambda d: d | {"schema": 3},
    "earlier": lambda d: d | {"schema": 1},
    "schema 0": lambda d: d | {"schema": 0},
    "schema true": lambda d: d | {"schema": True},
    "another kind": lambda d: d | {"kind": "floor plan"},
    "a list": lambda _: [],
    "text for a placement": lambda d: d | {"placement": "none"},
    "text for a slot": lambda d: d | {"placement": ["a", *d["placement"][1:]]},
    "a fraction for a slot": lambda d: d | {"placement": [0.5, *d["placement"][1:]]},
    "no cables": lambda d: {key: value for key, value in d.items() if key != "cables"},
    "a list for cables": lambda d: d | {"cables": [1]},
    "a number for a column": lambda d: d | {"cables": d["cables"] | {"id": 1}},
    "a column too short": lambda d: d | {"devices": d["devices"] | {"cabinet": ["R01C01"]}},
    "text for a total": lambda d: d | {"totals": d["totals"] | {"total_cable_mm": "long"}},
    "a list for inputs": lambda d: d | {"inputs": []},
}


@pytest.fixture(autouse=True)
def graphs(here: Path) -> None:
    """Write the graph files that the specs name."""
    for name, data in FILES.items():
        (here / name).write_bytes(data)
    (here / "folder.edges").mkdir()


def listing(folder: Path) -> list[str]:
    """Return every name below a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def refused(cli: Any, here: Path, *line: object, code: int = exit_codes.INVALID_INPUT) -> str:
    """Run a command that must be refused, and return its message."""
    before = listing(here)
    ran = cli(*line)
    assert (ran.code, ran.out) == (code, "")
    assert ran.err.startswith("netfloor: ")
    assert all(line.startswith("  ") for line in ran.err.splitlines()[1:])  # one for each problem
    assert listing(here) == before
    message: str = ran.err
    return message


@pytest.mark.parametrize(("spec", "message"), NETWORKS.items())
def test_networks(spec: str, message: str, cli: Any, here: Path) -> None:
    """A network that cannot be is refused where its structure is asked for."""
    assert message in refused(cli, here, "topology", "show", spec, "--json")


@pytest.mark.parametrize(("spec", "message"), NETWORKS.items())
def test_networks_to_place(spec: str, message: str, cli: Any, here: Path) -> None:
    """A network that cannot be is refused where it is to be placed; one in parts can be placed."""
    if spec != "file:parted.edges":
        assert message in refused(cli, here, "layout", spec, "--iterations", 10)


@pytest.mark.parametrize("name", ROOMS)
def test_rooms(name: str, cli: Any, here: Path) -> None:
    """A room file that is wrong is refused by file and field, shown or laid out in."""
    if (text := ROOMS[name]) is not None:
        (here / "hall.toml").write_text(text)
    assert "hall.toml" in refused(cli, here, "room", "show", "hall.toml")
    assert "hall.toml" in refused(cli, here, "layout", "slimfly:3", "--room", "hall.toml")


@pytest.mark.parametrize("spec", ["", "paper:0", "paper:many", "grid:0x5", "grid:5", "grid:9999999x1"])
def test_room_rules(spec: str, cli: Any, here: Path) -> None:
    """A rule that names no room is refused, an empty name included."""
    refused(cli, here, "room", "show", spec)
    refused(cli, here, "layout", "slimfly:3", "--room", spec)


@pytest.mark.parametrize(("room", "missing"), [("grid:2x4", "2 slots are"), ("grid:1x1", "16 slots are")])
def test_a_room_that_is_too_small(room: str, missing: str, cli: Any, here: Path) -> None:
    """Too few slots are infeasible, and the message counts those that are missing."""
    message = refused(cli, here, "layout", "slimfly:3", "--room", room, code=exit_codes.INFEASIBLE)
    assert f"{missing} missing" in message
    assert room in message


@pytest.mark.parametrize("out", ["loop.edges/plan.json", "none/plan.json", ".", "", "x" * 300 + ".json"])
def test_a_plan_that_cannot_be_written(out: str, cli: Any, here: Path) -> None:
    """The place of the plan is looked at before the work starts."""
    refused(cli, here, "layout", "slimfly:3", "--out", out)


@pytest.mark.parametrize("out", ["/proc/plan.json", "/dev/full", "/dev/null"])
def test_a_plan_over_the_system(out: str, cli: Any, here: Path) -> None:
    """No device is replaced by a file, not by force either."""
    refused(cli, here, "layout", "slimfly:3", "--iterations", 10, "--out", out, "--force")
    assert not Path(out).is_file()


def test_a_file_of_others_is_kept(cli: Any, here: Path) -> None:
    """What netfloor did not write is overwritten by force only; a plan is."""
    (here / "plan.json").write_text("{}")
    line = ("layout", "slimfly:3", "--iterations", 10)
    assert "plan.json: exists" in refused(cli, here, *line)
    assert (here / "plan.json").read_text() == "{}"
    assert cli(*line, "--force").code == 0
    assert cli(*line, "--seed", 2).code == 0


@pytest.mark.parametrize(
    "line",
    [
        ("layout", "slimfly:3", "--placer", "oracle"),
        ("layout", "slimfly:3", "--gbps", "nan"),
        ("layout", "slimfly:3", "--gbps", "0"),
        ("topology", "export", "slimfly:3", "--to", "png"),
        ("topology", "export", "slimfly:3", "--out", "net.png"),
        ("topology", "export", "slimfly:3", "--out", "loop.edges"),
        ("topology", "export", "slimfly:3", "--out", "loop.edges/net.edges"),
        ("room", "show", "paper:20", "--svg", "loop.edges"),
        ("room", "show", "paper:20", "--svg", "loop.edges/room.svg"),
        ("init", "castle"),
        ("init", "grid", "--out", "loop.edges"),
        ("init", "grid", "--out", "loop.edges/grid.toml"),
        ("verify", "none.json"),
        ("verify", "folder.edges"),
        ("cost", "none.json"),
        ("cost", "plan.json", "--catalogue", "none"),
        ("cost", "plan.json", "--catalogue", "none.toml"),
        ("cost", "plan.json", "--catalogue", "hall.toml"),
        ("cost", "plan.json", "--reach", "nan"),
        ("cost", "plan.json", "--reach", "-1"),
        ("power", "plan.json", "--power-set", "none"),
        ("power", "plan.json", "--catalogue", "none"),
        ("latency", "plan.json", "--switch-ns", "inf"),
    ],
)
def test_options(line: tuple[str, ...], cli: Any, here: Path, plans: Any) -> None:
    """An option that names nothing is refused, whatever its command."""
    (here / "hall.toml").write_text("[grid]\nrows = 2\ncolumns = 2\n")
    (here / "plan.json").write_text(plans["slimfly"])
    refused(cli, here, *line)


@pytest.mark.parametrize("change", PLANS)
@pytest.mark.parametrize("command", ["verify", "cost", "power", "latency"])
def test_plans_that_are_none(command: str, change: str, cli: Any, here: Path, plans: Any) -> None:
    """A plan of another schema or with wrong types is refused by every command that reads plans."""
    path = here / "bad.json"
    path.write_text(json.dumps(PLANS[change](json.loads(plans["slimfly"]))))
    assert "bad.json" in refused(cli, here, command, "bad.json")


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.999])
def test_truncated_plans(share: float, cli: Any, here: Path, plans: Any) -> None:
    """A plan that was cut off is refused, wherever the cut is."""
    text = plans["slimfly"].rstrip()
    (here / "bad.json").write_text(text[: int(share * len(text))])
    assert "bad.json" in refused(cli, here, "verify", "bad.json")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"schema": 1, "schema": 1}', '{"a": NaN}', "\x00", "9" * 10_000]
)
def test_json_that_is_none(text: str, cli: Any, here: Path) -> None:
    """What is not JSON, or abuses it, is refused."""
    (here / "bad.json").write_text(text)
    refused(cli, here, "verify", "bad.json")


def test_a_parted_network_has_no_latency(cli: Any, here: Path) -> None:
    """A network in parts can be placed, verified and priced; latency needs a path."""
    assert cli("layout", "file:parted.edges", "--iterations", 10, "--out", "parted.json").code == 0
    assert cli("verify", "parted.json").code == 0
    assert cli("cost", "parted.json").code == 0
    assert "no path joins" in refused(cli, here, "latency", "parted.json")


def test_costs_of_a_forged_plan(cli: Any, here: Path, plans: Any) -> None:
    """No figure is computed on a plan that is not as claimed."""
    document = json.loads(plans["slimfly"])
    document["inputs"]["network"]["link_gbps"] = 400.0
    (here / "bad.json").write_text(json.dumps(document))
    for command in ("cost", "power", "latency"):
        assert "bad.json" in refused(cli, here, command, "bad.json", code=exit_codes.CHECK_FAILED)
