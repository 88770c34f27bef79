"""Cost, power and latency of a placed network, each figure with its source."""

#: Shipped cost sets, data/cost/NAME.toml, with their titles.
COST_SETS = {
    "slimfly-2014": "Slim Fly 2014: electrical and optical lines, optical intercept as quoted",
    "slimfly-2014-recalled": "Slim Fly 2014 with the recalled, lower optical intercept",
    "dragonfly-2008": "Dragonfly 2008: repeated electrical and active optical lines, 8 m rule",
    "perseus-2011": "Perseus 2011: stock QSFP cables, custom fibre beyond, installation",
}

#: Shipped power sets, data/power/NAME.toml, with their titles.
POWER_SETS = {
    "spectralfly-2022-ports": "SpectralFly 2022 as its text says: watts of a port, by medium",
    "spectralfly-2022-table": "SpectralFly 2022 as its Table II computes: watts of a link, fitted",
    "slimfly-2014": "Slim Fly 2014: one figure for every port",
    "chaix-2014": "Chaix 2014: watts of a port, by medium",
    "dragonfly-2008-cables": "Dragonfly 2008, Table 1: the active parts of the cables alone",
    "nvidia-400g-cables": "NVIDIA 400 Gb/s parts: copper cables and transceivers alone",
}

#: The default sets.
DEFAULT_COST_SET, DEFAULT_POWER_SET = "slimfly-2014", "spectralfly-2022-ports"
#: Default switch latency in ns, UNVERIFIED: no source was found. SpectralFly's Figure 11 and ``netfloor
#: latency`` vary it.
DEFAULT_SWITCH_NS = 100.0
