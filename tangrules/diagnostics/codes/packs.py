"""Codes of packs put together: what one pack changes in another, and where two of them clash."""

from __future__ import annotations

from tangrules.diagnostics.codes.info import CodeInfo

PAGES = (
    CodeInfo(
        code="E-MISSING",
        title="a pack that cannot be found",
        explanation="""
            A pack that this one extends or requires, or a file that it includes, is not there. Check the
            spelling of its name, and whether it lies where packs are looked for.
        """,
        bad="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends bots
        """,
        good="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
        """,
    ),
    CodeInfo(
        code="E-EXCLUDES",
        title="two packs that rule each other out",
        explanation="""
            One of the chosen packs says that it cannot be played together with another one that was chosen,
            or that another one requires; or both say `only one` of the same group. The message repeats the
            reason and the clauses of the rulebook, if the header gives them. Leave one of the two out.
        """,
        bad="""
            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            requires storms
            excludes storms
        """,
        good="""
            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            excludes storms
        """,
    ),
    CodeInfo(
        code="N-PACK",
        title="a pack is named that is not there, but nearly so",
        explanation="""
            A header or a `with` speaks of a pack that need not be there, and there is none of this name, but
            one of a name like it. Then what is said does nothing. Correct the name, if it is misspelt.
        """,
        bad="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats

            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            excludes storm
        """,
        good="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats

            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            requires storms
        """,
    ),
    CodeInfo(
        code="N-RECOMMENDS",
        title="a pack that would go well with these",
        explanation="""
            One of the chosen packs says that it is better played with another one, which was not chosen.
            This is advice: nothing depends on it.
        """,
        bad="""
            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            recommends storms "after a calm a storm is welcome"
        """,
        good="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats

            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            requires storms
            recommends storms "after a calm a storm is welcome"
        """,
    ),
    CodeInfo(
        code="N-DISCOURAGES",
        title="packs that do not go well together",
        explanation="""
            One of the chosen packs says that it is better played without another one that was chosen too.
            This is advice: they can be played together.
        """,
        bad="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats

            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            requires storms
            discourages storms "it makes the game long"
        """,
        good="""
            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            discourages storms "it makes the game long"
        """,
    ),
    CodeInfo(
        code="E-TWO-REPLACE",
        title="two packs replace the same thing",
        explanation="""
            Two packs each replace or remove the same step, option, score or value, and neither knows the
            other. No order is guessed. Write a small `mix` that requires both and says it once more; what it
            says counts.
        """,
        bad="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            replace step 3 of setup: set wind to 5

            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            replace step 3 of setup: set wind to 0
        """,
        good="""
            -- changeable.tang
            tang 1
            mix changeable "Storms and a calm sea"
            requires storms, calm
            replace step 3 of setup: set wind to 2
        """,
    ),
    CodeInfo(
        code="E-TWO-BECOMES",
        title="two packs give a value another answer",
        explanation="""
            Two packs each say what a value `becomes`, and both can hold at once. Additions and limits go
            together; two new answers do not. Write a small `mix` that requires both and says it once more, or
            give them conditions that exclude each other.
        """,
        bad="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            adjust toll: becomes 4

            -- calm.tang
            tang 1
            module calm "Calm sea"
            extends boats
            adjust toll: becomes 1
        """,
        good="""
            -- changeable.tang
            tang 1
            mix changeable "Storms and a calm sea"
            requires storms, calm
            adjust toll: becomes 2
        """,
    ),
    CodeInfo(
        code="E-ANCHOR",
        title="a change to something that is not there",
        explanation="""
            The step, option, score or rule that this sentence changes is not in the game, or another chosen
            pack has removed it; then that place is shown as well. Name something that is there, or put the
            sentence under `with` the pack that brings it.
        """,
        bad="""
            -- boats.tang
            tang 1
            game boats "Boats"
            players 2 to 4
            at most 30 rounds
            zone wind: counter 0 .. 9
            to setup:
                step 1: set wind to 3

            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            add step 1.5 of setup after 2: set wind to 9
        """,
        good="""
            -- boats.tang
            tang 1
            game boats "Boats"
            players 2 to 4
            at most 30 rounds
            zone wind: counter 0 .. 9
            to setup:
                step 1: set wind to 3

            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            add step 1.5 of setup after 1: set wind to 9
        """,
    ),
    CodeInfo(
        code="E-PARAM",
        title="a name that the changed rule does not use",
        explanation="""
            What a rule is given in brackets is called by the names of its declaration wherever a pack changes
            it or hears it. Here another name stands, or the rule has been given new ones since.
        """,
        bad="""
            zone your coins: counter 0 .. 20
            to sail(miles: number): pay 1 coins
            after you sail(distance): gain distance coins
        """,
        good="""
            zone your coins: counter 0 .. 20
            to sail(miles: number): pay 1 coins
            after you sail(miles): gain miles coins
        """,
    ),
    CodeInfo(
        code="W-YESNO",
        title="one pack says yes, another says no",
        explanation="""
            Two packs adjust the same question, one to yes and one to no, and both can hold at once. The
            answer is then no. If it should be yes, limit the no by a condition that excludes the other one.
        """,
        bad="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            adjust sheltered(c): no

            -- harbours.tang
            tang 1
            module harbours "Harbours"
            extends boats
            adjust sheltered(c): yes when c.on_rim
        """,
        good="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            adjust sheltered(c): no when not c.on_rim

            -- harbours.tang
            tang 1
            module harbours "Harbours"
            extends boats
            adjust sheltered(c): yes when c.on_rim
        """,
    ),
    CodeInfo(
        code="E-CYCLE",
        title="packs that need each other in a circle",
        explanation="""
            Each of these packs extends or requires the next, and the last one the first, so none can come
            before the others. Take one `extends` or `requires` line out of the circle.
        """,
        bad="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            requires harbours

            -- harbours.tang
            tang 1
            module harbours "Harbours"
            extends boats
            requires storms
        """,
        good="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats

            -- harbours.tang
            tang 1
            module harbours "Harbours"
            extends boats
            requires storms
        """,
    ),
    CodeInfo(
        code="E-TWO-INSTEAD",
        title="two packs say what happens instead",
        explanation="""
            Two packs that do not know each other replace the same verb with `instead of`, and both rules may
            hold at once. Give them conditions that exclude each other, or write a mix with
            `order storms.rule, harbours.rule`.
        """,
        bad="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            instead of you sail(c): gain 1 coins

            -- harbours.tang
            tang 1
            module harbours "Harbours"
            extends boats
            instead of you sail(c): gain 2 coins
        """,
        good="""
            -- storms.tang
            tang 1
            module storms "Storms"
            extends boats
            instead of you sail(c) when c.on_rim: gain 1 coins

            -- harbours.tang
            tang 1
            module harbours "Harbours"
            extends boats
            instead of you sail(c) when not c.on_rim: gain 2 coins
        """,
    ),
)
