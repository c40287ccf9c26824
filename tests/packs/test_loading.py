"""Finding, reading and ordering packs."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tangrules.diagnostics import Reporter, TangError, UsageError, render_text
from tangrules.packs import Pack, available, load_packs, sources_of
from tangrules.packs.reading import LARGEST_FILE, MOST_FILES

GAME = 'tang 1\ngame boats "Boats"\nplayers 2 to 4\n'


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def put(files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


def load(*chosen: str | Path) -> tuple[list[Pack], list[str]]:
    reporter = Reporter()
    packs = load_packs(chosen, reporter)
    render_text(reporter.diagnostics, sources_of(packs))
    return packs, [f"{found.code} {found.message}" for found in reporter.diagnostics]


def module(name: str, *lines: str) -> str:
    return "\n".join(["tang 1", f"module {name}", *lines]) + "\n"


def test_a_shipped_pack_is_found_by_its_name_with_either_sign() -> None:
    shipped = [info for info in available() if "_" in info.name][:1]
    for info in shipped:
        assert info.path.is_file()
        for name in (info.name, info.name.replace("_", "-")):
            packs, _ = load(name)
            assert packs[-1].name == info.name


def test_available_lists_games_first() -> None:
    forms = [info.form for info in available()]
    assert forms == sorted(forms, key=["game", "module", "mix"].index)


def test_a_pack_is_a_file_or_a_folder(tmp_path: Path) -> None:
    put({"fleet/boats.tang": GAME + 'include "more.tang"\n', "fleet/more.tang": "tang 1\npart of boats\n"})
    for chosen in ("fleet", "./fleet/", "fleet/boats.tang", tmp_path / "fleet"):
        packs, faults = load(chosen)
        assert faults == []
        assert [pack.name for pack in packs] == ["boats"]
        assert [file.header.form for file in packs[0].files] == ["game", "part"]
        assert list(sources_of(packs)) == ["fleet/boats.tang", "fleet/more.tang"]


def test_what_a_pack_needs_is_pulled_in_before_it() -> None:
    put(
        {
            "boats.tang": GAME,
            "a.tang": module("a", "extends boats", "requires z"),
            "z.tang": module("z", "extends boats"),
            "both.tang": "tang 1\nmix both\nrequires z, a\n",
        }
    )
    packs, faults = load("both.tang")
    assert faults == []
    assert [pack.name for pack in packs] == ["boats", "z", "a", "both"]
    assert sorted(packs[-1].knows) == ["a", "boats", "z"]
    assert sorted(packs[0].knows) == []


def test_what_a_pack_looks_at_comes_before_it_where_possible() -> None:
    put(
        {
            "boats.tang": GAME,
            "a.tang": module("a", "extends boats", "with z:", "    invariant x: yes"),
            "z.tang": module("z", "extends boats", "with a, b:", "    invariant y: yes"),
            "b.tang": module("b", "extends boats", "requires a"),
        }
    )
    assert [pack.name for pack in load("a.tang", "z.tang")[0]] == ["boats", "a", "z"]
    assert [pack.name for pack in load("z.tang", "b.tang")[0]] == ["boats", "a", "b", "z"]


def test_needed_packs_are_found_beside_the_one_that_needs_them() -> None:
    put(
        {
            "sea/boats.tang": GAME,
            "sea/storms/main.tang": module("storms", "extends boats"),
            "sea/calm/main.tang": module("calm", "extends boats", "requires storms"),
        }
    )
    packs, faults = load("sea/calm")
    assert faults == []
    assert [pack.name for pack in packs] == ["boats", "storms", "calm"]


def test_a_pack_chosen_twice_is_one() -> None:
    put({"boats.tang": GAME})
    assert len(load("boats.tang", "./boats.tang", Path("boats.tang").absolute())[0]) == 1


def test_two_packs_of_one_name_are_refused() -> None:
    put({"boats.tang": GAME, "ships.tang": GAME})
    with pytest.raises(UsageError, match=r"both boats\.tang and ships\.tang are called `boats`"):
        load("boats.tang", "ships.tang")


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ("storms", "there is no pack 'storms': `tangrules list` shows the packs that are shipped"),
        ("./storms.tang", "there is no file or folder './storms.tang': `tangrules list` shows"),
        ("empty", "there is no game, module or mix in the folder empty"),
        ("two", "there are several packs in the folder two: name one of a.tang, b.tang"),
        ("a\0b", "there is no pack"),
        ("x" * 5000, "there is no pack"),
        ("", "packs: name a pack, or a file: this is an empty name"),
    ],
)
def test_a_bad_choice_is_a_usage_error(chosen: str, message: str) -> None:
    put({"empty/x.txt": "", "two/a.tang": GAME, "two/b.tang": GAME})
    with pytest.raises(UsageError) as raised:
        load(chosen)
    assert str(raised.value).startswith(message)


def test_a_misspelt_name_is_answered_with_a_shipped_one() -> None:
    for info in available()[:1]:
        with pytest.raises(UsageError, match=f"did you mean `{info.name}`"):
            load(info.name[:-1])
        with pytest.raises(UsageError, match=f"did you mean `{info.name}`"):
            load(f"packs/{info.name[:-1]}.tang")


def test_a_choice_must_be_a_list_and_not_empty() -> None:
    with pytest.raises(UsageError, match="packs: give a list"):
        load_packs("boats", Reporter())
    with pytest.raises(UsageError, match="packs: name at least one"):
        load_packs([], Reporter())


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\x01\x02\xff",
        b"\xff\xfe",
        b"tang 1",
        b"tang 2\ngame boats\n",
        b"tang 99999999999999999999\ngame boats\n",
        b"game boats\n",
        b"\xef\xbb\xbftang 1\ngame boats\nplayers 2\n\xff",
        b"tang 1\ngame boats\nplayers two\n",
        b"tang 1\npart of boats\n",
    ],
)
def test_a_damaged_main_file_is_reported(content: bytes) -> None:
    put({"boats.tang": content})
    packs, faults = load("boats.tang")
    assert faults
    assert len(packs) == 1


def test_a_file_with_a_mark_at_its_beginning_is_read() -> None:
    put({"boats.tang": b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode()})
    packs, faults = load("boats.tang")
    assert faults == []
    assert packs[0].name == "boats"


def test_a_binary_part_is_reported() -> None:
    put({"boats.tang": GAME + 'include "more.tang"\n', "more.tang": b"\x00\xff\x00"})
    packs, faults = load("boats.tang")
    assert len(faults) >= 1
    assert [file.header.form for file in packs[0].files] == ["game"]


OUTSIDE = [
    "../secret.tang",
    "a/../../secret.tang",
    "/secret.tang",
    "C:/secret.tang",
    "a\\b.tang",
    "link.tang",
    "link/s.tang",
    "",
]


@pytest.mark.parametrize("named", OUTSIDE)
def test_nothing_outside_the_folder_is_read(named: str, tmp_path: Path) -> None:
    secret = "tang 1\npart of boats\n"
    put({"secret.tang": secret, "elsewhere/s.tang": secret, "sea/boats.tang": GAME + f'include "{named}"\n'})
    (tmp_path / "sea/link.tang").symlink_to(tmp_path / "secret.tang")
    (tmp_path / "sea/link").symlink_to(tmp_path / "elsewhere")
    packs, faults = load("sea/boats.tang")
    assert len(packs[0].files) == 1
    assert len(faults) == 1
    assert faults[0].startswith("E-MISSING")


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    put({"sea/boats.tang": GAME + 'include "link.tang"\n', "sea/more.tang": "tang 1\npart of boats\n"})
    (tmp_path / "sea/link.tang").symlink_to(tmp_path / "sea/more.tang")
    packs, faults = load("sea")
    assert faults == []
    assert len(packs[0].files) == 2


def test_links_in_a_circle_are_reported(tmp_path: Path) -> None:
    put({"boats.tang": GAME + 'include "a.tang"\n'})
    (tmp_path / "a.tang").symlink_to(tmp_path / "b.tang")
    (tmp_path / "b.tang").symlink_to(tmp_path / "a.tang")
    assert len(load("boats.tang")[1]) == 1


def test_too_many_and_too_large_files_are_reported() -> None:
    names = [f"{number}.tang" for number in range(MOST_FILES + 1)]
    put(dict.fromkeys(names, "tang 1\npart of boats\n"))
    put({"boats.tang": GAME + "".join(f'include "{name}"\n' for name in names)})
    assert load("boats.tang")[1] == [f"E-SIZE this pack has more than {MOST_FILES} files"] * 2
    put({"boats.tang": GAME + "-- " + "x" * LARGEST_FILE})
    assert load("boats.tang")[1][0].startswith("E-SIZE")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
@given(st.binary(max_size=200), st.binary(max_size=100), st.booleans())
def test_no_bytes_lead_to_another_error(main: bytes, part: bytes, begun: bool) -> None:
    start = (GAME + 'include "more.tang"\nledger "l.toml"\n').encode() if begun else b""
    put({"boats.tang": start + main, "more.tang": part, "l.toml": part})
    with contextlib.suppress(TangError):
        load("boats.tang")
