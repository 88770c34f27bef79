"""Readers of existing fabrics, one file per format. Add one: a file here, an entry below."""

from netfloor.exchange.readers import csv_links, edges, lldp, netbox, opa, p2p, topo
from netfloor.exchange.readers.infiniband import ibnetdiscover
from netfloor.exchange.readers.reader import Reader

READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        ibnetdiscover.READER,
        topo.READER,
        netbox.READER,
        opa.READER,
        *p2p.READERS,
        edges.READER,
        lldp.READER,
        csv_links.READER,
    )
}

__all__ = ["READERS", "Reader"]
