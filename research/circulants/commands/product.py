"""``netfloor circulant product``: the best circulants times complete graphs."""

from typing import Annotated

from netfloor.options import BisectMost, Json, Quiet, Radix, Routers, Seed, Workers, option
from netfloor.process.signals import working
from netfloor.terminal.console import answer, end_if_interrupted, remark_all, write_table


def product(
    *,
    routers: Routers,
    radix: Radix,
    plain: Annotated[
        bool, option("--plain/--no-plain", "Search the plain circulant for comparison.")
    ] = True,
    bisect_most: BisectMost = "auto",
    seed: Seed = 0,
    workers: Workers,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare products of circulants and complete graphs.

    Every way to write N switches of radix K as C_m x K_r, each with its best circulant by exhaustive
    search, next to the best plain circulant.
    """
    from netfloor.research.circulants.study.product import ProductRequest, run_products

    request = ProductRequest(routers, radix, plain=plain, seed=seed, workers=workers, most=bisect_most)
    with working(quiet=quiet) as (observer, interrupt):
        report = run_products(request, observer, interrupt)
    answer(report.to_dict, lambda: write_table(report.table), json=json)
    remark_all(report.notes, quiet=quiet)
    end_if_interrupted(report.interrupted, "networks that were not finished are left out")
