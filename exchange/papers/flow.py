"""Tables that flow from column to column and from page to page, as in a newspaper."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from netfloor.exchange.papers.page import (
    MARGIN,
    SMALL,
    BoxMark,
    PaperPage,
    TextMark,
    about_of,
    paragraph,
    width_of,
    wrapped,
)

_TOP, _FOOT = 38.0, 23.0
_GAP, _PAD, _MAX_PAD, _TICK = 7.0, 2.6, 5.0, 8.5
#: Maximum pages in large type before small type is used, and both types: size and pitch in points.
_LARGE_PAGES, _LARGE, _DENSE = 16, (8.0, 11.0), (SMALL, 7.2)
#: Maximum cell width in points before the text wraps, and maximum columns per page.
_WIDEST, _MOST = 130.0, 6
_HEADING, _HEADING_LINE, _TITLES, _GROUP = 13.0, 9.2, 10.0, 9.4


@dataclass(frozen=True)
class PaperColumn:
    """A column of a table."""

    title: str
    # ``text``, ``number`` (right-aligned), ``boxed`` (checkbox, then text), ``box`` (checkbox) or ``line``
    # (to write on)
    kind: str = "text"
    least: float = 0.0  # minimum width in points


#: One cell per column; cells of boxes and lines are empty.
Row = tuple[str, ...]


@dataclass(frozen=True)
class RowGroup:
    """Rows under a common heading line, which may be empty."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class TableBlock:
    """Groups under one heading, which is repeated where they continue: a cabinet, a tray, a switch."""

    title: str
    groups: tuple[RowGroup, ...]
    note: str = ""


@dataclass(frozen=True)
class PaperTable:
    """A table that flows over the pages."""

    columns: tuple[PaperColumn, ...]
    blocks: tuple[TableBlock, ...]
    preface: tuple[str, ...] = ()  # introductory sentences on the first page
    pitch: float = 0.0  # minimum line height in points, larger for lines to write on


def flow(table: PaperTable, paper: tuple[float, float]) -> list[PaperPage]:
    """Lay out a table on pages, in large type unless that takes too many pages."""
    large = _Flow(table, paper, *_LARGE).pages()
    return large if len(large) <= _LARGE_PAGES else _Flow(table, paper, *_DENSE).pages()


class _Flow:
    """Fills columns from the top and starts the next column when one is full."""

    def __init__(self, table: PaperTable, paper: tuple[float, float], size: float, pitch: float) -> None:
        self.table, self.paper, self.size, self.pitch = table, paper, size, max(pitch, table.pitch)
        wide = paper[0] - 2 * MARGIN
        natural = [_natural(table, place, size) for place in range(len(table.columns))]
        gaps = sum(map(_gap_after, table.columns[:-1]))
        whole = sum(natural) + gaps
        self.across = max(1, min(_MOST, int((wide + _GAP) // (whole + _GAP))))
        self.width = (wide - _GAP * (self.across - 1)) / self.across
        spare = max(0.0, self.width - whole)
        self.pad = min(_MAX_PAD, spare / (2 * len(natural)))
        self.widths = _fitted(table, natural, self.width - gaps - self.pad * (len(natural) - 1))
        self.done: list[PaperPage] = []
        self.column, self.top, self.y = 0, _TOP, _TOP
        self.named: list[str] = []

    def pages(self) -> list[PaperPage]:
        """Return all pages."""
        self._new_page()
        if self.table.preface:
            wide = self.paper[0] - 2 * MARGIN
            self.top = paragraph(self.done[-1], self.table.preface, (MARGIN, _TOP - 2), wide) + 6
            self.y = self.top
        self._titles()
        for block in self.table.blocks:
            self._block(block)
        self.done[-1].about = about_of(self.named)
        return self.done

    def _block(self, block: TableBlock) -> None:
        first = min(2, sum(len(group.rows) for group in block.groups))
        notes = wrapped(block.note, self.width - 4, SMALL) if block.note else []
        heading = _HEADING + _HEADING_LINE * (len(self._heading_lines(block.title)) - 1)
        self._room_for(heading + 8 * len(notes) + 3 + _GROUP + first * self.pitch, None)
        self._heading(block.title)
        for note in notes:
            self.y += 8
            self._set(self._left + 3, note, SMALL)
        self.y += 3 * bool(notes)
        for group in block.groups:
            self._group(block, group)
        self.y += 4

    def _group(self, block: TableBlock, group: RowGroup) -> None:
        if group.title:
            self._room_for(2 * _GROUP + min(2, len(group.rows)) * self.pitch, block)
            self._group_title(group.title)
        for number, row in enumerate(group.rows):
            cells = [
                wrapped(cell, width + 0.01 - _TICK * (column.kind == "boxed"), self.size) if cell else [""]
                for cell, width, column in zip(row, self.widths, self.table.columns, strict=True)
            ]
            height = self.pitch + (max(map(len, cells)) - 1) * self.size * 1.1
            if self._room_for(height, block) and group.title:
                self._group_title(f"{group.title}, continued")
            self._row(cells, height, shaded=number % 2 == 1)

    def _row(self, cells: Sequence[Sequence[str]], height: float, *, shaded: bool) -> None:
        page, x, size = self.done[-1], self._left, self.size
        if shaded:
            page.boxes.append(BoxMark(x, self.y, self.width, height, fill=0.93))
        base = self.y + (self.pitch + size * 0.72) / 2
        for column, width, lines in zip(self.table.columns, self.widths, cells, strict=True):
            left = x
            if column.kind == "box" or (column.kind == "boxed" and lines[0]):
                edge = min(6.0, self.pitch - 2.2)
                page.boxes.append(
                    BoxMark(x + 0.5, self.y + (self.pitch - edge) / 2, edge, edge, stroke=0.5)
                )
                left += _TICK
            elif column.kind == "line":
                page.rule(x, self.y + self.pitch - 1.4, width, 0.4, 0.35)
            for number, text in enumerate(lines):
                right = column.kind == "number"
                if text:
                    down = base + number * size * 1.1
                    page.texts.append(TextMark(x + width if right else left, down, text, size, right=right))
            x += width + _gap_after(column) + self.pad
        self.y += height

    def _room_for(self, height: float, block: TableBlock | None) -> bool:
        """Start the next column if a height does not fit; repeat the heading inside a block."""
        if self.y + height <= self.paper[1] - _FOOT or self.y <= self.top + _TITLES:
            return False
        self.column += 1
        if self.column == self.across:
            self._new_page()
        self.y = self.top
        self._titles()
        if block is not None:
            self._heading(block.title, again=True)
        return block is not None

    def _new_page(self) -> None:
        if self.done:
            self.done[-1].about = about_of(self.named)
        self.named = []
        self.done.append(PaperPage())
        self.column, self.top, self.y = 0, _TOP, _TOP

    @property
    def _left(self) -> float:
        return MARGIN + self.column * (self.width + _GAP)

    def _titles(self) -> None:
        x = self._left
        for column, width in zip(self.table.columns, self.widths, strict=True):
            right = column.kind == "number"
            self.done[-1].texts.append(
                TextMark(x + width * right, self.y + 7, column.title, SMALL, right=right, grey=0.3)
            )
            x += width + _gap_after(column) + self.pad
        self.done[-1].rule(self._left, self.y + _TITLES - 1.2, self.width, 0.5)
        self.y += _TITLES

    def _heading(self, title: str, *, again: bool = False) -> None:
        """Set the heading of a block in as many lines as needed, marked if the block continues."""
        self.named.append(title)
        lines = self._heading_lines(title, again=again)
        height = _HEADING + _HEADING_LINE * (len(lines) - 1)
        self.done[-1].boxes.append(BoxMark(self._left, self.y + 1, self.width, height - 2, fill=0.82))
        for number, text in enumerate(lines):
            self._set(self._left + 2, text, 8, down=9.4 + _HEADING_LINE * number, bold=True)
        self.y += height

    def _heading_lines(self, title: str, *, again: bool = False) -> list[str]:
        """Return the lines of a heading; "continued" is shortened in a narrow column."""
        more = ", continued" if again else ""
        if width_of(title + more, 8, bold=True) > self.width - 4:
            more = ", cont." if again else ""
        return wrapped(title + more, self.width - 4, 8, bold=True)

    def _group_title(self, title: str) -> None:
        lines = wrapped(title, self.width - 2, SMALL, bold=True)
        for text in lines:
            self._set(self._left, text, SMALL, down=_GROUP - 2.4, bold=True)
            self.y += 8
        self.y += _GROUP - 8

    def _set(self, x: float, text: str, size: float, *, down: float = 0.0, bold: bool = False) -> None:
        self.done[-1].texts.append(TextMark(x, self.y + down, text, size, bold=bold))


def _gap_after(column: PaperColumn) -> float:
    """Return the space after a column; numbers are right-aligned and need more."""
    return _PAD + 2.5 * (column.kind == "number")


def _natural(table: PaperTable, place: int, size: float) -> float:
    """Return the natural width of a column."""
    column = table.columns[place]
    minimum = max(column.least, width_of(column.title, SMALL), 7.0 if column.kind == "box" else 0.0)
    tick = _TICK if column.kind == "boxed" else 0.0
    texts = {row[place] for row in _rows(table)}
    return max([minimum, *(min(_WIDEST, width_of(text, size)) + tick for text in texts)])


def _fitted(table: PaperTable, natural: Sequence[float], room: float) -> list[float]:
    """Fit the widths to the page: spare width goes to lines to write on, else evenly to all columns."""
    spare = room - sum(natural)
    if spare < 0:
        widest = max(range(len(natural)), key=lambda place: natural[place])
        narrower = [width - 8 * (place == widest) for place, width in enumerate(natural)]
        return _fitted(table, narrower, room) if natural[widest] > 24 else list(natural)
    lines = [place for place, column in enumerate(table.columns) if column.kind == "line"]
    wider = lines or [place for place, column in enumerate(table.columns) if column.kind != "box"]
    return [width + spare / len(wider) * (place in wider) for place, width in enumerate(natural)]


def _rows(table: PaperTable) -> Iterator[Row]:
    for block in table.blocks:
        for group in block.groups:
            yield from group.rows
