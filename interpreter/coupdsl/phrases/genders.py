"""French words that agree with what they are said of: no suit is `aucune`, no player `aucun`."""

from __future__ import annotations

import re

_NOUNS = (
    "action|annonce|banque|carte|case|combinaison|couleur|défausse|dette|donne|enchère|entame|équipe|face|figure|levée"
    "|main|manche|mise|paire|partie|pénalité|pièce|place|position|preuve|prise|relance|somme|suite|valeur"
)
_BEFORE = "première|seconde|deuxième|troisième|dernière|prochaine|nouvelle|bonne|meilleure"  # feminine themselves
_FEMININE = re.compile(rf"(?i)\(?(?:(?:la|une) |(?:les |l'|[mts]a )?(?:(?:{_BEFORE})s?\b|(?:{_NOUNS})s?\b))")


def is_feminine(head: str) -> bool:
    """Is a French phrase known to be feminine, by its article or by its first word?"""
    return _FEMININE.match(head) is not None
