"""The words of reports, in English and French: heads, names of figures, and the sentences that answer.

What is declared in rules has its words beside the rules.
"""

from __future__ import annotations

import re

from coupdsl.play.wrapping import APART
from coupdsl.study.report.answer_words import ANSWERS

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        # what a report is about
        "simulated": "{0}, {1}: what happens in play", "compared": "{0}: how play differs",
        "at_random": "played at random", "played_by": "played by {0}", "with_learnt": " ({0} with what was learnt)",
        "with_learnt_of_others": " ({0} with what was learnt of other rules)",
        "ruleset": "ruleset", "players": "players", "games": "games", "seed": "seed", "policy": "policy",
        "rules": "rules",
        "interrupted": "Stopped after {0} of {1} games; what follows is about those.",
        "random": "All seats choose at random among what is allowed. Random play is not good play: what is hard to "
        "carry out fails more often here than at a table, and what is foolish is done as often as what is wise.",
        "policies": "The seats are played by programs ({0}), which change seats from game to game. How people play may "
        "differ.",
        "intervals": "± and “from … to” are 95 % intervals.",
        "few": "With fewer than 30 games intervals are rough.",
        # sections
        "seats": "Seats",
        "decides": "real decisions", "who_opens": "whoever opens", "to_policy": "policy",
        "opening_sure": "Opening is {0} (95 % sure): in score {1} against another seat, in games won {2}.",
        "opening_sure_won": "Opening is {0} (95 % sure): in games won {1}.",
        "opening_unsure": "Whether opening is good or bad is not sure: in score {0} against another seat. "
        "About {1} games would settle it.",
        "opening_unsure_won": "Whether opening is good or bad is not sure: in games won {0} against another seat. "
        "About {1} games would settle it.",
        "opening_none": "Opening made no difference in score.",
        "good": "good", "bad": "bad",
        "length": "Length",
        "named": "How often each is named",
        "chosen": "What is chosen",
        "paid": "What is paid",
        "flow": "Payments in a whole game", "payments": "payments",
        "all": "all",
        # figures
        "score of": "{0}: score", "won of": "{0}: share of games won", "opened of": "{0}: share of games opened",
        "decided of": "{0}: real decisions a game", "payments in": "{1}, “{0}”: payments on average",
        "score opener": "score of whoever opens", "won opener": "share of games won by whoever opens",
        "score opening": "advantage of opening in score",
        "score opening lowest": "score of whoever opens against another seat, the lowest is best",
        "score opening either": "score of whoever opens against another seat, the lowest is best at some ends",
        "won opening": "advantage of opening in games won",
        "score policy": "score of {0}", "won policy": "share of games won by {0}",
        "moves": "moves a game", "decisions": "real decisions a game",
        "limited": "share of games that reach the limit of moves",
        "nobody": "share of games that nobody wins",
        "open": "share of moves that are real decisions", "spells": "{0}: times named a game",
        "chose": "“{0}”: times a game", "chose in": "{1}, “{0}”: times on average",
        "used": "“{0}”: share chosen", "used in": "{1}, “{0}”: share chosen",
        "with": "“{0}”: share paid", "with in": "{1}, “{0}”: share paid",
        "payments of": "“{0}”: payments a game", "money of": "“{0}”: money a game",
        "money in": "{1}, “{0}”: money on average", "amount": "“{0}”: size of a payment",
        "amount in": "{1}, “{0}”: size of a payment", "gain": "gain of {0}", "gain in": "{1}: gain of {0}",
        "members": "number of {0}", "members in": "{1}: number of {0}",
        "chooser": "whoever names it", "others": "each of the others",
        "no_entry": "before any is named", "no_reason": "without a reason", "or": " or ",
        # comparing
        "said": "Where the rules differ from {0}", "what": "what",
        "change": "change", "sure": "sure",
        "changed": "What changed most", "main": "The main figures",
        "equal": "no difference seen", "exactly": "always the same",
        "rare": "too few cases to tell",
        "undecided": "Not sure yet", "only": "Only under {0}", "interval": "{0}, from {1} to {2}",
        # heads, which name the unit of what stands below
        "figure": "figure", "seat": "seat", "score": "score", "lowest": "score, the lowest is best",
        "either": "score, the lowest is best at some ends",
        "wins": "games won, %", "opens": "opens, %",
        "times": "times a game", "in_percent": "per cent", "moves_made": "moves", "spells_made": "{0}: named",
        "unit_share": "Shares, in per cent", "unit_money": "Amounts", "unit_times": "How often",
        "open_share": "{0} of the moves are real decisions, with two answers or more.",
        "gains": "Who gains", "gains_intro": "What one seat has gained when the next one is named, by the part "
        "it had in this one.",
        "gains_chosen": "Who gains by choosing", "gains_chosen_intro": "What a seat gains meanwhile that chooses this.",
        "gains_paid": "Who gains by being paid", "gains_paid_intro": "What a seat gains meanwhile, all in all, that is "
        "paid for this.",
        "chosen_intro": "In how many of a hundred namings each is chosen at least once. What is chosen before the next "
        "one counts to the one before; “all” is of all namings, and what is chosen before the first counts "
        "to the last.",
        "paid_intro": "In how many of a hundred namings something is paid for each reason.",
        "paid_once": "In how many of a hundred games something is paid for each reason.",
        "sizes": "How much is paid", "sizes_intro": "The size of one payment.",
        "role": "{0} when it is named", "user": "whoever chooses “{0}”",
        "payee": "whoever is paid “{0}”",
        "more": "{0} more lines with --all, --format json or --out FILE.csv",
        "one_more": "one more line with --all, --format json or --out FILE.csv",
        # pictures
        "plot_of": "{0}. {1}", "plot_line": "{0}: {1}",
    },
    "fr": {
        "simulated": "{0}, {1} : ce qui se passe en jeu", "compared": "{0} : en quoi le jeu diffère",
        "at_random": "au hasard", "played_by": "avec {0}", "with_learnt": " ({0} avec ce qui fut appris)",
        "with_learnt_of_others": " ({0} avec ce qui fut appris d'autres règles)",
        "ruleset": "règles", "players": "joueurs", "games": "parties", "seed": "graine", "policy": "joué par",
        "rules": "empreinte",
        "interrupted": "Arrêté après {0} parties sur {1} ; ce qui suit porte sur celles-ci.",
        "random": "Tous choisissent au hasard parmi ce qui est permis. Jouer au hasard n'est pas bien jouer : ce qui "
        "est difficile échoue ici plus souvent qu'à une table, et le déraisonnable est fait aussi souvent que le sage.",
        "policies": "Des programmes jouent ({0}) et changent de place d'une partie à l'autre. Des personnes peuvent "
        "jouer autrement.",
        "intervals": "± et « de … à » sont des intervalles à 95 %.",
        "few": "Avec moins de 30 parties, les intervalles sont grossiers.",
        "seats": "Places",
        "decides": "vrais choix", "who_opens": "qui ouvre", "to_policy": "joué par",
        "opening_sure_won": "Ouvrir est {0} (sûr à 95 %) : en parties gagnées {1}.",
        "opening_sure": "Ouvrir est {0} (sûr à 95 %) : en score {1} par rapport à une autre place, "
        "en parties gagnées {2}.",
        "opening_unsure": "Il n'est pas sûr qu'ouvrir soit bon ou mauvais : en score {0} par rapport à une "
        "autre place. Environ {1} parties trancheraient.",
        "opening_unsure_won": "Il n'est pas sûr qu'ouvrir soit bon ou mauvais : en parties gagnées {0} par rapport à "
        "une autre place. Environ {1} parties trancheraient.",
        "opening_none": "Ouvrir n'a rien changé au score.",
        "good": "bon", "bad": "mauvais",
        "length": "Longueur",
        "named": "Combien de fois chacun est nommé",
        "chosen": "Ce qui est choisi",
        "paid": "Ce qui est payé",
        "flow": "Les paiements d'une partie entière", "payments": "paiements",
        "all": "tout",
        "score of": "{0} : score", "won of": "{0} : part de parties gagnées", "opened of": "{0} : part d'ouvertures",
        "decided of": "{0} : vrais choix par partie", "payments in": "{1}, « {0} » : paiements en moyenne",
        "score opener": "score de qui ouvre", "won opener": "part de parties gagnées par qui ouvre",
        "score opening": "avantage d'ouvrir en score",
        "score opening lowest": "score de qui ouvre par rapport à une autre place, le plus bas gagne",
        "score opening either": "score de qui ouvre par rapport à une autre place, le plus bas gagne parfois",
        "won opening": "avantage d'ouvrir en parties gagnées",
        "score policy": "score de {0}", "won policy": "part de parties gagnées par {0}",
        "moves": "coups par partie", "decisions": "vrais choix par partie",
        "limited": "part de parties qui atteignent la limite de coups",
        "nobody": "part de parties que personne ne gagne",
        "open": "part des coups qui sont de vrais choix", "spells": "{0} : nommé, fois par partie",
        "chose": "« {0} » : fois par partie", "chose in": "{1}, « {0} » : fois en moyenne",
        "used": "« {0} » : part choisie", "used in": "{1}, « {0} » : part choisie",
        "with": "« {0} » : part payée", "with in": "{1}, « {0} » : part payée",
        "payments of": "« {0} » : paiements par partie", "money of": "« {0} » : argent par partie",
        "money in": "{1}, « {0} » : argent en moyenne", "amount": "« {0} » : montant d'un paiement",
        "amount in": "{1}, « {0} » : montant d'un paiement", "gain": "gain : {0}", "gain in": "{1}, gain : {0}",
        "members": "nombre : {0}", "members in": "{1}, nombre : {0}",
        "chooser": "qui le nomme", "others": "chacun des autres",
        "no_entry": "avant tout", "no_reason": "sans motif", "or": " ou ",
        "said": "Où les règles diffèrent de {0}", "what": "quoi",
        "change": "changement", "sure": "sûr",
        "changed": "Ce qui change le plus", "main": "Les mesures principales",
        "equal": "aucune différence vue", "exactly": "toujours pareil",
        "rare": "trop peu de cas pour le dire",
        "undecided": "Pas encore sûr", "only": "Seulement sous {0}", "interval": "{0}, de {1} à {2}",
        "figure": "mesure", "seat": "place", "score": "score", "lowest": "score, le plus bas gagne",
        "either": "score, le plus bas gagne dans certaines fins",
        "wins": "parties gagnées, %", "opens": "ouvre, %",
        "times": "fois par partie", "in_percent": "pour cent", "moves_made": "coups", "spells_made": "{0} : nommé",
        "unit_share": "Parts, en pour cent", "unit_money": "Montants", "unit_times": "Combien de fois",
        "open_share": "{0} des coups sont de vrais choix, à deux réponses ou plus.",
        "gains": "Qui gagne", "gains_intro": "Ce que gagne une place depuis qu'il est nommé jusqu'au suivant, selon ce "
        "qu'elle était alors.",
        "gains_chosen": "Qui gagne à choisir", "gains_chosen_intro": "Ce que gagne pendant ce temps une place qui "
        "choisit cela.",
        "gains_paid": "Qui gagne à être payé", "gains_paid_intro": "Ce que gagne pendant ce temps, en tout, une place "
        "payée pour cela.",
        "chosen_intro": "Sur cent fois que l'un est nommé, dans combien chacun est choisi au moins une fois. Ce qui "
        "est choisi avant la fois suivante compte pour la précédente ; « tout » porte sur toutes les fois, et ce qui "
        "est choisi avant la première compte pour la dernière.",
        "paid_intro": "Sur cent fois que l'un est nommé, dans combien quelque chose est payé pour chaque motif.",
        "paid_once": "Sur cent parties, dans combien quelque chose est payé pour chaque motif.",
        "sizes": "Combien est payé", "sizes_intro": "Le montant d'un paiement.",
        "role": "{0} quand il est nommé", "user": "qui choisit « {0} »", "payee": "qui reçoit « {0} »",
        "more": "{0} lignes de plus avec --all, --format json ou --out FICHIER.csv",
        "one_more": "une ligne de plus avec --all, --format json ou --out FICHIER.csv",
        "plot_of": "{0}. {1}", "plot_line": "{0} : {1}",
    },
}  # fmt: skip

HELD = re.compile(rf"{APART.pattern}| (?=%)")  # spaces at which no line ends

WORDS = {
    language: {key: HELD.sub("\u00a0", text) for key, text in (texts | ANSWERS[language]).items()}
    for language, texts in _WORDS.items()
}

SCORES = {False: "score", True: "lowest", None: "either"}  # how a score is headed where the lowest is best, or may be
