"""Codes of what lies in the box: tables, pictures, bounds."""

from __future__ import annotations

from tangrules.diagnostics.codes.info import CodeInfo

PAGES = (
    CodeInfo(
        code="E-WIDTH",
        title="a table row with too many or too few columns",
        explanation="""
            Each row has as many columns as the first one, which names them. Leave a column empty where a
            component has nothing there, but keep its bar.
        """,
        bad="""
            piece boat:
                size: number
            table boats of boat:
                | name  | size | copies |
                | sloop | 1    |
        """,
        good="""
            piece boat:
                size: number
            table boats of boat:
                | name  | size | copies |
                | sloop | 1    | 2      |
        """,
    ),
    CodeInfo(
        code="E-TOTAL",
        title="a table that does not add up",
        explanation="""
            `total` repeats the number on the component list of the rulebook. The rows, each as often as its
            column `copies` says, come to another number: a row is missing, or one is counted wrongly.
        """,
        bad="""
            piece boat:
                size: number
            table boats of boat total 5:
                | name  | size | copies |
                | sloop | 1    | 2      |
                | barge | 3    | 2      |
        """,
        good="""
            piece boat:
                size: number
            table boats of boat total 5:
                | name  | size | copies |
                | sloop | 1    | 3      |
                | barge | 3    | 2      |
        """,
    ),
    CodeInfo(
        code="E-LAYOUT",
        title="a picture that does not fit its board",
        explanation="""
            The picture needs one line for each row of the board, and one sign for each column. Each sign
            must be explained after `where`, except the dot and the dash, which leave their cell bare.
        """,
        bad="""
            icons mark: buoy, reef
            piece stone:
                mark: mark
            zone sea: grid 4 by 2 of stone
            layout start on sea of mark:
                where "b" is buoy
                ".b.."
                "..r"
        """,
        good="""
            icons mark: buoy, reef
            piece stone:
                mark: mark
            zone sea: grid 4 by 2 of stone
            layout start on sea of mark:
                where "b" is buoy, "r" is reef
                ".b.."
                "..r."
        """,
    ),
    CodeInfo(
        code="E-RANGE",
        title="a number outside its bounds",
        explanation="""
            The number can never stand here: a counter starts outside its own bounds, the lower bound is above
            the upper one, or a sum can grow beyond what the engine counts with.
        """,
        bad="""
            zone your coins: counter 0 .. 20 = 30
        """,
        good="""
            zone your coins: counter 0 .. 20 = 3
        """,
    ),
)
