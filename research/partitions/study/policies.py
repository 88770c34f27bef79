"""Compare the partitions of a machine with those of other designs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from netfloor.reports.formats.table import Table
from netfloor.research.partitions.machine_policy import machine_policy
from netfloor.research.partitions.policy import MachinePolicy
from netfloor.research.partitions.report.policy import (
    comparison_table,
    expansion_table,
    policy_document,
    policy_sentences,
    policy_table,
    rotated_table,
)


@dataclass(frozen=True)
class ComparedPolicies:
    """Best and worst partitions of a machine, the first, and of the designs compared with it."""

    policies: Sequence[MachinePolicy]

    @property
    def notes(self) -> list[str]:
        """The notes on all of them."""
        return [note for policy in self.policies for note in policy.notes]

    @property
    def sentences(self) -> list[str]:
        """The advice for the machine, and its comparison with each design."""
        return policy_sentences(self.policies)

    @property
    def rotated(self) -> Table:
        """The sizes whose partitions gain by rotation."""
        return rotated_table(self.policies[0])

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON document of ``partition policy``."""
        return policy_document(self.policies[0], self.policies[1:])

    def tables(self) -> Iterator[Table]:
        """Yield the tables for the terminal."""
        machine = self.policies[0]
        yield policy_table(machine)
        if len(self.policies) > 1:
            yield comparison_table(self.policies)
        if machine.curve is not None:
            yield expansion_table(machine)


def compare_policies(machines: Sequence[Path], *, expansion: bool, seed: int) -> ComparedPolicies:
    """Return the policies of machine files; ``expansion`` as `machine_policy` takes it.

    Raises
    ------
    InputError
        If a file is wrong, or its machine too large.
    """
    return ComparedPolicies([machine_policy(path, expansion=expansion, seed=seed) for path in machines])
