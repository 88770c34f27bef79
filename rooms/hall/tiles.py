"""Load on the tiles of a raised floor, and overloaded tiles."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from netfloor.rooms.hall.checks import corners_mm
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet, Tiles
from netfloor.rooms.hall.rounding import cos_sin


@dataclass(frozen=True)
class TileLoad:
    """A tile: its centre, its load, and the cabinets on it."""

    x_m: float
    y_m: float
    kg: float
    cabinets: tuple[str, ...]


def overloaded_tiles(hall: Hall, contents_kg: Mapping[str, float]) -> list[TileLoad]:
    """Return the tiles above their load limit, as `tile_loads` returns them."""
    if hall.tiles is None:
        return []
    limit_kg = hall.tiles.limit_kg * (1 + 1e-9)
    return [tile_load for tile_load in tile_loads(hall, contents_kg) if tile_load.kg > limit_kg]


def tile_loads(hall: Hall, contents_kg: Mapping[str, float]) -> list[TileLoad]:
    """Compute the load of each occupied tile, heaviest first; empty without tiles.

    The weight of a cabinet and its contents is spread evenly over its footprint; unknown weights count as
    0. Point loads of feet and castors are left to the floor's manufacturer. ``contents_kg``: weight of the
    contents by cabinet name.
    """
    if hall.tiles is None:
        return []
    on_tile: dict[tuple[int, int], dict[str, float]] = {}
    for cabinet in hall.cabinets:
        weight = contents_kg.get(cabinet.name, 0.0) + (cabinet.empty_kg or 0)
        for tile, share in _shares(cabinet, hall.tiles, hall.axis_deg) if weight else ():
            on_tile.setdefault(tile, {})[cabinet.name] = share * weight
    loads = [
        TileLoad(*_middle_m(tile, hall.tiles, hall.axis_deg), sum(parts.values()), tuple(sorted(parts)))
        for tile, parts in on_tile.items()
    ]
    return sorted(loads, key=lambda load: (-load.kg, load.x_m, load.y_m))


def _shares(cabinet: Cabinet, tiles: Tiles, axis_deg: float) -> list[tuple[tuple[int, int], float]]:
    """Return the tiles under a cabinet, with the share of its footprint on each."""
    from shapely import Polygon, area, box, intersection  # noqa: PLC0415 - Shapely takes long to import

    cos, sin = cos_sin(axis_deg)
    turned = (corners_mm(cabinet) - tiles.at_mm) @ np.array([[cos, -sin], [sin, cos]]) / tiles.size_mm
    (left, low), (right, top) = np.floor(turned.min(axis=0)), np.ceil(turned.max(axis=0))
    i, j = (axis.ravel() for axis in np.meshgrid(np.arange(left, right), np.arange(low, top)))
    foot = Polygon(turned)
    shares = area(intersection(box(i, j, i + 1, j + 1), foot)) / foot.area
    pairs = zip(i.astype(int).tolist(), j.astype(int).tolist(), strict=True)
    return [(tile, share) for tile, share in zip(pairs, shares.tolist(), strict=True) if share > 0]


def _middle_m(tile: tuple[int, int], tiles: Tiles, axis_deg: float) -> tuple[float, float]:
    cos, sin = cos_sin(axis_deg)
    along, across = ((number + 0.5) * tiles.size_mm for number in tile)
    x, y = tiles.at_mm
    return round((x + along * cos - across * sin) / 1000, 3), round(
        (y + along * sin + across * cos) / 1000, 3
    )
