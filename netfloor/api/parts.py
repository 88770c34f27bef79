"""Bill of materials of a plan."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from netfloor.costmodels.sets.cost_set import CostSet
from netfloor.costmodels.sets.load import load_cost_set, load_power_set
from netfloor.costmodels.sets.power_set import PowerSet
from netfloor.foundation.display.charts import named_bars
from netfloor.foundation.display.data_table import ColumnForm, DataTable, Tabular
from netfloor.foundation.errors import InputError
from netfloor.foundation.files import one_name, write_atomic
from netfloor.foundation.output_files import check_free, foreign_files
from netfloor.foundation.units import cents_to_money
from netfloor.plans.headroom.amounts import Headroom
from netfloor.plans.headroom.count import headroom_of
from netfloor.plans.order.ordered_parts import OrderedParts
from netfloor.plans.plan import Plan
from netfloor.reports.bom.document import bill_head, bom_document
from netfloor.reports.bom.parts import part_listing
from netfloor.reports.bom.sheets import bom_sheets
from netfloor.reports.formats.head import ReportHead

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def catalogue_file(catalogue: str | Path | Sequence[str | Path]) -> Path:
    """Return the file of one or several catalogues; raise `InputError` for anything else."""
    if isinstance(catalogue, list | tuple) and all(isinstance(item, str | Path) for item in catalogue):
        catalogue = one_name(catalogue) or ""
    if not isinstance(catalogue, str | Path):
        what = f"a {type(catalogue).__name__} is not the name of a file, or a list of names"
        raise InputError("catalogue", what, "make one of several: netfloor catalogue import")
    return Path(catalogue)


def as_cost_set(cost_set: str | Path | CostSet) -> CostSet:
    """Load a cost set by name or file, or return it unchanged."""
    return cost_set if isinstance(cost_set, CostSet) else load_cost_set(_file_or_name(cost_set))


def as_power_set(power_set: str | Path | PowerSet) -> PowerSet:
    """Load a power set by name or file, or return it unchanged."""
    return power_set if isinstance(power_set, PowerSet) else load_power_set(_file_or_name(power_set))


def _file_or_name(source: str | Path) -> str | Path:
    if not isinstance(source, str | Path):
        raise InputError("set", f"{type(source).__name__} is not a set", "a shipped name or a TOML file")
    return source


def _price_text(value: float | None) -> str:
    return "-" if value is None else f"{value:,.2f}"


class PartsBill(Tabular):
    """The bill of materials of a plan."""

    def __init__(self, parts: OrderedParts) -> None:
        self._parts = parts

    @property
    def currency(self) -> str:
        """Currency of all amounts."""
        return self._parts.bom.currency

    @property
    def total(self) -> float:
        """Total cost including taxes."""
        return cents_to_money(self._parts.bom.total_cents)

    @property
    def power_w(self) -> float | None:
        """Total power of all parts, W; None if the catalogue lacks the watts of any."""
        power_mw = self._parts.bom.power_mw
        return None if power_mw is None else power_mw / 1000

    @cached_property
    def lines(self) -> DataTable:
        """A row per part number: description, quantity, price."""
        parts = part_listing(self._parts.bom).records()
        columns = {key: [part[key] for part in parts] for key in (parts[0] if parts else ())}
        plan = self._parts.plan
        name = plan.topology.name if isinstance(plan, Plan) else plan.display_name
        prices = {
            key: ColumnForm(heading, self.currency, _price_text)
            for key, heading in (("unit_price", "Unit price"), ("extended_price", "Extended price"))
        }
        return DataTable(columns, f"Parts of {name}, {self.currency}", prices)

    @cached_property
    def _headroom(self) -> Headroom:
        return headroom_of(self._parts.plan, self._parts)

    def to_table(self) -> DataTable:
        """Return the lines of the bill."""
        return self.lines

    def plot(self, ax: "Axes | None" = None) -> "Axes":
        """Draw the cost of every part number, freight and taxes apart; return Matplotlib's axes."""
        return named_bars(ax, self.lines["part"], self.lines["extended_price"], f"cost ({self.currency})")

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``netfloor bom --json``."""
        return bom_document(self._parts, bill_head(self._parts, ReportHead()), self._headroom)

    def write_workbook(self, path: str | Path, *, force: bool = False) -> Path:
        """Write the bill as an .xlsx workbook; raise `InputError` if another file is in the way."""
        from netfloor.reports.formats.workbook import workbook_bytes  # noqa: PLC0415 - only for files

        path = Path(path)
        check_free(path, foreign_files, force=force)
        head = bill_head(self._parts, ReportHead())
        write_atomic(
            path, workbook_bytes(list(bom_sheets(self._parts, head, self._headroom).values()), head)
        )
        return path

    def __repr__(self) -> str:
        lines = len(self._parts.bom.lines)
        return f"PartsBill({lines} part numbers, {self.total:,.2f} {self.currency})"
