"""Load a coefficient set: one shipped with netfloor, or the user's own TOML file."""

from collections.abc import Iterable
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar

from netfloor.costmodels import COST_SETS, POWER_SETS
from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import canonical_sha256, load_toml
from netfloor.foundation.models import StrictModel, parse
from netfloor.foundation.wording import known_text

Set = TypeVar("Set", bound=StrictModel)


def load_cost_set(name_or_path: str | Path) -> CostSet:
    """Load a cost set by its shipped name, or from the user's own file; see `_load`."""
    return _load(CostSet, "cost", COST_SETS, name_or_path)


def load_power_set(name_or_path: str | Path) -> PowerSet:
    """Load a power set by its shipped name, or from the user's own file; see `_load`."""
    return _load(PowerSet, "power", POWER_SETS, name_or_path)


def _load(model: type[Set], kind: str, shipped: Iterable[str], name: str | Path) -> Set:
    """Load a set; any name that ends in ``.toml`` or contains a slash is a path.

    Raise `InputError` if the name is unknown, or the file is not a set of this kind.
    """
    if isinstance(name, Path) or name.endswith(".toml") or "/" in name:
        return parse(model, load_toml(Path(name), f"{kind} set"), name)
    if name in shipped:
        return parse(model, shipped_toml(kind, name, f"{kind} set"), name)
    known = f"{known_text(name, sorted(shipped))}; or give the path of a .toml file"
    raise InputError(f"{kind} set {name!r}", "is not shipped with netfloor", known)


def shipped_toml(kind: str, name: str, what: str) -> dict[str, Any]:
    """Return the content of a TOML file shipped with this package."""
    source = resources.files("netfloor.costmodels").joinpath("data", kind, f"{name}.toml")
    with resources.as_file(source) as path:
        return load_toml(path, what)


def set_sha256(strict_model: StrictModel) -> str:
    """Return the SHA-256 of a coefficient set, independent of its file's formatting."""
    return canonical_sha256(strict_model.model_dump(mode="json"))
