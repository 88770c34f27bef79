"""Label sheets: a label for every cable end, cabinet by cabinet, on standard label stock."""

from collections.abc import Iterator
from dataclasses import dataclass

from netfloor.exchange.papers.page import MM, SMALL, PaperPage, TextMark, about_of, wrapped
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.writers.sheets.labels import label_of, plugs_of
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.spreadsheet_text import one_line
from netfloor.topologies.parameters import shown

TITLE = "Labels"
#: Type sizes, largest first; line height as a multiple of the type size; inset.
_SIZES, _LEADING, _INSET = (9.0, 8.0, 7.2, SMALL), 1.14, 2.5


@dataclass(frozen=True)
class LabelStock:
    """Label sheets: labels across and down, label size and column gap in mm.

    The grid is centred on the sheet. Sizes are those printed on Avery's packaging.
    """

    name: str
    across: int
    down: int
    width_mm: float
    height_mm: float
    gap_mm: float

    def lines(self, size: float) -> int:
        """Return the number of lines of a type size that a label holds."""
        return int((self.height_mm * MM - 4) // (size * _LEADING))

    @property
    def text_width(self) -> float:
        """Maximum line width in points."""
        return self.width_mm * MM - 2 * _INSET


#: By paper size, smallest labels first.
STOCKS = {
    "a4": (
        LabelStock("Avery L4731", 7, 27, 25.4, 10.0, 2.5),
        LabelStock("Avery L7651", 5, 13, 38.1, 21.2, 2.5),
        LabelStock("Avery L7160", 3, 7, 63.5, 38.1, 2.5),
    ),
    "letter": (
        LabelStock("Avery 5167", 4, 20, 44.45, 12.7, 7.62),
        LabelStock("Avery 5160", 3, 10, 66.675, 25.4, 3.175),
        LabelStock("Avery 5163", 2, 5, 101.6, 50.8, 4.7625),
    ),
}


def chosen_stock(site: SitePlan, paper: str) -> tuple[LabelStock, float]:
    """Return the smallest labels that fit every cable's text, and the largest type for them.

    Raises `InputError` if a cable's text is too long for every label size.
    """
    texts = list(_texts(site))
    wanted = {text for _, text in texts}
    headings = {cabinet for cabinet, _ in texts}
    for stock in STOCKS[paper]:
        for size in _SIZES:
            if all(len(_lines(text, stock, size)) <= stock.lines(size) for text in wanted) and all(
                len(_name_lines(cabinet, stock, size)) < stock.lines(size) for cabinet in headings
            ):
                return stock, size
    longest = max((*wanted, *((cabinet, "") for cabinet in headings)), key=lambda text: len("".join(text)))
    what = f"{shown(longest[0])!r} fits no label, not even {STOCKS[paper][-1].name}"
    raise InputError(setting("label-format"), what, "a shorter text, such as {near_spot}:{near_port} {id}")


def pages(site: SitePlan, stock: LabelStock, type_size: float) -> list[PaperPage]:
    """Return the sheets; a label with the cabinet's name precedes the labels of each cabinet."""
    size, per_page = site.imprint.size, stock.across * stock.down
    width, height, gap = (mm * MM for mm in (stock.width_mm, stock.height_mm, stock.gap_mm))
    left = (size[0] - stock.across * width - (stock.across - 1) * gap) / 2
    top = (size[1] - stock.down * height) / 2
    done: list[PaperPage] = []
    named: list[str] = []
    for number, (cabinet, lines) in enumerate(_cells(site, stock, type_size)):
        place = number % per_page
        if place == 0:
            done.append(PaperPage(bare=True))
            named = []
        named.append(cabinet)
        row, column = divmod(place, stock.across)
        x, y = left + column * (width + gap) + _INSET, top + row * height
        pitch = type_size * _LEADING
        base = y + (height - pitch * len(lines)) / 2 + type_size * 0.88
        heading = lines[-1].endswith(" labels:")
        for line, text in enumerate(lines):
            done[-1].texts.append(
                TextMark(x, base + line * pitch, text, type_size, bold=heading and line < len(lines) - 1)
            )
        done[-1].about = f"{stock.name}, {about_of(named)}"
    return done


def _cells(site: SitePlan, stock: LabelStock, size: float) -> Iterator[tuple[str, list[str]]]:
    """Yield the cabinet and the lines of each label, the cabinet's name label first."""
    before = None
    counts: dict[str, int] = {}
    texts = list(_texts(site))
    for cabinet, _ in texts:
        counts[cabinet] = counts.get(cabinet, 0) + 1
    for cabinet, text in texts:
        if cabinet != before:
            before = cabinet
            yield cabinet, [*_name_lines(cabinet, stock, size), f"{counts[cabinet]} labels:"]
        yield cabinet, _lines(text, stock, size)


def _texts(site: SitePlan) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the cabinet and both lines of every label, by cabinet, height and port."""
    fabric = site.fabric
    ends = []
    for plug in plugs_of(fabric):
        if site.printed is not None and (plug.id, plug.end) not in site.printed:
            continue
        near = plug.links[0][1]
        device = fabric.devices[near.device]
        cabinet = -1 if device.cabinet is None else device.cabinet
        ends.append(((cabinet, -(device.height or 0), near.device, near.port), plug.links))
    for (cabinet, *_), links in sorted(ends, key=lambda end: end[0]):
        name = "place not known" if cabinet < 0 else one_line(fabric.cabinets[cabinet].name)
        first, second = label_of(fabric, site.form, links)
        yield name, (one_line(first), one_line(second))


def _lines(text: tuple[str, str], stock: LabelStock, size: float) -> list[str]:
    return [line for part in text if part for line in wrapped(part, stock.text_width, size)]


def _name_lines(cabinet: str, stock: LabelStock, size: float) -> list[str]:
    """Return the lines of the name label that precedes a cabinet's labels."""
    return wrapped(cabinet, stock.text_width, size, bold=True)
