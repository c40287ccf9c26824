"""What the builders get: a node's parts, already built, and its span. Nothing of Lark is left in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

import attrs

from tangrules.diagnostics import Span
from tangrules.syntax import tree


@attrs.frozen
class Word:
    """A word, number, text or sign as written."""

    text: str
    span: Span


@attrs.frozen
class Problem:
    """Something that the grammar lets through and the language does not."""

    message: str
    span: Span
    expected: str = ""
    suggestion: str = ""
    code: str = "E-SYNTAX"


@attrs.frozen(eq=False)
class Parts:
    """The children of one node, in the order of the grammar's rule; an optional one left out is None.

    The grammar fixes what stands where, so that the readers below only state it.
    """

    children: tuple[object, ...]
    span: Span
    problems: list[Problem]

    def __len__(self) -> int:
        return len(self.children)

    def __getitem__(self, at: int) -> object:
        return self.children[at]

    def expr(self, at: int) -> tree.Expr:
        return cast(tree.Expr, self.children[at])

    def maybe_expr(self, at: int) -> tree.Expr | None:
        return cast("tree.Expr | None", self.children[at])

    def exprs(self, at: int) -> tuple[tree.Expr, ...]:
        """Read arguments, which may be left out."""
        return cast("tuple[tree.Expr, ...]", self.children[at] or ())

    def word(self, at: int) -> Word:
        return cast(Word, self.children[at])

    def name(self, at: int) -> tree.Name:
        word = self.word(at)
        return tree.Name(word.text, span=word.span)

    def maybe_name(self, at: int) -> tree.Name | None:
        return None if self.children[at] is None else self.name(at)

    def names(self, at: int) -> tuple[tree.Name, ...]:
        return cast("tuple[tree.Name, ...]", self.children[at] or ())

    def words(self, at: int) -> str:
        """Read words that the grammar keeps, joined by blanks, or a label."""
        child = self.children[at]
        return child.text if isinstance(child, Word) else cast(str, child)

    def maybe_words(self, at: int) -> str | None:
        return None if self.children[at] is None else self.words(at)

    def place(self, at: int) -> Span:
        """Return where a label stands."""
        return self.word(at).span

    def is_there(self, at: int) -> bool:
        return self.children[at] is not None

    def text(self, at: int) -> str:
        return self.word(at).text[1:-1]

    def maybe_text(self, at: int) -> str | None:
        return None if self.children[at] is None else self.text(at)

    def number(self, at: int) -> int:
        return int(self.word(at).text)

    def maybe_number(self, at: int) -> int | None:
        return None if self.children[at] is None else self.number(at)

    def cites(self, at: int) -> tuple[tree.Cite, ...]:
        return cast("tuple[tree.Cite, ...]", self.children[at])

    def block(self, at: int) -> tree.Block:
        return cast(tree.Block, self.children[at])

    def maybe_block(self, at: int) -> tree.Block | None:
        return cast("tree.Block | None", self.children[at])

    def binders(self, at: int) -> tuple[tree.Binder, ...]:
        return tuple(cast("list[tree.Binder]", self.children[at]))

    def params(self, at: int) -> tuple[tree.Param, ...]:
        return cast("tuple[tree.Param, ...]", self.children[at] or ())

    def complain(self, message: str, span: Span, expected: str = "", suggestion: str = "") -> None:
        """Note what the grammar let through; the tree is then not delivered."""
        self.problems.append(Problem(message, span, expected, suggestion))


Builder: TypeAlias = Callable[[Parts], object]
