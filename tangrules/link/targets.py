"""Rules about another thing: whether it is there, and takes what they name in brackets."""

from __future__ import annotations

from collections.abc import Sequence

from tangrules.diagnostics import Related, Reporter, did_you_mean
from tangrules.link.declared import Declarations, Declared
from tangrules.link.names import called, opening_of, place_of, qualified_of, target_of, word_of
from tangrules.syntax import tree


def check_targets(found: Declarations, reporter: Reporter) -> None:
    """Report adjustments, requirements, waivers, triggers and orders that miss what they speak of."""
    checker = _Targets(found, reporter)
    for known in found.by_key.values():
        checker.check(known)


class _Targets:
    def __init__(self, found: Declarations, reporter: Reporter) -> None:
        self._found = found
        self._reporter = reporter

    def check(self, known: Declared) -> None:
        item = known.item
        if isinstance(item, tree.Order):
            for rule in item.rules:
                self._check_ordered(rule)
            return
        name = target_of(item)
        if name is None:
            return
        kinds: tuple[type[tree.Item], ...] = (tree.Verb, tree.Action)
        if isinstance(item, tree.Adjust):
            kinds = (tree.Value,)
        target = self._named(name, "value" if isinstance(item, tree.Adjust) else "verb", kinds)
        match item:
            case tree.Adjust() if target is not None:
                self._check_params(name, item.params, target)
                self._check_seat(item, target)
            case tree.Require() | tree.Trigger() if target is not None:
                self._check_params(name, item.params, target)
            case tree.RequireLaw():
                if target is not None:
                    self._check_params(name, item.params, target)
                self._check_law(item)
            case tree.Waive() if target is not None:
                self._check_params(name, item.params, target)
                self._check_waived(item)
            case _:
                pass

    def _named(self, name: tree.Name, word: str, kinds: tuple[type[tree.Item], ...]) -> Declared | None:
        key = ("name", name.text)
        known = self._found.by_key.get(key)
        if known is not None and isinstance(known.item, kinds):
            return known
        if known is not None:
            related = [Related(place_of(known.item), "it is here")]
            message = f"`{name.text}` is no {word}, but {_with_article(word_of(known.item))}"
            hint = _other_way(known.item) if word == "value" else ""
            self._reporter.error("E-KIND", message, name.span, suggestion=hint, related=related)
            return None
        if key in self._found.gone:
            _, remover = self._found.gone[key]
            related = [Related(place_of(remover.item), f"`{remover.pack}` removes it here")]
            message = f"there is no {word} `{name.text}` any more"
            self._reporter.error("E-NAME", message, name.span, related=related)
            return None
        names = [key[-1] for key, other in self._found.by_key.items() if isinstance(other.item, kinds)]
        hint = did_you_mean(name.text, names)
        self._reporter.error("E-NAME", f"there is no {word} `{name.text}`", name.span, suggestion=hint)
        return None

    def _check_params(self, name: tree.Name, params: Sequence[tree.Param], target: Declared) -> None:
        if not params:  # brackets that are left out: the names are known all the same
            return
        item = target.item
        declared = item.params if isinstance(item, tree.Verb | tree.Value) else ()
        right = ", ".join(param.name.text for param in declared)
        hint = (
            f"write `{name.text}({right})`, or leave out the brackets"
            if declared
            else "leave out the brackets"
        )
        related = self._declared_at(target)
        if len(params) != len(declared):
            message = f"{called(item)} takes {_things(len(declared))} in brackets, not {len(params)}"
            span = params[0].name.span.to(params[-1].name.span)
            self._reporter.error("E-ARITY", message, span, suggestion=hint, related=related)
            return
        for given, wanted in zip(params, declared, strict=True):
            if given.name.text != wanted.name.text:
                message = f"{called(item)} calls this `{wanted.name.text}`, not `{given.name.text}`"
                span = given.name.span
                self._reporter.error("E-PARAM", message, span, suggestion=hint, related=related)

    def _declared_at(self, target: Declared) -> list[Related]:
        here = target.replaced_by
        by = f", as `{here.pack}` puts it," if here is not None else ""
        return [Related(place_of(target.item), f"{called(target.item)}{by} is here")]

    def _check_seat(self, item: tree.Adjust, target: Declared) -> None:
        value = target.item
        if not isinstance(value, tree.Value) or value.your == item.your:
            return
        name = item.name.text
        if value.your:
            message, hint = f"value `{name}` is each player's own", f"write `adjust your {name}`"
        else:
            message, hint = f"value `{name}` is the same for all players", f"write `adjust {name}`"
        related = self._declared_at(target)
        self._reporter.error("E-SEAT", message, item.name.span, suggestion=hint, related=related)

    def _check_law(self, item: tree.RequireLaw) -> None:
        target = self._named(item.law, "law", (tree.Law,))
        if target is None or not isinstance(target.item, tree.Law):
            return
        declared = target.item.params
        if len(item.args) != len(declared):
            message = (
                f"law `{item.law.text}` takes {_things(len(declared))} in brackets, not {len(item.args)}"
            )
            right = ", ".join(param.name.text for param in declared)
            hint = f"it is `{item.law.text}({right})`"
            related = self._declared_at(target)
            self._reporter.error("E-ARITY", message, item.law.span, suggestion=hint, related=related)

    def _check_waived(self, item: tree.Waive) -> None:
        verb = item.verb.text
        names = [key[2] for key in self._found.by_key if key[0] == "require" and key[1] == verb]
        for name in item.names:
            if name.text in names:
                continue
            gone = self._found.gone.get(("require", verb, name.text))
            if gone is not None:
                remover = gone[1]
                related = [Related(place_of(remover.item), f"`{remover.pack}` removes it here")]
                message = f"there is no requirement `{name.text}` of `{verb}` any more"
                self._reporter.error("E-NAME", message, name.span, related=related)
                continue
            hint = did_you_mean(name.text, names) or _requirements(verb, names)
            message = f"there is no requirement `{name.text}` of `{verb}`"
            self._reporter.error("E-NAME", message, name.span, suggestion=hint)

    def _check_ordered(self, name: tree.Name) -> None:
        rules = {qualified_of(known.item, known.pack) for known in self._found.by_key.values()} - {""}
        if name.text in rules:
            return
        hint = did_you_mean(name.text, rules)
        message = f"there is no rule `{name.text}`"
        expected = "a pack, a dot, and the name after `as` of one of its rules"
        self._reporter.error("E-NAME", message, name.span, expected=expected, suggestion=hint)


def _other_way(item: tree.Item) -> str:
    """Say how a declaration is changed that cannot be adjusted."""
    name = opening_of(item)
    match item:
        case tree.Zone() | tree.Track():
            does = "gain 1" if isinstance(item, tree.Zone) and item.type.form == "counter" else "…"
            does = f"{does} {item.name.text}" if does != "…" else does
            return f"what lies there changes by what happens: `after you build(c): {does}`; its kind by `replace {name}`"
        case tree.Verb() | tree.Action():
            return f"to do more there, write `after you {item.name.text}:`; to change it, `replace {name}`"
        case _:
            return ""


def _requirements(verb: str, names: Sequence[str]) -> str:
    if not names:
        return f"`{verb}` has no requirements"
    return f"its requirements are {', '.join(f'`{name}`' for name in names)}" if len(names) <= 12 else ""


def _things(number: int) -> str:
    return {0: "nothing", 1: "1 thing"}.get(number, f"{number} things")


def _with_article(word: str) -> str:
    if word == "icons":
        return "a set of icons"
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"
