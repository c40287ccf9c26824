"""Lists of moves a person can choose from: numbered, filtered by words, with hints where things are."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.cli.places import Places
from tangrules.play import moves
from tangrules.play.decision import Decision
from tangrules.play.game_state import GameState
from tangrules.runtime import driver

SHOWN = 20
"""So many moves are listed at once."""


class Moves:
    """The moves of one decision as lines; the numbers stay, whatever is filtered."""

    def __init__(self, state: GameState, decision: Decision) -> None:
        self.decision = decision
        self._texts = [option.text for option in decision.options]
        self._state = state
        self.are_numbers = all(text.isdecimal() for text in self._texts)
        """Whether the moves are mere numbers, which then need no numbers of their own."""

    def __len__(self) -> int:
        return len(self._texts)

    def matching(self, typed: str) -> list[int]:
        """Return the numbers, from 0, of the moves in which all typed words occur."""
        words = typed.casefold().split()
        return [
            number
            for number, text in enumerate(self._texts)
            if all(word in text.casefold() for word in words)
        ]

    def lines(self, numbers: Sequence[int]) -> list[str]:
        """Return moves as a numbered list, the first of many."""
        if self.are_numbers:
            return ["  " + "  ".join(self._texts[number] for number in numbers)]
        width = len(str(len(self._texts)))
        shown = numbers if len(numbers) <= SHOWN + 2 else numbers[:SHOWN]
        lines = [f"{number + 1:>{width + 2}}. {self._line(number)}" for number in shown]
        if len(shown) < len(numbers):
            lines += self._summary(numbers, len(shown))
        return lines

    def _line(self, number: int) -> str:
        hint = self._hint(number)
        return f"{self._texts[number]}  ({hint})" if hint else self._texts[number]

    def _summary(self, numbers: Sequence[int], shown: int) -> list[str]:
        """Say how many more there are, and by which words they begin."""
        heads: dict[str, int] = {}
        for number in numbers:
            first = self._texts[number].split(" at ")[0].split(" turned ")[0]
            heads[first] = heads.get(first, 0) + 1
        lines = [f"     … and {len(numbers) - shown} more; type part of a move to list those with it"]
        if 1 < len(heads) <= SHOWN:
            lines.append("     " + ", ".join(f"{head} ({count})" for head, count in heads.items()))
        return lines

    def _hint(self, number: int) -> str:
        """Return where the things of a move are, or what a move in one word means."""
        choice = driver.open_decision(self._state.raw())
        if choice is None:
            return ""
        option = self.decision.options[number]
        index, picks, _ = moves.split(choice, option.answer)
        if not picks:
            return option.title if option.title not in option.text else ""
        known = self._state.rules.program.decisions[choice.decision].picks
        kinds = [kind for _, kind in known[index]] if index < len(known) else []
        places = Places(self._state)
        found = [
            places.of(kind, pick) for kind, pick in zip(kinds, picks, strict=False) if isinstance(pick, int)
        ]
        return ", ".join(dict.fromkeys(place for place in found if place))
