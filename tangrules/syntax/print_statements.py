"""Writes statements."""

from __future__ import annotations

from collections.abc import Iterator

from tangrules.syntax import tree
from tangrules.syntax.outline import Entry, block, simple
from tangrules.syntax.pretty import Doc, doc, joined
from tangrules.syntax.print_expressions import arguments, binder, binders, expression, whole


def statements(body: tree.Block) -> tuple[Entry, ...]:
    """Write the statements of a block."""
    return tuple(entry for node in body for entry in _statement(node))


def cited(cites: tuple[tree.Cite, ...], assumed: str | None = None) -> str:
    """Write citations, with a blank before each."""
    marks = "".join(f" @{cite.id}" for cite in cites)
    return marks if assumed is None else f'{marks} assumed "{assumed}"'


def guarded(guard: tree.Expr | None) -> Doc:
    """Write ` when …`."""
    return doc(" when ", whole(guard)) if guard else ()


def titled(title: str | None) -> str:
    """Write a title with a blank before it."""
    return "" if title is None else f' "{title}"'


def _named(name: tree.Name | None, word: str = "as") -> str:
    return f" {word} {name.text}" if name else ""


def _position(node: tree.Move | tree.Draw) -> str:
    return {"top": " on top", "bottom": " at bottom"}.get(node.position or "", "")


def _optional(word: str, node: tree.Expr | None) -> Doc:
    return doc(f" {word} ", expression(node)) if node else ()


def _statement(node: tree.Stmt) -> Iterator[Entry]:
    match node:
        case tree.Step():
            head = doc("step ", node.label, cited(node.cites), guarded(node.guard), ":")
            yield block(node.span, statements(node.body), head, short=True)
        case tree.If():
            yield from _if(node)
        case tree.ForEach():
            by = doc(f" {node.order} first by ", expression(node.by)) if node.order and node.by else ()
            head = doc("for each ", binders(node.binders), by, ":")
            yield block(node.span, statements(node.body), head, short=True)
        case tree.Repeat():
            head = doc("repeat ", expression(node.times), " times:")
            yield block(node.span, statements(node.body), head, short=True)
        case tree.Choose():
            yield from _choose(node)
        case tree.ChooseOne():
            yield from _choose_one(node)
        case tree.May():
            who = doc(expression(node.who), " ") if node.who else ()
            head = doc(who, f'may "{node.title}"', cited(node.cites), guarded(node.guard), ":")
            yield block(node.span, statements(node.body), head, short=True)
        case tree.Given(bare=False):
            yield block(node.span, statements(node.body), "given:")
        case _:
            yield simple(node.span, _simple(node))


def _if(node: tree.If) -> Iterator[Entry]:
    bodies = [statements(body) for _, body in node.branches]
    last = statements(node.otherwise) if node.otherwise is not None else None
    every = [*bodies, last] if last is not None else bodies
    short = len(every) == 1
    for at, ((test, _), body) in enumerate(zip(node.branches, bodies, strict=True)):
        word, span = ("else if ", test.span) if at else ("if ", node.span)
        yield block(span, body, word, whole(test), ":", short=short)
    if last is not None:
        yield _continued("else:", last, short)


def _continued(head: str, body: tuple[Entry, ...], short: bool = True) -> Entry:
    """Write `else:` or `otherwise:`, whose place in the source is not kept."""
    return Entry(doc(head), body=body, short=short)


def _chooser(who: tree.Expr | None, prompt: str | None, *, secret: bool) -> Doc:
    verb = doc(expression(who), " chooses") if who else doc("choose")
    return doc(verb, " in secret" if secret else "", titled(prompt), " ")


def _choose(node: tree.Choose) -> Iterator[Entry]:
    head = doc(
        _chooser(node.who, node.prompt, secret=node.secret), binders(node.binders), _optional("to", node.call)
    )
    if node.can_pass:
        head = doc(head, " or pass", titled(node.pass_label))
    if node.body:
        yield block(node.span, statements(node.body), head, ":", short=node.otherwise is None)
    else:
        yield simple(node.span, head)
    if node.otherwise is not None:
        yield _continued("otherwise:", statements(node.otherwise))


def _choose_one(node: tree.ChooseOne) -> Iterator[Entry]:
    head = doc(_chooser(node.who, None, secret=node.secret), "one ", node.label, titled(node.prompt), ":")
    yield block(node.span, tuple(map(_option, node.options)), head)
    if node.otherwise is not None:
        yield _continued("otherwise:", statements(node.otherwise))


def _option(node: tree.Option) -> Entry:
    head = doc("option ", node.label, titled(node.title), cited(node.cites), guarded(node.guard), ":")
    return block(node.span, statements(node.body), head, short=True)


def _simple(node: tree.Stmt) -> Doc:
    match node:
        case tree.Let():
            return doc("let ", node.name.text, " = ", whole(node.value))
        case tree.Set():
            return doc("set ", expression(node.target), " to ", whole(node.value))
        case tree.Change():
            return doc("change ", node.name.text, " to ", whole(node.value))
        case tree.Amend():
            return _amend(node)
        case tree.Move():
            target = doc(expression(node.to), _position(node), _optional("turned", node.turned))
            return doc("move ", expression(node.what), " to ", target)
        case tree.Lay():
            turned = _optional("turned", node.turned)
            return doc(
                "lay ", expression(node.what), " over " if node.over else " at ", expression(node.at), turned
            )
        case tree.Swap():
            return doc("swap ", expression(node.left), ", ", expression(node.right))
        case tree.Draw():
            verb = doc(expression(node.who), " draws ") if node.who else doc("draw ")
            places = doc(" from ", expression(node.source), " to ", expression(node.to), _position(node))
            return doc(verb, expression(node.amount), places, _named(node.name))
        case tree.Shuffle():
            return doc("shuffle ", expression(node.what), _optional("into", node.into))
        case tree.Pick():
            return doc("pick ", binder(node.binder))
        case tree.Roll():
            return doc("roll ", binders(node.binders))
        case tree.Show():
            return doc("show ", expression(node.what), " to ", expression(node.to))
        case tree.Secret():
            start = doc("in secret each ", node.seat.text, " in ", expression(node.seats), " chooses")
            return doc(start, titled(node.prompt), " ", binders(node.binders), _named(node.name))
        case tree.Offer():
            return doc("offer ", ", ".join(f"{each.quantity} {each.group.text}" for each in node.groups))
        case tree.Do():
            who = doc(expression(node.who), " does ") if node.who else ()
            return doc(who, expression(node.call))
        case tree.Proceed():
            return doc("proceed")
        case tree.Stop():
            return doc("stop", f" {node.verb.text}" if node.verb else "")
        case tree.Leave():
            return doc(expression(node.who), " leaves")
        case tree.Finish():
            return doc(node.outcome)
        case tree.NothingHappens():
            return doc("nothing happens")
        case _:
            return _of_example(node)


def _amend(node: tree.Amend) -> Doc:
    who = doc(expression(node.who), " ") if node.who else ()
    verb = f"{node.verb}s " if node.who else f"{node.verb} "
    if node.verb != "advance":
        return doc(who, verb, expression(node.amount), " ", expression(node.thing))
    is_one = node.amount == tree.NumberLit(1)
    return doc(who, verb, expression(node.thing), () if is_one else _optional("by", node.amount))


def _of_example(node: tree.Stmt) -> Doc:
    match node:
        case tree.Given():
            return doc("given nothing set up")
        case tree.Rig():
            return doc("rig ", expression(node.what), ": ", arguments(node.outcomes))
        case tree.Answer():
            return doc("answer ", arguments(node.values))
        case tree.Expect():
            return doc("expect ", whole(node.value))
        case tree.ExpectRefused():
            who = doc(expression(node.who), " does ") if node.who else ()
            because = joined([(name.text,) for name in node.because])
            reasons = doc(" because ", because) if node.because else ()
            return doc("expect refused ", who, expression(node.call), reasons)
        case tree.ExpectOptions():
            return _expected_options(node)
        case tree.ExpectSees() | tree.ExpectWinners() | tree.ExpectGrade() | tree.ExpectOver():
            return _expected(node)
        case _:
            raise TypeError(f"not a statement: {type(node).__name__}")


def _expected_options(node: tree.ExpectOptions) -> Doc:
    if node.count is not None:
        return doc(f"expect {node.count} options")
    if not node.values:
        return doc("expect no question")
    return doc("expect no option " if node.negated else "expect option ", arguments(node.values))


def _expected(node: tree.ExpectSees | tree.ExpectWinners | tree.ExpectGrade | tree.ExpectOver) -> Doc:
    match node:
        case tree.ExpectSees():
            verb = " does not see " if node.negated else " sees "
            return doc("expect ", expression(node.who), verb, expression(node.what))
        case tree.ExpectWinners():
            return doc("expect winners ", arguments(node.seats)) if node.seats else doc("expect no winners")
        case tree.ExpectGrade():
            who = doc(" for ", expression(node.who)) if node.who else ()
            return doc(f'expect grade "{node.title}"', who)
        case tree.ExpectOver():
            return doc("expect the last round" if node.state == "last" else f"expect the game {node.state}")
