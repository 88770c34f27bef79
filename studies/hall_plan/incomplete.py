"""The output of a planning run whose links cannot all be bought."""

from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path

from netfloor.costmodels.catalogue.parts.catalogue import Catalogue
from netfloor.costmodels.catalogue.parts.load import load_catalogue
from netfloor.foundation.errors import InfeasibleError
from netfloor.foundation.files import files_of, is_file, output_folder, write_atomic
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.file import write_plan
from netfloor.plans.order.parts_list import PartsList, listed_parts
from netfloor.plans.plan import Plan
from netfloor.reports.bom.section import bom_section
from netfloor.reports.formats.document import Chart, FirstPage, Section
from netfloor.reports.formats.head import ReportHead
from netfloor.studies.hall_plan.file import HallPlanFile


@dataclass(frozen=True)
class Incomplete:
    """A placed network without a complete order; ``reason`` is the refusal without full stop."""

    request: HallPlanFile
    plan: Plan
    catalogue: Catalogue
    head: ReportHead
    reason: str

    @cached_property
    def sold(self) -> PartsList | None:
        """The bill of the purchasable links; None if limits leave none, or links are not the reason."""
        file, terms = Path(self.request.catalogue), self.request.order_terms()
        try:
            parts = listed_parts(self.plan, file, self.catalogue, terms, sold_only=True)
        except InfeasibleError:
            return None
        return None if parts.unsold is None else parts

    @property
    def answer(self) -> str:
        """The obstacle in a few words."""
        if self.sold is None or self.sold.unsold is None:
            return f"The order cannot be made: {self.reason}"
        return f"{self.sold.unsold.span}: not purchasable"

    def write(self, out: Path, *, force: bool) -> str:
        """Write plan, drawing and report into a folder, and return the final message of the run."""
        from netfloor.reports.rooms.plan_drawing import plan_svg  # noqa: PLC0415 - loads Matplotlib

        with output_folder(out, force=force) as folder:
            keep_inputs(self.request, self.catalogue, folder)
            digest = write_plan(folder / "plan.json", self.plan)
            write_atomic(folder / "room.svg", plan_svg(self.plan, None))
            head = replace(self.head, seed=self.plan.solver.seed, plans={"plan.json": digest})
            write_atomic(folder / "report.html", self._page(head))
        rest = "" if self.sold is None else f"; {self.reason}"
        return f"{self.answer}{rest}; {out} has the placement and a report, but no complete order"

    def _page(self, head: ReportHead) -> str:
        from netfloor.reports.bom.chart import bill_svg  # noqa: PLC0415 - loads Matplotlib
        from netfloor.reports.formats.html import page  # noqa: PLC0415 - only for files
        from netfloor.reports.rooms.plan_drawing import plan_inline  # noqa: PLC0415 - loads Matplotlib

        chart = Chart("Floor plan, cabinets in use", partial(plan_inline, self.plan, None))
        sections = [Section("room", "Room", (self.plan.room.summary,), (), (chart,))]
        cables, picture = self.plan.shortest_cables, None
        figures = [
            ("Links between switches", f"{len(cables):,}"),
            ("Mean link between switches", f"{mm_to_metres(cables.mean_mm):.2f} m"),
            ("Longest link between switches", f"{mm_to_metres(cables.max_mm):.2f} m"),
        ]
        warning = ""
        if self.sold is not None:
            warning = f"{self.reason}."
            picture = Chart(
                "INCOMPLETE: cost of the links that can be bought", partial(bill_svg, self.sold.bom)
            )
            bill = bom_section(self.sold.bom)
            notice = "INCOMPLETE: this bill covers only the links that can be bought."
            heading = "Bill of materials, INCOMPLETE"
            sections.append(replace(bill, heading=heading, paragraphs=(notice, *bill.paragraphs)))
        lead = f"{self.answer}. The order is incomplete."
        return page(head, FirstPage(lead, tuple(figures), picture, warning), sections)


def keep_inputs(request: HallPlanFile, catalogue: Catalogue, folder: Path) -> None:
    """Copy room and catalogue next to the plan, so that its figures can be recomputed anywhere."""
    sources = files_of(request.catalogue)
    copies = {source.name: source for source in sources}
    for source in sources:
        own = catalogue if len(sources) == 1 else load_catalogue(source)
        copies |= {entry.file: source.parent / entry.file for entry in own.csv}
    if request.ownership is not None:
        copies[Path(request.ownership).name] = Path(request.ownership)
    if is_file(Path(request.room)):
        copies[Path(request.room).name] = Path(request.room)
    for name, path in copies.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write_atomic(folder / name, path.read_bytes())
