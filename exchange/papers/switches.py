"""Switch schedule: every switch with its location, and lines for its serial number and asset tag."""

from netfloor.exchange.papers.flow import PaperColumn, PaperTable, Row, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import NO_UNITS, SitePlan

TITLE = "Switch schedule"
PREFACE = ("All switches in floor order. Fill in serial number and asset tag when installed.",)


def pages(site: SitePlan) -> list[PaperPage]:
    """Return the pages of all switches, one block per row of cabinets."""
    renamed = any(site.facts[index].name != site.facts[index].exported for index in site.fabric.switches)
    modelled = any(site.facts[index].model for index in site.fabric.switches)
    columns = (
        PaperColumn("switch"),
        *((PaperColumn("in files"),) if renamed else ()),
        PaperColumn("cabinet"),
        PaperColumn(site.unit_word, "number"),
        *((PaperColumn("part"),) if modelled else ()),
        PaperColumn("ports in use", "number"),
        PaperColumn("serial number", "line", 72),
        PaperColumn("asset tag", "line", 48),
    )
    rows: dict[str, list[Row]] = {}
    for index, devices in site.devices_in.items():
        cabinet = site.fabric.cabinets[index]
        for device in reversed(devices):
            if site.fabric.devices[device].kind == "switch":
                row = _row(site, device, renamed=renamed, modelled=modelled)
                rows.setdefault(cabinet.row_name, []).append(row)
    blocks = tuple(
        TableBlock(name or "Switches", (RowGroup("", tuple(lines)),), f"{len(lines):,} switches")
        for name, lines in rows.items()
    )
    named = ("A switch without a name is listed by its place; 'in files' is its exported name.",)
    notes = (*(named if renamed else ()), *(() if site.has_units else (NO_UNITS,)))
    return flow(PaperTable(columns, blocks, (*PREFACE, *notes), pitch=13.0), site.imprint.size)


def _row(site: SitePlan, index: int, *, renamed: bool, modelled: bool) -> Row:
    device, fact = site.fabric.devices[index], site.facts[index]
    return (
        fact.name,
        *((fact.exported,) if renamed else ()),
        site.fabric.cabinet_name(index),
        "" if device.height is None else str(device.height),
        *((fact.model,) if modelled else ()),
        _ports(site, index),
        "",
        "",
    )


def _ports(site: SitePlan, index: int) -> str:
    """Return the number of ports in use, such as ``64 + mgmt`` if they include the management port."""
    data, management = site.ports_in_use(index)
    return f"{data} + mgmt" if management else str(data)
