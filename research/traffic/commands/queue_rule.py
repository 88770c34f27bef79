"""The option ``--queue-rule``, shared by several commands of traffic."""

from typing import Annotated, Literal

from netfloor.options import option

QueueRuleOption = Annotated[
    Literal["credits", "waiting"],
    option("--queue-rule", "What UGAL counts: flits with outstanding credits, or waiting flits."),
]
