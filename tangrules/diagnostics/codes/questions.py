"""Codes of questions: values, cases, what may be missing."""

from __future__ import annotations

from tangrules.diagnostics.codes.info import CodeInfo

PAGES = (
    CodeInfo(
        code="E-CASES",
        title="a case is missing",
        explanation="""
            The cases of a question must answer it for everything that can be asked. The message lists what
            has no case. Add one for each, or end with `otherwise`.
        """,
        bad="""
            icons crop: wheat, rye, oats
            value worth(k: crop): number =
                3 when k is wheat
                2 when k is rye
        """,
        good="""
            icons crop: wheat, rye, oats
            value worth(k: crop): number =
                3 when k is wheat
                2 when k is rye
                1 when k is oats
        """,
    ),
    CodeInfo(
        code="E-NOTHING",
        title="something is needed, and there may be nothing",
        explanation="""
            The answer may be `nothing`: an empty place, or the greatest of an empty list. Here something is
            needed. Ask first with `is not nothing`, say what to take with `else`, or write `!` after it if
            you are sure; the game then stops with this line if you were wrong.
        """,
        bad="""
            zone your coins: counter 0 .. 20
            value most_saved: number = max(q in players where q.coins > 5: q.coins)
        """,
        good="""
            zone your coins: counter 0 .. 20
            value most_saved: number = max(q in players where q.coins > 5: q.coins, else 0)
        """,
    ),
    CodeInfo(
        code="E-RECURSION",
        title="a question that asks itself",
        explanation="""
            To answer the question its own answer is needed, directly or by way of the questions that the
            message lists. Count over a list or a range instead.
        """,
        bad="""
            value steps_to(n: number): number = n + steps_to(n - 1)
        """,
        good="""
            value steps_to(n: number): number = sum(k in 1 .. n: k)
        """,
    ),
    CodeInfo(
        code="E-DIV",
        title="a division by what may be 0",
        explanation="""
            The number after `div` or `mod` may be 0. Make sure that it is at least 1, for instance with
            `greatest(1, ...)`, or answer the case of 0 on its own before.
        """,
        bad="""
            zone your coins: counter 0 .. 20
            value portion: number = 12 div count(q in players where q.coins > 5)
        """,
        good="""
            zone your coins: counter 0 .. 20
            value portion: number = 12 div greatest(1, count(q in players where q.coins > 5))
        """,
    ),
    CodeInfo(
        code="E-VOLATILE",
        title="a thing that may be gone after the question",
        explanation="""
            What `let` keeps here belongs to the board as it is now, such as a group of connected cells. A
            player is asked before it is used, and by then the board may have changed. Work it out again after
            the question, or keep a cell and ask for its group when you need it.
        """,
        bad="""
            piece plot:
                crop: number
            zone meadow: grid 5 by 5 of plot
            zone your coins: counter 0 .. 99
            region field on meadow of cells joins e when e.across is not nothing
            to mow(c: cell of meadow):
                let mown = field(c)
                choose "where to stack the hay" d in meadow to stack_hay(d)
                gain count(x in mown) coins
            to stack_hay(d: cell of meadow): gain 1 coins
        """,
        good="""
            piece plot:
                crop: number
            zone meadow: grid 5 by 5 of plot
            zone your coins: counter 0 .. 99
            region field on meadow of cells joins e when e.across is not nothing
            to mow(c: cell of meadow):
                choose "where to stack the hay" d in meadow to stack_hay(d)
                gain count(x in field(c)) coins
            to stack_hay(d: cell of meadow): gain 1 coins
        """,
    ),
)
