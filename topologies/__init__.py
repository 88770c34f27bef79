"""What is connected: families of networks, one file each, and graph files."""

from topologies import graph_file, lps, random_regular, skywalk, slimfly
from topologies.family import Family, Parameters
from topologies.files import FORMATS, write_topology
from topologies.spec import build, parse_spec
from topologies.topology import Topology, normal_links

__all__ = [
    "FAMILIES",
    "FORMATS",
    "Family",
    "Parameters",
    "Topology",
    "build",
    "normal_links",
    "parse_spec",
    "write_topology",
]

FAMILIES: dict[str, Family] = {
    "lps": lps.FAMILY,
    "slimfly": slimfly.FAMILY,
    "skywalk": skywalk.FAMILY,
    "random": random_regular.FAMILY,
    "file": graph_file.FAMILY,
}
