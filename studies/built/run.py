"""The comparison of an as-built cable list with a plan, for ``check built``."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from netfloor.exchange.built.comparison import OTHER_LENGTH, PROBLEMS, Built, CableProblem, compare_built
from netfloor.exchange.built.devices import same_devices
from netfloor.exchange.built.mending import Ends, MendingStep, Port
from netfloor.exchange.export import OpenedPlan, open_plan
from netfloor.exchange.readers import READERS
from netfloor.exchange.readers.draft import NO_TYPE
from netfloor.exchange.tables.tables import csv_table
from netfloor.exchange.tables.text_input import checked_text, source_name
from netfloor.exchange.trunk_pieces import in_pieces
from netfloor.exchange.writers.sheets.labels import medium_text, part_text, place_of
from netfloor.fabric.fabric import OTHER, PANEL, PDU, End, Fabric
from netfloor.fabric.links import links_alone
from netfloor.foundation.errors import CheckFailedError, InfeasibleError, InputError, setting
from netfloor.foundation.output_files import check_free, foreign_files, write_file
from netfloor.foundation.units import mm_to_metres
from netfloor.foundation.wording import count_text, known_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.order.terms import OrderTerms
from netfloor.plans.plan import Plan
from netfloor.reports.built_page import MAX_LISTED, built_page
from netfloor.reports.floor.chart import plan_chart
from netfloor.reports.formats.csv_text import csv_text
from netfloor.reports.formats.document import Chart
from netfloor.reports.formats.head import ReportHead
from netfloor.reports.formats.table import Column, Table, Value, count_column
from netfloor.reports.lists.page import laid_chart
from netfloor.topologies.parameters import shown

#: The columns of the list of steps, with a line per plug.
COLUMNS = (
    *("round", "action", "step", "cabinet", "unit", "device", "port"),
    *("cable", "length_m", "medium", "part", "problem"),
    *("other_cabinet", "other_unit", "other_device", "other_port"),
)
#: Columns of a planned cable for people: its length is in centimetres, rounded up.
_CABLE = ("cabinet", "cable", Column("length", "m", "#,##0.00", 2, form=".2f"), "part")
#: Text in place of the id of a cable that is not in the plan.
NOT_PLANNED = "not planned"


@dataclass(frozen=True)
class BuiltRequest:
    """The options of the command."""

    plan: Path
    file: Path
    form: str
    names: Path | None = None
    any_port: bool = False
    switches_only: bool = False
    csv: Path | None = None
    html: Path | None = None
    head: ReportHead = field(default_factory=ReportHead)


@dataclass(frozen=True)
class CheckedBuild:
    """The result of the comparison; ``pieces`` is the plan with the cords of links in trunks."""

    request: BuiltRequest
    plan: Plan | LaidFabric
    built: Built
    pieces: Fabric
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True if everything is built as planned."""
        return self.built.ok

    @property
    def verdict(self) -> str:
        """The result on one line."""
        built = self.built
        at = "at the right switch ports" if built.counted else "at the right ports"
        at = "between the right devices" if built.any_port else at
        if self.ok:
            return f"built as planned: {built.right:,} cables {at}"
        steps = count_text(len(built.steps), "step")
        rest = [f"{steps} fix{'es' * (len(built.steps) == 1)} the rest"] if built.steps else []
        rest += [f"reported by one end only: {len(built.one_end):,}"] if built.one_end else []
        rest += [f"of another length: {len(built.other_length):,}"] if built.other_length else []
        rest = rest or ["switches are missing"]
        return f"NOT as planned: {built.right:,} of {len(built.wanted):,} cables {at}; {'; '.join(rest)}"

    @cached_property
    def problems(self) -> list[CableProblem]:
        """All problems, cabinet by cabinet in walking order."""
        return sorted(
            self.built.problems, key=lambda problem: [self._walk(end) for end in self._ends(problem)]
        )

    @cached_property
    def steps(self) -> list[MendingStep]:
        """The steps in walking order: by the end to unplug, else by the end to plug in."""
        return sorted(
            self.built.steps, key=lambda step: [self._walk(end) for end in step.taken or step.put]
        )

    def counts(self) -> dict[str, int]:
        """Return the number of cables by problem."""
        counts = Counter(problem.kind for problem in self.built.problems)
        return {kind: counts[kind] for kind in PROBLEMS if counts[kind]}

    def to_dict(self) -> dict[str, Any]:
        """Return the document of ``check built --json``."""
        built = self.built
        return {
            "schema": 1,
            "plan": str(self.request.plan),
            "file": str(self.request.file),
            "ok": self.ok,
            "verdict": self.verdict,
            "planned_cables": len(built.wanted),
            "found_cables": len(built.found),
            "right_cables": built.right,
            "any_port": built.any_port,
            "counts": self.counts(),
            "missing_switches": [self._device(index) for index in built.missing],
            "unknown_devices": [{"device": item.name, "kind": item.kind} for item in built.unknown],
            "problems": [
                {
                    "problem": problem.kind,
                    **self._cable(problem.wanted),
                    "planned": None
                    if problem.wanted is None
                    else self._ports(built.wanted[problem.wanted]),
                    "found": None
                    if problem.found is None
                    else self._found_ports(built.found[problem.found]),
                    "found_length_m": None if problem.found is None else self._found_metres(problem.found),
                }
                for problem in self.problems
            ],
            "least_steps": len(built.steps),
            "steps": [
                {
                    "step": number,
                    "action": step.action,
                    **self._cable(step.wanted),
                    "taken_out_of": self._found_ports(step.taken),
                    "put_into": self._ports(step.put),
                    "other_end": None
                    if (other := self._stays(step)) is None
                    else self._found_ports((other,))[0],
                }
                for number, step in enumerate(self.steps, start=1)
            ],
            "notes": list(self.notes),
        }

    def csv(self) -> str:
        """Return the list in walking order: round 1 unplugs every end, round 2 plugs them in."""
        kinds = {(problem.wanted, problem.found): problem.kind for problem in self.built.problems}
        rows: list[tuple[Any, ...]] = []
        for number, step in enumerate(self.steps, start=1):
            cable = tuple("" if text is None else text for text in self._cable(step.wanted).values())
            kind = kinds[step.wanted, step.found]
            for turn, action, ports in ((1, "unplug", step.taken), (2, "plug", step.put)):
                for port in ports:
                    other = next((item for item in ports if item != port), self._stays(step))
                    place = self._cells(port, found=turn == 1)
                    far = self._cells(other, found=other not in step.put)
                    rows.append(
                        (turn, self._walk(port), (turn, action, number, *place, *cable, kind, *far))
                    )
        rows.sort(key=lambda row: row[:2])
        return csv_text(COLUMNS, [dict(zip(COLUMNS, cells, strict=True)) for *_, cells in rows])

    def page(self) -> str:
        """Return the HTML page."""
        head = replace(self.request.head, title=f"As built: {self.plan.display_name}")
        wrong = self.counts_table, self.problem_table(MAX_LISTED)
        floor = _floor(self.plan)
        return built_page(self.to_dict(), wrong, self.step_table(MAX_LISTED), floor, head)

    @property
    def counts_table(self) -> Table:
        """The number of cables by problem."""
        rows = [(kind, count, PROBLEMS[kind]) for kind, count in self.counts().items()]
        return Table("Cables by problem", ("problem", count_column("cables"), "meaning"), rows)

    def problem_table(self, most: int) -> Table:
        """Return the first wrong cables in walking order."""
        rows = [
            (
                self._cabinet(self._ends(problem)[0]),
                *self._cable_cells(problem.wanted),
                problem.kind,
                "" if problem.wanted is None else self._text(self.built.wanted[problem.wanted]),
                "" if problem.found is None else self._found_text(problem),
            )
            for problem in self.problems[:most]
        ]
        columns = (*_CABLE, "problem", "planned", "found")
        return Table("Wrong cables", columns, rows, _more(len(self.problems), most))

    def step_table(self, most: int) -> Table:
        """Return the first steps in walking order."""
        rows = []
        for number, step in enumerate(self.steps[:most], start=1):
            ends = step.taken or step.put
            cells = self._cable_cells(step.wanted)
            rows.append((number, self._cabinet(ends[0]), *cells, self._said(step)))
        columns = (count_column("step"), *_CABLE, "what to do")
        return Table("Cabinet by cabinet", columns, rows, _more(len(self.steps), most))

    def _cable(self, wanted: int | None) -> dict[str, Any]:
        """Return id, purchased length, medium and part of a planned cable; blank for others."""
        if wanted is None:
            return {"cable": "", "length_m": None, "medium": "", "part": ""}
        cable = self.built.cables[wanted]
        length_m = None if cable.bought_mm is None else mm_to_metres(cable.bought_mm)
        return {
            "cable": cable.id,
            "length_m": length_m,
            "medium": medium_text(cable),
            "part": part_text(cable),
        }

    def _found_metres(self, found: int) -> float | None:
        """Return the length of a found cable as given in the file."""
        given = self.built.found_mm[found]
        return None if given is None else mm_to_metres(given)

    def _cable_cells(self, wanted: int | None) -> tuple[str, Value, str]:
        """Return id, length in cm and part of a planned cable, or that it is not planned."""
        if wanted is None:
            return NOT_PLANNED, None, ""
        cable = self.built.cables[wanted]
        length_cm = None if cable.bought_mm is None else -(-cable.bought_mm // 10)
        return cable.id, length_cm, part_text(cable) or medium_text(cable)

    def _said(self, step: MendingStep) -> str:
        """Return the step as text; for a link in a trunk, with its cords and panel ports."""
        text = self._action_text(step)
        link = "" if step.wanted is None else self.built.cables[step.wanted].id
        ways = [
            f"cord {cord.id} {' to '.join(_label_text(self.pieces, end) for end in cord.ends)}"
            for cord in self.pieces.cords_of.get(link, ())
        ]
        return f"{text}; it runs through a trunk: {' and '.join(ways)}" if ways else text

    def _action_text(self, step: MendingStep) -> str:
        if step.found is None:
            in_trunk = step.wanted is not None and self.built.cables[step.wanted].id in self.pieces.cords_of
            return (
                f"{'lay the missing parts of link' if in_trunk else 'lay a cable'} {self._text(step.put)}"
            )
        if step.action == "take out":
            return f"take out the cable {self._text(step.taken, found=True)}"
        goal = step.put[0]
        where = f" in {self._cabinet(goal)}" if self._cabinet(goal) != self._cabinet(step.taken[0]) else ""
        text = f"unplug {self._port(step.taken[0], found=True)}, plug into {self._port(goal)}{where}"
        other = self._stays(step)
        return text if other is None else f"{text}; the other end stays at {self._port(other, found=True)}"

    def _stays(self, step: MendingStep) -> Port | None:
        """Return the end of a moved cable that stays; None if both move."""
        if step.action != "move" or step.found is None:
            return None
        moved = {port for item in self.built.steps if item.found == step.found for port in item.taken}
        return next((port for port in self.built.found[step.found] if port not in moved), None)

    def _found_text(self, problem: CableProblem) -> str:
        """Return a found cable, in the direction of the planned one, with its length if that is wrong."""
        assert problem.found is not None  # noqa: S101 - the caller looked
        ends = self.built.found[problem.found]
        if problem.wanted is not None:
            ends = beginning_as(self.built.wanted[problem.wanted], ends)
        text = self._text(ends, found=True)
        given = self.built.found_mm[problem.found] if problem.kind == OTHER_LENGTH else None
        return text if given is None else f"{text}, {mm_to_metres(given):.2f} m"

    def _ends(self, problem: CableProblem) -> Ends:
        if problem.wanted is not None:
            return self.built.wanted[problem.wanted]
        assert problem.found is not None  # noqa: S101 - a problem is of a cable
        return self.built.found[problem.found]

    def _walk(self, port: Port) -> tuple[float, ...]:
        """Return a sort key of ports in walking order: row by row, in alternating direction."""
        device, number = port
        if device >= len(self.built.plan.devices):
            return (float("inf"), 0, 0, device, number)
        cabinet = self.built.plan.cabinet_of(device)
        row, column = (0, 0) if cabinet is None else (cabinet.row or 0, cabinet.column or 0)
        height = self.built.device(device).height or 0
        return (row, column if row % 2 else -column, -height, device, number)

    def _cabinet(self, port: Port) -> str:
        return self.built.cabinet(port[0]) or "unknown"

    def _port(self, port: Port, *, found: bool = False) -> str:
        """Return a planned or found end as text; the file may lack its port."""
        device, number = self.built.device(port[0]), self._number(port, found=found)
        place = f" ({place})" if (place := self._place(port[0])) else ""
        kind = "device" if device.kind == OTHER else device.kind
        return f"{kind} {device.name}{place} " + (f"port {number}" if number else "(port not given)")

    def _place(self, device: int) -> str:
        """Return cabinet and rack unit of a planned device, as on sheets and labels."""
        plan = self.built.plan
        return plan.place_name(device) if device < len(plan.devices) else ""

    def _number(self, port: Port, *, found: bool) -> int | str:
        named = self.built.port_names.get(port, port[1])
        if not found:
            return named
        return self.built.unstated.get(port, self.built.found_names.get(port, named))

    def _text(self, ends: tuple[Port, ...], *, found: bool = False) -> str:
        return " to ".join(self._port(port, found=found) for port in ends)

    def _cells(self, port: Port | None, *, found: bool = False) -> tuple[str, int | str, str, int | str]:
        if port is None:
            return "", "", "", ""
        device, number = self.built.device(port[0]), self._number(port, found=found)
        height = "" if device.height is None else device.height
        return self.built.cabinet(port[0]), height, device.name, number

    def _device(self, index: int) -> dict[str, Any]:
        device = self.built.device(index)
        return {"device": device.name, "cabinet": self.built.cabinet(index), "unit": device.height}

    def _ports(self, ends: tuple[Port, ...], *, found: bool = False) -> list[dict[str, Any]]:
        keys = ("cabinet", "unit", "device", "port")
        return [dict(zip(keys, self._cells(port, found=found), strict=True)) for port in ends]

    def _found_ports(self, ends: tuple[Port, ...]) -> list[dict[str, Any]]:
        return self._ports(ends, found=True)


#: Note on as-built files without panels, such as LLDP dumps.
LINKS_SEEN = (
    "the file has no panels: links through panels are compared from device to device, each by the id of "
    "its first cord"
)


def check_build(request: BuiltRequest, *, force: bool) -> CheckedBuild:
    """Compare an as-built file with a plan, and write steps and page if requested.

    `InputError` if a file cannot be used, or the switches of the two cannot be matched.
    """
    if request.form not in READERS:
        known = known_text(request.form, READERS)
        raise InputError(setting("from"), f"there is no format {shown(request.form)!r}", known)
    for path in (request.csv, request.html):
        if path is not None:
            check_free(path, foreign_files, force=force)
    opened, plan_notes = _opened(request.plan)
    wanted = opened.whole
    result = READERS[request.form].read(request.file, {})
    if all(device.kind != PANEL for device in wanted.devices):
        result = links_alone(result, power=any(device.kind == PDU for device in wanted.devices))
    elif all(device.kind != PANEL for device in result.devices):
        wanted = links_alone(opened.fabric, power=True)
        plan_notes = (*plan_notes, LINKS_SEEN)
    names = {} if request.names is None else read_names(request.names)
    result = _with_kinds_of(wanted, result, names)
    same = same_devices(wanted, result, names)
    if opened.bought.parts is None:
        plan_notes = (*plan_notes, *_without_order(result))
    built = compare_built(
        wanted, result, same, any_port=request.any_port, switches_only=request.switches_only
    )
    pieces = in_pieces(wanted, opened.bought.parts)
    checked = CheckedBuild(
        request, opened.plan, built, pieces, (*built.notes, *plan_notes, *_doubts(built))
    )
    if request.csv is not None:
        write_file(request.csv, checked.csv())
    if request.html is not None:
        write_file(request.html, checked.page())
    return checked


def _without_order(found: Fabric) -> Iterator[str]:
    """Yield what cannot be compared because the plan has no order."""
    if any(cable.length_mm is not None for cable in found.cables):
        yield "parts were not compared, and lengths only with the routes: the plan has no usable order"
    else:
        yield (
            "lengths and parts were not compared: the plan has no usable order, and the file states no "
            "lengths"
        )


def _with_kinds_of(wanted: Fabric, found: Fabric, names: Mapping[str, str]) -> Fabric:
    """Return the as-built fabric with kinds from the plan for devices without a stated kind."""
    kinds = {device.name: device.kind for device in wanted.devices}
    devices = tuple(
        device
        if device.kind_stated or (kind := kinds.get(names.get(device.name, device.name))) is None
        else replace(device, kind=kind, kind_stated=True)
        for device in found.devices
    )
    guessed = [device.name for device in devices if not device.kind_stated]
    notes = [note for note in found.notes if not note.startswith(NO_TYPE)]
    if guessed and len(notes) < len(found.notes):
        many, first = count_text(len(guessed), "device"), ", ".join(map(shown, guessed[:3]))
        more = ", ..." if len(guessed) > 3 else ""
        notes.append(f"{NO_TYPE} {many} that the plan does not have: {first}{more}")
    return replace(found, devices=devices, notes=tuple(notes))


@dataclass(frozen=True)
class _OwnPrices:
    """A price request that leaves `open_plan` with the plan's own order."""

    parts: tuple[Path, OrderTerms] | None = None


def _opened(path: Path) -> tuple[OpenedPlan, tuple[str, ...]]:
    """Return a plan with the parts of its own order if available, and remarks on them."""
    try:
        opened = open_plan(path, _OwnPrices(), own=True)
    except (InputError, CheckFailedError, InfeasibleError) as error:
        # an unusable plan raises again
        without = open_plan(path, _OwnPrices(), own=False)
        return without, (f"its order cannot be used: {error}",)
    parts, orders = opened.bought.parts, opened.bought.orders
    if parts is None or orders is None:
        return opened, ()
    plan_notes = f"lengths and parts of cables come from the plan's own order, by {parts.file}"
    return opened, (plan_notes, *(f"{note}, and each counts as a cable" for note in orders.notes))


def _floor(plan: Plan | LaidFabric) -> Chart:
    caption = "As planned; in a browser search for a device"
    return laid_chart(caption, plan) if isinstance(plan, LaidFabric) else plan_chart(caption, plan)


def beginning_as(planned: Ends, found: Ends) -> Ends:
    """Return the ends of a found cable in the order that best matches the planned one."""
    turned = found[1], found[0]
    return max(
        (found, turned),
        key=lambda ends: [
            sum(a == b for a, b in zip(planned, ends, strict=True)),
            sum(a[0] == b[0] for a, b in zip(planned, ends, strict=True)),
        ],
    )


def _more(count: int, most: int) -> str:
    """Return the note on omitted rows, if any."""
    return f"{count - most:,} more; --json has all." if count > most else ""


def _label_text(fabric: Fabric, end: End) -> str:
    """Return an end as on labels and sheets: ``A04-41:3.1``."""
    return place_of(fabric, end).text


def _doubts(built: Built) -> tuple[str, ...]:
    """Return the warning that plan and file may not belong together, if most cables differ."""
    if 2 * built.right >= len(built.wanted):
        return ()
    return (
        "fewer than half of the planned cables were found: check that PLAN is the plan of FILE, "
        "or map the device names of FILE with --names",
    )


def read_names(path: Path) -> dict[str, str]:
    """Return the plan's names of as-built devices from a CSV file of ``found,planned``.

    `InputError` if a line does not have two cells, or a device is named twice.
    """
    names: dict[str, str] = {}
    for number, row in enumerate(csv_table(checked_text(path, "names"), source_name(path)).rows):
        cells = [cell.strip() for cell in row.cells]
        if not any(cells) or (number == 0 and cells == ["found", "planned"]):
            continue
        if len(cells) != 2 or not all(cells):
            raise InputError(row.where, f"{len(cells)} columns", "found,planned")
        if cells[0] in names or cells[1] in names.values():
            raise InputError(row.where, f"{','.join(cells)} repeats a device", "give each device once")
        names[cells[0]] = cells[1]
    return names
