"""The memory that a simulation takes is estimated before it begins."""

import pytest

from netfloor.foundation import sizes
from netfloor.foundation.errors import InputError
from netfloor.research.traffic.simulation.network import network_of
from netfloor.topologies.spec import build
from netfloor.traffic.routing import routing_named


@pytest.mark.parametrize("routing", ["minimal", "dimension-order", "ugal-l"])
def test_a_table_that_memory_does_not_hold_is_refused_with_its_size(
    monkeypatch: pytest.MonkeyPatch, routing: str
) -> None:
    """A simulation of 2,500 switches where 0.1 GiB is left: the message has both sizes."""
    monkeypatch.setattr(sizes, "available_bytes", lambda: 1 << 27)
    with pytest.raises(
        InputError, match=r"pairs of 2,500 switches would need about 0\.3 GiB of memory, but 0\.1 GiB"
    ):
        network_of(build("torus:50x50,endpoints=1"), routing_named(routing))
