"""Joint choices looked up: the loops over the head, and what is left to test."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from tangrules.emit.nest import Binder, Nest
from tangrules.emit.nests import Nests, spread
from tangrules.emit.order import cheap_first
from tangrules.emit.pivot import Joint
from tangrules.emit.terms import Fold, Prim, Term


def is_open(binder: Binder) -> bool:
    """Whether a list can be run over while it is made."""
    domain = binder.domain
    return binder.distinct and binder.amount is None and isinstance(domain, Fold) and domain.op == "all"


class Lookups(Nests):
    """Writes the use of the functions of joint choices (see `joints`)."""

    def open_joint(self, joint: Joint, prefix: int | None, function: str = "joint") -> tuple[str, str]:
        """Write the line that finds what is known of the pivot; the call that lists the answers of a head."""
        kept = self.context.joints.kept(joint, prefix)
        name = self.context.names.fresh("t").name
        given = ", ".join(["V", *[self.number(part) for _, part in joint.context]])
        self.w.line(f"{name} = near_{kept.near}({given})")
        return f"{function}_{kept.number}({', '.join([name, *kept.params])})", name

    def heads(self, joint: Joint, tests: list[list[Term]], leaf: Callable[[], None], at: int = 0) -> None:
        """The loops over the head, with its tests and with what the answers take from it."""
        if at < len(joint.head):
            binder = joint.head[at]
            if is_open(binder):
                self.nest(
                    spread(binder.var, binder.domain), lambda: self.under_head(joint, tests, leaf, at), True
                )
                return
            with self.w.block(f"for {binder.var.name} in {self.source(binder)}:"):
                for test in tests[at + 1]:
                    self.guard(test, "continue")
                self.heads(joint, tests, leaf, at + 1)
            return
        for var, part in joint.params:
            self.assign(var.name, part)
        leaf()

    def under_head(self, joint: Joint, tests: list[list[Term]], leaf: Callable[[], None], at: int) -> None:
        for test in tests[at + 1]:
            self.guard(test, "continue")
        self.heads(joint, tests, leaf, at + 1)

    def source(self, binder: Binder) -> str:
        """What a binder runs over."""
        domain = self.domain(binder.domain)
        if not binder.distinct:
            domain = f"unique({domain})"
        if binder.amount is None:
            return domain
        low, high = (self.text(bound) for bound in binder.amount)
        return f"combos({domain}, {low}, {high})"

    def joint_tests(self, joint: Joint) -> list[list[Term]]:
        """The tests that are left, by the number of binders that they need, with what they share named."""
        nest = Nest(joint.binders(), joint.rest)
        return [self.together(level) for level in nest.levels()]

    def together(self, tests: list[Term]) -> list[Term]:
        if not tests:
            return []
        parts = cheap_first(tests)
        both = parts[0] if len(parts) == 1 else Prim("and", parts)
        return [self.context.share.shared(both)]

    def under(self, tests: list[Term]) -> AbstractContextManager[None]:
        """A block under a test, if there is one."""
        return self.w.block(f"if {self.test(tests[0])}:") if tests else nullcontext()

    def decide_joint(self, joint: Joint, name: str, wanted: bool) -> None:
        """Leave in a variable whether there is an answer (1 if that is wanted, else 0)."""
        self.w.line(f"{name} = {0 if wanted else 1}")
        tests = self.joint_tests(joint)
        with self.under(tests[0]):
            call, _ = self.open_joint(joint, 0, "some")

            def leaf() -> None:
                with self.w.block(f"if {call}:"):
                    self.w.line(f"{name} = {1 if wanted else 0}")
                    if joint.head:
                        self.w.line("break")

            self.heads(joint, tests, leaf)

    def guard_joint(self, joint: Joint, wanted: bool, fail: str) -> None:
        name = self.context.names.fresh("t").name
        self.decide_joint(joint, name, wanted)
        self.w.line(f"if not {name}: {fail}")
