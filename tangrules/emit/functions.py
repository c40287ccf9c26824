"""The functions of values and of the requirements of verbs."""

from __future__ import annotations

from tangrules.emit.context import Context
from tangrules.emit.loops import Loops
from tangrules.emit.terms import Reach
from tangrules.emit.writer import Line


def value_function(context: Context, index: int) -> list[Line]:
    """The function that answers the question `values[index]`."""
    return _function(context, "value", index, context.program.values[index].origin)


def legal_function(context: Context, index: int) -> list[Line]:
    """The function that says whether the requirements of `verbs[index]` hold."""
    return _function(context, "legal", index, context.program.verbs[index].origin)


def _function(context: Context, kind: str, index: int, origin: int) -> list[Line]:
    loops = Loops(context)
    needs = context.needs(kind, index)
    args = [var.name for var in context.params(kind, index)]
    params = [name for name in "VZP" if name in needs] + args
    loops.w.origin = origin
    group = context.snapshots.group(kind, index)
    if group is not None:
        _kept(loops, group, index, args)
        return loops.w.lines
    with loops.w.block(f"def {kind}_{index}({', '.join(params)}):"):
        loops.w.line(f"return {loops.number(context.term(kind, index))}")
    return loops.w.lines


def _kept(loops: Loops, group: tuple[int, ...], index: int, args: list[str]) -> None:
    """A value whose answers are kept while the zones that it reads stay the same."""
    w, context = loops.w, loops.context
    number = context.snapshots.number(group)
    given = "".join(f", {arg}" for arg in args)
    with w.block(f"def value_{index}(V{given}):"):
        w.line(f"return kept_{index}(seen_{number}(V), V{given})")
    loops.group = group
    loops.comprehends = True
    term = context.term("value", index)
    with w.block(f"def kept_{index}(kept, V{given}):"):
        context.snapshots.members.setdefault(group, []).append((index, term))
        if isinstance(term, Reach) and context.snapshots.is_whole(index):
            steps = context.snapshots.steps_of(group, term)
            if steps is not None:
                context.snapshots.wholes.add(index)
                loops.whole(term, steps, _key(context, index, args))
                return
        w.line(f"key = {_key(context, index, args)}")
        w.line("answers = kept[1]")
        w.line("found = answers.get(key)")
        w.line("if found is not None: return found")
        w.line(f"found = answers[key] = {loops.number(term)}")
        w.line("return found")


def _key(context: Context, index: int, args: list[str]) -> str:
    """What an answer is kept by: a number where that can tell all values apart, else a tuple."""
    if len(args) > 1:
        return f"({index}, {', '.join(args)})"
    return f"{args[0]} * {len(context.program.values)} + {index}" if args else str(index)
