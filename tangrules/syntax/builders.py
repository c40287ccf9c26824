"""What builds the nodes of each rule of the grammar."""

from __future__ import annotations

from tangrules.syntax import (
    build_components,
    build_expectations,
    build_expressions,
    build_items,
    build_statements,
)
from tangrules.syntax.parts import Builder

BUILDERS: dict[str, Builder] = {
    **build_expressions.BUILDERS,
    **build_statements.BUILDERS,
    **build_items.BUILDERS,
    **build_components.BUILDERS,
    **build_expectations.BUILDERS,
}
