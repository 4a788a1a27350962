"""The words of reports, in English and French. What is declared in rules has its words beside the rules."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        # what a report is about
        "simulated": "{0}: what happens in play", "compared": "{0}: how play differs",
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
        "seats": "Seats", "seat": "seat", "score": "score", "wins": "games won", "opens": "opens",
        "decides": "real decisions", "who_opens": "whoever opens", "to_policy": "policy",
        "opening_sure": "Opening is {0} (95 % sure): in score {1} against another seat, in games won {2}.",
        "opening_unsure": "Whether opening is good or bad is not sure: in score {0} against another seat. "
        "About {1} games "
        "would settle it.",
        "opening_none": "Opening made no difference in score.",
        "good": "good", "bad": "bad",
        "length": "Length", "figure": "figure", "value": "value",
        "named": "How often each is named", "times": "times a game",
        "chosen": "What is chosen", "chosen_intro": "In what share of them each is chosen at least once. What "
        "is chosen "
        "before the next one is named counts to the one before; “all” is of the whole game.",
        "paid": "What is paid", "paid_intro": "In what share of them something is paid for each reason.",
        "sizes": "How much is paid", "sizes_intro": "The size of one payment.",
        "flow": "Money in a whole game", "payments": "payments", "money": "money", "share": "share of all",
        "gains": "Who gains", "gains_intro": "The gain of one seat from when it is named until the next is, "
        "by what the "
        "seat was or did meanwhile.",
        "all": "all", "once": "a game", "more": "{0} more lines with --all, --format json or --out FILE.csv",
        # figures
        "score of": "{0}: score", "won of": "{0}: share of games won", "opened of": "{0}: share of games opened",
        "decided of": "{0}: real decisions a game", "payments in": "{1}, “{0}”: payments on average",
        "score opener": "score of whoever opens", "won opener": "share of games won by whoever opens",
        "score opening": "advantage of opening in score", "won opening": "advantage of opening in games won",
        "score policy": "score of {0}", "won policy": "share of games won by {0}",
        "moves": "moves a game", "decisions": "real decisions a game",
        "open": "share of moves that are real decisions", "spells": "{0}: times named a game",
        "chose": "“{0}”: times a game", "chose in": "{1}, “{0}”: times on average",
        "used": "“{0}”: share chosen", "used in": "{1}, “{0}”: share chosen",
        "with": "“{0}”: share paid", "with in": "{1}, “{0}”: share paid",
        "payments of": "“{0}”: payments a game", "money of": "“{0}”: money a game",
        "money in": "{1}, “{0}”: money on average", "amount": "“{0}”: size of a payment",
        "amount in": "{1}, “{0}”: size of a payment", "gain": "gain of {0}", "gain in": "{1}: gain of {0}",
        "members": "number of {0}", "members in": "{1}: number of {0}",
        "chooser": "who names it", "others": "each of the others", "role": "{0} when it is named",
        "user": "who chooses “{0}”", "payee": "who is paid “{0}”",
        "no_entry": "before any is named", "no_reason": "without a reason", "or": " or ",
        # comparing
        "said": "What they say otherwise than {0}", "nothing_said": "nothing", "what": "what", "change": "change",
        "sure?": "sure? (else games to settle it)", "sure": "sure", "difference": "difference",
        "changed": "What changed most", "main": "The main figures",
        "nothing_sure": "No difference is sure after {0} games. That does not prove that there is none.",
        "sure_count": "{0} of {1} differences looked at are sure. They are held to a stricter standard because so many "
        "are looked at (Holm's method): that even one of those called sure came about by chance is at most 5 % likely.",
        "unsure": "not sure: ~{0} games",
        "equal": "no difference seen", "exactly": "always the same",
        "rare": "too few cases to tell",
        "undecided": "Not sure yet", "undecided_intro": "The strongest of what is not sure. If the difference "
        "is as large "
        "as it looks now, so many games would settle it.",
        "settle": "games to settle it", "only": "Only under {0}", "rises": "{0} rises from {1} to {2}.",
        "falls": "{0} falls from {1} to {2}.",
        "plot_one": "{0}: {1}", "interval": "{0}, from {1} to {2}",
        "plot_of": "A plot of the table above it: {0}", "table_of": "The same in numbers",
    },
    "fr": {
        "simulated": "{0} : ce qui se passe en jeu", "compared": "{0} : en quoi le jeu diffère",
        "ruleset": "règles", "players": "joueurs", "games": "parties", "seed": "graine", "policy": "joué par",
        "rules": "empreinte",
        "interrupted": "Arrêté après {0} parties sur {1} ; ce qui suit porte sur celles-ci.",
        "random": "Tous choisissent au hasard parmi ce qui est permis. Jouer au hasard n'est pas bien jouer : ce qui "
        "est difficile échoue ici plus souvent qu'à une table, et le déraisonnable est fait aussi souvent que le sage.",
        "policies": "Des programmes jouent ({0}) et changent de place d'une partie à l'autre. Des personnes peuvent "
        "jouer autrement.",
        "intervals": "± et « de … à » sont des intervalles à 95 %.",
        "few": "Avec moins de 30 parties, les intervalles sont grossiers.",
        "seats": "Places", "seat": "place", "score": "score", "wins": "parties gagnées", "opens": "ouvre",
        "decides": "vrais choix", "who_opens": "qui ouvre", "to_policy": "joué par",
        "opening_sure": "Ouvrir est {0} (sûr à 95 %) : en score {1} par rapport à une autre place, "
        "en parties gagnées {2}.",
        "opening_unsure": "Il n'est pas sûr qu'ouvrir soit bon ou mauvais : en score {0} par rapport à une "
        "autre place. "
        "Environ {1} parties trancheraient.",
        "opening_none": "Ouvrir n'a rien changé au score.",
        "good": "bon", "bad": "mauvais",
        "length": "Longueur", "figure": "mesure", "value": "valeur",
        "named": "Combien de fois chacun est nommé", "times": "fois par partie",
        "chosen": "Ce qui est choisi", "chosen_intro": "Dans quelle part chacun est choisi au moins une fois. "
        "Ce qui est "
        "choisi avant que le suivant soit nommé compte pour le précédent ; « tout » porte sur la partie entière.",
        "paid": "Ce qui est payé", "paid_intro": "Dans quelle part quelque chose est payé pour chaque motif.",
        "sizes": "Combien est payé", "sizes_intro": "Le montant d'un paiement.",
        "flow": "L'argent d'une partie entière", "payments": "paiements", "money": "argent", "share": "part du tout",
        "gains": "Qui gagne", "gains_intro": "Le gain d'une place depuis qu'il est nommé jusqu'au suivant, "
        "selon ce que "
        "la place était ou a fait entre-temps.",
        "all": "tout", "once": "par partie",
        "more": "{0} lignes de plus avec --all, --format json ou --out FICHIER.csv",
        "score of": "{0} : score", "won of": "{0} : part de parties gagnées", "opened of": "{0} : part d'ouvertures",
        "decided of": "{0} : vrais choix par partie", "payments in": "{1}, « {0} » : paiements en moyenne",
        "score opener": "score de qui ouvre", "won opener": "part de parties gagnées par qui ouvre",
        "score opening": "avantage d'ouvrir en score", "won opening": "avantage d'ouvrir en parties gagnées",
        "score policy": "score de {0}", "won policy": "part de parties gagnées par {0}",
        "moves": "coups par partie", "decisions": "vrais choix par partie",
        "open": "part des coups qui sont de vrais choix", "spells": "{0} : nommé, fois par partie",
        "chose": "« {0} » : fois par partie", "chose in": "{1}, « {0} » : fois en moyenne",
        "used": "« {0} » : part choisie", "used in": "{1}, « {0} » : part choisie",
        "with": "« {0} » : part payée", "with in": "{1}, « {0} » : part payée",
        "payments of": "« {0} » : paiements par partie", "money of": "« {0} » : argent par partie",
        "money in": "{1}, « {0} » : argent en moyenne", "amount": "« {0} » : montant d'un paiement",
        "amount in": "{1}, « {0} » : montant d'un paiement", "gain": "gain : {0}", "gain in": "{1}, gain : {0}",
        "members": "nombre : {0}", "members in": "{1}, nombre : {0}",
        "chooser": "qui le nomme", "others": "chacun des autres", "role": "{0} quand il est nommé",
        "user": "qui choisit « {0} »", "payee": "qui reçoit « {0} »",
        "no_entry": "avant tout", "no_reason": "sans motif", "or": " ou ",
        "said": "Ce qu'elles disent autrement que {0}", "nothing_said": "rien", "what": "quoi",
        "change": "changement", "sure?": "sûr ? (sinon, parties pour trancher)", "sure": "sûr",
        "difference": "différence",
        "changed": "Ce qui change le plus", "main": "Les mesures principales",
        "nothing_sure": "Aucune différence n'est sûre après {0} parties. Cela ne prouve pas qu'il n'y en a pas.",
        "sure_count": "{0} des {1} différences regardées sont sûres. Comme on en regarde beaucoup, l'exigence est plus "
        "stricte (méthode de Holm) : la probabilité qu'une seule de celles dites sûres soit due au hasard est "
        "d'au plus "
        "5 %.",
        "unsure": "pas sûr : ~{0} parties",
        "equal": "aucune différence vue", "exactly": "toujours pareil",
        "rare": "trop peu de cas pour le dire",
        "undecided": "Pas encore sûr", "undecided_intro": "Le plus fort de ce qui n'est pas sûr. Si la différence est "
        "aussi grande qu'elle paraît, il faudrait tant de parties pour trancher.",
        "settle": "parties pour trancher", "only": "Seulement sous {0}", "rises": "{0} passe de {1} à {2} (hausse).",
        "falls": "{0} passe de {1} à {2} (baisse).",
        "plot_one": "{0} : {1}", "interval": "{0}, de {1} à {2}",
        "plot_of": "Le tableau ci-dessus en image : {0}", "table_of": "La même chose en chiffres",
    },
}  # fmt: skip
