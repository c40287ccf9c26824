"""A script as it was given, looked at before the game begins: a name that no deck has would never be heard of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tangrules.diagnostics.errors import ChanceError, UsageError
from tangrules.diagnostics.suggest import did_you_mean
from tangrules.ir import Program
from tangrules.play.arguments import is_instance, is_whole, shown
from tangrules.runtime.chance import PICK, Caller, Scripted

_FAR = 1 << 62


def script_given(
    program: Program, script: Mapping[str, Sequence[int | str]] | Scripted | None
) -> Scripted | None:
    """Return a script for a program.

    Raises UsageError for what is no script, and ChanceError for a name that no deck of the program has.
    """
    if script is None:
        return None
    if is_instance(script, Caller):
        raise UsageError("script is a Caller: start the game, then use `thaw(caller=True)`")
    if not is_instance(script, (Mapping, Scripted)):
        raise UsageError(f"script is {shown(script)}: give a list of outcomes for each deck, by its name")
    queues = script if isinstance(script, Mapping) else script.queues
    decks = {zone.name for zone in program.zones if zone.storage == "deck"} | {PICK}
    for name, queue in queues.items():
        if not is_instance(queue, Sequence) or is_instance(queue, (str, bytes)):
            raise UsageError(f"script says {shown(queue)} for {shown(name)}: give a list of outcomes")
        wrong = [item for item in queue if not isinstance(item, str) and not is_whole(item, -_FAR, _FAR)]
        if wrong:
            raise UsageError(
                f"script says {shown(wrong[0])} for {shown(name)}: an outcome is a name or a number"
            )
        if name not in decks:
            listed = ", ".join(f"`{deck}`" for deck in sorted(decks))
            hint = did_you_mean(str(name), decks) or f"it may tell {listed}"
            raise ChanceError(f"the script names `{name}`, and no deck is called so: {hint}")
    return Scripted.of(script) if isinstance(script, Mapping) else script
