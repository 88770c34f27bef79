"""What families say about themselves, against the networks that they build."""

import numpy as np
import pytest

from netfloor.topologies.family import instances
from netfloor.topologies.spec import FAMILIES, build

LISTED = [name for name, family in FAMILIES.items() if family.instances is not None]


@pytest.mark.parametrize("name", LISTED)
def test_instances_are_what_is_built(name: str) -> None:
    """Routers and radix of each instance are those of its network, and where all routers take
    endpoints, so is the number recommended.
    """
    family = FAMILIES[name]
    for instance in instances(family, 130):
        topology = build(instance.spec)
        found = (topology.family, topology.routers, topology.radix)
        assert found == (name, instance.routers, instance.radix), instance.spec
        if not family.indirect:
            recommended = None if family.concentration is None else family.concentration(topology)
            assert instance.endpoints == recommended


@pytest.mark.parametrize("name", LISTED)
def test_totals_are_those_of_the_network(name: str) -> None:
    """Endpoints in all and the most ports of a router, with the recommended endpoints attached."""
    for instance in instances(FAMILIES[name], 60):
        if instance.total_endpoints is None:
            assert instance.total_ports is instance.endpoints is instance.hosts is None
            continue
        stated = FAMILIES[name].indirect or any(
            f"{one}=" in instance.spec for one in FAMILIES[name].endpoint_parameters
        )
        topology = build(instance.spec, endpoints=None if stated else instance.endpoints)
        assert int(topology.endpoints.sum()) == instance.total_endpoints, instance.spec
        assert int(topology.ports.max()) == instance.total_ports, instance.spec


@pytest.mark.parametrize("name", LISTED)
def test_instances_are_sorted_and_within_the_limit(name: str) -> None:
    """Smallest first, none twice, and a higher limit only adds larger ones."""
    few, many = (list(instances(FAMILIES[name], limit)) for limit in (90, 400))
    assert many == sorted(set(many))
    assert few == [instance for instance in many if instance.routers <= 90]


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.parametrize("limit", [-3, 0, 1])
def test_no_instance_fits_a_single_router(name: str, limit: int) -> None:
    """No listed network has fewer than two routers."""
    assert list(instances(FAMILIES[name], limit)) == []


def test_families_without_a_list_say_so() -> None:
    """Asking for the instances of random networks is a caller's mistake."""
    with pytest.raises(ValueError, match="random"):
        instances(FAMILIES["random"], 10)


@pytest.mark.parametrize(
    ("name", "limit", "expected"),
    [
        ("lps", 700, {"3,5", "3,7", "5,7", "11,7", "3,11", "5,11", "23,11"}),
        ("slimfly", 170, {"3", "4", "5", "7", "8", "9"}),
        ("bundlefly", 300, {"5,3", "5,4", "9,3", "13,3", "5,5", "9,4"}),
        ("complete", 4, {"2", "3", "4"}),
        ("polarfly", 100, {"2", "3", "4", "5", "7", "8", "9"}),
        ("dragonfly", 42, {"1", "2", "3", "4", "5", "6", "a=2,p=1,h=1", "a=4,p=2,h=2"}),
    ],
)
def test_instances_are_all_there_are(name: str, limit: int, expected: set[str]) -> None:
    """Small limits, worked out by hand from the closed forms."""
    found = {instance.spec.partition(":")[2] for instance in instances(FAMILIES[name], limit)}
    assert expected <= found
    assert all(build(f"{name}:{member}").routers <= limit for member in found)
    assert len(found) == len(expected)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [("slimfly:27", 21), ("polarfly:31", 16), ("dragonfly:a=8,p=1,h=4", 4), ("complete:9", 9)],
)
def test_recommended_endpoints(spec: str, expected: int) -> None:
    """ceil(k'/2) for diameter 2 (k' = 41 and 32), h in a balanced dragonfly, n in a complete graph."""
    concentration = FAMILIES[spec.partition(":")[0]].concentration
    assert concentration is not None
    assert concentration(build(spec)) == expected


@pytest.mark.parametrize("spec", ["lps:3,5", "slimfly:5", "random:8,3", "bundlefly:5,3", "polarfly:3"])
def test_recommendations_are_not_attached(spec: str) -> None:
    """Routers have no endpoints unless the definition or the user gives them some."""
    assert not np.any(build(spec).endpoints)


@pytest.mark.parametrize("name", FAMILIES)
def test_descriptions_are_complete(name: str) -> None:
    """Every field of a description is text."""
    description = FAMILIES[name].describe()
    assert all(isinstance(text, str) and text.strip() for text in description.values())
