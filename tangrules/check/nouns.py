"""Icons, kinds of pieces and their fields: from declarations to numbers and types."""

from __future__ import annotations

from tangrules.check.infos import FieldInfo, Kind
from tangrules.check.types import Ty, describe
from tangrules.check.world import World
from tangrules.check.written import resolve_type
from tangrules.diagnostics import did_you_mean
from tangrules.syntax import tree


def declare_icons(world: World) -> None:
    """Numbers the symbols set by set; `all of` takes over another set's symbols."""
    for name in world.model.icons:
        _icon_set(world, name, ())


def _icon_set(world: World, name: str, path: tuple[str, ...]) -> tuple[int, ...]:
    if name in world.icon_sets:
        return world.icon_sets[name]
    declared = world.model.icons[name].item
    if name in path:
        circle = " holds ".join(f"`{n}`" for n in [*path[path.index(name) :], name])
        message = f"this set of icons holds itself: {circle}"
        world.reporter.error("E-RECURSION", message, declared.name.span)
        return ()
    for member in declared.members:
        if not member.inclusion and member.name.text not in world.icon_ids:
            world.icon_ids[member.name.text] = len(world.icons)
            world.icons.append(member.name.text)
    ids: list[int] = []
    for member in declared.members:
        for i in _member_ids(world, member, (*path, name)):
            if i in ids:
                message = f"`{world.icons[i]}` stands twice in `{name}`"
                world.reporter.error("E-DUPLICATE", message, member.span)
            else:
                ids.append(i)
    world.icon_sets[name] = tuple(ids)
    return tuple(ids)


def _member_ids(world: World, member: tree.IconMember, path: tuple[str, ...]) -> tuple[int, ...]:
    name = member.name.text
    if not member.inclusion:
        return (world.icon_ids[name],)
    if name not in world.model.icons:
        hint = did_you_mean(name, world.model.icons)
        message = f"there is no icon set called `{name}`"
        world.reporter.error("E-NAME", message, member.name.span, suggestion=hint)
        return ()
    return _icon_set(world, name, path)


# --------------------------------------------------------------------------- kinds


def declare_kinds(world: World) -> None:
    """The names of all kinds; fields may speak of any of them."""
    for name in world.model.kinds:
        world.kinds[name] = Kind(name, {})


def declare_fields(world: World) -> None:
    """Fields of every kind; needs icons and the names of kinds and grids."""
    for name, rule in world.model.kinds.items():
        fields = world.kinds[name].fields
        for field in rule.item.fields:
            word = field.name.text
            ty = _field_type(world, field)
            fields[word] = FieldInfo(word, field.form, ty, field.changes, field.default, span=field.span)


def _field_type(world: World, field: tree.Field) -> Ty:
    ty = resolve_type(world, field.type)
    name = field.name.text
    if field.form in ("areas", "sites", "per_side") and ty.form not in ("icon", "unknown"):
        message = f"`{name}` needs the name of an icon set, not {describe(ty)}"
        world.reporter.error("E-KIND", message, field.type.span)
    if field.form == "parts" and ty.form not in ("piece", "unknown"):
        message = f"`{name}` needs the name of a kind of piece, not {describe(ty)}"
        world.reporter.error("E-KIND", message, field.type.span)
    if field.changes and field.form != "plain":
        world.reporter.error("E-KIND", f"what is printed as `{name}` can't change", field.span)
    return ty
