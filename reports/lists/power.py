"""The power of a plan made from lists: listed watts by cabinet and in total, and the unknowns."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from netfloor.fabric.fabric import Device
from netfloor.foundation.wording import count_text
from netfloor.plans.laid import LaidFabric
from netfloor.plans.networks import PlanNetwork
from netfloor.reports.formats.text import one_line
from netfloor.reports.lists.supply import EQUAL_SHARES, dark_text, supply_document, supply_notes

#: Maximum devices in a sentence.
_MAX_NAMED = 10
NOT_COUNTED = "Listed watts only, without cables and transceivers; netfloor bom includes them."


def laid_power_document(laid: LaidFabric, network: PlanNetwork | None = None) -> dict[str, Any]:
    """Return the listed watts by cabinet; panels and PDUs draw none unless listed.

    For a ``network``, only its switches count: servers belong to no network.
    """
    devices = laid.fabric.devices
    if network is not None:
        devices = tuple(network.fabric.devices[switch] for switch in network.fabric.switches)
    cabinets = [
        {
            "cabinet": laid.hall.cabinets[number].name,
            "devices": len(inside),
            "power_w": sum(item.load_w or 0.0 for item in inside),
            "limit_w": laid.hall.cabinets[number].power_limit_w,
            "without_watts": [item.name for item in inside if item.load_w is None],
        }
        for number, inside in sorted(_devices_in_cabinets(devices).items())
    ]
    has_cords = laid.supply.is_known and network is None
    return {
        "schema": 1,
        "plan": str(laid.path),
        "network": laid.display_name if network is None else network.topology.name,
        "room": laid.hall.summary,
        "devices": len(devices),
        "devices_w": sum(device.load_w or 0.0 for device in devices),
        "without_watts": [device.name for device in devices if device.load_w is None],
        "cabinets": cabinets,
        **({"supply": supply_document(laid.supply)} if has_cords else {}),
        "notes": [NOT_COUNTED, *([*supply_notes(laid.supply), EQUAL_SHARES] if has_cords else [])],
    }


def _devices_in_cabinets(devices: Iterable[Device]) -> dict[int, list[Device]]:
    devices_in = defaultdict(list)
    for device in devices:
        if device.cabinet is not None:
            devices_in[device.cabinet].append(device)
    return devices_in


def laid_power_text(document: dict[str, Any]) -> str:
    """Return the watts as text: total, unknowns, then each cabinet with its limit."""
    unknown = document["without_watts"]
    devices = f'{count_text(document["devices"], "device")} in "{one_line(document["network"])}"'
    prefix = "At least " if unknown else ""
    lines = [f"{prefix}{document['devices_w']:,.0f} W for {devices} (listed watts)."]
    if unknown:
        more = len(unknown) - _MAX_NAMED
        named = ", ".join(map(one_line, unknown[:_MAX_NAMED])) + (f" and {more:,} more" if more > 0 else "")
        lines.append(f"Not known for {count_text(len(unknown), 'device')}: {named}.")
    lines.append("")
    for item in document["cabinets"]:
        without, limit = len(item["without_watts"]), item["limit_w"]
        figures = [f"{item['power_w']:>12,.0f} W"]
        if limit is not None:
            figures.append(f"{'OVER ' * (item['power_w'] > limit)}limit {limit:,} W")
        if without:
            figures.append(f"{count_text(without, 'device')} not known")
        lines.append(f"{one_line(item['cabinet']):<20} {', '.join(figures)}")
    if "supply" in document:
        lines += ["", *_supply_lines(document["supply"])]
    return "\n".join(lines)


def _supply_lines(supply: dict[str, Any]) -> Iterator[str]:
    """Yield load and limit of each feed and PDU, then the loads after the failure of each feed."""
    for key in ("feed", "pdu"):
        for item in supply[f"{key}s"]:
            on = f" on feed {one_line(item['feed'])}" if key == "pdu" and item["feed"] else ""
            yield f"{f'{key} ' * (key == 'feed') + one_line(item[key]) + on:<20} {_load_text(item)}"
    for item in supply["failures"]:
        dark = dark_text(len(item["dark"]), item["dark_w"], len(supply["without_cord"]))
        feeds = [f"feed {one_line(left['feed'])} {_load_text(left).strip()}" for left in item["feeds"]]
        pdus = [f"{one_line(pdu['pdu'])} {_load_text(pdu).strip()}" for pdu in item["pdus_over"]]
        if not pdus and (fullest := item["fullest_pdu"]) is not None:
            pdus = [f"fullest PDU {one_line(fullest['pdu'])} {_load_text(fullest).strip()}"]
        yield f"if feed {one_line(item['feed'])} fails: {'; '.join([dark, *feeds, *pdus])}"


def _load_text(load: dict[str, Any]) -> str:
    limit = "" if load["limit_w"] is None else f", {'OVER ' * load['over']}limit {load['limit_w']:,.0f} W"
    return f"{load['load_w']:>12,.0f} W{limit}"
