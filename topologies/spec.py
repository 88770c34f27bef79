"""Network specs: ``family:parameters``, or a product of several."""

import re
from dataclasses import replace

import numpy as np

from netfloor.foundation.errors import InputError
from netfloor.foundation.plugins import FAMILIES as PLUGINS
from netfloor.foundation.plugins import names_of, part_named
from netfloor.foundation.units import MAX_GBPS, MIN_GBPS
from netfloor.foundation.wording import known_text
from netfloor.topologies.families import FORMULAS, graph_file
from netfloor.topologies.families.product import product_family
from netfloor.topologies.family import Family, Parameters
from netfloor.topologies.files import FORMATS
from netfloor.topologies.parameters import integer, shown
from netfloor.topologies.planes import MAX_PLANES, in_planes, without_planes
from netfloor.topologies.topology import Topology

_MAX_ENDPOINTS = 1_000_000
#: The only registry entry without a colon: products are recognised by their stars.
_PRODUCT = "product"
_NAME = re.compile(r"[a-z_][a-z0-9_-]*")
_PATH_OPTION = re.compile(r"(.+),\s*(format|loops|arrows|endpoints|planes|servers)\s*=([^,=]*)", re.DOTALL)
#: Parameters of every family; in a product they apply once.
_GENERAL = frozenset({"endpoints", "planes"})


def build(spec: str, *, endpoints: int | None = None, link_gbps: float = 100.0, seed: int = 0) -> Topology:
    """Build the network of a spec.

    Parameters
    ----------
    spec
        Such as ``lps:11,7``. Every family accepts ``endpoints=N``, endpoints per switch, and ``planes=K``,
        copies of the network with a port of every server on each (`planes.in_planes`); randomised families
        accept ``seed=S``. Values in the spec override the arguments. Specs joined by stars mean their
        Cartesian product; ``endpoints=N`` and ``planes=K`` in one of them apply to the product.
    endpoints
        Endpoints per switch; None for the family's or graph file's endpoints, else 0.
    link_gbps
        Rate of a link in Gb/s, each direction.
    seed
        Seed for randomised families.

    Raises
    ------
    InputError
        If the spec is not a network that can be built.
    """
    family, parameters = parse_spec(spec)
    where = shown(parameters.spec)
    if not MIN_GBPS <= link_gbps <= MAX_GBPS:
        what = f"a link rate of {link_gbps:g} Gb/s"
        raise InputError(where, what, f"give a number from {MIN_GBPS:f} to {MAX_GBPS:,}")
    named = dict(parameters.named)
    attached = _attached(family, parameters, endpoints)
    planes = _planes(parameters)
    for general in _GENERAL:
        named.pop(general, None)
    if family.takes_seed:
        named.setdefault("seed", str(seed))
    topology = replace(family.build(replace(parameters, named=named)), gbps=link_gbps)
    if attached is not None:
        if topology.servers is not None and "endpoints" in parameters.named:
            what = "its servers and endpoints both set the endpoints per switch"
            raise InputError(where, what, "omit endpoints")
        topology = _with_endpoints(topology, family, attached)
    return topology if planes == 1 else in_planes(topology, planes, parameters.spec)


def parse_spec(spec: str) -> tuple[Family, Parameters]:
    """Parse a spec into its family and parameters, still as text.

    For a product, the parameters are its factors, and ``endpoints`` if a factor gives it.

    Raises
    ------
    InputError
        If the family is unknown or the parameters are not a list of values and name=value.
    """
    text = spec.strip()
    name, _, rest = text.partition(":")
    family = family_named(name.strip())
    if family is None:
        raise _unknown_family(text, name.strip())
    if "*" in text and not family.takes_path:
        return FAMILIES[_PRODUCT], _factors(text)
    if not rest.strip():
        raise InputError(shown(text), "has no parameters", f"write {family.usage}")
    parts = _path_parts(rest) if family.takes_path else rest.split(",")
    return family, _split(text, parts, first_is_value=family.takes_path)


def family_named(name: str) -> Family | None:
    """Return the built-in or user-defined family of the word before a spec's colon."""
    if name == _PRODUCT:
        return None
    return FAMILIES.get(name) or part_named(PLUGINS, name)


def _factors(spec: str) -> Parameters:
    """Parse the factors of a product, validating each."""
    factors = tuple(factor.strip() for factor in spec.split("*"))
    if not all(factors):
        raise InputError(shown(spec), "has an empty factor", "write A*B, such as torus:8x8*complete:4")
    named: dict[str, str] = {}
    for family, parameters in map(parse_spec, factors):
        if family.takes_path:
            raise InputError(
                shown(spec), "a graph file cannot be a factor", "write A*B with families that have formulas"
            )
        for general in sorted(_GENERAL & parameters.named.keys()):
            if general in named:
                what = f"parameter {general} is given twice"
                raise InputError(shown(spec), what, "it applies to the product")
            named[general] = parameters.named[general]
    return Parameters(spec, tuple(map(without_planes, factors)), named)


def _attached(family: Family, parameters: Parameters, argument: int | None) -> int | None:
    """Return the endpoints per switch that override the family's definition, if any."""
    where, text = shown(parameters.spec), parameters.named.get("endpoints")
    stated = _stated(family, parameters)
    if text is not None and stated is not None:
        raise InputError(where, f"{stated} and endpoints both set the endpoints per switch", "give one")
    if text is None and (argument is None or stated is not None):
        return None
    wanted = str(argument) if text is None else text
    return integer(where, "endpoints", wanted, lowest=0, highest=_MAX_ENDPOINTS)


def _planes(parameters: Parameters) -> int:
    """Return the number of planes."""
    text = parameters.named.get("planes", "1")
    return integer(shown(parameters.spec), "planes", text, highest=MAX_PLANES)


def _stated(family: Family, parameters: Parameters) -> str | None:
    """Return the family's own parameter that sets the endpoints per switch, if the spec uses it."""
    if family.name == _PRODUCT:
        stated = (_stated(*parse_spec(factor)) for factor in parameters.positional)
        return next((name for name in stated if name is not None), None)
    return next((name for name in family.endpoint_parameters if name in parameters.named), None)


def _with_endpoints(topology: Topology, family: Family, endpoints: int) -> Topology:
    """Set the endpoints of each switch that takes any.

    Servers with ports on several switches stay unchanged.
    """
    if topology.servers is not None:
        return topology
    takes = topology.endpoints > 0 if family.indirect else np.ones(topology.routers, dtype=bool)
    return replace(topology, endpoints=np.where(takes, endpoints, 0).astype(np.int32))


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
    """Split a path from its options; other commas belong to the path."""
    options: list[str] = []
    while (match := _PATH_OPTION.fullmatch(rest)) is not None:
        rest, name, value = match.groups()
        options.insert(0, f"{name}={value}")
    return [rest, *options]


def _unknown_family(spec: str, name: str) -> InputError:
    """Return the error for an unknown family, with suggestions."""
    names = [known for known in (*FAMILIES, *names_of(PLUGINS)) if known != _PRODUCT]
    if any(spec.lower().endswith(form.suffixes) for form in FORMATS.values()):
        return InputError(shown(spec), f"unknown family; for a graph file write {shown('file:' + spec)}")
    if name == _PRODUCT:
        return InputError(shown(spec), "a product has no family name", "write A*B")
    what = f"unknown family {shown(name)!r}" if name else "names no family"
    return InputError(shown(spec) or "network", what, known_text(name, names))


#: Every network family, by the word before the colon of a spec; products are recognised by stars.
FAMILIES: dict[str, Family] = {**FORMULAS, _PRODUCT: product_family(build), "file": graph_file.FAMILY}
