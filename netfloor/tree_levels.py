"""A tree's levels from the edge to the top: switches, links up, empty ports, oversubscription."""

from typing import Any

from topologies.clos import plan
from topologies.topology import Topology


def tree_levels(topology: Topology) -> dict[str, Any]:
    """Return ``levels`` and ``oversubscription`` of a fat tree or folded Clos; nothing of others.

    Oversubscription is that of the fullest edge switch: its endpoints over its links up.
    """
    if topology.family == "clos":
        figures = plan(dict(topology.parameters), topology.name)
        levels = [
            {"switches": level.switches, "links_up": level.up_links, "empty_ports": level.empty_ports}
            for level in figures.levels
        ]
        return {"levels": levels, "oversubscription": float(figures.oversubscription)}
    if topology.family == "fattree":
        k, n, used = (topology.parameters[name] for name in ("k", "n", "used_down_ports"))
        width = k ** (n - 1)
        levels = [
            {
                "switches": width,
                "links_up": k * width if level < n - 1 else 0,
                "empty_ports": (k - used) * width if level == 0 else 0,
            }
            for level in range(n)
        ]
        return {"levels": levels, "oversubscription": used / k}
    return {}
