"""Power cords of users' lists: checks that outlets and inlets exist and fit, and that feeds differ."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from netfloor.exchange.lists.cables import port_numbers
from netfloor.exchange.tables.problems import Problems, shortened
from netfloor.fabric.fabric import PDU, Cable, Device, End, Fabric
from netfloor.fabric.power import PowerRules, PowerSupply, max_on_feed
from netfloor.fabric.power_ports import PowerPort, fits, says_power
from netfloor.foundation.wording import count_text
from netfloor.topologies.parameters import shown

_FEW = 6


def with_power_labels(fabric: Fabric) -> Fabric:
    """Return a fabric whose cords get listed outlets and inlets where the lists leave ports blank.

    They are the first free ports that fit; stated ports stay unchanged.
    """
    used = {
        (end.device, end.port_name)
        for number in fabric.power_cords
        for end in fabric.cables[number].ends
        if end.stated
    }
    cables = list(fabric.cables)
    for number in sorted(fabric.power_cords):
        for side, end in enumerate(cables[number].ends):
            known = power_ports(fabric.devices[end.device])
            if end.stated or not known:
                continue
            form = _form(fabric, cables[number].ends[1 - side])
            fitting = (port.label for port in known if fits(port.form, form) or fits(form, port.form))
            free = next((label for label in fitting if (end.device, label) not in used), "")
            if free:
                used.add((end.device, free))
                named = replace(end, port_name=free)
                cable = cables[number]
                cables[number] = replace(cable, b=named) if side else replace(cable, a=named)
    return fabric if cables == list(fabric.cables) else with_numbers(fabric, cables)


def with_numbers(fabric: Fabric, cables: Sequence[Cable]) -> Fabric:
    """Return a fabric with other cables, whose ports are numbered by label as in lists."""
    numbers = port_numbers((end.device, end.port_name) for cable in cables for end in cable.ends)

    def numbered(end: End) -> End:
        return replace(end, port=numbers[end.device][end.port_name])

    devices = tuple(
        replace(device, ports=max(device.ports, *numbers.get(number, {"": 0}).values()))
        for number, device in enumerate(fabric.devices)
    )
    own = tuple(replace(cable, a=numbered(cable.a), b=numbered(cable.b)) for cable in cables)
    return replace(fabric, devices=devices, cables=own)


def power_ports(device: Device) -> tuple[PowerPort, ...]:
    """Return the power ports where others' cords end: a PDU's outlets, another device's inlets."""
    return device.outlets if device.kind == PDU else device.inlets


def _form(fabric: Fabric, end: End) -> str:
    known = power_ports(fabric.devices[end.device])
    return next((port.form for port in known if port.label == end.port_name), "")


def unsure_cords(fabric: Fabric, lines: Sequence[str]) -> Iterator[str]:
    """Yield a note on cords without a port named for power, at a device with like-named network ports."""
    alike = {
        (end.device, _stem(end.port_name))
        for number, cable in enumerate(fabric.cables)
        if number not in fabric.power_cords
        for end in cable.ends
        if end.stated and fabric.devices[end.device].kind != PDU
    }
    told = []
    for number in sorted(fabric.power_cords):
        ends = fabric.cables[number].ends
        if any(end.stated and says_power(end.port_name) for end in ends):
            continue
        if any(end.stated and (end.device, _stem(end.port_name)) in alike for end in ends):
            names = (f"{fabric.devices[end.device].name} {end.port_name}" for end in ends)
            told.append(f"{' to '.join(map(shown, names))} ({lines[number]})")
    if told:
        yield (
            f"{count_text(len(told), 'cable')} at a PDU read as power cord, though the other device has "
            f"network cables at ports named alike: {shortened(told, _FEW)}. A rate, or a type such as "
            "Cat6, makes it a network cable."
        )


def _stem(port: str) -> str:
    """Return a port's name without its numbers."""
    return "".join(sign for sign in port.lower() if not sign.isdecimal())


def check_cords(
    fabric: Fabric, lines: Sequence[str], problems: Problems, rules: PowerRules | None = None
) -> None:
    """Report cords to missing or unsuitable power ports, and cords that share a feed.

    ``lines``: location of each cable in the lists.
    """
    known = {
        number: {port.label: port.form for port in power_ports(device)}
        for number, device in enumerate(fabric.devices)
        if power_ports(device)
    }
    for number in sorted(fabric.power_cords):
        ends = fabric.cables[number].ends
        for end in ends:
            if end.device in known and end.port_name not in known[end.device]:
                problems.add(lines[number], *_no_such_port(fabric, end, [*known[end.device]]))
        forms = [known.get(end.device, {}).get(end.port_name, "") for end in ends]
        if not (fits(*forms) or fits(*forms[::-1])):
            names = [shown(f"{fabric.devices[end.device].name} {end.port_name}") for end in ends]
            what = f"a cord from {names[0]} ({forms[0]}) does not fit {names[1]} ({forms[1]})"
            problems.add(lines[number], what, "a port of the other form")
    if rules is not None:
        for where, what, remedy in _feed_problems(fabric, lines, rules):
            problems.add(where, what, remedy)


def _no_such_port(fabric: Fabric, end: End, labels: Sequence[str]) -> tuple[str, str]:
    item = fabric.devices[end.device]
    what = "outlet" if item.kind == PDU else "inlet"
    listed = shortened(list(map(shown, labels)), _FEW)
    if not end.stated:
        return f"no {what} of {shown(item.name)} is left for it", f"listed: {listed}; add some, or a PDU"
    return f"{shown(item.name)} has no {what} {shown(end.port_name)!r}", f"one of {listed}"


def _feed_problems(
    fabric: Fabric, lines: Sequence[str], rules: PowerRules
) -> Iterator[tuple[str, str, str]]:
    """Yield PDUs without a feed or with one unknown to the rules, and devices whose cords share a feed."""
    supply = PowerSupply(fabric, rules)
    cord_at: Mapping[int, int] = {
        pdu: cord for own in reversed(supply.cords_of.values()) for pdu, cord in reversed(own)
    }
    for pdu in supply.pdus:
        feed, name = supply.feed_of(pdu), shown(fabric.devices[pdu].name)
        where = lines[cord_at[pdu]] if pdu in cord_at else "devices"
        if not feed and rules.apart:
            yield where, f"the feed of {name} is not known", "its feed in the device list, such as A"
        if feed and rules.feeds and feed not in rules.feeds:
            listed = shortened(list(map(shown, rules.feeds)), _FEW)
            yield where, f"{name} is on feed {shown(feed)!r}, which [power.feeds] lacks", f"one of {listed}"
    for device, feed, cords in supply.sharing() if rules.apart else ():
        ends = [
            f"{fabric.end_at(device, fabric.cables[cord]).port_text} at "
            f"{fabric.devices[fabric.far_end(device, fabric.cables[cord]).device].name}"
            for cord in cords
        ]
        total = len(supply.cords_of[device])
        what = (
            f"{shown(fabric.devices[device].name)} has {len(cords)} of its {count_text(total, 'cord')} on "
            f"feed {shown(feed)}: {', '.join(map(shown, ends))}"
        )
        yield lines[cords[-1]], what, f"at most {max_on_feed(total)} there, others to PDUs on another feed"
