"""Graph Golf's two formats: what each line means and which lines are refused."""

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.files import parse_graph, write_topology
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology, normal_links


def network(pairs: list[tuple[int, int]], n: int, labels: tuple[str, ...] | None = None) -> Topology:
    """Return a network of these pairs."""
    links, multiplicity = normal_links(pairs, n)
    return Topology(
        name="drawn",
        family="file",
        parameters={},
        routers=n,
        links=links,
        multiplicity=multiplicity,
        endpoints=np.zeros(n, np.int32),
        labels=labels,
    )


def test_general_lines_are_two_numbers() -> None:
    """Order of lines and ends does not matter; numbers are router numbers."""
    graph = parse_graph("3 0\n1 2\r\n\n2 0\n", "graphgolf")
    assert graph.routers == 4
    assert graph.links.tolist() == [[0, 2], [0, 3], [1, 2]]
    assert graph.labels is None


def test_general_files_are_written_line_by_line() -> None:
    """A link a line, sorted, and nothing else."""
    assert write_topology(build("torus:3"), "graphgolf") == "0 1\n0 2\n1 2\n"


def test_grid_points_are_names_and_order() -> None:
    """Routers are numbered by x, then y as numbers, and keep their points as names."""
    graph = parse_graph("10,0 2,0\n2,0 2,11\n2,11 2,2\n", "graphgolf-grid")
    assert graph.labels == ("2,0", "2,2", "2,11", "10,0")
    assert graph.links.tolist() == [[0, 2], [0, 3], [1, 2]]


@pytest.mark.parametrize(
    ("form", "text", "words"),
    [
        ("graphgolf", "0 1\n1 1\n", ["line 2", "switch '1'", "loops=drop"]),
        ("graphgolf", "0 1\n1 0\n", ["line 2", "repeats the link of line 1", "format=edges"]),
        ("graphgolf", "0 1\n1 2 3\n", ["line 2", "3 fields"]),
        ("graphgolf", "0\n", ["line 1", "1 fields"]),
        ("graphgolf", "0 a\n", ["line 1", "'a' is not a whole number"]),
        ("graphgolf", "0 -1\n", ["line 1", "=-1"]),
        ("graphgolf", "0 1000000000000\n", ["line 1", "out of range"]),
        ("graphgolf", "1 2\n2 3\n", ["switch 0 has no link", "0 .. n-1"]),
        ("graphgolf", "0 1\n1 999999999\n", ["switch 2 has no link"]),
        ("graphgolf", "# nothing\n", ["no link"]),
        ("graphgolf-grid", "0,0 0,1\n0,1 0,1\n", ["line 2", "0,1", "self loop"]),
        ("graphgolf-grid", "0,0 0,1\n0,1 0,0\n", ["line 2", "repeats the link of line 1"]),
        ("graphgolf-grid", "0,0 0,1\n0,1\n", ["line 2", "1 fields"]),
        ("graphgolf-grid", "0,0 01,1\n", ["line 1", "'01,1' is not a grid point", "x,y"]),
        ("graphgolf-grid", "0,0 1\n", ["line 1", "'1' is not a grid point"]),
        ("graphgolf-grid", "0,0 -1,2\n", ["line 1", "'-1,2'"]),
        ("graphgolf-grid", "0, 0 1,2\n", ["line 1", "3 fields"]),
        ("graphgolf-grid", "\n", ["no link"]),
    ],
)
def test_wrong_lines_are_refused(form: str, text: str, words: list[str]) -> None:
    """File, line and what is wrong; no memory is asked for first."""
    with pytest.raises(InputError) as caught:
        parse_graph(text, form, "net.golf")
    assert all(word in str(caught.value) for word in ["net.golf", *words]), str(caught.value)


@pytest.mark.parametrize(
    ("form", "topology", "words"),
    [
        ("graphgolf", network([(0, 1), (0, 1)], 2), ["parallel links", "0 and 1", "dot"]),
        ("graphgolf", network([(0, 1)], 3), ["switch 2 has no link"]),
        ("graphgolf-grid", network([(0, 1)], 2), ["'0' is not a grid point"]),
        ("graphgolf-grid", network([(0, 1)], 2, ("0,0", "a")), ["'a' is not a grid point"]),
        ("graphgolf-grid", network([(0, 1)], 3, ("0,0", "0,1", "1,0")), ["switch 1,0 has no link"]),
        ("graphgolf-grid", network([(0, 1)], 2, ("0,10", "0,2")), ["not numbered by x"]),
        ("graphgolf-grid", network([(0, 1)] * 2, 2, ("0,0", "0,1")), ["parallel links"]),
    ],
)
def test_what_cannot_be_kept_is_refused(form: str, topology: Topology, words: list[str]) -> None:
    """The reason is named instead of writing a file that is another network."""
    with pytest.raises(InputError) as caught:
        write_topology(topology, form)
    assert all(word in str(caught.value) for word in words), str(caught.value)
