"""UGAL: every packet goes minimally or by a random intermediate, depending on queues at its first switch.

Singh (2005); Kim et al. (2008), sections 4.2 and 4.3, for networks with groups. Only a simulation has
queues; tables, virtual channels and their dependencies cover both kinds of path.
"""

from netfloor.traffic.routing.minimal import all_paths, group_paths
from netfloor.traffic.routing.rule import Decision, RoutingRule

_KIM = "Kim et al. (2008), section "


def _any(name: str, summary: str, decision: Decision) -> RoutingRule:
    source = "Singh (2005); SpectralFly (2022), section V"
    return RoutingRule(
        name=name,
        summary=summary,
        source=source,
        table=all_paths,
        virtual_channels="by-hop",
        intermediate="switch",
        decision=decision,
    )


def _groups(name: str, summary: str, section: str, decision: Decision) -> RoutingRule:
    return RoutingRule(
        name=name,
        summary=summary,
        source=_KIM + section,
        table=group_paths,
        virtual_channels="by-group",
        intermediate="group",
        decision=decision,
    )


UGAL = (
    _any("ugal-l", "minimal or Valiant by the switch's own queues", Decision("local")),
    _any("ugal-g", "minimal or Valiant by the queues along both paths", Decision("global")),
    _groups("group-ugal-l", "UGAL-L of the dragonfly paper: own queues", "4.2", Decision("local")),
    _groups("group-ugal-g", "UGAL-G: queues of the group's global channels", "4.2", Decision("global")),
    _groups(
        "group-ugal-l-vc",
        "UGAL-L_VC: own queues, by virtual channel",
        "4.3.1",
        Decision("local", "always"),
    ),
    _groups(
        "group-ugal-l-vch",
        "UGAL-L_VCH: by virtual channel where both paths start with the same output",
        "4.3.1",
        Decision("local", "same output"),
    ),
    _groups(
        "group-ugal-l-cr",
        "UGAL-L_CR: UGAL-L_VCH with credits delayed by the congestion of their output",
        "4.3.2",
        Decision("local", "same output", credit_delay=True),
    ),
)
