"""Which slots of a verb are still read after each point, so that equal situations are equal frames."""

from __future__ import annotations

from tangrules import ir
from tangrules.syntax.walk import nodes

Slots = frozenset[int]
SUSPENDING = (ir.Choose, ir.Secret, ir.DrawOne, ir.PickOne)


def live_slots(
    instructions: tuple[ir.Instruction, ...], targets: dict[int, tuple[int, ...]]
) -> dict[int, tuple[int, ...]]:
    """For a Choose, Secret or chance at pc: what is live before it. For an Invoke: what is live after it."""
    before = live_before(instructions, targets)
    live: dict[int, tuple[int, ...]] = {}
    for pc, instruction in enumerate(instructions):
        if isinstance(instruction, SUSPENDING):
            live[pc] = tuple(sorted(before[pc]))
        elif isinstance(instruction, ir.Invoke):
            live[pc] = tuple(sorted(before[pc + 1]))
    return live


def live_before(instructions: tuple[ir.Instruction, ...], targets: dict[int, tuple[int, ...]]) -> list[Slots]:
    """What is still read when an instruction is about to be done."""
    count = len(instructions)
    uses = [frozenset(_reads(i)) for i in instructions]
    defs = [_writes(i) for i in instructions]
    after = [_successors(pc, i, targets) for pc, i in enumerate(instructions)]
    before: list[Slots] = [frozenset()] * count
    changed = True
    while changed:
        changed = False
        for pc in range(count - 1, -1, -1):
            out: Slots = frozenset().union(*(before[n] for n in after[pc] if n < count))
            new = uses[pc] | (out - defs[pc])
            if new != before[pc]:
                before[pc] = new
                changed = True
    return before


def _successors(pc: int, instruction: ir.Instruction, targets: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
    match instruction:
        case ir.Jump(target=target):
            return (target,)
        case ir.JumpUnless(target=target) | ir.Next(target=target) | ir.Again(target=target):
            return (pc + 1, target)
        case ir.Return():
            return ()
        case ir.Choose():
            return targets[pc]
    return (pc + 1,)


def _writes(instruction: ir.Instruction) -> Slots:
    """Slots surely written. A choice writes its picks on the way to every body that reads them."""
    match instruction:
        case ir.Let(slot=slot) | ir.DrawOne(slot=slot) | ir.PickOne(slot=slot):
            return frozenset((slot,))
        case ir.Next(slot=slot):
            return frozenset((slot,))
        case ir.Choose(alternatives=alternatives):
            return frozenset(s for a in alternatives for s in (*(p.slot for p in a.picks), a.mask) if s >= 0)
    return frozenset()


def _reads(instruction: ir.Instruction) -> set[int]:
    match instruction:
        case ir.Next(kept=kept, index=index):
            return {kept, index}
        case ir.Again(left=left):
            return {left}
    found: set[int] = set()
    bound: set[int] = set()
    _walk(instruction, found, bound)
    if isinstance(instruction, ir.Secret):
        found.add(instruction.result)
    return found - bound


def _walk(root: object, found: set[int], bound: set[int]) -> None:
    """All locals under a node, and the slots that binders in it write. A slot has one binder in a verb."""
    for node in nodes(root):
        match node:
            case ir.Local(slot=slot):
                found.add(slot)
            case ir.Bind(slot=slot) | ir.Pick(slot=slot) | ir.Reach(slot=slot):
                bound.add(slot)
            case ir.Secret(seat=seat):
                bound.add(seat)
