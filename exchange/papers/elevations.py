"""Rack elevations: front and rear of every occupied cabinet, several per page."""

from dataclasses import dataclass
from functools import cache

from netfloor.exchange.papers.page import (
    MARGIN,
    SMALL,
    BoxMark,
    PaperPage,
    TextMark,
    about_of,
    paragraph,
    shortened,
    width_of,
)
from netfloor.exchange.papers.pdf import SHORT_HASH
from netfloor.exchange.papers.site import NO_WEIGHTS, SitePlan
from netfloor.fabric.fabric import CHASSIS, OTHER, PANEL, PDU, SERVER, STORAGE, SWITCH
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.foundation.wording import count_text

TITLE = "Rack elevations"
PREFACE = (
    "Front left, rear right, by {unit}, 1 at the bottom; switches are darker than servers. Front: names. "
    "Rear: cable count (a trunk, twin cable or breakout counts once), or the far end if there is only one. "
    "{faces} The code holds 'netfloor plan', the first 12 digits of the plan's checksum, 'cabinet' and its "
    "name.",
)
_MAX_ACROSS, _GAP, _MIDDLE, _QR = 5, 9.0, 11.0, 44.0
_NAME = 9.0
_TOP, _FOOT, _HEAD, _UNDER = 38.0, 23.0, 47.0, 11.0
_PITCH, _WIDE_PITCH = 7.6, 11.0
_HALVES = ("left", "right")
_ORDER = {CHASSIS: 1, "right": 2}  # others before
#: Fill greys of switches, panels and other devices, and the line grey.
_SWITCH_GREY, _PANEL_GREY, _GREY, _LINE = 0.8, 1.0, 0.93, 0.85


@dataclass(frozen=True)
class _Frame:
    """The drawing area of a cabinet: upper left corner, width, floor line and unit pitch."""

    x: float
    y: float
    width: float
    floor: float
    pitch: float

    @property
    def face(self) -> float:
        """Width of a face."""
        return (self.width - _MIDDLE) / 2


def pages(site: SitePlan) -> list[PaperPage]:
    """Return the pages of all cabinets that hold devices of the plan."""
    units = {index: _units(site, index) for index in site.devices_in}
    if not site.has_units:
        units = dict.fromkeys(units, max(units.values(), default=1))
    loose = any(
        site.fabric.devices[item].height is None for held in site.devices_in.values() for item in held
    )
    pitch, under = _PITCH if site.has_units else _WIDE_PITCH, _UNDER * loose + 4
    wide = site.imprint.size[0] - 2 * MARGIN
    cell = _HEAD + max(units.values(), default=1) * pitch + under
    done, named, place = [PaperPage()], list[str](), 0
    top = paragraph(done[0], (*_preface(site), *_panels(site), *_kinds(site)), (MARGIN, _TOP - 2), wide) + 4
    across = _across(site, wide)
    width = _cell_width(wide, across)
    for index in site.devices_in:
        if place == across * max(1, int((site.imprint.size[1] - _FOOT - top) // cell)):
            done.append(PaperPage())
            named, place, top = [], 0, _TOP + 2
        row, column = divmod(place, across)
        x, y = MARGIN + column * (width + _GAP), top + row * cell
        _draw(done[-1], site, index, _Frame(x, y, width, y + cell - under, pitch), units[index])
        named.append(one_line(site.fabric.cabinets[index].name))
        done[-1].about = about_of(named)
        place += 1
    return done


def _preface(site: SitePlan) -> list[str]:
    """Return the legend; for plans of lists it explains port sides and half-depth devices."""
    known = any(device.face for device in site.fabric.devices)
    faces = "The plan does not say which face has the ports."
    if known or any(device.half_depth for device in site.fabric.devices):
        faces = "A device of half depth is drawn on its own face."
    if any(device.bay for device in site.fabric.devices):
        faces += (
            " Devices side by side in one unit: left (L), right (R) or numbered, as seen from the front."
        )
    return [sentence.replace("{faces}", faces) for sentence in site.preface(PREFACE)]


def _cell_width(wide: float, across: int) -> float:
    """Return the width of a drawn cabinet with this many side by side."""
    return (wide - _GAP * (across - 1)) / across


def _across(site: SitePlan, wide: float) -> int:
    """Return the number of cabinets side by side that still fits all device and cabinet names."""
    drawn = [item for held in site.devices_in.values() for item in held]
    front = max(
        (width_of(site.facts[item].name, SMALL) * _bay(site, item)[1] for item in drawn), default=0.0
    )
    cabinets = [site.fabric.cabinets[index] for index in site.devices_in]
    name = max((width_of(one_line(cabinet.name), SMALL, bold=True) for cabinet in cabinets), default=0.0)
    row = max((width_of(one_line(cabinet.row_name), SMALL) for cabinet in cabinets), default=0.0)
    for across in range(_MAX_ACROSS, 1, -1):
        width = _cell_width(wide, across)
        if front <= (width - _MIDDLE) / 2 - 3 and max(name, row) <= width - _QR:
            return across
    return 1


def _panels(site: SitePlan) -> list[str]:
    """Return the legend for panels, if the plan has any."""
    if all(device.kind != PANEL for device in site.fabric.devices):
        return []
    if site.fabric.cords_of:
        return ["Panels of fibre trunks are white; their cassettes are counted from the left."]
    return ["Panels are white."]


def _kinds(site: SitePlan) -> list[str]:
    """Return the draw and weight of each kind of device, or that they are unknown."""
    kinds: dict[tuple[str, int | None, float, float], int] = {}
    for device, fact in zip(site.fabric.devices, site.facts, strict=True):
        kind = (
            fact.model or device.kind,
            device.units,
            fact.watts,
            fact.kilograms,
        )
        kinds[kind] = kinds.get(kind, 0) + 1
    if not any(watts or kilograms for _, _, watts, kilograms in kinds):
        return [NO_WEIGHTS]
    told = []
    for (name, units, watts, kilograms), count in kinds.items():
        height = f"{units} U, " if units else ""
        weight = f"{kilograms:,.1f} kg" if kilograms else "weight not known"
        told.append(f"{name} ({count:,}): {height}{watts:,.0f} W, {weight}")
    each = f"Each device alone: {'; '.join(told)}."
    counted = "with transceivers and active cables"
    if site.parts is None:
        counted = "of devices alone, without transceivers"
    return [f"{each} Cabinets: watts {counted}; kg without transceivers and cables."]


def _units(site: SitePlan, index: int) -> int:
    """Return the height of a cabinet in units, or its highest known position."""
    devices = [site.fabric.devices[device] for device in site.devices_in[index]]
    tops = [(device.height or 0) + (device.units or 1) - 1 for device in devices]
    return max([site.fabric.cabinets[index].units or 1 if site.has_units else 1, *tops])


def _draw(page: PaperPage, site: SitePlan, index: int, frame: _Frame, units: int) -> None:
    """Draw a cabinet: header, front and rear, and devices without a position."""
    _head(page, site, index, frame)
    roof = frame.floor - units * frame.pitch
    right = frame.x + frame.face + _MIDDLE
    for x in (frame.x, right):
        page.boxes.append(BoxMark(x, roof, frame.face, units * frame.pitch, stroke=0.8))
    for unit in range(1, units + 1):
        y = frame.floor - unit * frame.pitch
        text = str(unit)
        middle = frame.x + frame.face + (_MIDDLE - width_of(text, SMALL)) / 2
        page.texts.append(TextMark(middle, y + (frame.pitch + SMALL * 0.72) / 2, text, SMALL, grey=0.35))
        if unit < units:
            for x in (frame.x, right):
                page.rule(x, y, frame.face, 0.25, _LINE)
    loose, beside = 0, []
    for number in site.devices_in[index]:
        device = site.fabric.devices[number]
        if device.height is not None:
            _device(page, site, number, frame)
        elif device.units == 0:
            beside.append(one_line(device.name))
        else:
            loose += 1
    texts = [f"unit not known: {count_text(loose, 'device')}"] * bool(loose)
    texts += [f"side-mounted: {', '.join(beside)}"] * bool(beside)
    if text := "; ".join(texts):
        page.texts.append(TextMark(frame.x, frame.floor + 8, shortened(text, frame.width, SMALL), SMALL))


#: Kinds of device besides switches that a cabinet's header counts.
_COUNTED = {SERVER: "server", STORAGE: "storage device", PANEL: "panel", PDU: "PDU", OTHER: "other device"}


def _head(page: PaperPage, site: SitePlan, index: int, frame: _Frame) -> None:
    cabinet, facts = site.fabric.cabinets[index], site.cabinets[index]
    kinds = [site.fabric.devices[device].kind for device in site.devices_in[index]]
    switches = kinds.count(SWITCH)
    name = one_line(cabinet.name)
    code = cabinet_code_text(site.imprint.sha256, name)
    _draw_code(page, code, (frame.x + frame.width - _QR, frame.y), _QR)
    room = frame.width - _QR
    lines = [
        one_line(cabinet.row_name) if cabinet.row_name not in name else "",
        count_text(switches, "switch") if switches else "",
        ", ".join(count_text(kinds.count(kind), name) for kind, name in _COUNTED.items() if kind in kinds),
        _load(facts.watts, facts.limit_watts, "W"),
        _load(facts.kilograms, facts.limit_kilograms, "kg"),
    ]
    size = max(SMALL, min(_NAME, _NAME * room / max(width_of(name, _NAME, bold=True), 1.0)))
    page.texts.append(
        TextMark(frame.x, frame.y + 9, shortened(name, room, size, bold=True), size, bold=True)
    )
    for number, text in enumerate(filter(None, lines)):
        short = shortened(text, room, SMALL)
        page.texts.append(TextMark(frame.x, frame.y + 17.2 + 7.6 * number, short, SMALL))


def _load(figure: float | None, limit: int | None, unit: str) -> str:
    """Return ``950 of 20,000 W``; empty if the figure is unknown."""
    if figure is None:
        return ""
    return f"{figure:,.0f} {unit}" if limit is None else f"{figure:,.0f} of {limit:,} {unit}"


def _device(page: PaperPage, site: SitePlan, index: int, frame: _Frame) -> None:
    """Draw a device on both the front and the rear."""
    device, fact = site.fabric.devices[index], site.facts[index]
    tall = device.units or 1
    top = frame.floor - ((device.height or 1) + tall - 1) * frame.pitch
    grey = {SWITCH: _SWITCH_GREY, PANEL: _PANEL_GREY}.get(device.kind, _GREY)
    faces = [
        (fact.name, frame.x),
        (_rear_text(site, index, frame.face - 3), frame.x + frame.face + _MIDDLE),
    ]
    place, count = _bay(site, index)
    if count > 1:  # the rear mirrors the front
        width = frame.face / count
        faces = [
            (fact.name, frame.x + place * width),
            (_rear_text(site, index, width - 3), faces[1][1] + (count - 1 - place) * width),
        ]
    else:
        width = frame.face
    if device.half_depth:  # another device may be mounted behind it
        faces = [(fact.name, faces[device.face == "rear"][1])]
    for text, x in faces:
        page.boxes.append(BoxMark(x, top, width, tall * frame.pitch, fill=grey))
        page.boxes.append(BoxMark(x, top, width, tall * frame.pitch, stroke=0.4))
        short = shortened(text, width - 3, SMALL)
        base = top + (tall * frame.pitch + SMALL * 0.72) / 2
        page.texts.append(TextMark(x + 1.5, base, short, SMALL))


def _bay(site: SitePlan, index: int) -> tuple[int, int]:
    """Return the place from the left of a device among those in its unit, and their number."""
    devices = site.fabric.devices
    own = devices[index]
    if not own.bay:
        return 0, 1
    held = site.devices_in[own.cabinet] if own.cabinet is not None else [index]
    there = {devices[item].bay for item in held if devices[item].unit == own.unit and devices[item].bay}
    if there & {*_HALVES}:
        there |= {*_HALVES}
    bays = sorted(there, key=lambda bay: (_ORDER.get(bay, 0), bay))
    return bays.index(own.bay), len(bays)


def _rear_text(site: SitePlan, index: int, width: float) -> str:
    """Return the number of cables at a device (links of a piece count once), or a single one's far end."""
    cables = site.fabric.cables_of[index]
    if len(cables) == 1:
        text = f"to {site.end_text(site.fabric.far_end(index, cables[0][1]))}"
        if width_of(text, SMALL) <= width:
            return text
    return count_text(len({cable.in_hand for _, cable in cables}), "cable")


def cabinet_code_text(sha256: str, cabinet: str) -> str:
    """Return the text of a cabinet's QR code: the plan's checksum and the cabinet."""
    return f"netfloor plan {sha256[:SHORT_HASH]} cabinet {one_line(cabinet)}"


@cache
def code_modules(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the dark modules of a text's QR code row by row, without the quiet zone; UTF-8, level M."""
    from reportlab.graphics.barcode import qrencoder  # noqa: PLC0415 - a heavy import

    code = qrencoder.QRCode(None, qrencoder.QRErrorCorrectLevel.M)
    code.addData(qrencoder.QR8bitByte(text.encode()))
    code.make()
    return tuple(tuple(map(bool, row)) for row in code.modules)


def _draw_code(page: PaperPage, text: str, at: tuple[float, float], edge: float) -> None:
    """Draw the QR code of a text into a square that includes the quiet zone."""
    rows = code_modules(text)
    unit = edge / (len(rows) + 8)
    for down, row in enumerate(rows):
        start = None
        for across, dark in enumerate((*row, False)):
            if dark and start is None:
                start = across
            elif not dark and start is not None:
                x, y = at[0] + (start + 4) * unit, at[1] + (down + 4) * unit
                page.boxes.append(BoxMark(x, y, (across - start) * unit, unit, fill=0.0))
                start = None
