"""``netfloor circulant product``: the products of the optimal circulant paper's Table 2, and others."""

from typing import Any

import networkx as nx
import pytest

from netfloor.research.circulants.study.product import ProductRequest, factorisations

#: The paper's Table 2: routers, radix, circulant factor, diameter, mean distance, bisection of its product.
TABLE_2 = [
    (32, 5, (8, 2), 5, 2.84, 8),
    (64, 6, (16, 3), 5, 3.24, 16),
    (128, 7, (32, 4), 5, 3.40, 64),
]
#: The larger rows of the same table.
LARGE = [
    (256, 8, (64, 5), 5, 3.78, 128),
    (512, 9, (128, 6), 6, 4.07, 304),
    (1024, 10, (256, 7), 6, 4.52, 624),
]


def row_of_the_paper(cli: Any, routers: int, radix: int, factor: tuple[int, int]) -> Any:
    """Return the product with K4 that the paper lists."""
    line = (
        "circulant",
        "product",
        "--routers",
        routers,
        "--radix",
        radix,
        "--no-plain",
        "--quiet",
        "--json",
    )
    products = cli(*line).json()["products"]
    (row,) = [row for row in products if row["complete_routers"] == 4]
    assert (row["circulant_routers"], row["circulant_radix"]) == factor
    return row


@pytest.mark.parametrize(("routers", "radix", "factor", "diameter", "mean", "cut"), TABLE_2)
def test_table_2_of_the_paper(
    routers: int, radix: int, factor: tuple[int, int], diameter: int, mean: float, cut: int, cli: Any
) -> None:
    """Diameter, mean path length and bisection of each product row."""
    row = row_of_the_paper(cli, routers, radix, factor)
    assert (row["diameter"], round(row["mean_distance"], 2)) == (diameter, mean)
    assert row["bisection_links"] == cut >= row["bisection_lower_links"]


@pytest.mark.nightly
@pytest.mark.parametrize(("routers", "radix", "factor", "diameter", "mean", "cut"), LARGE)
def test_large_rows_of_table_2(
    routers: int, radix: int, factor: tuple[int, int], diameter: int, mean: float, cut: int, cli: Any
) -> None:
    """The same; the cut found is no wider than the paper's."""
    row = row_of_the_paper(cli, routers, radix, factor)
    assert (row["diameter"], round(row["mean_distance"], 2)) == (diameter, mean)
    assert row["bisection_lower_links"] <= row["bisection_links"]
    assert row["bisection_links"] == cut


def test_figures_are_those_of_the_graph(cli: Any) -> None:
    """Diameter and mean of every row against NetworkX; the best product first, the plain one beside."""
    found = cli("circulant", "product", "--routers", 24, "--radix", 6, "--json", "--quiet").json()
    assert {row["complete_routers"] for row in found["products"]} == {2, 3, 4}
    for row in [*found["products"], found["plain"]]:
        graph = nx.circulant_graph(row["circulant_routers"], row["jumps"])
        graph = nx.cartesian_product(graph, nx.complete_graph(row["complete_routers"]))
        assert set(dict(graph.degree).values()) == {6}
        assert len(graph) == 24
        assert nx.diameter(graph) == row["diameter"]
        assert row["mean_distance"] == pytest.approx(nx.average_shortest_path_length(graph))
    order = [(row["diameter"], row["mean_distance"]) for row in found["products"]]
    assert order == sorted(order)
    text = cli("circulant", "product", "--routers", 24, "--radix", 6, "--quiet").out
    assert all(row["network"] in text for row in [*found["products"], found["plain"]])


def test_every_factorisation_is_there() -> None:
    """Against trying all orders and radices: m from 3, an odd radix of the circulant for even m alone."""
    for n in range(1, 61):
        expected = {
            (r, c)
            for r in range(2, n + 1)
            for c in range(2, n)
            if n % r == 0 and n // r >= 3 and c < n // r and not (c % 2 and (n // r) % 2)
        }
        assert {(r, c) for r, radices in factorisations(n) for c in radices} == expected


def test_an_odd_size_has_products_too(cli: Any) -> None:
    """45 routers of radix 6: of K3 and of K5, and a plain circulant."""
    spaces = ProductRequest(45, 6).spaces()
    assert [(r, space.routers, space.radix) for r, space in spaces] == [(3, 15, 4), (5, 9, 2)]
    ran = cli("circulant", "product", "--routers", 45, "--radix", 6, "--json", "--quiet")
    assert ran.json()["plain"]["network"].startswith("circulant:45:")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("--routers", 31, "--radix", 6), "give N = m r"),
        (("--routers", 32, "--radix", 60), "nearest: 16"),
        (("--routers", 27, "--radix", 5), "nearest: 4"),
        (("--routers", 32, "--radix", 2), "nearest: 3"),
        (("--routers", 1, "--radix", 2), "give N = m r"),
    ],
)
def test_what_is_no_product_is_refused(given: tuple[object, ...], words: str, cli: Any) -> None:
    """Exit code 3 and one message that says what would be one."""
    ran = cli("circulant", "product", *given)
    assert (ran.code, ran.out) == (3, "")
    assert words in ran.err
