"""Power cords among the cables of a plan, derived again from its rows."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]
#: First words of port names, with the number of a connector behind it: of power, of networks, and of
#: modules of switches, which need a second number.
_POWER = frozenset(
    {"psu", "pwr", "power", "ps", "inlet", "netzteil", "outlet", "receptacle", "steckdose"}
    | {"schuko", "nema", "c13", "c14", "c15", "c16", "c17", "c18", "c19", "c20", "c21", "c39"}
    | {"iec"}
)
_NETWORK = frozenset(
    {"net", "network", "netz", "netzwerk", "reseau", "r\u00e9seau", "lan", "eth", "ethernet"}
    | {"mgmt", "mgt", "management", "nic", "rj", "j", "jack", "bmc", "ipmi", "ilo", "idrac", "swp", "vmnic"}
    | {"eno", "enp", "ens"}
)
_MODULES = frozenset(
    {"fa", "fastethernet", "gi", "gigabitethernet", "te", "tengige", "tengigabitethernet"}
    | {"twe", "twentyfivegige", "fo", "fortygige", "hu", "hundredgige", "ge", "xe", "et"}
)


def is_power_cord(cable: Row, devices: Sequence[Row]) -> bool:
    """Return whether a cable to a PDU is a power cord: a port says so, or no field suggests a network."""
    if cable["gbps"] is not None or all(devices[cable[end]]["kind"] != "pdu" for end in "ab"):
        return False
    ports = [re.findall("[0-9]+|[^\\W\\d_]+", cable[f"label_{end}"].lower()) for end in "ab"]
    if any({*words[:1], "".join(words[:2])} & _POWER for words in ports):
        return True
    of_network = any(
        {*words[:1]} & _NETWORK or ({*words[:1]} & _MODULES and sum(map(str.isdigit, words)) > 1)
        for words in ports
    )
    return not of_network and cable["kind"] in ("", "copper")
