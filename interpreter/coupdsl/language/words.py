"""The words of the language, and what the parser's terminals are called when a person is told of them."""

from __future__ import annotations

KEYWORDS = frozenset(
    ["edition", "include", "source", "game", "mechanic", "use", "needs", "option", "when", "kind", "as", "seats", "tables", "cards", "suits", "ranks", "extra", "copies", "pieces", "unit", "account", "zone", "state", "let", "order", "rule", "check", "limit", "moves", "per", "short", "shown", "seen", "by", "every", "plays", "is", "not", "or", "and", "if", "else", "then", "for", "in", "while", "together", "repeat", "until", "at", "most", "times", "case", "secretly", "chooses", "otherwise", "from", "move", "to", "unseen", "shuffle", "pays", "everything", "show", "hide", "leave", "again", "give", "finish", "lowest", "highest", "play", "where", "preferring", "with", "without", "some", "empty", "rounded", "up", "down", "mod", "of", "the", "after", "sum", "largest", "over", "step", "true", "false", "none", "it"]
)

# Words of the language that may still name a decision, a reading or a rule: the text around them tells.
FREE_WORDS = frozenset({"play", "pass", "move", "show", "hide", "leave", "stop", "lowest", "highest", "short", "order"})

EXPECTED: dict[str, str] = {
    "NAME": "a name", "INT": "a number", "STRING": "a text in quotes", "KEY": "an option key", "LETTERS": "a letter",
    "LBRACE": "`{`", "RBRACE": "`}`", "LPAR": "`(`", "RPAR": "`)`", "LSQB": "`[`", "RSQB": "`]`", "COLON": "`:`",
    "COMMA": "`,`", "EQUAL": "`=`", "_NL": "the end of the line", "$END": "the end of the text", "VBAR": "`|`",
    **{word.upper(): word for word in KEYWORDS},
}  # fmt: skip
