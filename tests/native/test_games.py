"""Native rules as users meet them: `load(..., native=True)`, the cache, pickles and the command line."""

from __future__ import annotations

import json
import marshal
import pickle
from pathlib import Path
from random import Random

import attrs
import pytest

import tangrules
from tangrules.cli.main import main
from tangrules.diagnostics.errors import UsageError
from tangrules.native import is_built, loaded
from tests.native.tools import needs_compiler

pytestmark = needs_compiler

PACK = str(Path(__file__).parents[2] / "examples" / "tic_tac_toe.tang")


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory):
    """One cache for these tests: the rules are built once."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TANGRULES_CACHE", str(folder))
        yield folder


def test_a_native_game_is_the_same_game() -> None:
    plain, fast = tangrules.load(PACK), tangrules.load(PACK, native=True)
    for seed in range(20):
        assert fast.playout(players=2, seed=seed) == plain.playout(players=2, seed=seed)
    mine, theirs = fast.start(players=2, seed=1), plain.start(players=2, seed=1)
    while not mine.over:
        offered = mine.decision.options
        assert [str(option) for option in offered] == [str(option) for option in theirs.decision.options]
        mine, theirs = mine.play(str(offered[-1])), theirs.play(str(offered[-1]))
    assert theirs.over
    assert mine.to_json() == theirs.to_json()


@pytest.mark.parametrize("seed", [0, 1, 77, 2**32 - 1, 2**32, 2**63 + 5, 2**64 - 1, 2**70])
def test_a_seed_gives_the_numbers_of_python(seed: int) -> None:
    machine = loaded.load(tangrules.load(PACK).rules(2).program)
    theirs = Random(seed)
    mine, handed_on = machine.game(seed), machine.game(Random(seed))
    for _ in range(2000):
        wanted = theirs.random()
        assert mine[0]() == wanted
        assert handed_on[0]() == wanted


def test_it_is_kept_and_a_damaged_file_is_built_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tangrules.load(PACK).rules(2).program
    loaded.load(program)
    assert is_built(program)
    (kept,) = folder.glob("native-*")
    built = []
    monkeypatch.setattr(loaded, "build", lambda *given: built.append(given[0]) or b"")
    assert loaded.load(program).names["RUN"]
    assert built == []
    content = kept.read_bytes()
    kept.write_bytes(content[: len(content) // 2])
    assert not is_built(program)
    loaded.load(program)
    assert len(built) == 1
    kept.write_bytes(content)


def test_it_is_pickled_as_native() -> None:
    state = tangrules.load(PACK, native=True).start(players=2, seed=1)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.game.native


def test_build_and_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", PACK]) == 0
    assert "2 seats: " in capsys.readouterr().out
    found = []
    for extra in ([], ["--native"]):
        assert main(["simulate", PACK, "--games", "30", "--json", *extra]) == 0
        found.append(json.loads(capsys.readouterr().out))
    assert found[0] == found[1]


def test_a_build_that_fails_is_misuse(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TANGRULES_CACHE", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler")
    assert main(["build", PACK, "--players", "2"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert "C compiler" in told.err
    assert main(["build", PACK, "--players", "5"]) == 2


@pytest.mark.parametrize("folder_given", ["", "/dev/null/cache"])
def test_what_could_not_be_kept_is_not_built(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, folder_given: str
) -> None:
    monkeypatch.setenv("TANGRULES_CACHE", folder_given)
    monkeypatch.setattr(loaded, "build", None)
    assert main(["build", PACK]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("tangrules: there is no cache to keep machine code in: ")
    assert told.err.count("\n") == 1


def test_what_cannot_be_loaded_is_not_kept_and_built_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A compiler that fails without telling, or a cache from another machine."""
    program = tangrules.load(PACK).rules(2).program
    monkeypatch.setenv("TANGRULES_CACHE", str(tmp_path))
    monkeypatch.setattr(loaded, "_loaded", {})
    monkeypatch.setattr(loaded, "build", lambda name, text: b"not a library")
    with pytest.raises(UsageError, match=r"could not be loaded: [^\n]*$"):
        loaded.load(program)
    assert list(tmp_path.glob("native-*")) == []
    damaged = loaded.make(program)
    content = marshal.dumps(attrs.astuple(damaged))
    loaded.write(loaded.KIND, loaded._key(program), content)
    assert loaded.read(loaded.KIND, loaded._key(program)) == content
    assert not is_built(program)


def test_nothing_else_is_needed_to_write_the_source() -> None:
    """`dump --stage native` works without compilers."""
    assert main(["dump", PACK, "--stage", "native", "-o", "-"]) == 0
