"""Which tokens of a line have a blank between them."""

from __future__ import annotations

from coupdsl.language.tokens import Token
from coupdsl.language.words import KEYWORDS

_TIGHT_BEFORE = frozenset({",", ")", "]", ":"})
_TIGHT_AFTER = frozenset({"(", "["})
_TIGHT_RANGES = frozenset({"option", "when", "cells"})
_ENDS_VALUE = frozenset(
    ["it", "true", "false", "none", "everything", "empty", "seats", "cards", "cells", "suits", "ranks"]
)


class Spacing:
    """Walks along the tokens; a minus before a number belongs to it, one between two values does not."""

    def __init__(self) -> None:
        self.last: Token | None = None
        self.negates = False
        self.after_remark = False
        self.names_loop = False

    @property
    def last_text(self) -> str:
        return self.last.text if self.last is not None else ""

    def before(self, token: Token, head: str) -> str:
        """The blank between the last token and this one, in a line whose first word is `head`."""
        text, last = token.text, self.last_text
        if token.is_remark or self.after_remark:
            return " "
        if text in _TIGHT_BEFORE or last in _TIGHT_AFTER or self.negates:
            return ""
        if ".." in (text, last) and head in _TIGHT_RANGES:
            return ""
        return "" if text == "(" and self._is_name(self.last) and not self.names_loop else " "

    def advance(self, token: Token) -> None:
        self.after_remark = token.is_remark
        if token.is_remark:
            return
        self.names_loop = self.last_text == "repeat"  # what follows is how often, though it may begin with a bracket
        self.negates = token.text == "-" and not self._ends_value()
        self.last = token

    def _ends_value(self) -> bool:
        if self.last is None:
            return False
        if self.last.kind == "sign":
            return self.last.text in (")", "]", "}")
        return self.last.text not in KEYWORDS or self.last.text in _ENDS_VALUE

    @staticmethod
    def _is_name(token: Token | None) -> bool:
        return token is not None and token.kind == "word" and token.text not in KEYWORDS
