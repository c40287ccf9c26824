"""From a state to a scene: what is seen, and by whom."""

from __future__ import annotations

from tangrules import State
from tangrules.draw import Scene, read_scene
from tangrules.draw.scene import Entry, Piece, Row


def scene_of(state: State, viewer: int | None = None) -> Scene:
    """Read the scene for an onlooker."""
    return read_scene(state.raw(), viewer=viewer, asked=state.pending, scores=state.scores)


def piece_at(scene: Scene, name: str) -> Piece:
    """Return the piece on a cell of the first board."""
    found = next(cell.piece for cell in scene.boards[0].cells if f"r{cell.row}c{cell.column}" == name)
    assert found is not None
    return found


def row(scene: Scene, name: str, seat: int = -1) -> Row:
    """Return a zone's row."""
    panel = scene.common if seat < 0 else scene.seats[seat]
    return next(row for row in panel.rows if row.name == name)


def entry(scene: Scene, name: str, seat: int = -1) -> Entry:
    """Return the only entry of a zone's row."""
    (found,) = row(scene, name, seat).entries
    return found


def test_a_turned_piece_shows_its_sides_as_it_lies(meadow: State) -> None:
    bend = piece_at(scene_of(meadow), "r0c0")
    assert [edge.letters for edge in bend.edges if edge] == ["H", "G", "G", "B"]
    assert [(area.badge.letters, area.sides) for area in bend.areas] == [("G", (1, 2)), ("B", (3,))]


def test_sites_hold_pieces_with_owner_and_facing(meadow: State) -> None:
    nest, burrow = piece_at(scene_of(meadow), "r0c1").spots
    assert (nest.badge.letters, nest.piece) == ("n", None)
    assert burrow.piece is not None
    assert (burrow.piece.name, burrow.piece.owner, burrow.piece.facing) == ("mole", 0, 3)


def test_tokens_lie_on_cells(meadow: State) -> None:
    scene = scene_of(meadow)
    tokens = {
        (cell.row, cell.column): [token.name for token in cell.tokens] for cell in scene.boards[0].cells
    }
    assert tokens[0, 2] == ["dot_1"]
    assert tokens[0, 0] == []


def test_cells_that_do_not_exist_are_left_out(meadow: State) -> None:
    assert (1, 2) not in {(cell.row, cell.column) for cell in scene_of(meadow).boards[0].cells}


def test_zones_by_side_lie_around_the_first_board(meadow: State) -> None:
    scene = scene_of(meadow)
    south = next(strip for strip in scene.boards[0].strips if strip.side == 2)
    assert [place and place.name for place in south.places] == ["dot_2", None]
    assert "rim" not in {row.name for row in scene.common.rows}


def test_a_track_knows_its_marks(meadow: State) -> None:
    grass, brook = row(scene_of(meadow), "level", 0).entries
    assert (grass.label, grass.form, grass.value, grass.low, grass.high, grass.marks) == (
        "grass", "track", 0, 0, 5, (3,),
    )  # fmt: skip
    assert (brook.value, brook.colour) == (1, "blue")


def test_a_deck_shows_its_size_alone(meadow: State) -> None:
    heap = entry(scene_of(meadow), "heap")
    assert (heap.form, heap.count) == ("deck", 1)
    assert [piece and piece.hidden for piece in heap.pieces] == [True]


def test_a_pile_shows_its_top(meadow: State) -> None:
    spent = entry(scene_of(meadow), "spent")
    assert (spent.form, spent.count, len(spent.pieces)) == ("pile", 1, 1)


def test_a_hand_is_seen_by_its_seat_alone(meadow: State) -> None:
    for viewer in (None, 0, 1):
        scene = scene_of(meadow, viewer)
        for seat in (0, 1):
            hidden = {piece.hidden for piece in entry(scene, "hand", seat).pieces if piece}
            assert hidden == {viewer != seat}


def test_a_hidden_piece_tells_its_kind_and_nothing_else(meadow: State) -> None:
    first = entry(scene_of(meadow), "hand", 0).pieces[0]
    assert first is not None
    assert (first.name, first.kind, first.icons, first.species) == ("", "card", (), -1)


def test_a_private_number_is_seen_by_its_seat_alone(meadow: State) -> None:
    assert entry(scene_of(meadow, 1), "guess", 1).text == "7"
    assert "guess" not in {row.name for row in scene_of(meadow, 0).seats[1].rows}


def test_the_scene_of_an_onlooker_does_not_depend_on_what_is_hidden(meadow: State) -> None:
    """Swapping the pieces of two hidden places changes nothing that is drawn."""
    raw = meadow.raw()
    program = raw.program
    hands = next(zone for zone in program.zones if zone.name == "hand")
    one, other = raw.Z[hands.base], raw.Z[hands.base + 1]
    before = read_scene(raw, viewer=None)
    raw.Z[hands.base], raw.Z[hands.base + 1] = other, one
    for piece in one + other:
        raw.V[program.know + piece] ^= 3
    assert read_scene(raw, viewer=None) == before


def test_the_legend_has_each_icon_once(meadow: State) -> None:
    names = [badge.name for badge in scene_of(meadow).legend]
    assert len(names) == len(set(names))
    assert {"grass", "brook", "hedge", "nest", "burrow", "little"} <= set(names)


def test_icons_without_a_look_get_letters_that_tell_them_apart(meadow: State) -> None:
    letters = {badge.name: badge.letters for badge in scene_of(meadow).legend}
    assert letters["big"] == "B"
    assert letters["little"] == "li"


def test_who_is_on_turn_and_who_is_asked(meadow: State) -> None:
    scene = scene_of(meadow)
    assert [(panel.on_turn, panel.asked, panel.score) for panel in scene.seats] == [
        (True, True, 3),
        (False, False, 3),
    ]
