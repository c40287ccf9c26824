"""A game under way in the terminal: shows the board, asks, and does what is typed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import Enum

from tangrules.bots import Player
from tangrules.cli import console
from tangrules.cli.files import write_text
from tangrules.cli.moves import Moves
from tangrules.cli.positions import text_of
from tangrules.diagnostics.errors import IllegalMove, RuleError, UsageError
from tangrules.play.decision import Decision, Option
from tangrules.play.game_state import GameState
from tangrules.play.seen import UNSEEN, last_move_seen, moves_seen, sees_more, told_since

HELP = """\
Type the number of a move, or the move itself. Part of a move lists the moves with it.
  moves [WORDS]   list the moves, all or those with these words
  why MOVE        tell why a move is not allowed
  board           draw the board again
  score           show the score pad as it stands
  history         list what was played so far
  undo            take back to your last decision
  save FILE       write the game to a file; `tangrules play --save FILE` goes on
  quit            leave"""


class _Next(Enum):
    ASK = "ask the same again"
    MOVED = "the position has changed"
    QUIT = "leave"


class Session:
    """One game with its people and bots. Positions are values, so undo is going back to an earlier one."""

    def __init__(self, state: GameState, people: frozenset[int], bots: Mapping[int, Player]) -> None:
        self._state = state
        self._people = people
        self._bots = bots
        self._past: list[tuple[int, GameState]] = []  # who was asked, and where
        self._commands: dict[str, Callable[[str], _Next]] = {
            "help": self._help,
            "?": self._help,
            "moves": self._list,
            "why": self._why,
            "board": self._board,
            "score": self._score,
            "history": self._history,
            "undo": self._undo,
            "save": self._save,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    def run(self) -> int:
        """Play on to the end."""
        while True:
            self._let_bots_play()
            if self._state.over:
                break
            if self._ask() is _Next.QUIT:
                return 0
        print(text_of(self._state, self._viewer()))
        print(f"\n{self._state.result}")
        return 0

    def _let_bots_play(self) -> None:
        while not self._state.over and not self._people & set(self._state.pending):
            seat = self._state.pending[0]
            answer = self._bots[seat].pick(self._state.thaw(), seat)
            asked = self._state.decision_of(seat)
            option = asked.options.option(answer)
            before, self._state = self._state, self._state.play(answer, seat=seat)
            told = self._told(before)
            print(f"seat {seat + 1}: {told}{_meant(asked, option) if told == option.text else ''}")

    def _told(self, before: GameState) -> str:
        """Return the last move as all people have seen it; where nobody looks on for a seat, as it was."""
        people = self._people or {before.pending[0]}
        seen = {last_move_seen(before, self._state, person).text for person in people}
        text = seen.pop()
        return "answers" if seen or text == UNSEEN else text

    # ------------------------------------------------------------------------------ asking

    def _ask(self) -> _Next:
        """Show the position to a person and do what they type, until the position changes."""
        seat = next(seat for seat in self._state.pending if seat in self._people)
        self._moves = Moves(self._state, self._state.decision_of(seat))
        print(f"\n{text_of(self._state, seat, legend=not self._past)}\n")
        self._show_question()
        while True:
            typed = _read(f"seat {seat + 1}> ")
            if typed is None:
                print()
                return _Next.QUIT
            done = self._do(typed.strip())
            if done is not _Next.ASK:
                return done

    def _show_question(self) -> None:
        decision = self._moves.decision
        print(f"seat {decision.seat + 1}: {decision.prompt or 'What do you do?'}")
        print("\n".join(self._moves.lines(range(len(self._moves)))))

    def _do(self, typed: str) -> _Next:
        if not typed:
            self._show_question()
            return _Next.ASK
        word, _, rest = typed.partition(" ")
        command = self._commands.get(word.casefold())
        try:
            if command is not None:
                return command(rest.strip())
            if _is_number(typed) and not self._moves.are_numbers:
                return self._accept(self._numbered(typed).answer)
            return self._play(typed)
        except UsageError as error:
            print(error)
        except RuleError as error:
            print(f"a rule failed, and the game is as it was before: {error}")
        return _Next.ASK

    def _numbered(self, typed: str) -> Option:
        number = int(typed) if len(typed) < 10 else 0
        if not 1 <= number <= len(self._moves):
            raise UsageError(f"there is no move {typed}: they are numbered from 1 to {len(self._moves)}")
        return self._moves.decision.options[number - 1]

    def _play(self, typed: str) -> _Next:
        """Play a typed move, or list the moves that it is a part of."""
        decision = self._moves.decision
        try:
            return self._accept(decision.options.find(typed).answer)
        except IllegalMove as refusal:
            matching = self._moves.matching(typed)
            if matching:
                print("\n".join(self._moves.lines(matching)))
            else:
                print(refusal)
        return _Next.ASK

    def _accept(self, answer: tuple[int | tuple[int, ...], ...]) -> _Next:
        seat = self._moves.decision.seat
        after = self._state.play(answer, seat=seat)
        self._past.append((seat, self._state))
        self._state = after
        return _Next.MOVED

    # ------------------------------------------------------------------------------ commands

    def _help(self, _: str) -> _Next:
        print(HELP)
        return _Next.ASK

    def _list(self, words: str) -> _Next:
        matching = self._moves.matching(words)
        print("\n".join(self._moves.lines(matching)) if matching else "no move has these words")
        return _Next.ASK

    def _why(self, move: str) -> _Next:
        if not move:
            raise UsageError("write the move behind `why`")
        if _is_number(move) and not self._moves.are_numbers:
            move = self._numbered(move).text
        reasons = self._moves.decision.options.why_not(move)
        print("\n".join(reasons) if reasons else "this move is allowed")
        return _Next.ASK

    def _board(self, _: str) -> _Next:
        print(text_of(self._state, self._moves.decision.seat))
        return _Next.ASK

    def _score(self, _: str) -> _Next:
        pad = self._state.score_pad(self._moves.decision.seat)
        print(pad if None in pad.totals else self._state.standing)
        return _Next.ASK

    def _history(self, _: str) -> _Next:
        seen = moves_seen(self._state, self._moves.decision.seat)
        for number, move in enumerate(seen, 1):
            print(f"{number:>3}. seat {move.seat + 1}: {move.text}")
        if not seen:
            print("nothing has been played yet")
        return _Next.ASK

    def _undo(self, _: str) -> _Next:
        """Go back to the last decision that the one who asks for it may look at again."""
        seat = self._moves.decision.seat
        for back in range(len(self._past) - 1, -1, -1):
            asked, earlier = self._past[back]
            if asked != seat and sees_more(earlier, asked, seat):
                continue  # its board would show what is hidden from this seat
            if told_since(earlier, self._state, seat):
                raise UsageError("what others answered in secret has been told: that is not taken back")
            del self._past[back:]
            self._state = earlier
            return _Next.MOVED
        raise UsageError("there is nothing to take back")

    def _save(self, name: str) -> _Next:
        if not name:
            raise UsageError("write the file's name behind `save`")
        write_text(name, self._state.to_json() + "\n")
        print(f"saved in {name}")
        return _Next.ASK

    def _quit(self, _: str) -> _Next:
        return _Next.QUIT

    def _viewer(self) -> int | None:
        return min(self._people) if len(self._people) == 1 else None


def _is_number(typed: str) -> bool:
    return typed.isdecimal() and typed.isascii()


def _meant(asked: Decision, option: Option) -> str:
    """Return what a move in one word means: its title, or else the question that it answers."""
    if len(option.labels) != 1 or " " in option.text:
        return ""
    meant = option.title if option.title.casefold() != option.text.casefold() else asked.prompt
    return f"  ({meant})" if meant else ""


def _read(prompt: str) -> str | None:
    """Return a typed line, nothing at the end of the input."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  (input() edits lines and remembers them once it is there)
    try:
        return input(prompt)
    except EOFError:
        return None
    except UnicodeDecodeError:
        console.complain("what was typed is not text in UTF-8")
        return ""
