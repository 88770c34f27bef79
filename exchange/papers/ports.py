"""Port map: the far end of every port of every switch and server."""

from collections.abc import Iterator

from netfloor.exchange.papers.flow import PaperColumn, PaperTable, Row, RowGroup, TableBlock, flow
from netfloor.exchange.papers.page import PaperPage
from netfloor.exchange.papers.site import SitePlan
from netfloor.exchange.tables.fields import natural
from netfloor.exchange.writers.sheets.labels import place_of
from netfloor.fabric.fabric import PANEL, PDU, STORAGE, SWITCH, Cable, End
from netfloor.fabric.links import side_of
from netfloor.foundation.wording import count_text

TITLE = "Port map"
PREFACE = (
    "Ports in use by cabinet, top switch first, servers last as {unit}:port, with the far end as "
    "cabinet-{unit}:port.",
)
CHANGED = (
    "Changed ports by cabinet, in their new state, then freed ports. The far end is cabinet-{unit}:port.",
)
THROUGH = "Links through panels list the front ports on the route, then the far port."
PANELS = (
    "Links through trunks list both cassette ports, then the far port; panels have their own ports. "
    "2.4 is port 4 in front of cassette 2, 2.R1 the first connector behind it.",
)


def pages(site: SitePlan) -> list[PaperPage]:
    """Return the pages of all cabinets; on change sheets, the freed ports follow."""
    change = (PaperColumn("change"),) if site.changed is not None else ()
    columns = (*change, PaperColumn("port"), PaperColumn("far end"), PaperColumn("cable"))
    blocks = [
        *_blocks(site),
        *(() if site.former is None else _blocks(site.former, ", ports that become free")),
    ]
    sentences = (
        *(PREFACE if site.changed is None else CHANGED),
        *(PANELS if site.fabric.cords_of else ()),
        *([THROUGH] if site.onward else []),
    )
    return flow(PaperTable(columns, tuple(blocks), site.preface(sentences)), site.imprint.size)


def _blocks(site: SitePlan, more: str = "") -> Iterator[TableBlock]:
    """Yield the ports of each cabinet that has any."""
    for index, devices in site.devices_in.items():
        cabinet = site.fabric.cabinets[index]
        groups = tuple(_groups(site, devices))
        if groups:
            yield TableBlock(f"{site.cabinet_title(cabinet.name, cabinet.row_name)}{more}", groups)


def _groups(site: SitePlan, devices: tuple[int, ...]) -> Iterator[RowGroup]:
    """Yield the ports of each switch, panel and PDU from the top, then those of all other devices."""
    servers: list[Row] = []
    for index in devices:
        rows = tuple(_rows(site, index))
        kind = site.fabric.devices[index].kind
        if kind not in {SWITCH, PANEL, PDU}:
            servers += rows
        elif rows:
            texts = (site.device_title(index), site.facts[index].model, _in_use(site, index))
            yield RowGroup(", ".join(text for text in texts if text), rows)
    if servers:
        only = all(site.fabric.devices[index].kind != STORAGE for index in devices)
        yield RowGroup("servers" if only else "servers and storage", tuple(servers))


def _in_use(site: SitePlan, index: int) -> str:
    """Return the number of ports in use on a device, its management port listed separately."""
    data, management = site.ports_in_use(index)
    if site.changed is not None:
        return f"{count_text(data + management, 'port')} here"
    return f"{count_text(data, 'port')}{' and management' if management else ''} in use"


def _rows(site: SitePlan, index: int) -> Iterator[Row]:
    cables = [cable for _, cable in site.fabric.cables_of[index]]
    if site.fabric.devices[index].kind == PANEL:
        cables.sort(key=lambda cable: _panel_key(site.fabric.end_at(index, cable)))
    for cable in cables:
        far = site.fabric.far_end(index, cable)
        near = cable.a if far is cable.b else cable.b
        place = place_of(site.fabric, near)
        server = site.fabric.devices[index].is_end_device
        port = place.text_here if server else place.port
        change = () if site.changed is None else (site.changed[cable.id],)
        yield *change, port, ", ".join(map(site.end_text, _way(site, cable, far))), cable.id


def _panel_key(end: End) -> tuple[bool, object]:
    """Return a sort key for a panel's ports: front ports first, then by name."""
    return side_of(end.port_text) == "r", natural(end.port_text)


def _way(site: SitePlan, cable: Cable, far: End) -> tuple[End, ...]:
    """Return the far end of a cable; for a link through trunks or panels, every port from this one on."""
    if through := site.onward.get((cable.id, far.device, far.port)):
        return (far, *through)
    if not cable.link or site.fabric.devices[far.device].kind != PANEL:
        return (far,)
    near, other = site.fabric.cords_of[cable.link]
    return (near.b, other.a, other.b) if cable is near else (other.a, near.b, near.a)
