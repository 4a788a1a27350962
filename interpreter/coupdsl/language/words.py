"""The words of the language, and what the parser's terminals are called when a person is told of them."""

from __future__ import annotations

KEYWORDS = frozenset(
    [
        "edition",
        "include",
        "source",
        "game",
        "mechanic",
        "use",
        "needs",
        "option",
        "when",
        "kind",
        "shape",
        "as",
        "seats",
        "tables",
        "cards",
        "cells",
        "suits",
        "ranks",
        "extra",
        "copies",
        "pieces",
        "unit",
        "account",
        "zone",
        "state",
        "let",
        "order",
        "rule",
        "check",
        "limit",
        "replace",
        "moves",
        "per",
        "short",
        "shown",
        "seen",
        "by",
        "every",
        "plays",
        "is",
        "not",
        "or",
        "and",
        "if",
        "else",
        "then",
        "for",
        "in",
        "while",
        "together",
        "repeat",
        "until",
        "at",
        "most",
        "within",
        "times",
        "case",
        "secretly",
        "chooses",
        "otherwise",
        "from",
        "move",
        "to",
        "unseen",
        "shuffle",
        "pays",
        "everything",
        "reveal",
        "show",
        "hide",
        "leave",
        "again",
        "give",
        "finish",
        "among",
        "lowest",
        "highest",
        "play",
        "where",
        "preferring",
        "with",
        "without",
        "some",
        "empty",
        "rounded",
        "up",
        "down",
        "mod",
        "of",
        "the",
        "after",
        "sum",
        "largest",
        "smallest",
        "over",
        "step",
        "true",
        "false",
        "none",
        "it",
    ]
)

# Names that would hide what the language itself provides.
RESERVED = KEYWORDS | {
    "all",
    "chance",
    "choices",
    "count",
    "first",
    "last",
    "left",
    "owner",
    "position",
    "min",
    "max",
    "near",
    "connected",
    "line",
    "place_in",
}

# What stands before `of` with a meaning of its own, whatever else is called so.
BEFORE_OF = frozenset(["count", "first", "last", "choices", "position"])

# Words that begin something else where a value stands.
BEGINS_VALUE = frozenset(
    ["if", "not", "some", "every", "sum", "largest", "smallest", "highest", "lowest", "the", "unit", "case", "true",
     "false", "none", "it", "empty"]
)  # fmt: skip
BEGINS_STATEMENT = frozenset(
    ["let", "reveal", "state", "if", "for", "repeat", "case", "move", "shuffle", "show", "hide", "leave", "again",
     "give", "finish", "play"]
)  # fmt: skip
BEGINS_LINE = frozenset(
    ["include", "source", "game", "mechanic", "use", "needs", "option", "when", "kind", "shape", "seats", "tables",
     "cards", "pieces", "unit", "account", "zone", "state", "let", "order", "rule", "check", "limit", "replace", "if",
     "for", "repeat", "case", "move", "shuffle", "show", "hide", "leave", "again", "give", "finish", "play", "extra",
     "copies"]
)  # fmt: skip

DECLARES = frozenset(
    ["include", "source", "use", "needs", "option", "kind", "shape", "pieces", "unit", "account", "zone", "state",
     "let", "rule", "check", "limit", "finish", "seats"]
)  # fmt: skip

EXPECTED: dict[str, str] = {
    "NAME": "a name", "INT": "a number", "STRING": "a text in quotes", "KEY": "an option key", "LETTERS": "a letter",
    "LBRACE": "`{`", "RBRACE": "`}`", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "COLON": "`:`",
    "COMMA": "`,`", "EQUAL": "`=`", "_NL": "the end of the line", "$END": "the end of the text", "VBAR": "`|`",
    **{word.upper(): word for word in KEYWORDS},
}  # fmt: skip
