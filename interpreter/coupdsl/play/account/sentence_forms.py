"""What an account says of every kind of event where the texts of a game say nothing better, in each language."""

from __future__ import annotations

FORMS: dict[str, dict[str, str]] = {
    "en": {
        "does": "{who}: {move}",
        "by_chance": "By chance: {move}",
        "by_chance_to": "By chance, told to {who} alone: {move}",
        "secretly": "{who} answers in secret: {question}",
        "dealt_one": "{cards} is dealt to each player",
        "dealt_many": "{cards} are dealt to each player",
        "dealt": "{owner} is dealt {cards}",
        "gets": "{owner} gets {cards} ({from})",
        "gets_from": "{owner} gets {cards} from {former}",
        "shows": "{owner} shows {cards}",
        "lays": "{owner} lays {cards} ({to})",
        "turned": "Turned up ({to}): {cards}",
        "at": "{0} on {1}",
        "goes": "{cards}: from {from} to {to}",
        "vacated": "Taken out of {place}, by their places: {places}",
        "shuffled": "Shuffled: {place}",
        "shown_to": "Shown to {to}: {cards}",
        "shown": "Shown to everybody: {cards}",
        "wins": "{who} wins the trick",
        "wins_with": "{who} wins the trick with {card}",
        "is": "{name}: {value}",
        "pays": "{payer} pays {amount} to {payee}",
        "pays_out": "{payee} gets {amount} from {payer}",
        "each_player": "each player",
        "common": "the {0}",
        "because": " ({0})",
        "hand": "Hand {number}",
        "round": "Round {number}",
        "hand_over": "End of hand {number}",
        "round_over": "End of round {number}",
        "tricks": "Tricks: {each}",
        "paid_all": "{payer} paid {each}",
        "to": "{0} to {1}",
        "got_all": "{payee} got {amount} from {payer}",
        "stands": "{name}: {each}",
        "each": "{1} for {0}",
        "over": "The game is over: {each}",
        "winner": "{who} wins",
        "winners": "{who} win",
        "no_winner": "Nobody wins",
        "level": "All are level",
        "all_win": "Everybody wins",
        "whose": "{0} of {1}",
        "times": "{0} ({1} times)",
        "single": "a card", "plural": "{0} cards", "single_more": "another card", "plural_more": "{0} more cards",
        "single_piece": "a piece", "plural_piece": "{0} pieces",
        "single_more_piece": "another piece", "plural_more_piece": "{0} more pieces",
        "something": "something", "somebody": "somebody",
    },
    "fr": {
        "does": "{who} : {move}",
        "by_chance": "Par le hasard : {move}",
        "by_chance_to": "Par le hasard, dit à {who} seulement : {move}",
        "secretly": "{who} répond en secret : {question}",
        "dealt_one": "Chaque joueur reçoit {cards}",
        "dealt_many": "Chaque joueur reçoit {cards}",
        "dealt": "{owner} reçoit {cards}",
        "gets": "{owner} reçoit {cards} ({from})",
        "gets_from": "{owner} reçoit {cards} de {former}",
        "shows": "{owner} montre {cards}",
        "lays": "{owner} pose {cards} ({to})",
        "turned": "On retourne ({to}) : {cards}",
        "at": "{0} en {1}",
        "goes": "{cards} : de {from} à {to}",
        "vacated": "Retiré de {place}, selon la place : {places}",
        "shuffled": "On mélange : {place}",
        "shown_to": "Montré à {to} : {cards}",
        "shown": "Montré à tous : {cards}",
        "wins": "{who} remporte la levée",
        "wins_with": "{who} remporte la levée avec {card}",
        "is": "{name} : {value}",
        "pays": "{payer} paie {amount} à {payee}",
        "pays_out": "{payee} reçoit {amount} ({payer})",
        "each_player": "chaque joueur",
        "common": "« {0} »",
        "because": " ({0})",
        "hand": "Donne {number}",
        "round": "Manche {number}",
        "hand_over": "Fin de la donne {number}",
        "round_over": "Fin de la manche {number}",
        "tricks": "Levées : {each}",
        "paid_all": "{payer} a payé {each}",
        "to": "{0} à {1}",
        "got_all": "{payee} a reçu {amount} ({payer})",
        "stands": "{name} : {each}",
        "each": "{1} pour {0}",
        "over": "La partie est finie : {each}",
        "winner": "{who} gagne",
        "winners": "{who} gagnent",
        "no_winner": "Personne ne gagne",
        "level": "Tous sont à égalité",
        "all_win": "Tout le monde gagne",
        "whose": "{0} de {1}",
        "times": "{0} ({1} fois)",
        "single": "une carte", "plural": "{0} cartes",
        "single_more": "une autre carte", "plural_more": "{0} autres cartes",
        "single_piece": "une pièce", "plural_piece": "{0} pièces",
        "single_more_piece": "une autre pièce", "plural_more_piece": "{0} autres pièces",
        "something": "quelque chose", "somebody": "quelqu'un",
    },
}  # fmt: skip
NUMBERS = {
    "en": ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "fr": ("aucune", "une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"),
}


class Wording:
    """The forms of one language, and how it counts."""

    def __init__(self, language: str) -> None:
        self.forms = FORMS.get(language, FORMS["en"])
        self._numbers = NUMBERS.get(language, NUMBERS["en"])

    def __getitem__(self, key: str) -> str:
        return self.forms[key]

    def number(self, number: int) -> str:
        """In words up to twelve."""
        return self._numbers[number] if number < len(self._numbers) else str(number)
