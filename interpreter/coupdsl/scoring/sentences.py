"""The words of the score keeper, in each language."""

from __future__ import annotations

from coupdsl.phrases.inline import contracted, text_of

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "title": "{0}, scored for {1}",
        "hint": "Type help at any time.",
        "left_undone":
            "What is paid for {0} depends on “{1}”, which is remembered only while cards are played. Here it is not "
            "known, so these payments may be wrong.",
        "who_plays": "Who plays, clockwise? (Enter: {0}) ",
        "resuming": "Going on with the game kept in {0}.",
        "asks": "{0}: {1}",
        "who_took": "Who took this? {0}",
        "who_took_these": "Who took which of these? {0}",
        "how_many": "How many of the {0} left did each take?", "who_one": "Who took the one that is left?",
        "counts": "(Numbers are enough: {0} 2, {1} 1, rest {2})",
        "prompt": "> ",
        "enter": "(Enter accepts it)",
        "secret": "(In secret: on paper; it is entered here as soon as all may know it)",
        "or": "{0} or {1}",
        "from_to": "{0} to {1}", "from_to_step": "{0} to {1}, in steps of {2}",
        "took": "{0} took {1}",
        "took_this": "{0} took this: {1}",
        "took_some": "{0} took {1} of them",
        "empty": "Type an answer, or help.",
        "not_here": "`{0}` is not an answer here.",
        "not_whole": "`{0}` is not a whole number: write one in digits alone, such as `4`.",
        "asks_other": "`{0}` is not an answer here: {1} is asked.",
        "ambiguous": "`{0}` could be: {1}. Write a little more.",
        "possible": "Possible here: {0}",
        "nobody": "Say who took `{0}`: {1}",
        "what": "Say what {0} took: {1}",
        "told": "`{0}` is not asked for now. Still to enter: {1}",
        "too_often": "`{0}` is on this line too often.",
        "too_many": "{0} for {1} is too many: only {2} left to enter.",
        "next_question": "`{0}` answers another question: write a comma before it.",
        "all_told": "`{0}` is too much: nothing is left to enter.",
        "not_countable": "A number is not enough here, since it matters which these are: {0}",
        "only_numbers": "These are all charged alike: say how many {0} took, {1} at most.",
        "not_entered": "Not entered: {0}",
        "nothing_entered": "Nothing of this line was entered.",
        "taken_back": "Taken back: {0}",
        "nothing_back": "There is nothing to take back.",
        "nothing_yet": "Nothing has been entered yet.",
        "no_money": "Nothing is paid in this game; `sheet` shows what each hand has brought.",
        "no_money_no_sheet": "Nothing is paid in this game.",
        "no_sheet": "Nothing is added up in this game, so there is no sheet.",
        "why_what": "Ask about payments, such as `why`, `why {0}` or `why 400`.",
        "saved": "Kept in {0}.",
        "not_saved": "The game could not be kept: {0}",
        "resume": "To go on later: {0}",
        "standing": "{0}: {1}",
        "hand": "Hand {0}", "hand_of": "Hand {0} of {1}",
        "line": "{0}. {1}",
        "no_line": "There is no line {0}; `lines` shows them.",
        "changing": "Line {0} is open again: {1}",
        "again": "This no longer fits, and is asked again: {0}",
        "unchanged": "Line {0} stays as it was: {1}",
        "kept_aside": "The game as it was before this change is kept in {0}.",
        "left_open": "Not entered again: {0}",
        "final": "The final account",
        "received": "{0} received",
        "paid": "{0} paid",
        "no_reason": "other",
        "help":
            "Names can be shortened. You can put several answers on one line, with commas between them.\n"
            "{0} 7S 8S, {1} QS: what each took; rest {0}: {0} took what is left of it\n"
            "{0} 3, {1} 5: how many each took, if the pieces count alike\n"
            "undo: takes the last line back; undo 3: the last three\n"
            "lines: all lines with their numbers\n"
            "change 5: opens line 5 again; change 5 {0} 3: puts this in its place; what follows stays if it fits\n"
            "sheet: the score, one row per hand\n"
            "board: what lies on the table, and what each has\n"
            "chart: what there is to play for, with its amounts\n"
            "account: everything that was entered and paid so far\n"
            "why: how the last payments add up; why {1}, why 400: the last ones that fit\n"
            "rules: the options in force\n"
            "save: where the game is kept; it is kept after every line\n"
            "quit: leave; the game goes on with --resume",
    },
    "fr": {
        "title": "{0}, comptes de {1}",
        "hint": "Tapez aide à tout moment.",
        "left_undone":
            "Les paiements pour {0} dépendent de « {1} », qui n'est retenu que pendant qu'on joue les cartes. Ici, ce "
            "n'est pas connu : ils peuvent être faux.",
        "who_plays": "Qui joue, dans le sens du jeu ? (Entrée : {0}) ",
        "resuming": "Suite de la partie conservée dans {0}.",
        "asks": "{0} : {1}",
        "who_took": "Qui a pris ceci ? {0}",
        "who_took_these": "Qui a pris quoi ? {0}",
        "how_many": "Combien chacun en a-t-il pris ? Il en reste {0}.", "who_one": "Il en reste 1. Qui l'a pris ?",
        "counts": "(Un nombre suffit : {0} 2, {1} 1, reste {2})",
        "prompt": "> ",
        "enter": "(Entrée l'accepte)",
        "secret": "(En secret : sur papier ; c'est noté ici dès que tous peuvent le savoir)",
        "or": "{0} ou {1}",
        "from_to": "{0} à {1}", "from_to_step": "{0} à {1}, de {2} en {2}",
        "took": "{0} a pris {1}",
        "took_this": "{0} a pris ceci : {1}",
        "took_some": "{0} en a pris {1}",
        "empty": "Tapez une réponse, ou aide.",
        "not_here": "« {0} » n'est pas une réponse ici.",
        "not_whole": "« {0} » n'est pas un nombre entier : écrivez-en un, en chiffres seulement, par exemple 4.",
        "asks_other": "« {0} » n'est pas une réponse ici : c'est à {1} de répondre.",
        "ambiguous": "« {0} » peut être : {1}. Écrivez-en un peu plus.",
        "possible": "Possible ici : {0}",
        "nobody": "Dites qui a pris « {0} » : {1}",
        "what": "Dites ce que {0} a pris : {1}",
        "told": "« {0} » n'est pas à noter maintenant. Il reste : {1}",
        "too_often": "« {0} » n'est pas à noter maintenant : sur cette ligne, cela revient trop souvent.",
        "too_many": "{0} pour {1}, c'est trop : il n'en reste que {2}.",
        "next_question": "« {0} » répond à une autre question : mettez une virgule devant.",
        "all_told": "« {0} », c'est trop : il ne reste rien à noter.",
        "not_countable": "Un nombre ne suffit pas, car il faut savoir lesquels : {0}",
        "only_numbers": "Tout compte pareil : dites combien {0} en a pris, {1} au plus.",
        "not_entered": "Non noté : {0}",
        "nothing_entered": "Rien de cette ligne n'est noté.",
        "taken_back": "Annulé : {0}",
        "nothing_back": "Il n'y a rien à annuler.",
        "nothing_yet": "Rien n'est encore noté.",
        "no_money": "On ne paie rien dans ce jeu ; « feuille » montre ce que chaque donne a rapporté.",
        "no_money_no_sheet": "On ne paie rien dans ce jeu.",
        "no_sheet": "On n'additionne rien dans ce jeu, il n'y a donc pas de feuille.",
        "why_what": "Demandez ce qui a été payé : « pourquoi », « pourquoi {0} » ou « pourquoi 400 ».",
        "saved": "Conservé dans {0}.",
        "not_saved": "La partie n'a pas pu être conservée : {0}",
        "resume": "Pour reprendre plus tard : {0}",
        "standing": "{0} : {1}",
        "hand": "Donne {0}", "hand_of": "Donne {0} sur {1}",
        "line": "{0}. {1}",
        "no_line": "Il n'y a pas de ligne {0} ; `lignes` les montre.",
        "changing": "La ligne {0} est de nouveau ouverte : {1}",
        "again": "Ceci ne convient plus et sera redemandé : {0}",
        "unchanged": "La ligne {0} reste comme elle était : {1}",
        "kept_aside": "La partie telle qu'elle était avant ce changement est conservée dans {0}.",
        "left_open": "N'est pas noté de nouveau : {0}",
        "final": "Le compte final",
        "received": "reçu {0}",
        "paid": "payé {0}",
        "no_reason": "autre",
        "help":
            "Les noms peuvent être abrégés. Plusieurs réponses tiennent sur une ligne, séparées par des virgules.\n"
            "{0} 7S 8S, {1} DS : ce que chacun a pris ; reste {0} : {0} a pris ce qui reste\n"
            "{0} 3, {1} 5 : combien chacun en a pris, si tout compte pareil\n"
            "annuler : reprend la dernière ligne ; annuler 3 : les trois dernières\n"
            "lignes : toutes les lignes avec leur numéro\n"
            "changer 5 : rouvre la ligne 5 ; changer 5 {0} 3 : met ceci à sa place ; la suite reste si elle convient\n"
            "feuille : les comptes, une rangée par donne\n"
            "table : ce qui se trouve sur la table, et ce que chacun a\n"
            "tableau : ce qu'on peut jouer, avec les montants\n"
            "compte : tout ce qui a été noté et payé\n"
            "pourquoi : de quoi se composent les derniers paiements ; pourquoi {1}, pourquoi 400 : les derniers tels\n"
            "règles : les options en vigueur\n"
            "garder : où la partie est conservée ; elle l'est après chaque ligne\n"
            "quitter : partir ; la partie reprend avec --resume",
    },
}  # fmt: skip

COMMANDS = {
    "help": "help", "?": "help", "undo": "undo", "lines": "lines",
    "change": "change", "sheet": "sheet", "board": "board", "look": "board", "chart": "chart",
    "account": "account", "log": "account", "why": "why", "rules": "rules", "save": "save", "quit": "quit",
    "exit": "quit",
}  # fmt: skip
FRENCH_COMMANDS = {
    "aide": "help", "annuler": "undo", "lignes": "lines",
    "changer": "change", "feuille": "sheet", "table": "board", "voir": "board", "tableau": "chart", "compte": "account",
    "journal": "account", "pourquoi": "why", "regles": "rules", "règles": "rules", "garder": "save",
    "quitter": "quit",
}  # fmt: skip
REST = ("rest", "all", "reste", "tout")


def commands(language: str) -> dict[str, str]:
    return {**COMMANDS, **FRENCH_COMMANDS} if language == "fr" else COMMANDS


def sentence(language: str, key: str, *parts: object) -> str:
    said = SENTENCES.get(language, SENTENCES["en"])[key].format(*parts)
    return text_of(contracted((said,))) if language == "fr" else said
