"""Faults for the classics in examples/."""

from __future__ import annotations

from tests.verify.seeded.fault import Seeded, fault

_TIC = "tic_tac_toe.tang"
TIC_TAC_TOE = Seeded(
    "Tic-tac-toe",
    f"examples/{_TIC}",
    (
        fault(
            "wrong sign",
            "rising lines fall",
            "test",
            _TIC,
            "c.next(north).next(east) otherwise",
            "c.next(north).next(west) otherwise",
        ),
        fault(
            "missing requirement",
            "a mark may lie on another one",
            "test",
            _TIC,
            'require free for place(c): c.mark is nothing else "There is a mark on this space."\n',
            "",
        ),
        fault(
            "lost piece",
            "marks go into the box",
            "test",
            _TIC,
            "and m in box)! to c\n\nvalue",
            "and m in box)! to box\n\nvalue",
        ),
        fault(
            "loop",
            "a question asks itself",
            "check",
            _TIC,
            "    nothing otherwise",
            "    onward(c, w) otherwise",
        ),
        fault(
            "wrong count",
            "there is a cross too few",
            "test",
            _TIC,
            "| x    | cross  | 5      |\n    | o    | nought | 4      |",
            "| x    | cross  | 4      |\n    | o    | nought | 5      |",
        ),
        fault(
            "order",
            "both players have crosses",
            "verify",
            _TIC,
            "item(sign, you.number)",
            "item(sign, 1)",
        ),
        fault("winner", "whoever has a line loses", "test", _TIC, "you win", "you lose"),
        fault(
            "board",
            "the board is too long",
            "test",
            _TIC,
            "grid 3 by 3",
            "grid 3 by 4",
        ),
        fault(
            "end",
            "two in a row are enough",
            "test",
            _TIC,
            "onward(onward(c, w), w) is not nothing",
            "onward(c, w) is not nothing",
        ),
        fault(
            "missing trigger",
            "a full board does not end the game",
            "",
            _TIC,
            "end full at once when none(c in board: c.mark is nothing): finish the game\n",
            "",
            missed="the game then ends with its fifth round, at the same mark and with the same result; "
            "`verify` remarks that games were cut",
        ),
    ),
    games=20,
)

_FOUR = "connect_four.tang"
CONNECT_FOUR = Seeded(
    "Connect Four",
    f"examples/{_FOUR}",
    (
        fault(
            "wrong sign",
            "falling lines fall the other way",
            "test",
            _FOUR,
            "c.next(south).next(east) when w is falling",
            "c.next(south).next(west) when w is falling",
        ),
        fault(
            "missing requirement",
            "discs hang in the air",
            "test",
            _FOUR,
            "require lowest for drop(c): c.row is 5 or c.next(south).disc is not nothing"
            ' else "A disc falls down."\n',
            "",
        ),
        fault(
            "lost piece",
            "discs go into the box",
            "test",
            _FOUR,
            "and d in box)! to c\n\nvalue",
            "and d in box)! to box\n\nvalue",
        ),
        fault(
            "loop",
            "a question asks itself",
            "check",
            _FOUR,
            "    nothing otherwise",
            "    along(c, w) otherwise",
        ),
        fault(
            "wrong count",
            "there is a red disc too many",
            "check",
            _FOUR,
            "| red    | 21     |",
            "| red    | 22     |",
        ),
        fault(
            "order",
            "yellow begins",
            "test",
            _FOUR,
            "item(colour, you.number)",
            "item(colour, 3 - you.number)",
        ),
        fault("winner", "whoever has a line loses", "test", _FOUR, "you win", "you lose"),
        fault("board", "the board is too narrow", "test", _FOUR, "grid 7 by 6", "grid 6 by 6"),
        fault(
            "end",
            "three in a row are enough",
            "test",
            _FOUR,
            "along(along(along(c, w), w), w) is not nothing",
            "along(along(c, w), w) is not nothing",
        ),
        fault(
            "missing trigger",
            "a full board does not end the game",
            "",
            _FOUR,
            "end full at once when none(c in board: c.disc is nothing): finish the game\n",
            "",
            missed="the game then ends with its last round, at the same disc and with the same result",
        ),
    ),
    games=10,
)

_HEX = "hex.tang"
HEX = Seeded(
    "Hex",
    f"examples/{_HEX}",
    (
        fault(
            "wrong sign",
            "the board leans to the left",
            "test",
            _HEX,
            "[c.next(north).next(east), c.next(south).next(west)]",
            "[c.next(north).next(west), c.next(south).next(east)]",
        ),
        fault(
            "missing requirement",
            "a stone may lie on another one",
            "verify",
            _HEX,
            'require free for place(c): c.stone is nothing else "There is a stone on this space."\n',
            "",
        ),
        fault(
            "lost piece",
            "stones go into the box",
            "test",
            _HEX,
            "is your own and s in box)! to c",
            "is your own and s in box)! to box",
        ),
        fault(
            "loop",
            "whoever takes over has another turn, and another",
            "check",
            _HEX,
            "        stop\n",
            "        take_turn()\n",
        ),
        fault(
            "wrong count",
            "there is a blue stone too many",
            "check",
            _HEX,
            "| blue   | 61     |",
            "| blue   | 62     |",
        ),
        fault(
            "order",
            "the first player may take over",
            "test",
            _HEX,
            "turn_number is 2",
            "turn_number is 1",
        ),
        fault("winner", "whoever joins the sides loses", "test", _HEX, "you win", "you lose"),
        fault(
            "missing trigger",
            "who takes over gets a colour, and the other keeps it",
            "test",
            _HEX,
            "swap seat 1.own, seat 2.own",
            "set seat 1.own to seat 2.own",
        ),
        fault("end", "the last row is the one before", "test", _HEX, "d.row is 10", "d.row is 9"),
        fault(
            "board",
            "blue begins in the second column",
            "",
            _HEX,
            "c.col is 0",
            "c.col is 1",
            missed="none of its examples is about blue, and random games end whichever sides count: "
            "sixty lines have no room for one more",
        ),
    ),
    games=10,
)
