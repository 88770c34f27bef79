"""Loads and routes as users get them: documents, files, refusals, plans."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from netfloor.cli import app
from netfloor.foundation.errors import InputError
from netfloor.reports.traffic.load import load_document
from netfloor.studies.named_network import NetworkRequest, find_network
from netfloor.studies.traffic.load import LoadRequest, measure_load

RUNNER = CliRunner()


def run(line: str, code: int = 0) -> str:
    """Return what a command prints."""
    done = RUNNER.invoke(app, line.split())
    assert done.exit_code == code, done.output
    return done.stdout


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the records of a CSV file."""
    return list(csv.DictReader(io.StringIO(path.read_text())))


def test_the_load_of_a_plan_names_cabinets_and_every_channel(tmp_path: Path) -> None:
    """The hottest channel of the document is that of the CSV, and its cabinets are the plan's."""
    plan, out = tmp_path / "plan.json", tmp_path / "out"
    run(f"layout dragonfly:a=4,p=2,h=2 --room grid:4x8 --iterations 50 --chains 1 --out {plan} -q")
    text = run(f"traffic load {plan} --routing group-minimal --pattern next-group --json --out {out} -q")
    document: dict[str, Any] = json.loads(text)
    assert document["throughput"] == pytest.approx(1 / 8)
    channels = rows_of(out / "channels.csv")
    assert len(channels) == document["channels"] == 180
    hottest = document["hottest"][0]
    line = max(channels, key=lambda row: float(row["load"]))
    assert {key: line[key] for key in ("from", "to", "from_cabinet", "to_cabinet")} == {
        key: hottest[key] for key in ("from", "to", "from_cabinet", "to_cabinet")
    }
    cabinets = find_network(NetworkRequest(str(plan))).cabinets
    assert cabinets is not None
    assert cabinets[int(hottest["from"])] == hottest["from_cabinet"]
    loads = sorted(float(row["ejection_load"]) for row in rows_of(out / "endpoints.csv"))
    assert loads == pytest.approx([1.0] * 72)
    assert "0.1250 of its rate" in (out / "report.html").read_text()
    with pytest.raises(InputError, match="has its own gbps"):
        find_network(NetworkRequest(str(plan), gbps=200.0))


@pytest.mark.parametrize(
    ("line", "limit", "loads"),
    [
        (
            "torus:8,endpoints=1 --pattern tornado",
            "channels between switches (throughput = 1 / highest load, 3.0000)",
            (3, 1.5, 1),
        ),
        (
            "hypercube:2,endpoints=1",
            "channels of endpoints (throughput = 1 / highest load, 1.0000); "
            "channels between switches would allow 2.0000",
            (0.5, 0.5, 1),
        ),
        (
            "mesh:2,endpoints=3 --pattern ring --ranks 3",
            "channels of endpoints (throughput = 1 / highest load, 1.0000)",
            (0, 0, 1),
        ),
    ],
)
def test_people_read_what_limits_a_network(line: str, limit: str, loads: tuple[float, ...]) -> None:
    """By hand: three hops round a ring, 4 hops on 8 channels, and ranks of one switch alone."""
    fields = [
        text.split("  ", 1) for text in run(f"traffic load {line} --verbose").splitlines() if "  " in text
    ]
    told = {name.strip(): text.strip() for name, text in (one for one in fields if len(one) == 2)}
    assert told["limited by"].startswith(limit)
    assert told["throughput"].startswith(f"{1 / max(loads):.4f} of the injection rate")
    of = "highest load between switches", "mean load between switches", "highest load at an endpoint"
    assert [float(told[name].split(",")[0]) for name in of] == list(loads)


def test_the_document_says_how_ranks_were_allocated() -> None:
    """Who reads the JSON alone knows the ranks, the seed and the unit of the rate."""
    request = LoadRequest(NetworkRequest("slimfly:5", 2, 200.0, 7), "minimal", "bit-reverse", shown=2)
    document = load_document(measure_load(request))
    assert (document["ranks"], document["endpoints"], len(document["hottest"])) == (64, 100, 2)
    assert "allocated at random (seed 7)" in document["notes"][-1]
    assert document["throughput_gbps"] == pytest.approx(200 * document["throughput"])


def test_files_of_routes_prove_themselves(tmp_path: Path) -> None:
    """Tables, dependencies and ranks can be checked from the files alone."""
    out = tmp_path / "routes"
    document = json.loads(
        run(f"traffic routes dragonfly:a=4,p=2,h=2 --routing group-ugal-l --json -q --out {out}")
    )
    assert document["deadlock_free"]
    channels = {row["channel"]: row for row in rows_of(out / "channels.csv")}
    table = rows_of(out / "table.csv")
    assert len(table) == 36 * 35
    hops = {(row["switch"], row["destination"]): int(row["hops"]) for row in table}
    for row in table:
        for channel in row["channels"].split():
            end = channels[channel]["to"]
            assert channels[channel]["from"] == row["switch"]
            assert hops.get((end, row["destination"]), 0) == int(row["hops"]) - 1
    dependencies = rows_of(out / "dependencies.csv")
    assert len(dependencies) == document["dependencies"]
    rank: dict[tuple[str, str], str] = {}
    for row in dependencies:
        for side in ("held", "asked"):
            node = row[f"{side}_channel"], row[f"{side}_virtual"]
            assert rank.setdefault(node, row[f"{side}_rank"]) == row[f"{side}_rank"]
        assert channels[row["held_channel"]]["to"] == channels[row["asked_channel"]]["from"]
        assert int(row["held_rank"]) < int(row["asked_rank"])
    assert sum(float(row["pairs"]) for row in rows_of(out / "hops.csv")) == 36 * 35
    with np.load(out / "routes.npz") as arrays:
        assert (arrays["rank"][arrays["held"]] < arrays["rank"][arrays["asked"]]).all()


def test_a_cycle_is_printed_and_fails() -> None:
    """A ring without a second virtual channel can deadlock: exit code 6, and the ring is shown."""
    text = run("traffic routes torus:5,endpoints=1 --routing minimal --virtual-channels one -q", 6)
    assert "POSSIBLE: packets on 5 channels can wait for each other: 0 > 1 on 0, 1 > 2 on 0" in text


def test_hops_are_those_of_the_packets_that_are_named() -> None:
    """UGAL's longest path goes by an intermediate; Valiant's hops are shares that add up to all packets."""
    ugal = run("traffic routes slimfly:5 --endpoints 1 --routing ugal-l -q --verbose")
    assert "at most 4 hops by an intermediate; minimal paths at most 2, 1.8571 on average" in ugal
    valiant = run("traffic routes slimfly:5 --endpoints 1 --routing valiant -q --verbose")
    line = next(line for line in valiant.splitlines() if line.startswith("packets of 1, 2"))
    assert sum(map(float, re.findall(r"([\d.]+) %", line))) == pytest.approx(100, abs=0.03)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("load slimfly:5 --routing minimal --pattern uniform", "has 0 endpoints"),
        ("load slimfly:5 --endpoints 1 --routing least --pattern uniform", "known: minimal"),
        ("load slimfly:5 --endpoints 1 --routing minimal --pattern none", "known: uniform"),
        ("load slimfly:5 --endpoints 1 --routing up-down --pattern uniform", "needs a tree"),
        ("load slimfly:5 --endpoints 1 --routing minimal --pattern ring --split both", "known: hop, path"),
        ("routes slimfly:5 --routing minimal", "fewer than two switches with endpoints"),
        ("routes slimfly:5 --endpoints 1 --routing minimal --virtual-channels some", "known: by-hop"),
        (
            "routes torus:4x4 --endpoints 1 --routing minimal --virtual-channels by-group",
            "routes by groups",
        ),
        (
            "routes torus:70 --endpoints 1 --routing valiant",
            "by-hop needs 71 virtual channels on torus:70, and 62 is the most",
        ),
        ("simulate torus:600 --endpoints 1 --routing minimal --pattern ring --load 0.1", "needs 301"),
        (
            "simulate torus:60x60 --endpoints 1 --routing minimal --pattern ring --load 0.1"
            " --virtual-channels dimensions",
            "not proved free of deadlock on 3,600 switches",
        ),
        ("routes torus:60x60 --endpoints 1 --routing minimal", "at most 3,000 switches"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_sentence(words: str, says: str) -> None:
    """The sentence names what is wrong and what would be right."""
    done = RUNNER.invoke(app, ["traffic", *words.split()])
    assert isinstance(done.exception, InputError)
    assert says in str(done.exception)


def test_networks_in_parts_are_refused(tmp_path: Path) -> None:
    """Without a path between two switches there is no routing."""
    graph = tmp_path / "parts.edges"
    graph.write_text("a b\nc d\n")
    with pytest.raises(InputError, match="not connected"):
        measure_load(LoadRequest(NetworkRequest(f"file:{graph}", 1), "minimal", "uniform"))


def test_the_worst_permutation_is_written_and_read_back(tmp_path: Path) -> None:
    """Its table loads the same channel as much; a simulation by its name is told where it is made."""
    out, line = tmp_path / "out", "traffic load circulant:12:1,5 --endpoints 2 --json -q"
    found = json.loads(run(f"{line} --pattern worst-permutation --out {out}"))
    assert any("worst permutation of minimal routing, exact" in note for note in found["notes"])
    again = json.loads(run(f"{line} --pattern {out}/pattern.csv"))
    assert again["highest_load"] == pytest.approx(found["highest_load"])
    simulated = "traffic simulate circulant:12:1,5 --endpoints 2 --pattern worst-permutation"
    assert "traffic load finds it" in str(RUNNER.invoke(app, simulated.split()).exception)
