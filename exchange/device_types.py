"""NetBox's device-type library: height, depth, weight, draw and ports of each device model.

The library is a folder per manufacturer with one YAML file per type. The fields follow its schema
(netbox-community/devicetype-library, ``schema/devicetype.json``).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from netfloor.exchange.tables.fields import kilograms_of, number_of
from netfloor.exchange.tables.text_input import source_name
from netfloor.exchange.yaml_text import yaml_value
from netfloor.fabric.fabric import PANEL, PDU, Device, Fabric
from netfloor.fabric.power_ports import PowerPort, form_of
from netfloor.foundation.errors import InputError, setting
from netfloor.foundation.files import read_text
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

MAX_FILES, MAX_BYTES = 50_000, 1 << 20
_MAX_UNITS, _MAX_WATTS, _MAX_PORTS = 100.0, 100_000.0, 10_000
_ENDINGS = frozenset({".yaml", ".yml"})
#: Lines that identify a file before it is parsed.
_KNOWN_BY = re.compile(r"^(model|part_number|slug|manufacturer):[ \t]*(.{0,300})$", re.MULTILINE)
_FEW = 3
_EXPECTED_FOLDER = "a folder of NetBox's device-type library"


@dataclass(frozen=True)
class DeviceType:
    """The properties shared by all devices of a type; None if the file omits a property.

    Attributes
    ----------
    ports
        Names of its interfaces.
    passes
        Front port, rear port and rear-port position of each pass-through of a panel.
    inlets, outlets
        Power ports and outlets with their connector types.
    """

    manufacturer: str
    model: str
    units: int | None
    half_depth: bool
    kilograms: float | None
    watts: float | None
    ports: tuple[str, ...] = ()
    passes: tuple[tuple[str, str, int], ...] = ()
    inlets: tuple[PowerPort, ...] = ()
    outlets: tuple[PowerPort, ...] = ()

    @property
    def kind(self) -> str | None:
        """`PANEL` or `PDU` if the ports identify the kind, otherwise None."""
        if self.ports:
            return None
        return PANEL if self.passes else PDU if self.outlets else None


def with_device_types(fabric: Fabric, folder: Path) -> Fabric:
    """Return a fabric with missing device properties filled in from the types of the devices' models.

    Devices of unknown height in racks numbered from the top were assumed to be 1 U, so their units are
    corrected. Raises `InputError` if the folder contains no type, or the file of a needed type is invalid.
    """
    wanted = {_word(device.model) for device in fabric.devices if device.model}
    types = _read_types(folder, wanted)
    ports = _port_numbers(fabric)
    devices, result, missing, strange = [], Counter[str](), set[str](), list[str]()
    corded = {
        (end.device, end.port_name) for number in fabric.power_cords for end in fabric.cables[number].ends
    }
    for index, device in enumerate(fabric.devices):
        kind = _type_of(device, types)
        if kind is None:
            devices.append(device)
            missing |= {device.model} if device.model else set()
            continue
        result[kind.model] += 1
        devices.append(_filled(fabric, index, kind, ports.get(index, {})))
        if kind.ports and device.kind not in (PANEL, PDU):
            known = {"", *map(_word, kind.ports)}
            strange += [
                f"{device.name} {name}"
                for name in ports.get(index, {})
                if name and _word(name) not in known and (index, name) not in corded
            ]
    devices, strange_power = _with_power_ports(replace(fabric, devices=tuple(devices)), types)
    strange += strange_power
    notes = [*fabric.notes, f"{count_text(len(result), 'device type')} of {result.total():,} devices read"]
    if missing:
        names = ", ".join(map(shown, sorted(missing)[:_FEW])) + (" ..." if len(missing) > _FEW else "")
        notes.append(f"no device type for {count_text(len(missing), 'model')}: {names}")
    if strange:
        what = f"{count_text(len(strange), 'port')} in use that the device's type does not have"
        notes.append(f"{what}, first {shown(strange[0])}")
    return replace(fabric, devices=tuple(devices), notes=tuple(notes))


def _with_power_ports(
    fabric: Fabric, types: Mapping[str, list[DeviceType]]
) -> tuple[list[Device], list[str]]:
    """Return devices with the power ports of their types unless listed, and notes on missing ports.

    If a device's cords end at ports that its type lacks, its power ports stay unknown.
    """
    used: dict[int, list[str]] = defaultdict(list)
    for number in sorted(fabric.power_cords):
        for end in fabric.cables[number].ends:
            if end.stated:
                used[end.device].append(end.port_name)
    devices, strange = [], []
    for index, device in enumerate(fabric.devices):
        kind = _type_of(device, types)
        own = () if kind is None else kind.outlets if device.kind == PDU else kind.inlets
        lacking = [label for label in used[index] if label not in {port.label for port in own}]
        strange += [f"{device.name} {label}" for label in lacking if own]
        if kind is None or lacking:
            devices.append(device)
            continue
        outlets = kind.outlets if device.kind == PDU else ()
        devices.append(
            replace(device, inlets=device.inlets or kind.inlets, outlets=device.outlets or outlets)
        )
    return devices, strange


def _filled(fabric: Fabric, index: int, kind: DeviceType, ports: Mapping[str, int]) -> Device:
    device, cabinet = fabric.devices[index], fabric.cabinet_of(index)
    unit = device.unit
    if (
        device.units is None
        and unit is not None
        and kind.units
        and cabinet is not None
        and cabinet.from_top
    ):
        unit -= kind.units - 1
    passes = device.passes or tuple(
        (ports[front], ports[rear], at) for front, rear, at in kind.passes if {front, rear} <= ports.keys()
    )
    known_kind = device.kind if device.kind_stated or kind.kind is None else kind.kind
    return replace(
        device,
        kind=known_kind,
        kind_stated=device.kind_stated or kind.kind is not None,
        ports=max(device.ports, len(kind.ports)),
        unit=unit,
        units=kind.units if device.units is None else device.units,
        half_depth=device.half_depth or (device.units is None and kind.half_depth),
        kilograms=kind.kilograms if device.kilograms is None else device.kilograms,
        watts=kind.watts if device.watts is None and known_kind != PDU else device.watts,
        rating_w=kind.watts if device.rating_w is None and known_kind == PDU else device.rating_w,
        passes=passes if known_kind == PANEL else (),
    )


def _port_numbers(fabric: Fabric) -> dict[int, dict[str, int]]:
    """Return each device's used port numbers by port name."""
    ports: dict[int, dict[str, int]] = defaultdict(dict)
    for cable in fabric.cables:
        for end in cable.ends:
            ports[end.device][end.port_name] = end.port
    return ports


def _type_of(device: Device, types: Mapping[str, list[DeviceType]]) -> DeviceType | None:
    """Return the type of a device's model; if several manufacturers share it, the device's own or None."""
    results = types.get(_word(device.model), [])
    if len(results) > 1:
        maker = _word(device.attributes.get("manufacturer", ""))
        results = [item for item in results if _word(item.manufacturer) == maker]
    return results[0] if len(results) == 1 else None


def _word(text: str) -> str:
    return " ".join(text.split()).casefold()


def _read_types(folder: Path, wanted: set[str]) -> dict[str, list[DeviceType]]:
    """Return the wanted types by model, part number and slug."""
    where, asked = source_name(folder), setting("device-types")
    types: dict[str, list[DeviceType]] = defaultdict(list)
    files = 0
    for file in _files(folder, where):
        files += 1
        text = read_text(file, "device type")
        names = {match[1]: _word(match[2].strip(" '\"\r")) for match in _KNOWN_BY.finditer(text)}
        own = {name for key, name in names.items() if key != "manufacturer"} & wanted
        if own:
            kind = _parsed(text, source_name(file))
            for name in own:
                types[name].append(kind)
    if not files:
        raise InputError(f"{asked} {where}", "holds no YAML file", _EXPECTED_FOLDER)
    return types


def _files(folder: Path, where: str) -> Iterator[Path]:
    if not folder.is_dir():
        raise InputError(where, "is not a folder", _EXPECTED_FOLDER)
    count = 0
    for file in sorted(folder.rglob("*")):
        if file.suffix.lower() not in _ENDINGS or not file.is_file():
            continue
        count += 1
        if count > MAX_FILES:
            raise InputError(where, f"holds more than {MAX_FILES:,} files", "the folders of your makers")
        if file.stat().st_size > MAX_BYTES:
            raise InputError(
                source_name(file), "is too large for a device type", f"at most {MAX_BYTES >> 20} MiB"
            )
        yield file


def _parsed(text: str, where: str) -> DeviceType:
    """Parse a type; raise `InputError` if the file is not a device type."""
    document = yaml_value(text, where, "a file of NetBox's device-type library")
    if not isinstance(document, dict) or not isinstance(document.get("model"), str | int | float):
        raise InputError(where, "names no model", "a file of NetBox's device-type library")
    return _typed(document, where)


def _typed(document: Mapping[Any, Any], where: str) -> DeviceType:
    units = number_of(_text(document.get("u_height")), where, "u_height", _MAX_UNITS)
    fronts = list(_listed(document, "front-ports", where))
    draws = [
        number_of(_text(draw), where, "draw", _MAX_WATTS)
        for port in _listed(document, "power-ports", where)
        if (draw := port.get("allocated_draw") or port.get("maximum_draw")) is not None
    ]
    return DeviceType(
        manufacturer=_text(document.get("manufacturer")),
        model=_text(document["model"]),
        units=None if units is None else -int(-units // 1),
        half_depth=document.get("is_full_depth") is False,
        kilograms=kilograms_of(_text(document.get("weight")), _text(document.get("weight_unit")), where),
        watts=sum(draw for draw in draws if draw is not None) if draws else None,
        ports=tuple(_text(port.get("name")) for port in _listed(document, "interfaces", where)),
        passes=tuple(_joint(port, where) for port in fronts if port.get("rear_port")),
        inlets=tuple(_power_port(port) for port in _listed(document, "power-ports", where)),
        outlets=tuple(_power_port(port) for port in _listed(document, "power-outlets", where)),
    )


def _power_port(port: Mapping[str, Any]) -> PowerPort:
    return PowerPort(_text(port.get("name")), form_of(_text(port.get("type"))))


def _joint(port: Mapping[str, Any], where: str) -> tuple[str, str, int]:
    place = number_of(_text(port.get("rear_port_position", 1)), where, "rear_port_position", _MAX_PORTS)
    return _text(port.get("name")), _text(port["rear_port"]), int(place or 1)


def _listed(document: Mapping[Any, Any], name: str, where: str) -> Iterable[Mapping[str, Any]]:
    """Return the ports of a kind; raise `InputError` if they are not a list of mappings."""
    ports = document.get(name) or []
    if (
        not isinstance(ports, list)
        or len(ports) > _MAX_PORTS
        or not all(isinstance(p, dict) for p in ports)
    ):
        raise InputError(where, f"{name} is not a list of ports", "- name: NAME for each")
    return ports


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()
