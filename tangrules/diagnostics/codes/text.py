"""Codes of a file's text and header: what is reported before any name has a meaning."""

from __future__ import annotations

from tangrules.diagnostics.codes.info import CodeInfo

PAGES = (
    CodeInfo(
        code="E-SYNTAX",
        title="a sentence that cannot be read",
        explanation="""
            The words do not form a sentence of the language at this place; the message says what could stand
            there. The blocks after the faulty one are still checked, so one slip does not hide the others.
        """,
        bad="""
            zone your coins counter 0 .. 20
        """,
        good="""
            zone your coins: counter 0 .. 20
        """,
    ),
    CodeInfo(
        code="E-ENCODING",
        title="a file that is not UTF-8 text",
        explanation="""
            Scenario files are UTF-8 text. This one holds bytes that are not, most often because an editor
            saved it in an older form. Save it again as UTF-8; the words of the rules need no change.
        """,
        bad="""
            -- saved as Latin-1, where the last letter of the word is not UTF-8
            score rest "Rests at the caf\N{REPLACEMENT CHARACTER}" = 2
        """,
        good="""
            score rest "Rests at the café" = 2
        """,
    ),
    CodeInfo(
        code="E-SIZE",
        title="something larger than is allowed",
        explanation="""
            Files, boards, tables and numbers have limits, so that a stranger's file can be opened without
            fear. They lie far above what a box of components holds: the message names the limit that was
            passed.
        """,
        bad="""
            piece boat:
                size: number
            zone sea: grid 500 by 500 of boat
        """,
        good="""
            piece boat:
                size: number
            zone sea: grid 12 by 12 of boat
        """,
    ),
    CodeInfo(
        code="E-NEST",
        title="too many things inside each other",
        explanation="""
            Blocks within blocks, or brackets within brackets, go deeper than the language allows. Give the
            inner part a name of its own: a `value` for a question, a `to` for something that happens.
        """,
        bad="""
            value toll: number =
                (((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((2
                )))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
        """,
        good="""
            value toll: number = 2
        """,
    ),
    CodeInfo(
        code="E-EDITION",
        title="no edition, or one that this version does not know",
        explanation="""
            The first line of a file says for which edition of the language it was written, so that the file
            keeps its meaning when the language grows. The line is missing, or names an edition newer than
            this program.
        """,
        bad="""
            -- boats.tang
            game boats "Boats"
            players 2 to 4
            at most 30 rounds
        """,
        good="""
            -- boats.tang
            tang 1
            game boats "Boats"
            players 2 to 4
            at most 30 rounds
        """,
    ),
    CodeInfo(
        code="E-HORIZON",
        title="a game without a last round",
        explanation="""
            Each game says after how many rounds it is cut off if none of its `end` rules has ended it. Choose
            a number that no real game reaches; it is what makes every game, and every test of it, come to an
            end.
        """,
        bad="""
            -- boats.tang
            tang 1
            game boats "Boats"
            players 2 to 4
        """,
        good="""
            -- boats.tang
            tang 1
            game boats "Boats"
            players 2 to 4
            at most 30 rounds
        """,
    ),
    CodeInfo(
        code="E-RESERVED",
        title="a name that is a word of the language",
        explanation="""
            Words with which sentences are built cannot name your own things, or a sentence could be read in
            two ways. Add a second word to the name.
        """,
        bad="""
            zone your move: counter 0 .. 9
        """,
        good="""
            zone your moves_left: counter 0 .. 9
        """,
    ),
)
