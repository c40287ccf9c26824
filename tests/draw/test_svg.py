"""The picture: valid, self-contained, the same each time, and with everything in it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tangrules import State, load
from tangrules.draw import draw_svg, read_scene
from tangrules.draw.palette import COLOURS

NAMESPACE = "{http://www.w3.org/2000/svg}"


def picture(state: State) -> str:
    """Draw a state as everybody sees it."""
    return draw_svg(read_scene(state.raw(), asked=state.pending, scores=state.scores))


def texts(svg: str) -> list[str]:
    """Return all texts in a picture."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text")]


def test_it_is_valid_and_escapes_names(meadow: State) -> None:
    svg = picture(meadow)
    assert ElementTree.fromstring(svg).tag == f"{NAMESPACE}svg"
    assert "Meadow <& Brook>" in texts(svg)
    assert "Meadow &lt;&amp; Brook&gt;" in svg


def test_it_needs_nothing_from_elsewhere(meadow: State) -> None:
    svg = picture(meadow)
    assert re.findall(r"https?://[^\"]+", svg) == ["http://www.w3.org/2000/svg"]
    assert not re.search(r"<(script|image|style|use|foreignObject)", svg)


def test_it_shows_the_board_and_the_seats(meadow: State) -> None:
    shown = texts(picture(meadow))
    for text in (
        "r0",
        "c2",
        "Seat 1",
        "on turn",
        "Seat 2",
        "3 points",
        "draw pile",
        "top_2",
        "dot ×2",
        "hedge",
    ):
        assert any(text == each or text in each for each in shown), text


def test_it_does_not_show_what_is_hidden(meadow: State) -> None:
    raw = meadow.raw()
    hidden = {
        raw.program.pieces[piece].name
        for zone in raw.program.zones
        if zone.name in ("hand", "heap")
        for held in raw.Z[zone.base : zone.base + zone.count * (3 if zone.storage == "deck" else 1)]
        for piece in held
    }
    assert hidden
    assert not hidden & set(texts(picture(meadow)))


def test_all_of_it_lies_within_the_page(meadow: State) -> None:
    root = ElementTree.fromstring(picture(meadow))
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for element in root.iter(f"{NAMESPACE}rect"):
        x, y = float(element.get("x", "0")), float(element.get("y", "0"))
        assert x >= 0
        assert y >= 0
        assert x + float(element.attrib["width"]) <= wide
        assert y + float(element.attrib["height"]) <= high


def test_another_process_draws_the_same(meadow: State) -> None:
    program = (
        "import sys, tangrules; from tangrules.draw import draw_svg, read_scene; "
        "state = tangrules.load(sys.argv[1]).start(players=2, seed=0); "
        "sys.stdout.write(draw_svg(read_scene(state.raw(), asked=state.pending, scores=state.scores)))"
    )
    scenario = str(Path(__file__).parent / "meadow.tang")
    done = subprocess.run(
        [sys.executable, "-c", program, scenario],
        capture_output=True,
        check=True,
        env={"PYTHONHASHSEED": "7", "PATH": "", "PYTHONIOENCODING": "utf-8"},
    )
    assert done.stdout.decode() == picture(meadow)


def test_every_colour_of_the_language_is_known() -> None:
    grammar = (Path(__file__).parents[2] / "grammar" / "tang.lark").read_text()
    rule = re.search(r"^!colour:(.*?)^\S", grammar, re.MULTILINE | re.DOTALL)
    assert rule is not None
    assert set(re.findall(r'"(\w+)"', rule[1])) == COLOURS.keys()


def test_the_heading_names_the_packs_beside_the_game() -> None:
    state = load("tang-garden", "winter").start(players=2, seed=1)
    svg = draw_svg(read_scene(state.raw()))
    assert "Tang Garden" in texts(svg)
    assert "· Winter" in texts(svg)
    assert "<title>Tang Garden · Winter, round 1" in svg


def test_one_point_is_no_points(meadow: State) -> None:
    shown = texts(draw_svg(read_scene(meadow.raw(), scores=(1, 0))))
    assert "1 point" in shown
    assert "1 points" not in shown
    assert "0 points" in shown
