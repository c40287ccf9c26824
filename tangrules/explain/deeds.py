"""What a sentence does to the rule that it names, in the words of a list of changes."""

from __future__ import annotations

from tangrules.link.names import called
from tangrules.syntax import tree

_OPS = {
    "+": "adds to it",
    "-": "takes from it",
    "times": "multiplies it",
    "becomes": "gives it another answer",
}
_OPS |= {"at least": "sets its lowest answer", "at most": "sets its highest answer"}
_OPS |= {
    "also": "adds to the list",
    "except": "takes from the list",
    "yes": "answers yes",
    "no": "answers no",
}


def deed_of(item: tree.Item) -> str:
    """Return the deed; for a declaration that is no change and speaks of nothing else, that it is one."""
    match item:
        case tree.Replace():
            return f"replaces {called(item.item)}"
        case tree.Extend():
            return f"extends {called(item.item)}"
        case tree.Remove():
            return f"removes {item.kind} `{item.name.text}`"
        case tree.PatchStep():
            where = f" {item.where} `{item.anchor}`" if item.where else ""
            return f"{item.op}s step `{item.label}`{where}"
        case tree.PatchOption():
            return f"{item.op}s option `{item.label}` of `{item.choice}`"
        case tree.Adjust():
            return _OPS[item.op]
        case tree.Require() | tree.RequireLaw():
            return f"requires `{(item.name if isinstance(item, tree.Require) else item.law).text}`"
        case tree.Waive():
            named = ", ".join(f"`{name.text}`" for name in item.names)
            return f"waives {named}" + (", for a price" if item.price is not None else "")
        case tree.Trigger():
            name = f" (`{item.name.text}`)" if item.name else ""
            return (
                f"is heard {item.moment}{name}"
                if item.moment != "instead of"
                else f"does something instead{name}"
            )
        case tree.Order():
            return "puts rules into an order"
        case _:
            return f"declares {called(item)}"
