"""An open decision: who is asked, what, and what may be answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import overload

import attrs

from tangrules.diagnostics.errors import IllegalMove
from tangrules.ir import Alternative, Choose, Secret
from tangrules.play import moves, reading
from tangrules.play.arguments import is_whole, shown
from tangrules.play.rules import Rules
from tangrules.runtime.state import Answer, State

_FAR = 1 << 62


@attrs.frozen
class Option:
    """One legal move. `text` can be typed, `answer` is the tuple that the engine plays."""

    answer: Answer
    _rules: Rules = attrs.field(eq=False, repr=False)
    _choice: Choose | Secret = attrs.field(eq=False, repr=False)

    @property
    def text(self) -> str:
        """The move as it is typed and written down."""
        return moves.text(self._rules.words, self._choice, self.answer)

    @property
    def labels(self) -> tuple[str, ...]:
        """The alternative's label, what is picked, the prices paid."""
        return moves.labels(self._rules.words, self._choice, self.answer)

    @property
    def title(self) -> str:
        """The alternative in words."""
        index, _, _ = moves.split(self._choice, self.answer)
        alternative = moves.alternatives(self._choice)[index]
        return alternative.title or alternative.label

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        from tangrules.play.pickling import option_again

        return option_again, (self._rules, *_place(self._rules, self._choice), self.answer)


class Options(Sequence[Option]):
    """The legal moves of one seat, found when asked for. `in` takes options, answers and typed moves."""

    def __init__(self, rules: Rules, state: State, choice: Choose | Secret, seat: int) -> None:
        self._rules = rules
        self._state = state
        self._choice = choice
        self._seat = seat

    @cached_property
    def answers(self) -> Sequence[Answer]:
        """The legal moves as tuples."""
        return self._rules.machine.answers(self._state, self._seat)

    def __len__(self) -> int:
        return len(self.answers)

    def __iter__(self) -> Iterator[Option]:
        for answer in self.answers:
            yield self.option(answer)

    @overload
    def __getitem__(self, index: int) -> Option: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...

    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        if isinstance(index, slice):
            return [self.option(answer) for answer in self.answers[index]]
        return self.option(self.answers[index])

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Option | str | tuple):
            return False
        try:
            self.find(move)
        except IllegalMove:
            return False
        return True

    def __repr__(self) -> str:
        return f"<{len(self)} options>"

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        from tangrules.play.pickling import options_again

        return options_again, self.parts()

    def parts(self) -> tuple[object, ...]:
        """Return what a pickle of a decision holds: the rules, the position and the seat."""
        from tangrules.play.pickling import numbers_of

        return self._rules, numbers_of(self._state), self._seat

    def option(self, answer: Answer) -> Option:
        """Return the option of an answer, which is not checked."""
        return Option(answer, self._rules, self._choice)

    def find(self, move: Option | str | Answer) -> Option:
        """Return the legal move that is meant; IllegalMove says why there is none."""
        if isinstance(move, Option) and self._has_offered(move.answer):
            return self.option(move.answer)
        if not isinstance(move, str):
            answer = _answer(move)
            if not self._is_legal(answer):
                raise self._refused(answer)
            return self.option(answer)
        meant = reading.candidates(self._rules.words, self._choice, move)
        legal = list(dict.fromkeys(form for candidate in meant for form in self._legal_forms(candidate)))
        if len(legal) == 1:
            return self.option(legal[0])
        if legal:
            texts = [self.option(answer).text for answer in legal]
            raise IllegalMove(f"`{move}` may mean any of these moves", texts)
        if meant:
            raise self._refused(meant[0])
        missing = self._rules.words.no_such_cell(move)
        if missing:
            raise IllegalMove(f"`{move[:80]}` is not a move here", [missing])
        refusal, texts = self._unoffered(move), [option.text for option in self]
        if refusal is not None:
            raise refusal
        from tangrules.play.suggestions import nearest  # late, as `why_not`: moves are seldom refused

        near = nearest(move, texts)
        raise IllegalMove(f"`{move[:80]}` is not a move here", [f"did you mean `{text}`?" for text in near])

    def _unoffered(self, move: str) -> IllegalMove | None:
        """Return why the move that a text names is not possible, None if it names none or one that is."""
        from tangrules.play.unoffered import named, why_not_possible

        found = named(self._rules, self._choice, move)
        if found is None or (found[0] is self._choice and self._is_offered(found[1])):
            return None
        why = why_not_possible(self._rules, self._state, self._choice, found, self._seat)
        return IllegalMove(f"`{move[:80]}` is not possible now", why)

    def _is_offered(self, alternative: Alternative) -> bool:
        place = moves.alternatives(self._choice).index(alternative)
        return any(moves.split(self._choice, answer)[0] == place for answer in self.answers)

    def why_not(self, move: Option | str | Answer) -> tuple[str, ...]:
        """Return why a move is refused, in the rules' own words; nothing if it is legal."""
        try:
            self.find(move)
        except IllegalMove as refusal:
            return refusal.reasons or (str(refusal.args[0]),)
        return ()

    def _has_offered(self, answer: Answer) -> bool:
        """Whether an answer is among those that were looked for before; nothing is looked for."""
        return "answers" in vars(self) and answer in self.answers

    def _is_legal(self, answer: Answer) -> bool:
        try:
            return self._rules.reference.is_legal(self._state, answer, self._seat)
        except (IndexError, TypeError):
            return False

    def _legal_forms(self, answer: Answer) -> list[Answer]:
        """Return the legal answers a typed one stands for: prices may be left out if one set of them fits."""
        if self._is_legal(answer):
            return [answer]
        index, picks, mask = moves.split(self._choice, answer)
        alternative = moves.alternatives(self._choice)[index]
        picks = self._in_domain_order(index, picks)
        masks = [mask] if mask else self._rules.reference.masks(self._state, alternative, picks, self._seat)
        forms = [moves.join(self._choice, index, picks, mask) for mask in masks]
        return [form for form in forms if self._is_legal(form)]

    def _in_domain_order(self, index: int, picks: Answer) -> Answer:
        """Return picks of several in the order in which they are offered; they may be typed in any."""
        if all(isinstance(pick, int) for pick in picks):
            return picks
        for answer in self.answers:
            other, offered, _ = moves.split(self._choice, answer)
            if other == index and all(_is_same(a, b) for a, b in zip(offered, picks, strict=True)):
                return offered
        return picks

    def _refused(self, answer: Answer) -> IllegalMove:
        try:
            text = self.option(answer).text
            from tangrules.play.why_not import reasons

            why = reasons(self._rules, self._state, self._choice, answer, self._seat)
        except (IndexError, TypeError, ValueError, AssertionError):
            return IllegalMove(f"{_listed(answer)} is not a move here")
        return IllegalMove(f"`{text}` is not allowed", why)


@attrs.frozen
class Decision:
    """What one seat is asked. `kind` is "choice", or "secret" when others answer at the same time."""

    seat: int
    name: str
    prompt: str
    kind: str
    options: Options = attrs.field(eq=False)

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        from tangrules.play.pickling import decision_again

        return decision_again, self.options.parts()


def decision_of(rules: Rules, state: State, choice: Choose | Secret, seat: int) -> Decision:
    """Return the open decision, as one seat is asked it."""
    static = rules.program.decisions[choice.decision]
    kind = "secret" if isinstance(choice, Secret) else "choice"
    return Decision(seat, static.name, static.prompt, kind, Options(rules, state, choice, seat))


def _answer(move: object) -> Answer:
    """Return the answer of an option, or a tuple or a list of numbers; IllegalMove for what can be none."""
    given = move.answer if isinstance(move, Option) else move
    row = given if isinstance(given, tuple | list) else (None,)
    parts = tuple(tuple(part) if isinstance(part, list) else part for part in row)
    if not all(map(_is_part, parts)):
        advice = "a move is an option, a text, or the tuple in `answer`"
        raise IllegalMove(f"`{shown(move)}` is not a move here", [advice])
    return parts


def _is_part(part: object) -> bool:
    return is_whole(part, -_FAR, _FAR) or (
        isinstance(part, tuple) and all(is_whole(item, -_FAR, _FAR) for item in part)
    )


def _place(rules: Rules, choice: Choose | Secret) -> tuple[int, int]:
    """Return the verb that asks a question, and where."""
    return next(
        (verb, pc)
        for verb, definition in enumerate(rules.program.verbs)
        for pc, instruction in enumerate(definition.code.instructions)
        if instruction is choice
    )


def _listed(answer: object) -> str:
    """Return an answer as it is written, without the signs of a program."""
    return f"[{', '.join(map(_listed, answer))}]" if isinstance(answer, tuple | list) else str(answer)


def _is_same(one: int | tuple[int, ...], other: int | tuple[int, ...]) -> bool:
    if isinstance(one, int) or isinstance(other, int):
        return one == other
    return sorted(one) == sorted(other)
