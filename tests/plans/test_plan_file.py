"""The plan file: everything that was claimed, nothing of the machine."""

import copy
import json

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import portable_path
from netfloor.layout.budget import Budget
from netfloor.layout.solve import SolveOptions, solve
from netfloor.plans.file import (
    SCHEMA,
    document_sha256,
    plan_document,
    plan_text,
    portable_spec,
    read_record,
)
from netfloor.plans.plan import new_plan
from netfloor.rooms.room import GridRoom
from netfloor.rooms.room_spec import room_from_definition
from netfloor.topologies.digest import links_sha256
from netfloor.topologies.spec import build

BUDGET = Budget(iterations=400)


def document_of(topology, room, spec="grid:3x4"):
    """Return the plan of a small solve."""
    result = solve(topology, room, SolveOptions(budget=BUDGET, chains=2))
    return plan_document(new_plan(topology, room, spec, result, BUDGET))


@pytest.fixture(scope="module")
def document():
    """Make a plan of a random network."""
    return document_of(build("random:20,3,seed=1"), GridRoom("grid:3x4", 3, 4))


def refused(tmp_path, document):
    """Return what the user reads."""
    path = tmp_path / "plan.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_record(path)
    return str(caught.value)


@settings(max_examples=15)
@given(data=st.data())
def test_a_plan_comes_back_as_it_was_written(tmp_path_factory, placeable, data):
    """read(write(x)) = x, whatever network and room; room and placement rebuild from it."""
    topology, room = data.draw(placeable(heaviest=(1, 3)))
    document = document_of(topology, room)
    path = tmp_path_factory.getbasetemp() / "plan.json"
    path.write_text(plan_text(document))
    found, model = read_record(path)
    assert found == document
    assert room_from_definition(model.inputs.room.definition, "x") == room
    assert model.totals.cables == len(model.cables.id) == topology.link_count
    assert model.sha256 == document_sha256(found)


def test_the_same_solve_gives_the_same_bytes():
    """No time, no host, no path: two plans of one seed are equal."""
    texts = {
        plan_text(document_of(build("random:20,3,seed=1"), GridRoom("grid:3x4", 3, 4))) for _ in range(2)
    }
    assert len(texts) == 1


def test_every_column_stands_on_a_line_of_its_own(document):
    """So that two plans can be compared line by line, and a table is read in one call."""
    lines = plan_text(document).splitlines()
    for table in ("devices", "cables"):
        for name, column in document[table].items():
            line = f'  "{name}": {json.dumps(column, separators=(",", ":"))}'
            assert line in [one.rstrip(",") for one in lines]
    assert document["cables"]["id"] == [f"C{number:06d}" for number in range(1, 31)]
    assert document["cables"]["gbps"] == 100.0
    assert document["devices"]["kind"] == "switch"


def test_a_plan_without_cables_can_be_read(tmp_path, topology_of):
    """One router, or none linked."""
    document = document_of(topology_of(nx.empty_graph(3)), GridRoom("x", 1, 2))
    (tmp_path / "plan.json").write_text(plan_text(document))
    assert read_record(tmp_path / "plan.json")[1].cables.id == []


@pytest.mark.parametrize(
    ("spec", "portable"),
    [
        ("hall.toml", "hall.toml"),
        ("rooms/hall.toml", "rooms/hall.toml"),
        ("/home/somebody/hall.toml", "hall.toml"),
        ("paper:168", "paper:168"),
    ],
)
def test_rooms_are_named_without_the_machines_folders(spec, portable):
    """What was typed relative stays."""
    assert portable_path(spec) == portable


@pytest.mark.parametrize(
    ("spec", "portable"),
    [
        ("file:/home/somebody/net.edges", "file:net.edges"),
        ("file:graphs/net.edges", "file:graphs/net.edges"),
        ("lps:11,7", "lps:11,7"),
    ],
)
def test_networks_are_named_without_the_machines_folders(spec, portable):
    """Only graph files have paths."""
    assert portable_spec(spec) == portable


def test_no_absolute_path_is_in_a_plan(tmp_path):
    """Graph and room from absolute paths leave their names only; the graph is in the plan whole."""
    (tmp_path / "net.edges").write_text("a b\nb c\nc a\nc d\n", encoding="utf-8")
    topology = build(f"file:{tmp_path / 'net.edges'}")
    document = document_of(topology, GridRoom("hall", 2, 2), spec=str(tmp_path / "hall.toml"))
    assert str(tmp_path) not in plan_text(document)
    assert tmp_path.name not in plan_text(document)
    assert document["inputs"]["room"]["spec"] == "hall.toml"
    network = document["inputs"]["network"]
    assert network["spec"] == "file:net.edges"
    assert network["graph"]["labels"] == list(topology.labels)
    assert [link[:2] for link in network["graph"]["links"]] == topology.links.tolist()


def test_the_links_checksum_is_that_of_the_graph(topology_of):
    """One link more, one fewer, or one doubled: another checksum."""
    square, chord = nx.cycle_graph(4), nx.cycle_graph(4)
    chord.add_edge(0, 2)
    double = nx.cycle_graph(4)
    double.edges[0, 1]["weight"] = 2
    graphs = [square, chord, double, nx.path_graph(4), nx.disjoint_union(square, nx.empty_graph(1))]
    assert len({links_sha256(topology_of(graph)) for graph in graphs}) == 5
    assert links_sha256(topology_of(square)) == links_sha256(topology_of(nx.cycle_graph(4)))


def test_a_newer_schema_is_refused(tmp_path, document):
    """Rather than read wrongly."""
    message = refused(tmp_path, {**document, "schema": SCHEMA + 2})
    assert f"schema {SCHEMA + 2}, newer than this netfloor understands" in message


def test_an_earlier_schema_is_refused(tmp_path, document):
    """With what to do: older files have another form, and the plan is made again."""
    message = refused(tmp_path, {**document, "schema": SCHEMA - 1})
    assert f"schema {SCHEMA - 1}, which an earlier netfloor wrote" in message
    assert "make the plan again" in message


@pytest.mark.parametrize("schema", [0, -1, 1.0, "1", True, None])
def test_what_is_no_schema_number_is_refused(tmp_path, document, schema):
    """Whole numbers from 1."""
    assert "is not a schema number" in refused(tmp_path, {**document, "schema": schema})


@pytest.mark.parametrize(
    "content", ["{}", "[]", "3", '"netfloor plan"', '{"kind": "other"}', '{"schema": 1}']
)
def test_what_is_no_plan_is_refused(tmp_path, content):
    """Any other JSON."""
    assert "is not a netfloor plan" in refused(tmp_path, content)


@pytest.mark.parametrize("content", ["", "{", '{"kind": "netfloor plan", "kind": "x"}', "nonsense"])
def test_what_is_no_json_is_refused(tmp_path, content):
    """By the name of the file."""
    assert str(tmp_path / "plan.json") in refused(tmp_path, content)


def fields(value, path=()):
    """Yield the path to every field of a plan; of a list the first entry stands for all."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key)
            if key not in {"parameters", "definition", "tool"}:
                yield from fields(inner, (*path, key))
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        yield from fields(value[0], (*path, 0))


def changed(document, path, change):
    """Return a plan with one field changed; ``change`` gets its parent and its key."""
    altered = copy.deepcopy(document)
    parent = altered
    for key in path[:-1]:
        parent = parent[key]
    change(parent, path[-1])
    return altered


def test_every_field_is_needed(tmp_path, document):
    """A plan that lacks any of its fields is refused, naming it; columns of defaults may be left out."""
    optional = {("cables", "gbps")}
    assert optional < {*fields(document)}
    for path in fields(document):
        if path in optional:
            continue
        message = refused(tmp_path, changed(document, path, lambda parent, key: parent.pop(key)))
        assert path == ("kind",) or str(path[-1]) in message


def test_every_field_has_its_type(tmp_path, document):
    """A list of lists is right nowhere."""
    for path in fields(document):
        refused(tmp_path, changed(document, path, lambda parent, key: parent.update({key: [[None]]})))


def test_booleans_are_no_numbers(tmp_path, document):
    """True is not 1."""
    for path in (
        *(("cables", "length_mm"), ("cables", "gbps"), ("devices", "ports"), ("totals", "cables")),
        ("solver", "seed"),
    ):
        assert path[-1] in refused(tmp_path, changed(document, path, lambda p, key: p.update({key: True})))
    for path in (("cables", "length_mm", 0), ("devices", "ports", 3)):
        found = copy.deepcopy(document)
        found["devices"]["ports"] = [3] * 20
        found[path[0]][path[1]][path[2]] = True
        assert ".".join(path[:2]) in refused(tmp_path, found)
    assert "placement" in refused(tmp_path, {**document, "placement": [True]})


def test_the_checksum_covers_everything_but_itself(document):
    """A change anywhere changes it."""
    before = document_sha256(document)
    assert document["sha256"] == before
    for path in fields(document):
        if path != ("sha256",):
            altered = changed(document, path, lambda parent, key: parent.update({key: "changed"}))
            assert document_sha256(altered) != before
