"""Partitions of a machine: which shapes give their jobs the most bandwidth."""

from structure.partitions.blue_gene import blue_gene_q
from structure.partitions.cuboids import Cuboid, best_cuboid
from structure.partitions.cut_curve import CutCurve, cut_curve
from structure.partitions.expansion import Expansion, expansion_of, expansions
from structure.partitions.halves import Interval, halves
from structure.partitions.machine import Axis, Machine
from structure.partitions.policy import PolicyRow, policy_rows
from structure.partitions.set_bounds import LeastCut, SetBounds
from structure.partitions.subsets import Subset, best_subset
from structure.partitions.torus_bound import TorusBound, torus_bound

__all__ = [
    "Axis",
    "Cuboid",
    "CutCurve",
    "Expansion",
    "Interval",
    "LeastCut",
    "Machine",
    "PolicyRow",
    "SetBounds",
    "Subset",
    "TorusBound",
    "best_cuboid",
    "best_subset",
    "blue_gene_q",
    "cut_curve",
    "expansion_of",
    "expansions",
    "halves",
    "policy_rows",
    "torus_bound",
]
