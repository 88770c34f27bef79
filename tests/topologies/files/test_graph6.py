"""graph6: its header, its length and what is refused."""

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.files import graph6, parse_graph, write_topology
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


def joined(routers: int, times: int = 1) -> Topology:
    """Return switches of which the first and the last are joined."""
    return Topology(
        name="pair",
        family="file",
        parameters={},
        routers=routers,
        links=np.array([[0, routers - 1]], np.int32),
        multiplicity=np.array([times], np.int32),
        endpoints=np.zeros(routers, np.int32),
    )


def test_parallel_links_are_not_written() -> None:
    """graph6 has one bit for a pair, so a multigraph is refused with the reason."""
    with pytest.raises(InputError, match="parallel links"):
        write_topology(joined(2, times=2), "graph6")


@pytest.mark.parametrize("routers", [2, 3, 4, 5, 7, 62, 63, 64, 65, 130])
def test_one_link_is_the_bit_of_its_place(routers: int) -> None:
    """The bit of the first and the last switch, after the number of switches in 1 or in 4 characters."""
    text, place = write_topology(joined(routers), "graph6").rstrip("\n"), (routers - 1) * (routers - 2) // 2
    digits = [routers] if routers < 63 else [63, 0, routers // 64, routers % 64]
    bits = "".join(f"{ord(character) - 63:06b}" for character in text[len(digits) :])
    assert [ord(character) - 63 for character in text[: len(digits)]] == digits
    assert (bits.index("1"), bits.count("1")) == (place, 1)
    assert place < len(bits) < routers * (routers - 1) // 2 + 6
    assert parse_graph(text, "graph6").routers == routers


def test_the_number_of_switches_has_eighteen_bits() -> None:
    """4,227 is 1 * 64 ** 2 + 2 * 64 + 3."""
    assert [ord(character) - 63 for character in write_topology(joined(4227), "graph6")[:4]] == [
        63,
        1,
        2,
        3,
    ]


def test_the_largest_network_has_the_most_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """One switch more is neither read nor written, before any memory is asked for."""
    with pytest.raises(InputError, match="32,769 switches, too many"):
        write_topology(joined(32_769), "graph6")
    monkeypatch.setattr(graph6, "_MAX_BITS", 10)
    assert parse_graph(write_topology(joined(5), "graph6"), "graph6").routers == 5
    for asked in (lambda: write_topology(joined(6), "graph6"), lambda: parse_graph("E????", "graph6")):
        with pytest.raises(InputError):
            asked()
    with pytest.raises(InputError, match="6 switches, too many"):
        parse_graph("E???", "graph6")
