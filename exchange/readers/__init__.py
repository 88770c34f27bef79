"""Readers of existing fabrics, one module per format; to add one, write a module and register it below."""

from netfloor.exchange.readers import cable_list, containerlab, lldp, opa, topo
from netfloor.exchange.readers.drawn import air, dot, xml_graphs
from netfloor.exchange.readers.infiniband import ibnetdiscover
from netfloor.exchange.readers.netbox import reader as netbox
from netfloor.exchange.readers.reader import Reader
from netfloor.exchange.readers.simulators import ns3

READERS: dict[str, Reader] = {
    reader.name: reader
    for reader in (
        ibnetdiscover.READER,
        topo.READER,
        netbox.READER,
        opa.READER,
        *cable_list.READERS,
        lldp.READER,
        containerlab.READER,
        dot.READER,
        air.READER,
        *xml_graphs.READERS,
        ns3.READER,
    )
}

__all__ = ["READERS", "Reader"]
