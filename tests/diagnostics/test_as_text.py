"""The exact text that an author reads."""

from collections.abc import Mapping
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tangrules.diagnostics import Diagnostic, Related, Severity, Span, render_text

BOATS = dedent("""\
    tang 1
    game boats "Boats"

    zone harbour: set of boat

    to berth(b: boat):
        move b to harbor
    """)
UNKNOWN = Diagnostic(
    "E-NAME",
    "there is no zone called `harbor`",
    Span("boats.tang", 7, 15, 7, 21),
    expected="the name of a zone",
    suggestion="did you mean `harbour`?",
)


def text(*diags: Diagnostic, **sources: str) -> str:
    return render_text(diags, {f"{name}.tang": source for name, source in sources.items()})


def one_line(source: str, column: int, end_column: int) -> str:
    """Show where the carets stand: the part of the text below the head."""
    found = Diagnostic("E-SYNTAX", "wrong", Span("boats.tang", 1, column, 1, end_column))
    return text(found, boats=source).partition("\n")[2]


def test_an_error_shows_its_line_what_was_expected_and_a_way_out() -> None:
    assert text(UNKNOWN, boats=BOATS) == dedent("""\
        error[E-NAME] boats.tang:7:15: there is no zone called `harbor`
          7 |     move b to harbor
            |               ^^^^^^ expected the name of a zone
            = did you mean `harbour`?""")


def test_both_sides_of_a_clash_are_shown_under_one_gutter() -> None:
    storms = "\n" * 39 + "replace step 3 of setup: set wind to 5\n"
    calm = "\n" * 8 + "replace step 3 of setup: set wind to 0\n"
    clash = Diagnostic(
        "E-TWO-REPLACE",
        "two packs replace step 3 of `setup`",
        Span("storms.tang", 40, 1, 40, 24),
        suggestion="write a mix that requires both and replaces the step once more",
        related=(Related(Span("calm.tang", 9, 1, 9, 24), "replaced by `calm` as well"),),
    )
    assert text(clash, storms=storms, calm=calm) == dedent("""\
        error[E-TWO-REPLACE] storms.tang:40:1: two packs replace step 3 of `setup`
          40 | replace step 3 of setup: set wind to 5
             | ^^^^^^^^^^^^^^^^^^^^^^^
             = write a mix that requires both and replaces the step once more
             = also here: calm.tang:9:1: replaced by `calm` as well
           9 | replace step 3 of setup: set wind to 0
             | ^^^^^^^^^^^^^^^^^^^^^^^""")


def test_without_its_source_an_error_still_says_everything() -> None:
    assert text(UNKNOWN) == dedent("""\
        error[E-NAME] boats.tang:7:15: there is no zone called `harbor`
           = expected the name of a zone
           = did you mean `harbour`?""")


def test_a_related_place_without_source_and_message_is_named() -> None:
    span = Span("boats.tang", 1, 1, 1, 5)
    found = Diagnostic("E-DUPLICATE", "wrong", span, related=(Related(Span.at("far.tang", 3, 2), ""),))
    assert text(found, boats="tang 1") == dedent("""\
        error[E-DUPLICATE] boats.tang:1:1: wrong
          1 | tang 1
            | ^^^^
            = also here: far.tang:3:2""")


def test_a_finding_without_a_place_has_only_a_message() -> None:
    found = Diagnostic(
        "E-MISSING", "there is no pack called `bots`", None, suggestion="did you mean `boats`?"
    )
    assert text(found) == "error[E-MISSING]: there is no pack called `bots`\n   = did you mean `boats`?"


def test_warnings_and_notes_say_what_they_are() -> None:
    warning = Diagnostic("W-UNUSED", "`extra` is never used", None, Severity.WARNING)
    note = Diagnostic("N-RECOMMENDS", "two packs add `pearls`", None, Severity.NOTE)
    assert text(warning, note) == (
        "warning[W-UNUSED]: `extra` is never used\n\nnote[N-RECOMMENDS]: two packs add `pearls`"
    )


def test_two_findings_in_one_file_are_parted_by_a_blank_line() -> None:
    edition = Diagnostic("E-EDITION", "there is no edition 9", Span("boats.tang", 1, 6, 1, 7))
    icons = Diagnostic("E-KIND", "wrong", Span("boats.tang", 2, 6, 2, 11))
    assert text(edition, icons, boats='tang 9\ngame boats "Boats"\n') == dedent("""\
        error[E-EDITION] boats.tang:1:6: there is no edition 9
          1 | tang 9
            |      ^

        error[E-KIND] boats.tang:2:6: wrong
          2 | game boats "Boats"
            |      ^^^^^""")


def test_nothing_found_is_no_text() -> None:
    assert render_text([], {}) == ""


def test_a_span_over_several_lines_is_marked_to_the_end_of_its_first() -> None:
    found = Diagnostic(
        "W-UNCALLED", "nobody calls `berth`", Span("boats.tang", 6, 1, 7, 21), Severity.WARNING
    )
    assert text(found, boats=BOATS) == dedent("""\
        warning[W-UNCALLED] boats.tang:6:1: nobody calls `berth`
          6 | to berth(b: boat):
            | ^^^^^^^^^^^^^^^^^^""")


def test_the_end_of_the_file_has_a_caret() -> None:
    found = Diagnostic(
        "E-SYNTAX", "the file ends too early", Span("boats.tang", 8, 1, 8, 1), expected="a rule"
    )
    assert text(found, boats=BOATS) == dedent("""\
        error[E-SYNTAX] boats.tang:8:1: the file ends too early
          8 |
            | ^ expected a rule""")


def test_a_line_beyond_the_file_is_left_out() -> None:
    found = Diagnostic("E-SYNTAX", "wrong", Span.at("boats.tang", 99, 1))
    assert text(found, boats=BOATS) == "error[E-SYNTAX] boats.tang:99:1: wrong"


def test_a_caret_after_the_last_character_stays_there() -> None:
    assert one_line("tang", 5, 5) == "  1 | tang\n    |     ^"
    assert one_line("tang", 40, 50) == "  1 | tang\n    |     ^"


def test_tabs_become_spaces_and_the_caret_follows() -> None:
    assert one_line("\tmove\tb", 7, 8) == "  1 |     move    b\n    |             ^"


def test_wide_and_combining_letters_keep_the_caret_under_its_word() -> None:
    assert one_line('look 船 "x"', 6, 7) == '  1 | look 船 "x"\n    |      ^^'
    assert one_line('look 船 "x"', 8, 11) == '  1 | look 船 "x"\n    |         ^^^'
    assert one_line("cafe\N{COMBINING ACUTE ACCENT} bad", 7, 10) == (
        "  1 | cafe\N{COMBINING ACUTE ACCENT} bad\n    |      ^^^"
    )


def test_windows_line_ends_do_not_show() -> None:
    assert one_line("tang 1\r\ngame x\r\n", 6, 7) == "  1 | tang 1\n    |      ^"


@pytest.mark.parametrize("sign", ["\x1b", "\x07", "\r", "\x7f", "\u202e", "\u2028", "\ufeff", "\ud800"])
def test_signs_that_could_fool_a_terminal_are_shown_as_one_sign(sign: str) -> None:
    assert one_line(f"a{sign}b", 3, 4) == "  1 | a\N{REPLACEMENT CHARACTER}b\n    |   ^"


def test_messages_are_made_harmless_and_kept_on_one_line() -> None:
    found = Diagnostic("E-NAME", "no `a\x1b[31m`\n\n  here", Span.at("a\nb.tang", 1, 1), suggestion="x\ty")
    assert text(found) == (
        "error[E-NAME] a\N{REPLACEMENT CHARACTER}b.tang:1:1: no `a\N{REPLACEMENT CHARACTER}[31m` here\n"
        "   = x y"
    )


def test_a_long_line_is_cut_after_the_caret() -> None:
    assert one_line("ab " + "x" * 500, 1, 3) == f"  1 | ab {'x' * 97}…\n    | ^^"


def test_a_long_line_is_cut_on_both_sides_of_the_caret() -> None:
    assert one_line("x" * 300 + "bad" + "y" * 300, 301, 304) == (
        f"  1 | …{'x' * 30}bad{'y' * 67}…\n    | {' ' * 31}^^^"
    )


def test_a_long_line_is_cut_before_a_caret_at_its_end() -> None:
    assert one_line("x" * 300, 301, 301) == f"  1 | …{'x' * 100}\n    | {' ' * 101}^"


def test_a_span_longer_than_the_view_is_marked_as_far_as_it_is_seen() -> None:
    assert one_line("x" * 500, 1, 501) == f"  1 | {'x' * 100}…\n    | {'^' * 100}"


def test_the_word_expected_is_not_said_twice() -> None:
    found = Diagnostic("E-KIND", "wrong", Span.at("boats.tang", 1, 1), expected="expected a number")
    assert text(found, boats="x") == "error[E-KIND] boats.tang:1:1: wrong\n  1 | x\n    | ^ expected a number"


@given(
    source=st.text(max_size=300),
    place=st.tuples(st.integers(-1, 5), st.integers(-1, 320), st.integers(-1, 5), st.integers(-1, 320)),
)
def test_any_span_in_any_text_can_be_shown(source: str, place: tuple[int, int, int, int]) -> None:
    shown = text(Diagnostic("E-SYNTAX", "wrong", Span("boats.tang", *place)), boats=source).split("\n")
    assert len(shown) in {1, 3}
    assert "^" in shown[-1] or len(shown) == 1


def test_colours_only_add_to_the_text() -> None:
    sources: Mapping[str, str] = {"boats.tang": BOATS}
    coloured = render_text([UNKNOWN], sources, color=True)
    head, line, carets, hint = coloured.split("\n")
    assert head == (
        "\x1b[1;31merror[E-NAME]\x1b[0m boats.tang:7:15: \x1b[1mthere is no zone called `harbor`\x1b[0m"
    )
    assert line == "\x1b[34m  7 |\x1b[0m     move b to harbor"
    assert carets == f"\x1b[34m    |\x1b[0m {' ' * 14}\x1b[1;31m^^^^^^ expected the name of a zone\x1b[0m"
    assert hint == "\x1b[34m    =\x1b[0m did you mean `harbour`?"


def test_warnings_and_notes_have_colours_of_their_own() -> None:
    warning = Diagnostic("W-UNUSED", "a", None, Severity.WARNING)
    note = Diagnostic("W-UNUSED", "a", None, Severity.NOTE)
    assert render_text([warning, note], {}, color=True) == (
        "\x1b[1;33mwarning[W-UNUSED]\x1b[0m: \x1b[1ma\x1b[0m\n\n"
        "\x1b[1;36mnote[W-UNUSED]\x1b[0m: \x1b[1ma\x1b[0m"
    )
