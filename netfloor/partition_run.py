"""What ``netfloor partition policy`` prints: a machine's sizes, and designs beside each other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.partition_machine import (
    DragonflyFile,
    GraphFile,
    MachineFile,
    box_machine,
    permitted_geometries,
    read_machine,
)
from netfloor.partition_networks import dragonfly_policy, graph_curve, graph_policy
from reports.text import count_text
from structure.partitions.cut_curve import CutCurve, cut_curve
from structure.partitions.expansion import expansions
from structure.partitions.halves import Interval
from structure.partitions.policy import PolicyRow, policy_rows

Document = dict[str, Any]


@dataclass(frozen=True)
class MachinePolicy:
    """A machine file's rows, and what turns capacities into the user's own."""

    name: str
    kind: str
    unit: str
    rows: Sequence[PolicyRow]
    scale: int
    notes: tuple[str, ...]
    curve: CutCurve | None


def machine_policy(path: Path, *, expansion: bool = False, seed: int = 0) -> MachinePolicy:
    """Return every allocation size of the machine in a file.

    Parameters
    ----------
    expansion
        Also bound the links around the machine's sets of every size up to half.
    seed
        Of METIS, for machines that are no product.

    Raises
    ------
    InputError
        If the file is wrong or the machine too large.
    """
    file = read_machine(path)
    kind = getattr(file, "kind", "")
    machine = box_machine(file, path)
    if machine is None:
        return _of_network(file, path, kind, expansion=expansion, seed=seed)
    rows = policy_rows(machine, permitted_geometries(file, machine, path))
    network = machine.network()
    curve = cut_curve(network) if expansion and network else None
    return MachinePolicy(file.name, kind, machine.unit, rows, machine.capacity_scale, _notes(rows), curve)


def _of_network(file: MachineFile, path: Path, kind: str, *, expansion: bool, seed: int) -> MachinePolicy:
    if isinstance(file, DragonflyFile):
        built = dragonfly_policy(file, path, seed)
        unit = "group"
    elif isinstance(file, GraphFile):
        built = graph_policy(file, path, seed)
        unit = "router"
    else:
        raise TypeError(f"{kind} is no kind of machine")
    curve = graph_curve(built.network) if expansion else None
    return MachinePolicy(file.name, kind, unit, built.rows, built.scale, _notes(built.rows), curve)


def _notes(rows: Iterable[PolicyRow]) -> tuple[str, ...]:
    open_ = [str(row.units) for row in rows if not row.exact]
    if not open_:
        return ()
    shown = ", ".join(open_[:12]) + (", ..." if len(open_) > 12 else "")
    return (
        f"bisections are the best cuts found, not proven, at {count_text(len(open_), 'size')}: {shown}",
    )


def policy_document(policy: MachinePolicy, against: Sequence[MachinePolicy] = ()) -> Document:
    """Return the JSON document of a machine, and of others compared with it."""
    document = {"schema": 1, **_machine_document(policy)}
    if against:
        document["compared"] = [
            {**_machine_document(other), "ratios": _ratios(policy, other)} for other in against
        ]
    return document


def _machine_document(policy: MachinePolicy) -> Document:
    document: Document = {
        "machine": policy.name,
        "kind": policy.kind,
        "unit": policy.unit,
        "rows": [_row(row, policy.scale) for row in policy.rows],
        "notes": list(policy.notes),
    }
    if policy.curve is not None:
        document["expansion"] = [
            {
                "routers": one.size,
                "links_lower": capacity(one.lower_links, policy.scale),
                "links_upper": capacity(one.upper_links, policy.scale),
                "lower": one.lower,
                "upper": one.upper,
                "exact": one.exact,
            }
            for one in expansions(policy.curve)
        ]
        document["expansion_method"] = policy.curve.method
    return document


def _row(row: PolicyRow, scale: int) -> Document:
    return {
        "units": row.units,
        "nodes": row.nodes,
        "best_geometry": row.best,
        "best_bisection": capacity(row.best_cut.links, scale),
        "worst_geometry": row.worst,
        "worst_bisection": capacity(row.worst_cut.links, scale),
        "ratio": row.ratio,
        "advice": row.advice,
        "exact": row.exact,
        "best_bisection_lower": capacity(row.best_cut.lower, scale),
        "worst_bisection_lower": capacity(row.worst_cut.lower, scale),
        "best_ties": list(row.best_ties),
        "worst_ties": list(row.worst_ties),
    }


def _ratios(policy: MachinePolicy, other: MachinePolicy) -> list[Document]:
    """Return the other design's best bisection over this one's, at sizes that both have."""
    theirs = {row.nodes: row for row in other.rows}
    return [
        {
            "nodes": row.nodes,
            "ratio": theirs[row.nodes].best_cut.links * policy.scale / (row.best_cut.links * other.scale),
        }
        for row in policy.rows
        if row.nodes in theirs and row.best_cut.links
    ]


def capacity(links: int, scale: int) -> int | float:
    """Return a capacity in the user's unit, whole where it is whole."""
    return links // scale if links % scale == 0 else links / scale


def policy_table(policy: MachinePolicy) -> tuple[list[str], list[list[str]]]:
    """Return headings and rows for a terminal."""
    headings = [f"{policy.unit}s", "nodes", "worst", "bisection", "best", "bisection", "ratio", "advice"]
    rows = [
        [
            str(row.units),
            str(row.nodes),
            row.worst,
            _cut_text(row.worst_cut, policy.scale),
            row.best,
            _cut_text(row.best_cut, policy.scale),
            "-" if row.ratio is None else f"{row.ratio:.2f}",
            row.advice,
        ]
        for row in policy.rows
    ]
    return headings, rows


def _cut_text(cut: Interval, scale: int) -> str:
    text = str(capacity(cut.links, scale))
    return text if cut.exact else f"{text} (>= {capacity(cut.lower, scale)})"


def comparison_table(policies: Sequence[MachinePolicy]) -> tuple[list[str], list[list[str]]]:
    """Return the best partitions of several designs by nodes; a blank where a design has none."""
    headings = ["nodes"]
    for policy in policies:
        headings += [policy.name, "bisection"]
    tables = [{row.nodes: row for row in policy.rows} for policy in policies]
    body = []
    for nodes in sorted(set().union(*tables)):
        line = [str(nodes)]
        for policy, table in zip(policies, tables, strict=True):
            row = table.get(nodes)
            line += ["-", "-"] if row is None else [row.best, _cut_text(row.best_cut, policy.scale)]
        body.append(line)
    return headings, body


def expansion_table(policy: MachinePolicy) -> tuple[list[str], list[list[str]]]:
    """Return the small-set expansion of every size, for a terminal."""
    if policy.curve is None:
        raise ValueError("the policy was asked for without its expansion")
    rows = [
        [
            str(one.size),
            str(capacity(one.lower_links, policy.scale)),
            str(capacity(one.upper_links, policy.scale)),
            f"{one.lower:.4f}",
            f"{one.upper:.4f}",
        ]
        for one in expansions(policy.curve)
    ]
    return ["routers", "links >=", "links found", "expansion >=", "expansion <="], rows
