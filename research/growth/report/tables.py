"""Tables of a growth study, for the page and the terminal."""

from collections.abc import Sequence

from netfloor.foundation.units import MM_PER_M, cents_to_money
from netfloor.foundation.wording import percent_text
from netfloor.reports.formats.marks import loud
from netfloor.reports.formats.table import Column, Table, count_column, text_column
from netfloor.research.growth.packaging.length_table import LENGTH_PARTS
from netfloor.research.growth.report.types import PARTS, WAYS, GrowthFindings, GrowthRow

#: Relative difference between closed form and layout above which it is reported.
TOLD = 0.01
#: Heading for the case: a cost set, plus the room if there are several.
_CASE = "Prices and room"


def networks_table(found: GrowthFindings) -> Table:
    """Return the table of all networks by closed form: size, cost per endpoint, metres, watts."""
    columns = (
        text_column("Family"),
        text_column("Network"),
        text_column(_CASE),
        count_column("Requested endpoints"),
        count_column("Endpoints"),
        count_column("Switches"),
        Column("Link width", form=".2f"),
        Column("Bisection of endpoints", form="%"),
        text_column("Currency"),
        Column("Cost per endpoint", form=",.2f"),
        *(Column(name, form=",.2f") for name in PARTS.values()),
        Column("Cables per endpoint", form=".2f"),
        Column("Cable per endpoint", "m", form=".2f"),
        Column("Longest", "m", form=".1f"),
        Column("Power per endpoint, with its port", "W", form=".2f"),
    )
    rows = [_network(row) for row in found.rows if row.way == "closed"]
    note = "Parts are per endpoint and add up to the cost per endpoint."
    return Table("Networks by size", columns, rows, note)


def _network(row: GrowthRow) -> tuple[str | int | float, ...]:
    parts = (cents_to_money(row.cents[part] / row.endpoints) for part in PARTS)
    return (
        row.family,
        row.network,
        row.case,
        row.wanted,
        row.endpoints,
        row.switches,
        row.width,
        row.bisection_share,
        row.currency,
        cents_to_money(row.cents_per_endpoint),
        *parts,
        row.links / row.endpoints,
        row.length_mm / row.endpoints / MM_PER_M,
        row.longest_mm / MM_PER_M,
        row.power_w / row.endpoints,
    )


def terminal_tables(found: GrowthFindings) -> tuple[Table, ...]:
    """Return cost per endpoint of the first case, a column per family: by layouts, by closed forms."""
    case = found.cases[0]
    ways = ("layouts", found.laid(case)), ("closed forms", found.of(case))
    return tuple(_by_size(found, what, rows) for what, rows in ways if rows)


def _by_size(found: GrowthFindings, what: str, rows: Sequence[GrowthRow]) -> Table:
    at = {(row.family, row.wanted): row for row in rows}
    lacks = "no member" if rows[0].way == "closed" else "none"
    sizes = dict.fromkeys(row.wanted for row in sorted(found.rows, key=lambda row: row.wanted))
    currency = found.rows[0].currency
    lines: list[tuple[str | int, ...]] = [
        (
            size,
            *(
                f"{at[name, size].cents_per_endpoint / 100:,.2f} ({at[name, size].endpoints:,})"
                if (name, size) in at
                else lacks
                for name in found.families
            ),
        )
        for size in sizes
    ]
    columns = (
        count_column(f"endpoints, by {what}"),
        *(text_column(f"{name} ({currency})") for name in found.families),
    )
    return Table(f"Cost per endpoint by {what}, endpoints of the network in brackets", columns, lines)


def lengths_table(found: GrowthFindings) -> Table:
    """Return metres per endpoint and cost by method and room, with the first cost set."""
    rooms = dict.fromkeys(row.room for row in found.rows)
    columns = (
        *((text_column("Room"),) if len(rooms) > 1 else ()),
        text_column("Family"),
        text_column("Network"),
        text_column("Lengths by"),
        Column("Mean cable", "m", form=".2f"),
        Column("Longest", "m", form=".1f"),
        count_column("Optical cables"),
        Column("Cost per endpoint", form=",.2f"),
        Column("Closed form differs", form="%"),
    )
    first = [row for row in found.rows if row.cost_set == found.rows[0].cost_set]
    closed = {(row.room, row.family, row.wanted): row for row in first if row.way == "closed"}
    rows = [
        (
            *((row.room,) if len(rooms) > 1 else ()),
            row.family,
            row.network,
            WAYS[row.way],
            row.length_mm / row.links / MM_PER_M,
            row.longest_mm / MM_PER_M,
            row.optical,
            cents_to_money(row.cents_per_endpoint),
            closed[row.room, row.family, row.wanted].length_mm / row.length_mm - 1,
        )
        for row in first
    ]
    note = "Means are over all cables between switches; those inside cabinets count."
    return Table(f"Lengths, money by {found.rows[0].cost_set}", columns, rows, note)


def deviations(found: GrowthFindings) -> list[str]:
    """Return a sentence for each family and room whose closed form is off by more than `TOLD`.

    Compared with a layout by the same rule; in a given room, which has none, with the optimised layout.
    """
    first = [row for row in found.rows if row.cost_set == found.rows[0].cost_set]
    closed = {(row.room, row.family, row.wanted): row for row in first if row.way == "closed"}
    rooms = dict.fromkeys(row.room for row in first)
    sentences = []
    for room in rooms:
        ruled = any((row.room, row.way) == (room, "generated") for row in first)
        way, layout = (
            ("generated", "a layout of the same rule")
            if ruled
            else ("optimised", "the optimised layout in this room")
        )
        for family in found.families:
            off = [
                (row.wanted, closed[room, family, row.wanted].length_mm / row.length_mm - 1)
                for row in first
                if (row.room, row.family, row.way) == (room, family, way) and row.length_mm
            ]
            far = [(size, share) for size, share in off if abs(share) > TOLD]
            if far:
                each = ", ".join(f"{100 * share:+.0f} % at {size:,}" for size, share in far)
                where = f" in {room}" if len(rooms) > 1 else ""
                sentences.append(
                    f"{family}{where}: the closed form's cables differ from {layout} by {each}."
                )
    return sentences


def packaging_table(found: GrowthFindings) -> Table:
    """Return the packaging rule of each family."""
    note = (
        "E is the side of the square floor that holds the endpoints, cabinets and aisles included. Closed "
        f"forms divide each rule's lengths into {LENGTH_PARTS} equal parts, every cable at the middle of "
        f"its part: none is off by more than {percent_text(0.5 / LENGTH_PARTS)} of the longest."
    )
    columns = (text_column("Family"), text_column("Cables between groups"))
    return Table("Packaging rules", columns, found.packaging, note)


def crossovers_table(found: GrowthFindings, *, breakeven: bool = False) -> Table:
    """Return the crossovers, each with the values before and after."""
    columns = (
        text_column("What (sizes by closed forms)"),
        text_column("Last before"),
        text_column("First after"),
    )
    changes = found.breakeven if breakeven else found.crossovers
    rows = [
        (change.what, _value(change.before, change.unit), _value(change.after, change.unit))
        for change in changes
    ]
    caption = f"How far {found.breakeven_price} may move" if breakeven else "Crossovers"
    return Table(caption, columns, rows)


def _value(value: float, unit: str) -> str:
    if unit == "mm":
        return f"{value / MM_PER_M:.3f} m"
    return f"{value:,.0f} {unit}" if unit == "endpoints" else f"{value:.4f} {unit}"


def shares_table(found: GrowthFindings) -> Table:
    """Return the share of draws in which each family is the cheapest."""
    columns = (
        text_column(_CASE),
        count_column("Endpoints"),
        text_column("Family"),
        *(Column(head, form="%") for head in ("Cheapest in", "From", "To")),
    )
    rows = [
        (share.case, share.endpoints, share.family, share.share, share.low, share.high)
        for share in found.shares
    ]
    return Table("Share of draws in which a family is the cheapest, by closed forms", columns, rows)


def swings_table(found: GrowthFindings) -> Table:
    """Return the effect of each coefficient, changed one at a time."""
    columns = (
        text_column("Coefficient"),
        text_column("Trust"),
        Column("Moved by", form="%"),
        text_column(_CASE),
        count_column("Endpoints"),
        text_column("Cost of"),
        text_column("over"),
        *(Column(head, form=".3f") for head in ("Ratio", "Coefficient lower", "Coefficient higher")),
    )
    rows = [
        (
            swing.coefficient,
            loud(swing.trust),
            swing.share,
            swing.case,
            swing.endpoints,
            *swing.families,
            swing.ratio,
            swing.low,
            swing.high,
        )
        for swing in found.swings
    ]
    return Table("One coefficient at a time", columns, rows)


def statements_table(found: GrowthFindings) -> Table:
    """Return a paper's statements about the dragonfly next to this study's results."""
    columns = (
        count_column("Endpoints"),
        text_column("Claim about the dragonfly"),
        text_column(_CASE),
        Column("This study", form="%"),
        Column("This study, layouts", form="%"),
        Column("Difference", form="%"),
        text_column("Cause"),
    )
    rows = [
        (
            statement.endpoints,
            statement.text,
            statement.case,
            statement.ours,
            statement.laid,
            statement.deviation,
            statement.cause,
        )
        for statement in found.statements
    ]
    note = (
        "This study and the difference are by closed forms. Cause: of all coefficients moved by 30 %, the "
        "one that brings the saving nearest to the paper's."
    )
    return Table("Claims of the dragonfly paper on Figure 19", columns, rows, note)


def coefficients_table(found: GrowthFindings) -> Table:
    """Return every number with its source."""
    heads = ("Coefficient", "Value", "Unit", "Year", "Source", "Trust")
    rows = [
        (name, value, unit, str(year) if year else "", source, loud(trust))
        for name, value, unit, year, source, trust in found.coefficients
    ]
    return Table("Coefficients", tuple(map(text_column, heads)), rows)
