"""What NetBox would refuse is refused before: one bad record keeps out its whole file."""

from difflib import get_close_matches

from netfloor.exchange.fabric import Fabric
from netfloor.exchange.job import Job, with_field
from netfloor.exchange.names import Alphabet, check_cabinets, check_devices, check_names
from netfloor.exchange.writers.netbox.rows import (
    CABLE_TYPES,
    MOST_UNITS,
    SEPARATORS,
    bundle_names,
    covered_units,
    highest_unit,
    port_name,
    slug,
)
from netfloor.foundation.errors import InputError, setting
from netfloor.topologies.parameters import shown

#: NetBox takes device names that differ in case alone for one.
DEVICES = Alphabet("NetBox", 64, any_case=True)
#: Also the grid coordinate, which has 50 characters at most.
RACKS = Alphabet("NetBox", 50)
BUNDLES = Alphabet("NetBox", 100)
#: Statuses that racks, devices and cables share; a cable in use is called connected.
STATUSES = ("planned", "active")
_TEXTS = ("site", "manufacturer", "switch_type", "switch_role", "host_type", "host_role")


def check_job(job: Job) -> None:
    """Refuse a job whose files NetBox would refuse.

    Raises
    ------
    InputError
        Naming the device, cabinet, port, bundle or field.
    """
    fabric = job.fabric
    check_devices(fabric, DEVICES)
    check_cabinets(fabric, RACKS)
    rows = list(dict.fromkeys(cabinet.row_name for cabinet in fabric.cabinets if cabinet.row_name))
    check_names(fabric, BUNDLES, "row", [row.replace(" ", "-") for row in rows])
    _check_slugs(fabric, rows)
    ports = [port_name(end) for cable in fabric.cables for end in cable.ends]
    check_names(fabric, DEVICES, "port", ports)
    check_names(fabric, BUNDLES, "cable bundle", list(bundle_names(fabric).values()), distinct=True)
    for name in _TEXTS:
        _check_text(name, job.values[name])
    for name in ("electrical_type", "optical_type"):
        _check_choice(name, job.values[name], ("", *CABLE_TYPES))
    _check_choice("status", job.values["status"], STATUSES)
    _check_interface_type(job.values["interface_type"])
    if highest_unit(job) > MOST_UNITS:
        what = f"a cabinet would need {highest_unit(job)} rack units, NetBox holds {MOST_UNITS}"
        raise InputError(
            shown(fabric.name), what, f"add {setting('with')} switch_units=0 to leave positions out"
        )
    _check_units(job)


def _check_units(job: Job) -> None:
    """Refuse devices that stand in each other or reach above their cabinet."""
    fabric, expected = job.fabric, f"give {setting('with')} switch_units its height"
    device_in: dict[tuple[int | None, int], int] = {}
    for index, units in covered_units(job):
        device, cabinet = fabric.devices[index], fabric.cabinet_of(index)
        where = f"{shown(fabric.name)}: device {shown(device.name)!r}"
        if cabinet is not None and cabinet.units is not None and units[-1] > cabinet.units:
            what = f"reaches up to unit {units[-1]}, cabinet {shown(cabinet.name)!r} has {cabinet.units}"
            raise InputError(where, what, expected)
        for unit in units:
            lower = device_in.setdefault((device.cabinet, unit), index)
            if lower != index:
                what = f"is in unit {unit}, which {shown(fabric.devices[lower].name)!r} takes"
                raise InputError(where, what, expected)


def _check_slugs(fabric: Fabric, rows: list[str]) -> None:
    """Refuse two rows of cabinets that have one slug: NetBox keeps slugs apart, too."""
    seen: dict[str, str] = {}
    for row in rows:
        first = seen.setdefault(slug(row), row)
        if first != row:
            where = f"{shown(fabric.name)}: rows {shown(first)!r} and {shown(row)!r}"
            raise InputError(where, f"are one slug in NetBox, {slug(row)!r}", "rename one of them")


def _check_choice(name: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        listed = ", ".join(choice for choice in known if choice)
        raise InputError(with_field(name), f"{shown(value)!r} is not one of NetBox's", f"known: {listed}")


def _check_interface_type(value: str) -> None:
    if value not in INTERFACE_TYPES:
        near = ", ".join(get_close_matches(value, sorted(INTERFACE_TYPES), n=4)) or "other, 400gbase-x-osfp"
        what = f"{shown(value)!r} is not one of NetBox's interface types"
        raise InputError(with_field("interface_type"), what, f"such as {near}")


def _check_text(name: str, value: str) -> None:
    """Refuse a text that could not stand in a CSV whose separator is guessed."""
    if not value.strip() or value != value.strip() or value.translate(SEPARATORS) != value or '"' in value:
        what = f"{shown(value)!r} is empty or holds a separator or a quote"
        raise InputError(with_field(name), what, "name what stands in NetBox")


#: Of NetBox 4.6.8 (netbox/dcim/choices.py), virtual and wireless ones left out: they take no cable.
INTERFACE_TYPES = frozenset(
    """
100base-fx 100base-lfx 100base-tx 100base-t1 1000base-bx10-d 1000base-bx10-u 1000base-cwdm
1000base-cx 1000base-dwdm 1000base-ex 1000base-sx 1000base-lsx 1000base-lx 1000base-lx10
1000base-t 1000base-tx 1000base-zx 2.5gbase-t 5gbase-t 10gbase-br-d 10gbase-br-u 10gbase-cu
10gbase-cx4 10gbase-er 10gbase-lr 10gbase-lrm 10gbase-lx4 10gbase-sr 10gbase-t 10gbase-zr
25gbase-cr 25gbase-er 25gbase-lr 25gbase-sr 25gbase-t 40gbase-cr4 40gbase-er4 40gbase-fr4
40gbase-lr4 40gbase-sr4 40gbase-sr4-bd 50gbase-cr 50gbase-er 50gbase-fr 50gbase-lr 50gbase-sr
100gbase-cr1 100gbase-cr2 100gbase-cr4 100gbase-cr10 100gbase-cwdm4 100gbase-dr 100gbase-fr1
100gbase-er4 100gbase-lr1 100gbase-lr4 100gbase-sr1 100gbase-sr1.2 100gbase-sr2 100gbase-sr4
100gbase-sr10 100gbase-zr 200gbase-cr2 200gbase-cr4 200gbase-sr2 200gbase-sr4 200gbase-dr4
200gbase-fr4 200gbase-lr4 200gbase-er4 200gbase-vr2 400gbase-cr4 400gbase-dr4 400gbase-er8
400gbase-fr4 400gbase-fr8 400gbase-lr4 400gbase-lr8 400gbase-sr4 400gbase-sr4_2 400gbase-sr8
400gbase-sr16 400gbase-vr4 400gbase-zr 800gbase-cr8 800gbase-dr8 800gbase-sr8 800gbase-vr8
1.6tbase-cr8 1.6tbase-dr8 1.6tbase-dr8-2 100base-x-sfp 1000base-x-gbic 1000base-x-sfp
2.5gbase-x-sfp 10gbase-x-sfpp 10gbase-x-xfp 10gbase-x-xenpak 10gbase-x-x2 25gbase-x-sfp28
50gbase-x-sfp56 40gbase-x-qsfpp 50gbase-x-sfp28 100gbase-x-cfp 100gbase-x-cfp2 100gbase-x-cfp4
100gbase-x-cxp 100gbase-x-cpak 100gbase-x-dsfp 100gbase-x-sfp112 100gbase-x-sfpdd
100gbase-x-qsfp28 100gbase-x-qsfpdd 200gbase-x-cfp2 200gbase-x-qsfp56 200gbase-x-qsfpdd
400gbase-x-cfp2 400gbase-x-qsfp112 400gbase-x-qsfpdd 400gbase-x-osfp 400gbase-x-osfp-rhs
400gbase-x-cdfp 400gbase-x-cfp8 800gbase-x-qsfpdd 800gbase-x-osfp 1.6tbase-x-osfp1600
1.6tbase-x-osfp1600-rhs 1.6tbase-x-qsfpdd1600 1000base-kx 2.5gbase-kx 5gbase-kr 10gbase-kr
10gbase-kx4 25gbase-kr 40gbase-kr4 50gbase-kr 100gbase-kp4 100gbase-kr2 100gbase-kr4
1.6tbase-kr8 sonet-oc3 sonet-oc12 sonet-oc48 sonet-oc192 sonet-oc768 sonet-oc1920 sonet-oc3840
1gfc-sfp 2gfc-sfp 4gfc-sfp 8gfc-sfpp 16gfc-sfpp 32gfc-sfp28 32gfc-sfpp 64gfc-qsfpp 64gfc-sfpdd
64gfc-sfpp 128gfc-qsfp28 infiniband-sdr infiniband-ddr infiniband-qdr infiniband-fdr10
infiniband-fdr infiniband-edr infiniband-hdr infiniband-ndr infiniband-xdr t1 e1 t3 e3 xdsl
docsis moca bpon epon 10g-epon gpon xg-pon xgs-pon ng-pon2 25g-pon 50g-pon cisco-stackwise
cisco-stackwise-plus cisco-flexstack cisco-flexstack-plus cisco-stackwise-80 cisco-stackwise-160
cisco-stackwise-320 cisco-stackwise-480 cisco-stackwise-1t juniper-vcp extreme-summitstack
extreme-summitstack-128 extreme-summitstack-256 extreme-summitstack-512 other
""".split()  # noqa: SIM905 - as a list it would be 200 lines long
)
