"""What stands on the screen around the table, beside the words of the page, in each language."""

from __future__ import annotations

from coupdsl.table.page_words import PAGE_WORDS

_OWN: dict[str, dict[str, str]] = {
    "en": {
        "quit": "Leave", "next_hand": "Go on", "of": "{0}: {1}",
        "not_back": "Nothing can be taken back: your last choice can be, as long as you have learned nothing since.",
        "choose_key": "Enter: choose", "type_key": "a-z: type", "back_key": "^Z: take back",
        "help_key": "F1: help", "language_key": "F2: Français", "leave_key": "^C: leave",
        "hurry_key": "Space: do not wait", "close_key": "Esc: close", "turn_key": "Page Up, Down: turn",
        "typing_keys": "Enter: send  Tab: complete  Up, Down: earlier  Esc: leave it",
        "line_copied": "It has been copied where the terminal allows it, and is printed again when you leave.",
        "help":
            "Arrows and Tab go from one thing that can be chosen, in brackets, to the next; Enter or Space chooses it, "
            "and so does a click.\n"
            "Digits choose the answer that they stand before.\n"
            "A click on a card that may not be played says why not.\n"
            "Escape drops what was picked, and closes an answer; Ctrl+Z takes your last choice back.\n"
            "Space shows what others do without waiting. Page Up and Page Down turn what happened.\n"
            "Letters begin a line: a move as it is printed, its number, or its last part ({0}); Tab completes it, "
            "the arrows up and down bring lines back, Enter sends it.\n"
            "Words that can be typed: {1}",
        "broken":
            "The screen has failed, which is an error of ours ({0}); the game is kept in {1}, and goes on with {2}, or "
            "as lines of text without --screen.",
        "look_keys": "Left, Right, Home, End: moves",
        "look_help":
            "Left and right show the table a move earlier and later, Home and End at the start and at the end.\n"
            "Tab goes from one thing that can be chosen, in brackets, to the next; Enter or a click chooses it.\n"
            "Type a number to see the table after that move, or the name of a player to see it with other eyes.\n"
            "Page Up and Page Down turn what happened up to then.\n"
            "Other words that can be typed: chart, rules, log, help, en, fr, quit.",
        "words":
            "why {0}, hint, known, link, undo, chart, rules, log, random, save, help, en, fr, quit. "
            "A slash before a word (/log) always means these words.",
    },
    "fr": {
        "quit": "Quitter", "next_hand": "Continuer", "of": "{0} : {1}",
        "not_back": "Rien ne peut être repris : votre dernier choix peut l'être tant que rien n'a été appris.",
        "choose_key": "Entrée : choisir", "type_key": "a-z : taper", "back_key": "^Z : reprendre",
        "help_key": "F1 : aide", "language_key": "F2 : English", "leave_key": "^C : quitter",
        "hurry_key": "Espace : sans attendre", "close_key": "Échap : fermer", "turn_key": "Page préc., suiv. : défiler",
        "typing_keys": "Entrée : envoyer  Tab : compléter  Haut, Bas  Échap : sortir",
        "line_copied": "Elle a été copiée si le terminal le permet, et sera imprimée quand vous quitterez.",
        "help":
            "Les flèches et Tab vont d'une chose possible, entre crochets, à la suivante ; Entrée ou Espace la "
            "choisit, un clic aussi.\n"
            "Les chiffres choisissent la réponse devant laquelle ils se trouvent.\n"
            "Un clic sur une carte qui ne peut pas être jouée dit pourquoi.\n"
            "Échap abandonne ce qui est choisi et ferme une réponse ; Ctrl+Z reprend votre dernier choix.\n"
            "Espace montre sans attendre ce que font les autres. Page préc. et Page suiv. font défiler ce qui s'est "
            "passé.\n"
            "Une lettre commence une ligne : un coup comme il est imprimé, son numéro, ou seulement la fin ({0}) ; "
            "Tab la complète, les flèches haut et bas rappellent les lignes, Entrée l'envoie.\n"
            "Mots que l'on peut taper : {1}",
        "broken":
            "L'écran a échoué, et c'est notre erreur ({0}) ; la partie est gardée dans {1} et reprend avec {2}, ou en "
            "lignes de texte sans --screen.",
        "look_keys": "Gauche, Droite, Début, Fin : coups",
        "look_help":
            "Gauche et droite montrent la table un coup avant et un coup après, Début et Fin au début et à la fin.\n"
            "Tab va d'une chose possible, entre crochets, à la suivante ; Entrée ou un clic la choisit.\n"
            "Tapez un nombre pour voir la table après ce coup, ou le nom d'un joueur pour la voir avec d'autres yeux.\n"
            "Page préc. et Page suiv. font défiler ce qui s'était passé.\n"
            "Autres mots que l'on peut taper : tableau, règles, journal, aide, en, fr, quitter.",
        "words":
            "pourquoi {0}, conseil, connu, lien, reprendre, tableau, règles, journal, hasard, garder, aide, en, fr, "
            "quitter. Une barre devant le mot (/journal) désigne toujours ces mots.",
    },
}  # fmt: skip

SCREEN_WORDS = {language: {**PAGE_WORDS[language], **own} for language, own in _OWN.items()}
# What can be typed on the screen alone.
TAKE_BACK = {"en": ("undo",), "fr": ("reprendre", "annuler", "undo")}

__all__ = ["SCREEN_WORDS", "TAKE_BACK"]
