"""Each command does what it says, on the starter game."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest


def test_list_names_the_shipped_packs(run) -> None:
    ran = run("list")
    assert ran.code == 0
    assert ran.out.splitlines()[0].split() == ["name", "form", "players", "title"]
    assert any(line.startswith("tang-garden ") for line in ran.out.splitlines())


def test_list_tells_what_goes_with_packs(run) -> None:
    ran = run("list", "dragons", "reserve-tile")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "dragons: Dragons, module for 2 to 4 players"
    assert "  extends tang-garden" in lines
    assert (
        "  requires lantern-choice: there are more kinds of lantern than spots for them"
        " (@module.lantern-tokens.option.03)"
    ) in lines
    joining = lines[-1].removeprefix("may be joined by: ").split(", ")
    assert {"winter", "spring", "peach-festival", "nocturnal"} <= set(joining)
    assert not {"dragons", "tang-garden", "hanging-gardens"} & set(joining)


def test_list_refuses_packs_that_rule_each_other_out(run) -> None:
    ran = run("list", "winter", "peach-festival")
    assert ran.code == 1
    assert "winter cannot be played together with peach-festival: " in ran.out
    assert "may be joined by" not in ran.out


def test_list_tells_what_is_recommended(run, folder: Path) -> None:
    own = folder / "nature.tang"
    own.write_text(
        "tang 1\nmodule nature\nextends tang_garden\n"
        'recommends bamboo_kingfisher "they pair with its cards"\n'
        'discourages insects, bush "one set is enough"\n',
        encoding="utf-8",
    )
    assert "  is better played with bamboo-kingfisher: they pair with its cards" in run("list", str(own)).out
    both = run("list", str(own), "bamboo-kingfisher").out
    assert "  is better played with bamboo-kingfisher (chosen): they pair with its cards" in both
    assert "  is better played without insects, bush: one set is enough" in both
    checked = run("check", str(own), "--players", "2")
    assert checked.code == 0
    assert "note[N-RECOMMENDS]" in checked.out
    assert "`nature` is better played with `bamboo_kingfisher`: they pair with its cards" in checked.out


def test_list_of_packs_as_json(run) -> None:
    found = json.loads(run("list", "winter", "--json").out)
    winter = found["packs"][0]
    assert winter["requires"] == ["draw_three", "neglect_spot", "dragons"]
    assert {"word": "only one", "packs": ["scenario"]}.items() <= winter["relations"][-1].items()
    assert {"packs": ["dragons"], "word": "requires"}.items() <= winter["relations"][2].items()
    assert "spring" not in found["joinable"]
    assert "nocturnal" in found["joinable"]


def test_list_as_json(run) -> None:
    found = json.loads(run("list", "--json").out)
    assert {"name", "title", "form", "players", "extends", "path"} <= found[0].keys()


# ------------------------------------------------------------------------------ new


def test_a_new_game_checks_tests_and_is_laid_out(run, race: Path) -> None:
    assert run("check", "race.tang").out == "race: no faults for 2 to 4 players\n"
    assert run("test", "race.tang").code == 0
    assert run("fmt", "race.tang", "--check").out == "1 file, 0 would change\n"


def test_a_new_module_checks_with_its_game(run, race: Path, folder: Path) -> None:
    assert run("new", "longer", "--extends", "race.tang").code == 0
    ran = run("check", "longer.tang")
    assert (ran.code, ran.out) == (0, "longer: no faults for 2 to 4 players\n")


def test_new_does_not_write_over_a_file(run, race: Path) -> None:
    ran = run("new", "race")
    assert (ran.code, ran.err) == (2, "tangrules: race.tang is there already, and is not written over\n")


def test_new_refuses_the_name_of_a_shipped_pack(run, folder: Path) -> None:
    for name in ("tang-garden", "tang_garden"):
        ran = run("new", name)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"tangrules: `{name}` is a shipped pack, Tang Garden: take another name\n"
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("base", "message"),
    [
        ("tang-gardn", "there is no pack 'tang-gardn': did you mean `tang_garden`?"),
        ("", "packs: name a pack, or a file: this is an empty name"),
        ("broken.tang", "there are faults in broken.tang: `tangrules check broken.tang` shows them"),
    ],
)
def test_new_reads_the_pack_that_it_extends(run, race: Path, folder: Path, base: str, message: str) -> None:
    (folder / "broken.tang").write_text(race.read_text().replace("game race", "game broken") + "zone zone\n")
    ran = run("new", "longer", "--extends", base)
    assert (ran.code, ran.out, ran.err) == (2, "", f"tangrules: {message}\n")
    assert not (folder / "longer.tang").exists()


def test_new_names_a_pack_that_the_new_file_does_not_find(run, race: Path, folder: Path) -> None:
    (folder / "far" / "away").mkdir(parents=True)
    race.rename(folder / "far" / "away" / "race.tang")
    ran = run("new", "longer", "--extends", "far/away/race.tang")
    assert ran.code == 0
    assert "tangrules check longer.tang far/away/race.tang" in ran.out
    assert run("check", "--together", "longer.tang", "far/away/race.tang").code == 0


@pytest.mark.parametrize("name", ["Race", "1race", "a b", "", "../race", "zone"])
def test_new_refuses_what_is_no_name(run, folder: Path, name: str) -> None:
    ran = run("new", name)
    assert ran.code == 2
    assert ran.err.startswith("tangrules: ")
    assert list(folder.iterdir()) == []


# ------------------------------------------------------------------------------ check


def line_of(path: Path, words: str) -> int:
    """Return the line in which words stand."""
    return path.read_text().split(words)[0].count("\n") + 1


@pytest.fixture
def faulty(race: Path) -> Path:
    """The starter game with a name that is not there."""
    race.write_text(race.read_text().replace("gain n coins", "gain n coinz"))
    return race


def test_check_shows_the_place_and_a_way_out(run, faulty: Path) -> None:
    ran = run("check", "race.tang")
    assert ran.code == 1
    line = line_of(faulty, "coinz")
    assert f"error[E-NAME] race.tang:{line}:21: there is nothing called `coinz` here" in ran.out
    assert "did you mean `coins`?" in ran.out
    assert ran.out.splitlines()[-1].startswith("race: ")


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_check_writes_json_and_sarif(run, faulty: Path, form: str) -> None:
    ran = run("check", "race.tang", "--format", form)
    assert ran.code == 1
    assert "E-NAME" in json.dumps(json.loads(ran.out))


def test_check_writes_annotations(run, faulty: Path) -> None:
    ran = run("check", "race.tang", "--format", "github")
    assert ran.code == 1
    assert ran.out.startswith(f"::error file=race.tang,line={line_of(faulty, 'coinz')},col=21,")


def test_check_goes_through_the_pack_of_a_part(run, race: Path, folder: Path) -> None:
    race.write_text(
        race.read_text().replace("at most 40 rounds\n", 'at most 40 rounds\ninclude "more.tang"\n')
    )
    (folder / "more.tang").write_text("tang 1\npart of race\n\ninvariant few: pot <= 40\n")
    ran = run("check", "more.tang", "race.tang")
    assert ran.code == 0
    assert ran.out == "race: no faults for 2 to 4 players\n"
    ran = run("check", "more.tang")
    assert ran.out.splitlines() == [
        "more.tang: part of a pack, checked through race.tang",
        "race: no faults for 2 to 4 players",
    ]


def test_check_tells_which_seat_counts_a_fault_is_for(run, race: Path) -> None:
    race.write_text(race.read_text() + "\nfor 3 players:\n    value odd: number = nowhere\n")
    ran = run("check", "race.tang")
    assert "there is nothing called `nowhere` here (with 3 players)" in ran.out


# ------------------------------------------------------------------------------ fmt


def test_fmt_lays_out_and_keeps_comments(run, race: Path) -> None:
    tidy = race.read_text()
    race.write_text(tidy.replace("to take(n: number):", "to   take( n:number ):   -- kept"))
    assert run("fmt", "race.tang", "--check").code == 1
    ran = run("fmt", "race.tang")
    assert (ran.code, ran.out) == (0, "race.tang: changed\n1 file, 1 changed\n")
    assert race.read_text() == tidy.replace("to take(n: number):", "to take(n: number):  -- kept")


def test_fmt_leaves_a_faulty_file_alone(run, race: Path) -> None:
    race.write_text(race.read_text() + "zone zone zone\n")
    before = race.read_bytes()
    ran = run("fmt", "race.tang")
    assert ran.code == 1
    assert "error[" in ran.err
    assert race.read_bytes() == before


def test_fmt_of_an_empty_name_is_refused(run, race: Path) -> None:
    race.write_text(race.read_text().replace("gain n coins", "gain   n coins"))
    before = race.read_bytes()
    ran = run("fmt", "")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "tangrules: packs: name a pack, or a file: this is an empty name\n"
    assert race.read_bytes() == before


def test_fmt_of_a_large_folder_writes_nothing(run, race: Path, folder: Path) -> None:
    race.write_text(race.read_text().replace("gain n coins", "gain   n coins"))
    before = race.read_bytes()
    crowd = folder / "zz" / "crowd"
    crowd.mkdir(parents=True)
    for number in range(1_001):
        (crowd / f"{number}.txt").touch()
    ran = run("fmt", str(folder))
    assert (ran.code, ran.out) == (2, "")
    assert "more than 1,000 files and folders" in ran.err
    assert race.read_bytes() == before


def test_fmt_of_a_folder_takes_ordinary_files_alone(run, race: Path, folder: Path, tmp_path_factory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "other.tang"
    untidy = race.read_text().replace("gain n coins", "gain   n coins")
    hidden = folder / ".kept" / "old.tang"
    hidden.parent.mkdir()
    for path in (race, outside, hidden):
        path.write_text(untidy)
    (folder / "link.tang").symlink_to(outside)
    (folder / "far").symlink_to(outside.parent)
    os.mkfifo(folder / "pipe.tang")
    ran = run("fmt", ".")
    assert (ran.code, ran.out) == (0, "race.tang: changed\n1 file, 1 changed\n")
    assert (outside.read_text(), hidden.read_text()) == (untidy, untidy)


def test_fmt_tells_faults_between_what_it_changes(race: Path, folder: Path) -> None:
    """Where both streams go to one file, what is told first stands first."""
    untidy = race.read_text().replace("gain n coins", "gain   n coins")
    for name in ("a", "c"):
        (folder / f"{name}.tang").write_text(untidy)
    (folder / "b.tang").write_text("tang 1\ngame b\nzone zone zone\n")
    done = subprocess.run(
        [sys.executable, "-m", "tangrules", "fmt", "a.tang", "b.tang", "c.tang"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        cwd=folder,
    )
    places = [done.stdout.index(told) for told in ("a.tang: changed", "error[", "c.tang: changed", "3 files")]
    assert (done.returncode, places) == (1, sorted(places))


def test_fmt_reads_the_standard_input(run, race: Path) -> None:
    text = race.read_text()
    ran = run("fmt", "-", typed=text.replace("gain n coins", "gain   n  coins"))
    assert (ran.code, ran.out) == (0, text)


# ------------------------------------------------------------------------------ test


def test_test_reports_like_pytest(run, race: Path) -> None:
    ran = run("test", "race.tang")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "race.tang .."
    assert "2 passed with 2 players in" in ran.out


def test_test_shows_what_fails(run, race: Path) -> None:
    race.write_text(race.read_text().replace("expect pot is 18", "expect pot is 17"))
    ran = run("test", "race.tang")
    assert ran.code == 1
    assert ran.out.splitlines()[0] == "race.tang F."
    assert '"taking two coins"' in ran.out
    assert "1 failed, 1 passed" in ran.out


def test_a_file_without_examples_is_no_success(run, race: Path) -> None:
    race.write_text(
        race.read_text().split("-- ============================================================ examples")[0]
    )
    ran = run("test", "race.tang")
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err == "tangrules: nothing was tested: there are no examples in race.tang with 2 to 4 players\n"
    )
    assert run("test", "race.tang", "--require").code == 1


def test_words_that_no_title_has_test_nothing(run, race: Path) -> None:
    ran = run("test", "race.tang", "-k", "tking")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "tangrules: nothing was tested: none of 2 examples has 'tking' in its title: did you mean `taking`?\n"
    )
    assert run("test", "race.tang", "-k", "taking").code == 0


def test_a_number_of_players_that_no_example_is_for_tests_nothing(run, race: Path) -> None:
    ran = run("test", "race.tang", "--players", "3")
    assert (ran.code, ran.out) == (2, "")
    assert "nothing was tested" in ran.err


@pytest.mark.parametrize("command", ["check", "test"])
@pytest.mark.parametrize("players", ["1 player", "7 players"])
def test_an_example_for_players_that_the_game_is_not_for_is_an_error(
    run, race: Path, command: str, players: str
) -> None:
    race.write_text(race.read_text().replace('worth three" for 2 players', f'worth three" for {players}'))
    ran = run(command, "race.tang")
    assert ran.code == 1
    assert f"this example is for {players}, and the game is for 2 to 4" in ran.out + ran.err


def test_test_as_json(run, race: Path) -> None:
    found = json.loads(run("test", "race.tang", "--json").out)
    assert (found["passed"], found["failed"], len(found["examples"])) == (2, 0, 2)


def test_examples_for_which_another_pack_leaves_no_room_are_left_out(run, race: Path, folder: Path) -> None:
    example = '\nexample "{}" for {} players:\n    expect player_count is {}\n'
    race.write_text(race.read_text() + example.format("four of them", 4, 4))
    for name, header, players in (("few", "players 2\n", 2), ("many", "", 3)):
        text = f"tang 1\nmodule {name}\n{header}extends race\n" + example.format(
            f"{name} of them", players, players
        )
        (folder / f"{name}.tang").write_text(text, encoding="utf-8")
    ran = run("test", "--together", "race.tang", "few.tang", "many.tang", "-k", "of them", "-v")
    assert ran.code == 0
    assert "few of them" in ran.out
    assert "four of them" not in ran.out
    assert "many of them" not in ran.out
    assert run("check", "--together", "race.tang", "few.tang", "many.tang").code == 0


# ------------------------------------------------------------------------------ rules and assumptions


def test_rules_counts_clauses(run) -> None:
    ran = run("rules", "tang-garden", "--missing")
    assert ran.code == 0
    assert ran.out.startswith("implemented ")


def test_rules_shows_one_clause(run) -> None:
    ran = run("rules", "tang-garden", "--clause", "@base.build.06")
    assert ran.out.startswith("base.build.06 (legality, ")


def test_rules_guesses_a_clause(run) -> None:
    ran = run("rules", "tang-garden", "--clause", "base.bild.06")
    assert ran.err == "tangrules: there is no clause 'base.bild.06': did you mean `base.build.06`?\n"


def test_assumptions_are_listed(run) -> None:
    ran = run("assumptions", "tang-garden")
    assert ran.code == 0
    assert ran.out.splitlines()[0].endswith(" assumed")
    assert json.loads(run("assumptions", "tang-garden", "--json").out)["assumed"]


def test_assumptions_of_a_season_are_its_own(run) -> None:
    ran = run("assumptions", "winter")
    assert "winter.component.02:" in ran.out
    assert "base.component.01:" not in ran.out
    counted, advice = ran.out.splitlines()[-2:]
    assert re.search(r"^not shown, .*: tang-garden \(\d+ assumed, \d+ decided\), ", counted)
    assert advice == "`--all` lists them as well"
    every = run("assumptions", "winter", "--all").out
    assert "winter.component.02:" in every
    assert "base.component.01:" in every
    assert "not shown" not in every
    for options, packs in (((), {"winter"}), (("--all",), {"winter", "tang_garden", "dragons"})):
        found = json.loads(run("assumptions", "winter", "--json", *options).out)
        told = {each["pack"] for each in (*found["assumed"], *found["decided"])}
        assert packs <= told
        assert ("tang_garden" in told) is bool(options)


# ------------------------------------------------------------------------------ show and replay


def test_show_draws_text(run, race: Path) -> None:
    ran = run("show", "race.tang", "--moves", "3", "--seed", "4")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "Race · round 2 · turn 4"


def test_show_draws_the_same_picture_each_time(run, race: Path, folder: Path) -> None:
    for name in ("one.svg", "two.svg"):
        assert run("show", "race.tang", "--moves", "3", "-o", name).code == 0
    assert (folder / "one.svg").read_bytes() == (folder / "two.svg").read_bytes()
    assert ElementTree.parse(folder / "one.svg").getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_show_draws_a_save(run, saved: Path) -> None:
    ran = run("show", "race.tang", "--save", saved.name)
    assert ran.out.splitlines()[0] == "Race · round 2 · turn 3"


def test_replay_shows_moves_with_what_they_gain(run, saved: Path) -> None:
    ran = run("replay", saved.name, "race.tang")
    assert ran.code == 0
    assert ran.out.splitlines()[:2] == ["1. seat 1: 1  (seat 1 +1)", "2. seat 2: 2  (seat 2 +2)"]


def test_replay_tells_where_it_stops(run, race: Path, folder: Path, saved: Path) -> None:
    assert run("replay", saved.name, "race.tang", "-o", "game.txt").code == 0
    text = (folder / "game.txt").read_text()
    (folder / "game.txt").write_text(text.replace("seat 2: 2", "seat 2: 9"))
    ran = run("replay", "game.txt", "race.tang")
    assert ran.code == 1
    assert "the replay stops here: line 9, seat 2: 9: `9` is not" in ran.err


def test_replay_says_when_the_rules_have_changed(run, race: Path, folder: Path, saved: Path) -> None:
    run("replay", saved.name, "race.tang", "-o", "game.txt")
    race.write_text(race.read_text().replace("gain 2 coins", "gain 3 coins"))
    ran = run("replay", "game.txt", "race.tang")
    assert (ran.code, ran.err) == (0, "the rules have changed since this game was played\n")


def test_replay_says_with_which_packs_a_game_was_played(run, race: Path, folder: Path, saved: Path) -> None:
    run("replay", saved.name, "race.tang", "-o", "game.txt")
    text = (folder / "game.txt").read_text()
    (folder / "game.txt").write_text(
        text.replace("packs: race", "packs: race, nonsense").replace("rules: ", "rules: 0")
    )
    ran = run("replay", "game.txt", "race.tang")
    assert ran.code == 0
    assert ran.err == "this game was played with race, nonsense, and is played again with race\n"


def test_replay_refuses_a_game_of_another_game(run, race: Path, folder: Path, saved: Path) -> None:
    run("replay", saved.name, "race.tang", "-o", "game.txt")
    text = (folder / "game.txt").read_text()
    (folder / "game.txt").write_text(text.replace("game: race", "game: chase"))
    ran = run("replay", "game.txt", "race.tang")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "tangrules: this replay is of the game chase, and these are the rules of race\n"


@pytest.mark.parametrize("command", ["play", "show", "explain", "replay"])
def test_a_save_of_an_own_pack_asks_for_its_file(run, saved: Path, command: str) -> None:
    ran = run(command, *([] if command == "replay" else ["--save"]), saved.name)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "tangrules: this save is of race, and `race` is no shipped pack: name the packs' files behind it"
        " (in a program: give the loaded game to from_json)\n"
    )


# ------------------------------------------------------------------------------ explain and dump


def test_explain_a_code(run) -> None:
    ran = run("explain", "e-name")
    assert ran.code == 0
    assert ran.out.startswith("E-NAME: ")


def test_explain_guesses_a_code(run) -> None:
    ran = run("explain", "E-NAMES")
    assert (ran.code, ran.err) == (2, "tangrules: there is no code 'E-NAMES': did you mean `E-NAME`?\n")


def test_explain_prints_a_rule_with_its_changes(run, race: Path, folder: Path) -> None:
    (folder / "rich.tang").write_text(
        'tang 1\nmodule rich "Rich"\nextends race\n\nreplace step last of take: gain 5 coins\n'
    )
    ran = run("explain", "race.tang", "rich.tang", "take")
    assert ran.code == 0
    assert "1. rich: replaces step `last`, rich.tang:5" in ran.out
    assert "rich |         gain 5 coins" in ran.out
    assert "race: requires `enough`, race.tang:" in ran.out


def test_explain_guesses_a_rule(run, race: Path) -> None:
    ran = run("explain", "race.tang", "tak")
    assert (ran.code, ran.err) == (2, "tangrules: there is no rule called 'tak': did you mean `take`?\n")


def test_explain_a_number_in_a_save(run, saved: Path) -> None:
    ran = run("explain", "race.tang", "coins", "--save", saved.name, "--seat", "2")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "seat 2.coins: 2"


@pytest.mark.parametrize("pack", ["race.tang", "./race.tang", "."])
def test_explain_tells_all_that_happened_in_a_save_of_an_own_pack(run, saved: Path, pack: str) -> None:
    ran = run("explain", "--save", saved.name, pack)
    assert (ran.code, ran.err) == (0, "")
    assert "take(" in ran.out


def test_explain_takes_several_codes(run) -> None:
    ran = run("explain", "e-name", "E-KIND")
    assert ran.code == 0
    assert ran.out.startswith("E-NAME: ")
    assert "\nE-KIND: " in ran.out


@pytest.mark.parametrize("stage", ["tree", "model", "ir", "python"])
def test_dump_prints_each_stage(run, race: Path, stage: str) -> None:
    ran = run("dump", "race.tang", "--stage", stage)
    assert ran.code == 0
    assert "take" in ran.out
