"""DOT: what of the language is read, and what is refused with its line."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.files import parse_graph, write_topology
from netfloor.topologies.files.dot_language import quoted, tokens
from netfloor.topologies.topology import Topology


def pair(*labels: str, count: int = 1) -> Topology:
    """Return two routers of these names."""
    return Topology(
        name="pair",
        family="file",
        parameters={},
        routers=2,
        links=np.array([[0, 1]], np.int32),
        multiplicity=np.array([count], np.int32),
        endpoints=np.zeros(2, np.int32),
        labels=labels,
    )


@pytest.mark.parametrize(
    "text",
    [
        "graph{a--b;b--c;c--a}",
        "graph triangle { a -- b -- c -- a }",
        'GRAPH "t" {\r\n node [shape=box, color="red";]; a; b [l="x--y"]\n a--b b--c\n c--a [w=1][x=2] }',
        "// one\ngraph { /* two\n lines */ a -- b\n b -- c; rankdir = LR; c -- a\n}",
        '# 1 "file"\ngraph { edge []\n a--"b" ; "b" -- "c"; "c" -- a }\n',
        'graph { a -- "b"; b -- c; "c" -- a; "a" [label="<b>"]; graph [x="1"] }',
        'graph {a -- b;\n"b" -- "" + "c"; c--a}',
        "strict graph { a -- b; b -- a; a -- b -- c -- a }",
        "graph {\n  # uplinks\n\t#more -- x\n a -- b -- c -- a }",
    ],
)
def test_the_triangle_in_many_spellings(text: str) -> None:
    """Separators, comments, attributes, quotes and chains leave the links as they are."""
    graph = parse_graph(text, "dot")
    assert graph.links.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert graph.multiplicity.tolist() == [1, 1, 1]
    assert graph.labels == ("a", "b", "c")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("graph{1--2}", ("1", "2")),
        ("graph{1---2}", ("1", "-2")),
        ("graph{-1.5--.5}", ("-1.5", ".5")),
        ("graph{_a1 -- é\U0001f600}", ("_a1", "é\U0001f600")),
        (r'graph{"a\"b" -- "c\\d"}', ('a"b', "c\\\\d")),
        (r'graph{"a\nb" -- "node"}', (r"a\nb", "node")),
        ('graph{"a\\\nb" -- "x" + "y"}', ("ab", "xy")),
        ("graph{b;a;a--b}", ("b", "a")),
    ],
)
def test_names(text: str, names: tuple[str, ...]) -> None:
    r"""Numerals, letters of any language and quoted names, of which only \" is an escape."""
    assert parse_graph(text, "dot").labels == names


def test_numbers_in_order_are_no_names() -> None:
    """Names that are the router numbers are dropped, as in every format."""
    assert parse_graph("graph{0;1;2; 1--2; 0--1}", "dot").labels is None


def test_equal_edges_are_parallel_links_unless_strict() -> None:
    """A multigraph keeps its edges, a strict graph has one of each."""
    assert parse_graph("graph{a--b;b--a;a--b}", "dot").multiplicity.tolist() == [3]
    assert parse_graph("strict graph{a--b;b--a;a--b}", "dot").multiplicity.tolist() == [1]
    assert parse_graph(write_topology(pair("x", "y", count=4), "dot"), "dot").multiplicity.tolist() == [4]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("digraph {a -> b}", ["line 1", "directed graph"]),
        ("graph {\na -> b}", ["line 2", "directed edge"]),
        ("graph {\na -- a\n}", ["line 2", "'a'", "self loop"]),
        ("graph {\na -- b\n-- b }", ["line 2", "'b'", "self loop"]),
        ("graph {\na -- {b c}}", ["line 2", "subgraph"]),
        ("graph {\n\nsubgraph x {a -- b}}", ["line 3", "subgraph"]),
        ("graph {\na -- subgraph {b}}", ["line 2", "subgraph"]),
        ("graph { {a -- b} }", ["line 1", "subgraph"]),
        ("graph {\na:n -- b}", ["line 2", "'a' a port"]),
        ("graph {\na -- b:e:n}", ["line 2", "'b' a port"]),
        ("graph {\na [label=<b>] }", ["line 2", "HTML"]),
        ("graph {\n<b> -- a }", ["line 2", "HTML"]),
        ("graph {a -- b", ["line 1", "the end of the file"]),
        ("graph {a -- ;}", ["line 1", "';' where DOT expects a name"]),
        ("graph {a -- node}", ["line 1", "'node' where DOT expects a name"]),
        ("graph {a -- b}}", ["line 1", "continues after the graph"]),
        ("graph {a -- b}\ngraph {a -- b}", ["line 2", "continues after the graph"]),
        ("a -- b", ["line 1", "expects 'graph'"]),
        ("graph a b {}", ["line 1", "expects '{'"]),
        ("graph {}", ["no link"]),
        ("graph {a; b}", ["no link"]),
        ('graph {\n"a -- b}', ["line 2", "quoted name is not closed"]),
        ("graph {\n/* a -- b}", ["line 2", "comment is not closed"]),
        ("graph {1a -- b}", ["line 1", "number continues", "quotes"]),
        ("graph {1.2.3 -- b}", ["line 1", "number continues"]),
        ("graph {a -- b [w]=1}", ["line 1", "'='"]),
        ("graph {a - b}", ["line 1", "number continues"]),
        ("graph {\na -- b # x\n}", ["line 2", "'#' is not DOT syntax"]),
        ("graph {a & b}", ["line 1", "'&'"]),
        ('graph {a -- "\x07"}', ["line 1", "control character"]),
        ('graph {a -- ""}', ["line 1", "empty name"]),
        ('graph {a -- "x\ny"}', ["line 1", "control character"]),
        ('graph {"a" + b -- c}', ["line 1", "name in quotes"]),
    ],
)
def test_what_is_no_plain_graph_is_refused(text: str, words: list[str]) -> None:
    """File, line and what is wrong or cannot be kept."""
    with pytest.raises(InputError) as caught:
        parse_graph(text, "dot", "net.dot")
    assert all(word in str(caught.value) for word in ["net.dot", *words]), str(caught.value)


@pytest.mark.parametrize("name", ["a\\", 'a\\"b', "a\\\\\\"])
def test_names_that_dot_cannot_hold_are_refused(name: str) -> None:
    """A single backslash before a quote or the end would be read as an escape."""
    with pytest.raises(InputError, match="backslash"):
        write_topology(pair("x", name), "dot")


@pytest.mark.parametrize("name", ["a\nb", "", "a\u2028b"])
def test_names_that_no_message_could_show_are_refused(name: str) -> None:
    """Empty names and control characters are not written."""
    with pytest.raises(InputError, match="name"):
        write_topology(pair("x", name), "dot")


@given(st.text(st.sampled_from('ab"\\ ;-<'), max_size=8))
def test_a_quoted_name_is_read_as_it_was(name: str) -> None:
    """Whatever can be quoted comes back, and only an odd run of backslashes cannot."""
    text = quoted(name)
    runs = (name + '"').split('"')[:-1]
    odd = any((len(run) - len(run.rstrip("\\"))) % 2 for run in runs)
    assert (text is None) == odd
    if text is not None:
        found = list(tokens(text, "net"))
        assert [token.kind for token in found] == ["quoted", "end"]
        assert found[0].text == name
