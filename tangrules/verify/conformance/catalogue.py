"""All checks, in the order in which they are told."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.diagnostics import UsageError, did_you_mean
from tangrules.verify.conformance.keeping import CHANCE, COPIES, HISTORY, REPLAYS, SAVES, SEEDS
from tangrules.verify.conformance.machines import COMPILED
from tangrules.verify.conformance.offered import ACTS, OFFERED
from tangrules.verify.conformance.problem import Check
from tangrules.verify.conformance.seats import SEATS, TURNS
from tangrules.verify.conformance.secrets import SECRETS
from tangrules.verify.conformance.table import ENDS, INVARIANTS, PIECES

CHECKS: tuple[Check, ...] = (
    ACTS,
    ENDS,
    OFFERED,
    INVARIANTS,
    PIECES,
    SECRETS,
    SEATS,
    TURNS,
    SAVES,
    COPIES,
    HISTORY,
    REPLAYS,
    SEEDS,
    CHANCE,
    COMPILED,
)


def checks_named(names: Sequence[str] | None) -> tuple[Check, ...]:
    """Return the checks of these names, all of them if none are named."""
    if names is None:
        return CHECKS
    known = {check.name: check for check in CHECKS}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or f"there are {', '.join(known)}"
            raise UsageError(f"there is no check {name!r}: {hint}")
    return tuple(check for check in CHECKS if check.name in names)
