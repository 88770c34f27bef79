"""The tables of compared plans, shared by terminal, page and workbook."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from netfloor.costmodels.catalogue.parts.skus import UNVERIFIED
from netfloor.plans.assessment.owned import LEVERS, BreakEven
from netfloor.reports.candidates.answer import (
    basis_text,
    money_each_gbps,
    more_than_first,
    ranking_value,
    readable,
    turn_cell,
)
from netfloor.reports.candidates.types import RankedPlan, RankedPlans
from netfloor.reports.figures.blanks import blank_notes
from netfloor.reports.figures.lookup import is_carried, leading
from netfloor.reports.figures.rows import FigureTable, figure_text
from netfloor.reports.figures.table import FABRICS, FIGURES, NETWORKS, PLANS, WITHOUT_SERVERS
from netfloor.reports.formats.marks import MARK, coefficient_cells, loud
from netfloor.reports.formats.table import Cell, Column, Table, numbers, words
from netfloor.reports.formats.text import NOTHING, one_line
from netfloor.traffic.load.saturation import note_on_worst, pattern_in, shown_patterns

#: Formats the costs of a plan.
MONEY_FIGURE = FIGURES["parts_cost"]
#: Cost ratios of a plan.
_RATIOS = ("ownership_cost_per_endpoint", "ownership_cost_per_gbps")
_INCOMPLETE = "marked incomplete covers only the links that can be bought"


def ranking(found: RankedPlans) -> Table:
    """Return the ranking of the plans with the deciding figures."""
    figure, currency = FIGURES[found.ranked_by], one_line(found.currency)
    name = figure.name + (f" per {found.per}" if found.per else "")
    unit = figure.unit_text(currency)
    keys, unsold = _ranked_figures(found), _unsold_head(found)
    heads = ("Plan", *unsold, f"{name} ({unit})", f"More than the first ({unit})")
    rows = []
    for rank, candidate in enumerate(found.candidates, 1):
        rows.append(
            (
                *words(f"{rank}. {one_line(candidate.name)}"),
                *words(*(one_line(candidate.not_purchasable) or "nothing" for _ in unsold)),
                *numbers(
                    figure.text(value(found, candidate)) for value in (ranking_value, more_than_first)
                ),
                *numbers(figure_text(candidate, key) for key in keys),
            )
        )
    shown = map(found.table.heading, keys)
    note = " ".join(filter(None, (note_on_money(found), *blanks_of(found, keys))))
    caption = ", ".join(filter(None, ("Ranking of the plans", basis_text(found).strip())))
    return Table(caption, (*heads, *shown), rows, note)


def blanks_of(found: RankedPlans, keys: Sequence[str]) -> list[str]:
    """Return a sentence for each reason why plans have no value of some of these figures."""
    blanks = [
        (one_line(candidate.name), _new_reasons(found, candidate.blanks)) for candidate in found.candidates
    ]
    return blank_notes(blanks, keys, one_line(found.currency))


def _ranked_figures(found: RankedPlans) -> list[str]:
    """Return the keys of the ranking's figures; totals include servers if all plans have servers."""
    table = found.table
    left_out = {narrow if table.all_have(wide) else wide for wide, narrow in WITHOUT_SERVERS.items()}
    left_out.add(found.ranked_by)
    screen = FABRICS if found.of_fabrics else PLANS
    return [key for key in leading(screen) if key in table.used and key not in left_out]


def _new_reasons(found: RankedPlans, blanks: Mapping[str, str]) -> dict[str, str]:
    """Return the reasons for blanks except missing prices, which the answer states."""
    return {key: reason for key, reason in blanks.items() if reason != found.unpriced}


def blank_fields(found: RankedPlans) -> list[tuple[str, str]]:
    """Return reasons for blanks among the terminal's figures as fields; empty unless of fabrics."""
    if not found.of_fabrics:
        return []
    has_networks = any(candidate.networks for candidate in found.candidates)
    keys = [key for key in leading(FABRICS) if key not in {*WITHOUT_SERVERS.values(), "lead_time_days"}]
    keys += [] if has_networks else [key for key in leading(NETWORKS) if FIGURES[key].of_network]
    texts = [*blanks_of(found, keys)]
    texts += [f"{table.caption}: {table.note}" for table in network_tables(found) if table.note]
    return [("blank" * (number == 0), text) for number, text in enumerate(texts)]


def network_tables(found: RankedPlans) -> list[Table]:
    """Return a table per network, with a row per figure and a column per plan."""
    tables = []
    for name, table in found.network_tables.items():
        shown = [*leading(NETWORKS), *(carried_of(found, table) if name else ())]
        keys = [key for key in shown if key in table.used and (name or FIGURES[key].of_network)]
        caption = f"Network {one_line(name, 60)}" if name else "Plans of one network"
        blanks = [
            (one_line(candidate.name), _new_reasons(found, network.blanks))
            for candidate in found.candidates
            for network in candidate.networks
            if network.name == name
        ]
        note = " ".join(blank_notes(blanks, shown, one_line(found.currency)))
        if len(table.rows) == len(found.candidates) == 2:
            tables.append(table.across_with_differences(caption, keys, note))
        elif keys:
            tables.append(table.across(caption, keys, note))
    return tables


def _unsold_head(found: RankedPlans) -> tuple[str, ...]:
    """Return the heading "Not purchasable", or nothing if every plan can be bought."""
    return () if all(candidate.is_complete for candidate in found.candidates) else ("Not purchasable",)


def terminal_tables(found: RankedPlans) -> list[Table]:
    """Return ranking, networks and break-even prices, narrow enough for a terminal."""
    currency = one_line(found.currency, 12)
    per = f"/{found.per}" if found.per else ""
    over = "parts" if found.years is None else f"{found.years} year{'s' * (found.years > 1)}"
    ranked = f"{currency}{per}\n{over}"
    if found.unpriced:
        ranked = f"cable\nm{per}"
    figures = map(found.table.short_heading, _ranked_figures(found))
    heads = ("", "plan", *map(str.lower, _unsold_head(found)), ranked, "\nmore", *figures)
    rows = [(*words(*row[0].text.split(". ", 1)), *row[1:]) for row in ranking(found).cells]
    networks = (
        replace(network_table, columns=(network_table.caption.lower(), *network_table.columns[1:]))
        for network_table in network_tables(found)
    )
    tables = [Table("", tuple(map(Column, heads)), rows), *networks]
    if shown_carried(found):
        short = map(found.table.short_heading, shown_carried(found))
        by = f"carried by\n{found.routing} routing"
        tables.append(replace(carried_table(found), caption="", columns=(by, *short)))
    if found.break_even:
        levers = (_SHORT_LEVERS[lever] for lever in dict.fromkeys(item.lever for item in found.break_even))
        tables += [Table("", ("as cheap as the first at", *levers), turns_table(found).rows)]
    return tables


def note_on_money(found: RankedPlans) -> str:
    """Return the scope of the costs, and that of incomplete costs."""
    if found.unpriced:
        return ""
    money = "Parts with spares, before taxes, without freight."
    if found.years is not None:
        money = (
            "Capital: parts with spares, and works (installation labour), before taxes, without freight."
        )
    if all(candidate.is_complete for candidate in found.candidates):
        return money
    return f"{money} A cost {_INCOMPLETE}."


def figures_table(found: RankedPlans) -> Table:
    """Return every figure in a row, every plan in a column."""
    note = " ".join(filter(None, (note_on_money(found), *blanks_of(found, found.table.used))))
    return found.table.across("All figures", note=note)


def plans_table(found: RankedPlans) -> Table:
    """Return the names and sources of each plan."""
    found_by = ("Cut found by", "Its lower bound by")
    heads = ("Plan", "Network", "Room", "Placed for", *found_by, "Delivered last", "Plan file")
    rows = [
        words(
            *map(
                one_line,
                (
                    candidate.name,
                    candidate.network,
                    candidate.room,
                    candidate.placed_for,
                    candidate.bisection_by,
                    candidate.bisection_bound_by,
                ),
            ),
            one_line(candidate.lead_time_part) or NOTHING,
            one_line(candidate.file) or NOTHING,
        )
        for candidate in found.candidates
    ]
    return Table("The plans", heads, rows)


def years_table(found: RankedPlans) -> Table:
    """Return the cost of each year with the cumulative cost."""
    rows = []
    for year in range((found.years or -1) + 1):
        cells = [_year_cell(candidate, year) for candidate in found.candidates]
        rows.append((*words("Purchase" if year == 0 else f"Year {year}"), *cells))
    total = [
        MONEY_FIGURE.text(sum(candidate.yearly)) + " (incomplete)" * (not candidate.is_complete)
        if candidate.yearly
        else NOTHING
        for candidate in found.candidates
    ]
    rows += [(*words("Total"), *numbers(total))] if rows else []
    note = "Present value at purchase. Small figures are cumulative."
    return Table(f"Cost by year ({one_line(found.currency)})", ("Year", *year_heads(found)), rows, note)


def year_heads(found: RankedPlans) -> list[str]:
    """Return the column headings of costs by year; incomplete plans are marked."""
    return [
        name if candidate.is_complete else f"{name} (incomplete)"
        for name, candidate in zip(found.table.names, found.candidates, strict=True)
    ]


def _year_cell(ranked_plan: RankedPlan, year: int) -> Cell:
    if not ranked_plan.yearly:
        return Cell(NOTHING)
    return Cell(
        MONEY_FIGURE.text(ranked_plan.yearly[year]),
        (MONEY_FIGURE.text(sum(ranked_plan.yearly[: year + 1])),),
    )


#: Figures other than cost in the table of differences.
_GIVES = (
    "endpoints",
    "bisection_gbps",
    "bisection_gbps_per_endpoint",
    "mean_latency_ns",
    "max_latency_ns",
)


def shown_carried(found: RankedPlans) -> list[str]:
    """Return the keys of the traffic figures that the tables show."""
    return carried_of(found, found.table)


def carried_of(found: RankedPlans, table: FigureTable) -> list[str]:
    """Return the keys of the traffic figures that the table of one network shows."""
    if not found.routing:
        return []
    patterns = shown_patterns([row.figures for row in table.rows])
    left_out = "cost_per_" if found.years is not None else "ownership_cost_per_"
    keys = [key for key in table.used if is_carried(key) and not key.startswith(left_out)]
    return [key for key in keys if pattern_in(key) in patterns]


def carried_table(found: RankedPlans) -> Table:
    """Return the traffic that each network carries, with cost and power per Gb/s."""
    keys = shown_carried(found)
    note = (
        f"Throughput is a share of the rate of every endpoint. {note_on_worst([*map(pattern_in, keys)])} "
        f"Cost is {basis_text(replace(found, per=''))}."
    )
    return found.table.down(f"Traffic carried with {found.routing} routing", keys, note)


def gains_table(found: RankedPlans) -> Table:
    """Return the differences of each plan from the best that can be bought."""
    best, table = found.best, found.table
    if best is None:
        return Table("Differences from the first", ("Plan",), [])
    currency, per = one_line(found.currency), f" per {found.per}" if found.per else ""
    power = "power_with_servers_w" if table.all_have("power_with_servers_w") else "network_power_w"
    totals = leading(FABRICS) if found.of_fabrics else [power, "lead_time_days"]
    keys = [key for key in dict.fromkeys((*_GIVES, *totals)) if key in table.used]
    ratios = [key for key in _RATIOS if key in table.used or not found.of_fabrics]
    rows = []
    for candidate, differences in zip(found.candidates, table.differences(keys), strict=True):
        money = (
            *numbers([MONEY_FIGURE.signed_text(more_than_first(found, candidate))]),
            *differences,
            *numbers([MONEY_FIGURE.text(money_each_gbps(found, candidate))]),
            *numbers(figure_text(candidate, key) for key in ratios),
        )
        rows.append((*words(one_line(candidate.name)), *(differences if found.unpriced else money)))
    heads: tuple[str, ...] = tuple(map(table.heading, keys))
    if not found.unpriced:
        each_gbps = (f"Cost per extra Gb/s ({currency})", *map(table.heading, ratios))
        heads = (f"Cost{per} ({currency})", *heads, *each_gbps)
    note = "Signed figures are differences from the first."
    if not found.unpriced:
        note += " Costs per endpoint and per Gb/s are the plan's own."
    return Table(f"Against {one_line(best.name)}", ("Plan", *heads), rows, note)


#: Short headings of the levers.
_SHORT_LEVERS = {
    "electricity": "electricity",
    "optical": "optical\ntimes",
    "copper": "copper\ntimes",
    "switches": "switches\ntimes",
    "years": "years",
}


def turns_table(found: RankedPlans) -> Table:
    """Return the changes that would make each plan as cheap as the best."""
    levers = list(dict.fromkeys(item.lever for item in found.break_even))
    by_place = {(item.against, item.lever): item for item in found.break_even}
    rows = [
        words(one_line(name), *(turn_cell(by_place[name, lever]) for lever in levers))
        for name in dict.fromkeys(item.against for item in found.break_even)
    ]
    now = {item.lever: _head(item) for item in found.break_even}
    first = "" if found.best is None else one_line(found.best.name, 60)
    note = "None above 0: no price would make them equal."
    note *= any(cell.text == "none above 0" for row in rows for cell in row)
    return Table(
        f"Single changes that make a plan as cheap as {first}", ("Plan", *now.values()), rows, note
    )


def _head(break_even: BreakEven) -> str:
    """Return the column heading of a lever with its present value."""
    name = LEVERS[break_even.lever].capitalize()
    if break_even.unit == "times":
        return f"{name} (times the prices used)"
    unit = "" if break_even.lever == "years" else f" {one_line(break_even.unit)}"
    return f"{name} (now {readable(break_even.now)}{unit})"


def parts_table(found: RankedPlans) -> Table:
    """Return every part number with pieces and price in each plan."""
    rows = []
    for row in found.parts:
        prices = sorted({price for price in row.unit_price if price is not None})
        price = " to ".join(f"{item:,.2f}" for item in dict.fromkeys((prices[0], prices[-1])))
        length = NOTHING if row.length_m is None else f"{row.length_m:g}"
        rows.append(
            (
                *words(one_line(row.part), one_line(row.name), one_line(row.kind)),
                *numbers([length, price]),
                *words(f"{loud(row.trust)}, {row.price_date}"),
                *numbers(f"{count:,}" if count else NOTHING for count in row.bought),
            )
        )
    pieces = [f"Pieces, {name}" for name in found.table.names]
    price_head = f"Price ({one_line(found.currency)})"
    heads = ("Part number", "Description", "Kind", "Length (m)", price_head, "Price from", *pieces)
    return Table("Parts side by side", heads, rows)


def rewiring_table(found: RankedPlans) -> Table:
    """Return the pieces that a rewiring reuses, buys and leaves over, by part number."""
    item = found.rewiring
    if item is None:
        return Table("Rewiring", ("Part number",), [])
    pieces = ("In place", "Needed", "Reused", "To buy", "Left over")
    heads = ("Part number", "Description", "Length (m)", *pieces)
    rows = [
        (
            *words(one_line(part.part), one_line(part.name)),
            *numbers([NOTHING if part.length_m is None else f"{part.length_m:g}"]),
            *numbers(
                f"{count:,}" for count in (part.there, part.used, part.reused, part.bought, part.left)
            ),
            *numbers([MONEY_FIGURE.text(part.cost)]),
        )
        for part in item.parts
    ]
    note = (
        "Parts are chosen again with those in place free of charge, so a longer cable in place may be "
        "reused. "
    )
    note += "Costs are for parts, without installation."
    caption = f"From {one_line(item.old)} to {one_line(item.new)}"
    return Table(caption, (*heads, f"Cost ({one_line(found.currency)})"), rows, note)


def assumptions_table(found: RankedPlans) -> Table:
    """Return the ownership terms with their sources."""
    doubtful = any(row.trust == UNVERIFIED for row in found.assumptions)
    note = f"{MARK} UNVERIFIED: an example; replace it with your own figure." * doubtful
    heads = ("Assumption", "Value", "Unit", "Year", "Source", "Trust")
    rows = [coefficient_cells(row, mark_name=False) for row in found.assumptions]
    return Table("Terms of the cost of ownership", heads, rows, note)
