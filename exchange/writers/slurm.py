"""Slurm's topology files: leaf switches, groups or cabinets, one root."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from exchange.fabric import SWITCH, Fabric
from exchange.hostlist import fold
from exchange.job import Exporter, Files, Job
from exchange.names import Alphabet, check_devices
from foundation.errors import InputError
from topologies.parameters import shown

#: Names that Slurm gives a meaning of their own.
RESERVED = frozenset({"default", "all", "none"})
ALPHABET = Alphabet("Slurm", 64, "._-", RESERVED)


@dataclass(frozen=True)
class Branch:
    """A switch of the tree: the nodes or the switches right below it."""

    name: str
    nodes: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()


def write(job: Job) -> Files:
    """Return ``topology.conf`` and ``topology.yaml``, which say the same.

    A leaf is a router with hosts; a router without any is left out, for a leaf without nodes
    ends the controller. Slurm knows no direct network but the dragonfly: leaves hang on their
    group, or on their cabinet where the network has no groups, and these on one root.

    Raises
    ------
    InputError
        If a name is not safe or too long, or the plan has no endpoints.
    """
    check_devices(job.fabric, ALPHABET)
    branches = tree(job.fabric)
    return {"topology.conf": _conf(branches), "topology.yaml": _yaml(branches)}


def tree(fabric: Fabric) -> tuple[Branch, ...]:
    """Return the switches of the tree, leaves first, the root last."""
    leaves = _leaves(fabric)
    if not leaves:
        what = "has no endpoints, and Slurm's topology is one of nodes"
        raise InputError(shown(fabric.name), what, "lay it out with --endpoints")
    taken = {device.name for device in fabric.devices}
    middle = _middle(fabric, leaves, taken)
    below = [branch.name for branch in middle or leaves.values()]
    if len(below) == 1:
        return (*leaves.values(), *middle)
    root = Branch(_free("root", taken), switches=tuple(below))
    return (*leaves.values(), *middle, root)


def _leaves(fabric: Fabric) -> dict[int, Branch]:
    """Return a leaf for each switch that has hosts, by the switch's index."""
    leaves = {}
    for index in fabric.switches:
        far = dict.fromkeys(fabric.far_end(index, cable).device for _, cable in fabric.cables_of[index])
        nodes = tuple(fabric.devices[i].name for i in far if fabric.devices[i].kind != SWITCH)
        if nodes:
            leaves[index] = Branch(fabric.devices[index].name, nodes=nodes)
    return leaves


def _middle(fabric: Fabric, leaves: dict[int, Branch], taken: set[str]) -> list[Branch]:
    """Return the level between leaves and root; empty where it would tell nothing."""
    grouped = all(fabric.devices[index].group is not None for index in leaves)
    members: dict[int | None, list[str]] = {}
    for index, leaf in leaves.items():
        device = fabric.devices[index]
        members.setdefault(device.group if grouped else device.cabinet, []).append(leaf.name)
    if None in members or not 1 < len(members) < len(leaves):
        return []
    names = {
        key: f"group{key}" if grouped else _safe(fabric.cabinets[key].name)
        for key in sorted(key for key in members if key is not None)
    }
    return [Branch(_free(name, taken), switches=tuple(members[key])) for key, name in names.items()]


def _safe(name: str) -> str:
    return name if ALPHABET.holds(name) and len(name) <= ALPHABET.longest else ALPHABET.suggestion(name)


def _free(name: str, taken: set[str]) -> str:
    """Return the name, numbered where it is taken, and take it."""
    found, number = name, 2
    while found in taken:
        tail = f"-{number}"
        found, number = name[: ALPHABET.longest - len(tail)] + tail, number + 1
    taken.add(found)
    return found


def _conf(branches: Sequence[Branch]) -> str:
    lines = [
        f"SwitchName={b.name} Nodes={fold(b.nodes)}"
        if b.nodes
        else f"SwitchName={b.name} Switches={fold(b.switches)}"
        for b in branches
    ]
    return "\n".join(["# TopologyPlugin=topology/tree", *lines]) + "\n"


def _yaml(branches: Sequence[Branch]) -> str:
    """Return the tree in YAML's block style, the root first; names are quoted, never numbers."""
    from yaml import SafeDumper, dump  # noqa: PLC0415 - for this format only

    class Quoted(str):
        """A text that is always written in quotes."""

        __slots__ = ()

    class Dumper(SafeDumper):  # type: ignore[misc]
        """Writes quoted texts too."""

    def quoted(dumper: Any, text: str) -> Any:
        return dumper.represent_scalar("tag:yaml.org,2002:str", str(text), style='"')

    Dumper.add_representer(Quoted, quoted)
    switches = [
        {"switch": Quoted(b.name)}
        | ({"nodes": Quoted(fold(b.nodes))} if b.nodes else {"children": Quoted(fold(b.switches))})
        for b in reversed(branches)
    ]
    document = [{"topology": "fabric", "cluster_default": True, "tree": {"switches": switches}}]
    text: str = dump(document, Dumper=Dumper, default_flow_style=False, sort_keys=False, width=1 << 30)
    return text


EXPORTER = Exporter(
    name="slurm",
    summary="topology.conf and topology.yaml",
    losses="cables, ports, lengths; routers without endpoints",
    write=write,
)
