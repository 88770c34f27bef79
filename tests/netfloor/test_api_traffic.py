"""What a network carries, from Python."""

from pathlib import Path

import networkx as nx
import pytest

import netfloor as nf


def test_loads_routes_and_bounds_fit_together(tmp_path: Path) -> None:
    """No routing carries more than the ideal, by name or by a table; each is one readable line."""
    network = nf.network("torus:4x3", endpoints=1)
    load = nf.channel_load(network, pattern="permutation", routing="dimension-order", seed=3)
    ideal = nf.ideal_throughput(network, pattern="permutation", seed=3)
    assert 1 / load.highest <= ideal.lower <= ideal.upper
    table = tmp_path / "all.csv"
    table.write_text("".join(f"{a},{b}\n" for a in range(12) for b in range(12)))
    by_table = nf.channel_load(network, pattern=table)
    assert by_table.network == pytest.approx(nf.channel_load(network).network)
    routes = nf.routes(network, routing="dimension-order")
    assert routes.proof.is_acyclic
    assert not nf.routes(network, routing="dimension-order", virtual_channels="one").proof.is_acyclic
    assert [repr(one)[:30] for one in (load, routes)] == [
        "ChannelLoad(48 channels: throu",
        "Routes(dimension-order on toru",
    ]


def test_refusals_name_no_option_of_the_command_line() -> None:
    """A caller reads what is wrong in words of Python."""
    with pytest.raises(nf.InputError, match="not connected"):
        nf.channel_load(nx.Graph([(0, 1), (2, 3)]))
    for make in (nf.channel_load, nf.ideal_throughput, nf.routes):
        with pytest.raises(nf.InputError) as refused:
            make("slimfly:5")  # type: ignore[operator]
        assert "endpoints" in str(refused.value)
        assert "--" not in str(refused.value)
