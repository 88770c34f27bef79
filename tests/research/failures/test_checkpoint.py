"""The checkpoint: read as written, and refused where it belongs to something else."""

import json
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256
from netfloor.research.failures.checkpoint import TrialCheckpoint, links_sha256
from netfloor.research.failures.trials import MEASURES, PointTrials, TrialSeeds


@pytest.fixture
def checkpoint(topology_of, tmp_path):
    """Return the checkpoint of a small run, not written yet."""
    network = topology_of(nx.complete_graph(6))
    return TrialCheckpoint(tmp_path / "run.json", network, TrialSeeds(1, 3), (0.0, 0.5))


def some_trials(value=2):
    """Return the trials of two points, the second with a disconnected one."""
    columns = ((value,) * 4, (60,) * 4, (None, 4, 5, 4))
    second = {name: (None, *column[1:]) for name, column in zip(MEASURES, columns, strict=True)}
    return [PointTrials(dict.fromkeys(MEASURES, (1,) * 10)), PointTrials(second)]


trials = st.none() | st.tuples(*[st.integers(0, 2**63 - 1)] * 3)


@given(drawn=st.lists(st.lists(trials, max_size=9), min_size=2, max_size=2))
def test_read_returns_what_was_written(topology_of, tmp_path_factory, drawn):
    """Any trials of an unfinished first stage, disconnected ones and huge numbers among them."""
    path = tmp_path_factory.mktemp("checkpoint") / "run.json"
    file = TrialCheckpoint(path, topology_of(nx.complete_graph(6)), TrialSeeds(1, 3), (0.0, 0.5))
    points = [
        PointTrials({name: tuple(t and t[i] for t in rows) for i, name in enumerate(MEASURES)})
        for rows in drawn
    ]
    file.write(points)
    again = file.read()
    assert [{n: tuple(c) for n, c in point.columns.items()} for point in again] == [
        p.columns for p in points
    ]


def test_no_file_is_no_trials(checkpoint):
    """A run that begins finds nothing, and makes nothing before it has something."""
    assert checkpoint.read() is None
    assert not checkpoint.path.exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seeds": TrialSeeds(2, 3)}, "seed"),
        ({"seeds": TrialSeeds(1, 4)}, "metis_seeds"),
        ({"proportions": (0.0, 0.4)}, "proportions"),
        ({"proportions": (0.0,)}, "proportions"),
    ],
)
def test_another_run_is_refused(checkpoint, change, message):
    """Trials of another seed or other proportions are not continued, and stay as they are."""
    checkpoint.write(some_trials())
    before = checkpoint.path.read_bytes()
    with pytest.raises(InputError, match=f"another value of {message}"):
        replace(checkpoint, **change).read()
    assert checkpoint.path.read_bytes() == before


@pytest.mark.parametrize("other", [nx.cycle_graph(6), nx.complete_graph(7), nx.empty_graph(6)], ids=str)
def test_another_network_is_refused(checkpoint, topology_of, other):
    """The links count, not the name."""
    checkpoint.write(some_trials())
    with pytest.raises(InputError, match="another network"):
        replace(checkpoint, topology=topology_of(other)).read()
    assert replace(checkpoint, topology=replace(checkpoint.topology, name="else")).read() is not None


def test_links_and_routers_decide_the_hash(topology_of):
    """A router without links and a parallel link make another network."""
    doubled = nx.path_graph(3)
    doubled.edges[0, 1]["weight"] = 2
    lonely = nx.path_graph(3)
    lonely.add_node(3)
    graphs = (nx.path_graph(3), doubled, lonely)
    assert len({links_sha256(topology_of(graph)) for graph in graphs}) == 3


def test_every_changed_digit_is_noticed(checkpoint):
    """A digit changed anywhere is refused, whatever it meant."""
    checkpoint.write(some_trials())
    text = checkpoint.path.read_text()
    for at in [i for i, c in enumerate(text) if c.isdigit()]:
        checkpoint.path.write_text(text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :])
        with pytest.raises(InputError):
            checkpoint.read()


def test_a_torn_file_is_refused(checkpoint):
    """Every beginning of a checkpoint is an error, never a smaller checkpoint."""
    checkpoint.write(some_trials())
    data = checkpoint.path.read_bytes()
    for length in range(len(data) - 1):
        checkpoint.path.write_bytes(data[:length])
        with pytest.raises(InputError):
            checkpoint.read()


@pytest.mark.parametrize("text", ["{}", "[]", "3", "not JSON", '{"kind": "netfloor plan"}', "\0"])
def test_something_else_is_refused_and_kept(checkpoint, text):
    """A file that is no checkpoint is not touched."""
    checkpoint.path.write_text(text)
    with pytest.raises(InputError):
        checkpoint.read()
    assert checkpoint.path.read_text() == text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": 3}, "newer"),
        ({"surplus": 1}, "unknown key"),
        ({"points": []}, "one entry per proportion"),
        ({"points": [{name: [-1] for name in MEASURES}] * 2}, "points"),
        ({"points": [{name: [True] for name in MEASURES}] * 2}, "points"),
        ({"points": [dict.fromkeys(MEASURES, [3] * 11)] * 2}, "impossible"),
        ({"points": [{"diameter": [1], "hops_sum": [None], "bisection_links": [1]}] * 2}, "impossible"),
    ],
)
def test_a_forged_file_is_refused(checkpoint, change, message):
    """Contents that no run writes are refused although their hash is right."""
    checkpoint.write(some_trials())
    document = json.loads(checkpoint.path.read_text()) | change
    del document["sha256"]
    document["sha256"] = canonical_sha256(document)
    checkpoint.path.write_text(json.dumps(document))
    with pytest.raises(InputError, match=message):
        checkpoint.read()


def test_a_place_that_cannot_be_written_is_refused_at_once(checkpoint, tmp_path):
    """A folder, a missing folder and a symbolic link are no places for a checkpoint."""
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    for path in (tmp_path, tmp_path / "missing" / "run.json", tmp_path / "link"):
        with pytest.raises(InputError):
            replace(checkpoint, path=path).read()
