"""The weight on each tile of a raised floor, and which tiles bear too much."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from netfloor.rooms.hall.checks import corners_mm
from netfloor.rooms.hall.hall import Hall
from netfloor.rooms.hall.parts import Cabinet, Tiles
from netfloor.rooms.hall.rounding import cos_sin


@dataclass(frozen=True)
class TileLoad:
    """A tile: its middle, what it bears, and the cabinets on it."""

    x_m: float
    y_m: float
    kg: float
    cabinets: tuple[str, ...]


def overloaded_tiles(hall: Hall, contents_kg: Mapping[str, float]) -> list[TileLoad]:
    """Return the tiles that bear more than their limit, as `tile_loads` has them."""
    if hall.tiles is None:
        return []
    limit_kg = hall.tiles.limit_kg * (1 + 1e-9)
    return [one for one in tile_loads(hall, contents_kg) if one.kg > limit_kg]


def tile_loads(hall: Hall, contents_kg: Mapping[str, float]) -> list[TileLoad]:
    """Return the load of each occupied tile, the heaviest first; none without tiles.

    The weight of a cabinet, empty, and of what stands in it spreads evenly over its footprint; weights
    that nobody said count as 0. Feet and castors bear on points: their plates are for the floor's maker.

    ``contents_kg``: what each cabinet holds, by its name, without the cabinet.
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
    return sorted(loads, key=lambda one: (-one.kg, one.x_m, one.y_m))


def _shares(cabinet: Cabinet, tiles: Tiles, axis_deg: float) -> list[tuple[tuple[int, int], float]]:
    """Return the tiles under a cabinet and the share of its footprint that lies on each."""
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
