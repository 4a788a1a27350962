"""What lark makes of `grammar.lark`, written as `grammar.json`, so that reading rules needs no lark.

`python -m coupdsl.language.grammar` writes it.
"""

from __future__ import annotations

import json
from typing import Any

from lark import Lark
from lark.grammar import NonTerminal, Rule, Terminal
from lark.parsers.lalr_analysis import IntParseTable, Shift

from coupdsl.language.lalr import TABLES

STARTS = ("start", "expr")


def prepared() -> Lark:
    """The grammar with its tables."""
    grammar = TABLES.with_suffix(".lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", start=list(STARTS), propagate_positions=True, maybe_placeholders=True)


def tables(lark: Lark) -> dict[str, Any]:
    """What `lalr.py` parses with, as plain data.

    A state says for each symbol what comes next: the number of a state, or, below zero, that of a rule to reduce by,
    counted from -1 down.
    """
    table = lark.parser.parser._parse_table
    lexer = lark.parser.lexer.root_lexer
    rules = {rule: number for number, rule in enumerate(sorted(lark.rules, key=_name))}
    states = _numbered(table)
    return {
        "terminals": [[terminal.name, terminal.pattern.to_regexp()] for terminal in lexer.terminals],
        "words": {t.pattern.value: t.name for t in lexer.terminals if t.pattern.value.isidentifier()},
        "ignored": sorted(lexer.ignore_types),
        "rules": [_rule(rule) for rule in rules],
        "states": [
            {
                symbol: states[target] if step is Shift else -1 - rules[target]
                for symbol, (step, target) in sorted(table.states[state].items())
            }
            for state in states
        ],
        "starts": {start: [states[table.start_states[start]], states[table.end_states[start]]] for start in STARTS},
    }


def _name(rule: Rule) -> tuple[str, ...]:
    return rule.origin.name, str(rule.alias), *(symbol.name for symbol in rule.expansion)


def _numbered(table: IntParseTable) -> dict[int, int]:
    """Its states in the order in which they are come to: lark numbers them anew each time."""
    found = list(table.start_states.values())
    for state in found:
        targets = [target for _, (step, target) in sorted(table.states[state].items()) if step is Shift]
        found += [target for target in dict.fromkeys(targets) if target not in found]
    return {state: number for number, state in enumerate(found)}


def _rule(rule: Rule) -> list[Any]:
    """What `lalr.Rule` is made with."""
    optional = rule.options.empty_indices or [False] * len(rule.expansion)  # True where one is missing
    missing = [len(ones) for ones in "".join("01"[empty] for empty in optional).split("0")]
    kept, before = [], 0
    for at, symbol in enumerate(rule.expansion):
        before += missing[at]
        if not (isinstance(symbol, Terminal) and symbol.filter_out):
            kept.append([at, symbol.name.startswith("_") and isinstance(symbol, NonTerminal), before])
            before = 0
    inline = rule.origin.name.startswith("_") and not rule.alias
    only = bool(rule.options.expand1) and not rule.alias
    return [
        rule.origin.name,
        len(rule.expansion),
        rule.alias or rule.origin.name,
        inline,
        only,
        kept,
        before + missing[-1],
    ]


def text() -> str:
    """The text of `grammar.json`: a line for each terminal, rule and state."""
    parts = []
    for key, value in tables(prepared()).items():
        lines = json.dumps(value, separators=(",", ":")) if isinstance(value, dict) else "[\n{}\n]".format(
            ",\n".join(json.dumps(item, separators=(",", ":")) for item in value)
        )  # fmt: skip
        parts.append(f"{json.dumps(key)}:{lines}")
    return "{" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    TABLES.write_text(text(), "utf-8")
