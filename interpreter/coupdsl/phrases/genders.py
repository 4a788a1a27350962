"""French words that agree with what they are said of: no suit is `aucune`, no player `aucun`."""

from __future__ import annotations

import re

_NOUNS = "annonce|carte|case|couleur|défausse|équipe|face|levée|main|mise|pièce|place|position|prise|valeur"
_FEMININE = re.compile(rf"(?i)\(?(?:(?:la|une) |(?:les |l'|[mts]a )?(?:{_NOUNS})s?\b)")


def is_feminine(head: str) -> bool:
    """Is a French phrase known to be feminine, by its article or by its first word?"""
    return _FEMININE.match(head) is not None
