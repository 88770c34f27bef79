"""The output of ``netfloor partition policy``: a machine's sizes, and a comparison of designs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from netfloor.foundation.wording import count_text, key_label
from netfloor.reports.formats.table import Column, Columns, Table, Value, count_column
from netfloor.research.partitions.bounds.cut_curve import expansions
from netfloor.research.partitions.halves import Interval
from netfloor.research.partitions.policy import KEEP, REFUSE, ROTATE, MachinePolicy, PolicyRow, capacity

Document = dict[str, Any]


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
                "routers": expansion.size,
                "links_lower": capacity(expansion.lower_links, policy.scale),
                "links_upper": capacity(expansion.upper_links, policy.scale),
                "lower": expansion.lower,
                "upper": expansion.upper,
                "exact": expansion.exact,
            }
            for expansion in expansions(policy.curve)
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
    """Return the ratio of the other design's best bisection to this one's, at common sizes."""
    theirs = {row.nodes: row for row in other.rows}
    return [
        {
            "nodes": row.nodes,
            "ratio": theirs[row.nodes].best_cut.links * policy.scale / (row.best_cut.links * other.scale),
        }
        for row in policy.rows
        if row.nodes in theirs and row.best_cut.links
    ]


def policy_sentences(policies: Sequence[MachinePolicy]) -> list[str]:
    """Return the advice for the first machine, and its comparison with each other design."""
    machine, *others = policies
    counts = Counter(row.advice for row in machine.rows)
    ratios = [row.ratio for row in machine.rows if row.advice == ROTATE and row.ratio is not None]
    gain = f", for up to {max(ratios):.2f} times the bisection" if ratios else ""
    sentences = [
        f"{machine.name}, {count_text(len(machine.rows), 'size')}: rotate {counts[ROTATE]:,}{gain}; refuse "
        f"{counts[REFUSE]:,}, where a smaller size has a larger bisection; keep {counts[KEEP]:,}."
    ]
    for other in others:
        ratios = [item["ratio"] for item in _ratios(machine, other)]
        larger, smaller = sum(ratio > 1 for ratio in ratios), sum(ratio < 1 for ratio in ratios)
        sentences.append(
            f"{other.name}, {count_text(len(ratios), 'common size')}: larger best bisection at {larger:,}, "
            f"smaller at {smaller:,}, equal at {len(ratios) - larger - smaller:,}."
        )
    return sentences


def rotated_table(policy: MachinePolicy) -> Table:
    """Return the worst and the best partition of the sizes to rotate."""
    return policy_table(replace(policy, rows=[row for row in policy.rows if row.advice == ROTATE]))


def policy_table(policy: MachinePolicy) -> Table:
    """Return the worst and the best partition of every size."""
    ratio = Column("ratio", form=".2f")
    columns = (
        count_column(key_label(f"{policy.unit}s")),
        count_column("nodes"),
        "worst",
        count_column("bisection"),
        "best",
        count_column("bisection"),
        ratio,
        "advice",
    )
    rows = [
        (
            *(row.units, row.nodes),
            *(row.worst, _cut(row.worst_cut, policy.scale)),
            *(row.best, _cut(row.best_cut, policy.scale)),
            *(row.ratio, row.advice),
        )
        for row in policy.rows
    ]
    return Table(f"Partitions of {policy.name}", columns, rows)


def _cut(cut: Interval, scale: int) -> Value:
    """Return the capacity of a cut, with its lower bound unless it is exact."""
    links = capacity(cut.links, scale)
    return links if cut.exact else f"{links:,} (>= {capacity(cut.lower, scale):,})"


def comparison_table(policies: Sequence[MachinePolicy]) -> Table:
    """Return the best partitions of several designs by nodes; blank if a design has none."""
    columns: Columns = [
        count_column("nodes"),
        *(head for policy in policies for head in (policy.name, count_column("bisection"))),
    ]
    tables = [{row.nodes: row for row in policy.rows} for policy in policies]
    body = []
    for nodes in sorted(set().union(*tables)):
        line: list[Value] = [nodes]
        for policy, table in zip(policies, tables, strict=True):
            row = table.get(nodes)
            line += [None, None] if row is None else [row.best, _cut(row.best_cut, policy.scale)]
        body.append(line)
    return Table("Best partitions of several designs", columns, body)


def expansion_table(policy: MachinePolicy) -> Table:
    """Return the small-set expansion of every size."""
    if policy.curve is None:
        raise ValueError("the policy was computed without its expansion")
    shares = (Column(head, form=".4f") for head in ("expansion >=", "expansion <="))
    rows = [
        (
            expansion.size,
            capacity(expansion.lower_links, policy.scale),
            capacity(expansion.upper_links, policy.scale),
            expansion.lower,
            expansion.upper,
        )
        for expansion in expansions(policy.curve)
    ]
    columns: Columns = (
        count_column("switches"),
        *map(count_column, ("links, lower bound", "links found")),
        *shares,
    )
    return Table("Small-set expansion", columns, rows)
