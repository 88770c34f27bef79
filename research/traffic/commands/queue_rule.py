"""The option ``--queue-rule``, shared by several commands of traffic."""

from typing import Annotated, Literal

from netfloor.options import option

QueueRuleOption = Annotated[
    Literal["credits", "waiting"],
    option("--queue-rule", "What UGAL counts: flits whose credits are not back, or waiting flits."),
]
