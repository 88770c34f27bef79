"""The smaller commands print what they should, for people and for programs."""

import json
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest
from defusedxml.ElementTree import fromstring

from netfloor.costmodels.buying.ownership_terms import load_ownership_terms
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.exchange.lists.read import read_lists
from netfloor.foundation.files import to_json
from netfloor.plans.cabinet_slots import cabinet_slots
from netfloor.rooms.hall import read_hall
from netfloor.rooms.room_file import read_room
from netfloor.starters import STARTERS
from netfloor.studies.compare.study_file import read_study
from netfloor.studies.hall_plan.file import read_hall_plan
from netfloor.topologies.spec import FAMILIES, build
from tests.fixtures.rows import network_cables

ROOT = Path(__file__).parents[3]
STARTER_FILES = ROOT / "netfloor" / "starter_files"

SHOWN = {
    "schema", "network", "routers", "links", "radix", "diameter", "mean_distance", "girth", "mu1",
}  # fmt: skip


@pytest.fixture
def plan(plans: Any, here: Path) -> Path:
    """Return a good plan of Slim Fly 3 with two endpoints a router."""
    (here / "plan.json").write_text(plans["slimfly"])
    return here / "plan.json"


def test_every_family_is_listed(cli: Any) -> None:
    """The list holds every family with how it is written, its formulas and its source."""
    text, listed = cli("topology", "list", "--verbose").out, cli("topology", "list", "--json").json()
    assert [family["family"] for family in listed["families"]] == list(FAMILIES)
    for family in FAMILIES.values():
        parts = (family.usage, family.routers, family.radix, family.endpoints, family.source)
        assert all(part in text for part in parts)


def test_the_structure_of_hoffman_and_singletons_graph(cli: Any) -> None:
    """Slim Fly 5 is their graph: 50 routers of 7 links, diameter 2, girth 5 (Hoffman, Singleton 1960)."""
    facts = cli("topology", "show", "slimfly:5", "--json").json()
    assert facts.keys() >= SHOWN
    assert "bisection_links" not in facts
    graph = nx.hoffman_singleton_graph()
    assert facts["mean_distance"] == pytest.approx(nx.average_shortest_path_length(graph))
    assert (facts["routers"], facts["links"], facts["radix"]) == (50, 175, 7)
    assert (facts["diameter"], facts["girth"]) == (2, 5)


def test_bisection_is_shown_on_request(cli: Any) -> None:
    """The two ends of the interval have their keys, and people read when they meet."""
    facts = cli("topology", "show", "slimfly:3", "--bisection", "--json").json()
    assert 0 < facts["bisection_lower_links"] <= facts["bisection_links"]
    text = cli("topology", "show", "slimfly:3", "--bisection").out
    assert ("exact" in text) == (facts["bisection_lower_links"] == facts["bisection_links"])


def test_both_normalisations_of_a_bisection_are_named(cli: Any) -> None:
    """Domke et al., section 2: 57.1 % of half the endpoints, which is 22.2 % of all links; exact."""
    text = cli("topology", "show", "hyperx:12x8,t=7", "--bisection").out
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for line in (
        "bisection, best cut found 192 links, exact",
        "share of all links (of nk/2) 22.2 %",
        "bisection of the endpoints 192 links, exact",
        "share of half the endpoints 57.1 %",
    ):
        assert line in lines
    assert "half the endpoints" not in cli("topology", "show", "hyperx:12x8", "--bisection").out


@pytest.mark.parametrize("form", ["edges", "graphml", "graph6", "adjacency"])
def test_an_exported_network_is_the_same_network(form: str, cli: Any, here: Path) -> None:
    """Written in any format and read again, a network has the same links."""
    suffix = {"edges": "edges", "graphml": "graphml", "graph6": "g6", "adjacency": "adj"}[form]
    out = f"net.{suffix}"
    ran = cli("topology", "export", "slimfly:3", "--out", out)
    assert (ran.code, ran.out, ran.err) == (0, "", f"written: {out}\n")
    assert np.array_equal(build(f"file:{here / out}").links, build("slimfly:3").links)
    assert cli("topology", "export", "slimfly:3", "--to", form).out == (here / out).read_text()


def test_an_export_as_json(cli: Any, here: Path) -> None:
    """Programs get the text, or the name of the file, in one document."""
    inline = cli("topology", "export", "slimfly:3", "--json").json()
    assert (inline["schema"], inline["format"], inline["links"]) == (1, "edges", 45)
    written = cli("topology", "export", "slimfly:3", "--out", "net.edges", "--json").json()
    assert written["file"] == "net.edges"
    assert (here / "net.edges").read_text() == inline["text"]


def test_an_export_says_what_the_format_drops(cli: Any) -> None:
    """Endpoints that a format does not hold are not lost in silence."""
    assert "drops endpoints" in cli("topology", "export", "slimfly:3", "--endpoints", 2).err
    assert cli("topology", "export", "slimfly:3", "--endpoints", 2, "--quiet").err == ""
    assert "no endpoints" not in cli("topology", "export", "slimfly:3").err


def test_a_room_is_drawn_and_measured(cli: Any) -> None:
    """The paper's room for 168 routers: 5 x 17 cabinets, 4 + 2 * 4 + 0.6 * 16 = 21.6 m across."""
    text, facts = cli("room", "show", "paper:168").out, cli("room", "show", "paper:168", "--json").json()
    assert text.splitlines()[4] == "R05 " + "·" * 17
    assert "21.6 m" in text
    assert (facts["cabinets"], facts["slots"], facts["longest_cable_m"]) == (85, 170, 21.6)
    assert facts["floor_m"] == [10.0, 10.2]


def test_a_room_as_svg(cli: Any, here: Path) -> None:
    """The drawing is well-formed, said to be written, and not written over without force."""
    line = ("room", "show", "grid:2x3", "--svg", "room.svg")
    assert cli(*line).err == "written: room.svg\n"
    assert fromstring((here / "room.svg").read_text()).tag.endswith("svg")
    assert cli(*line).code == 3
    assert cli(*line, "--force", "--quiet").err == ""


def test_missing_cabinets_shorten_the_longest_cable(cli: Any, here: Path) -> None:
    """The farthest usable cabinets count, not the corners of the grid; brute force agrees."""
    (here / "hall.toml").write_text(
        '[grid]\nrows = 4\ncolumns = 9\nmissing = ["R1C1-R1C4", "R4C9"]\ntaken = ["R4C1", "R2C9"]\n'
    )
    facts = cli("room", "show", "hall.toml", "--json").json()
    matrix = read_room(here / "hall.toml").slot_lengths()
    assert facts["longest_cable_m"] == matrix.max() / 1000


@pytest.mark.parametrize("kind", STARTERS)
def test_a_starter_is_a_good_file(kind: str, cli: Any, here: Path) -> None:
    """What init writes is read without a change, and is what it prints."""
    assert cli("init", kind, "--out", "file.toml").err == "written: file.toml\n"
    if kind == "plan":  # it names a catalogue of its reader's
        (here / "parts.toml").write_text((ROOT / "examples/catalogue/parts_400g.toml").read_text())
    readers: dict[str, Any] = {
        "grid": read_room,
        "hall": read_hall,
        "plan": read_hall_plan,
        "study": read_study,
        "catalogue": load_catalogue,
        "ownership": load_ownership_terms,
        "devices": lambda path: read_starter_lists(path, None),
        "cables": lambda path: read_starter_lists(STARTER_FILES / "devices.csv", path),
    }
    readers[kind](here / "file.toml")
    text = (here / "file.toml").read_text()
    assert cli("init", kind).out == text
    assert cli("init", kind, "--json").json() == {"schema": 1, "kind": kind, "text": text}
    assert cli("init", kind, "--out", "file.toml").code == 3
    assert cli("init", kind, "--out", "file.toml", "--force", "--json").json()["file"] == "file.toml"


def read_starter_lists(devices: Path, cables: Path | None) -> None:
    """Read lists for the hall that `init hall` writes; they leave cables open, never a device."""
    cabinets = cabinet_slots(read_hall(STARTER_FILES / "hall.toml")).cabinets
    listed = read_lists([devices] if cables is None else [devices, cables], cabinets)
    assert bool(listed.notes) == bool(listed.fabric.cables) == (cables is not None)


def test_a_table_has_no_schema(cli: Any) -> None:
    """The kinds that have one are named."""
    refused = cli("init", "cables", "--schema")
    assert refused.code == 3
    assert "cables is a table and has no JSON Schema; with one: grid, hall, plan, study," in refused.err


@pytest.mark.parametrize("kind", [kind for kind, (model, _) in STARTERS.items() if model is not None])
def test_a_schema_is_one_of_json(kind: str, cli: Any, here: Path) -> None:
    """An editor gets a schema that names every table of the file, printed or written."""
    schema = cli("init", kind, "--schema").json()
    assert schema["type"] == "object"
    assert {"schema"} < set(schema["properties"])
    assert cli("init", kind, "--schema", "--out", "s.json").code == 0
    assert (here / "s.json").read_text() == to_json(schema)


@pytest.mark.usefixtures("plan")
def test_a_bill_adds_up(cli: Any) -> None:
    """Parts add up to media, media to cables, and all to the total."""
    bill = cli("cost", "plan.json", "--catalogue", "perseus-2011", "--json").json()
    by_length = sum(row["cost"] for row in bill["by_length"])
    assert by_length == pytest.approx(bill["cable_cost"])
    assert sum(one["cost"] for one in bill["by_medium"].values()) == pytest.approx(bill["cable_cost"])
    parts = ("cable_cost", "switch_cost", "host_cable_cost", "install_cost")
    assert sum(bill[part] for part in parts) == pytest.approx(bill["total_cost"])
    assert sum(one["cables"] for one in bill["by_medium"].values()) == bill["links"] == 45
    assert (bill["endpoints"], bill["host_cables"]) == (36, 36)


def test_the_reach_decides_the_medium(cli: Any, plan: Path) -> None:
    """``--reach`` in metres is the longest electrical cable, in cost and in power."""
    lengths = np.array(json.loads(plan.read_text())["cables"]["length_mm"])
    for reach in (0, 4.6, 100):
        bill = cli("cost", "plan.json", "--reach", reach, "--json").json()
        electrical = int((lengths <= reach * 1000).sum())
        assert bill["by_medium"]["electrical"]["cables"] == electrical
        watts = cli("power", "plan.json", "--reach", reach, "--json").json()["by_medium_w"]
        assert watts["electrical"] == pytest.approx(2 * 3.76 * electrical)  # SpectralFly, section VII


@pytest.mark.usefixtures("plan")
def test_power_per_bandwidth(cli: Any) -> None:
    """Watts over the bisection's Gb/s, on request, the same for the same seed."""
    assert "mw_per_gbps" not in cli("power", "plan.json", "--json").json()
    power = cli("power", "plan.json", "--bisection", "--seed", 3, "--json").json()
    assert power["mw_per_gbps"] == pytest.approx(
        power["network_w"] * 1000 / (power["bisection_links"] * 100.0)
    )
    assert "mW per Gb/s" in cli("power", "plan.json", "--bisection").out


def test_latency_is_that_of_shortest_weighted_paths(cli: Any, plan: Path) -> None:
    """NetworkX finds the same mean and maximum: 5 ns/m, one switch a hop."""
    table = cli("latency", "plan.json", "--switch-ns", 50, "--switch-ns", 0, "--json").json()["latency"]
    assert [row["switch_ns"] for row in table] == [0.0, 50.0]
    for row in table:
        graph = nx.Graph()
        for cable in network_cables(json.loads(plan.read_text())):
            weight = row["switch_ns"] + 5 * cable["length_mm"] / 1000
            graph.add_edge(cable["a"]["switch"], cable["b"]["switch"], weight=weight)
        paths = dict(nx.all_pairs_dijkstra_path_length(graph))
        values = [ns for one, others in paths.items() for other, ns in others.items() if one != other]
        assert row["mean_latency_ns"] == pytest.approx(np.mean(values))
        assert row["max_latency_ns"] == pytest.approx(max(values))


@pytest.mark.usefixtures("here")
def test_latency_and_distance_of_a_tree_say_what_they_are_between(cli: Any) -> None:
    """Headings, and keys of JSON, name the switches with endpoints, where not every switch counts."""
    cli("layout", "leafspine:4,2", "--iterations", 100, "--out", "tree.json")
    assert "between switches with endpoints" in cli("latency", "tree.json").out
    assert cli("latency", "tree.json", "--json").json()["between"] == "switches with endpoints"
    text, facts = (cli("topology", "show", "leafspine:4,2", *how).out for how in ((), ("--json",)))
    assert "diameter, between switches with endpoints" in text
    assert json.loads(facts)["distances_between"] == "switches with endpoints"
    assert (json.loads(facts)["diameter"], json.loads(facts)["mean_distance"]) == (2, 2.0)
    assert "between switches" not in cli("topology", "show", "slimfly:3").out


@pytest.mark.usefixtures("plan")
def test_people_read_tables(cli: Any) -> None:
    """Every total of the documents is in the texts, and a mark if a coefficient has no source."""
    bill, text = cli("cost", "plan.json", "--json").json(), cli("cost", "plan.json").out
    assert f"{bill['total_cost']:,.2f}" in text
    assert "UNVERIFIED" in text
    power, text = cli("power", "plan.json", "--json").json(), cli("power", "plan.json").out
    assert f"{power['network_w']:,.2f} W" in text
    lines = cli("latency", "plan.json").out.splitlines()
    assert len(lines) == 2 + 11
    assert all(source["source"] for source in bill["sources"] + power["sources"])


@pytest.mark.usefixtures("plan")
def test_verification_has_its_code(cli: Any, here: Path) -> None:
    """0 and figures where all is well; 6, the problems and no traceback where it is not."""
    good = cli("verify", "plan.json", "--json")
    assert (good.code, good.json()["ok"]) == (0, True)
    document = json.loads((here / "plan.json").read_text())
    document["placement"][0] = document["placement"][1]
    (here / "bad.json").write_text(json.dumps(document))
    bad = cli("verify", "bad.json", "--json")
    assert bad.code == 6
    assert bad.err == ""
    assert not bad.json()["ok"]
    assert bad.json()["mean_cable_m"] is None
    text = cli("verify", "bad.json")
    assert (text.code, text.err) == (6, "")
    assert "FAIL: " in text.out


def test_what_a_verification_leaves_unchecked_is_said(cli: Any, plans: Any, here: Path) -> None:
    """Room and graph that are gone: two lines and the verdict; with --strict the check fails."""
    (here / "file.json").write_text(plans["file"])
    loud, strict = cli("verify", "file.json"), cli("verify", "file.json", "--strict")
    assert (loud.code, strict.code) == (0, 6)
    assert loud.out.count("unchecked    ") == strict.out.count("unchecked    ") == 2
    assert "PASS, but 2 items could not be checked" in loud.out
    assert "FAIL: 2 items could not be checked" in strict.out
    told = cli("verify", "file.json", "--strict", "--json")
    assert (told.code, told.json()["ok"], len(told.json()["unchecked"])) == (6, False, 2)
