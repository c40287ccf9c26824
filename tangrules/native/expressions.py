"""Expressions of generated code as Cython, with the kind of what they give."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from tangrules.native.kinds import (
    DICT,
    NUMBER,
    NUMBERS,
    OBJECT,
    SET,
    TRUTH,
    UNKNOWN,
    Kind,
    join,
    kind_of,
    known,
    list_of,
    number,
    tuple_of,
)
from tangrules.native.known import HELPERS, STATE, TWINS, Known, Signature
from tangrules.native.reshape import SAME, drawn_of

Env = dict[str, Kind]
"""What the variables of a function hold at some place."""

_SUFFIX = {
    "number": "",
    "object": "_o",
    "unknown": "_o",
    "tuple": "_t",
    "list": "_l",
    "set": "_s",
    "dict": "_d",
}
TYPES = {
    "number": "long long",
    "tuple": "tuple",
    "list": "list",
    "set": "set",
    "dict": "dict",
    "playing": "Playing",
}
"""The types of Cython; all others are `object`."""

OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}

FUEL = number(40)
"""What `F[0]` holds: what is left of it."""

KEPT: Mapping[str, Kind] = {
    "rows": list_of(UNKNOWN),
    "state": list_of(UNKNOWN),
    "keys": list_of(UNKNOWN),
    "nexts": list_of(list_of(NUMBER)),
    "wholes": list_of(NUMBERS),
    "steps": list_of(NUMBER),
    "marks": list_of(NUMBER),
    "answers": DICT,
}
"""What generated code keeps, by the names that it gives it; numbers may follow."""


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


class Unsupported(Exception):
    """Generated code holds something that is not known here: a fault of this package."""


class Mixed(Exception):
    """A variable holds different things where ways meet: the function is begun again, with that known."""


class Expressions:
    """Writes the expressions of one function. `mixed`: variables that are objects on all ways."""

    def __init__(self, known: Known, signature: Signature) -> None:
        self.known = known
        self.signature = signature
        self.mixed: set[str] = set()
        self.params: Env = {}
        self.declared: dict[str, str] = {}
        self.inner: Env = {}

    # ------------------------------------------------------------------ variables

    def variable(self, name: str, kind: Kind) -> str:
        if name in self.inner:
            return name
        if name in STATE or name in self.known.slot_names:
            if name not in self.params:
                self.declared[name] = TYPES.get(kind.form, "object")
            return name
        if name in self.params:
            own = self.params[name]
            if own.form == kind.form or {own.form, kind.form} <= {"object", "unknown"}:
                return name
        text = name + _SUFFIX[kind.form]
        self.declared[text] = TYPES.get(kind.form, "object")
        return text

    def define(self, env: Env, name: str, kind: Kind) -> str:
        """A variable gets a value: its name in Cython."""
        if name in self.known.slot_names:
            self.known.learn_slot(name, kind)
            kind = self.known.slot(name)
        elif name in STATE:
            kind = STATE[name]
        elif name.rstrip("0123456789") in KEPT:
            kind = KEPT[name.rstrip("0123456789")]
        elif name in self.mixed:
            kind = Kind("object", 0, UNKNOWN if kind == UNKNOWN else kind.element)
        env[name] = kind
        return self.variable(name, kind)

    def merge(self, env: Env, others: list[Env | None]) -> bool:
        """Let ways meet in `env`; whether anything is new there."""
        new = False
        for other in others:
            for name, kind in (other or {}).items():
                if name in self.known.slot_names or name in STATE:
                    env[name] = kind
                    continue
                old = env.get(name, UNKNOWN)
                if name in env and name not in self.mixed and self.clash(old, kind):
                    self.mixed.add(name)
                    raise Mixed
                found = join(old, kind)
                if name not in env or found != old:
                    env[name] = found
                    new = True
        return new

    def clash(self, old: Kind, kind: Kind) -> bool:
        """Whether a variable cannot hold both. What is not known yet may still turn out to be the same, until the
        last rounds; then it is an object.
        """
        forms = {old.form, kind.form}
        if "unknown" in forms:
            return self.known.final and len(forms) == 2 and "object" not in forms
        return len(forms) == 2

    # ------------------------------------------------------------------ tests

    def test(self, node: ast.expr, env: Env) -> str:
        """An expression of which only counts whether it is true."""
        if isinstance(node, ast.BoolOp):
            sign = " and " if isinstance(node.op, ast.And) else " or "
            return "(" + sign.join(self.test(part, env) for part in node.values) + ")"
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"(not {self.test(node.operand, env)})"
        text, kind = self.expression(node, env)
        if kind.form in ("tuple", "list"):
            return f"(len({text}) != 0)"
        return text

    # ------------------------------------------------------------------ expressions

    def expression(self, node: ast.expr, env: Env) -> tuple[str, Kind]:
        match node:
            case ast.Constant():
                return repr(node.value), kind_of(node.value)
            case ast.Name():
                return self.name(node.id, env)
            case ast.NamedExpr():
                text, kind = self.expression(node.value, env)
                return f"({self.define(env, node.target.id, kind)} := {text})", env[node.target.id]
            case ast.UnaryOp():
                return self.unary(node, env)
            case ast.BinOp():
                return self.binary(node, env)
            case ast.BoolOp():
                return self.logical(node, env)
            case ast.Compare():
                return self.compare(node, env)
            case ast.IfExp():
                return self.conditional(node, env)
            case ast.Subscript():
                return self.subscript(node, env)
            case ast.Attribute():
                return f"{self.expression(node.value, env)[0]}.{node.attr}", STATE.get(node.attr, OBJECT)
            case ast.Call():
                return self.call(node, env)
            case ast.Tuple() | ast.List() | ast.Set():
                return self.built(node, env)
            case ast.Dict():
                pairs = [
                    f"{self.expression(key, env)[0]}: {self.expression(value, env)[0]}"
                    for key, value in zip(node.keys, node.values, strict=True)
                    if key is not None
                ]
                return "{" + ", ".join(pairs) + "}", DICT
            case ast.ListComp():
                return self.comprehension(node, env)
            case ast.Starred():
                return f"*{self.expression(node.value, env)[0]}", OBJECT
        raise Unsupported(ast.dump(node))

    def name(self, name: str, env: Env) -> tuple[str, Kind]:
        if name in self.inner:
            return name, self.inner[name]
        if name in self.known.slot_names:
            kind = self.known.slot(name)
            return self.variable(name, kind), kind
        if name in env:
            return self.variable(name, env[name]), env[name]
        if name in self.known.signatures:
            return f"py_{name}", OBJECT
        return name, self.known.tables.kinds.get(name, OBJECT)

    def unary(self, node: ast.UnaryOp, env: Env) -> tuple[str, Kind]:
        if isinstance(node.op, ast.Not):
            return f"(not {self.test(node.operand, env)})", TRUTH
        text, kind = self.expression(node.operand, env)
        if isinstance(node.op, ast.USub):
            return f"(-{text})", number(kind.bits + 1) if kind.form == "number" else OBJECT
        if isinstance(node.op, ast.UAdd):
            return f"(<long long>{text})" if kind.form == "number" else f"(+{text})", kind
        raise Unsupported(ast.dump(node))

    def binary(self, node: ast.BinOp, env: Env) -> tuple[str, Kind]:
        left, one = self.expression(node.left, env)
        right, other = self.expression(node.right, env)
        sign = OPERATORS[type(node.op)]
        kind = self.combined(node.op, one, other)
        if one.form == other.form == "number" and kind.form != "number":
            left = f"(<object>{left})"
        return f"({left} {sign} {right})", kind

    def combined(self, op: ast.operator, one: Kind, other: Kind) -> Kind:
        if one.form == other.form == "number":
            match op:
                case ast.Add() | ast.Sub():
                    return number(max(one.bits, other.bits) + 1)
                case ast.Mult():
                    return number(one.bits + other.bits)
                case ast.LShift():
                    return OBJECT
                case _:
                    return number(max(one.bits, other.bits))
        if one.form == other.form and one.form in ("tuple", "list") and isinstance(op, ast.Add):
            return join(one, other)
        return OBJECT

    def logical(self, node: ast.BoolOp, env: Env) -> tuple[str, Kind]:
        parts = [self.expression(part, env) for part in node.values]
        kind = parts[0][1]
        for _, other in parts[1:]:
            kind = join(kind, other)
        sign = " and " if isinstance(node.op, ast.And) else " or "
        if kind.form in ("object", "tuple"):
            parts = [(f"(<{kind.form}>{text})", kind) for text, kind in parts]
        return "(" + sign.join(text for text, _ in parts) + ")", kind

    def compare(self, node: ast.Compare, env: Env) -> tuple[str, Kind]:
        if len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return self.membership(node, env)
        text, _ = self.expression(node.left, env)
        for op, right in zip(node.ops, node.comparators, strict=True):
            text += f" {OPERATORS[type(op)]} {self.expression(right, env)[0]}"
        return f"({text})", TRUTH

    def membership(self, node: ast.Compare, env: Env) -> tuple[str, Kind]:
        sign = OPERATORS[type(node.ops[0])]
        of = node.comparators[0]
        one, kind = self.expression(node.left, env)
        fixed = self.constants(of)
        if fixed and kind.form == "number":
            return f"({one} {sign} ({', '.join(map(str, sorted(set(fixed))))},))", TRUTH
        other, whole = self.expression(of, env)
        if (
            kind.form == "number"
            and whole.form in ("tuple", "list")
            and whole.item().form in ("number", "unknown")
        ):
            negated = "not " if sign == "not in" else ""
            return f"({negated}has_{whole.form}({one}, {other}))", TRUTH
        return f"({one} {sign} {other})", TRUTH

    def constants(self, node: ast.expr) -> tuple[int, ...] | None:
        """The numbers that a constant holds, if that is what it is."""
        if isinstance(node, ast.Name):
            tables = self.known.tables
            return tables.sets.get(node.id) or tables.numbers.get(node.id)
        if not isinstance(node, (ast.Tuple, ast.Set, ast.List)):
            return None
        values = [part.value for part in node.elts if isinstance(part, ast.Constant)]
        numbers = tuple(value for value in values if isinstance(value, int))
        return numbers if len(numbers) == len(node.elts) else None

    def conditional(self, node: ast.IfExp, env: Env) -> tuple[str, Kind]:
        test = self.test(node.test, env)
        then_env, else_env = dict(env), dict(env)
        then, one = self.expression(node.body, then_env)
        otherwise, other = self.expression(node.orelse, else_env)
        self.merge(env, [then_env, else_env])
        kind = one if one.form == "tuple" and _is_none(node.orelse) else join(one, other)
        if kind.form in ("object", "tuple"):
            then, otherwise = f"(<{kind.form}>{then})", f"(<{kind.form}>{otherwise})"
        return f"({then} if {test} else {otherwise})", kind

    def slice(self, node: ast.Slice, env: Env) -> str:
        low = "" if node.lower is None else self.expression(node.lower, env)[0]
        high = "" if node.upper is None else self.expression(node.upper, env)[0]
        return f"{low}:{high}"

    def subscript(self, node: ast.Subscript, env: Env) -> tuple[str, Kind]:
        if isinstance(node.slice, ast.Slice):
            whole, kind = self.expression(node.value, env)
            return f"{whole}[{self.slice(node.slice, env)}]", kind
        index, of = self.expression(node.slice, env)
        if isinstance(node.value, ast.Name):
            name = node.value.id
            if name in ("V", "P"):
                return f"word({name}, {index})", NUMBER
            if name == "Z":
                return f"heap(Z, {index})", STATE["Z"].item()
            if name == "F":
                return "F.left", FUEL
            if name in self.known.tables.numbers:
                values = self.known.tables.numbers[name]
                bits = max(value.bit_length() for value in values)
                return f"at_{name}({index})", number(max(1, bits))
        whole, kind = self.expression(node.value, env)
        if kind.form == "tuple":
            item = kind.item()
            if item.form == "number":
                return f"part({whole}, {index})", item
            if item.form == "tuple":
                return f"(<tuple?>{whole}[{index}])", item
            return f"{whole}[{index}]", OBJECT
        if kind.form == "list" and kind.item().form == "number":
            return f"word({whole}, {index})", kind.item()
        if kind.form == "list" and kind.item().form in ("tuple", "list") and of.form == "number":
            return f"{whole}[{index}]", kind.item()  # it may be nothing
        if kind.form == "list" and of.form != "number":
            index = f"<Py_ssize_t>{index}"
        return f"{whole}[{index}]", OBJECT if kind.item() == OBJECT and kind.form == "list" else UNKNOWN

    def built(self, node: ast.Tuple | ast.List | ast.Set, env: Env) -> tuple[str, Kind]:
        found = UNKNOWN
        texts = []
        for part in node.elts:
            text, kind = self.expression(part, env)
            if isinstance(part, ast.Starred):
                kind = self.expression(part.value, env)[1].item()
            found = join(found, kind)
            texts.append(text)
        inner = ", ".join(texts)
        if isinstance(node, ast.Tuple):
            return f"({inner}{',' if texts else ''})", tuple_of(known(found))
        if isinstance(node, ast.List):
            return f"[{inner}]", list_of(found)
        return f"{{{inner}}}", SET

    def comprehension(self, node: ast.ListComp, env: Env) -> tuple[str, Kind]:
        before = dict(self.inner)
        heads = []
        for generator in node.generators:
            source = self.expression(generator.iter, env)
            names = [name.id for name in ast.walk(generator.target) if isinstance(name, ast.Name)]
            for name in names:
                self.inner[name] = OBJECT
            heads.append(f"for {', '.join(names)} in {source[0]}")
        text, kind = self.expression(node.elt, env)
        self.inner = before
        return f"[{text} {' '.join(heads)}]", list_of(kind)

    # ------------------------------------------------------------------ calls

    def call(self, node: ast.Call, env: Env) -> tuple[str, Kind]:
        if isinstance(node.func, ast.Attribute):
            return self.method(node, node.func, env)
        if isinstance(node.func, ast.Subscript):
            whole, _ = self.expression(node.func.value, env)
            return f"{whole}[{self.expression(node.func.slice, env)[0]}]()", OBJECT
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        if name in self.known.signatures:
            return self.own(self.known.signatures[name], node, env)
        if (count := drawn_of(node)) is not None:
            return f"drawn(G, {self.expression(count, env)[0]})", HELPERS["drawn"]
        parts = [self.expression(arg, env) for arg in node.args]
        inner = ", ".join(text for text, _ in parts)
        if name == "tuple":
            return f"tuple({inner})", tuple_of(known(parts[0][1].item() if parts else NUMBER))
        if name == "sorted":
            return f"sorted({inner})", list_of(NUMBER if parts[0][1] == SET else known(parts[0][1].item()))
        if name in ("list", "filter"):
            if name == "filter":
                return f"{name}({inner})", OBJECT
            of = parts[0][1]
            return f"{name}({inner})", list_of(of.item() if of.form in ("list", "tuple") else OBJECT)
        if name == "int":
            return f"(<long long>int({inner}))", NUMBER
        if name in ("min", "max", "abs"):
            kind = parts[0][1]
            for _, other in parts[1:]:
                kind = join(kind, other)
            if len(parts) > 1 and kind.form == "number":
                return f"{name}({inner})", kind
            return f"(<long long>{name}({inner}))", NUMBER
        if name == "len":
            return f"len({inner})", HELPERS["len"]
        kind = HELPERS.get(name, OBJECT)
        if name == "unique":
            kind = list_of(known(parts[0][1].item()))  # elements may be lists themselves
        if name == SAME:
            return f"{name}({inner})", TRUTH
        if name in TWINS:
            return f"{name}({inner})", kind
        if name == "union" and len(parts) == 1 and parts[0][0][0] != "*":
            return f"union_of_one({inner})", kind
        if kind.form == "number":
            return f"(<long long>{name}({inner}))", kind
        if kind.form in ("tuple", "list"):
            return f"(<{kind.form}?>{name}({inner}))", kind
        return f"{name}({inner})", kind

    def own(self, function: Signature, node: ast.Call, env: Env) -> tuple[str, Kind]:
        given = []
        for param, arg in zip(function.params, node.args, strict=False):
            text, kind = self.expression(arg, env)
            self.known.learn_param(function, param, kind)
            given.append(text)
        given += ["0"] * (len(function.params) - len(given))
        for param in function.params[len(node.args) :]:
            self.known.learn_param(function, param, number(1))
        kind = self.known.result(function)
        return f"{function.name}({', '.join(given)})", kind

    def method(self, node: ast.Call, func: ast.Attribute, env: Env) -> tuple[str, Kind]:
        whole, kind = self.expression(func.value, env)
        parts = [self.expression(arg, env) for arg in node.args]
        inner = ", ".join(text for text, _ in parts)
        if func.attr == "append" and isinstance(func.value, ast.Name) and kind.form == "list":
            name = func.value.id
            if name in env and not isinstance(func.value, ast.Subscript):
                env[name] = list_of(join(kind.element or UNKNOWN, parts[0][1]))
        if func.attr == "get" and len(parts) == 1:
            return f"entry({whole}, {inner})", UNKNOWN
        if func.attr == "add":
            return f"add_to({whole}, {inner})", OBJECT
        if func.attr == "count":
            return f"(<long long>{whole}.count({inner}))", NUMBER
        return f"{whole}.{func.attr}({inner})", UNKNOWN if func.attr == "get" else OBJECT
