"""Totals of two fabrics side by side: devices, cables by rate, metres, watts, rack units."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from netfloor.fabric.fabric import KINDS
from netfloor.foundation.units import mm_to_metres
from netfloor.plans.diff import DEVICE_KEYS
from netfloor.plans.sums import CableSum, FabricSums
from netfloor.reports.formats.table import Table, numbers, words
from netfloor.reports.formats.text import one_line

#: Totals of both plans: of the whole fabric first, then by network.
Both = tuple[Sequence[FabricSums], Sequence[FabricSums]]
_NAMES = {"pdus": "PDUs", "storage": "storage devices", "other_devices": "other devices"}


@dataclass(frozen=True)
class _Figure:
    """A figure of both plans with its number format."""

    name: str
    old: float | None
    new: float | None
    form: str = ","

    @property
    def texts(self) -> tuple[str, str, str]:
        """Old, new and difference as text; a dash if unknown."""
        both = [None if value is None else f"{value:{self.form}}" for value in (self.old, self.new)]
        change = None if self.old is None or self.new is None else f"{self.new - self.old:+{self.form}}"
        old, new, difference = (text or "-" for text in (*both, change))
        return old, new, difference


def sums_document(old: Sequence[FabricSums], new: Sequence[FabricSums]) -> list[dict[str, Any]]:
    """Return both plans' totals by network for JSON; the whole fabric comes first, with an empty name."""
    return [
        {
            "network": network,
            **{when: item and _record(item) for when, item in zip(("old", "new"), both, strict=True)},
        }
        for network, both in _by_network((old, new)).items()
    ]


def _record(sums: FabricSums) -> dict[str, Any]:
    return {
        "devices": {DEVICE_KEYS[kind]: sums.devices[kind] for kind in KINDS if sums.devices[kind]},
        **_cable_record(sums.cables),
        "longest_m": mm_to_metres(sums.longest_mm),
        "by_rate": [{"gbps": rate, **_cable_record(item)} for rate, item in sums.by_rate.items()],
        "power_cords": _cable_record(sums.power_cords),
        **({"installed": _cable_record(sums.installed)} if sums.installed.cables else {}),
        "watts": sums.watts,
        "units": sums.units,
    }


def _cable_record(cables: CableSum) -> dict[str, Any]:
    return {"cables": cables.cables, "length_m": mm_to_metres(cables.length_mm)}


def fabric_tables(both: Both) -> Iterator[Table]:
    """Yield the table of both plans, then a table per network if there are several."""
    for network, (old, new) in _by_network(both).items():
        rows = [(*words(figure.name), *numbers(figure.texts)) for figure in _figures(old, new)]
        title = f"Network {one_line(network)}" if network else "Both plans"
        if network and not any(item.devices for item in (old, new) if item is not None):
            title = f"Between networks, {one_line(network)}"
        yield Table(title, ("Figure", "old", "new", "Difference"), rows)


def _by_network(both: Both) -> dict[str, tuple[FabricSums | None, FabricSums | None]]:
    names = dict.fromkeys(item.network for side in both for item in side)
    old, new = ({item.network: item for item in side} for side in both)
    return {name: (old.get(name), new.get(name)) for name in names}


def _figures(old: FabricSums | None, new: FabricSums | None) -> Iterator[_Figure]:
    """Yield the figures that at least one plan has, in reading order."""
    own = [item for item in (old, new) if item is not None]
    for kind in KINDS:
        if any(item.devices[kind] for item in own):
            key = DEVICE_KEYS[kind]
            yield _figure(_NAMES.get(key, key), old, new, partial(_devices, kind=kind))
    yield _figure("cables", old, new, lambda item: item.cables.cables)
    yield _figure("cable (m)", old, new, lambda item: mm_to_metres(item.cables.length_mm), ",.1f")
    rates = sorted({rate for item in own for rate in item.by_rate}, key=lambda rate: rate or 0)
    for rate in rates if len(rates) > 1 else ():
        name = "of unknown rate" if rate is None else f"of {rate:g} Gb/s"
        yield _figure(f"cables {name}", old, new, partial(_cables_of, rate=rate))
        yield _figure(f"cable {name} (m)", old, new, partial(_metres_of, rate=rate), ",.1f")
    yield _figure("longest cable (m)", old, new, lambda item: mm_to_metres(item.longest_mm), ",.2f")
    if any(item.installed.cables for item in own):
        yield _figure("installed cables", old, new, lambda item: item.installed.cables)
    if any(item.power_cords.cables for item in own):
        yield _figure("power cords", old, new, lambda item: item.power_cords.cables)
        yield _figure(
            "power cords (m)", old, new, lambda item: mm_to_metres(item.power_cords.length_mm), ",.1f"
        )
    for figure in (
        _figure("highest draw (W)", old, new, lambda item: item.watts, ",.0f"),
        _figure("rack units", old, new, lambda item: item.units),
    ):
        if figure.old is not None or figure.new is not None:
            yield figure


def _figure(
    name: str,
    old: FabricSums | None,
    new: FabricSums | None,
    of: Callable[[FabricSums], float | None],
    form: str = ",",
) -> _Figure:
    before, after = (None if item is None else of(item) for item in (old, new))
    return _Figure(name, before, after, form)


def _devices(sums: FabricSums, kind: str) -> int:
    return sums.devices[kind]


def _cables_of(sums: FabricSums, rate: float | None) -> int:
    return sums.by_rate[rate].cables if rate in sums.by_rate else 0


def _metres_of(sums: FabricSums, rate: float | None) -> float:
    return mm_to_metres(sums.by_rate[rate].length_mm) if rate in sums.by_rate else 0.0
