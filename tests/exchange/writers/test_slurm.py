"""Slurm's topology files: one tree, every host in it once, as the manual writes it."""

import re
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError


def read_conf(text: str, expand: Any) -> Any:
    """Return {switch: ("nodes" or "switches", members)} of topology.conf, by hand."""
    tree = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            match = re.fullmatch(r"SwitchName=(\S+) (Nodes|Switches)=(\S+)", line)
            assert match is not None, line
            assert match[1] not in tree
            tree[match[1]] = (match[2].lower(), expand(match[3]))
    return tree


def read_yaml(text: str, expand: Any) -> Any:
    """Return the same of topology.yaml."""
    (block,) = yaml.safe_load(text)
    assert block["cluster_default"] is True
    return {
        s["switch"]: ("nodes", expand(s["nodes"])) if "nodes" in s else ("switches", expand(s["children"]))
        for s in block["tree"]["switches"]
    }


def written(make_job: Any, write_files: Any, spec: str | None, seed: int, endpoints=None) -> Any:
    """Return an export and its files; None where it has no endpoints."""
    job = make_job(spec, seed, endpoints=endpoints)
    return job, write_files(job, "slurm") if job.topology.endpoints.any() else None


@given(seed=st.integers(0, 10**6))
def test_hosts_hang_on_their_routers(make_job: Any, write_files: Any, expand: Any, seed: int) -> None:
    """Each leaf is a router with its hosts; a router without any is no leaf."""
    job, files = written(make_job, write_files, None, seed)
    if files is None:
        return
    leaves = {
        name: nodes
        for name, (kind, nodes) in read_conf(files["topology.conf"], expand).items()
        if kind == "nodes"
    }
    expected = {
        str(router): [f"h{router}-{k}" for k in range(1, count + 1)]
        for router, count in enumerate(job.topology.endpoints.tolist())
        if count
    }
    assert leaves == expected


@given(seed=st.integers(0, 10**6))
def test_it_is_one_tree(make_job: Any, write_files: Any, expand: Any, seed: int) -> None:
    """Every switch but one is below exactly one other; no list is empty."""
    _, files = written(make_job, write_files, None, seed)
    if files is None:
        return
    tree = read_conf(files["topology.conf"], expand)
    children = [name for kind, members in tree.values() if kind == "switches" for name in members]
    assert len(children) == len(set(children))
    assert len(set(tree) - set(children)) == 1
    assert set(children) <= set(tree)
    assert all(members for _, members in tree.values())


@pytest.mark.parametrize("spec", ["slimfly:5", "fattree:3,3", "dragonfly:a=4,p=2,h=2", "hypercube:4"])
def test_both_files_say_the_same(make_job: Any, write_files: Any, expand: Any, spec: str | None) -> None:
    """topology.yaml wins where both stand, so they must agree."""
    _, files = written(make_job, write_files, spec, 0, None if spec.startswith("fat") else 2)
    assert read_yaml(files["topology.yaml"], expand) == read_conf(files["topology.conf"], expand)
    assert "{" not in files["topology.yaml"]


def test_groups_are_the_middle_level(make_job: Any, write_files: Any, expand: Any) -> None:
    """A dragonfly's groups, each with its routers, then one root."""
    job, files = written(make_job, write_files, "dragonfly:a=4,p=2,h=2", 0)
    tree = read_conf(files["topology.conf"], expand)
    groups = int(job.topology.groups.max()) + 1
    assert tree["root"] == ("switches", [f"group{g}" for g in range(groups)])
    assert tree["group1"] == ("switches", ["4", "5", "6", "7"])


def test_cabinets_are_the_middle_level_without_groups(make_job: Any, write_files: Any, expand: Any) -> None:
    """Routers that stand together come together."""
    job, files = written(make_job, write_files, "circulant:12:1,5", 1, 2)
    tree = read_conf(files["topology.conf"], expand)
    for index in job.fabric.switches:
        assert job.fabric.devices[index].name in tree[job.fabric.cabinet_of(index).name][1]


def test_levels_give_way_to_routers_of_their_names(make_job: Any, write_files: Any, expand: Any) -> None:
    """A router may be called root or like a cabinet: no switch stands twice."""
    labels = ("root", "R01C01", "root-2", *(f"s{i}" for i in range(3, 12)))
    job = make_job("circulant:12:1,5", 1, endpoints=1, labels=labels)
    tree = read_conf(write_files(job, "slurm")["topology.conf"], expand)
    assert set(labels) <= set(tree)
    assert tree["root-3"][0] == "switches"


@pytest.mark.parametrize("name", ["1", "007", "1e5", "on", "null", "0x1f", "1.5", "2024-01-01"])
def test_names_stay_texts_in_yaml(make_job: Any, write_files: Any, expand: Any, name: str) -> None:
    """YAML would read some names as numbers, truth values or dates."""
    job = make_job("circulant:4:1", 0, endpoints=1, labels=(name, "b", "c", "d"))
    assert name in read_yaml(write_files(job, "slurm")["topology.yaml"], expand)


def test_a_plan_without_endpoints_is_refused(make_job: Any, write_files: Any) -> None:
    """An empty list of nodes ends the controller."""
    with pytest.raises(InputError, match="lay it out with endpoints"):
        write_files(make_job("hypercube:4", 0, endpoints=0), "slurm")


@pytest.mark.parametrize("spec", ["slimfly:5", "dragonfly:a=4,p=2,h=2", "circulant:4:1"])
def test_blocks_hold_every_node_once(make_job: Any, write_files: Any, expand: Any, spec: str) -> None:
    """Blocks are the tree's level above the leaves, in both files; none is smaller than a block."""
    job = make_job(spec, 1, endpoints=2)
    files = write_files(job, "slurm", plugin="block")
    (document,) = yaml.safe_load(files["topology.yaml"])
    blocks = {one["block"]: expand(one["nodes"]) for one in document["block"]["blocks"]}
    nodes = sorted(node for members in blocks.values() for node in members)
    assert nodes == sorted(job.fabric.devices[index].name for index in job.fabric.end_devices)
    conf = re.findall(r"BlockName=(\S+) Nodes=(\S+)", files["topology.conf"])
    assert {name: expand(members) for name, members in conf} == blocks
    (size,) = document["block"]["block_sizes"]
    assert size == min(map(len, blocks.values()))
    assert files["topology.conf"].endswith(f"BlockSizes={size}\n")
    tree = read_conf(write_files(job, "slurm")["topology.conf"], expand)
    assert set(blocks) <= set(tree)
    if spec.startswith("dragonfly"):
        assert set(blocks) == {f"group{group}" for group in range(int(job.topology.groups.max()) + 1)}


def test_cabinets_are_listed_as_they_stand(make_job: Any, write_files: Any) -> None:
    """In the floor's order, whichever cabinet the first switch of the network is in."""
    job, files = written(make_job, write_files, "hypercube:4", 3, endpoints=2)
    (text,) = [text for name, text in files.items() if name.endswith(".conf")]
    order = {cabinet.name: index for index, cabinet in enumerate(job.fabric.cabinets)}
    named = re.findall(r"SwitchName=(\S+) Switches=", text)
    listed = [order[name] for name in named if name in order]
    assert len(listed) > 2
    assert listed == sorted(listed)
