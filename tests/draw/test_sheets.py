"""Parts beside the main board: layouts, sheets that each seat marks, tiles that lie on tiles."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import tangrules
from tangrules.draw import Scene, draw_svg, draw_text, read_scene
from tangrules.draw.palette import colour, seat_colour
from tangrules.draw.scene import Board, Cell

NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def state() -> tangrules.State:
    """The position after setup: see the file."""
    return tangrules.load(str(Path(__file__).parent / "sheets.tang")).start(players=2, seed=0)


@pytest.fixture(scope="module")
def scene(state: tangrules.State) -> Scene:
    """What everybody sees."""
    return read_scene(state.raw())


def board(scene: Scene, name: str, seat: int = -1) -> Board:
    """Return a grid, or a seat's copy of it."""
    return next(each for each in scene.boards if (each.name, each.seat) == (name, seat))


def cell(scene: Scene, name: str, at: str, seat: int = -1) -> Cell:
    """Return a cell of a grid."""
    return next(c for c in board(scene, name, seat).cells if f"r{c.row}c{c.column}" == at)


def marks(scene: Scene, seat: int) -> dict[str, list[str]]:
    """Return the marks on a seat's sheet."""
    cells = board(scene, "sheet", seat).cells
    return {f"r{c.row}c{c.column}": [mark.text for mark in c.marks] for c in cells if c.marks}


# ------------------------------------------------------------------------------ what is read


def test_a_grid_that_only_seats_mark_is_a_sheet_of_each_seat(scene: Scene) -> None:
    assert [(each.name, each.seat) for each in scene.boards] == [
        ("board", -1), ("sheet", 0), ("sheet", 1), ("note_pad", 0), ("note_pad", 1),
    ]  # fmt: skip
    assert [each.sheet for each in scene.boards] == [False, True, True, True, True]


def test_each_sheet_has_the_marks_of_its_seat(scene: Scene) -> None:
    assert marks(scene, 0) == {"r0c0": ["×", "○"]}
    assert marks(scene, 1) == {"r0c3": ["4"], "r1c3": ["×"]}


def test_the_signs_are_explained(scene: Scene) -> None:
    signs = board(scene, "sheet", 1).signs
    assert [(sign.letters, sign.name, sign.colour) for sign in signs] == [
        ("×", "crossed off", "purple"),
        ("○", "ringed", "red"),
    ]


def test_what_is_marked_is_in_no_panel(scene: Scene) -> None:
    assert [row.name for panel in scene.seats for row in panel.rows] == []


def test_a_layout_is_the_ground_of_its_cells(scene: Scene) -> None:
    assert [badge.name for badge in cell(scene, "board", "r1c2").backdrop] == ["sand"]
    assert cell(scene, "board", "r0c2").backdrop == ()
    assert [badge.letters for c in board(scene, "sheet", 0).cells for badge in c.backdrop] == list("PRPRRRPP")


def test_marks_of_seats_on_a_shared_board_tell_whose_they_are(scene: Scene) -> None:
    assert [(mark.text, mark.seat) for mark in cell(scene, "board", "r1c0").marks] == [("×", 0), ("×", 1)]
    assert [(mark.text, mark.seat) for mark in cell(scene, "board", "r1c1").marks] == [("×", 1)]


def test_pieces_of_seats_on_a_shared_board_have_their_owner(scene: Scene) -> None:
    owners = {(c.row, c.column): token.owner for c in board(scene, "board").cells for token in c.tokens}
    assert owners == {(0, 0): -1, (0, 1): 0, (1, 2): 1}


def test_a_private_sheet_is_seen_by_its_seat_alone(state: tangrules.State) -> None:
    for viewer, seen in ((None, []), (0, ["×"]), (1, [])):
        drawn = read_scene(state.raw(), viewer=viewer)
        assert [mark.text for mark in cell(drawn, "note_pad", "r0c1", 0).marks] == seen
        (sign,) = board(drawn, "note_pad", 0).signs
        assert sign.name == ("guessed" if seen else "guessed: not seen")


def test_an_icon_that_only_some_pieces_have_is_an_extra(scene: Scene) -> None:
    (roof,) = cell(scene, "board", "r0c0").tokens
    assert [badge.name for badge in roof.extras] == ["star", "leaf"]
    floor = cell(scene, "board", "r0c0").piece
    assert floor is not None
    assert floor.extras == ()


def test_of_several_layouts_those_with_a_look_are_drawn(tmp_path: Path) -> None:
    text = (Path(__file__).parent / "sheets.tang").read_text()
    plan = 'layout plan on board of colour:\n    where "p" is plum\n    "-p-"\n    "---"\n\nzone sheet: grid'
    for look, ground in (("", []), ("look plan blue\n", ["plum"])):
        file = tmp_path / f"sheets_{len(look)}.tang"
        file.write_text(text.replace("zone sheet: grid", plan, 1).replace("look plum", f"{look}look plum"))
        drawn = read_scene(tangrules.load(file).start(players=2, seed=0).raw())
        assert [badge.name for badge in cell(drawn, "board", "r0c1").backdrop] == ground


def test_without_a_flag_of_seats_a_grid_is_drawn_once() -> None:
    game = tangrules.load(str(Path(__file__).parents[2] / "examples" / "connect_four.tang"))
    drawn = read_scene(game.start(players=2, seed=0).raw())
    assert [(each.seat, each.sheet) for each in drawn.boards] == [(-1, False)]


# ------------------------------------------------------------------------------ the picture


def elements(svg: str, tag: str) -> list[ElementTree.Element]:
    """Return the shapes of one kind in a picture."""
    return list(ElementTree.fromstring(svg).iter(f"{NAMESPACE}{tag}"))


def told(svg: str) -> list[str]:
    """Return all texts of a picture."""
    return [element.text or "" for element in elements(svg, "text")]


def crosses(svg: str, ink: str) -> list[tuple[float, float]]:
    """Return the middles of the crosses in one colour: two strokes each, one behind the other."""
    strokes = [line for line in elements(svg, "line") if line.get("stroke") == ink]
    middles = [
        (
            round((float(line.attrib["x1"]) + float(line.attrib["x2"])) / 2, 1),
            round((float(line.attrib["y1"]) + float(line.attrib["y2"])) / 2, 1),
        )
        for line in strokes
    ]
    assert all(one == other for one, other in zip(middles[::2], middles[1::2], strict=True))
    return middles[::2]


def frames(svg: str) -> list[tuple[str, float, float]]:
    """Return the frames of the seats' sheets: their colour, upper and lower edge."""
    tints = {colour(seat_colour(seat)).dark for seat in range(2)}
    return [
        (
            rect.attrib["stroke"],
            float(rect.attrib["y"]),
            float(rect.attrib["y"]) + float(rect.attrib["height"]),
        )
        for rect in elements(svg, "rect")
        if rect.get("stroke") in tints
        and float(rect.attrib["width"]) > 400
        and rect.get("stroke-width") == "1.2"
    ]


def test_each_cross_is_drawn_once_in_the_frame_of_its_seat(scene: Scene) -> None:
    svg = draw_svg(scene)
    (first, top, bottom), (second, other_top, other_bottom) = frames(svg)
    assert (first, second) == (colour(seat_colour(0)).dark, colour(seat_colour(1)).dark)
    made = crosses(svg, colour("purple").dark)  # on each sheet the one cross, and the one that explains it
    assert len(made) == len(set(made)) == 4
    assert [top < y < bottom for _, y in made] == [True, True, False, False]
    assert [other_top < y < other_bottom for _, y in made] == [False, False, True, True]


def test_the_cells_of_sheets_lie_apart(scene: Scene) -> None:
    cells = [
        (float(rect.attrib["x"]), float(rect.attrib["y"]))
        for rect in elements(draw_svg(scene), "rect")
        if rect.get("width") == rect.get("height") == "30"
    ]
    assert len(cells) == len(set(cells)) == 2 * (4 * 2 + 2 * 1)
    across = sorted({x for x, _ in cells})
    assert all(after - before >= 30 for before, after in pairwise(across))


def test_the_picture_names_each_sheet_and_sign(scene: Scene) -> None:
    shown = told(draw_svg(scene))
    for name in ("sheet", "note pad", "crossed off", "ringed", "guessed: not seen"):
        assert shown.count(name) == 2, name
    assert shown.count("visited") == 1
    assert shown.count("4") == 1


def test_a_tile_upon_a_tile_is_drawn_with_all_that_is_on_it(scene: Scene) -> None:
    svg = draw_svg(scene)
    squares = [
        (float(rect.attrib["x"]), float(rect.attrib["y"]), float(rect.attrib["width"]))
        for rect in elements(svg, "rect")
        if rect.get("fill") == colour("red").fill and rect.get("width") == rect.get("height")
    ]
    ((x, y, size),) = [square for square in squares if 36 < square[2] < 72]  # the layer
    badges = [
        element.text
        for element in elements(svg, "text")
        if x < float(element.attrib["x"]) < x + size and y < float(element.attrib["y"]) < y + size
    ]
    assert sorted(filter(None, badges)) == ["R", "lf", "st"]


def test_all_of_it_lies_within_the_page(scene: Scene) -> None:
    svg = draw_svg(scene)
    root = ElementTree.fromstring(svg)
    wide, high = float(root.attrib["width"]), float(root.attrib["height"])
    for rect in elements(svg, "rect"):
        x, y = float(rect.get("x", "0")), float(rect.get("y", "0"))
        assert 0 <= x <= x + float(rect.attrib["width"]) <= wide
        assert 0 <= y <= y + float(rect.attrib["height"]) <= high


# ------------------------------------------------------------------------------ the text


def test_sheets_stand_below_the_panels_side_by_side(scene: Scene) -> None:
    lines = draw_text(scene, width=110).splitlines()
    assert "r0 P×○ R   P   R                                        r0 P  R  P  R4" in lines
    assert "r1 R   R   P   P                                        r1 R  R  P  P×" in lines
    heading = "sheet:  × crossed off  ○ ringed"
    assert next(line for line in lines if line.startswith(heading)).split(heading)[1:] == [" " * 25, ""]


def test_sheets_stand_one_below_the_other_where_there_is_no_room(scene: Scene) -> None:
    lines = draw_text(scene, width=40).splitlines()
    assert "r0 P×○ R   P   R" in lines
    assert "r0 P  R  P  R4" in lines


def test_the_text_of_a_shared_board_shows_ground_marks_and_layers(scene: Scene) -> None:
    text = draw_text(scene)
    assert "│(R st lf)P  │" in text
    assert "│  G ×1 ×2   │    G ×2    │   S (R2)   │" in text
    assert "× visited" in text.splitlines()
