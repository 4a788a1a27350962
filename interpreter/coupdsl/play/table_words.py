"""The sentences of the table, in each language."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "seat": "Seat {0}", "you": "Seat {0} (you)", "seat_within": "Seat {0}", "you_within": "Seat {0} (you)",
        "times": "{0} × {1}", "board": "The table", "since": "What happened",
        "nothing": "nothing", "nothing_seen": "nothing seen",
        "nobody": "nobody", "none": "none", "none_feminine": "none", "unlimited": "unlimited", "yes": "yes", "no": "no",
        "gap": "gap",
        "and": "{0} and {1}", "and_more": "{0} and {1} more",
        "by": "{0} by {1}", "of": "{0} of {1}", "hidden": "{0} hidden", "to_choose": "{0} is asked: “{1}”",
        "your": "Your choice: ", "enter": "Your choice (Enter accepts it): ",
        "pass": "Your choice (Enter: {0}): ",
        "alone": "Seat {0}, press Enter when you are alone at the screen. ",
        "not_here": "`{0}` is not possible here.", "did_you": "Did you mean `{0}`?",
        "ask_help": "Type help to see what you can type.",
        "numbers_alone": "Several answers on a line are written as they are printed, not by numbers: {0}.",
        "ambiguous": "`{0}` could be: {1}. Write a little more.", "many": "{0} to {1}: {2} … {3}",
        "numbers": "It can be {0} to {1} here.", "stepped": "It can be {0} to {1} here, in steps of {2}.",
        "only_number": "It can only be {0} here.",
        "empty": "Type one of the numbers, or help.", "no_payment": "Nothing has been paid yet.",
        "why_what": "Write what you ask about: why {0}",
        "not_seen": "{0}: you do not have it, and cannot see where it is.",
        "place_unseen": "{0}: you cannot see where it is.",
        "by_chance": "Chance decides here.",
        "not_asked": "{0} decides here, and nobody else may ask why.",
        "not_understood": "“{0}” is not understood. You can ask, for example: {1}",
        "ask": "why {0}", "ask_not": "why not {0}", "ask_paid": "why paid",
        "no_such_payment": "Nothing like that was paid.",
        "nothing_paid": "Nothing was paid for it.",
        "is_now": "{0}: {1}", "apart": "; ", "from_to": "{0} to {1}",
        "saved": "Saved in {0}, with everything that is hidden: show it to nobody while you play.",
        "not_saved": "The game could not be saved: {0}", "no_file": "This game is kept in no file.",
        "resume": "To go on later: {0}", "resuming": "Resuming move {0}.",
        "kept_broken": "What was kept here is not a whole game; it is now in {0}, and a new one begins.",
        "kept_finished": "The game played here before is kept in {0}; a new one begins.",
        "kept_unfinished": "The game that was left unfinished is kept in {0}; a new one begins.",
        "kept_other_rules":
            "The game that was left unfinished has other rules ({1}, {2:player|players}, as they were then); it is "
            "kept in {0}, and a new one begins.",
        "no_log": "Nothing has happened yet.", "no_chart": "These rules have no charts.",
        "no_options": "These rules have no options.", "over": "The game is over.", "winner": "Winner: {0}",
        "winners": "Winners: {0}", "no_winner": "Nobody wins.", "level": "All are level.",
        "all_win": "Everybody wins.", "score": "{0}: {1}",
        "thinking": "({0} is thinking …)", "they_play": "(They are playing …)",
        "game": "Game {0}: {1}, {2:player|players}, {3:move|moves}", "own_rules": "under the rules in this log",
        "as_seat": "as seat {0} was sent it", "as_spectator": "as a spectator was sent it",
        "in_order": "The log is in order.", "sent_only": "Safe to show to {0}; it cannot be verified.",
        "step": "(any key: the next move; h: to the end of the hand; q: leave)",
        "table": "Table {0} of {1}, {2:player|players}",
        "hinted":
            "Tried in {0} worlds that you can imagine, and played on at random to the end of the {1}; on average{2}:",
        "hinted_well":
            "Tried in {0} worlds that you can imagine, and played on to the end of the {1} by players who see all "
            "cards and choose well; on average{2}:",
        "hinted_ahead":
            "Foreseen to the end of the {0}, where everybody chooses what has served best so far; on average:",
        "give_or_take": ", give or take {0}", "hint_percent": "{0} %",
        "hint_close": "The tries do not tell which of these is best.",
        "hint_carried": "What is carried over to the next deal counts too, for what it brings later: {0}.",
        "hint_worth": "{0} ({1} each)",
        "hint_close_are": "The tries do not tell which is best: {0}.",
        "hint_left_out": "{0:other move is|other moves are} not worth trying, by what was learnt.",
        "hint_all_level":
            "Tried in {0} worlds that you can imagine, and played on at random to the end of the {1}: every try ended "
            "level, whatever you choose, so that your answers cannot be told apart.",
        "hint_more": "{0}: {1} more than {2}", "hint_less": "{0}: {1} less than {2}",
        "hint_better": "{0}: {1} better than {2}", "hint_worse": "{0}: {1} worse than {2}",
        "hint_share": "{0}: you win {1} % (what several win counts in part)",
        "hint_even": "{0}: level with {1}",
        "to_deal": "deal", "to_game": "game",
        "hint_of": "{0}; best in {1} of {2}", "hint_same": "Whatever you choose: {0}",
        "hint_scores": "{1} for {0}, {3} for {2}", "hint_score": "{1} for {0}", "hint_each": "{0}: {1}",
        "hint_wins": "you win {0} %", "hint_level": "you win {0} %, lose {1} %", "hint_drawn": "always level",
        "yourself": "you", "everybody": "everybody", "your_side": "your side", "other_side": "the other side",
        "the_others": "the others",
        "no_thinking": "Players that think need `llvmlite`: {0}",
        "at_random": "All others choose at random. Players that think need `llvmlite`: {0}",
        "hint_one": "There is only one answer here.",
        "hint_fails": "There is no hint here. In a game that was tried the rules cannot go on at {0}.",
        "hint_unlearnt": "There is no hint here. What was learnt of this game cannot be read: {0}.",
        "no_world": "It cannot be worked out here what may lie where.",
        "takes_long": "(This takes a while; Ctrl-C stops it, and the game goes on.)", "stopped": "Stopped.",
        "guide": "What this is about", "not_now": "What you cannot choose now, and why:",
        "linked": "Anybody with the same rules can go on from here with this line. Taken apart, it tells all cards.",
        "can_be_known": "What you do not see can lie here", "can_lie": "{0}: {1}", "or": "{0} or {1}",
        "sure_and_perhaps": "{0} for sure, perhaps also {1}",
        "all_known": "You see where everything lies.",
        "none_but_kept": "No card and no piece lies where you do not see it. What may be kept from you: {0}.",
        "more_known": "({0} more, in other places)", "more_places": "{0} more places",
        "title": "{0}, {1:player|players}", "hint": "Type help at any time.",
        "earlier": "({0} lines before; `log all` shows them)", "row": "row {0}", "unknown": "hidden",
        "at_once": "(You can put several moves on one line, with commas; `random all` leaves these to chance.)",
        "type_part":
            "Type the number of an option, its words ({0}), or just the last part ({1}); a beginning is enough.",
        "type_words": "Type the number of an option, or its words ({0}); a beginning is enough.",
        "help":
            "{0}\n"
            "Enter alone: the answer that the question names, if it names one\n"
            "You can put several moves on one line, with commas between them.\n"
            "random: chance chooses for you; random all: as long as the same is asked\n"
            "why {1}, why not {1}: why a card or move is possible, or is not\n"
            "why paid, why 800: how the last payments add up, or those of an amount\n"
            "(In brackets after an answer are numbers of rules, as in the rulebook, or a place in a file.)\n"
            "hint: what a player that thinks would do here, and what comes of it\n"
            "known: where the pieces that you do not see can still be\n"
            "look: the table again\n"
            "chart: what there is to play for, with its amounts\n"
            "rules: the options in force\n"
            "log: what happened so far; log all: everything\n"
            "save: save now\n"
            "link: a line with which others can go on from here\n"
            "quit: save and leave\n"
            "A slash before a word (/log) always means these words.",
        "suits": "Suits: {0}.",
        "cards": "Cards are rank then suit: {0}. One can be written in other ways too: {1}.",
    },
    "fr": {
        "seat": "Joueur {0}", "you": "Joueur {0} (vous)", "seat_within": "le joueur {0}",
        "you_within": "le joueur {0} (vous)", "times": "{0} × {1}", "board": "La table",
        "since": "Ce qui s'est passé",
        "nothing": "rien", "nothing_seen": "rien de visible",
        "nobody": "personne", "none": "aucun", "none_feminine": "aucune",
        "unlimited": "sans limite", "yes": "oui", "no": "non", "gap": "trou", "and": "{0} et {1}",
        "and_more": "{0} et {1} autres", "by": "{0} par {1}", "of": "{0}, {1}", "hidden": "{0} face cachée",
        "to_choose": "{0} doit répondre : « {1} »", "your": "Votre choix : ",
        "enter": "Votre choix (Entrée l'accepte) : ", "pass": "Votre choix (Entrée : {0}) : ",
        "alone": "Joueur {0}, appuyez sur Entrée quand vous êtes seul devant l'écran. ",
        "not_here": "« {0} » n'est pas possible ici.", "did_you": "Vouliez-vous dire « {0} » ?",
        "ask_help": "Tapez aide pour savoir quoi taper.",
        "numbers_alone": "Plusieurs réponses sur une ligne s'écrivent comme elles sont imprimées, sans numéros : {0}.",
        "ambiguous": "« {0} » peut être : {1}. Écrivez-en un peu plus.", "many": "{0} à {1} : {2} … {3}",
        "numbers": "Ici, ce peut être de {0} à {1}.", "stepped": "Ici, ce peut être de {0} à {1}, par pas de {2}.",
        "only_number": "Ici, ce ne peut être que {0}.",
        "empty": "Tapez un des numéros, ou aide.", "no_payment": "Rien n'a encore été payé.",
        "why_what": "Écrivez ce que vous demandez : pourquoi {0}",
        "not_seen": "{0} : vous ne l'avez pas, et sa place vous est cachée.",
        "place_unseen": "{0} : sa place vous est cachée.",
        "by_chance": "C'est le hasard qui décide ici.",
        "not_asked": "{0} décide ici, et personne d'autre ne peut demander pourquoi.",
        "not_understood": "« {0} » n'est pas compris. Vous pouvez demander, par exemple : {1}",
        "ask": "pourquoi {0}", "ask_not": "pourquoi pas {0}", "ask_paid": "pourquoi payé",
        "no_such_payment": "Rien de tel n'a été payé.",
        "nothing_paid": "Rien n'a été payé pour cela.",
        "is_now": "{0} : {1}", "apart": " ; ", "from_to": "{0} à {1}",
        "saved": "Partie conservée dans {0}, avec tout ce qui est caché : ne la montrez à personne d'ici la fin.",
        "not_saved": "La partie n'a pas pu être conservée : {0}",
        "no_file": "Cette partie n'est conservée dans aucun fichier.",
        "resume": "Pour reprendre plus tard : {0}", "resuming": "Reprise au coup {0}.",
        "kept_broken": "Ce qui était conservé ici n'est pas une partie ; c'est dans {0}, et une autre commence.",
        "kept_finished": "La partie jouée ici avant est conservée dans {0} ; une autre commence.",
        "kept_unfinished": "La partie restée inachevée est conservée dans {0} ; une autre commence.",
        "kept_other_rules":
            "La partie restée inachevée a d'autres règles ({1}, {2:joueur|joueurs}, telles qu'elles étaient alors) ; "
            "elle est conservée dans {0}, et une autre commence.",
        "no_log": "Il ne s'est encore rien passé.", "no_chart": "Ces règles n'ont pas de tableau.",
        "no_options": "Ces règles n'ont pas d'options.", "over": "La partie est finie.",
        "winner": "Vainqueur : {0}", "winners": "Vainqueurs : {0}", "level": "Tous sont à égalité.",
        "all_win": "Tout le monde gagne.",
        "no_winner": "Personne ne gagne.", "score": "{0} : {1}", "thinking": "({0} réfléchit …)",
        "they_play": "(Ils jouent …)",
        "game": "Partie {0} : {1}, {2:joueur|joueurs}, {3:coup|coups}", "own_rules": "selon les règles de ce journal",
        "as_seat": "telle que le joueur {0} l'a reçue", "as_spectator": "telle qu'un spectateur l'a reçue",
        "in_order": "Le journal est en ordre.", "sent_only": "À montrer à : {0} ; il ne peut pas être vérifié.",
        "step": "(une touche : le coup suivant ; d : jusqu'à la fin de la donne ; q : quitter)",
        "hinted":
            "Essayé dans {0} mondes possibles pour vous, puis joué au hasard jusqu'à la fin de la {1} ; "
            "en moyenne{2} :",
        "hinted_well":
            "Essayé dans {0} mondes possibles pour vous, puis joué jusqu'à la fin de la {1} par des joueurs qui voient "
            "toutes les cartes et choisissent bien ; en moyenne{2} :",
        "hinted_ahead":
            "Prévu jusqu'à la fin de la {0}, où chacun choisit ce qui a le mieux servi jusque-là ; en moyenne :",
        "give_or_take": ", à {0} près", "hint_percent": "{0} %",
        "hint_close": "Les essais ne disent pas lequel de ces choix est le meilleur.",
        "hint_carried": "Ce qui passe à la donne suivante compte aussi, pour ce que cela rapporte plus tard : {0}.",
        "hint_worth": "{0} ({1} par unité)",
        "hint_close_are": "Les essais ne disent pas quel choix est le meilleur : {0}.",
        "hint_left_out":
            "{0:autre choix ne vaut|autres choix ne valent} pas l'essai, selon ce qui fut appris.",
        "hint_all_level":
            "Essayé dans {0} mondes possibles pour vous, puis joué au hasard jusqu'à la fin de la {1} : quoi que vous "
            "choisissiez, chaque essai finit à égalité, ce qui ne départage pas vos choix.",
        "hint_more": "{0} : {1} de plus que {2}", "hint_less": "{0} : {1} de moins que {2}",
        "hint_better": "{0} : {1} de mieux que {2}", "hint_worse": "{0} : {1} de moins bien que {2}",
        "hint_share": "{0} : vous gagnez {1} % (une victoire partagée compte en partie)",
        "hint_even": "{0} : à égalité avec {1}",
        "to_deal": "donne", "to_game": "partie",
        "hint_of": "{0} ; le meilleur dans {1} sur {2}", "hint_same": "Quoi que vous choisissiez : {0}",
        "hint_scores": "{1} pour {0}, {3} pour {2}", "hint_score": "{1} pour {0}", "hint_each": "{0} : {1}",
        "hint_wins": "vous gagnez {0} %", "hint_level": "vous gagnez {0} %, perdez {1} %",
        "hint_drawn": "toujours à égalité",
        "yourself": "vous", "everybody": "tous", "your_side": "votre camp", "other_side": "l'autre camp",
        "the_others": "les autres",
        "no_thinking": "Pour réfléchir, il faut `llvmlite` : {0}",
        "at_random": "Tous les autres jouent au hasard. Pour réfléchir, il leur faut `llvmlite` : {0}",
        "hint_one": "Il n'y a qu'une réponse ici.",
        "hint_fails": "Pas de conseil ici. Dans une partie essayée, les règles ne peuvent pas continuer à {0}.",
        "hint_unlearnt": "Pas de conseil ici. Ce qui fut appris de ce jeu ne peut pas être lu : {0}.",
        "no_world": "On ne peut pas établir ici ce qui peut se trouver où.",
        "takes_long": "(Cela prend du temps ; Ctrl-C l'arrête, et la partie continue.)", "stopped": "Arrêté.",
        "guide": "De quoi il s'agit", "not_now": "Ce qui n'est pas possible maintenant, et pourquoi :",
        "linked": "Qui a les mêmes règles continue à partir d'ici avec cette ligne. Qui la démonte apprend "
        "toutes les cartes.",
        "can_be_known": "Ce que vous ne voyez pas peut se trouver ici", "can_lie": "{0} : {1}", "or": "{0} ou {1}",
        "sure_and_perhaps": "à coup sûr {0}, peut-être aussi {1}",
        "all_known": "Vous voyez où tout se trouve.",
        "none_but_kept":
            "Aucune carte, aucune pièce ne se trouve hors de votre vue. Ce qui peut vous être caché : {0}.",
        "more_known": "({0} de plus, à d'autres endroits)", "more_places": "{0} autres endroits",
        "table": "Table {0} sur {1}, {2:joueur|joueurs}", "title": "{0}, {1:joueur|joueurs}",
        "hint": "Tapez aide à tout moment.", "earlier": "({0} lignes avant ; `journal tout` les montre)",
        "row": "rangée {0}", "unknown": "cachée",
        "at_once": "(Plusieurs coups tiennent sur une ligne, avec des virgules ; `hasard tout` les laisse au hasard.)",
        "type_part": "Tapez le numéro d'un choix, ses mots ({0}) ou seulement la fin ({1}) ; le début suffit.",
        "type_words": "Tapez le numéro d'un choix ou ses mots ({0}) ; le début suffit.",
        "help":
            "{0}\n"
            "Entrée seule : la réponse que la question nomme, si elle en nomme une\n"
            "Plusieurs coups peuvent tenir sur une ligne, séparés par des virgules.\n"
            "hasard : le hasard choisit pour vous ; hasard tout : tant qu'on demande la même chose\n"
            "pourquoi {1}, pourquoi pas {1} : pourquoi une carte ou un coup est possible, ou ne l'est pas\n"
            "pourquoi payé, pourquoi 800 : de quoi se composent les derniers paiements, ou ceux d'un montant\n"
            "(Entre parenthèses après une réponse : numéros des règles, ceux du livre, ou endroit d'un fichier.)\n"
            "conseil : ce que ferait ici un joueur qui réfléchit, et ce qu'il en advient\n"
            "connu : où peut encore se trouver ce que vous ne voyez pas\n"
            "voir : la table encore une fois\n"
            "tableau : ce qu'on peut jouer, avec les montants\n"
            "règles : les options en vigueur\n"
            "journal : ce qui s'est passé ; journal tout : depuis le début\n"
            "garder : conserver la partie maintenant\n"
            "lien : une ligne avec laquelle d'autres continuent à partir d'ici\n"
            "quitter : conserver et partir\n"
            "Une barre devant le mot (/journal) désigne toujours ces mots.",
        "suits": "Couleurs : {0}.",
        "cards": "Une carte s'écrit valeur puis couleur : {0}. On peut l'écrire autrement : {1}.",
    },
}  # fmt: skip
