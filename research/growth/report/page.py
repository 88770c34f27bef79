"""A growth study as files: a page, charts, CSV and JSON."""

from dataclasses import asdict, replace
from functools import partial
from itertools import groupby
from typing import Any

from netfloor.foundation.files import to_json
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.html import page
from netfloor.reports.formats.text import plain
from netfloor.research.growth.report.answer import case_answer, cheapest, not_alike, other_cases
from netfloor.research.growth.report.charts import cost_svg, split_svg, tornado_svg
from netfloor.research.growth.report.figures import (
    cable_price_svg,
    curves_svg,
    ports_svg,
    ports_table,
)
from netfloor.research.growth.report.tables import (
    coefficients_table,
    crossovers_table,
    deviations,
    lengths_table,
    networks_table,
    packaging_table,
    shares_table,
    statements_table,
    swings_table,
)
from netfloor.research.growth.report.types import CheapestShare, GrowthFindings, GrowthRow, PaperFigures

SCHEMA = 1


def growth_files(found: GrowthFindings, head: ReportHead) -> dict[str, str]:
    """Return the text of every file of a study by name."""
    head = replace(head, title=found.title, seed=found.seed)
    records = [row.to_dict() for row in found.rows]
    files = {
        "report.html": page(head, first_page(found), growth_sections(found)),
        "report.json": to_json(growth_document(found)),
        "growth.csv": csv_text(tuple(records[0]), records),
    }
    for case in found.cases:
        files[f"cost-{_file_name(case)}.svg"] = cost_svg(found, case, "cost-", standalone=True)
    for prices in found.cable_prices:
        name = f"cables-{_file_name(prices.cost_set)}.svg"
        files[name] = cable_price_svg(prices, "cables-", standalone=True)
    return files


def _file_name(name: str) -> str:
    plain_name = name.replace(", ", "-")
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in plain_name)


def growth_document(found: GrowthFindings) -> dict[str, Any]:
    """Return the document of ``report.json`` and of ``growth --json``."""
    answer: dict[str, Any] = plain(
        {
            "schema": SCHEMA,
            "kind": "growth",
            "title": found.title,
            "basis": found.basis,
            "seed": found.seed,
            "rooms": list(dict.fromkeys(row.room for row in found.rows)),
            "rows": [row.to_dict() for row in found.rows],
            "cheapest": [_cheapest_of(found, case) for case in found.cases],
            "missing": found.missing,
            "crossovers": [vars(crossover) for crossover in found.crossovers],
            "breakeven": [vars(item) for item in found.breakeven],
            "draws": found.draws,
            "cheapest_shares": [vars(share) for share in found.shares],
            "swings": [vars(swing) for swing in found.swings],
            "statements": [
                {**vars(statement), "deviation": statement.deviation} for statement in found.statements
            ],
            "coefficients": [
                dict(zip(("name", "value", "unit", "year", "source", "trust"), coefficient, strict=True))
                for coefficient in found.coefficients
            ],
            "packaging": dict(found.packaging),
            "figures": None if found.figures is None else asdict(found.figures),
            "notes": found.notes,
        }
    )
    return answer


def _cheapest_of(found: GrowthFindings, case: str) -> dict[str, Any]:
    """Return the cheapest families of a case by size, by layouts and by closed forms."""
    ways = ("layouts", found.laid(case)), ("closed_forms", found.of(case))
    each = {
        name: [
            {"endpoints_wanted": same[0].wanted, "families": [row.family for row in same]}
            for same in cheapest(rows)
        ]
        for name, rows in ways
    }
    return {"case": case, **each}


def first_page(found: GrowthFindings) -> FirstPage:
    """Return the first page: the cheapest family at each size, how certain that is, and the assumptions."""
    case = found.cases[0]
    cheapest_text = case_answer(found, case)
    sentence = f"With prices {case}, lowest cost per endpoint: {cheapest_text}. Compared at {found.basis}."
    last = cheapest(found.laid(case) or found.of(case))[-1][0]
    money = f"{last.cents_per_endpoint / 100:,.2f} {last.currency}"
    how = "closed form" if last.way == "closed" else "layout"
    figures = [(f"Cost per endpoint at {last.wanted:,}, {last.family}, by its {how}", money)]
    figures += [
        (f"{share.family} at {share.endpoints:,} cheapest in", _share_text(found, share))
        for share in _shares(found, case, last)
    ]
    figures.append(("Power per endpoint, with its port", f"{last.power_w / last.endpoints:,.2f} W"))
    unverified = sum(coefficient[-1] == "unverified" for coefficient in found.coefficients)
    warning = (
        f"UNVERIFIED: {unverified} of {len(found.coefficients)} numbers have no verified source. "
        if unverified
        else ""
    ) + "Prices come from published cost sets, for comparison only: they are not quotations."
    more = (
        *other_cases(found),
        *(text for item in found.cases for text in not_alike(found, item)),
        "Closed forms follow each family's packaging rule; the section Lengths has both.",
        *deviations(found),
        *found.missing,
    )
    chart = Chart(
        "Cost per endpoint; lines: closed forms, hollow marks: layouts", partial(cost_svg, found, case)
    )
    return FirstPage(sentence, tuple(figures), chart, warning, more)


def _shares(found: GrowthFindings, case: str, last: GrowthRow) -> list[CheapestShare]:
    """Return the shares of draws of the shown family, and of the closed forms' cheapest at that size."""
    at_size = (row for row in found.of(case) if row.wanted == last.wanted)
    names = {last.family, *(row.family for rows in cheapest(at_size) for row in rows)}
    return [
        share for share in found.shares
        if (share.case, share.endpoints) == (case, last.wanted) and share.family in names
    ]  # fmt: skip


def _share_text(found: GrowthFindings, cheapest_share: CheapestShare) -> str:
    return f"{100 * cheapest_share.share:.1f} % of {found.draws:,} draws, by closed forms"


def _figures(figures: PaperFigures) -> Section:
    """Return the section of the paper's other figures; its Figure 2 is the chart of cable prices."""
    charts = (
        Chart("Figure 18: ports of a switch by use", partial(ports_svg, figures)),
        Chart("Figures 1 and 4: endpoints by ports of a switch", partial(curves_svg, figures)),
    )
    remark = "Figure 2 is the chart of cable prices under Where the answer changes."
    return Section("figures", "Other figures of the paper", (remark,), (ports_table(figures),), charts)


def growth_sections(found: GrowthFindings) -> list[Section]:
    """Return all sections."""
    basis = (
        f"Compared at {found.basis}. Nothing is interpolated: where a family has no member of a size, the "
        "next larger one is shown with its own endpoints."
    )
    transceivers = "If a cost set has no price of transceivers, its price of optical cables includes them."
    charts = tuple(
        Chart(f"Where the money goes by closed forms, {case}", partial(split_svg, found.of(case)))
        for case in found.cases
    )
    lines = tuple(
        Chart(f"By {name}; lines: closed forms, hollow marks: layouts", partial(cost_svg, found, name))
        for name in found.cases[1:]
    )
    tornados = tuple(
        Chart(
            f"{key[1][0]} against {key[1][1]}, {key[0]}; blue: coefficient lower, orange: higher",
            partial(tornado_svg, list(swings)),
        )
        for key, swings in groupby(found.swings, key=lambda swing: (swing.case, swing.families))
    )
    wilson = (
        "All coefficients without a source vary over their ranges at once, evenly spread "
        f"(Latin hypercube, {found.draws:,} draws, seed {found.seed}). The interval is Wilson's. "
        "Draws are by closed forms and keep the packaging rules: "
        "they do not say how certain the answer by layouts is."
    )
    return [
        Section("networks", "Networks by closed forms", (basis, transceivers), (networks_table(found),)),
        Section("charts", "Charts of cost", (), (), (*lines, *charts)),
        Section(
            "lengths", "Lengths", tuple(deviations(found)), (packaging_table(found), lengths_table(found))
        ),
        Section(
            "crossovers",
            "Where the answer changes",
            ("Each was found by bisection, sizes by closed forms, and lies between the two values.",)
            if found.crossovers
            else (),
            tuple(t for t in (crossovers_table(found), crossovers_table(found, breakeven=True)) if t.rows),
            tuple(
                Chart(
                    f"Cable price by length, {cable_price.cost_set}", partial(cable_price_svg, cable_price)
                )
                for cable_price in found.cable_prices
            ),
        ),
        Section(
            "sensitivity",
            "How certain the answer is",
            (wilson,) if found.shares else (),
            tuple(t for t in (shares_table(found), swings_table(found)) if t.rows),
            tornados,
        ),
        Section(
            "statements",
            "Comparison with the paper",
            (),
            (statements_table(found),) if found.statements else (),
        ),
        *(() if found.figures is None else (_figures(found.figures),)),
        Section(
            anchor="sources",
            heading="Sources",
            paragraphs=(),
            tables=(coefficients_table(found),),
            charts=(),
            listed=found.notes,
            list_heading="Notes",
        ),
    ]
