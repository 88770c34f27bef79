"""Finding a coefficient set: one that netfloor ships, or the user's own TOML file."""

import difflib
from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import TypeVar

from costmodels import COST_SETS, POWER_SETS
from costmodels.cost_set import CostSet
from costmodels.power_set import PowerSet
from foundation.errors import InputError
from foundation.files import load_toml
from foundation.models import StrictModel, parse

Set = TypeVar("Set", bound=StrictModel)


def load_cost_set(name_or_path: str | Path) -> CostSet:
    """Return a cost set by its shipped name, or from the user's own file.

    Anything that ends in ``.toml`` or has a slash is a path.

    Raises
    ------
    InputError
        For an unknown name, or a file that is not a cost set.
    """
    return _load(CostSet, "cost", COST_SETS, name_or_path)


def load_power_set(name_or_path: str | Path) -> PowerSet:
    """Return a power set by its shipped name, or from the user's own file.

    Anything that ends in ``.toml`` or has a slash is a path.

    Raises
    ------
    InputError
        For an unknown name, or a file that is not a power set.
    """
    return _load(PowerSet, "power", POWER_SETS, name_or_path)


def _load(model: type[Set], kind: str, shipped: Iterable[str], name: str | Path) -> Set:
    if isinstance(name, Path) or name.endswith(".toml") or "/" in name:
        return parse(model, load_toml(Path(name), f"{kind} set"), name)
    if name not in shipped:
        raise _unknown(kind, shipped, name)
    source = resources.files("costmodels").joinpath("data", kind, f"{name}.toml")
    with resources.as_file(source) as path:
        return parse(model, load_toml(path, f"{kind} set"), name)


def _unknown(kind: str, shipped: Iterable[str], name: str) -> InputError:
    known = sorted(shipped)
    close = difflib.get_close_matches(name, known, n=1)
    guess = f"did you mean {close[0]!r}? " if close else ""
    return InputError(
        f"{kind} set {name!r}",
        "is not one that netfloor ships",
        f"{guess}known: {', '.join(known)}; or give the path of a .toml file",
    )
