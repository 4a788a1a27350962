"""Every form of expression and statement as a sentence, in English and French; what options decide is left out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from tests.helpers import composed

from coupdsl.language import program_statements as ps
from coupdsl.phrases.english import ENGLISH
from coupdsl.phrases.inline import text_of
from coupdsl.phrases.phrases import Expressions
from coupdsl.phrases.value_phrases import Scope
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.charts import charts
from coupdsl.rulebook.document import Step, Table
from coupdsl.rulebook.material import pack, things
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulesets.compose import compose

GAME = """edition 1
game house {{
  name: en "House" fr "Maison"
  seats [4, 6] in 2 teams
  cards {{
    suits spades S, hearts H
    ranks ace A, king K, queen Q
  }}
  option stake.size = 10 | 20
  option stake.paid = true | false
  account cash per seat = 100
  account pot = 0
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone trick: row seen by all
  state dealer: seat = first of seats
  state guest: seat or none = none
  state offered: seat or none = none
  state used: seat or none = none
  state wins per seat: number = 0
  state gains per team: number = 0
  state wish per seat: seat or none = none seen by owner
  state open: flag = false
  state stage: early | late = early
{top}
  repeat round 3 times {{
{lines}
  }}
  uses(dealer, the first of trick, 5)
  finish by cash, wins
  rule uses(s: seat, c: card, m: amount) {{
    if stake.paid and stake.size is 10 and guest is none and open and stage is early {{ s pays m to pot }}
    move first of deck to hand of s
    move c to trick
    move highest of trick by ranks_up to trick
    wins of s := 0
    gains of team of s := 0
    wish of s := none
  }}
  order ranks_up {{ true by ranks }}
  rule is_high(c: card) = open and rank of c is ace
  rule uses_up(s: seat) = wins of s + 1
  limit 100 moves {{ finish by 0 }}
}}
"""
VALUES = [
    ("connected(dealer, left of it)",
     "dealer and, step by step, the player left of each one reached",
     "dealer et, de proche en proche, le joueur à gauche de chaque élément atteint"),
    ("count of connected(c, trick where d: suit of d is suit of it)",
     "the number of (c and, step by step, (trick (each in turn as d) for which the suit of d is the suit of each one"
     " reached))",
     "le nombre d'éléments dans (c et, de proche en proche, (trick (à tour de rôle d) où la couleur de d est la couleur"
     " de chaque élément atteint))"),
    ("left of dealer", "the player left of dealer", "le joueur à gauche de dealer"),
    ("first of trick", "the first of trick", "le premier élément de trick"),
    ("last of seats", "the last of the players", "le dernier des joueurs"),
    ("suit of c", "the suit of c", "la couleur de c"),
    ("position of c", "the number of pieces before c in its row", "le nombre de pièces avant c dans son rang"),
    ("some trick where position is 1",
     "there is one among trick for which the number of pieces before it in its row is 1",
     "il existe parmi trick un cas où le nombre de pièces placées avant dans son rang est 1"),
    ("ace of spades in hand of s", "ace of spades is in hand of s", "ace de spades est dans hand de s"),
    ("m * 1/2 rounded up to 10", "m × 1/2, rounded up to a multiple of 10",
     "m × 1/2, à arrondir au multiple supérieur de 10"),
    ("m - (m - 3)", "m − (m − 3)", "m − (m − 3)"),
    ("(m + 3) * 2", "(m + 3) × 2", "(m + 3) × 2"),
    ("m + 3 * m", "m + 3 × m", "m + 3 × m"),
    ("m mod 3", "the remainder of m divided by 3", "le reste de m divisé par 3"),
    ("3 * stake.size", "30", "30"),
    ("count of seats", "the number of players", "le nombre de joueurs"),
    ("count of hand of s", "the number of pieces in hand of s", "le nombre de pièces dans hand de s"),
    ("count of suit of hand of s", "the number of different suits in hand of s",
     "le nombre de couleurs différentes dans hand de s"),
    ("count of rank of first(2) of trick", "the number of different ranks in (the first 2 of trick)",
     "le nombre de valeurs différentes dans (les 2 premiers éléments de trick)"),
    ("count of position of trick",
     "the number of different values of the number of pieces before each of trick in its row",
     "le nombre de valeurs différentes du nombre de pièces avant chaque élément de trick dans son rang"),
    ("m >= 20 and not open", "m is at least 20 and open does not hold", "m est au moins 20 et open est faux"),
    ("not (m >= 20 and open)", "m is less than 20 or open does not hold", "m est en dessous de 20 ou open est faux"),
    ("(m > 3 or open) and m < 9", "(m is more than 3 or open holds) and m is less than 9",
     "(m dépasse 3 ou open est vrai) et m est en dessous de 9"),
    ("if m > 3 then is_high(c) else open", "is high holds for c if m is more than 3; otherwise open",
     "is high est vrai pour c si m dépasse 3 ; sinon open"),
    ("open and stake.paid", "open holds", "open est vrai"),
    ("hand of s where rank is ace and not stake.paid", "nothing", "rien"),
    ("hand of s preferring not stake.paid", "hand of s", "hand de s"),
    ("open or stake.paid", "always", "toujours"),
    ("guest is none", "there is no guest", "il n'y a pas de guest"),
    ("guest is not none", "there is a guest", "il y a un guest"),
    ("offered is not none", "there is an offered", "il y a un offered"),
    ("used is not none", "there is a used", "il y a un used"),
    ("open is stake.paid", "open holds", "open est vrai"),
    ("(m > 3) is not stake.paid", "m is at most 3", "m est au plus 3"),
    ("stage is early", "stage is early", "stage est early"),
    ("trick is not empty", "trick is not empty", "trick n'est pas vide"),
    ("c not in trick", "c is not in trick", "c n'est pas dans trick"),
    ("some trick where suit is spades", "there is one among trick for which the suit is spades",
     "il existe parmi trick un cas où la couleur est spades"),
    ("not (every trick where suit is spades)", "there is one among trick for which the suit is not spades",
     "il existe parmi trick un cas où la couleur n'est pas spades"),
    ("every seats where cash > 5", "for all of the players, their cash is more than 5",
     "dans tous les cas parmi les joueurs, cash dépasse 5"),
    ("largest of (it + 1) over 1..m", "the largest of (it + 1) over 1 to m",
     "la plus grande valeur de (l'élément + 1) sur les nombres de 1 à m"),
    ("hand of s preferring suit is spades", "hand of s, if possible only those for which the suit is spades",
     "hand de s, si possible seulement là où la couleur est spades"),
    ("seats after s", "the players in turn, beginning after s", "les joueurs à tour de rôle, en commençant après s"),
    ("seats from left of s", "the players in turn, beginning with the player left of s",
     "les joueurs à tour de rôle, en commençant par le joueur à gauche de s"),
    ("largest of cash over seats", "the largest of their cash over the players",
     "la plus grande valeur de cash sur les joueurs"),
    ("smallest of gains over teams", "the smallest of their gains over the teams",
     "la plus petite valeur de gains sur les équipes"),
    ("team of s in teams", "the team of s is among the teams", "l'équipe de s est parmi les équipes"),
    ("team of s is team of dealer", "s is in the team of dealer", "s est dans l'équipe de dealer"),
    ("guest in members of team of s", "guest is among the members of the team of s",
     "guest est parmi les joueurs de l'équipe de s"),
    ("partners of s where it is guest", "the partners of s for which it is guest",
     "les partenaires de s où l'élément est guest"),
    ("seats where left of it is s", "the players for which the player to their left is s",
     "les joueurs où son voisin de gauche est s"),
    ("rank of trick", "the rank of each of trick", "la valeur de chaque élément de trick"),
    ("sum of cash over seats", "the sum of their cash over the players", "la somme de cash sur les joueurs"),
    ("highest of trick by ranks_up", "the highest of trick by ranks up", "le plus haut de trick selon ranks up"),
    ("count of (trick where d: suit of d is suit of c)",
     "the number of (trick (each in turn as d) for which the suit of d is the suit of c)",
     "le nombre d'éléments dans (trick (à tour de rôle d) où la couleur de d est la couleur de c)"),
    ("first(1) of trick", "the first of trick", "le premier élément de trick"),
    ("last(2) of trick", "the last 2 of trick", "les 2 derniers éléments de trick"),
    ("first(count of seats) of trick", "the first (the number of players) of trick",
     "le début (le nombre de joueurs) de trick"),
    ("last(count of seats + 1) of trick", "the last (the number of players + 1) of trick",
     "la fin (le nombre de joueurs + 1) de trick"),
    ("if m > 5 then 2 else 1", "2 if m is more than 5; otherwise 1", "2 si m dépasse 5 ; sinon 1"),
    ("case rank of c {\n ace: 3\n king, queen: 1\n}",
     "3 if the rank of c is ace; 1 if the rank of c is king or queen",
     "3 si la valeur de c est ace ; 1 si la valeur de c est king ou queen"),
    ("if stake.paid then m else 7", "m", "m"),
    ("if m > 5 then m else if open then 7 else (if stake.paid then 7 else 8)", "m if m is more than 5; otherwise 7",
     "m si m dépasse 5 ; sinon 7"),
    ("if open then m else (if stake.paid then m else 8)", "m", "m"),
    ("min(wins of s, uses_up(s), 3)", "the smallest of wins of s, (uses up for s), 3",
     "le plus petit de ces nombres : wins de s, (uses up pour s), 3"),
    ("if (if open then m > 3 else m < 2) then 2 else 1",
     "2 if (m is more than 3 if open holds; otherwise m is less than 2); otherwise 1",
     "2 si (m dépasse 3 si open est vrai ; sinon m est en dessous de 2) ; sinon 1"),
    ("if open then (m > 3 and guest is none) else m is 2",
     "(m is more than 3 and there is no guest) if open holds; otherwise m is 2",
     "(m dépasse 3 et il n'y a pas de guest) si open est vrai ; sinon m est 2"),
    ("open is (m is 3)", "open is (m is 3)", "open est (m est 3)"),
    ("(some trick where suit is spades) is open",
     "(there is one among trick for which the suit is spades) is open",
     "(il existe parmi trick un cas où la couleur est spades) est open"),
]  # fmt: skip
STATEMENTS = [
    ("shuffle deck", ["Shuffle deck."], ["Mélanger deck."]),
    ("move first of deck to trick", ["Move the first of deck to trick."],
     ["Déplacer la première pièce de deck vers trick."]),
    ("move first(2) of deck to hand of dealer", ["Move the first 2 of deck to hand of dealer."],
     ["Déplacer les 2 premières pièces de deck vers hand de dealer."]),
    ("move first(wins of dealer rounded down to 2) of deck to hand of dealer",
     ["Move the first (wins of dealer, rounded down to a multiple of 2) of deck to hand of dealer."],
     ["Déplacer les (wins de dealer, à arrondir au multiple inférieur de 2) premières pièces de deck vers hand de "
      "dealer."]),
    ("move first(count of seats) of deck to trick",
     ["Move the first (the number of players) of deck to trick."],
     ["Déplacer les (le nombre de joueurs) premières pièces de deck vers trick."]),
    ("chance secretly chooses luck t from seats for dealer\nwish of dealer := t",
     ["Chance (in secret, told to dealer alone) chooses t from the players.", "wish of dealer becomes t."],
     ["Le hasard (en secret, seul dealer l'apprend) choisit t parmi les joueurs.", "wish de dealer devient t."]),
    ("repeat once 1 times { shuffle deck }", ["Shuffle deck."], ["Mélanger deck."]),
    ("repeat go 1 times {\n if open { leave go }\n shuffle deck\n}",
     ["Once (go):", "If open holds:", "End go here.", "Shuffle deck."],
     ["Une fois (go) :", "Si open est vrai :", "Finir go ici.", "Mélanger deck."]),
    ("repeat gone 0 times { shuffle deck }", [], []),
    ("repeat pair 2 times { shuffle deck }", ["2 times (pair):", "Shuffle deck."],
     ["2 fois (pair) :", "Mélanger deck."]),
    ("wins of dealer := the largest of gains over teams",
     ["wins of dealer becomes the largest of their gains over the teams."],
     ["wins de dealer devient la plus grande valeur de gains sur les équipes."]),
    ("repeat some min(count of seats, wins of dealer) times { shuffle deck }",
     ["(the smallest of the number of players, wins of dealer) times (some):", "Shuffle deck."],
     ["(le plus petit de ces nombres : le nombre de joueurs, wins de dealer) fois (some) :", "Mélanger deck."]),
    ("repeat around count of seats times { shuffle deck }",
     ["As many times as the number of players (around):", "Shuffle deck."],
     ["Autant de fois que le nombre de joueurs (around) :", "Mélanger deck."]),
    ("move trick to deck unseen", ["Move trick to deck, face down."], ["Déplacer trick vers deck, face cachée."]),
    ("dealer pays 30 to pot for stake", ["dealer pays 30 to pot (stake)."], ["dealer paie 30 à pot (stake)."]),
    ("pot pays everything to left of dealer", ["pot pays everything to the player left of dealer."],
     ["pot paie tout au joueur à gauche de dealer."]),
    ("pot pays wins of dealer / 3 * 30 rounded up to 10 to dealer for stake",
     ["pot pays (wins of dealer ÷ 3 × 30, rounded up to a multiple of 10) to dealer (stake)."],
     ["pot paie (wins de dealer ÷ 3 × 30, à arrondir au multiple supérieur de 10) à dealer (stake)."]),
    ("dealer pays (if open then 20 else 30) to pot for stake",
     ["dealer pays (20 if open holds; otherwise 30) to pot (stake)."],
     ["dealer paie (20 si open est vrai ; sinon 30) à pot (stake)."]),
    ("show trick to all", ["Show trick to everybody."], ["Montrer trick à tous."]),
    ("dealer := left of dealer", ["dealer becomes the player left of dealer."],
     ["dealer devient le joueur à gauche de dealer."]),
    ("wins of dealer := wins of dealer + 1", ["wins of dealer becomes wins of dealer + 1."],
     ["wins de dealer devient wins de dealer + 1."]),
    ("open := not open", ["open becomes yes if open does not hold, otherwise no."],
     ["open devient oui si open est faux, sinon non."]),
    ("if not (wins of dealer in [1, 3] and open) { shuffle deck }",
     ["If (wins of dealer is not among 1, 3) or open does not hold:", "Shuffle deck."],
     ["Si (wins de dealer n'est pas parmi 1, 3) ou open est faux :", "Mélanger deck."]),
    ("if not wins of dealer in [1, 3] or open { shuffle deck }",
     ["If (wins of dealer is not among 1, 3) or open holds:", "Shuffle deck."],
     ["Si (wins de dealer n'est pas parmi 1, 3) ou open est vrai :", "Mélanger deck."]),
    ("if open and wins of dealer in [1, 3] { shuffle deck }",
     ["If open holds and wins of dealer is among 1, 3:", "Shuffle deck."],
     ["Si open est vrai et wins de dealer est parmi 1, 3 :", "Mélanger deck."]),
    ("let high = wins of dealer > 3\nif high { open := high }",
     ["Let high be yes if wins of dealer is more than 3, otherwise no.", "If high holds:", "open becomes high."],
     ["Soit high : oui si wins de dealer dépasse 3, sinon non.", "Si high est vrai :", "open devient high."]),
    ("if (if open then guest is none else wins of dealer is 2) { shuffle deck }",
     ["If (there is no guest if open holds; otherwise wins of dealer is 2):", "Shuffle deck."],
     ["Si (il n'y a pas de guest si open est vrai ; sinon wins de dealer est 2) :", "Mélanger deck."]),
    ("if open { shuffle deck } else { open := true }",
     ["If open holds:", "Shuffle deck.", "Otherwise:", "open becomes yes."],
     ["Si open est vrai :", "Mélanger deck.", "Sinon :", "open devient oui."]),
    ("if open { shuffle deck } else if guest is none { open := true } else if not stake.paid { guest := dealer } "
     "else if wins of dealer is 2 { guest := left of dealer } else { wins of dealer := 1 }",
     ["If open holds:", "Shuffle deck.", "Otherwise, if there is no guest:", "open becomes yes.",
      "Otherwise, if wins of dealer is 2:", "guest becomes the player left of dealer.", "Otherwise:",
      "wins of dealer becomes 1."],
     ["Si open est vrai :", "Mélanger deck.", "Sinon, s'il n'y a pas de guest :", "open devient oui.",
      "Sinon, si wins de dealer est 2 :", "guest devient le joueur à gauche de dealer.", "Sinon :",
      "wins de dealer devient 1."]),
    ("if stake.paid { shuffle deck } else { open := true }", ["Shuffle deck."], ["Mélanger deck."]),
    ("if not stake.paid { shuffle deck }", [], []),
    ("case stage { early { shuffle deck }\nlate { open := true } }",
     ["If stage is early:", "Shuffle deck.", "Otherwise, if stage is late:", "open becomes yes."],
     ["Si stage est early :", "Mélanger deck.", "Sinon, si stage est late :", "open devient oui."]),
    ("for s in seats after dealer while open { s pays 10 to pot }",
     ["For each s of the players in turn, beginning after dealer, as long as open holds:", "s pays 10 to pot."],
     ["Pour chaque s parmi les joueurs à tour de rôle, en commençant après dealer, tant qu'open est vrai :",
      "s paie 10 à pot."]),
    ("reveal has_ace = ace of spades in hand of dealer",
     ["Everybody is told has ace: ace of spades is in hand of dealer."],
     ["On annonce à tous has ace : ace de spades est dans hand de dealer."]),
    ("repeat drawing until trick is empty at most 5 { if open { leave drawing } }",
     ["Repeat until trick is empty, at most 5 times (drawing):", "If open holds:", "End drawing here."],
     ["Répéter, au plus 5 fois, jusqu'à ce moment : trick est vide (drawing) :", "Si open est vrai :",
      "Finir drawing ici."]),
    ("dealer chooses play c from hand of dealer where suit is spades\nmove c to trick",
     ["dealer chooses c from hand of dealer for which the suit is spades.", "Move c to trick."],
     ["dealer choisit c parmi hand de dealer où la couleur est spades.", "Déplacer c vers trick."]),
    ("dealer chooses deed {\n put c from hand of dealer if open { move c to trick }\n otherwise pass { }\n}",
     ["dealer decides: deed", "put c from hand of dealer, only if open holds", "Move c to trick.",
      "pass, only if nothing else can be chosen"],
     ["dealer décide : deed", "put c parmi hand de dealer, seulement si open est vrai", "Déplacer c vers trick.",
      "pass, seulement si rien d'autre n'est possible"]),
    ("chance chooses lucky t from seats\nt pays 10 to pot", ["Chance chooses t from the players.", "t pays 10 to pot."],
     ["Le hasard choisit t parmi les joueurs.", "t paie 10 à pot."]),
    ("finish by (if it is dealer then 0 else 2)",
     ["The game ends. What counts for each player: 0 if the player is dealer; otherwise 2 (the highest wins)."],
     ["La partie est finie. Ce qui compte pour chaque joueur : 0 si le joueur est dealer ; sinon 2 "
      "(le plus haut gagne)."]),
    ("finish by (if it is dealer then wins else 2)",
     ["The game ends. What counts for each player: wins of the player if the player is dealer; otherwise 2 "
      "(the highest wins)."],
     ["La partie est finie. Ce qui compte pour chaque joueur : wins du joueur si le joueur est dealer ; sinon 2 "
      "(le plus haut gagne)."]),
    ("finish by 0", ["The game ends in a draw."], ["La partie est nulle."]),
    ("finish by pot among seats where pot > 3",
     ["The game ends. What counts for each player: pot (the highest wins). "
      "Who can win: the players for which pot is more than 3."],
     ["La partie est finie. Ce qui compte pour chaque joueur : pot (le plus haut gagne). "
      "Qui peut gagner : les joueurs où pot dépasse 3."]),
    ("finish by lowest pot", ["The game ends. What counts for each player: pot (the lowest wins)."],
     ["La partie est finie. Ce qui compte pour chaque joueur : pot (le plus bas gagne)."]),
    ("finish by 1 among seats where pot > 3",
     ["The game ends. Who wins: the players for which pot is more than 3."],
     ["La partie est finie. Qui gagne : les joueurs où pot dépasse 3."]),
    ("finish by lowest wins, cash",
     ["The game ends. What counts for each player: wins of the player (the lowest wins); "
      "then cash of the player (the highest wins)."],
     ["La partie est finie. Ce qui compte pour chaque joueur : wins du joueur (le plus bas gagne) ; "
      "puis cash du joueur (le plus haut gagne)."]),
]  # fmt: skip
IN_SHORT = [
    ("finish by (if it is dealer then 1 else 0)", ["The game ends. Who wins: dealer."],
     ["La partie est finie. Qui gagne : dealer."]),
    ("finish by (if it is dealer then 0 else 2)", ["The game ends. Who wins: all but dealer."],
     ["La partie est finie. Qui gagne : tous sauf dealer."]),
    ("finish by lowest (if it in [dealer] then 0 else 2)", ["The game ends. Who wins: dealer."],
     ["La partie est finie. Qui gagne : dealer."]),
    ("finish by (if it is dealer then count of seats - 3 else 0)", ["The game ends. Who wins: dealer."],
     ["La partie est finie. Qui gagne : dealer."]),
    ("finish by (if it is dealer then count of seats - 4 else 0)",
     ["The game ends. What counts for each player: (the number of players − 4) if the player is dealer; otherwise 0 "
      "(the highest wins)."],
     ["La partie est finie. Ce qui compte pour chaque joueur : (le nombre de joueurs − 4) si le joueur est dealer ; "
      "sinon 0 (le plus haut gagne)."]),
    ("finish by (if it is dealer then count of seats - 5 else 0)",
     ["The game ends. What counts for each player: (the number of players − 5) if the player is dealer; otherwise 0 "
      "(the highest wins)."],
     ["La partie est finie. Ce qui compte pour chaque joueur : (le nombre de joueurs − 5) si le joueur est dealer ; "
      "sinon 0 (le plus haut gagne)."]),
]  # fmt: skip


def book(folder: Path, language: str, top: str, lines: str) -> Book:
    """The words and values of the small game with these lines; not all of it need be used."""
    path = folder / "house.coup"
    text = GAME.format(top=top, lines=lines)
    if "@R" in lines:
        text = re.sub(r"(option .*)", r"\1 @R9", text.replace("edition 1", 'edition 1\nsource R "My uncle"'))
    path.write_text(text, "utf-8")
    composed, problems = compose(str(path))
    assert composed is not None, problems
    return Book(composed, language)


def layers(steps: Iterable[Step], depth: int = 0) -> list[int]:
    """How deep each sentence stands inside others."""
    return [one for step in steps for one in (depth, *layers(step.steps, depth + 1))]


def told(steps: Iterable[Step]) -> list[str]:
    return [line for step in steps for line in (text_of(step.text), *told(step.steps))]


def sentences(made: Book, short: bool = False) -> list[str]:
    """What the page says of the lines inside the loop."""
    return told(steps(made, short))


def steps(made: Book, short: bool = False) -> tuple[Step, ...]:
    assert made.program.main is not None
    loop = made.program.main.lines[0]
    assert isinstance(loop, ps.Repeat)
    return Statements(made, short).block(loop.body, Scope())


PARTS = 4  # so that several processes share them


@pytest.mark.parametrize("part", range(PARTS))
def test_expressions(tmp_path: Path, part: int) -> None:
    wrong = []
    for expression, *wanted in VALUES[part::PARTS]:
        said = [said_of(expression, language, tmp_path) for language in ("en", "fr")]
        wrong += [(expression, said)] if said != wanted else []
    assert wrong == []


def said_of(expression: str, language: str, folder: Path) -> str:
    """What the page says of an expression of a rule."""
    top = f"  rule asked(s: seat, c: card, m: amount) = {expression}"
    made = book(folder, language, top, "let it_is = asked(dealer, the first of trick, 5)")
    (rule,) = (rule for rule in made.program.rules if rule.name == "asked")
    value = rule.versions[0].value
    assert value is not None
    tell = Expressions(made)
    return text_of(tell.condition(value, Scope()) if value.type.name == "flag" else tell.value(value, Scope()))


@pytest.mark.parametrize("part", range(PARTS))
def test_statements(tmp_path: Path, part: int) -> None:
    wrong = []
    for lines, *wanted in STATEMENTS[part::PARTS]:
        said = [sentences(book(tmp_path, language, "", lines)) for language in ("en", "fr")]
        wrong += [(lines, said)] if said != wanted else []
    assert wrong == []


def test_to_players_it_is_told_who_wins_where_that_is_the_same_for_any_number_of_them(tmp_path: Path) -> None:
    wrong = []
    for lines, *wanted in IN_SHORT:
        said = [sentences(book(tmp_path, language, "", lines), short=True) for language in ("en", "fr")]
        wrong += [(lines, said)] if said != wanted else []
    assert wrong == []


def test_what_follows_the_end_is_not_told(tmp_path: Path) -> None:
    made = book(tmp_path, "en", "", "if stake.paid { finish by 0 }\nshuffle deck")
    assert sentences(made) == ["The game ends in a draw."]


def test_a_rule_that_does_nothing_is_not_mentioned(tmp_path: Path) -> None:
    idle = "  rule nothing { more_of_it() }\n  rule more_of_it { }"
    assert sentences(book(tmp_path, "en", idle, "nothing()\nshuffle deck")) == ["Shuffle deck."]


def test_a_line_without_a_sentence_is_quoted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(ENGLISH, "negative")
    made = book(tmp_path, "en", "", "wins of dealer := -(wins of dealer)")
    assert sentences(made) == ["The rule says: wins of dealer := -(wins of dealer)"]


CHAIN = """if open { shuffle deck }                          @R1
else if guest is none {                           @R2
  open := true                                    @R2
}
else if wins of dealer is 2 { guest := dealer }
else {
  if wins of dealer is 3 { guest := none }        @R1
}"""


def test_each_else_if_stands_beside_the_others_with_what_it_cites(tmp_path: Path) -> None:
    found = steps(book(tmp_path, "en", "", CHAIN))
    assert layers(found) == [0, 1, 0, 1, 0, 1, 0, 1]
    assert told(found) == [
        "If open holds: R1", "Shuffle deck.", "Otherwise, if there is no guest: R2", "open becomes yes. R2",
        "Otherwise, if wins of dealer is 2:", "guest becomes dealer.", "Otherwise, if wins of dealer is 3: R1",
        "guest becomes none.",
    ]  # fmt: skip


def test_a_condition_that_has_to_be_quoted_is_quoted_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(ENGLISH, "negative")
    lines = "if open { shuffle deck } else if wins of dealer is -(wins of guest_now()) { open := true }"
    made = book(tmp_path, "en", "  rule guest_now = dealer", lines)
    assert sentences(made) == ["If open holds:", "Shuffle deck.", "Otherwise:", f"The rule says: {lines[30:]}"]


def test_one_row_of_a_board_is_told_as_one(tmp_path: Path) -> None:
    told = {"en": "A board of 3 columns and 1 row.", "fr": "Un plateau de 3 colonnes et 1 rangée."}
    for language, wanted in told.items():
        made = book(tmp_path, language, "  cells a..c by 1..1\n  state mark per cell: number = 0", "mark of a1 := 1")
        assert wanted in [text_of(said) for said in things(made, Expressions(made))]


def test_ranks_of_which_none_is_higher_are_told_in_no_order() -> None:
    for name, told in (("liars-dice", "Ranks: ones, twos"), ("spades", "Ranks, from high to low: Ace, King")):
        book = Book(composed(name), "en")
        assert any(text_of(said).startswith(told) for said in things(book, Expressions(book)))


def test_a_mark_that_nobody_would_know_is_told(tmp_path: Path) -> None:
    assert "Couleurs : Rouge, Noir (B)." in [*map(text_of, pack(Book(composed("coup-detat-2005"), "fr")))]
    text = GAME.format(top="", lines="shuffle deck").replace("king K, queen Q", "king K, queen Q, knight C, seven V")
    (tmp_path / "house.coup").write_text(text.replace("hearts H", "hearts H, stars X"), "utf-8")
    found, _ = compose(str(tmp_path / "house.coup"))
    assert found is not None
    told = [*map(text_of, pack(Book(found, "en")))]
    assert "Ranks, from high to low: ace, king, queen, knight (C), seven (V)." in told
    assert "Suits: spades, hearts, stars (X)." in told


@pytest.mark.parametrize(("name", "parts"), [("parker-1966", 1), ("coup", 0)])
def test_only_entries_with_parts_have_a_chart_of_them(name: str, parts: int) -> None:
    book = Book(composed(name), "en")
    made = [block for block in charts(book, Statements(book)) if isinstance(block, Table)]
    plurals = {kind.plural for kind in book.program.charted if book.entries(kind)}
    assert sum(table.key not in plurals for table in made) == parts
    assert all(table.rows for table in made)
