"""Network families, one file each. To add one, write a file here and add an entry below."""

from netfloor.topologies.families import circulant, dragonfly, dragonfly_plus
from netfloor.topologies.families.algebraic import bundlefly, lps, polarfly, slimfly
from netfloor.topologies.families.drawn import random_regular, skywalk, xpander
from netfloor.topologies.families.lattices import (
    complete,
    flattened_butterfly,
    hypercube,
    hyperx,
    mesh,
    torus,
)
from netfloor.topologies.families.trees import clos, fattree, leafspine, rails
from netfloor.topologies.family import Family

#: Every family with formulas, by the word before the colon of a spec.
FORMULAS: dict[str, Family] = {
    "lps": lps.FAMILY,
    "slimfly": slimfly.FAMILY,
    "bundlefly": bundlefly.FAMILY,
    "dragonfly": dragonfly.FAMILY,
    "dragonfly+": dragonfly_plus.FAMILY,
    "polarfly": polarfly.FAMILY,
    "skywalk": skywalk.FAMILY,
    "hyperx": hyperx.FAMILY,
    "flattened-butterfly": flattened_butterfly.FAMILY,
    "fattree": fattree.FAMILY,
    "clos": clos.FAMILY,
    "leafspine": leafspine.FAMILY,
    "rails": rails.FAMILY,
    "torus": torus.FAMILY,
    "mesh": mesh.FAMILY,
    "hypercube": hypercube.FAMILY,
    "random": random_regular.FAMILY,
    "jellyfish": random_regular.JELLYFISH,
    "xpander": xpander.FAMILY,
    "circulant": circulant.FAMILY,
    "complete": complete.FAMILY,
}
