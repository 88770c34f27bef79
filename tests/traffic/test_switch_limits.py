"""What a routing needs of a switch, against what its catalogue says."""

from dataclasses import replace

import pytest

from netfloor.foundation.errors import InfeasibleError
from netfloor.topologies.spec import build
from netfloor.traffic.channels import channels_of
from netfloor.traffic.routing import routing_named
from netfloor.traffic.routing.routes import routes_of
from netfloor.traffic.switch_limits import (
    RoutingNeeds,
    SwitchCheck,
    SwitchChecks,
    SwitchLimits,
    needs_of,
)

NEEDS = RoutingNeeds("group-ugal-l", "a dragonfly", 3, 81, 2, 1)
ROOMY = SwitchLimits("S", "", 3, 81, 2, 1)


@pytest.mark.parametrize(
    ("spec", "routing", "wanted"),
    [
        # 72 endpoints, and 9 groups that packets go to first; Figure 7: 3 virtual channels, 2 minimally
        ("dragonfly:a=4,p=2,h=2", "group-ugal-l", (3, 81, 1, 1)),
        ("dragonfly:a=4,p=2,h=2", "group-minimal", (2, 72, 1, 0)),
        # 16 switches of diameter 4: by-hop takes 4 virtual channels minimally; by any other switch 7, since
        # the only one four hops away is four hops from the source alone
        ("torus:4x4,endpoints=1", "minimal", (4, 16, 4, 0)),
        ("torus:4x4,endpoints=1", "single-path", (4, 16, 1, 0)),
        ("torus:4x4,endpoints=1", "valiant", (7, 32, 4, 0)),
        ("torus:4x4,endpoints=1", "dimension-order", (2, 16, 2, 0)),
    ],
)
def test_what_a_routing_needs(spec: str, routing: str, wanted: tuple[int, ...]) -> None:
    """Virtual channels in use, entries for endpoints and intermediates, ports of an entry, queues."""
    topology = build(spec)
    needs = needs_of(routes_of(topology, channels_of(topology), routing_named(routing)))
    assert (
        needs.virtual_channels, needs.table_entries, needs.paths_per_entry, needs.adaptive,
    ) == wanted  # fmt: skip


@pytest.mark.parametrize("key", ["virtual_channels", "table_entries", "paths_per_entry", "adaptive"])
def test_one_too_few_is_refused_and_nothing_unknown_passes(key: str) -> None:
    """As much as is needed is enough, one less is too little, with both numbers, and unknown is said."""
    needed = getattr(NEEDS, key)
    assert SwitchCheck(NEEDS, ROOMY).verdict == "enough"
    less = SwitchCheck(NEEDS, replace(ROOMY, **{key: needed - 1}))
    assert less.verdict == "too little"
    with pytest.raises(
        InfeasibleError, match=f"{needed} .*has {needed - 1}" if key != "adaptive" else "none"
    ):
        SwitchChecks((less,)).require_enough()
    unknown = SwitchCheck(NEEDS, replace(ROOMY, **{key: None}))
    assert unknown.verdict == "unchecked"
    assert "UNCHECKED" in unknown.text()
    SwitchChecks((unknown,)).require_enough()


def test_what_every_switch_has_needs_no_catalogue() -> None:
    """One virtual channel, one port for each address and no decision: only the size of the table counts."""
    modest = SwitchCheck(RoutingNeeds("up-down", "a tree", 1, 16), SwitchLimits("S"))
    assert modest.to_dict()["verdict"] == "unchecked"
    assert modest.text() == (
        "S: UNCHECKED, not in the catalogue: 16 table entries; "
        "enough: 1 virtual channel, 1 port per table entry"
    )


def test_a_need_that_nobody_stated_is_unchecked() -> None:
    """OpenSM does not always say how many lanes it needs: then no count of the switch is enough."""
    assert SwitchCheck(replace(NEEDS, virtual_channels=None), ROOMY).verdict == "unchecked"
