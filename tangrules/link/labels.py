"""Labels inside one declaration, as its pack wrote it: each stands for one thing."""

from __future__ import annotations

from collections.abc import Iterable

from tangrules.diagnostics import Related, Reporter, Span
from tangrules.link.bodies import choices, steps
from tangrules.link.declared import Declarations
from tangrules.link.names import called
from tangrules.syntax import tree


def check_labels(found: Declarations, reporter: Reporter) -> None:
    """Report steps, choices, options, parameters, symbols and fields that share a label."""
    for known in found.by_key.values():
        whole = called(known.item)
        for what, labels in _labels(known.item):
            seen: dict[str, Span] = {}
            for label, span in labels:
                earlier = seen.setdefault(label, span)
                if earlier is not span:
                    _report(f"{whole} has two {what} called `{label}`", earlier, span, reporter)


def _labels(item: tree.Item) -> Iterable[tuple[str, list[tuple[str, Span]]]]:
    match item:
        case tree.Verb() | tree.Action():
            if isinstance(item, tree.Verb):
                yield "parameters", [(param.name.text, param.name.span) for param in item.params]
            yield "steps", [(step.label, step.span) for step in steps(item.body)]
            for choice in choices(item.body):
                what = f"options in the choice `{choice.label}`"
                yield what, [(option.label, option.span) for option in choice.options]
            yield "choices", [(choice.label, choice.span) for choice in choices(item.body)]
        case tree.Icons():
            yield "symbols", [(member.name.text, member.name.span) for member in item.members]
        case tree.Piece():
            yield "fields", [(field.name.text, field.name.span) for field in item.fields]
        case tree.Value() | tree.Law():
            yield "parameters", [(param.name.text, param.name.span) for param in item.params]
        case tree.Table():
            yield "columns", [(column.text, column.span) for column in item.header]
        case _:
            pass


def _report(message: str, earlier: Span, span: Span, reporter: Reporter) -> None:
    related = [Related(earlier, "the first one")]
    reporter.error("E-DUPLICATE", message, span, suggestion="rename one of the two", related=related)
