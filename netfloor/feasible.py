"""All instances of a family up to a size, by closed forms: SpectralFly's Fig. 4, left."""

from typing import Any

from foundation.errors import InputError
from topologies import FAMILIES, instances


def feasible_instances(name: str, max_routers: int) -> dict[str, Any]:
    """Return every instance of a family of up to ``max_routers`` routers as one document."""
    listing = [family.name for family in FAMILIES.values() if family.instances is not None]
    if name not in listing:
        raise InputError("--family", f"{name!r} does not list its members", f"known: {', '.join(listing)}")
    found = [
        {"network": i.spec, "routers": i.routers, "radix": i.radix, "endpoints_per_router": i.endpoints}
        for i in instances(FAMILIES[name], max_routers)
    ]
    return {"schema": 1, "family": name, "max_routers": max_routers, "instances": found}


def feasible_rows(document: dict[str, Any]) -> list[list[str]]:
    """Return the instances as the rows of a table."""
    return [
        [i["network"], f"{i['routers']:,}", str(i["radix"]), _recommended(i["endpoints_per_router"])]
        for i in document["instances"]
    ]


def _recommended(endpoints: int | None) -> str:
    return "-" if endpoints is None else str(endpoints)
