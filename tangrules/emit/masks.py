"""Joint choices whose tests look at one key each: the tail that a test allows is a bit mask, found out
once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tangrules.emit.pivot import Joint
from tangrules.emit.rewrite import free
from tangrules.emit.terms import Term, Tup

if TYPE_CHECKING:
    from tangrules.emit.context import Context
    from tangrules.emit.loops import Loops

TAILS_AT_MOST = 64


def masked(joint: Joint) -> tuple[int, ...] | None:
    """For each test the number of its key (-1: it has none), None if a test looks at several keys."""
    keys = {var.name: number for number, (var, _) in enumerate(joint.keys)}
    size = 1
    for binder in joint.tail:
        assert isinstance(binder.domain, Tup)
        size *= len(binder.domain.values)
    if not joint.mixed or not joint.tail or size > TAILS_AT_MOST:
        return None
    found = []
    for part in joint.mixed:
        looked = [keys[name] for name in free(part) if name in keys]
        if len(looked) > 1:
            return None
        found.append(looked[0] if looked else -1)
    return tuple(found)


class MaskWriter:
    """Writes `fill_N` for such a joint choice: it meets the masks of its tests."""

    def __init__(self, context: Context, joint: Joint, params: tuple[str, ...], number: int) -> None:
        self.context, self.joint, self.params, self.number = context, joint, params, number

    def write(self, loops: Loops) -> None:
        w, joint, n = loops.w, self.joint, self.number
        keys = [var.name for var, _ in joint.keys]
        w.line(f"M{n} = {{}}")
        for place, part in enumerate(joint.mixed):
            self.mask(loops, place, part)
        with w.block(f"def fill_{n}({', '.join(['key', *self.params])}):"):
            if keys:
                w.line(f"{', '.join(keys)}, = key")
            w.line("mask = -1")
            for place, part in enumerate(joint.mixed):
                given = self.given(part)
                at = f"({', '.join([str(place), *given])})" if given else str(place)
                w.line(f"found = M{n}.get({at})")
                w.line(f"if found is None: found = M{n}[{at}] = mask_{n}_{place}({', '.join(given)})")
                w.line("mask &= found")
                w.line("if not mask: return ()")
            self.unpacked(loops)

    def given(self, part: Term) -> list[str]:
        """What a test depends on but for the tail."""
        tail = {binder.var.name for binder in self.joint.tail}
        return sorted(free(part) - tail)

    def unpacked(self, loops: Loops) -> None:
        """Write the tails of a mask."""
        w, n = loops.w, self.number
        w.line("tails = M" + f"{n}.get(mask)")
        with w.block("if tails is None:"):
            names = [binder.var.name for binder in self.joint.tail]
            inner = names[0] if len(names) == 1 else f"({', '.join(names)})"
            w.line("tails = []")
            w.line("bit = 1")
            depth = w.depth
            for binder in self.joint.tail:
                w.line(f"for {binder.var.name} in {loops.domain(binder.domain)}:")
                w.depth += 1
            w.line(f"if mask & bit: tails.append({inner})")
            w.line("bit <<= 1")
            w.depth = depth
            w.line(f"tails = M{n}[mask] = tuple(tails)")
        w.line("return tails")

    def mask(self, loops: Loops, place: int, part: Term) -> None:
        """The tails that one test allows."""
        w = loops.w
        with w.block(f"def mask_{self.number}_{place}({', '.join(self.given(part))}):"):
            w.line("mask = 0")
            w.line("bit = 1")
            depth = w.depth
            for binder in self.joint.tail:
                w.line(f"for {binder.var.name} in {loops.domain(binder.domain)}:")
                w.depth += 1
            with w.block(f"if {loops.test(self.context.share.shared(part))}:"):
                w.line("mask |= bit")
            w.line("bit <<= 1")
            w.depth = depth
            w.line("return mask")
