"""Coefficients that belong in an objective's record, determined by the objective's name."""

from collections.abc import Iterator, Mapping

from netfloor.costmodels.check.objective import weights_of
from netfloor.plans.models import ObjectiveFigures

_PRICES = ("cost_set", "cost_set_sha256")
_POWER = ("power_set", "power_set_sha256")
#: Required coefficients of each figure, and its optional ones.
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "length": (),
    "longest": (),
    "money": _PRICES,
    "power": (*_PRICES, *_POWER),
    "mean-latency": ("switch_ns",),
    "max-latency": ("switch_ns",),
    "parts": ("catalogue", "catalogue_sha256", "criterion"),
}
_ALLOWED: Mapping[str, tuple[str, ...]] = {
    "money": ("reach_mm",),
    "power": ("reach_mm",),
    "parts": ("switch",),
}
_ELECTRICITY = ("years", "kwh_price")


def coefficients_of(record: ObjectiveFigures) -> tuple[set[str], set[str]]:
    """Return the required fields and all allowed fields of a record, given its figures.

    Raises `ValueError` if the name contains no figures.
    """
    figures = weights_of(record.name)
    if unknown := [name for name in figures if name not in _NEEDED]:
        raise ValueError(f"{unknown[0]!r} is not a figure")
    needed = {field for name in figures for field in _NEEDED[name]}
    if "parts" in figures and record.criterion == "price+power":
        needed |= set(_ELECTRICITY)
    return needed, needed | {field for name in figures for field in _ALLOWED.get(name, ())}


def coefficient_problems(record: ObjectiveFigures) -> Iterator[str]:
    """Yield required coefficients that a record lacks, and coefficients that none of its figures uses."""
    try:
        needed, allowed = coefficients_of(record)
    except ValueError as error:
        yield f": cannot be derived: {error}"
        return
    every = {field for fields in (*_NEEDED.values(), *_ALLOWED.values(), _ELECTRICITY) for field in fields}
    for field in sorted(every):
        given = getattr(record, field) is not None
        if given and field not in allowed:
            yield f".{field}: is not used by {record.name}; a plan records what is used"
        if not given and field in needed:
            yield f".{field}: is missing, and {record.name} is counted by it"
