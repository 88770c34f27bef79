"""Partitions of a placed network: which routers a job should get, for bandwidth and for short cables."""

from layout.regions.bounds import RegionBound, RegionBounds
from layout.regions.candidate import Candidate
from layout.regions.division import Division, divide
from layout.regions.measure import Region, measure
from layout.regions.search import Found, search_regions
from layout.regions.units import Units, make_units

__all__ = [
    "Candidate",
    "Division",
    "Found",
    "Region",
    "RegionBound",
    "RegionBounds",
    "Units",
    "divide",
    "make_units",
    "measure",
    "search_regions",
]
