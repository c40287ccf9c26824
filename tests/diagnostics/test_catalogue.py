"""Every code has its page, and the pages are in order."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

import tangrules.diagnostics
from tangrules.diagnostics import UsageError
from tangrules.diagnostics.catalogue import CODES, CodeInfo, _by_code, explain

PACKAGE = Path(tangrules.diagnostics.__file__).parent.parent
NAMED_IN_CODE = re.compile(r"""["']([EWN]-[A-Z]+(?:-[A-Z]+)*)["']""")


def test_every_code_named_in_the_package_has_a_page() -> None:
    named = {
        (code, path.relative_to(PACKAGE).as_posix())
        for path in PACKAGE.rglob("*.py")
        for code in NAMED_IN_CODE.findall(path.read_text(encoding="utf-8"))
    }
    assert sorted(place for place in named if place[0] not in CODES) == []


@pytest.mark.parametrize("info", CODES.values(), ids=CODES)
def test_a_page_is_complete(info: CodeInfo) -> None:
    assert CODES[info.code] is info
    assert re.fullmatch(r"[EWN]-[A-Z]+(-[A-Z]+)*", info.code)
    assert info.title[0].islower()
    assert not info.title.endswith(".")
    assert info.explanation.endswith(".")
    assert "  " not in info.explanation
    assert info.bad.strip()
    assert info.good.strip()
    assert info.bad != info.good


def test_codes_are_listed_in_order() -> None:
    assert list(CODES) == sorted(CODES)


def test_explaining_a_code_shows_both_examples() -> None:
    assert explain("E-ARITY") == dedent("""\
        E-ARITY: too many or too few things in the brackets

        A verb or a question is given as many things as its declaration names, in the same
        order.

        This fails:

            zone your coins: counter 0 .. 20
            value price(n: number): number = 2 * n
            to buy(): pay price() coins

        This works:

            zone your coins: counter 0 .. 20
            value price(n: number): number = 2 * n
            to buy(): pay price(3) coins""")


def test_a_code_may_be_given_in_small_letters() -> None:
    assert explain(" e-arity ") == explain("E-ARITY")


def test_paragraphs_of_a_page_stay_apart() -> None:
    assert "\n\nThe same code is used for a name that two things have" in explain("E-NAME")


def test_an_unknown_code_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(UsageError) as raised:
        explain("E-ARTY")
    assert str(raised.value) == "there is no code 'E-ARTY': did you mean `E-ARITY`?"


def test_an_unknown_code_with_nothing_near_is_refused_plainly() -> None:
    with pytest.raises(UsageError) as raised:
        explain("hello")
    assert str(raised.value) == "there is no code 'hello'"


def test_a_code_has_one_page_only() -> None:
    with pytest.raises(ValueError, match="two pages for E-NAME"):
        _by_code([CODES["E-NAME"], CODES["E-NAME"]])
