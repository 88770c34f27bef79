"""Edge lists: what each line means and which lines are refused."""

from pathlib import Path

import numpy as np
import pytest

from netfloor.foundation import sizes
from netfloor.foundation.errors import InputError
from netfloor.topologies.files import parse_graph, write_topology
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology


def named(*labels: str) -> Topology:
    """Return a chain of routers with these names."""
    n = len(labels)
    return Topology(
        name="chain",
        family="file",
        parameters={},
        routers=n,
        links=np.array([[i, i + 1] for i in range(n - 1)], dtype=np.int32),
        multiplicity=np.ones(n - 1, np.int32),
        endpoints=np.zeros(n, np.int32),
        labels=labels,
    )


def test_line_ends_marks_blanks_and_comments_do_not_matter() -> None:
    """CRLF, CR, tabs, empty lines and comments with # or % leave the links as they are."""
    plain = parse_graph("0 1\n1 2\n", "edges")
    for text in ("0 1\r\n1 2\r\n", "0 1\r1 2", "# x\n\n 0\t1 # y\n% z\n1 2 %\n", "0 1 {}\n1 2\n\n"):
        other = parse_graph(text, "edges")
        assert other.links.tolist() == plain.links.tolist()
        assert other.labels is None


def test_byte_order_mark_is_tolerated(tmp_path: Path) -> None:
    """A mark that Windows editors put first is no part of the first name."""
    path = tmp_path / "net.edges"
    path.write_bytes(b"\xef\xbb\xbfa b\r\nb c\r\n")
    assert build(f"file:{path}").labels == ("a", "b", "c")


@pytest.mark.parametrize(
    ("text", "labels", "links"),
    [
        ("2 1\n0 2", None, [[0, 2], [1, 2]]),
        ("3 1\n2 3", ("1", "2", "3"), [[0, 2], [1, 2]]),
        ("5 7\n6 5", ("5", "7", "6"), [[0, 1], [0, 2]]),
        ("b a\nc b", ("b", "a", "c"), [[0, 1], [0, 2]]),
        ("01 0\n0 2", ("01", "0", "2"), [[0, 1], [1, 2]]),
        ("# nodes: 1 0 x\n0 1", ("1", "0", "x"), [[0, 1]]),
        ("# nodes: a b\n# nodes: c\nc a", ("a", "b", "c"), [[0, 2]]),
    ],
)
def test_numbering(text: str, labels: tuple[str, ...] | None, links: list[list[int]]) -> None:
    """Declared order, else numbers 0 or 1 upwards in their order, else first appearance."""
    graph = parse_graph(text, "edges")
    assert graph.labels == labels
    assert graph.links.tolist() == links


@pytest.mark.parametrize(
    ("text", "count"), [("a b\na b", 2), ("a b\nb a", 2), ("a b 3", 3), ("a b 3\nb a\na b 2", 6)]
)
def test_repeated_lines_and_counts_are_parallel_links(text: str, count: int) -> None:
    """Equal lines in either direction and the third field add up."""
    assert parse_graph(text, "edges").multiplicity.tolist() == [count]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0 1\n2 2\n", ["line 2", "'2'", "itself", "self loop"]),
        ("0 1\n\n1\n", ["line 3", "1 fields"]),
        ("0 1 2 3\n", ["line 1", "4 fields"]),
        ("0,1\n", ["line 1", "1 fields"]),
        ("0 1 x\n", ["line 1", "parallel links", "'x' is not a whole number"]),
        ("0 1 0\n", ["line 1", "parallel links=0"]),
        ("0 1 -2\n", ["line 1", "=-2"]),
        ("0 1 1.5\n", ["line 1", "'1.5'"]),
        ("0 1 nan\n", ["line 1", "'nan'"]),
        ("0 1 1000001\n", ["line 1", "1000000"]),
        (f"0 1 {'9' * 5000}\n", ["line 1", "5,000"]),
        ("# nodes: a b\na b\nb c\n", ["line 3", "unknown node 'c'", "# nodes:"]),
        ("# nodes: a b a\na b\n", ["line 1", "'a' is declared twice"]),
        ("# only a comment\n", ["no link"]),
        ("# nodes: a b\n", ["no link"]),
        ("a \x1b[31mb\n", ["line 1", "control character", "\\x1b"]),
    ],
)
def test_wrong_lines_are_refused(text: str, words: list[str]) -> None:
    """File, line, what is wrong, and for a self loop the router."""
    with pytest.raises(InputError) as caught:
        parse_graph(text, "edges", "net.edges")
    message = str(caught.value)
    assert message.startswith("net.edges")
    assert all(word in message for word in words), message
    assert len(message) < 300


@pytest.mark.parametrize("name", ["a b", "#a", "%a", "a\tb", "a\nb", "", "a\u2028b", "a\ud800"])
@pytest.mark.parametrize("form", ["edges", "adjacency"])
def test_names_that_a_list_cannot_hold_are_refused(form: str, name: str) -> None:
    """A name with blanks or control characters, or that looks like a comment, is not written."""
    with pytest.raises(InputError, match="name"):
        write_topology(named("x", name), form)


def test_too_many_parallel_links_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few lines cannot ask for more links than there is memory for."""
    monkeypatch.setattr(sizes, "available_bytes", lambda: 4 << 30)
    text = "".join(f"a{i} b 1000000\n" for i in range(40))
    with pytest.raises(InputError, match="GiB"):
        parse_graph(text, "edges")
