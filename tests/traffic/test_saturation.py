"""What a network carries at most: closed forms, and networks that are refused."""

from dataclasses import replace

import numpy as np
import pytest

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import build
from netfloor.traffic.load import saturation as module
from netfloor.traffic.load.saturation import (
    analysed_routing,
    carried_text,
    for_each_gbps,
    require_analysable,
    saturation,
    shown_patterns,
)


def test_throughput_of_a_ring() -> None:
    """Of 6 switches with 2 endpoints, mean distance 1.5 loads each channel 1.5; opposite ones load it 3.

    Two hops the same way load it 4, as no other permutation can: opposite ones share both ways.
    """
    ring = build("torus:6", endpoints=2, link_gbps=50.0)
    carries = saturation(ring, analysed_routing("minimal"))
    assert (carries.uniform, carries.matching) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert carries.worst == pytest.approx(1 / 4)
    assert carries.figures(ring)["worst_gbps"] == pytest.approx(150)
    assert carries.figures(ring)["uniform_gbps"] == pytest.approx(400)
    assert carries.figures(ring)["matching_gbps"] == pytest.approx(200)
    by_any = saturation(ring, analysed_routing("valiant"))
    assert (by_any.uniform, by_any.matching) == (pytest.approx(0.4), pytest.approx(1 / 3))
    assert by_any.worst is not None
    assert by_any.worst <= by_any.matching


def test_where_the_worst_permutation_takes_too_long_the_longest_matching_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is not shown where no worst permutation is missing, and all have it where one is."""
    ring, rule = build("torus:6", endpoints=2), analysed_routing("minimal")
    exact = saturation(ring, rule).figures(ring)
    monkeypatch.setattr(module, "WORST_SECONDS", 0.0)
    without = saturation(ring, rule).figures(ring)
    assert without == {key: value for key, value in exact.items() if "worst" not in key}
    assert shown_patterns([exact, exact, {}]) == ("uniform", "worst")
    assert shown_patterns([without]) == ("uniform", "matching")
    assert shown_patterns([exact, without]) == ("uniform", "worst", "matching")
    text = carried_text(exact, without, when=(" before", " after"))
    assert text.endswith(
        "worst permutation 300 Gb/s (25.0 %) before; "
        "longest matching 400 Gb/s (33.3 %) before, 400 Gb/s (33.3 %) after"
    )
    assert "cost_per_worst_gbps" not in for_each_gbps(without, 1.0, 1.0)


def test_what_cannot_be_analysed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large networks with an estimate; others that carry nothing, or that the routing does not fit."""
    ring, rule = build("torus:6", endpoints=2), analysed_routing("minimal")
    require_analysable(ring, rule)
    alone = replace(ring, endpoints=np.eye(1, 6, dtype=np.int32)[0])
    with pytest.raises(InputError, match="1 of its switches have endpoints"):
        require_analysable(alone, rule)
    with pytest.raises(InputError, match="does not fit torus:6: routes by groups"):
        require_analysable(ring, analysed_routing("group-minimal"))
    with pytest.raises(InputError, match="decides by queue lengths"):
        analysed_routing("ugal-g")
    monkeypatch.setattr(module, "MOST", 5)
    with pytest.raises(InputError, match=r"6 switches would take about 1 minutes and 0\.0 GB"):
        require_analysable(ring, rule)
