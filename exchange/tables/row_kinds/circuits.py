"""Rows of NetBox's cable list that end at no device: at a circuit of a provider, or a power feed."""

from collections.abc import Mapping, Sequence

from netfloor.exchange.tables.columns import TableColumn
from netfloor.exchange.tables.heading_lines import cell_at
from netfloor.exchange.tables.side_words import SIDES
from netfloor.exchange.tables.subject import words_of
from netfloor.exchange.tables.tables import TableRow

#: What such a row is.
CIRCUIT = "a cable to a circuit or a power feed"
#: Words of NetBox's heading for what a cable ends at, in its languages.
_TERMINATIONS = frozenset({"termination", "terminaison", "terminacion", "terminierung", "terminazione"})


class Circuits:
    """Finds the rows whose end has a termination but no device, in columns that name devices elsewhere."""

    def __init__(self, columns: Mapping[str, TableColumn], rows: Sequence[TableRow]) -> None:
        ends = [[columns.get(f"{name}_{side}") for name in ("device", "port")] for side in SIDES]
        named = [(device, port) for device, port in ends if device is not None and port is not None]
        self._ends: tuple[tuple[int, int], ...] = ()
        if len(named) == len(ends) and all(map(_is_of_netbox, named)):
            filled = [[cell_at(row.cells, device.index) for row in rows] for device, _ in named]
            if all(2 * sum(map(bool, cells)) > len(cells) for cells in filled):  # no merged cells
                self._ends = tuple((device.index, port.index) for device, port in named)

    def __bool__(self) -> bool:
        return bool(self._ends)

    def of(self, cells: Sequence[str]) -> str:
        """Return `CIRCUIT` for such a row, empty for another."""
        devices = [bool(cell_at(cells, device)) for device, _ in self._ends]
        has_ports = all(cell_at(cells, port) for _, port in self._ends)
        return CIRCUIT if has_ports and sum(devices) == 1 else ""


def _is_of_netbox(end: tuple[TableColumn, TableColumn]) -> bool:
    """Return whether an end has a column of terminations, and no blank devices to be filled from above."""
    device, port = end
    repeats = device.meaning is not None and device.meaning.as_above
    return not repeats and bool({*words_of(port.heading)} & _TERMINATIONS)
