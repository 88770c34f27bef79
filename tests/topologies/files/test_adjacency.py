"""Adjacency lists: what each line means and which lines are refused."""

import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.files import parse_graph


@pytest.mark.parametrize(
    "text", ["a b c\nb c\nc\n", "a b c\nb a c\nc a b\n", "a\nb a\nc a b\n", "# x\na b c %y\r\nb c\rc"]
)
def test_a_link_may_stand_at_one_end_or_both(text: str) -> None:
    """The triangle is the same however often each link is listed."""
    graph = parse_graph(text, "adjacency")
    assert graph.links.tolist() == [[0, 1], [0, 2], [1, 2]]
    assert graph.multiplicity.tolist() == [1, 1, 1]
    assert graph.labels == ("a", "b", "c")


@pytest.mark.parametrize("text", ["a b b\nb", "a b b\nb a a"])
def test_repeated_names_are_parallel_links(text: str) -> None:
    """A name that stands twice in a line is two links."""
    assert parse_graph(text, "adjacency").multiplicity.tolist() == [2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a b\nb\nc c\n", ["line 3", "'c'", "self loop"]),
        ("a b\nb x\n", ["line 2", "unknown node 'x'"]),
        ("a b\nb\na\n", ["line 3", "'a' has a second line"]),
        ("a b b\nb a\n", ["'a' names 'b' 2 times", "'b' names 'a' 1 times"]),
        ("a\nb\n", ["no link"]),
        ("# nothing\n", ["no link"]),
        ("a b\nb\x07\n", ["line 2", "control character"]),
    ],
)
def test_wrong_lines_are_refused(text: str, words: list[str]) -> None:
    """File, line, what is wrong, and for a self loop the router."""
    with pytest.raises(InputError) as caught:
        parse_graph(text, "adjacency", "net.adj")
    assert all(word in str(caught.value) for word in ["net.adj", *words]), str(caught.value)
