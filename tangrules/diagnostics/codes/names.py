"""Codes of names and of how they are used: what stands for what."""

from __future__ import annotations

from tangrules.diagnostics.codes.info import CodeInfo

PAGES = (
    CodeInfo(
        code="E-NAME",
        title="a name that nothing has",
        explanation="""
            Nothing of this name is declared here: not in this file, nor in the packs that it extends or
            requires. Look for a slip of spelling first; then for a missing line `requires`.

            The same code is used for a name that two things have, where the place does not tell which is
            meant. Write the set or the pack before it, with a dot.
        """,
        bad="""
            zone your coins: counter 0 .. 20
            to earn(): gain 1 coin
        """,
        good="""
            zone your coins: counter 0 .. 20
            to earn(): gain 1 coins
        """,
    ),
    CodeInfo(
        code="E-KIND",
        title="the wrong kind of thing",
        explanation="""
            The name is known, but what it stands for cannot be used here: a pile where a counter is needed, a
            number where yes or no is asked for, a card where a cell is.
        """,
        bad="""
            piece card:
                cost: number
            zone cards_left: deck of card
            to supply(): gain 2 cards_left
        """,
        good="""
            piece card:
                cost: number
            zone cards_left: deck of card
            zone your hand: set of card, private
            to supply(): draw 2 from cards_left to your hand
        """,
    ),
    CodeInfo(
        code="E-ARITY",
        title="too many or too few things in the brackets",
        explanation="""
            A verb or a question is given as many things as its declaration names, in the same order.
        """,
        bad="""
            zone your coins: counter 0 .. 20
            value price(n: number): number = 2 * n
            to buy(): pay price() coins
        """,
        good="""
            zone your coins: counter 0 .. 20
            value price(n: number): number = 2 * n
            to buy(): pay price(3) coins
        """,
    ),
    CodeInfo(
        code="E-DUPLICATE",
        title="one name, two things",
        explanation="""
            A name stands for one thing of its kind within a pack; both places are shown. Rename one of them.
            A pack that means to change what another pack declared writes `replace` before it.
        """,
        bad="""
            value toll: number = 2
            value toll: number = 3
        """,
        good="""
            value toll: number = 2
            value night_toll: number = 3
        """,
    ),
    CodeInfo(
        code="E-ICON",
        title="a symbol that is not in this set",
        explanation="""
            A column, a case or a comparison takes the symbols of one set, and this one belongs to another or
            to none. A pack that needs a new symbol adds it with `extend icons`. Where a set shall hold all
            symbols of another, write `all of` before that one's name.
        """,
        bad="""
            icons crop: wheat, rye
            icons tool: plough, cart
            piece field_card:
                grows: crop
            table fields of field_card:
                | name  | grows |
                | north | cart  |
        """,
        good="""
            icons crop: wheat, rye
            icons tool: plough, cart
            piece field_card:
                grows: crop
            table fields of field_card:
                | name  | grows |
                | north | wheat |
        """,
    ),
    CodeInfo(
        code="E-SEAT",
        title="nobody to be `you`",
        explanation="""
            `you`, `your` and `they` need a player from whose seat the sentence is read. Verbs, actions,
            scores and values declared with `your` have one; a value without `your` is the same for all and
            has none. Declare the value with `your`, or name the player.
        """,
        bad="""
            zone your coins: counter 0 .. 20
            value rich: yesno = your coins > 10
        """,
        good="""
            zone your coins: counter 0 .. 20
            value your rich: yesno = your coins > 10
        """,
    ),
    CodeInfo(
        code="E-CITE",
        title="a citation that is in no ledger",
        explanation="""
            An id after `@` names a clause of the rulebook, as listed in the pack's ledger. No clause has this
            id: correct it, or add the clause to the ledger first.
        """,
        bad="""
            value toll: number @boats.harbour.99 = 2
        """,
        good="""
            value toll: number @boats.harbour.02 = 2
        """,
    ),
    CodeInfo(
        code="W-UNCALLED",
        title="a rule that nobody calls",
        explanation="""
            The verb is never reached from setup, from the rounds, from an action or from a trigger, or the
            trigger hears a verb that is never reached. It will not happen in any game. Call it, offer it as
            an action, or remove it.
        """,
        bad="""
            zone your coins: counter 0 .. 20
            to feast(): gain 2 coins
        """,
        good="""
            zone your coins: counter 0 .. 20
            to feast(): gain 2 coins
            action dine "Hold a feast" is main: feast()
        """,
    ),
    CodeInfo(
        code="W-UNUSED",
        title="a thing that changes nothing",
        explanation="""
            It is declared or worked out, but nothing reads it, so the game would be the same without it.
            Often a second name was meant somewhere.

            So it is with a table whose pieces no rule takes out of the box, where other pieces of their kind
            come into play: put them with these.
        """,
        bad="""
            zone your coins: counter 0 .. 20
            to harvest():
                let yield = 3
                gain 1 coins
        """,
        good="""
            zone your coins: counter 0 .. 20
            to harvest():
                let yield = 3
                gain yield coins
        """,
    ),
)
