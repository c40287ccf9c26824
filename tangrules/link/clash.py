"""Two packs that replace or remove the same thing, and neither knows the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from tangrules.diagnostics import Related, Reporter
from tangrules.link.collect import Placed
from tangrules.link.names import place_of
from tangrules.syntax import tree


def report_clashes(
    what: str,
    patches: Sequence[Placed],
    reporter: Reporter,
    apart: Callable[[Placed, Placed], bool] = lambda _, __: False,
) -> bool:
    """Report pairs of changes of one target that do not override each other. Return whether there was one.

    `apart` tells of two changes whether they never hold at once.
    """
    clashed = _report_repeated(what, patches, reporter)
    final = [here for here in patches if not any(_overrides(other, here) for other in patches)]
    for one, other in combinations(final, 2):
        if one.pack != other.pack and not apart(one, other):
            clashed = True
            _report_pair(what, one, other, _way_out(one, other, patches), reporter)
    return clashed


def report_pair(what: str, one: Placed, other: Placed, part: str, reporter: Reporter) -> None:
    """Report a change of something and another one of `part`, which is "it" or something of it."""
    message = f"`{one.pack}` {deed(one.item)} {what}, and `{other.pack}` {deed(other.item)} {part}"
    related = [Related(place_of(one.item), f"`{one.pack}` {deed(one.item)} it here")]
    hint = _mix(one, other)
    reporter.error("E-TWO-REPLACE", message, place_of(other.item), suggestion=hint, related=related)


def strangers(one: Placed, other: Placed) -> bool:
    """Tell whether neither of two changes may override the other."""
    return one.pack != other.pack and one.pack not in other.knows and other.pack not in one.knows


def _overrides(one: Placed, other: Placed) -> bool:
    """Tell whether a change knowingly puts itself in another one's place, wherever that one holds."""
    return other.pack in one.knows and one.conditions in ((), other.conditions)


def _way_out(one: Placed, other: Placed, patches: Sequence[Placed]) -> str:
    for mixer, stranger in ((other, one), (one, other)):
        if any(_overrides(mixer, here) for here in patches):
            return f"let `{mixer.pack}` require `{stranger.pack}` as well: then what it says counts"
    return _mix(one, other)


def _mix(one: Placed, other: Placed) -> str:
    return f"write a mix that requires both `{one.pack}` and `{other.pack}`, and say it there once more"


def deed(item: tree.Item) -> str:
    """Return what a change does, as "replaces" or "removes"."""
    match item:
        case tree.Remove():
            return "removes"
        case tree.PatchStep() | tree.PatchOption():
            return {"remove": "removes", "replace": "replaces", "add": "adds"}[item.op]
        case _:
            return "replaces"


def _report_pair(what: str, one: Placed, other: Placed, hint: str, reporter: Reporter) -> None:
    first, second = deed(one.item), deed(other.item)
    message = f"`{one.pack}` {first} {what}, and `{other.pack}` {second} it"
    if first == second:
        message = f"`{one.pack}` and `{other.pack}` both {first.removesuffix('s')} {what}"
    related = [Related(place_of(one.item), f"`{one.pack}` {first} it here")]
    reporter.error("E-TWO-REPLACE", message, place_of(other.item), suggestion=hint, related=related)


def _report_repeated(what: str, patches: Sequence[Placed], reporter: Reporter) -> bool:
    """Report what one pack changes twice, unless a `with` or a `while` tells the two apart."""
    found = False
    for one, other in combinations(patches, 2):
        if (one.pack, one.withs, one.conditions) == (other.pack, other.withs, other.conditions):
            found = True
            message = f"`{one.pack}` changes {what} twice"
            related = [Related(place_of(one.item), f"it {deed(one.item)} it here first")]
            place = place_of(other.item)
            reporter.error("E-DUPLICATE", message, place, suggestion="say it once", related=related)
    return found
