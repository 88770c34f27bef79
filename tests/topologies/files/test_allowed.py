"""What a graph file may hold once its user says so: loops, and edges that are links each."""

import pytest

from netfloor.foundation.errors import InputError
from netfloor.plans.verify import verify_plan
from netfloor.topologies.spec import build

LOOPS = {
    "x.edges": "a b\nb b\nb c 2\n",
    "x.adj": "a b\nb b\nc b b\n",
    "x.dot": "graph { a -- b -- b -- c; c -- b }\n",
    "x.golf": "0 1\n1 1\n1 2\n",
    "x.grid": "0,0 0,1\n0,1 0,1\n0,1 1,1\n",
    "x.graphml": "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/><node id='c'/>"
    "<edge source='a' target='b'/><edge source='b' target='b'/><edge source='b' target='c'/>"
    "<edge source='b' target='c'/></graph></graphml>",
}


@pytest.mark.parametrize("name", LOOPS)
def test_loops_are_left_out_where_the_spec_says_so(here, name):
    """Else refused, with the words to add; every other link stays."""
    (here / name).write_text(LOOPS[name])
    with pytest.raises(InputError, match="add ,loops=drop to the spec"):
        build(f"file:{name}")
    topology = build(f"file:{name},loops=drop")
    simple = name in {"x.golf", "x.grid"}
    assert (topology.routers, topology.link_count) == (3, 2 if simple else 3)
    assert "1 links from a switch to itself were dropped" in topology.notes


ARROWS = (
    "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/>"
    "<edge source='b' target='c'/><edge source='a' target='b'/><edge source='a' target='b'/>"
    "<edge source='b' target='a'/></graph></graphml>"
)


def test_arrows_are_links_where_the_spec_says_so(here):
    """Two one way and one the other are three links; else nobody knows, and the words to add are told."""
    (here / "x.graphml").write_text(ARROWS)
    with pytest.raises(InputError, match="add ,arrows=links to the spec"):
        build("file:x.graphml")
    assert build("file:x.graphml,arrows=links").link_count == 4
    (here / "x.graphml").write_text(ARROWS.replace("<edge source='a' target='b'/>", "", 1))
    topology = build("file:x.graphml")
    assert topology.link_count == 2
    assert any("1 of 2 joined pairs have edges both ways" in note for note in topology.notes)


@pytest.mark.parametrize("option", ["loops=keep", "arrows=1", "loops=drop,loops=drop"])
def test_other_words_are_refused(here, option):
    """There is one word for each."""
    (here / "x.edges").write_text("a b\n")
    with pytest.raises(InputError):
        build(f"file:x.edges,{option}")


def test_a_plan_of_such_a_file_is_checked_against_it(cli, here):
    """The spec says how the file was read."""
    (here / "x.edges").write_text(LOOPS["x.edges"])
    assert cli("layout", "file:x.edges,loops=drop", "--iterations", 1, "--out", "p.json").code == 0
    found = verify_plan(here / "p.json")
    assert found.ok
    assert not found.unchecked
    (here / "x.edges").write_text("a b\nb b\na c 2\n")
    assert not verify_plan(here / "p.json").ok


@pytest.mark.parametrize(
    ("text", "form"), [("4 3\n0,0 3,2\n3,2 1,1\n", "graphgolf-grid"), ("a,b c,d\n", "edges")]
)
def test_an_edge_list_between_points_is_a_grid(here, text, form):
    """Graph Golf's grids end in .edges; the size that a first line says holds."""
    (here / "x.edges").write_text(text)
    assert build("file:x.edges").parameters["format"] == form
    (here / "y.edges").write_text("3 3\n0,0 3,2\n")
    with pytest.raises(InputError, match="outside the grid of 3 x 3 points"):
        build("file:y.edges")
