"""graph6: its header, its length and what is refused."""

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.files import parse_graph, write_topology
from netfloor.topologies.topology import Topology


def test_the_formats_own_example() -> None:
    """McKay's description: 5 vertices with edges 0-2, 0-4, 1-3, 3-4 are ``DQc``."""
    graph = parse_graph("DQc\n", "graph6")
    assert graph.links.tolist() == [[0, 2], [0, 4], [1, 3], [3, 4]]
    assert parse_graph(">>graph6<<DQc\r\n", "graph6").links.tolist() == graph.links.tolist()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("DQ\n", ["line 1", "5 switches need 2 characters", "1 follow"]),
        ("DQcc\n", ["2 characters", "3 follow"]),
        ("~~~~~~~~\n", ["68,719,476,735 switches", "0 follow"]),
        ("~~\n", ["ends inside the number"]),
        ("~?\n", ["ends inside the number"]),
        ("~\n", ["ends inside the number"]),
        (":Fa@x^\n", ["sparse6"]),
        ("&C?\n", ["digraph6"]),
        ("DQc\nDQc\n", ["2 graphs"]),
        (">>graph6<<\n", ["0 graphs"]),
        ("D!c\n", ["character 2", "'!'"]),
        ("D\u00e9c\n", ["character 2"]),
        ("D??\n", ["no link"]),
        ("?\n", ["no link"]),
        ("DQd\n", ["bits set after its last link"]),
    ],
)
def test_damaged_files_are_refused(text: str, words: list[str]) -> None:
    """A wrong length, character or header is named; no memory is asked for first."""
    with pytest.raises(InputError) as caught:
        parse_graph(text, "graph6", "net.g6")
    assert all(word in str(caught.value) for word in ["net.g6", *words]), str(caught.value)


def test_parallel_links_are_not_written() -> None:
    """graph6 has one bit for a pair, so a multigraph is refused with the reason."""
    twice = Topology(
        name="pair",
        family="file",
        parameters={},
        routers=2,
        links=np.array([[0, 1]], np.int32),
        multiplicity=np.array([2], np.int32),
        endpoints=np.zeros(2, np.int32),
    )
    with pytest.raises(InputError, match="parallel links"):
        write_topology(twice, "graph6")
