"""One function of generated code, with its types found and written as Cython.

The types of variables follow the flow: a variable that holds first a list and then a tuple becomes two. Where
the ways meet with different types, it is an object on all ways.
"""

from __future__ import annotations

import ast

from tangrules.native.expressions import OPERATORS, Env, Expressions, Mixed, Unsupported
from tangrules.native.kinds import OBJECT, UNKNOWN, Kind, join, list_of, number
from tangrules.native.known import Known
from tangrules.native.reshape import reshaped

ROUNDS = 27
"""A sum over a loop has at most so many more bits than what is added: no list is that long."""

ROOM = 64
"""So many answers a list has room for: as many as are got at once."""

PATIENCE, TURNS = 6, 40
"""After so many passes over a loop, what still changes is made an object; after so many it must be settled."""


class Function(Expressions):
    """Writes one function. `lines`: depth, text and the line of generated code that each comes from; `asked`:
    what the types depend on.
    """

    def __init__(self, known: Known, node: ast.FunctionDef) -> None:
        super().__init__(known, known.signatures[node.name])
        self.node = node
        self.lines: list[tuple[int, str, int]] = []
        self.asked: frozenset[str] = frozenset()
        self.depth = 1
        self.at = node.lineno
        self.first: list[str] = []
        self.breaks: list[list[Env]] = []
        self.continues: list[list[Env]] = []

    def write(self) -> None:
        """Find the types as far as they are known now, and write the lines."""
        self.mixed.clear()
        self.known.read.clear()
        while True:
            try:
                self._write()
            except Mixed:
                continue
            break
        self.asked = frozenset(self.known.read)

    def _write(self) -> None:
        self.lines, self.depth, self.declared = [], 1, {}
        self.breaks, self.continues = [], []
        env: Env = {}
        for name in self.signature.params:
            if name in self.mixed:
                self.known.learn_param(self.signature, name, OBJECT)
            env[name] = self.known.param(self.signature, name)
        self.params = dict(env)
        self.block(self.node.body, env)

    def line(self, text: str) -> None:
        self.lines.append((self.depth, text, self.at))

    # ------------------------------------------------------------------ statements

    def block(self, body: list[ast.stmt], env: Env) -> Env | None:
        """Write statements; what is known after them, None if they are left."""
        now: Env | None = env
        for statement in reshaped(body):
            if now is None:
                break
            self.at = statement.lineno
            now = self.statement(statement, now)
        return now

    def nested(self, body: list[ast.stmt], env: Env) -> Env | None:
        self.depth += 1
        before = len(self.lines)
        now = self.block(body, env)
        if len(self.lines) == before:
            self.line("pass")
        self.depth -= 1
        return now

    def statement(self, node: ast.stmt, env: Env) -> Env | None:
        match node:
            case ast.Pass():
                self.line("pass")
            case ast.Break():
                self.line("break")
                self.breaks[-1].append(dict(env))
                return None
            case ast.Continue():
                self.line("continue")
                self.continues[-1].append(dict(env))
                return None
            case ast.Return():
                self.give(node, env)
                return None
            case ast.Expr():
                self.line(self.expression(node.value, env)[0])
            case ast.Assign():
                self.assign(node, env)
            case ast.AugAssign():
                self.augmented(node, env)
            case ast.If():
                return self.choice(node, env)
            case ast.For() | ast.While():
                return self.loop(node, env)
            case ast.Try():
                return self.attempt(node, env)
            case _:
                raise Unsupported(ast.dump(node))
        return env

    def give(self, node: ast.Return, env: Env) -> None:
        if node.value is None:
            self.known.learn_result(self.signature, OBJECT)
            self.line("return None")
            return
        text, kind = self.expression(node.value, env)
        self.known.learn_result(self.signature, kind)
        self.line(f"return {text}")

    def assign(self, node: ast.Assign, env: Env) -> None:
        if isinstance(node.value, ast.List) and not node.value.elts:
            text, kind = self.empty(node.targets), list_of(UNKNOWN)
        else:
            text, kind = self.expression(node.value, env)
        if kind.form == "number" and (place := _word(node)) is not None:
            whole = self.expression(place.value, env)[0]
            self.line(f"put({whole}, {self.expression(place.slice, env)[0]}, {text})")
            return
        targets = []
        for target in node.targets:
            if isinstance(target, ast.Tuple):
                self.unpack(target, node.value, text, kind, env)
                return
            targets.append(self.target(target, kind, env))
        self.line(" = ".join([*targets, text]))

    def empty(self, targets: list[ast.expr]) -> str:
        """A new list; the list of all answers has room at once."""
        is_out = isinstance(targets[0], ast.Name) and targets[0].id == "out"
        return f"roomy({ROOM})" if is_out and self.signature.name.startswith("answers_") else "[]"

    def target(self, node: ast.expr, kind: Kind, env: Env) -> str:
        if isinstance(node, ast.Name):
            return self.define(env, node.id, kind)
        if isinstance(node, ast.Subscript):
            return self.place(node, env)
        raise Unsupported(ast.dump(node))

    def unpack(self, node: ast.Tuple, value: ast.expr, text: str, kind: Kind, env: Env) -> None:
        if isinstance(value, ast.Tuple) and len(value.elts) == len(node.elts):
            parts = [self.expression(part, env) for part in value.elts]
            names = [self.target(part, given, env) for part, (_, given) in zip(node.elts, parts, strict=True)]
            self.line(f"{', '.join(names)} = {', '.join(part for part, _ in parts)}")
            return
        item = kind.item() if kind.form == "tuple" else UNKNOWN
        names = [self.target(part, item, env) for part in node.elts]
        self.line(f"{', '.join(names)}, = {text}")

    def place(self, node: ast.Subscript, env: Env) -> str:
        """A place to write to."""
        whole, _ = self.expression(node.value, env)
        if whole == "F":
            return "F.left"
        if isinstance(node.slice, ast.Slice):
            return f"{whole}[{self.slice(node.slice, env)}]"
        return f"{whole}[{self.expression(node.slice, env)[0]}]"

    def augmented(self, node: ast.AugAssign, env: Env) -> None:
        text, kind = self.expression(node.value, env)
        sign = OPERATORS[type(node.op)]
        if isinstance(node.target, ast.Subscript):
            self.line(f"{self.place(node.target, env)} {sign}= {text}")
            return
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        old = self.name(name, env)[1]
        if (
            old.form in ("number", "unknown")
            and kind.form == "number"
            and isinstance(node.op, (ast.Add, ast.Sub))
        ):
            found = number(max(old.bits, kind.bits + ROUNDS))
        elif old.form == "list":
            found = join(old, kind) if kind.form == "list" else list_of(OBJECT)
        else:
            found = OBJECT
        before = self.variable(name, old)
        after = self.define(env, name, found)
        if before == after:
            self.line(f"{after} {sign}= {text}")
        else:
            self.line(f"{after} = {before} {sign} {text}")

    def choice(self, node: ast.If, env: Env) -> Env | None:
        self.line(f"if {self.test(node.test, env)}:")
        then = self.nested(node.body, dict(env))
        otherwise: Env | None = dict(env)
        if node.orelse:
            self.at = node.lineno
            self.line("else:")
            otherwise = self.nested(node.orelse, dict(env))
        if then is None:
            return otherwise
        self.merge(then, [otherwise])
        return then

    def attempt(self, node: ast.Try, env: Env) -> Env | None:
        before = dict(env)
        self.line("try:")
        done = self.nested(node.body, env)
        for handler in node.handlers:
            self.at = handler.lineno
            assert isinstance(handler.type, ast.Name)
            self.line(f"except {handler.type.id}:")
            caught = self.nested(handler.body, dict(before))
            if done is None:
                done = caught
            else:
                self.merge(done, [caught])
        return done

    def loop(self, node: ast.For | ast.While, env: Env) -> Env | None:
        start = len(self.lines)
        declared = dict(self.declared)
        for turn in range(TURNS):
            del self.lines[start:]
            self.declared = dict(declared)
            self.breaks.append([])
            self.continues.append([])
            inside = dict(env)
            exhausted: Env | None = None
            self.at = node.lineno
            self.first = []
            if isinstance(node, ast.For):
                exhausted = dict(env)
                self.line(self.head(node, inside))
            else:
                self.line(f"while {self.test(node.test, inside)}:")
                if not (isinstance(node.test, ast.Constant) and node.test.value is True):
                    exhausted = dict(env)
            self.depth += 1
            for text in self.first:
                self.line(text)
            self.depth -= 1
            end = self.nested(node.body, inside)
            breaks, continues = self.breaks.pop(), self.continues.pop()
            before = dict(env)
            if not self.merge(env, [end, *continues]):
                break
            if turn > PATIENCE:
                self.mixed.update(name for name, kind in env.items() if before.get(name, kind) != kind)
                raise Mixed
        else:
            raise Unsupported("a loop whose types do not settle")
        if exhausted is not None:
            self.merge(exhausted, [end, *continues])
        if node.orelse:
            self.at = node.lineno
            self.line("else:")
            exhausted = self.nested(node.orelse, exhausted if exhausted is not None else dict(env))
        ways = [way for way in [exhausted, *breaks] if way is not None]
        if not ways:
            return None
        first = dict(ways[0])
        self.merge(first, list(ways[1:]))
        return first

    def head(self, node: ast.For, env: Env) -> str:
        if (
            isinstance(node.iter, ast.Call)
            and isinstance(node.iter.func, ast.Name)
            and node.iter.func.id == "range"
        ):
            bounds = [self.expression(arg, env) for arg in node.iter.args]
            if all(kind.form == "number" for _, kind in bounds):
                assert isinstance(node.target, ast.Name)
                bits = max(kind.bits for _, kind in bounds)
                name = self.define(env, node.target.id, number(bits))
                return f"for {name} in range({', '.join(text for text, _ in bounds)}):"
        is_set = isinstance(node.iter, ast.Set) or getattr(node.iter, "id", "") in self.known.tables.sets
        fixed = None if is_set else self.constants(node.iter)
        if fixed and isinstance(node.target, ast.Name):
            low, high = fixed[0], fixed[0] + len(fixed)
            kind = number(max(1, low.bit_length(), high.bit_length()))
            if fixed == tuple(range(low, high)):
                return f"for {self.define(env, node.target.id, kind)} in range({low}, {high}):"
        text, kind = self.expression(node.iter, env)
        if isinstance(node.target, ast.Tuple):
            names = [self.target(part, OBJECT, env) for part in node.target.elts]
            return f"for {', '.join(names)} in {text}:"
        assert isinstance(node.target, ast.Name)
        name = self.define(env, node.target.id, kind.item())
        if kind.form != "tuple" or kind.item().form != "number":
            return f"for {name} in {text}:"
        turn, size, item = f"turn{self.depth}", "", ""
        self.declared[turn] = "Py_ssize_t"
        if isinstance(node.iter, ast.Name) and node.iter.id in self.known.tables.numbers:
            size, item = str(len(self.known.tables.numbers[node.iter.id])), f"at_{node.iter.id}({turn})"
        else:
            whole = f"items{self.depth}"
            self.declared[whole] = "tuple"
            self.line(f"{whole} = {text}")
            size, item = f"len({whole})", f"part({whole}, {turn})"
        self.first = [f"{name} = {item}"]
        return f"for {turn} in range({size}):"


def _word(node: ast.Assign) -> ast.Subscript | None:
    """The word of the state that alone is written to, if it is one; the order of what is evaluated must not matter."""
    match node.targets:
        case [ast.Subscript(value=ast.Name(id="V" | "P"), slice=ast.expr()) as place]:
            if not any(isinstance(part, (ast.Slice, ast.NamedExpr)) for part in ast.walk(node)):
                return place
    return None
