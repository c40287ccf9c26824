"""Makes the parser's tables from the grammar, by Lark. `python -m tangrules.syntax.make_tables` writes them."""

from __future__ import annotations

import json
import re
from typing import Any

import lark

from tangrules.syntax.grammar import parser
from tangrules.syntax.places import GRAMMAR, TABLES, WORD_CLASS
from tangrules.syntax.tables import LIST, NOTHING, VALUE, WORD, digest


def made() -> dict[str, Any]:
    """Return the tables as they are kept. States are numbered as they are met, so that nothing depends on chance."""
    return _Making(parser()).all()


class _Making:
    """Reads the tables out of Lark."""

    def __init__(self, made: lark.Lark) -> None:
        table = made.parser.parser._parse_table
        self._states: dict[int, dict[str, Any]] = table.states
        self._start: int = table.start_states["start"]
        self._terminals = {terminal.name: terminal for terminal in made.terminals}
        self._ignored = made.lexer_conf.ignore
        self._written = {name: self._as_written(name) for name in self._terminals}
        self._rules = sorted(made.rules, key=str)

    def _as_written(self, name: str) -> str:
        pattern = self._terminals[name].pattern
        return str(pattern.value) if pattern.type == "str" else name

    def all(self) -> dict[str, Any]:
        order = self._in_order()
        numbers = {state: number for number, state in enumerate(order)}
        rule_numbers = {rule: number for number, rule in enumerate(self._rules)}
        following: dict[tuple[str, ...], int] = {}
        states = []
        for state in order:
            shifts, gotos = {}, {}
            ends: dict[int, list[str]] = {}
            for symbol, (_, target) in sorted(self._states[state].items()):
                if target in rule_numbers:
                    ends.setdefault(rule_numbers[target], []).append(self._written.get(symbol, symbol))
                elif symbol in self._written or not symbol.islower():
                    shifts[self._written.get(symbol, symbol)] = numbers[target]
                else:
                    gotos[symbol] = numbers[target]
            ended = [
                [rule, following.setdefault(tuple(sorted(words)), len(following))]
                for rule, words in sorted(ends.items())
            ]
            states.append([shifts, gotos, ended])
        patterns = [
            terminal
            for terminal in self._terminals.values()
            if terminal.pattern.type == "re" and terminal.name not in self._ignored
        ]
        patterns.sort(key=lambda terminal: (-terminal.priority, terminal.name))
        classes = {terminal.name: str(terminal.pattern.value) for terminal in patterns}
        word = classes[WORD_CLASS]
        signs = {text for text in self._written.values() if text not in classes and not _is_word(text, word)}
        signs -= set(self._ignored)
        return {
            "grammar": digest(GRAMMAR.read_bytes()),
            "classes": classes,
            "pairs": [terminal.name for terminal in patterns if terminal.priority],
            "signs": sorted(signs, key=lambda sign: (-len(sign), sign)),
            "rules": [self._rule(rule) for rule in self._rules],
            "following": [list(words) for words in following],
            "states": states,
        }

    def _in_order(self) -> list[int]:
        order = {self._start: None}
        left = [self._start]
        while left:
            row = self._states[left.pop()]
            targets = [row[symbol][1] for symbol in sorted(row) if isinstance(row[symbol][1], int)]
            fresh = [target for target in dict.fromkeys(targets) if target not in order]
            order.update(dict.fromkeys(fresh))
            left.extend(reversed(fresh))
        return list(order)

    def _rule(self, rule: Any) -> list[Any]:
        """Return a rule: what it makes, how many parts it has, what becomes of them."""
        omitted = rule.options.empty_indices or [False] * len(rule.expansion)
        takes, parts = [], iter(enumerate(rule.expansion))
        for is_omitted in omitted:
            if is_omitted:
                takes.append((NOTHING, 0))
                continue
            at, symbol = next(parts)
            if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
                takes.append((_kind(symbol), at))
        name = rule.origin.name
        node = "" if name.startswith("_") else rule.alias or name
        opens = rule.options.expand1 and not rule.alias
        return [name, node, len(rule.expansion), bool(opens), takes]


def _kind(symbol: Any) -> int:
    if symbol.is_term:
        return WORD
    return LIST if symbol.name.startswith("_") else VALUE


def _is_word(text: str, pattern: str) -> bool:
    return re.fullmatch(pattern, text) is not None


def written(data: dict[str, Any]) -> str:
    """Return the tables as text, with a line for each rule and each state."""
    parts = []
    for key, value in data.items():
        if key in ("rules", "following", "states"):
            lines = ",\n".join(json.dumps(line, separators=(",", ":")) for line in value)
            parts.append(f"{json.dumps(key)}: [\n{lines}\n]")
        else:
            parts.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    TABLES.write_text(written(made()), encoding="utf-8")
