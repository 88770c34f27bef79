"""A floor plan and a histogram of cable lengths for every network."""

from functools import partial

from reports.charts import histogram_svg
from reports.comparison import Comparison, Row
from reports.document import Chart, Section
from reports.floorplan import floorplan_inline
from reports.text import one_line

_MEANING = (
    "Every line is a cable between two cabinets, drawn straight and coloured by its routed length; "
    "where lines cross, shorter cables lie on top. Filled cabinets hold routers, open ones "
    "are spare. Cabinets are drawn at half the row pitch; the other half is aisle."
)


def section(comparison: Comparison) -> Section:
    """Return two charts per network, in the order of the study."""
    charts = tuple(chart for row in comparison.rows for chart in _charts(row))
    return Section("floors", "Floor plans and cable lengths", (_MEANING,) if charts else (), (), charts)


def _charts(row: Row) -> tuple[Chart, Chart]:
    name, room = one_line(row.network, 80), one_line(row.room, 80)
    plan = f"{name} in {room}: {len(row.drawing.length_mm):,} cables."
    lengths = f"{name}: number of cables by length."
    return (
        Chart(plan, partial(floorplan_inline, row.drawing, f"Floor plan of {name}"), wide=False),
        Chart(lengths, partial(histogram_svg, row.drawing, f"Cable lengths of {name}"), wide=False),
    )
