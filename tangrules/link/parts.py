"""Changes to parts of a verb: its steps and the options of its choices, at any depth of its body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import attrs

from tangrules.diagnostics import Related, Reporter, Span, did_you_mean
from tangrules.link.bodies import Block, choices, steps
from tangrules.link.clash import report_clashes, report_pair, strangers
from tangrules.link.collect import Placed
from tangrules.link.declared import Declarations, Declared
from tangrules.link.exclusive import Prover
from tangrules.link.model import Change
from tangrules.link.names import called, place_of
from tangrules.link.surgery import add_option, add_step, drop_option, drop_step, put_option, put_step
from tangrules.syntax import tree

PartKey: TypeAlias = "tuple[str, ...]"
"""("step", label) or ("option", choice, label)."""


def patch_parts(found: Declarations, placed: Iterable[Placed], prover: Prover, reporter: Reporter) -> None:
    """Apply the changes to steps and options, verb by verb, and report what has no target or clashes."""
    by_verb: dict[str, list[Placed]] = {}
    for here in placed:
        if isinstance(here.item, tree.PatchStep | tree.PatchOption):
            by_verb.setdefault(here.item.verb.text, []).append(here)
    everywhere = [here for those in by_verb.values() for here in those]
    for verb, those in by_verb.items():
        there = found.by_key.get(("name", verb))
        if there is None or not isinstance(there.item, tree.Verb | tree.Action):
            _report_no_verb(found, verb, those, reporter)
            continue
        _VerbParts(there, there.item, everywhere, prover, reporter).run(those)


class _VerbParts:
    """One verb on its way through the changes to its parts."""

    def __init__(
        self,
        there: Declared,
        verb: tree.Verb | tree.Action,
        everywhere: Sequence[Placed],
        prover: Prover,
        reporter: Reporter,
    ) -> None:
        self._there = there
        self._verb = verb
        self._everywhere = everywhere
        self._prover = prover
        self._reporter = reporter
        self._body: Block = verb.body
        self._original = dict(_spans(verb.body))
        self._adders = dict.fromkeys(self._original, "")
        self._gone: dict[PartKey, Placed] = {}
        self._clashed: set[PartKey] = set()
        self._added_after: dict[str, str] = {}

    def run(self, patches: Sequence[Placed]) -> None:
        last = self._there.replaced_by
        live = [here for here in patches if last is None or here.pack not in last.knows]
        for here in self._in_order(self._effective(live)):
            if last is not None and _op(here) != "add" and strangers(last, here):
                what = f"{_called(_key(here))} of it"
                report_pair(f"the whole of `{self._verb.name.text}`", last, here, what, self._reporter)
            self._apply(here)
        for choice in choices(self._body):
            if not choice.options:
                self._report_empty(choice, patches)
        self._there.item = attrs.evolve(self._verb, body=self._body)

    def _effective(self, patches: Sequence[Placed]) -> list[Placed]:
        """Leave out what a later change of the same part overrides, after looking for clashes."""
        by_part: dict[PartKey, list[Placed]] = {}
        for here in patches:
            if _op(here) != "add":
                by_part.setdefault(_key(here), []).append(here)
        overridden: set[int] = set()
        for key, those in by_part.items():
            what = f"{_called(key)} of `{self._verb.name.text}`"
            if report_clashes(what, those, self._reporter, apart=self._apart):
                self._clashed.add(key)
            final = max((number for number, here in enumerate(those) if not here.conditions), default=0)
            overridden.update(here.order for here in those[:final])
            if not those[final].conditions:
                self._note_gone(key, those[final])
        return [here for here in patches if here.order not in overridden]

    def _note_gone(self, key: PartKey, remover: Placed) -> None:
        """Note what will not be there any more: a removed part, and all labels within a changed step."""
        if _op(remover) == "remove":
            self._gone[key] = remover
        for step in steps(self._verb.body):
            if ("step", step.label) == key:
                self._gone.update({("step", inner.label): remover for inner in steps(step.body)})
                self._gone.update({("choice", choice.label): remover for choice in choices(step.body)})

    def _in_order(self, patches: Sequence[Placed]) -> list[Placed]:
        """Let a change within a step come after a change of the whole step that knows nothing of it."""

        def place(here: Placed) -> tuple[int, bool, int]:
            after = self._waits_for(here)
            return (max(here.order, after), after > here.order, here.order)

        return sorted(patches, key=place)

    def _waits_for(self, here: Placed) -> int:
        remover = self._gone.get(_target(here))
        return remover.order if remover is not None and here.pack not in remover.knows else 0

    def _apart(self, one: Placed, other: Placed) -> bool:
        return self._prover.exclusive(one.conditions, other.conditions)

    def _apply(self, here: Placed) -> None:
        match here.item:
            case tree.PatchStep():
                done = self._step(here, here.item)
            case tree.PatchOption():
                done = self._option(here, here.item)
            case _:
                return
        if done:
            self._adders.update({key: here.pack for key, _ in _spans(self._body) if key not in self._adders})
            what = " ".join(_key(here))
            self._there.changes.append(Change(here.pack, here.item.op, what, here.item))

    def _step(self, here: Placed, item: tree.PatchStep) -> bool:
        known = {step.label: step for step in steps(self._body)}
        target = item.label if item.op != "add" else item.anchor or ""
        if target not in known or not self._may_see(here, ("step", target)):
            self._report_missing(here, ("step", target), list(known))
            return False
        if item.op != "remove" and self._takes_label(here, item, known):
            return False
        if item.op == "add":
            self._body = add_step(self._body, item, here.conditions, self._added_after)
        elif item.op == "remove":
            self._body = drop_step(self._body, item, here.conditions)
        else:
            self._body = put_step(self._body, item, here.conditions)
        return True

    def _may_see(self, here: Placed, key: PartKey) -> bool:
        """Tell whether a part is the verb's own, or was added by a pack that this change may speak of."""
        return self._adders.get(key, "") in ("", here.pack, *here.knows)

    def _takes_label(self, here: Placed, item: tree.PatchStep, known: dict[str, tree.Step]) -> bool:
        """Report a label of a new step, or of one within it, that another step has."""
        own = set()
        if item.op == "replace":
            own = {item.label, *(step.label for step in steps(known[item.label].body))}
        new = [(item.label, item.span), *((step.label, step.span) for step in steps(item.body))]
        taken = {label: step.span for label, step in known.items() if label not in own}
        for label, span in new:
            earlier = taken.get(label) or (self._removed(here, ("step", label)) if label not in own else None)
            if earlier is not None:
                self._report_twice(here, ("step", label), span, earlier)
                return True
        return False

    def _removed(self, here: Placed, key: PartKey) -> Span | None:
        """Return where a part stood that is taken out by a pack which this change knows nothing of."""
        remover = self._gone.get(key)
        if remover is None or remover.pack == here.pack or remover.pack in here.knows:
            return None
        return self._original.get(key)

    def _option(self, here: Placed, item: tree.PatchOption) -> bool:
        known = {choice.label: choice for choice in choices(self._body)}
        if item.choice not in known or not self._may_see(here, ("choice", item.choice)):
            self._report_missing(here, ("choice", item.choice), list(known))
            return False
        options = {option.label: option for option in known[item.choice].options}
        if item.op == "add":
            key = ("option", item.choice, item.label)
            earlier = options[item.label].span if item.label in options else self._removed(here, key)
            if earlier is not None:
                self._report_twice(here, key, item.span, earlier)
                return False
            self._body = add_option(self._body, item, here.conditions)
            return True
        key = ("option", item.choice, item.label)
        if item.label not in options or not self._may_see(here, key):
            self._report_missing(here, key, list(options))
            return False
        if item.op == "remove":
            self._body = drop_option(self._body, item, here.conditions)
        else:
            self._body = put_option(self._body, item, here.conditions)
        return True

    def _report_missing(self, here: Placed, key: PartKey, known: Sequence[str]) -> None:
        if key in self._clashed:
            return
        verb, span = self._verb.name.text, _target_span(here, key)
        remover = self._gone.get(key) or self._there.replaced_by
        if remover is not None and remover is not here:
            deed = "removes" if _op(remover) == "remove" else "replaces"
            what = "it" if key in self._gone and _key_or_none(remover) == key else _whole(remover, verb)
            related = [Related(place_of(remover.item), f"`{remover.pack}` {deed} {what} here")]
            message = f"there is no {_called(key)} of `{verb}` any more"
            hint = did_you_mean(key[-1], known)
            self._reporter.error("E-ANCHOR", message, span, suggestion=hint, related=related)
            return
        hint = self._adder_of(key) or did_you_mean(key[-1], known) or _listing(key[0], known)
        self._reporter.error("E-ANCHOR", f"there is no {_called(key)} of `{verb}`", span, suggestion=hint)

    def _report_empty(self, choice: tree.ChooseOne, patches: Sequence[Placed]) -> None:
        removers = [here for here in patches if _key(here)[:2] == ("option", choice.label)]
        message = f"no option is left in the choice `{choice.label}` of `{self._verb.name.text}`"
        related = [Related(here.item.span, f"`{here.pack}` removes one here") for here in removers[:-1]]
        hint = "add another one, or replace the step around it"
        span = removers[-1].item.span
        self._reporter.error("E-ANCHOR", message, span, suggestion=hint, related=related)

    def _adder_of(self, key: PartKey) -> str:
        """Name a pack that adds the missing part, but comes later."""
        for other in self._everywhere:
            same_verb = isinstance(other.item, tree.PatchStep | tree.PatchOption) and (
                other.item.verb.text == self._verb.name.text
            )
            if same_verb and _op(other) == "add" and _key(other) == key:
                return f"`{other.pack}` adds it: write `requires {other.pack}` in the header"
        return ""

    def _report_twice(self, here: Placed, key: PartKey, span: Span, earlier: Span) -> None:
        message = f"there already is {_called(key, article=True)} of `{self._verb.name.text}`"
        adder = next((change.pack for change in self._there.changes if change.what == " ".join(key)), None)
        owner = adder or (self._there.replaced_by or self._there).pack
        related = [Related(earlier, f"`{owner}` has it here")]
        hint = "take another label" if owner != here.pack else "take another label for one of them"
        self._reporter.error("E-DUPLICATE", message, span, suggestion=hint, related=related)


def _spans(body: Block) -> Iterator[tuple[PartKey, Span]]:
    for step in steps(body):
        yield ("step", step.label), step.span
    for choice in choices(body):
        yield ("choice", choice.label), choice.span
        for option in choice.options:
            yield ("option", choice.label, option.label), option.span


def _op(here: Placed) -> str:
    match here.item:
        case tree.PatchStep() | tree.PatchOption():
            return here.item.op
        case tree.Remove():
            return "remove"
        case _:
            return "replace"


def _key(here: Placed) -> PartKey:
    return _key_or_none(here) or ()


def _target(here: Placed) -> PartKey:
    """Return the part that must be there for a change to be made."""
    match here.item:
        case tree.PatchStep():
            return ("step", here.item.label if here.item.op != "add" else here.item.anchor or "")
        case tree.PatchOption():
            return ("choice", here.item.choice)
        case _:
            return ()


def _target_span(here: Placed, key: PartKey) -> Span:
    """Return where a change names the part that it is about."""
    match here.item:
        case tree.PatchOption() if key[0] == "choice":
            span = here.item.choice_span
        case tree.PatchStep() | tree.PatchOption():
            span = here.item.target_span
        case _:
            span = here.item.span
    return span


def _key_or_none(here: Placed) -> PartKey | None:
    match here.item:
        case tree.PatchStep():
            return ("step", here.item.label)
        case tree.PatchOption():
            return ("option", here.item.choice, here.item.label)
        case _:
            return None


def _called(key: PartKey, *, article: bool = False) -> str:
    match key:
        case ("option", choice, label):
            return f"{'an ' if article else ''}option `{label}` in the choice `{choice}`"
        case (word, label):
            return f"{'a ' if article else ''}{word} `{label}`"
        case _:
            return "part"


def _whole(remover: Placed, verb: str) -> str:
    key = _key_or_none(remover)
    return _called(key) if key else f"the whole of `{verb}`"


def _listing(word: str, known: Sequence[str]) -> str:
    if not known:
        return f"it has no {word} with a name"
    if len(known) > 12:
        return ""
    return f"there {'is' if len(known) == 1 else 'are'} {', '.join(f'`{name}`' for name in known)}"


def _report_no_verb(found: Declarations, verb: str, patches: Sequence[Placed], reporter: Reporter) -> None:
    there = found.by_key.get(("name", verb))
    gone = found.gone.get(("name", verb))
    names = [
        name for name, known in found.named("name").items() if isinstance(known.item, tree.Verb | tree.Action)
    ]
    for here in patches:
        item = here.item
        if not isinstance(item, tree.PatchStep | tree.PatchOption):
            continue
        if gone is not None:
            related = [Related(place_of(gone[1].item), f"`{gone[1].pack}` removes it here")]
            reporter.error("E-ANCHOR", f"there is no verb `{verb}` any more", item.verb.span, related=related)
        elif there is not None:
            related = [Related(place_of(there.item), f"{called(there.item)} is here")]
            reporter.error("E-ANCHOR", f"{called(there.item)} has no steps", item.verb.span, related=related)
        else:
            hint = did_you_mean(verb, names)
            reporter.error("E-ANCHOR", f"there is no verb `{verb}`", item.verb.span, suggestion=hint)
