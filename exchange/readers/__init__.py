"""The formats that a fabric is read from, one file each."""

from exchange.readers import edges, ibnetdiscover, netbox, opa, p2p, topo
from exchange.readers.reader import Reader

READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        ibnetdiscover.READER,
        topo.READER,
        netbox.READER,
        opa.READER,
        *p2p.READERS,
        edges.READER,
    )
}

__all__ = ["READERS", "Reader"]
