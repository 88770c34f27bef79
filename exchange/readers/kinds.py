"""Whether a device is a switch or a host, told from what people write."""

import re
from collections.abc import Iterable

from exchange.fabric import HOST, SWITCH

#: A word that settles it, whatever stands beside: a storage switch is none.
_CERTAIN = frozenset({"switch", "switches"})
_SWITCH = frozenset(
    {"sw", "router", "routers", "leaf", "spine", "core", "tor", "fabric", "aggregation", "edge"}
)
_HOST = frozenset(
    {"host", "hosts", "server", "servers", "node", "compute", "dgx", "hgx", "gpu", "cpu", "storage"}
    | {"hca", "ca", "nic", "fi", "hfi", "login"}
)
#: Ports that only hosts have, as Linux and RDMA name them.
_HOST_PORT = re.compile(r"(eth|en[ospx]|ib|mlx|roce|hfi|hca|nic|bond|gpu|bf)[0-9_a-z.:/-]*", re.IGNORECASE)
_SWITCH_PORT = re.compile(r"ethernet", re.IGNORECASE)


def kind_of_words(text: str) -> str | None:
    """Return `SWITCH` or `HOST` if the words of a role or type leave no doubt, else None."""
    words = set(re.sub(r"[^a-z]+", " ", text.lower()).split())
    if words & _CERTAIN:
        return SWITCH
    switch, host = bool(words & _SWITCH), bool(words & _HOST)
    return None if switch == host else SWITCH if switch else HOST


def kind_of_ports(names: Iterable[str]) -> str:
    """Return `HOST` if every port is named as a host's are, else `SWITCH`."""
    ports = list(names)
    host = [_HOST_PORT.fullmatch(name) and not _SWITCH_PORT.match(name) for name in ports]
    return HOST if ports and all(host) else SWITCH
