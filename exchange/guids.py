"""Made-up GUIDs for fabrics that have none yet: the same plan has the same ones."""

from exchange.fabric import HOST, Fabric

#: Bit 57 of an EUI-64 marks addresses that no manufacturer gave (IEEE, Guidelines for EUI).
_LOCAL = 0x02 << 56
_HOSTS = 1 << 40
#: A host has a GUID and one for each port after it.
_PER_HOST = 1 << 8


def guid_of(fabric: Fabric, index: int) -> int:
    """Return a device's node GUID: its own, else one made up of its index."""
    device = fabric.devices[index]
    if device.guid is not None:
        return device.guid
    return _LOCAL + (_HOSTS + index * _PER_HOST if device.kind == HOST else index + 1)


def port_guid_of(fabric: Fabric, index: int, port: int) -> int:
    """Return the GUID of a host's port, which follows the node's as in ibsim."""
    return guid_of(fabric, index) + port
