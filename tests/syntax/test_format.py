"""The formatter writes the canonical form and keeps what its author put between the sentences."""

from __future__ import annotations

from textwrap import dedent

from tangrules.diagnostics import Reporter
from tangrules.syntax import format_text, print_tree
from tangrules.syntax.pretty import WIDTH

from .reading_aloud import HEAD, read


def formatted(text: str) -> str:
    found = format_text(text, "sample.tang", Reporter())
    assert found is not None
    assert format_text(found, "sample.tang", Reporter()) == found
    return found


def body(text: str) -> str:
    """Format items, and leave the header out of the result."""
    return formatted(HEAD + dedent(text)).removeprefix(HEAD).lstrip("\n")


def test_spaces_and_depths_become_regular() -> None:
    assert body("to  build( c:card ):\n  if c.cost>=2 :\n       gain  2 coins\n       stop\n") == (
        "to build(c: card):\n    if c.cost >= 2:\n        gain 2 coins\n        stop\n"
    )


def test_brackets_that_change_nothing_are_left_out() -> None:
    assert body("value x = ((a + (b * c)))\n") == "value x = a + b * c\n"
    assert body("value x = (a + b) * c\n") == "value x = (a + b) * c\n"
    assert body("value x = a - (b - c)\n") == "value x = a - (b - c)\n"
    assert body("value x = not (a and b)\n") == "value x = not (a and b)\n"


def test_a_short_block_goes_into_one_line() -> None:
    assert body("after you build:\n    gain 1 coins\n") == "after you build: gain 1 coins\n"


def test_a_block_with_a_comment_does_not() -> None:
    text = "after you build:\n    -- a tip\n    gain 1 coins\n"
    assert body(text) == text


def test_columns_of_tables_stand_below_each_other() -> None:
    assert body("table x of y:\n  |name|cost|\n  |a|10|\n  |longer| |@base.1\n") == (
        "table x of y:\n    | name   | cost |\n    | a      | 10   |\n    | longer |      | @base.1\n"
    )


def test_long_lines_are_broken_at_brackets() -> None:
    parts = ", ".join(f"a_rather_long_name_{number}" for number in range(6))
    found = body(f"value x = [{parts}]\n")
    assert found.startswith("value x = [\n    a_rather_long_name_0,\n")
    assert max(map(len, found.splitlines())) <= WIDTH


def test_what_is_between_the_brackets_stays_together_if_it_can() -> None:
    long = "a_rather_long_name.with_a_field.and_another_one.and_one_more.and_then"
    assert body(f"value x = build({long}, and_a_second_one, and_a_third)\n") == (
        f"value x = build(\n    {long}, and_a_second_one, and_a_third\n)\n"
    )


CITES = " ".join(f"@a-long-rulebook.with-a-section.{number:02}" for number in range(3))
"""Clauses that make a line as long as it may be; they cannot be broken."""


def test_a_long_sum_is_broken_at_its_signs_and_not_within_what_it_adds() -> None:
    assert body(
        f"value worth(n: number) {CITES} = n div count(totals) * item(totals, 2) + (if n > 0 then a else b)\n"
    ) == (
        f"value worth(n: number) {CITES} = (\n"
        "    n div count(totals) * item(totals, 2) + (if n > 0 then a else b)\n"
        ")\n"
    )
    terms = [f"count(c in the_first_of_the_gardens where c.number is {number})" for number in range(3)]
    assert body(f"value x = {terms[0]} - {terms[1]} + {terms[2]}\n") == (
        f"value x = (\n    {terms[0]}\n    - {terms[1]}\n    + {terms[2]}\n)\n"
    )


def test_a_sum_that_is_compared_has_its_brackets_alone() -> None:
    terms = [f"count(c in the_first_of_the_gardens where c.number is {number})" for number in range(3)]
    assert body(f"invariant x: {terms[0]} + {terms[1]} + {terms[2]} is 6\n") == (
        f"invariant x: (\n    {terms[0]}\n    + {terms[1]}\n    + {terms[2]}\n) is 6\n"
    )


def test_what_is_subtracted_keeps_its_brackets() -> None:
    names = [f"a_rather_long_name_{number}" for number in range(5)]
    inner = " + ".join(names[1:])
    assert body(f"value x = {names[0]} - ({inner})\n") == (
        f"value x = (\n    {names[0]}\n    - ({inner})\n)\n"
    )


def test_a_condition_has_brackets_of_its_own_rather_than_those_of_a_short_call() -> None:
    assert body(f"waive spot for place(f, s, d) {CITES} when on_bare_tile(s) by spend(lantern)\n") == (
        f"waive spot for place(f, s, d) {CITES} when (\n    on_bare_tile(s)\n) by spend(lantern)\n"
    )


def test_brackets_are_not_opened_for_a_few_letters() -> None:
    line = 'choose "Which of all the tiles do you place now, and where?" t in open, c in garden, r in turns to place(t, c, r)'
    assert len(f"    {line}") > WIDTH
    assert body(f"to build:\n    {line}\n    rest()\n") == f"to build:\n    {line}\n    rest()\n"


def test_brackets_at_the_end_serve_for_a_whole_value() -> None:
    assert body(
        f"value standing: list of temple {CITES} = all(t in temples where t.cell.owner is you)\n"
    ) == (f"value standing: list of temple {CITES} = all(\n    t in temples where t.cell.owner is you\n)\n")


def test_what_follows_brackets_stays_with_them() -> None:
    assert body(
        f"value totals: list of number {CITES} = first(p in tiles where p.series is k)!.totals\n"
    ) == (f"value totals: list of number {CITES} = (\n    first(p in tiles where p.series is k)!.totals\n)\n")


def test_a_reason_stands_beside_its_condition_if_both_fit() -> None:
    short, reason = "require own for build(p)", "a" * 67
    assert body(f'{short}:\n    p is mine\n    else "{reason}"\n') == f'{short}: p is mine else "{reason}"\n'
    reason += "a" * 10
    text = f'{short}:\n    p is mine\n    else "{reason}"\n'
    assert body(text) == text
    inner = f'while x:\n    {short}:\n        p is mine\n        else "{reason[:63]}"\n'
    assert body(inner) == f'while x:\n    {short}: p is mine else "{reason[:63]}"\n'


def test_comments_keep_a_reason_below_its_condition() -> None:
    text = 'require own for build(p):\n    -- Whoever lays it.\n    p is mine\n    else "It must be yours."\n'
    assert "-- Whoever lays it." in body(text)
    assert body(body(text)) == body(text)


def test_many_brackets_in_a_row_are_broken_in_short_time() -> None:
    calls = " * ".join(f"a_function_of_many_{number}(b, c)" for number in range(40))
    found = body(f"value x = {calls}\n")
    assert body(found) == found


def test_long_conditions_get_brackets_to_be_broken_at() -> None:
    parts = " and ".join(f"a_rather_long_name_{number}" for number in range(6))
    assert body(f"value x = {parts}\n").splitlines()[:3] == [
        "value x = (",
        "    a_rather_long_name_0",
        "    and a_rather_long_name_1",
    ]


def test_a_long_requirement_gets_lines_of_its_own() -> None:
    long = "a_rather_long_name.with_a_field"
    text = f'require x for build(c): {long} >= 3 and {long} <= 5 else "no"\n'
    assert body(text) == f'require x for build(c):\n    {long} >= 3 and {long} <= 5\n    else "no"\n'


def test_comments_stay_with_what_they_stand_by() -> None:
    text = """\
    -- about cards

    -- a card
    piece card:  -- of paper
        -- what it costs
        cost: number  -- in coins
        -- no more fields

    -- verbs

    to build(c: card):
        -- first
        gain 1 coins  -- one

        -- then
        if yes:
            stop
            -- the end of it
        -- the end
    -- after all
    """
    assert body(text) == dedent(text)


def test_comments_of_the_header_stay() -> None:
    text = '-- a game\ntang 1  -- edition\ngame x "X"\n-- how many\nplayers 2 to 4\n'
    assert formatted(text) == text


def test_comments_inside_a_broken_sentence_move_above_it() -> None:
    found = body("value x = [\n    a,  -- one\n    b  -- two\n]\n")
    assert found == "-- one\n-- two\nvalue x = [a, b]\n"


def test_empty_lines_within_blocks_are_kept_one_at_a_time() -> None:
    assert body("to x:\n\n    stop\n\n\n    stop\n") == "to x:\n    stop\n\n    stop\n"


def test_items_of_one_line_stand_together_and_others_apart() -> None:
    assert body("zone a: flag\nzone b: flag\nto x:\n    stop\n    stop\nzone c: flag\n") == (
        "zone a: flag\nzone b: flag\n\nto x:\n    stop\n    stop\n\nzone c: flag\n"
    )


def test_a_tree_is_printed_without_its_source() -> None:
    text = f"{HEAD}-- lost\nzone a: flag\n\nzone b: flag\n"
    assert print_tree(read(text)) == f"{HEAD}\nzone a: flag\nzone b: flag\n"


def test_a_file_with_a_mistake_is_not_formatted() -> None:
    reporter = Reporter()
    assert format_text(f"{HEAD}zone a flag\n", "sample.tang", reporter) is None
    assert reporter.has_errors
