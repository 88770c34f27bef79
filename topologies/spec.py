"""The one way to name a network: ``family:parameters``."""

import difflib
import math
import re
from dataclasses import replace

import numpy as np

import topologies
from foundation.errors import InputError
from topologies.family import Family, Parameters
from topologies.files import FORMATS
from topologies.parameters import integer, shown
from topologies.topology import Topology

#: Families whose outcome depends on a seed.
TAKES_SEED = frozenset({"random", "skywalk"})
#: Families whose first parameter is a path, which may hold commas and equal signs.
TAKES_PATH = frozenset({"file"})
_MOST_ENDPOINTS = 1_000_000
_NAME = re.compile(r"[a-z_]+")
_PATH_OPTION = re.compile(r"(.+),\s*(format|endpoints)\s*=([^,=]*)", re.DOTALL)


def build(spec: str, *, endpoints: int | None = None, link_gbps: float = 100.0, seed: int = 0) -> Topology:
    """Return the network that a spec names.

    Parameters
    ----------
    spec
        Such as ``lps:11,7``. Every family takes ``endpoints=N``, endpoints per router, and
        those that draw lots take ``seed=S``; what the spec says beats the arguments.
    endpoints
        Endpoints per router; None for what a graph file says, else 0.
    link_gbps
        Rate of a link in Gb/s, each direction.
    seed
        Decides the outcome of families that draw lots.

    Raises
    ------
    InputError
        If the spec does not name a network that can be built.
    """
    family, parameters = parse_spec(spec)
    where = shown(parameters.spec)
    if not (math.isfinite(link_gbps) and link_gbps > 0):
        raise InputError(where, f"a link rate of {link_gbps} Gb/s", "give a number above 0")
    named = dict(parameters.named)
    attached = named.pop("endpoints", None if endpoints is None else str(endpoints))
    if attached is not None:
        endpoints = integer(where, "endpoints", attached, lowest=0, highest=_MOST_ENDPOINTS)
    if family.name in TAKES_SEED:
        named.setdefault("seed", str(seed))
    topology = family.build(replace(parameters, named=named))
    if endpoints is None:
        return replace(topology, link_gbps=link_gbps)
    everywhere = np.full(topology.routers, endpoints, dtype=np.int32)
    return replace(topology, link_gbps=link_gbps, endpoints=everywhere)


def parse_spec(spec: str) -> tuple[Family, Parameters]:
    """Return the family that a spec names and its parameters, still text.

    Raises
    ------
    InputError
        If the family is unknown or the parameters are not a list of values and name=value.
    """
    text = spec.strip()
    name, _, rest = text.partition(":")
    family = topologies.FAMILIES.get(name.strip())
    if family is None:
        raise _unknown_family(text, name.strip())
    if not rest.strip():
        raise InputError(shown(text), "has no parameters", f"write {family.usage}")
    parts = _path_parts(rest) if family.name in TAKES_PATH else rest.split(",")
    return family, _split(text, parts, first_is_value=family.name in TAKES_PATH)


def _split(spec: str, parts: list[str], *, first_is_value: bool) -> Parameters:
    """Sort the parts of a spec into values and name=value."""
    positional: list[str] = []
    named: dict[str, str] = {}
    for place, part in enumerate(part.strip() for part in parts):
        name, sign, value = (piece.strip() for piece in part.partition("="))
        if not part:
            raise InputError(shown(spec), "has an empty parameter", "put values between commas")
        if not sign or (place == 0 and first_is_value):
            positional.append(part)
        elif not _NAME.fullmatch(name):
            raise InputError(shown(spec), f"{shown(name)!r} is not a parameter name", "write name=value")
        elif name in named:
            raise InputError(shown(spec), f"parameter {name} is given twice")
        else:
            named[name] = value
    return Parameters(spec, tuple(positional), named)


def _path_parts(rest: str) -> list[str]:
    """Return a path and the options after it; other commas belong to the path."""
    options: list[str] = []
    while (match := _PATH_OPTION.fullmatch(rest)) is not None:
        rest, name, value = match.groups()
        options.insert(0, f"{name}={value}")
    return [rest, *options]


def _unknown_family(spec: str, name: str) -> InputError:
    """Return the error for a family that does not exist, with what may have been meant."""
    known = f"known: {', '.join(topologies.FAMILIES)}"
    if any(spec.lower().endswith(form.suffixes) for form in FORMATS.values()):
        return InputError(shown(spec), f"unknown family; for a graph file write {shown('file:' + spec)}")
    close = difflib.get_close_matches(name[:40].lower(), topologies.FAMILIES, n=1)
    meant = f"did you mean {close[0]}? " if close else ""
    what = f"unknown family {shown(name)!r}" if name else "names no family"
    return InputError(shown(spec) or "network", what, meant + known)
