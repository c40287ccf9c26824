"""Changes to generated code that only pay in C."""

from __future__ import annotations

import ast

SAME = "tg_same"


def reshaped(body: list[ast.stmt]) -> list[ast.stmt]:
    """Words of the state are compared with older ones where they stand; a list of them is made only if they
    differ. What native rules do elsewhere, or not at all, is left out.
    """
    out: list[ast.stmt] = []
    rest = [statement for statement in body if not _is_left_out(statement)]
    while rest:
        first = rest.pop(0)
        if rest and (found := _compared(first, rest[0])) is not None:
            rest.pop(0)
            out += found
        else:
            out.append(first)
    return out


def drawn_of(node: ast.Call) -> ast.expr | None:
    """Of how many answers one is drawn, if that is what a term does."""
    match node:
        case ast.Call(
            func=ast.Name(id="int"),
            args=[
                ast.BinOp(
                    left=ast.Call(func=ast.Subscript(value=ast.Name(id="G"))), op=ast.Mult(), right=count
                )
            ],
        ):
            return count
    return None


def _is_left_out(node: ast.stmt) -> bool:
    match node:
        case ast.AugAssign(target=ast.Subscript(value=ast.Name(id="G"))):
            return True  # counted where the answer is drawn
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id="H"), attr="append"))):
            return True  # which words were changed last
    return False


def _compared(first: ast.stmt, then: ast.stmt) -> list[ast.stmt] | None:
    match first, then:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value),
            ast.If(test=ast.Compare(left=ast.Name(id=left), ops=[ast.Eq()], comparators=[old]), orelse=[]),
        ) if left == name and (parts := _slices(value)):
            at = 0
            tests: list[ast.expr] = []
            for whole, low, high in parts:
                args = [whole, ast.Constant(low), ast.Constant(high), old, ast.Constant(at)]
                tests.append(ast.Call(ast.Name(SAME), args, []))
                at += high - low
            test = tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
            check = ast.If(test, then.body, [])
            return [ast.copy_location(check, then), first]
    return None


def _slices(node: ast.expr) -> list[tuple[ast.expr, int, int]]:
    """The parts of a list that a term puts together, if it does."""
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            one, other = _slices(left), _slices(right)
            return [*one, *other] if one and other else []
        case ast.Subscript(
            value=ast.Name(id="V"),
            slice=ast.Slice(lower=ast.Constant(value=int(low)), upper=ast.Constant(value=int(high))),
        ):
            return [(node.value, low, high)]
    return []
