"""Heights of devices that lists leave open, where a plan needs them."""

from collections.abc import Sequence
from dataclasses import replace

from netfloor.exchange.tables.problems import shortened
from netfloor.fabric.fabric import PDU, Device, Fabric
from netfloor.foundation.errors import setting
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_NAMED = 10


def with_heights(fabric: Fabric, old: Fabric | None = None) -> Fabric:
    """Return a fabric in which devices without unit and height are 1 U high, with notes that name them.

    A PDU in a rack without a unit is at its side, where it takes no unit. Heights of the ``old`` fabric,
    which grows, stay.
    """
    if old is not None:
        known = {device.name: device.units for device in old.devices}
        devices = (
            replace(device, units=known.get(device.name)) if _is_open(device) else device
            for device in fabric.devices
        )
        fabric = replace(fabric, devices=tuple(devices))
    low = [device for device in fabric.devices if _is_open(device)]
    if not low:
        return fabric
    beside = [device for device in low if device.kind == PDU and device.cabinet is not None]
    own = {**{id(device): 1 for device in low}, **{id(device): 0 for device in beside}}
    assumed = (
        replace(device, units=own[id(device)]) if id(device) in own else device for device in fabric.devices
    )
    ones = [device for device in low if own[id(device)]]
    notes = []
    if ones:
        notes.append(
            f"{_named(ones)} of unknown height taken as 1 U; {setting('device-types')} DIR has the heights "
            "of models, or a list with name and height"
        )
    if beside:
        notes.append(f"{_named(beside)} in racks without a unit taken as beside the units, of height 0")
    return replace(fabric, devices=tuple(assumed), notes=(*fabric.notes, *notes))


def _is_open(device: Device) -> bool:
    return device.unit is None and device.units is None


def _named(devices: Sequence[Device]) -> str:
    noun = "PDU" if all(device.kind == PDU for device in devices) else "device"
    names = shortened([shown(device.name) for device in devices], _NAMED)
    return f"{count_text(len(devices), noun)} ({names})"
