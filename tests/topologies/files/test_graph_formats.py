"""What holds for every graph file format."""

import io
from dataclasses import replace
from pathlib import Path
from random import Random

import networkx as nx
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.files import FORMATS, NamedGraph, parse_graph, read_graph, write_topology
from netfloor.topologies.spec import build
from netfloor.topologies.topology import Topology, normal_links

#: Formats that NetworkX reads and writes without further packages.
NETWORKX_FORMATS = ("edges", "graphml", "graph6", "adjacency")
#: Names that every format with names can hold.
PLAIN = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6).filter(
    lambda name: name.isprintable() and " " not in name and name[0] not in "#%"
)


@st.composite
def topologies(draw: st.DrawFn, *, parallel: bool, names: st.SearchStrategy[str]) -> Topology:
    """Draw a network with or without parallel links, bare routers and names of its own."""
    n = draw(st.integers(2, 70))
    ends = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] != e[1])
    links, multiplicity = normal_links(draw(st.lists(ends, min_size=1, max_size=90)), n)
    labels = draw(st.none() | st.lists(names, min_size=n, max_size=n, unique=True).map(tuple))
    if labels == tuple(str(router) for router in range(n)):
        labels = None
    return Topology(
        name="drawn",
        family="file",
        parameters={},
        routers=n,
        links=links,
        multiplicity=multiplicity if parallel else np.ones_like(multiplicity),
        endpoints=np.array(draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)), np.int32),
        labels=labels,
    )


def assert_same(graph: NamedGraph, topology: Topology, *, labels: bool = True) -> None:
    """Check routers, links, parallel links and names."""
    assert graph.routers == topology.routers
    assert graph.links.tolist() == topology.links.tolist()
    assert graph.multiplicity.tolist() == topology.multiplicity.tolist()
    assert graph.labels == (topology.labels if labels else None)


def sample(form: str) -> Topology:
    """Return a network that a format can hold: points of a grid name routers where it wants them."""
    topology = build("slimfly:3")
    points = tuple(f"{router // 3},{router % 3}" for router in range(topology.routers))
    return replace(topology, labels=points) if form == "graphgolf-grid" else topology


@pytest.mark.parametrize("form", ["edges", "adjacency"])
@given(data=st.data())
@settings(max_examples=80, deadline=None)
def test_lists_read_what_they_wrote(form: str, data: st.DataObject) -> None:
    """All but the endpoints survives an edge list and an adjacency list."""
    topology = data.draw(topologies(parallel=True, names=PLAIN))
    assert_same(parse_graph(write_topology(topology, form), form), topology)


@given(topologies(parallel=True, names=PLAIN | st.sampled_from(["a b", "<&>\"'", "#1", "% x"])))
@settings(max_examples=80, deadline=None)
def test_graphml_reads_what_it_wrote(topology: Topology) -> None:
    """Everything survives GraphML, endpoints and names with spaces and quotes included."""
    graph = parse_graph(write_topology(topology, "graphml"), "graphml")
    assert_same(graph, topology)
    written = np.zeros(topology.routers) if graph.endpoints is None else graph.endpoints
    assert written.tolist() == topology.endpoints.tolist()


@given(topologies(parallel=True, names=PLAIN | st.sampled_from(["a b", 'say "x"', "a\\b", "graph", "1.5"])))
@settings(max_examples=80, deadline=None)
def test_dot_reads_what_it_wrote(topology: Topology) -> None:
    """All but the endpoints survives DOT, names with spaces and quotes included."""
    names = [topology.label(router) for router in range(topology.routers)]
    assume(not any(name.endswith("\\") or '\\"' in name for name in names))
    assert_same(parse_graph(write_topology(topology, "dot"), "dot"), topology)


@given(
    st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), min_size=2, max_size=40),
    st.randoms(use_true_random=False),
)
@settings(max_examples=80, deadline=None)
def test_graphgolf_reads_what_it_wrote(points: set[tuple[int, int]], random: Random) -> None:
    """Routers, links and points survive the grid format, routers and links the general one."""
    n = len(points)
    pairs = [(u, random.choice([v for v in range(n) if v != u])) for u in range(n)]
    links, multiplicity = normal_links(pairs, n)
    topology = Topology(
        name="drawn",
        family="file",
        parameters={},
        routers=n,
        links=links,
        multiplicity=np.ones_like(multiplicity),
        endpoints=np.zeros(n, np.int32),
        labels=tuple(f"{x},{y}" for x, y in sorted(points)),
    )
    assert_same(parse_graph(write_topology(topology, "graphgolf-grid"), "graphgolf-grid"), topology)
    assert_same(parse_graph(write_topology(topology, "graphgolf"), "graphgolf"), topology, labels=False)


@given(topologies(parallel=False, names=PLAIN))
@settings(max_examples=80, deadline=None)
def test_graph6_reads_what_it_wrote(topology: Topology) -> None:
    """Routers and links survive graph6; names do not."""
    assert_same(parse_graph(write_topology(topology, "graph6"), "graph6"), topology, labels=False)


@given(topologies(parallel=False, names=PLAIN))
@settings(max_examples=40, deadline=None)
def test_networkx_reads_what_we_write(topology: Topology) -> None:
    """NetworkX finds the same links in the formats that it knows."""
    names = [topology.label(router) for router in range(topology.routers)]
    assume(not any("#" in name for name in names))  # NetworkX cuts lines at any #
    ours = {frozenset((names[u], names[v])) for u, v in topology.links.tolist()}
    texts = {form: write_topology(topology, form) for form in NETWORKX_FORMATS}
    read = {
        "edges": nx.parse_edgelist(texts["edges"].split("\n"), delimiter=" "),
        "adjacency": nx.parse_adjlist(texts["adjacency"].split("\n"), delimiter=" "),
        "graphml": nx.parse_graphml(texts["graphml"]),
    }
    for graph in read.values():
        assert {frozenset(edge) for edge in graph.edges()} == ours
    numbered = nx.from_graph6_bytes(texts["graph6"].strip().encode())
    assert sorted(sorted(edge) for edge in numbered.edges()) == topology.links.tolist()


@pytest.mark.parametrize("n", [2, 10, 61, 62, 63, 64, 200])
def test_we_read_what_networkx_writes(n: int) -> None:
    """Links and router numbers of NetworkX's files are its own."""
    graph = nx.gnm_random_graph(n, max(1, n * (n - 1) // 5), seed=n)
    expected = sorted(sorted(edge) for edge in graph.edges())
    buffers = {form: io.BytesIO() for form in NETWORKX_FORMATS}
    nx.write_edgelist(graph, buffers["edges"])
    nx.write_adjlist(graph, buffers["adjacency"])
    nx.write_graphml_xml(graph, buffers["graphml"])
    nx.write_graph6(graph, buffers["graph6"])
    for form, buffer in buffers.items():
        found = parse_graph(buffer.getvalue().decode(), form)
        if found.routers == n:  # an edge list has no routers without links
            assert found.links.tolist() == expected
            assert found.labels is None
        else:
            assert form == "edges"


@pytest.mark.parametrize("form", FORMATS)
def test_every_suffix_means_its_format(form: str, tmp_path: Path) -> None:
    """A file's ending, in any case, or ``format=`` chooses the reader."""
    topology = sample(form)
    suffixes = [*FORMATS[form].suffixes, FORMATS[form].suffixes[0].upper()]
    for path in (tmp_path / f"net{suffix}" for suffix in suffixes):
        path.write_text(write_topology(topology, form), encoding="utf-8")
        assert read_graph(path)[0].links.tolist() == topology.links.tolist()
    path = tmp_path / "no_ending"
    path.write_text(write_topology(topology, form), encoding="utf-8")
    assert build(f"file:{path},format={form}").links.tolist() == topology.links.tolist()


def test_file_networks_carry_names_endpoints_and_notes(tmp_path: Path) -> None:
    """A GraphML file's endpoints count unless the spec or the caller says otherwise."""
    path = tmp_path / "odd, name: x=1.graphml"
    path.write_text(
        '<graphml><key id="e" for="node" attr.name="endpoints"/><graph>'
        '<node id="a"><data key="e">3</data></node><node id="b"/>'
        '<edge source="a" target="b"/><edge source="b" target="a"/></graph></graphml>',
        encoding="utf-8",
    )
    topology = build(f"file:{path}")
    assert topology.name == f"file:{path}"
    assert topology.labels == ("a", "b")
    assert topology.endpoints.tolist() == [3, 0]
    assert topology.multiplicity.tolist() == [2]
    assert any("parallel" in note for note in topology.notes)
    assert build(f"file:{path}", endpoints=2).endpoints.tolist() == [2, 2]
    assert build(f"file:{path},endpoints=1", endpoints=2).endpoints.tolist() == [1, 1]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", ["is empty"]),
        (b" \n\t\n", ["is empty"]),
        (b"a b\n\xff\xfe\n", ["line 2", "not UTF-8"]),
        ("a b\n".encode("utf-16"), ["line 1", "not UTF-8"]),
        (b"a b\nc\x00 d\n", ["line 2", "NUL"]),
    ],
)
def test_unreadable_bytes_are_refused(form: str, data: bytes, words: list[str], tmp_path: Path) -> None:
    """Empty files, other encodings and NUL end in a message with file and line."""
    path = tmp_path / "net"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        build(f"file:{path},format={form}")
    assert all(word in str(caught.value) for word in [str(path), *words]), str(caught.value)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("file:{folder}/none.edges", ["none.edges", "No such file"]),
        ("file:{folder}", ["has no suffix"]),
        ("file:{folder},format=edges", ["not a regular file"]),
        ("file:{folder}/net.xyz", ["'.xyz'", ".graphml", "format=F"]),
        ("file:{folder}/net.edges,format=pajek", ["unknown format 'pajek'", "graph6", "dot"]),
        ("file:", ["no parameters", "file:PATH"]),
        ("file:a\x00b.edges", ["not a file name"]),
    ],
)
def test_unusable_paths_are_refused(spec: str, words: list[str], tmp_path: Path) -> None:
    """A path or format that cannot be used ends in a message that names it."""
    with pytest.raises(InputError) as caught:
        build(spec.format(folder=tmp_path))
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_unknown_format_to_write_is_refused() -> None:
    """Writing knows the same formats as reading."""
    with pytest.raises(InputError, match="unknown format 'pajek'"):
        write_topology(build("lps:3,5"), "pajek")


@pytest.mark.parametrize("form", FORMATS)
@given(text=st.text(max_size=60))
@settings(max_examples=100, deadline=None)
def test_no_text_breaks_a_reader(form: str, text: str) -> None:
    """Whatever a file holds, its reader gives a graph or raises `InputError`."""
    try:
        graph = parse_graph(text, form, "net")
    except InputError as error:
        assert str(error).startswith("net")  # noqa: PT017 - either outcome is right
    else:
        assert len(graph.links) > 0


@pytest.mark.parametrize("form", FORMATS)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_no_damage_breaks_a_reader(form: str, data: st.DataObject) -> None:
    """A good file with a piece cut out or put in gives a graph or `InputError`."""
    text = write_topology(sample(form), form)
    start = data.draw(st.integers(0, len(text)))
    stop = data.draw(st.integers(start, min(len(text), start + 30)))
    damaged = text[:start] + data.draw(st.text(max_size=5)) + text[stop:]
    try:
        graph = parse_graph(damaged, form, "net")
    except InputError as error:
        assert str(error).startswith("net")  # noqa: PT017 - either outcome is right
    else:
        assert len(graph.links) > 0
