"""What tells the series of a report apart."""

from dataclasses import replace

from netfloor.research.traffic.motifs.series import MotifName

ONE = MotifName("slimfly:5", "minimal", "halo", "linear", 4096, "")


def test_a_series_is_called_by_what_differs() -> None:
    """From the first two series on; sizes with their unit, no grid as the usual one."""
    assert ONE.text([ONE, ONE]) == ""
    assert ONE.text([ONE, replace(ONE, routing="valiant")]) == "minimal"
    others = [ONE, replace(ONE, size_bytes=64), replace(ONE, grid="2x4", network="torus:4x4")]
    assert ONE.text(others) == "slimfly:5, 4,096 bytes, usual grid"
    assert ONE.text(others, without=("network",)) == "4,096 bytes, usual grid"
    assert str(ONE) == "slimfly:5, minimal, halo, linear, 4096"
