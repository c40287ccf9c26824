"""Codes of what happens: prices, secrets, rules that set each other off, ends."""

from __future__ import annotations

from tangrules.diagnostics.codes.info import CodeInfo

PAGES = (
    CodeInfo(
        code="E-COST",
        title="a price that cannot be known beforehand",
        explanation="""
            What has a price is offered only to those who can pay it. So the price must not depend on an
            answer that is given while paying. Let the choice come first and be offered with its price, or
            make the price the same for all answers.
        """,
        bad="""
            piece favour:
                worth: number
            zone sea: grid 4 by 4 of favour
            zone your coins: counter 0 .. 20
            zone your favours: set of favour
            to sail(c: cell of sea): gain 1 coins
            require open for sail(c): c.favour is nothing else "the strait is closed"
            waive open for sail(c) by bribe()
            to bribe():
                choose f in your favours to pay_for(f)
            to pay_for(f: favour): pay f.worth coins
        """,
        good="""
            piece favour:
                worth: number
            zone sea: grid 4 by 4 of favour
            zone your coins: counter 0 .. 20
            to sail(c: cell of sea): gain 1 coins
            require open for sail(c): c.favour is nothing else "the strait is closed"
            waive open for sail(c) by bribe()
            to bribe(): pay 3 coins
        """,
    ),
    CodeInfo(
        code="E-LEAK",
        title="a secret that can be guessed from what is offered",
        explanation="""
            Something that all may see, such as the list of moves, depends on what a player may not see. The
            others could tell the secret from it. Ask only for what is public, for instance how many cards a
            hand holds, or `show` the thing first.
        """,
        bad="""
            piece card:
                cost: number
            zone your hand: set of card, private
            zone your coins: counter 0 .. 20
            action press "Press the wealthy" is main when any(q in others, c in q.hand: c.cost > 3):
                gain 2 coins
        """,
        good="""
            piece card:
                cost: number
            zone your hand: set of card, private
            zone your coins: counter 0 .. 20
            action press "Press the wealthy" is main when any(q in others: count(c in q.hand) > 3):
                gain 2 coins
        """,
    ),
    CodeInfo(
        code="W-LOOP",
        title="rules that may set each other off for ever",
        explanation="""
            These rules set each other off in a circle, and nothing is seen that must run out on the way. A
            game is stopped when it goes around too often. Let a rule of the circle work `once per turn`, or
            cost something that the circle does not give back.
        """,
        bad="""
            zone your coins: counter 0 .. 999
            to trade(): gain 1 coins
            action fair "Go to the fair" is main: trade()
            after you trade() when your coins > 3: trade()
        """,
        good="""
            zone your coins: counter 0 .. 999
            to trade(): gain 1 coins
            action fair "Go to the fair" is main: trade()
            after you trade() when your coins > 3 once per turn: trade()
        """,
    ),
    CodeInfo(
        code="E-LOOP",
        title="rules that never end",
        explanation="""
            A verb calls itself, or sets off a rule that calls it again, and nothing on the way decides
            whether it does so. Say under which condition it goes on.
        """,
        bad="""
            zone your coins: counter 0 .. 99
            to trade(): gain 1 coins
            action fair "Go to the fair" is main: trade()
            after you trade(): trade()
        """,
        good="""
            zone your coins: counter 0 .. 99
            to trade(): gain 1 coins
            action fair "Go to the fair" is main: trade()
            after you trade() once per turn: trade()
        """,
    ),
    CodeInfo(
        code="E-WORK",
        title="more to go through than ever ends",
        explanation="""
            A choice tries every way to pick its things together, and a question about several lists looks at every
            way to take one of each. Here that is more than a hundred million, each time. Choose one thing after
            the other, or say what you mean with a number: `choose n in 1 .. 10` instead of any ten of a hundred.
        """,
        bad="""
            zone your coins: counter 0 .. 99
            to bid(a: number, b: number): gain a + b coins
            action bid_high "Bid twice" is main: choose a in 1 .. 20000, b in 1 .. 20000 to bid(a, b)
        """,
        good="""
            zone your coins: counter 0 .. 99
            to bid(a: number): gain a coins
            action bid_high "Bid" is main: choose a in 1 .. 20 to bid(a)
        """,
    ),
    CodeInfo(
        code="E-TWO-ENDS",
        title="won and lost at the same moment",
        explanation="""
            Two rules end the game in opposite ways, and both can become true at the same moment. Say with
            `order` which one counts, the stronger first, or make their conditions exclude each other.
        """,
        bad="""
            -- boats.tang
            tang 1
            game boats "Boats"
            players 2 to 4
            at most 30 rounds
            zone rescued: counter 0 .. 4
            zone storm: counter 0 .. 9 = 9
            end saved at once when rescued is 4: everyone wins
            end wrecked at once when storm is 0: everyone loses
        """,
        good="""
            -- boats.tang
            tang 1
            game boats "Boats"
            players 2 to 4
            at most 30 rounds
            zone rescued: counter 0 .. 4
            zone storm: counter 0 .. 9 = 9
            end saved at once when rescued is 4: everyone wins
            end wrecked at once when storm is 0: everyone loses
            order boats.saved, boats.wrecked
        """,
    ),
    CodeInfo(
        code="E-FUEL",
        title="what follows an answer does not end",
        explanation="""
            Rules that start each other went on for so long that the game was stopped; the position is as it
            was before the answer. Give the circle something that runs down: a `pay`, a `once per turn`, or a
            piece that moves away.
        """,
        bad="""
            zone tide: counter 0 .. 9
            whenever tide < 3 as flood: set tide to 9
            whenever tide > 6 as ebb: set tide to 0
        """,
        good="""
            zone tide: counter 0 .. 9
            whenever tide < 3 as flood: set tide to 5
            whenever tide > 6 as ebb: set tide to 5
        """,
    ),
)
