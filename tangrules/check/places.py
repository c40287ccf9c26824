"""Zones: where pieces and numbers are, and how each instance of a zone is numbered."""

from __future__ import annotations

import attrs

from tangrules import ir
from tangrules.check.nouns import cell_names, constant
from tangrules.check.types import ANY_PIECE, NUMBER, SEAT, SIDE, SITE, Ty, info
from tangrules.check.world import Grid, World, ZoneInfo, nothing_value
from tangrules.diagnostics import did_you_mean
from tangrules.syntax import tree

MAX_SIDE = 64
PLANE_SIDE = 64  # a plane is endless to its players, and this wide and high in the program
MAX_INSTANCES = 20_000
FORM_OF = {"one": "space", "set": "set", "row": "row", "pile": "pile", "deck": "deck", "slots": "space"}


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
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        world.reporter.error("E-RANGE", f"a grid is 1 to {MAX_SIDE} cells wide and high", zone.type.span)
        width = height = 1
    names = {f"r{r}c{c}": r * width + c for r in range(height) for c in range(width)}
    missing = set()
    for written in zone.type.without:
        if written.text in names:
            missing.add(names[written.text])
        else:
            hint = did_you_mean(written.text, names)
            world.reporter.error(
                "E-NAME", f"`{written.text}` is no cell of this grid", written.span, suggestion=hint
            )
    kind = zone.type.of.text if zone.type.of else ""
    return Grid(name, kind, width, height, frozenset(missing), world.players if zone.your else 0)


def declare_spaces(world: World) -> None:
    """Zones that hold one piece a place, first in V: grids, `one` zones, slots and sites."""
    for name, rule in world.model.zones.items():
        zone = rule.item
        if isinstance(zone, tree.Zone) and zone.type.form in ("grid", "plane", "one"):
            _declare_zone(world, name, zone)
    for name, rule in world.model.zones.items():
        zone = rule.item
        if isinstance(zone, tree.Zone) and zone.type.form == "slots":
            _declare_zone(world, name, zone)
    _declare_all_slots(world)
    definition = ir.ZoneDef(
        "#sites", "space", 0, len(world.sites), index=(info(SITE),), holds=info(ANY_PIECE.maybe()), initial=-1
    )
    world.site_zone = world.space_zone(definition)


def _declare_all_slots(world: World) -> None:
    """Slots of all zones stand one after another in V, a guard between zones; one zone reads any of them."""
    if not world.slots:
        return
    first = world.zone_defs[world.slots[0][0]]
    holds = info(ANY_PIECE.maybe())
    definition = ir.ZoneDef(
        "#slots", "space", first.base, len(world.slots), holds=holds, initial=-1, alias=True
    )
    world.zone_defs.append(definition)
    world.slot_zone = len(world.zone_defs) - 1


def declare_containers(world: World) -> None:
    """All other zones."""
    for name, rule in world.model.zones.items():
        if isinstance(rule.item, tree.Track):
            _declare_track(world, name, rule.item)
        elif rule.item.type.form not in ("grid", "plane", "one", "slots"):
            _declare_zone(world, name, rule.item)


def _kind_type(world: World, zone: tree.Zone) -> Ty:
    written = zone.type.of
    assert written is not None
    if written.text == "piece":
        return ANY_PIECE
    if written.text not in world.kinds:
        hint = did_you_mean(written.text, world.kinds)
        world.reporter.error(
            "E-NAME", f"there is no kind of piece called `{written.text}`", written.span, suggestion=hint
        )
        return ANY_PIECE
    return Ty("piece", written.text)


def _index_types(world: World, index: tuple[tree.Name, ...]) -> tuple[Ty, ...]:
    types = []
    for name in index:
        if name.text in world.grids:
            types.append(Ty("cell", name.text))
        else:
            types.append(world.resolve_type(tree.Type(name, span=name.span)))
    return tuple(types)


def index_size(world: World, ty: Ty) -> int:
    """How many values an index of this type has."""
    match ty.form:
        case "icon":
            return len(world.icon_sets[ty.name])
        case "piece":
            return len(world.kinds[ty.name].pieces) if ty.name else len(world.pieces)
        case "cell":
            return world.grids[ty.name].size
        case "side" | "turn":
            return 4
        case "seat":
            return world.players
        case "site":
            return len(world.sites)
    return 0


def _shape(world: World, zone: tree.Zone | tree.Track) -> tuple[tuple[Ty, ...], tuple[int, ...], int]:
    types = _index_types(world, zone.index)
    sizes = tuple(index_size(world, t) for t in types)
    if any(s == 0 for s in sizes):
        message = f"`{zone.name.text}` can't be numbered by this"
        world.reporter.error(
            "E-KIND", message, zone.span, expected="an icon set, a grid, side, site or a kind of piece"
        )
    count = world.players if zone.your else 1
    for size in sizes:
        count *= max(size, 1)
    if count > MAX_INSTANCES:
        world.reporter.error("E-SIZE", f"`{zone.name.text}` would need {count} places", zone.span)
        count = 1
    return types, sizes, count


def _declare_zone(world: World, name: str, zone: tree.Zone) -> None:
    form = zone.type.form
    if form in ("grid", "plane"):
        _declare_grid_zone(world, name, zone)
    elif form == "slots":
        _declare_slots(world, name, zone)
    elif form in FORM_OF:
        _declare_piece_zone(world, name, zone)
    else:
        _declare_number_zone(world, name, zone)


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


def _reset(zone: tree.Zone) -> str:
    words = {"each turn": "turn", "each your turn": "your turn", "each round": "round"}
    return next((words[o] for o in zone.options if o in words), "")


def _declare_grid_zone(world: World, name: str, zone: tree.Zone) -> None:
    grid = world.grids[name]
    kind = _kind_type(world, zone)
    geometry = ir.GridDef(grid.width, grid.height, tuple(sorted(grid.missing)))
    posed = (
        any(f.form in ("per_side", "areas", "parts") for f in world.kinds[kind.name].fields.values())
        if kind.name
        else False
    )
    definition = ir.ZoneDef(
        name, "space", 0, grid.size, per_seat=grid.seats > 0, index=(info(Ty("cell", name)),),
        sizes=(grid.area,), holds=info(kind.maybe()), initial=-1, posed=posed, visibility=_visibility(zone),
        shows=_shows(world, zone, kind), grid=geometry,
    )  # fmt: skip
    number = world.space_zone(definition)
    world.grids[name] = attrs.evolve(grid, zone=number)
    world.zones[name] = ZoneInfo(
        name,
        number,
        "grid",
        zone.your,
        (Ty("cell", name),),
        kind.maybe(),
        _visibility(zone),
        world.grids[name],
        span=zone.span,
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
        name,
        number,
        "slots",
        zone.your,
        types,
        kind,
        _visibility(zone),
        capacity=capacity,
        slot_first=first,
        span=zone.span,
    )


def _declare_piece_zone(world: World, name: str, zone: tree.Zone) -> None:
    types, sizes, count = _shape(world, zone)
    kind = _kind_type(world, zone)
    form = zone.type.form
    definition = ir.ZoneDef(
        name, FORM_OF[form], 0, count, per_seat=zone.your, index=tuple(map(info, types)), sizes=sizes,
        holds=info(kind.maybe() if form == "one" else kind), initial=-1, visibility=_visibility(zone),
        shows=_shows(world, zone, kind),
    )  # fmt: skip
    if form == "one":
        number = world.space_zone(definition)
    else:
        number = world.tuple_zone(definition, 3 if form == "deck" else 1)
    holds = kind.maybe() if form == "one" else kind
    world.zones[name] = ZoneInfo(
        name, number, form, zone.your, types, holds, _visibility(zone), span=zone.span
    )


def _declare_number_zone(world: World, name: str, zone: tree.Zone) -> None:
    types, sizes, count = _shape(world, zone)
    ty, low, high = _content(world, zone)
    initial = nothing_value(ty) if ty.optional or ty.form == "list" else 0
    unset = False
    if zone.initial is not None:
        initial = constant(world, ty, zone.initial)
    elif ty.form == "number":
        initial = max(0, low) if low <= 0 <= high else low
    elif ty.form not in ("yesno", "list") and not ty.optional:
        unset, initial = True, -1
    definition = ir.ZoneDef(
        name, "list" if ty.form == "list" else "value", 0, count, per_seat=zone.your,
        index=tuple(map(info, types)), sizes=sizes, holds=info(ty), low=low, high=high, initial=initial,
        reset=_reset(zone), visibility=_visibility(zone),
        shows=_shows(world, zone, None),
    )  # fmt: skip
    number = world.tuple_zone(definition) if ty.form == "list" else world.space_zone(definition)
    world.zones[name] = ZoneInfo(
        name,
        number,
        zone.type.form,
        zone.your,
        types,
        ty,
        _visibility(zone),
        low=low,
        high=high,
        unset=unset,
        span=zone.span,
    )


def _content(world: World, zone: tree.Zone) -> tuple[Ty, int, int]:
    if zone.type.form == "flag":
        return Ty("yesno"), 0, 1
    if zone.type.form == "note":
        assert zone.type.type is not None
        return world.resolve_type(zone.type.type), -(2**31), 2**31 - 1
    low, high = 0, 32767
    if zone.type.low is not None and zone.type.high is not None:
        low, high = _bound(world, zone.type.low), _bound(world, zone.type.high)
        if low > high:
            world.reporter.error("E-RANGE", "the lower bound is above the upper one", zone.type.span)
    return NUMBER, low, high


def _bound(world: World, written: tree.Expr) -> int:
    value = constant(world, NUMBER, written)
    return value if isinstance(value, int) else 0


def _declare_track(world: World, name: str, track: tree.Track) -> None:
    types, sizes, count = _shape(world, track)
    definition = ir.ZoneDef(
        name, "value", 0, count, per_seat=track.your, index=tuple(map(info, types)), sizes=sizes,
        holds=info(NUMBER), low=track.low, high=track.high, initial=track.low,
    )  # fmt: skip
    number = world.space_zone(definition)
    world.zones[name] = ZoneInfo(
        name, number, "track", track.your, types, NUMBER, low=track.low, high=track.high, span=track.span
    )
    for mark in track.marks:
        if not track.low <= mark.at <= track.high:
            world.reporter.error("E-RANGE", f"the track goes from {track.low} to {track.high}", mark.span)


def declare_layouts(world: World) -> None:
    """Drawn grids become static attributes of cells."""
    for name, rule in world.model.layouts.items():
        layout = rule.item
        if layout.grid.text not in world.grids:
            hint = did_you_mean(layout.grid.text, world.grids)
            world.reporter.error(
                "E-NAME", f"there is no grid called `{layout.grid.text}`", layout.grid.span, suggestion=hint
            )
            continue
        ty = world.resolve_type(tree.Type(layout.icons, span=layout.icons.span))
        grid = world.grids[layout.grid.text]
        cells = _read_layout(world, layout, grid, ty)
        column = [cells.get(c % grid.area, -1) for c in range(grid.size)]
        world.layouts[name] = (grid.name, ty.maybe(), world.table(name, [*column, -1]))


def _read_layout(world: World, layout: tree.Layout, grid: Grid, ty: Ty) -> dict[int, int]:
    legend: dict[str, int] = {}
    for letter, icon in layout.legend:
        if len(letter) != 1:
            world.reporter.error("E-LAYOUT", "a legend names single characters", icon.span)
            continue
        names = {world.icons[i]: i for i in ty.icons}
        if icon.text not in names:
            hint = did_you_mean(icon.text, names)
            world.reporter.error(
                "E-ICON", f"`{icon.text}` is not an icon of `{ty.name}`", icon.span, suggestion=hint
            )
        legend[letter] = names.get(icon.text, -1)
    if len(layout.rows) != grid.height:
        message = f"this drawing has {len(layout.rows)} rows, the grid has {grid.height}"
        world.reporter.error("E-LAYOUT", message, layout.span)
    cells: dict[int, int] = {}
    for r, row in enumerate(layout.rows[: grid.height]):
        if len(row) != grid.width:
            message = f"row {r + 1} of this drawing has {len(row)} characters, the grid is {grid.width} wide"
            world.reporter.error("E-LAYOUT", message, layout.span)
            continue
        _read_layout_row(world, layout, grid, legend, r, row, cells)
    return cells


def _read_layout_row(
    world: World,
    layout: tree.Layout,
    grid: Grid,
    legend: dict[str, int],
    r: int,
    row: str,
    cells: dict[int, int],
) -> None:
    for c, letter in enumerate(row):
        cell = r * grid.width + c
        if letter in legend:
            cells[cell] = legend[letter]
            if cell in grid.missing:
                world.reporter.error("E-LAYOUT", f"r{r}c{c} is no cell of `{grid.name}`", layout.span)
        elif letter not in "-. ":
            message = f"the legend does not say what `{letter}` is (row {r + 1})"
            world.reporter.error(
                "E-LAYOUT", message, layout.span, expected='a legend line `where "x" is ICON`'
            )


ENGINE = (
    ("turn", ir.Reserved.TURN, NUMBER),
    ("round", ir.Reserved.ROUND, NUMBER),
    ("outcome", ir.Reserved.OUTCOME, NUMBER),
    ("outcome_seat", ir.Reserved.OUTCOME_SEAT, SEAT.maybe()),
    ("outcome_end", ir.Reserved.OUTCOME_END, NUMBER),
    ("halt", ir.Reserved.HALT, NUMBER),
    ("current", ir.Reserved.CURRENT, SEAT.maybe()),
    ("out", ir.Reserved.OUT, NUMBER),
)


def declare_engine(world: World) -> None:
    """The engine's own numbers, readable like zones."""
    for name, offset, ty in ENGINE:
        world.engine_zone(name, offset, ty)
        world.v_initial[offset] = -1 if name in ("outcome_seat", "outcome_end", "current") else 0


__all__ = [
    "SIDE",
    "cell_names",
    "declare_containers",
    "declare_engine",
    "declare_grids",
    "declare_layouts",
    "declare_spaces",
]
