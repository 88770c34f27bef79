"""Tables of weights in place of a pattern's name."""

from pathlib import Path

import numpy as np
import pytest

from netfloor.exchange.user_tables.traffic_pattern import read_pattern
from netfloor.foundation.errors import InputError
from netfloor.studies.named_network import NetworkRequest
from netfloor.studies.traffic.load import LoadRequest, measure_load
from netfloor.topologies.spec import build


def test_a_table_is_read_with_and_without_weights(tmp_path: Path) -> None:
    """Lines without a weight weigh 1; the busiest endpoint sends at its full rate."""
    path = tmp_path / "mine.csv"
    path.write_text("source,destination,weight\n0,1,3\n0,2,1\n3,0\n")
    pattern = read_pattern(path, build("torus:4,endpoints=1"))
    np.testing.assert_allclose(pattern.rate, [1, 0, 0, 0.25])
    np.testing.assert_allclose(pattern.arriving(), [0.25, 0.75, 0.25, 0])
    assert "2 of 4 endpoints send, 3 pairs; the busiest at its full rate" in pattern.notes[0]
    request = LoadRequest(NetworkRequest("torus:4", 1), "minimal", str(path))
    assert measure_load(request).loads.highest == pytest.approx(0.875)
    with pytest.raises(InputError, match="specifies which endpoints send"):
        measure_load(LoadRequest(NetworkRequest("torus:4", 1), "minimal", str(path), ranks=2))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0,4\n", "line 1: there is no endpoint '4': the network has 4; give 0 to 3"),
        ("0,1\nsource,2\n", "line 2: there is no endpoint 'source'"),
        ("0\n", "line 1: 1 column; source,destination"),
        ("0,1,2\n0,1\n", "line 2: endpoints 0 and 1 are given twice"),
        ("0,1,0\n", "weight '0'; give a number above 0"),
        ("0,1,inf\n", "weight 'inf'"),
        ("source,destination\n", "no endpoint sends anything"),
    ],
)
def test_a_wrong_table_is_refused_with_its_line(text: str, says: str, tmp_path: Path) -> None:
    """A table of the wrong size, or with no weight, is named by line and value."""
    path = tmp_path / "mine.csv"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_pattern(path, build("torus:4,endpoints=1"))
    assert says in str(caught.value)
