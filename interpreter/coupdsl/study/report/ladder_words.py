"""The words of a ladder's report, in English and French, beside those of all reports."""

from __future__ import annotations

from coupdsl.study.report.wording import HELD

_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "title": "{0}: who plays better",
        "nobody": "No deal was played by all to its end, so nothing is known yet.",
        "few": "With fewer than {0} deals nothing is called sure, and intervals are rough.",
        "over": " over ", "against": " against ", "and": " and ",
        "split": "Surely ahead in score, and surely behind in games won: {0}.",
        "level": "Level in score and games won: {0}.",
        "sure": "Surely better, by score or games won: {0}.",
        "none_sure": "Of no two players is it sure which is better.",
        "open": "Not sure: {0}.", "open_settled": "{0} (about {1} deals would settle it)",
        "how_sure": "Sure means: of 100 such reports, at most 5 call anything so that is only luck (Holm's method).",
        "crashed one": "One game ended early because a player failed at its turn; its deal is not counted.",
        "crashed many": "{0} games ended early because a player failed at its turn; their deals, {1} in all, are not "
        "counted.",
        "standing": "Standing", "player": "player", "score": "score", "lowest": "score, the lowest is best",
        "either": "score, the lowest is best at some ends",
        "wins": "games won, %", "rating": "rating", "choices": "choices", "time": "ms a choice", "crashes": "failed",
        "pairs": "Every two", "pair": "first – second", "ahead": "ahead in score",
        "ahead_wins": "ahead in games won, points", "deals": "deals", "verdict": "surely better?",
        "not_yet": "not sure", "none_ahead": "level", "each": "{0} in score, {1} in wins",
        "settle": "deals to settle it",
        "pairs_intro": "By how much the first is ahead of the second, as a mean over deals of the games in which both "
        "sat.",
        "pairs_alone": "By how much the first is ahead of the second, as a mean over the same deals.",
        "failures": "What failed", "failures_intro": "What players said who could not give a move, the first of each "
        "kind.",
        "times": "times", "error": "what it said", "process": "the process",
        "bots": "bots", "games": "games", "version": "coupdsl",
        "seatings_all": "Each deal was played {0} times, in every order of the players at the table.",
        "seatings_some": "Each deal was played {0} times: in the rotations of one order of the players at the table, "
        "another at each deal.",
        "seatings_alone": "Each deal was played {0} times, once by each player.",
        "sides": "Partners are the same player.",
        "together": "One player sits at all seats, since all have the same at every end.",
        "shared": "A win that several share is divided among them; `run` and `simulate` count it for each.",
        "intervals": "± are 95 % intervals over deals, not games: what the games of a deal share counts once.",
        "clock": "Time is that of this machine's clock while a player thought, other work of the machine included.",
        "rated": "Ratings are OpenSkill's (Plackett and Luce, beginning at 25): each deal is one match, ranked by what "
        "each made of it over all its games; their ± are two standard deviations as that model sees them.",
        "unrated": "There are no ratings: this needs `{0}`: {1}.",
        "begun": "A deal that was begun and not ended is not counted.",
        "learnt_from": "Learnt from {0} games, of which {1} choices counted.",
        "no_time": "There was no time for {0} deals, with fewer of which nothing is sure: give more `--seconds`.",
        "nothing_kept": "It is not surely better, so nothing was kept.",
        "kept_stays": "It is not surely better, so what was kept before stays.",
        "medium_knew": "`medium` played with what was learnt of other rules.",
        "others_stay": "It is not surely better, so nothing was kept: what was learnt of other rules goes on counting.",
        "not_kept": "It is surely better, but it could not be kept.",
    },
    "fr": {
        "title": "{0} : qui joue mieux",
        "nobody": "Aucune donne n'a été jouée par tous jusqu'au bout ; on ne sait donc rien encore.",
        "few": "Avec moins de {0} donnes, rien n'est dit sûr, et les intervalles sont grossiers.",
        "over": " devant ", "against": " face à ", "and": " et ",
        "split": "Sûrement en avance en score, et sûrement en retard en parties gagnées : {0}.",
        "level": "À égalité en score et en parties gagnées : {0}.",
        "sure": "Sûrement meilleur, en score ou en parties gagnées : {0}.",
        "none_sure": "De deux joueurs quelconques, il n'est pas sûr lequel est meilleur.",
        "open": "Pas sûr : {0}.", "open_settled": "{0} (environ {1} donnes trancheraient)",
        "how_sure": "Sûr veut dire : sur 100 rapports pareils, 5 au plus disent sûr ce qui n'est que hasard (méthode "
        "de Holm).",
        "crashed one": "Une partie s'est arrêtée parce qu'un joueur n'a pas su jouer ; sa donne n'est pas comptée.",
        "crashed many": "{0} parties se sont arrêtées parce qu'un joueur n'a pas su jouer ; leurs donnes, {1} en tout, "
        "ne sont pas comptées.",
        "standing": "Classement", "player": "joueur", "score": "score", "lowest": "score, le plus bas gagne",
        "either": "score, le plus bas gagne dans certaines fins",
        "wins": "parties gagnées, %", "rating": "cote", "choices": "choix", "time": "ms par choix", "crashes": "échecs",
        "pairs": "Deux à deux", "pair": "premier – second", "ahead": "avance en score",
        "ahead_wins": "avance en parties gagnées, points", "deals": "donnes", "verdict": "sûrement meilleur ?",
        "not_yet": "pas sûr", "none_ahead": "à égalité", "each": "{0} en score, {1} en victoires",
        "settle": "donnes pour trancher",
        "pairs_intro": "De combien le premier devance le second, en moyenne par donne, dans les parties où tous deux "
        "étaient assis.",
        "pairs_alone": "De combien le premier devance le second, en moyenne sur les mêmes donnes.",
        "failures": "Ce qui a échoué", "failures_intro": "Ce qu'ont dit les joueurs qui n'ont pas su jouer, le premier "
        "de chaque sorte.",
        "times": "fois", "error": "ce qu'il a dit", "process": "le processus",
        "bots": "programmes", "games": "parties", "version": "coupdsl",
        "seatings_all": "Chaque donne fut jouée {0} fois, dans tous les ordres des joueurs à la table.",
        "seatings_some": "Chaque donne fut jouée {0} fois : dans les rotations d'un ordre des joueurs à la table, un "
        "autre à chaque donne.",
        "seatings_alone": "Chaque donne fut jouée {0} fois, une fois par chaque joueur.",
        "sides": "Les partenaires sont le même joueur.",
        "together": "Un seul joueur tient toutes les places, puisque tous ont la même chose à chaque fin.",
        "shared": "Une victoire que plusieurs partagent est divisée entre eux ; `run` et `simulate` la comptent à "
        "chacun.",
        "intervals": "± sont des intervalles à 95 % sur les donnes, non sur les parties : ce que les parties d'une "
        "donne ont en commun compte une fois.",
        "clock": "Le temps est celui de l'horloge de cette machine pendant qu'un joueur réfléchissait, le reste du "
        "travail de la machine compris.",
        "rated": "Les cotes sont celles d'OpenSkill (Plackett et Luce, départ à 25) : chaque donne est une rencontre, "
        "classée par ce que chacun en fit sur toutes ses parties ; leurs ± sont deux écarts types selon ce modèle.",
        "unrated": "Il n'y a pas de cotes : il y faut `{0}`, que ceci installe : {1}.",
        "begun": "Une donne commencée et non finie n'est pas comptée.",
        "learnt_from": "Appris de {0} parties, où {1} choix ont compté.",
        "no_time": "Le temps n'a pas suffi pour {0} donnes, et avec moins rien n'est sûr : donnez plus de `--seconds`.",
        "nothing_kept": "Ce n'est pas sûrement meilleur ; rien n'a donc été gardé.",
        "kept_stays": "Ce n'est pas sûrement meilleur ; ce qui était gardé le reste donc.",
        "medium_knew": "`medium` a joué avec ce qui fut appris d'autres règles.",
        "others_stay": "Ce n'est pas sûrement meilleur ; rien n'a donc été gardé : ce qui fut appris d'autres règles "
        "compte toujours.",
        "not_kept": "C'est sûrement meilleur, mais n'a pas pu être gardé.",
    },
}  # fmt: skip

LADDER_WORDS = {
    language: {key: HELD.sub("\u00a0", text) for key, text in texts.items()} for language, texts in _WORDS.items()
}
