"""Hidden content must not be read where others could tell: a secret deck, or another player's private zone.

Sizes are public. A body that first shows a zone to the player who chooses may read it afterwards.
"""

from __future__ import annotations

from tangrules import ir
from tangrules.check.scope import Scope, Typed
from tangrules.check.world import ZoneInfo
from tangrules.diagnostics import Span


def note_read(scope: Scope, info: ZoneInfo, owner: ir.Expr | None, span: Span) -> None:
    """A read of a number, flag or note; containers are judged where their content is looked at."""
    if info.form in ("counter", "flag", "note", "one") and not scope.builder.writing:
        _check(scope, info, owner, span)


def content_read(scope: Scope, given: Typed, span: Span) -> None:
    """The members of a zone are looked at, one by one."""
    if given.ref is not None and given.ref.info is not None:
        _check(scope, given.ref.info, given.ref.owner, span)


def _check(scope: Scope, info: ZoneInfo, owner: ir.Expr | None, span: Span) -> None:
    if info.visibility == "public" or scope.builder.secret_ok or info.name in scope.builder.shown:
        return
    if info.visibility == "private" and owner is not None and owner == scope.you:
        return
    whose = "nobody may see" if info.visibility == "secret" else "only its owner may see"
    scope.reporter.error(
        "E-LEAK",
        f"this reads `{info.name}`, which {whose}, where others could tell",
        span,
        expected=f"`show {info.name} to you` first, or only its size",
    )
