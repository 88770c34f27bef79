"""Study files of static routing: combinations of network, routing and placement."""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError, model_validator

from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import load_toml
from netfloor.foundation.models import StrictModel, input_errors, parse
from netfloor.foundation.relative_paths import networks_beside
from netfloor.foundation.wording import first_twice
from netfloor.studies.named_network import NetworkRequest, networks_wanted
from netfloor.topologies.parameters import shown

Name = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[^\x00-\x1f]+$")]
#: Limits on ranks of a heat map, on matchings and on sizes of a job.
MAX_MAPPED, MAX_MATCHINGS, MAX_SIZES = 128, 10_000, 20
#: Limits on characters of a combination's name, and on digits of a number of ranks.
_LONGEST, _DIGITS = 120, 9
#: Options that an error message can name.
_OPTIONS = ("ranks", "matchings", "map_ranks", "message_kib", "lanes", "seed", "endpoints", "gbps")


class CombinationTable(StrictModel):
    """``[[combinations]]``: a spec or a plan, a routing or an engine of OpenSM, and a placement."""

    name: Name
    network: str = Field(description="a network spec, or the file of a plan")
    plan_network: str | None = Field(None, description="of a plan of several networks: the one to use")
    endpoints: Annotated[int, Field(ge=0, le=10_000)] | None = None
    gbps: Annotated[float, Field(gt=0, le=1e6)] | None = None
    routing: str | None = Field(None, description="d-mod-k, sssp, dfsssp or parx")
    opensm: str | None = Field(None, description="an engine of OpenSM in place of routing")
    placement: str = "linear"

    @model_validator(mode="after")
    def _one_routing(self) -> "CombinationTable":
        if (self.routing is None) == (self.opensm is None):
            raise ValueError("give routing or opensm, one of the two")
        return self


class StaticStudy(StrictModel):
    """A study of static routings."""

    schema_: Annotated[int, Field(alias="schema", ge=1, le=1)] = 1
    title: Annotated[str, Field(max_length=200)] = "Static routing"
    seed: Annotated[int, Field(ge=0)] = 0
    matchings: Annotated[int, Field(ge=1, le=MAX_MATCHINGS)] = 1000
    ranks: Annotated[list[Annotated[int, Field(ge=2)]], Field(max_length=MAX_SIZES)] = Field(
        default=[], description="ranks of jobs; default: all endpoints"
    )
    map_ranks: Annotated[int, Field(ge=2, le=MAX_MAPPED)] = 28
    message_kib: Annotated[float, Field(gt=0, le=1e9)] = 1024.0
    lanes: Annotated[int, Field(ge=1, le=15)] = 8
    combinations: Annotated[list[CombinationTable], Field(min_length=1, max_length=40)]

    @model_validator(mode="after")
    def _each_once(self) -> "StaticStudy":
        if (twice := first_twice([combination.name for combination in self.combinations])) is not None:
            raise ValueError(f"combination {twice!r} is given twice")
        return self


def study_of(networks: Sequence[str], given: Mapping[str, Any]) -> StaticStudy:
    """Return the study of some networks by all routings and placements given as ``NAME,NAME``.

    Parameters
    ----------
    given
        Settings by name: those of a study, ``routing``, ``opensm`` and ``placement`` with commas between
        names, ``endpoints`` and ``gbps`` of all networks, and ``network``, to be taken from every plan;
        without it a plan stands for each of its networks.

    Raises
    ------
    InputError
        With the unusable setting.
    """
    settings = dict(given)
    rate = {name: settings.pop(name) for name in ("endpoints", "gbps") if name in settings}
    wanted = networks_wanted(networks, settings.pop("network", None))
    engines = [{"opensm": name} for name in _names(settings, "opensm", "")]
    routings = [{"routing": name} for name in _names(settings, "routing", "" if engines else "dfsssp")]
    placements = _names(settings, "placement", "linear")
    if "ranks" in settings:
        settings["ranks"] = [_rank(text) for text in _names(settings, "ranks", "")]
    combinations = [
        {
            "name": _name(network, routing, placement),
            "network": network.name,
            "plan_network": network.plan_network,
            "placement": placement,
        }
        | routing
        | rate
        for network, routing, placement in product(wanted, routings + engines, placements)
    ]
    try:
        return StaticStudy.model_validate({**settings, "combinations": combinations})
    except ValidationError as error:
        raise _refusal(error) from error


def _names(settings: dict[str, Any], name: str, default: str) -> list[str]:
    given = settings.pop(name, None)
    results = [
        text.strip() for text in (default if given is None else str(given)).split(",") if text.strip()
    ]
    if given is not None and not results:
        raise InputError(setting(name), "is empty", "give one or more, with commas between them")
    return results


def _rank(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > _DIGITS:
        raise InputError(setting("ranks"), f"{text[:60]!r} is not a number of ranks", "write 28,56,112")
    return int(text)


def _name(network: NetworkRequest, routing: Mapping[str, str], placement: str) -> str:
    kind, name = next(iter(routing.items()))
    by = f"{'OpenSM ' if kind == 'opensm' else ''}{shown(name)}"
    which = " ".join(map(shown, filter(None, (network.name, network.plan_network))))
    return f"{which} / {by} / {shown(placement)}"[-_LONGEST:]


def _refusal(error: ValidationError) -> InputError:
    """Return the error with the name of the setting."""
    refused = input_errors(error, StaticStudy, "options")[0]
    where = [str(part) for part in error.errors()[0]["loc"]]
    names = [part.replace("_", "-") for part in where if part in _OPTIONS]
    return InputError(setting(names[-1]) if names else "networks", refused.what, refused.expected)


def read_static_study(path: Path) -> StaticStudy:
    """Read a study file; raise `InputError` with file and field."""
    study = parse(StaticStudy, load_toml(path, "study file"), path)
    return study.model_copy(update={"combinations": networks_beside(path, study.combinations)})
