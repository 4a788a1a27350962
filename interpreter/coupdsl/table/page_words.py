"""What stands on the page around the table: its buttons and headings, in each language."""

from __future__ import annotations

PAGE_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "of": "{0}: {1}", "apart": "; ",
        "language": "Français", "other": "fr", "rules": "Rules", "charts": "Charts", "menu": "Menu",
        "hint": "Hint", "known": "What can be known", "link": "Share", "copied": "It has been copied.",
        "guide": "What this is about", "unguided": "Explain no more",
        "account": "What happened", "type": "Type a move, why … or help", "send": "Go", "back": "Back",
        "resort": "Sort the other way", "go_on": "Go on with what has a yellow edge.",
        "seats": "Players", "middle": "In the middle", "own": "Yours", "choices": "Choices", "board": "Board",
        "hidden": "face down", "empty": "empty", "just_taken": "{0}, just taken",
        "lost": "The table does not answer. Trying again …",
        "waits": "to act", "has_not_answered": "still to answer", "anew": "Play again", "thinking": "Thinking …",
        "pace": "Pace", "quick": "quick", "calm": "calm", "slow": "slow", "amount": "How many?",
        "cards": "Cards", "look_usual": "as usual", "look_four": "four colours", "look_large": "large figures",
        "look_large_four": "large, four colours", "look_pictures": "pictures",
        "look_pictures_four": "pictures, four colours",
        "take_back": "Take back", "from_to": "{0} to {1}", "winner": "winner", "close": "Close",
        "look_back": "See the game again", "to_start": "Start", "earlier": "Earlier", "later": "Later", "to_end": "End",
        "move_of": "Move {0} of {1}", "seen_by": "Seen by", "watcher": "somebody who watches",
        "unseen_more": "and {0} face down", "beneath": "{0} under it", "games": "Games",
        "gone_on": "The game had gone on, on another page or by a click before: nothing was chosen now.",
        "keys": "Keys: Tab and arrows move, Enter chooses, digits choose an answer, / types a move, U takes one back, "
        "T reads the table.",
    },
    "fr": {
        "of": "{0} : {1}", "apart": " ; ",
        "language": "English", "other": "en", "rules": "Règles", "charts": "Tableaux", "menu": "Menu",
        "hint": "Conseil", "known": "Ce que l'on peut savoir", "link": "Partager",
        "copied": "Elle a été copiée.", "guide": "De quoi il s'agit", "unguided": "Ne plus expliquer",
        "account": "Ce qui s'est passé", "type": "Taper un coup, pourquoi … ou aide",
        "send": "Valider", "back": "Revenir",
        "resort": "Trier autrement", "go_on": "Continuez avec ce qui a un bord jaune.",
        "seats": "Joueurs", "middle": "Au milieu", "own": "À vous", "choices": "Choix", "board": "Plateau",
        "hidden": "face cachée", "empty": "vide", "just_taken": "{0}, à l'instant",
        "lost": "La table ne répond pas. Nouvel essai …",
        "waits": "doit jouer", "has_not_answered": "n'a pas encore répondu", "anew": "Rejouer",
        "thinking": "Réflexion …",
        "pace": "Rythme", "quick": "rapide", "calm": "calme", "slow": "lent", "amount": "Combien ?",
        "cards": "Cartes", "look_usual": "habituelles", "look_four": "quatre couleurs", "look_large": "grands signes",
        "look_large_four": "grands signes, quatre couleurs", "look_pictures": "images",
        "look_pictures_four": "images, quatre couleurs",
        "take_back": "Reprendre le coup", "from_to": "de {0} à {1}",
        "winner": "gagne", "close": "Fermer",
        "look_back": "Revoir la partie", "to_start": "Début", "earlier": "Avant", "later": "Après", "to_end": "Fin",
        "move_of": "Coup {0} sur {1}", "seen_by": "Vue par", "watcher": "quelqu'un qui regarde",
        "unseen_more": "et {0} face cachée",
        "beneath": "{0} dessous", "games": "Parties",
        "gone_on": "La partie avait avancé, sur une autre page ou par un clic précédent : rien n'a été choisi.",
        "keys": "Touches : Tab et flèches pour aller, Entrée pour choisir, les chiffres pour répondre, "
        "/ pour taper un coup, U pour le reprendre, T pour lire la table.",
    },
}  # fmt: skip

# What can be typed, with an example of it and the names of buttons.
TYPED_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "at_terminal": "`{0}` is a word of the terminal.",
        "help":
            "A move is typed as it is printed, or just its last part ({0}); a beginning is enough.\n"
            "why {0}, why not {0}: why a card or move is possible, or is not\n"
            "why paid, why 800: what the last payments were made of, or those of an amount\n"
            "hint, known, link: as “{hint}”, “{known}” and “{link}”\n"
            "All else has its button or its place on the page.",
    },
    "fr": {
        "at_terminal": "« {0} » est un mot du terminal.",
        "help":
            "Un coup se tape comme il est imprimé, ou seulement sa fin ({0}) ; le début suffit.\n"
            "pourquoi {0}, pourquoi pas {0} : pourquoi une carte ou un coup est possible, ou ne l'est pas\n"
            "pourquoi payé, pourquoi 800 : de quoi se composent les derniers paiements, ou ceux d'un montant\n"
            "conseil, connu, lien : comme « {hint} », « {known} » et « {link} »\n"
            "Tout le reste a son bouton ou sa place sur la page.",
    },
}  # fmt: skip

# The list of games, and why one cannot be had.
GAMES_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "language": "Français", "other": "fr", "title": "Games", "kept": "Go on with", "begin_another": "Begin another",
        "of": "{0}: {1}", "when": "%Y-%m-%d %H:%M",
        "begin": "Begin", "players": "Players", "of_game": "{0:player|players}, at move {1}",
        "over": "over", "is_open": "open",
        "is_told": "the score of real cards",
        "told_on": "This is the score of a game with real cards, and only seen here. To go on: {0}",
        "told_over": "This is the score of a game with real cards, and only seen here.",
        "stranger": "This table opens with the address that the program printed last.",
        "no_game": "There is no such game here.",
        "not_open": "This game is not open any more.",
        "in_use": "Another program has this game open: end that first.",
        "many_games": "{0} games are open, and no more can be at once: close the page of one.",
        "many_pages": "{0} pages show this game, and no more can at once: close one.",
        "several_people": "Several people play in this game: it goes on at a terminal.",
        "own_player": "`{0}` plays in this game, who comes to a terminal alone: it goes on there.",
        "not_readable": "This game cannot be gone on with: {0}.",
        "not_begun": "A game cannot begin under these rules: {0}.",
        "not_so_many": "This game begins with one of these numbers of players: {0}.",
        "not_kept": "A game cannot begin, as it could not be kept: {0}.",
    },
    "fr": {
        "language": "English", "other": "en", "title": "Parties", "kept": "Reprendre",
        "begin_another": "En commencer une autre", "begin": "Commencer", "of": "{0} : {1}",
        "when": "le %d/%m/%Y à %H:%M", "players": "Joueurs",
        "of_game": "{0:joueur|joueurs}, au coup {1}", "over": "terminée", "is_open": "ouverte",
        "is_told": "score de vraies cartes",
        "told_on": "C'est le score d'une partie avec de vraies cartes : ici, on peut seulement le regarder. "
        "Pour continuer : {0}",
        "told_over": "C'est le score d'une partie avec de vraies cartes : ici, on peut seulement le regarder.",
        "stranger": "Cette table s'ouvre avec l'adresse que le programme a affichée en dernier.",
        "no_game": "Il n'y a pas de telle partie ici.",
        "not_open": "Cette partie n'est plus ouverte.",
        "in_use": "Un autre programme tient cette partie ouverte : fermez-le d'abord.",
        "many_games": "{0} parties sont ouvertes, et il n'y a pas place pour plus : fermez la page de l'une d'elles.",
        "many_pages": "{0} pages montrent cette partie, et il n'y a pas place pour plus : fermez-en une.",
        "several_people": "Plusieurs personnes jouent cette partie : elle continue au terminal.",
        "own_player": "`{0}` joue cette partie, et ne vient qu'au terminal : elle y continue.",
        "not_readable": "Cette partie ne peut pas continuer : {0}.",
        "not_begun": "Aucune partie ne peut commencer sous ces règles : {0}.",
        "not_so_many": "Cette partie commence avec l'un de ces nombres de joueurs : {0}.",
        "not_kept": "Aucune partie ne peut commencer, faute de pouvoir la garder : {0}.",
    },
}  # fmt: skip

# What the call prints that serves a table.
CALL_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "open_at": "The table is open at {0}",
        "alone": "Only this machine can open it. Ctrl-C closes it.",
        "alone_kept": "Only this machine can open it. Ctrl-C closes it; games are kept.",
        "kept": "Kept in {0}", "go_on": "To go on: {0}",
    },
    "fr": {
        "open_at": "La table est ouverte à l'adresse {0}",
        "alone": "Seule cette machine peut l'ouvrir. Ctrl-C la ferme.",
        "alone_kept": "Seule cette machine peut l'ouvrir. Ctrl-C la ferme ; les parties sont conservées.",
        "kept": "Partie conservée dans {0}", "go_on": "Pour reprendre : {0}",
    },
}  # fmt: skip

__all__ = ["CALL_WORDS", "GAMES_WORDS", "PAGE_WORDS", "TYPED_WORDS"]
