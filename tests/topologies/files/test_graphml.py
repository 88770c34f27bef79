"""GraphML: which elements count and which are refused."""

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.files import parse_graph, write_topology
from netfloor.topologies.topology import Topology

NODES = '<node id="a"/><node id="b"/>'


def graphml(body: str, default: str = "undirected", head: str = "") -> str:
    """Return a GraphML file with this graph, its body on line 2."""
    return f'{head}<graphml><graph edgedefault="{default}">\n{body}</graph></graphml>'


@pytest.mark.parametrize(
    ("edges", "default", "count"),
    [
        ('<edge source="a" target="b"/>', "undirected", 1),
        ('<edge source="a" target="b"/><edge source="b" target="a"/>', "undirected", 2),
        ('<edge source="a" target="b"/><edge source="b" target="a"/>', "directed", 1),
        ('<edge source="a" target="b"/>', "directed", 1),
        ('<edge source="a" target="b"/><edge source="a" target="b"/>', "directed", 2),
        ('<edge source="a" target="b" directed="false"/><edge source="b" target="a"/>', "directed", 2),
    ],
)
def test_directions_of_one_link_are_merged(edges: str, default: str, count: int) -> None:
    """Undirected edges add up; the two directions of directed ones are one link."""
    graph = parse_graph(graphml(NODES + edges, default), "graphml")
    assert graph.multiplicity.tolist() == [count]


def test_prefixes_foreign_data_and_late_nodes_are_fine() -> None:
    """Namespace prefixes, other tools' data and nodes declared after their edges are read."""
    text = (
        '<?xml version="1.0" encoding="ISO-8859-1"?><g:graphml xmlns:g="urn:g" xmlns:y="urn:y">'
        '<g:key id="d0" for="node" attr.name="colour"/><g:graph>'
        '<g:edge source="\u00e9" target="b c"><g:data key="w">7</g:data></g:edge>'
        '<g:node id="\u00e9"><g:data key="d0"><y:ShapeNode><y:node id="z"/></y:ShapeNode></g:data>'
        '</g:node><g:node id="b c"><g:port name="p"/></g:node></g:graph></g:graphml>'
    )
    graph = parse_graph(text, "graphml")
    assert graph.labels == ("\u00e9", "b c")
    assert graph.links.tolist() == [[0, 1]]
    assert graph.endpoints is None


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>'
EDGE = '<edge source="a" target="b"/>'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (graphml(NODES + '<edge source="a"\ntarget="a"/>'), ["line 2", "'a'", "self loop"]),
        (graphml(NODES + '\n<edge source="a" target="c"/>'), ["line 3", "unknown node 'c'"]),
        (graphml(NODES + '<edge source="a"/>'), ["line 2", "<edge> has no target"]),
        (graphml("<node/>"), ["line 2", "<node> has no id"]),
        (graphml('<node id=""/>'), ["line 2", "empty name"]),
        (graphml('<node id="a&#9;b"/>'), ["line 2", "control character"]),
        (graphml('<node id="a"/><node id="a"/>'), ["line 2", "'a' is declared twice"]),
        (graphml(NODES + EDGE, "both"), ["edgedefault='both'"]),
        (graphml(NODES + '<edge source="a" target="b" directed="1"/>'), ["directed='1'"]),
        (graphml(NODES), ["no link"]),
        (graphml('<node id="a"><graph/></node>'), ["line 2", "nested"]),
        (graphml("<hyperedge/>"), ["hyperedges"]),
        (graphml(NODES + EDGE, head=BOMB), ["entities"]),
        (graphml(NODES + EDGE, head=OUTSIDE), ["entities"]),
        ("<graphml></graphml>", ["0 graphs"]),
        ("<graphml><graph/><graph/></graphml>", ["2 graphs"]),
        ("<gexf/>", ["not GraphML", "'gexf'"]),
        ("<graphml>\n<graph>", ["line 2", "not well-formed"]),
        ("0 1\n", ["line 1", "not well-formed"]),
        (
            graphml(EDGE + '<edge source="b" target="a"/>' + NODES + EDGE, "directed"),
            ["'a' names 'b' 2 times"],
        ),
        (
            '<graphml><key id="k" for="node" attr.name="endpoints"/><graph>\n'
            '<node id="a"><data key="k">many</data></node></graph></graphml>',
            ["line 2", "endpoints of 'a'", "'many'"],
        ),
        (
            '<graphml><key id="k" for="node" attr.name="endpoints"/><graph>\n'
            '<node id="a"><data key="k">-1</data></node></graph></graphml>',
            ["line 2", "-1 is out of range"],
        ),
    ],
)
def test_wrong_elements_are_refused(text: str, words: list[str]) -> None:
    """File, line, what is wrong, and for a self loop the router."""
    with pytest.raises(InputError) as caught:
        parse_graph(text, "graphml", "net.graphml")
    assert all(word in str(caught.value) for word in ["net.graphml", *words]), str(caught.value)


@pytest.mark.parametrize("name", ["a\x01", "a\nb", "", "\ud800", "\ufffe"])
def test_names_that_xml_cannot_hold_are_not_written(name: str) -> None:
    """Control characters and half surrogates are refused rather than written as broken XML."""
    pair = Topology(
        name="pair",
        family="file",
        parameters={},
        routers=2,
        links=np.array([[0, 1]], np.int32),
        multiplicity=np.ones(1, np.int32),
        endpoints=np.zeros(2, np.int32),
        labels=("x", name),
    )
    with pytest.raises(InputError, match="name"):
        write_topology(pair, "graphml")
