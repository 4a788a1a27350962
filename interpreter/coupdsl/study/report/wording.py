"""The words of reports, in English and French. What is declared in rules has its words beside the rules."""

from __future__ import annotations

import re

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        # what a report is about
        "simulated": "{0}, {1}: what happens in play", "compared": "{0}: how play differs",
        "at_random": "played at random", "played_by": "played by {0}",
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
        "opening_unsure": "Whether opening is good or bad is not sure: in score {0} against another seat. "
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
        "chooser": "whoever names it", "others": "each of the others",
        "no_entry": "before any is named", "no_reason": "without a reason", "or": " or ",
        # comparing
        "said": "Where the rules differ from {0}", "nothing_said": "Nothing.", "what": "what",
        "change": "change", "sure": "sure",
        "changed": "What changed most", "main": "The main figures",
        "equal": "no difference seen", "exactly": "always the same",
        "rare": "too few cases to tell",
        "undecided": "Not sure yet", "only": "Only under {0}", "interval": "{0}, from {1} to {2}",
        # what is said first
        "even": "No seat surely wins more often than another: each wins {0} to {1} of the games; {2} would be fair, "
        "and more than {3} points off is ruled out.",
        "uneven": "The seats are not equal: to win {0} of the games would be fair, and it is {1}.",
        "balance_few": "Whether the seats are equal cannot be told from fewer than {0} games.",
        "for_seat": "for {0}", "side": "seats {0}",
        "rivals_sure": "It matters which program plays. Games won by a seat: {0}.",
        "rivals_unsure": "Whether it matters which program plays is not sure. Games won by a seat: {0}.",
        "several_win": "Several can win together: a game has {0} winners on average.",
        "nobody_wins": "In at least {0} of the games nobody wins.",
        "always_opens": "{0} always opens.", "answer_none": "Opening makes no difference.",
        "answer_good": "It is good to open: that brings {0} in score against another seat.",
        "answer_bad": "It is bad to open: that brings {0} in score against another seat.",
        "answer_unsure": "Whether it is good or bad to open is not sure; about {0} games would settle it.",
        "answer_length": "A game takes {0} moves, {1} of them real decisions; at {2} seconds each, these take {3}.",
        "seconds": "{0} seconds", "minutes": "{0} minutes", "hours": "{0} hours",
        "named_equal": "Each {0} is named equally often, {1} times a game.",
        "named_about": "Each {0} is named about as often, {1} times a game on average.",
        "named_more": "Named oftener than the average of {0} times a game: {1}.",
        "named_less": "Named more rarely than the average of {0}: {1}.",
        "pays": "It pays to name {0}.", "costs": "It costs to name {0}.",
        "pays_unsure": "Whether it pays to name {0} is not sure.",
        "choice_both": "Of all choices “{0}” comes with the largest gain ({1}), “{2}” with the largest loss ({3}).",
        "choice_gains": "Of all choices “{0}” comes with the largest gain ({1}).",
        "choice_loses": "Of all choices “{0}” comes with the largest loss ({1}).",
        "never_named": "Never named: {0}.", "never_chosen": "Never chosen: {0}.", "never_paid": "Never paid: {0}.",
        "rare_ones": "Hardly ever, in less than {0}: {1}.",
        "one_game": "one game", "many_games": "{0} games",
        "answer_random": "All this is counted in {0} of {1} players who choose at random; people who think play "
        "otherwise.",
        "answer_policies": "All this is counted in {0} of {1} players, played by programs ({2}); people may play "
        "otherwise.",
        "how_sure": "That one thing is more than another is at least 95 % sure where it is not called unsure; how much "
        "more is an estimate, with its interval below.",
        "and": " and ", "others_too": "{0} more", "quoted": "“{0}”", "titled": "{0}: {1}", "altered": "{0}, changed",
        "how_made": "How this was counted",
        # heads, which name the unit of what stands below
        "figure": "figure", "seat": "seat", "score": "score", "lowest": "score, the lowest is best",
        "wins": "games won, %", "opens": "opens, %",
        "times": "times a game", "in_percent": "per cent", "moves_made": "moves", "spells_made": "{0}: named",
        "unit_share": "Shares, in per cent", "unit_money": "Amounts", "unit_times": "How often",
        "open_share": "{0} of the moves are real decisions, with two answers or more.",
        "gains": "Who gains", "gains_intro": "What one seat gains from when it is named until the next is, by what the "
        "seat was then.",
        "gains_chosen": "Who gains by choosing", "gains_chosen_intro": "What a seat gains meanwhile that chooses this.",
        "gains_paid": "Who gains by being paid", "gains_paid_intro": "What a seat gains meanwhile, all in all, that is "
        "paid for this.",
        "chosen_intro": "In how many of a hundred each is chosen at least once. What is chosen before the next one is "
        "named counts to the one before; “all” is of the whole game.",
        "paid_intro": "In how many of a hundred something is paid for each reason.",
        "paid_once": "In how many of a hundred games something is paid for each reason.",
        "sizes": "How much is paid", "sizes_intro": "The size of one payment.",
        "role": "{0} when it is named", "user": "whoever chooses “{0}”",
        "payee": "whoever is paid “{0}”",
        "more": "{0} more lines with --all, --format json or --out FILE.csv",
        "one_more": "one more line with --all, --format json or --out FILE.csv",
        # comparing
        "against": "{0} against {1}.", "says_the_same": "The rules say the same.",
        "a_rule": "a rule", "another_rule": "another rule",
        "see_diff": "`coupdsl diff` shows the text of rules.",
        "how_to_read": "In quotation marks stands what is chosen, or what a payment is for. A share paid or chosen "
        "tells in how many of a hundred cases that happens, and “on average” is for one case; a case is {0}. A real "
        "decision has two answers or more.",
        "case_named": "each time one is named ({0})", "case_game": "a game",
        "sure_few": "With fewer than {0} games nothing is sure.",
        "all_equal": "All {0} games went the same way under both.",
        "answer_sure": "{0} differences of {1} looked at are sure; these are the strongest.",
        "answer_one_sure": "One difference of {1} looked at is sure.",
        "nothing_sure": "No difference is sure after {0} games, which does not prove that there is none.",
        "rises": "{0}, up from {1} to {2}.", "falls": "{0}, down from {1} to {2}.",
        "moves sure": "A game takes {1} moves instead of {0}.",
        "moves unsure": "Whether games become longer or shorter is not sure; about {2} games would settle it.",
        "moves exactly": "Games are exactly as long as before, {1} moves.",
        "score opening sure": "Opening brings {1} in score against another seat instead of {0}.",
        "score opening unsure": "Whether opening becomes better or worse is not sure; about {2} games would settle it.",
        "score opening exactly": "Opening is exactly as good as before.",
        "answer_open": "{0} more are not sure: about {1} games in all would settle the first of them, {2} half of "
        "them, if the differences are as large as they look now.",
        "sure_count": "Differences are held to a stricter standard because {0} are looked at (Holm's method): that "
        "even one of those called sure came about by chance is at most 5 % likely.",
        "sure?": "sure?", "unsure": "not sure", "settle": "games to settle it",
        "undecided_intro": "The strongest of what is not sure. If the difference is as large as it looks now, so many "
        "games would settle it.",
        # pictures
        "plot_of": "{0}. {1}", "plot_line": "{0}: {1}",
    },
    "fr": {
        "simulated": "{0}, {1} : ce qui se passe en jeu", "compared": "{0} : en quoi le jeu diffère",
        "at_random": "au hasard", "played_by": "avec {0}",
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
        "opening_sure": "Ouvrir est {0} (sûr à 95 %) : en score {1} par rapport à une autre place, "
        "en parties gagnées {2}.",
        "opening_unsure": "Il n'est pas sûr qu'ouvrir soit bon ou mauvais : en score {0} par rapport à une "
        "autre place. Environ {1} parties trancheraient.",
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
        "chooser": "qui le nomme", "others": "chacun des autres",
        "no_entry": "avant tout", "no_reason": "sans motif", "or": " ou ",
        "said": "Où les règles diffèrent de {0}", "nothing_said": "Rien.", "what": "quoi",
        "change": "changement", "sure": "sûr",
        "changed": "Ce qui change le plus", "main": "Les mesures principales",
        "equal": "aucune différence vue", "exactly": "toujours pareil",
        "rare": "trop peu de cas pour le dire",
        "undecided": "Pas encore sûr", "only": "Seulement sous {0}", "interval": "{0}, de {1} à {2}",
        "even": "Aucune place ne gagne sûrement plus souvent qu'une autre : chacune gagne de {0} à {1} des parties ; "
        "{2} serait juste, et plus de {3} points d'écart est exclu.",
        "uneven": "Les places ne se valent pas : gagner {0} des parties serait juste, et c'est {1}.",
        "balance_few": "Moins de {0} parties ne disent pas si les places se valent.",
        "for_seat": "pour {0}", "side": "les joueurs {0}",
        "rivals_sure": "Le programme qui joue compte. Parties gagnées par une place : {0}.",
        "rivals_unsure": "Il n'est pas sûr que compte le programme qui joue. Parties gagnées par une place : {0}.",
        "several_win": "Plusieurs peuvent gagner ensemble : une partie a {0} gagnants en moyenne.",
        "nobody_wins": "Dans au moins {0} des parties, personne ne gagne.",
        "always_opens": "{0} ouvre toujours.", "answer_none": "Ouvrir ne change rien.",
        "answer_good": "Il est bon d'ouvrir : cela rapporte {0} de score par rapport à une autre place.",
        "answer_bad": "Il est mauvais d'ouvrir : cela rapporte {0} de score par rapport à une autre place.",
        "answer_unsure": "Il n'est pas sûr qu'il soit bon ou mauvais d'ouvrir ; environ {0} parties trancheraient.",
        "answer_length": "Une partie compte {0} coups, dont {1} vrais choix ; à {2} secondes chacun, ceux-ci prennent "
        "{3}.",
        "seconds": "{0} secondes", "minutes": "{0} minutes", "hours": "{0} heures",
        "named_equal": "Nommé aussi souvent pour chaque {0} : {1} fois par partie.",
        "named_about": "Nommé à peu près aussi souvent pour chaque {0} : {1} fois par partie en moyenne.",
        "named_more": "Nommé plus souvent que la moyenne de {0} fois par partie : {1}.",
        "named_less": "Nommé plus rarement que la moyenne de {0} : {1}.",
        "pays": "Nommer {0} rapporte.", "costs": "Nommer {0} coûte.",
        "pays_unsure": "Il n'est pas sûr que nommer {0} rapporte.",
        "choice_both": "De tous les choix, « {0} » va avec le plus grand gain ({1}), « {2} » avec la plus grande perte "
        "({3}).",
        "choice_gains": "De tous les choix, « {0} » va avec le plus grand gain ({1}).",
        "choice_loses": "De tous les choix, « {0} » va avec la plus grande perte ({1}).",
        "never_named": "Jamais nommé : {0}.", "never_chosen": "Jamais choisi : {0}.",
        "never_paid": "Jamais payé : {0}.",
        "rare_ones": "Presque jamais, dans moins de {0} : {1}.",
        "one_game": "une partie", "many_games": "{0} parties",
        "answer_random": "Tout cela est compté sur {0} de {1} joueurs qui choisissent au hasard ; qui réfléchit joue "
        "autrement.",
        "answer_policies": "Tout cela est compté sur {0} de {1} joueurs, jouées par des programmes ({2}) ; des "
        "personnes peuvent jouer autrement.",
        "how_sure": "Qu'une chose soit plus qu'une autre est sûr à 95 % au moins, sauf là où c'est dit incertain ; de "
        "combien est estimé, avec l'intervalle plus bas.",
        "and": " et ", "others_too": "{0} de plus", "quoted": "« {0} »", "titled": "{0} : {1}",
        "altered": "{0}, modifié", "how_made": "Comment cela fut compté",
        "figure": "mesure", "seat": "place", "score": "score", "lowest": "score, le plus bas gagne",
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
        "chosen_intro": "Sur cent, dans combien chacun est choisi au moins une fois. Ce qui est choisi avant que le "
        "suivant soit nommé compte pour le précédent ; « tout » porte sur la partie entière.",
        "paid_intro": "Sur cent, dans combien quelque chose est payé pour chaque motif.",
        "paid_once": "Sur cent parties, dans combien quelque chose est payé pour chaque motif.",
        "sizes": "Combien est payé", "sizes_intro": "Le montant d'un paiement.",
        "role": "{0} quand il est nommé", "user": "qui choisit « {0} »", "payee": "qui reçoit « {0} »",
        "more": "{0} lignes de plus avec --all, --format json ou --out FICHIER.csv",
        "one_more": "une ligne de plus avec --all, --format json ou --out FICHIER.csv",
        "against": "{0} par rapport à {1}.", "says_the_same": "Les règles disent la même chose.", "a_rule": "une règle",
        "another_rule": "une autre règle", "see_diff": "`coupdsl diff` montre le texte des règles.",
        "how_to_read": "Entre guillemets : ce qui est choisi, ou le motif d'un paiement. Une part payée ou choisie dit "
        "dans combien de cas sur cent cela arrive, et « en moyenne » porte sur un cas ; un cas est {0}. Un vrai choix "
        "a deux réponses ou plus.",
        "case_named": "chaque fois qu'on nomme ({0})", "case_game": "une partie",
        "sure_few": "Avec moins de {0} parties, rien n'est sûr.",
        "all_equal": "Les {0} parties se sont déroulées de même sous les deux.",
        "answer_sure": "{0} différences sur {1} regardées sont sûres ; voici les plus fortes.",
        "answer_one_sure": "Une différence sur {1} regardées est sûre.",
        "nothing_sure": "Aucune différence n'est sûre après {0} parties, ce qui ne prouve pas qu'il n'y en a pas.",
        "rises": "{0}, en hausse de {1} à {2}.", "falls": "{0}, en baisse de {1} à {2}.",
        "moves sure": "Une partie compte {1} coups au lieu de {0}.",
        "moves unsure": "Il n'est pas sûr que les parties deviennent plus longues ou plus courtes ; environ {2} "
        "parties trancheraient.",
        "moves exactly": "Les parties sont exactement aussi longues, {1} coups.",
        "score opening sure": "Ouvrir rapporte {1} de score par rapport à une autre place, au lieu de {0}.",
        "score opening unsure": "Il n'est pas sûr qu'ouvrir devienne meilleur ou pire ; environ {2} parties "
        "trancheraient.",
        "score opening exactly": "Ouvrir vaut exactement autant.",
        "answer_open": "{0} autres ne sont pas sûres : environ {1} parties en tout trancheraient la première, {2} la "
        "moitié, si les différences sont aussi grandes qu'elles paraissent.",
        "sure_count": "Comme {0} différences sont regardées, l'exigence est plus stricte (méthode de Holm) : la "
        "probabilité qu'une seule de celles dites sûres soit due au hasard est d'au plus 5 %.",
        "sure?": "sûr ?", "unsure": "pas sûr", "settle": "parties pour trancher",
        "undecided_intro": "Le plus fort de ce qui n'est pas sûr. Si la différence est aussi grande qu'elle paraît, il "
        "faudrait tant de parties pour trancher.",
        "plot_of": "{0}. {1}", "plot_line": "{0} : {1}",
    },
}  # fmt: skip

HELD = re.compile(r"(?<=«) | (?=[»:;?!%])")  # spaces at which no line ends

WORDS = {language: {key: HELD.sub("\u00a0", text) for key, text in texts.items()} for language, texts in _WORDS.items()}
