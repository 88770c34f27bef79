"""What is connected: families of networks, one file each, and graph files."""

from topologies import (
    bundlefly,
    circulant,
    clos,
    complete,
    dragonfly,
    fattree,
    flattened_butterfly,
    graph_file,
    hypercube,
    hyperx,
    jellyfish,
    lps,
    mesh,
    polarfly,
    product,
    random_regular,
    skywalk,
    slimfly,
    torus,
    xpander,
)
from topologies.family import Family, Instance, Parameters, instances
from topologies.files import FORMATS, write_topology
from topologies.spec import build, parse_spec
from topologies.topology import Topology, normal_links

__all__ = [
    "FAMILIES",
    "FORMATS",
    "Family",
    "Instance",
    "Parameters",
    "Topology",
    "build",
    "instances",
    "normal_links",
    "parse_spec",
    "write_topology",
]

FAMILIES: dict[str, Family] = {
    "lps": lps.FAMILY,
    "slimfly": slimfly.FAMILY,
    "bundlefly": bundlefly.FAMILY,
    "dragonfly": dragonfly.FAMILY,
    "polarfly": polarfly.FAMILY,
    "skywalk": skywalk.FAMILY,
    "hyperx": hyperx.FAMILY,
    "flattened-butterfly": flattened_butterfly.FAMILY,
    "fattree": fattree.FAMILY,
    "clos": clos.FAMILY,
    "torus": torus.FAMILY,
    "mesh": mesh.FAMILY,
    "hypercube": hypercube.FAMILY,
    "random": random_regular.FAMILY,
    "jellyfish": jellyfish.FAMILY,
    "xpander": xpander.FAMILY,
    "circulant": circulant.FAMILY,
    "complete": complete.FAMILY,
    "product": product.FAMILY,
    "file": graph_file.FAMILY,
}
