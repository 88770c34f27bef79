"""The papers' printed tables: complete, and consistent where print itself is."""

import pytest

from netfloor.foundation.errors import InputError
from netfloor.foundation.grids import cabinets_needed, square_grid
from netfloor.reports.comparison.published import load_published, published_names
from netfloor.reports.figures.table import FIGURES

TABLE2 = load_published("spectralfly_table2")
TABLE1 = load_published("spectralfly_table1")
NETWORKS = (
    "lps:11,7",
    "slimfly:9",
    "lps:19,7",
    "slimfly:13",
    "lps:23,11",
    "slimfly:17",
    "lps:29,13",
    "slimfly:23",
)


def lps_routers(p: int, q: int) -> int:
    """N = (3 - (p|q)) (q^3 - q) / 4, SpectralFly section IV, with Euler's criterion."""
    legendre = 1 if pow(p, (q - 1) // 2, q) == 1 else -1
    return (3 - legendre) * (q**3 - q) // 4


def closed_forms(spec: str) -> tuple[int, int]:
    """Routers and radix of an LPS, SlimFly, BundleFly or DragonFly network, SpectralFly section IV."""
    family, parameters = spec.split(":")
    numbers = [int(part) for part in parameters.split(",")]
    if family == "lps":
        return lps_routers(*numbers), numbers[0] + 1
    if family == "dragonfly":
        return numbers[0] * (numbers[0] + 1), numbers[0]
    s = numbers[-1]
    delta = {0: 0, 1: 1, 3: -1}[s % 4]
    if family == "slimfly":
        return 2 * s * s, (3 * s - delta) // 2
    return 2 * numbers[0] * s * s, (numbers[0] - 1) // 2 + (3 * s - delta) // 2


def room_lengths_m(routers: int) -> set[float]:
    """Lengths between cabinets in the paper's room: 4 + 2 dx + 0.6 dy, section VII."""
    rows, columns = square_grid(cabinets_needed(routers))
    return {round(4 + 2 * x + 0.6 * y, 3) for x in range(rows) for y in range(columns)}


@pytest.mark.parametrize("spec", NETWORKS)
def test_table2_rows_use_known_figures(spec: str) -> None:
    """Every printed figure has the key of a figure, so that ours can stand beside it."""
    assert set(TABLE2.for_network(spec)) <= set(FIGURES)
    assert len(TABLE2.for_network(spec)) == 10


@pytest.mark.parametrize("spec", NETWORKS)
def test_table2_size_follows_the_closed_forms(spec: str) -> None:
    """Printed routers and radix are those of the network's construction."""
    row = TABLE2.for_network(spec)
    assert (row["switches"], row["radix"]) == closed_forms(spec)


@pytest.mark.parametrize("spec", NETWORKS)
def test_table2_links_are_those_of_a_regular_graph(spec: str) -> None:
    """Electrical and optical links add up to n k / 2; LPS(11,7) lacks one in print."""
    row = TABLE2.for_network(spec)
    missing = 1 if spec == "lps:11,7" else 0
    assert row["links"] == row["copper_links"] + row["optical_links"]
    assert row["links"] == row["switches"] * row["radix"] // 2 - missing


@pytest.mark.parametrize("spec", NETWORKS)
def test_table2_power_per_bandwidth_is_power_over_bisection(spec: str) -> None:
    """Printed mW per Gb/s equals printed W over printed bisection times 100 Gb/s."""
    row = TABLE2.for_network(spec)
    assert row["mw_per_gbps"] == pytest.approx(
        10 * row["network_power_w"] / row["bisection_links"], abs=0.05
    )


@pytest.mark.parametrize("spec", NETWORKS)
def test_table2_maxima_are_lengths_of_the_room(spec: str) -> None:
    """Every printed maximum is a length that the room rule can give in the class's larger room."""
    place = NETWORKS.index(spec) // 2 * 2
    routers = max(int(TABLE2.for_network(name)["switches"]) for name in NETWORKS[place : place + 2])
    assert TABLE2.for_network(spec)["max_cable_m"] in room_lengths_m(routers)


def test_table2_baselines_stand_once_per_class() -> None:
    """Both networks of a class share the bracketed figures, which grow from class to class."""
    means = [TABLE2.baseline_for(spec)["mean_cable_m"] for spec in NETWORKS]
    assert means == [10.29] * 2 + [13.94] * 2 + [17.27] * 2 + [21.09] * 2
    maxima = [TABLE2.baseline_for(spec)["max_cable_m"] for spec in NETWORKS]
    assert maxima == [21.21] * 2 + [31.05] * 2 + [41.07] * 2 + [52.1] * 2


def table1_specs() -> list[str]:
    """Return the specs among the names of Table I."""
    return [name for name in TABLE1.rows if ":" in name]


def test_table1_has_twenty_rows() -> None:
    """Table I prints five size classes of four networks."""
    printed = [name for name in TABLE1.rows if "(" in name]
    assert len(printed) == 20


@pytest.mark.parametrize("spec", table1_specs())
def test_table1_size_follows_the_closed_forms(spec: str) -> None:
    """Printed routers and radix are those of the network's construction."""
    row = TABLE1.for_network(spec)
    assert (row["routers"], row["radix"]) == closed_forms(spec)


def test_table1_dragonflies_follow_their_closed_form() -> None:
    """DF(a) has a (a + 1) routers of radix a, section IV."""
    for a in (12, 24, 53, 69, 85):
        row = TABLE1.for_network(f"DF({a})")
        assert (row["routers"], row["radix"]) == (a * (a + 1), a)


def test_table1_slimfly_means_follow_from_diameter_two() -> None:
    """A k-regular graph of diameter 2 has mean distance 2 - k / (n - 1)."""
    rows = [TABLE1.rows[name] for name in table1_specs() if name.startswith("slimfly")]
    assert len(rows) == 5
    for row in rows:
        assert row["diameter"] == 2
        expected = 2 - row["radix"] / (row["routers"] - 1)
        assert row["mean_distance"] == pytest.approx(expected, abs=0.005)


def test_lookup_forgives_blanks_and_case() -> None:
    """A spec typed with blanks or capitals finds its row; the printed name does as well."""
    assert TABLE2.for_network("LPS: 11, 7") == TABLE2.for_network("lps:11,7")
    assert TABLE2.for_network("SF(9)") == TABLE2.for_network("slimfly:9")


def test_unknown_network_has_no_figures() -> None:
    """A network that the paper does not print simply has nothing printed."""
    assert TABLE2.for_network("torus:4x4") == {}
    assert TABLE2.baseline_for("torus:4x4") == {}


@pytest.mark.parametrize("name", ["", "spectralfly", "../data/spectralfly_table2", "a\0b"])
def test_unknown_table_names_the_known_ones(name: str) -> None:
    """A wrong name is an input error that lists every table there is."""
    with pytest.raises(InputError) as raised:
        load_published(name)
    assert all(known in str(raised.value) for known in published_names())
