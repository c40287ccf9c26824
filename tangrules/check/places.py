"""Zones: where pieces and numbers are, and how each instance of a zone is numbered."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.constants import constant, fitting
from tangrules.check.infos import Grid, ZoneInfo
from tangrules.check.types import ANY_PIECE, NUMBER, SITE, YESNO, Ty, info
from tangrules.check.world import World, nothing_value
from tangrules.check.written import resolve_type
from tangrules.check.zones import index_size
from tangrules.diagnostics import Span, did_you_mean
from tangrules.syntax import tree

MAX_SIDE = 64
PLANE_SIDE = 64
"""A plane is endless to its players, and this wide and high in the program."""

MAX_INSTANCES = 20_000
STORAGE = {"one": "space", "set": "set", "row": "row", "pile": "pile", "deck": "deck"}
NUMBERS = ("counter", "flag", "note")
RESETS = {"each turn": "turn", "each your turn": "your turn", "each round": "round"}


def declare_grids(world: World) -> None:
    """The shapes of the grids, before anything refers to their cells."""
    for name, rule in world.model.zones.items():
        zone = rule.item
        if isinstance(zone, tree.Zone) and zone.type.form in ("grid", "plane"):
            world.grids[name] = _grid(world, name, zone)


def _grid(world: World, name: str, zone: tree.Zone) -> Grid:
    width, height = zone.type.width, zone.type.height
    if zone.type.form == "plane":
        width = height = PLANE_SIDE
    if width < 1 or height < 1:
        world.reporter.error("E-RANGE", "a grid is at least 1 cell wide and high", zone.type.span)
        width = height = 1
    if width > MAX_SIDE or height > MAX_SIDE:
        world.reporter.error("E-SIZE", f"a grid is at most {MAX_SIDE} cells wide and high", zone.type.span)
        width = height = 1
    names = {f"r{r}c{c}": r * width + c for r in range(height) for c in range(width)}
    missing = set()
    for written in zone.type.without:
        if written.text in names:
            missing.add(names[written.text])
            continue
        message = f"`{written.text}` is no cell of this grid"
        hint = f"`r0c0` to `r{height - 1}c{width - 1}`"
        world.reporter.error("E-NAME", message, written.span, expected=hint)
    kind = zone.type.of.text if zone.type.of else ""
    return Grid(name, kind, width, height, frozenset(missing), world.players if zone.your else 0)


def declare_spaces(world: World) -> None:
    """Zones that hold one piece a place, first in V: grids, `one` zones, slots and sites."""
    for name, zone in _zones(world, "grid", "plane", "one"):
        _declare_zone(world, name, zone)
    for name, zone in _zones(world, "slots"):
        _declare_zone(world, name, zone)
    _declare_all_slots(world)
    definition = ir.ZoneDef(
        "#sites", "space", 0, len(world.sites), index=(info(SITE),), holds=info(ANY_PIECE.maybe()), initial=-1
    )
    world.site_zone = world.space_zone(definition)


def _zones(world: World, *forms: str) -> list[tuple[str, tree.Zone]]:
    items = [(name, rule.item) for name, rule in world.model.zones.items()]
    return [(n, z) for n, z in items if isinstance(z, tree.Zone) and z.type.form in forms]


def _declare_all_slots(world: World) -> None:
    """Slots of all zones stand one after another in V, a guard between zones; one zone reads any of them."""
    if not world.slots:
        return
    first = world.zone_defs[world.slots[0][0]]
    holds = info(ANY_PIECE.maybe())
    definition = ir.ZoneDef(
        "#slots", "space", first.base, len(world.slots), holds=holds, initial=-1, alias=True
    )
    world.slot_zone = world.add_zone(definition)


def declare_containers(world: World) -> None:
    """All other zones."""
    for name, rule in world.model.zones.items():
        if isinstance(rule.item, tree.Track):
            _declare_track(world, name, rule.item)
        elif rule.item.type.form not in ("grid", "plane", "one", "slots"):
            _declare_zone(world, name, rule.item)


def _declare_zone(world: World, name: str, zone: tree.Zone) -> None:
    form = zone.type.form
    _check_options(world, zone)
    if form in ("grid", "plane"):
        _declare_grid_zone(world, name, zone)
    elif form == "slots":
        _declare_slots(world, name, zone)
    elif form in STORAGE:
        _declare_piece_zone(world, name, zone)
    else:
        _declare_number_zone(world, name, zone)


def _check_options(world: World, zone: tree.Zone) -> None:
    """What follows the comma must mean something for this zone."""
    report = world.reporter.error
    name = zone.name.text
    if "private" in zone.options and not zone.your:
        message = f"`{name}` is no player's own, so there is nobody to whom it could be private"
        report("E-SEAT", message, zone.span, expected=f"`zone your {name}`, or `secret`")
    holds_pieces = zone.type.form not in NUMBERS
    moments = [option for option in zone.options if option.startswith("each ")]
    starts_anew = moments[0] if moments else None
    if starts_anew is not None and holds_pieces:
        message = f"`{name}` holds pieces: it can't start anew {starts_anew}"
        report("E-KIND", message, zone.span, expected="a counter, a flag or a note")
    if len(moments) > 1:
        message = f"`{name}` starts anew {moments[0]} and {moments[1]}: it can have one of them"
        report("E-DUPLICATE", message, zone.span, expected="one `each`")
    if starts_anew == "each your turn" and not zone.your:
        message = f"`{name}` is no player's own: whose turn is meant?"
        report("E-SEAT", message, zone.span, expected="`each turn`")
    if zone.initial is not None and holds_pieces:
        message = f"`{name}` holds pieces: setup moves them there"
        report("E-KIND", message, zone.initial.span, expected="nothing after `=`")


# --------------------------------------------------------------------------- shapes


def _kind_type(world: World, zone: tree.Zone) -> Ty:
    written = zone.type.of
    assert written is not None
    if written.text == "piece":
        return ANY_PIECE
    if written.text not in world.kinds:
        hint = did_you_mean(written.text, world.kinds)
        message = f"there is no kind of piece called `{written.text}`"
        world.reporter.error("E-NAME", message, written.span, suggestion=hint)
        return ANY_PIECE
    return Ty("piece", written.text)


def _index_types(world: World, index: tuple[tree.Name, ...]) -> tuple[Ty, ...]:
    types = []
    for name in index:
        if name.text in world.grids:
            types.append(Ty("cell", name.text))
        else:
            types.append(resolve_type(world, tree.Type(name, span=name.span)))
    return tuple(types)


def _shape(world: World, zone: tree.Zone | tree.Track) -> tuple[tuple[Ty, ...], tuple[int, ...], int]:
    types = _index_types(world, zone.index)
    sizes = tuple(index_size(world, t) for t in types)
    for written, ty, size in zip(zone.index, types, sizes, strict=True):
        if size == 0 and ty.form != "unknown":
            message = f"there is no `{zone.name.text}` for each `{written.text}`: these can't be counted off"
            hint = "an icon set, a grid, player, side, site or a kind of piece"
            world.reporter.error("E-KIND", message, written.span, expected=hint)
    count = world.players if zone.your else 1
    for size in sizes:
        count *= max(size, 1)
    if count > MAX_INSTANCES:
        message = f"`{zone.name.text}` would need {count} places, more than {MAX_INSTANCES}"
        world.reporter.error("E-SIZE", message, zone.span)
        count = 1
    return types, sizes, count


def _visibility(zone: tree.Zone) -> str:
    return next((o for o in zone.options if o in ("secret", "private")), "public")


def _shows(world: World, zone: tree.Zone, kind: Ty | None) -> tuple[int, ...]:
    """The columns that all may see of what lies in a hidden zone."""
    fields = world.kinds[kind.name].fields if kind is not None and kind.name else {}
    columns: list[int] = []
    for name in zone.but_for:
        field = fields.get(name.text)
        if field is None:
            message = f"what lies in `{zone.name.text}` has no field called `{name.text}`"
            world.reporter.error("E-NAME", message, name.span, suggestion=did_you_mean(name.text, fields))
        elif field.form != "plain" or field.changes:
            message = f"`{name.text}` is not one value printed on the piece"
            world.reporter.error("E-KIND", message, name.span)
        else:
            columns.append(field.table)
    return tuple(columns)


# --------------------------------------------------------------------------- places for pieces


def _declare_grid_zone(world: World, name: str, zone: tree.Zone) -> None:
    grid = world.grids[name]
    kind = _kind_type(world, zone)
    geometry = ir.GridDef(grid.width, grid.height, tuple(sorted(grid.missing)))
    fields = world.kinds[kind.name].fields.values() if kind.name else ()
    posed = any(f.form in ("per_side", "areas", "parts") for f in fields)
    cell = Ty("cell", name)
    definition = ir.ZoneDef(
        name, "space", 0, grid.size, per_seat=grid.seats > 0, index=(info(cell),), sizes=(grid.area,),
        holds=info(kind.maybe()), initial=-1, posed=posed, visibility=_visibility(zone),
        shows=_shows(world, zone, kind), grid=geometry,
    )  # fmt: skip
    number = world.space_zone(definition)
    world.grids[name] = attrs.evolve(grid, zone=number)
    seen = _visibility(zone)
    world.zones[name] = ZoneInfo(
        name, number, "grid", zone.your, (cell,), kind.maybe(), seen, world.grids[name], span=zone.span
    )


def _declare_slots(world: World, name: str, zone: tree.Zone) -> None:
    types, sizes, count = _shape(world, zone)
    capacity = 1
    if isinstance(zone.type.count, tree.NumberLit) and 1 <= zone.type.count.value <= 100:
        capacity = zone.type.count.value
    else:
        world.reporter.error("E-RANGE", "a zone has 1 to 100 slots, written as a number", zone.type.span)
    kind = _kind_type(world, zone)
    definition = ir.ZoneDef(
        name, "space", 0, count * capacity, per_seat=zone.your, index=(*map(info, types), info(NUMBER)),
        sizes=(*sizes, capacity), holds=info(kind.maybe()), initial=-1, visibility=_visibility(zone),
        shows=_shows(world, zone, kind),
    )  # fmt: skip
    number = world.space_zone(definition)
    first = len(world.slots)
    world.slots.extend((number, i) for i in range(count * capacity))
    world.slots.append((-1, -1))  # the guard that follows in V, so that slots stay consecutive there
    world.zones[name] = ZoneInfo(
        name, number, "slots", zone.your, types, kind, _visibility(zone),
        capacity=capacity, slot_first=first, span=zone.span,
    )  # fmt: skip


def _declare_piece_zone(world: World, name: str, zone: tree.Zone) -> None:
    types, sizes, count = _shape(world, zone)
    form = zone.type.form
    kind = _kind_type(world, zone)
    holds = kind.maybe() if form == "one" else kind
    definition = ir.ZoneDef(
        name, STORAGE[form], 0, count, per_seat=zone.your, index=tuple(map(info, types)), sizes=sizes,
        holds=info(holds), initial=-1, visibility=_visibility(zone), shows=_shows(world, zone, kind),
    )  # fmt: skip
    if form == "one":
        number = world.space_zone(definition)
    else:
        number = world.tuple_zone(definition, 3 if form == "deck" else 1)
    seen = _visibility(zone)
    world.zones[name] = ZoneInfo(name, number, form, zone.your, types, holds, seen, span=zone.span)


# --------------------------------------------------------------------------- places for numbers


def _declare_number_zone(world: World, name: str, zone: tree.Zone) -> None:
    types, sizes, count = _shape(world, zone)
    ty, low, high = _content(world, zone)
    initial, unset = _initial(world, zone, ty, low, high)
    storage = "list" if ty.form == "list" else "value"
    reset = next((RESETS[option] for option in zone.options if option in RESETS), "")
    definition = ir.ZoneDef(
        name, storage, 0, count, per_seat=zone.your, index=tuple(map(info, types)), sizes=sizes,
        holds=info(ty), low=low, high=high, initial=initial, reset=reset, visibility=_visibility(zone),
        shows=_shows(world, zone, None),
    )  # fmt: skip
    number = world.tuple_zone(definition) if ty.form == "list" else world.space_zone(definition)
    world.zones[name] = ZoneInfo(
        name, number, zone.type.form, zone.your, types, ty, _visibility(zone),
        low=low, high=high, unset=unset, span=zone.span,
    )  # fmt: skip


def _initial(
    world: World, zone: tree.Zone, ty: Ty, low: int, high: int
) -> tuple[int | tuple[int, ...], bool]:
    """What a zone holds first, and whether it must be set before it is read."""
    if zone.initial is not None:
        initial = constant(world, ty, zone.initial)
        if (
            ty.form == "number"
            and isinstance(initial, int)
            and initial != ir.NIL
            and not low <= initial <= high
        ):
            message = f"`{zone.name.text}` can't start at {initial}: it goes from {low} to {high}"
            world.reporter.error("E-RANGE", message, zone.initial.span)
        return initial, False
    if ty.optional or ty.form == "list":
        return nothing_value(ty), False
    if ty.form == "number":
        return min(max(0, low), high), False
    if ty.form in ("yesno", "text", "unknown"):
        return 0, False
    return -1, True


def _content(world: World, zone: tree.Zone) -> tuple[Ty, int, int]:
    if zone.type.form == "flag":
        return YESNO, 0, 1
    if zone.type.form == "note":
        assert zone.type.type is not None
        return resolve_type(world, zone.type.type), -(2**31), 2**31 - 1
    low, high = 0, 32767
    if zone.type.low is not None and zone.type.high is not None:
        low, high = _bound(world, zone.type.low), _bound(world, zone.type.high)
        if low > high:
            _report_bounds(world, low, high, zone.type.span)
            low, high = high, low
    return NUMBER, low, high


def _report_bounds(world: World, low: int, high: int, span: Span) -> None:
    message = f"the lower bound {low} is above the upper one {high}"
    world.reporter.error("E-RANGE", message, span, expected=f"`{high} .. {low}`")


def _bound(world: World, written: tree.Expr) -> int:
    value = constant(world, NUMBER, written)
    return value if isinstance(value, int) else 0


def _declare_track(world: World, name: str, track: tree.Track) -> None:
    types, sizes, count = _shape(world, track)
    fitting(world, max(track.low, track.high), track.span)
    if track.low > track.high:
        message = f"the track goes from {track.low} to {track.high}"
        world.reporter.error("E-RANGE", message, track.span, expected=f"`{track.high} to {track.low}`")
        return
    definition = ir.ZoneDef(
        name, "value", 0, count, per_seat=track.your, index=tuple(map(info, types)), sizes=sizes,
        holds=info(NUMBER), low=track.low, high=track.high, initial=track.low,
    )  # fmt: skip
    number = world.space_zone(definition)
    world.zones[name] = ZoneInfo(
        name, number, "track", track.your, types, NUMBER, low=track.low, high=track.high, span=track.span
    )
    for mark in track.marks:
        if not track.low < mark.at <= track.high:
            message = f"nobody ever steps onto {mark.at}: the track goes from {track.low} to {track.high}"
            world.reporter.error("E-RANGE", message, mark.span)
