"""What stands on the page around the table: its buttons and headings, in each language."""

from __future__ import annotations

PAGE_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "language": "Français", "other": "fr", "rules": "Rules", "charts": "Charts", "menu": "Menu",
        "hint": "Hint", "known": "What can be known", "link": "Share", "copied": "It has been copied.",
        "guide": "What this is about", "unguided": "Explain no more",
        "account": "What happened", "type": "Type a move, or why …", "send": "Go", "back": "Back",
        "resort": "Sort the other way", "go_on": "Go on with what has a yellow edge.",
        "seats": "Players", "middle": "In the middle", "own": "Yours", "choices": "Choices", "board": "Board",
        "hidden": "face down", "empty": "empty", "just_taken": "{0}, just taken",
        "lost": "The table does not answer. Trying again …",
        "waits": "to act", "has_not_answered": "still to answer", "anew": "Play again", "thinking": "Thinking …",
        "pace": "Pace", "quick": "quick", "calm": "calm", "slow": "slow", "amount": "How many?",
        "cards": "Cards", "look_usual": "as usual", "look_four": "four colours", "look_large": "large figures",
        "look_both": "both",
        "take_back": "Take back", "from_to": "{0} to {1}", "winner": "winner", "close": "Close",
        "look_back": "See the game again", "to_start": "Start", "earlier": "Earlier", "later": "Later", "to_end": "End",
        "move_of": "Move {0} of {1}", "seen_by": "Seen by", "watcher": "somebody who watches",
        "unseen_more": "and {0} face down", "beneath": "{0} under it",
        "keys": "Keys: Tab and arrows move, Enter chooses, digits choose an answer, / types a move, U takes one back, "
        "T reads the table.",
    },
    "fr": {
        "language": "English", "other": "en", "rules": "Règles", "charts": "Tableaux", "menu": "Menu",
        "hint": "Conseil", "known": "Ce que l'on peut savoir", "link": "Partager",
        "copied": "Elle a été copiée.", "guide": "De quoi il s'agit", "unguided": "Ne plus expliquer",
        "account": "Ce qui s'est passé", "type": "Taper un coup, ou pourquoi …", "send": "Valider", "back": "Revenir",
        "resort": "Trier autrement", "go_on": "Continuez avec ce qui a un bord jaune.",
        "seats": "Joueurs", "middle": "Au milieu", "own": "À vous", "choices": "Choix", "board": "Plateau",
        "hidden": "face cachée", "empty": "vide", "just_taken": "{0}, à l'instant",
        "lost": "La table ne répond pas. Nouvel essai …",
        "waits": "doit jouer", "has_not_answered": "n'a pas encore répondu", "anew": "Rejouer",
        "thinking": "Réflexion …",
        "pace": "Rythme", "quick": "rapide", "calm": "calme", "slow": "lent", "amount": "Combien ?",
        "cards": "Cartes", "look_usual": "habituelles", "look_four": "quatre couleurs", "look_large": "grands signes",
        "look_both": "les deux",
        "take_back": "Reprendre le coup", "from_to": "de {0} à {1}",
        "winner": "gagne", "close": "Fermer",
        "look_back": "Revoir la partie", "to_start": "Début", "earlier": "Avant", "later": "Après", "to_end": "Fin",
        "move_of": "Coup {0} sur {1}", "seen_by": "Vue par", "watcher": "quelqu'un qui regarde",
        "unseen_more": "et {0} face cachée",
        "beneath": "{0} dessous",
        "keys": "Touches : Tab et flèches pour aller, Entrée pour choisir, les chiffres pour répondre, "
        "/ pour taper un coup, U pour le reprendre, T pour lire la table.",
    },
}  # fmt: skip

__all__ = ["PAGE_WORDS"]
