"""The score keeper's table, through its two functions: what is typed, what is answered."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.commands.calls import called
from tests.helpers import ROOT, TABLES, rules_of, sample

import coupdsl
from coupdsl.play.log import read_log, replay
from coupdsl.play.spoken import Words
from coupdsl.scoring.answers import Answers
from coupdsl.scoring.left_undone import left_undone
from coupdsl.scoring.one_answer import Misunderstood
from coupdsl.scoring.scorable import ENTERED, able, wrong_names
from coupdsl.scoring.score_keeper import ScoreTable
from coupdsl.scoring.sentences import COMMANDS, FRENCH_COMMANDS, REST, SENTENCES, sentence
from coupdsl.scoring.statement import Scribe, as_data, final

COLOURS = """edition 1
game colours {{
  seats [2]
  kind colour as colours {{ }}
  colour noir = 1 {{ }}
  colour rouge = 2 {{ }}
  for s in seats {{
    s chooses bet {{
{}
    }}
  }}
  finish by 0
  limit 9 moves {{ finish by 0 }}
}}
"""
PEOPLE = ("Anna", "Bob", "Carl", "Dora", "Emma", "Finn", "Gina")


def started(
    name: str = "parker-1966", players: int = 4, names: tuple[str, ...] = PEOPLE, **options: Any
) -> coupdsl.Game:
    game = coupdsl.Game(rules_of(name, players, {ENTERED: True, **options}))
    game.names = names[:players]
    return game


class Sitting:
    """A table at which these lines are typed; then the input ends."""

    def __init__(self, game: coupdsl.Game, lines: Iterable[str], **more: Any) -> None:
        self.shown: list[str] = []
        self._lines: Iterator[str] = iter(lines)
        self.table = ScoreTable(game, self._read, self.shown.append, **more)
        self.over = self.table.play()

    def _read(self, prompt: str) -> str:
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def text(self) -> str:
        return "\n".join(self.shown)

    @property
    def moves(self) -> list[str]:
        return [str(move) for _, move in self.table.game.moves]


SIEGE = ["anna", "dora", "decline", "siege"]
GUILLOTINE = ["anna", "dora", "decline", "guillotine"]
BARBU = ["anna", "dora", "decline", "barbu"]
ROUND = [*SIEGE, "bob 4, dora 3, rest carl", "carl", "attempt barbu", "no"]


def told(*lines: str, begin: list[str] = SIEGE) -> list[str]:
    """The moves that the lines come to after the beginning."""
    return Sitting(started(), [*begin, *lines]).moves[len(begin) :]


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("bob 4, dora 3, rest carl", ["took_some 4 1", "took_some 3 3", "took_some 1 2"]),
        ("bob 4 dora 4", ["took_some 4 1", "took_some 4 3"]),
        ("4 bob 4 dora", ["took_some 4 1", "took_some 4 3"]),
        ("B 8", ["took_some 8 1"]),
        ("all bob", ["took_some 8 1"]),
        ("bob 0, carl 8", ["took_some 8 2"]),
        ("carl 8, bob 0", ["took_some 8 2"]),
        ("rest bob, dora 2", ["took_some 2 3", "took_some 6 1"]),
        ("rest bob, dora QS", ["took QS 3", "took_some 7 1"]),
        ("dora 2 rest bob", ["took_some 2 3", "took_some 6 1"]),
        ("bob rest dora 2", ["took_some 2 3", "took_some 6 1"]),
        ("bob qs 7S; KS dora", ["took QS 1", "took 7S 1", "took KS 3"]),
        ("bob 10S, KS carl", ["took TS 1", "took KS 2"]),
        ("bob 10♠, K♠ carl", ["took TS 1", "took KS 2"]),
        ("Queen of Spades bob, ten of spades dora", ["took QS 1", "took TS 3"]),
        ("bob queen of spades 7♠", ["took QS 1", "took 7S 1"]),
        ("dame de pique bob", ["took QS 1"]),
        ("V♠ bob", []),
        ("took QS 1", []),
    ],
)
def test_what_was_taken_in_few_words(typed: str, moves: list[str]) -> None:
    assert told(typed) == moves


def test_pieces_in_french() -> None:
    lines = ["anna", "dora", "renonce au Coup d’Etat", "choisit siege", "V♠ bob, carl dame de pique RS, reste anna"]
    assert Sitting(started(), lines, language="fr").moves[2:] == [
        "decline", "contract siege", "took JS 1", "took QS 2", "took KS 2", "took_some 5 0",
    ]  # fmt: skip


@pytest.mark.unmeasured
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", ["parker-1966", "hearts", "spades", "oh-hell"])
def test_what_is_asked_can_be_typed_as_it_is_printed(name: str, language: str) -> None:
    rnd = random.Random(f"{name} {language}")
    for plain in (True, False):
        game = started(name, 4)
        table = Sitting(game, [], language=language, plain=plain).table
        for _ in range(30):
            if game.state.is_over:
                break
            move = rnd.choice(game.state.legal_moves())
            ways = [table.words.move(str(move)), str(move)]
            ways += [line for line in table.question.possible(table.game.state) if line.partition(". ")[2] == ways[0]]
            if table.answers.shared_out(game.state):
                what, who = move.arguments
                ways = [
                    f"{PEOPLE[int(who)]} {table.answers.piece(what)}",
                    f"{table.words.argument(what)} {PEOPLE[int(who)]}",
                ]
            for typed in ways:
                found, rest = table.answers.read(typed, game.state)
                assert ([str(one) for one in found], rest) == ([str(move)], ""), typed
            game.apply(move)


def test_a_question_for_a_number_says_of_what() -> None:
    bids = ["4 3 4 2", "anna 12"]
    shown = Sitting(started("spades"), bids).text
    assert "Tricks won: how many of the 13 left did each take?" in shown
    assert "Tricks won: who took the one that is left?" in shown
    shown = Sitting(started("spades"), bids, language="fr").text
    assert "Levées gagnées : combien chacun en a-t-il pris ? Il en reste 13." in shown
    assert "Levées gagnées : il en reste 1. Qui l'a pris ?" in shown
    assert "\nHow many of the 6 left did each take?" in Sitting(started(), [*SIEGE, "bob 2"]).text


def test_the_only_thing_asked_for_needs_a_name_only() -> None:
    assert told("carl", begin=BARBU) == ["took KH 2"]
    assert told("first bob", "last carl", begin=GUILLOTINE) == ["took marks1 1", "took marks8 2"]


def test_questions_follow_one_another_on_a_line() -> None:
    game = started()
    assert Sitting(game, ["anna, dora, decline, siege, rest bob, anna"]).moves == [
        "first_director 0", "coup_card_holder 3", "decline", "contract siege", "took_some 8 1", "coup_card_holder 0",
    ]  # fmt: skip
    assert Sitting(started("spades"), ["4 3 4 2"]).moves == ["bid 4", "bid 3", "bid 4", "bid 2"]


@pytest.mark.parametrize(
    ("begin", "typed", "said"),
    [
        (SIEGE, "bob 9", "9 for Bob is too many: only 8 left to enter."),
        (SIEGE, "bob 5, dora 4", "4 for Dora is too many: only 3 left to enter."),
        (SIEGE, "bob KH", "`KH` is not asked for now. Still to enter: AS 10S KS QS JS 9S 8S 7S"),
        (SIEGE, "bob QS, dora QS", "`QS` is on this line too often."),
        (SIEGE, "bob AS, carl QS KH", "Still to enter: AS 10S KS QS JS 9S 8S 7S\nNothing of this line was entered."),
        (SIEGE, "bob 8, dora 2", "`dora 2` is too much: nothing is left to enter."),
        (SIEGE, "bob 8 dora 2", "`Dora 2` is too much: nothing is left to enter."),
        (SIEGE, "bob 9, carl 8", "`bob 9` is too much: nothing is left to enter."),
        (SIEGE, "bob 8 dora", "`Dora` is too much: nothing is left to enter."),
        (SIEGE, "rest bob, rest dora", "`rest dora` is too much: nothing is left to enter."),
        (SIEGE, "dora 2 rest bob 3", "Say what Bob took: KS QS"),
        (SIEGE, "dora 2 rest", "Say who took `rest`: Anna, Bob, Carl, Dora"),
        (["anna"], "dora 2", "`2` answers another question: write a comma before it."),
        (["anna"], "dora decline", "`decline` answers another question: write a comma before it."),
        (SIEGE, "QS", "Say who took `QS`: Anna, Bob, Carl, Dora"),
        (SIEGE, "QS bob 7S", "Say who took `7S`: Anna, Bob, Carl, Dora"),
        (SIEGE, "bob", "Say what Bob took: AS 10S"),
        (SIEGE, "bob spades", "`spades` is not an answer here."),
        (SIEGE, "nonsense", "`nonsense` is not an answer here."),
        *(
            (
                SIEGE,
                f"bob {part}, rest dora",
                f"`{part}` is not a whole number: write one in digits alone, such as `4`.",
            )
            for part in ("4.5", ".5", "4.0", "1.200", "4½", "4²", "9/2")
        ),
        (SIEGE, "bob 1000005", "1000005 for Bob is too many: only 8 left to enter."),
        (SIEGE, "", "Type an answer, or help."),
        ([*GUILLOTINE, "bob", "bob"], "bob 3", "A number is not enough here"),
        (["anna", "dora", "decline"], "x siege", "`x siege` is not an answer here."),
        ([*SIEGE[:2]], "attempt", "`attempt` could be: attempt a Coup in Barbu"),
    ],
)
def test_what_cannot_be_is_answered_and_changes_nothing(begin: list[str], typed: str, said: str) -> None:
    sitting = Sitting(started(), [*begin, typed], width=400)
    assert said in sitting.text
    assert sitting.moves == Sitting(started(), begin).moves


@pytest.mark.parametrize("part", ["4.5", ".5", "anna .5", "1²", "1200.5"])
def test_half_a_trick_is_not_bid(part: str) -> None:
    sitting = Sitting(started("spades"), [part], language="fr")
    assert f"« {part.split()[-1]} » n'est pas un nombre entier" in sitting.text and not sitting.moves


def test_what_is_counted_is_not_told_by_number_of_its_pieces() -> None:
    sitting = Sitting(started("spades"), ["4 3 4 2", "bob marks1"])
    assert "say how many Bob took, 13 at most" in sitting.text


def test_names_that_begin_alike_are_asked_for() -> None:
    game = started(names=("Anna", "Anton", "Carl", "Dora"))
    assert "`an` could be: Anna, Anton." in Sitting(game, [*SIEGE, "an 3"]).text
    assert "`an` could be: " in Sitting(started(names=("Anna", "Anton", "Carl", "Dora")), ["an"]).text


@pytest.mark.parametrize("typed", ["c", "C", "carl"])
def test_a_letter_is_enough_where_one_name_begins_with_it(typed: str) -> None:
    assert Sitting(started(), ["anna", typed]).moves == ["first_director 0", "coup_card_holder 2"]


def test_a_french_verb_may_stand_in_the_infinitive() -> None:
    game = started(names=("Roger", "Bob", "Emre", "Dora"))
    lines = ["roger", "dora", "Renoncer", "choisir siège", "bob 4, reste emre", "emre", "tenter waterloo"]
    assert Sitting(game, lines, language="fr").moves == [
        "first_director 0", "coup_card_holder 3", "decline", "contract siege", "took_some 4 1", "took_some 4 2",
        "coup_card_holder 2", "attempt waterloo",
    ]  # fmt: skip
    assert "« rêver » n'est pas une réponse ici." in Sitting(started(), ["anna", "dora", "rêver"], language="fr").text


def test_a_scored_game_is_told_again_as_it_was_written_down(tmp_path: Path) -> None:
    for language, line, trick in (
        ("en", "decline, touché, first bob", "Bob took this: first trick"),
        ("fr", "renoncer, touché, première bob", "Bob a pris ceci : première levée"),
    ):
        file = tmp_path / f"{language}.jsonl"
        shown = Sitting(started(), ["anna", "anna", line], language=language, save=file).shown
        again = called("replay", file, "--lang", language).output.splitlines()
        assert trick in shown and f"5. {trick}" in again
        assert not any(line.startswith(" ") for line in again)
        assert {line.partition(". ")[2] or line for line in again[1:-2]} <= set(shown)


def test_what_is_no_answer_at_all_is_told_what_is() -> None:
    shown = Sitting(started(), ["anna", "dora", "nonsense"], width=400).text
    assert (
        "`nonsense` is not an answer here.\nPossible here: 1. decline the Coup; 2. attempt a Coup in Barbu; " in shown
    )
    shown = Sitting(started(), ["karl", "nonsense"], language="fr").text
    assert "« karl » n'est pas une réponse ici.\nVouliez-vous dire « Carl » ?" in shown
    assert "« nonsense » n'est pas une réponse ici.\nPossible ici : Anna, Bob, Carl ou Dora" in shown


@pytest.mark.parametrize(
    ("language", "own", "poor"),
    [
        ("en", "no, nobody borrows from himself.", "no, Carl has no money to lend."),
        ("fr", "non, on n'emprunte pas à soi-même.", "non, Carl n'a pas d'argent à prêter."),
    ],
)
def test_who_borrows_is_told_who_cannot_lend(language: str, own: str, poor: str, tmp_path: Path) -> None:
    dear = tmp_path / "dear.yaml"
    more = "contracts: {set: {touche: {first_trick: {each: 11000}, last_trick: {each: 20000}}}}"
    dear.write_text(f"variant: dear\nextends: parker-1966\n{more}\n", "utf-8")
    game = coupdsl.Game(coupdsl.load(dear, 4, {ENTERED: True}))
    game.names = PEOPLE[:4]
    for move in ("first_director 0", "coup_card_holder 3", "decline", "contract touche", "took marks1 2"):
        game.apply(move)
    for move in ("lender 0", "took marks8 1"):
        game.apply(move)
    shown = Sitting(game, ["bob", "carl"], language=language).text.replace("\n  ", " ")
    assert own in shown and poor in shown


def test_a_question_that_comes_before_the_rest_of_a_line_says_what_was_not_entered(tmp_path: Path) -> None:
    dear = tmp_path / "dear.yaml"
    more = "contracts: {set: {touche: {first_trick: {each: 10400}}}}"
    dear.write_text(f"variant: dear\nextends: parker-1966\n{more}\n", "utf-8")
    game = coupdsl.Game(coupdsl.load(dear, 4, {ENTERED: True}))
    game.names = PEOPLE[:4]
    for move in ("first_director 0", "coup_card_holder 3", "decline", "contract touche"):
        game.apply(move)
    sitting = Sitting(game, ["first bob, last carl", "dora", "carl"])
    assert "Not entered: last carl" in sitting.text
    assert sitting.moves[4:] == ["took marks1 1", "lender 3", "took marks8 2"]
    assert "Bob pays Anna a penalty of 10400" in sitting.text


def test_lines_are_taken_back_also_over_the_end_of_a_hand() -> None:
    sitting = Sitting(started(), [*SIEGE, "bob 4, dora 4", "undo", "bob 3", "undo 2"])
    assert sitting.moves == ["first_director 0", "coup_card_holder 3", "decline"]
    assert "Taken back: Bob took 4 of them; Dora took 4 of them" in sitting.text
    assert "There is nothing to take back." in Sitting(started(), ["undo"]).text
    assert Sitting(started(), ["anna", "undo 1000000000000"]).moves == []
    nothing = Sitting(started(), ["anna", "undo 0"])
    assert "There is nothing to take back." in nothing.text and nothing.moves == ["first_director 0"]


def test_a_table_is_left_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    first = Sitting(started(), [*SIEGE, "bob 4"], save=file, resume="coupdsl score again")
    assert not first.over
    assert "coupdsl score again" in first.text
    game = replay(read_log(file))
    assert (game.names, game.state) == (PEOPLE[:4], first.table.game.state)
    second = Sitting(game, ["undo", "rest bob", "account"], save=file)
    assert "Going on with the game kept in" in second.text
    assert "hidden_coup_money" in {payment["reason"] for payment in paid(second.table.game)}
    assert "Hidden Coup: 3000 received" in second.text


def test_what_cannot_be_kept_is_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    sitting = Sitting(started(), [*SIEGE, "bob 4"], save=tmp_path / "file" / "game.jsonl", resume="coupdsl score again")
    assert not sitting.over
    assert "could not be kept" in sitting.text and "coupdsl score again" not in sitting.text


def paid(game: coupdsl.Game) -> list[dict[str, Any]]:
    return [event for event in game.seen(None) if event["event"] == "paid"]


@pytest.mark.parametrize("interruption", [EOFError, KeyboardInterrupt])
def test_an_interruption_keeps_every_line(tmp_path: Path, interruption: type[BaseException]) -> None:
    lines = iter(SIEGE)

    def typed(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise interruption
        return line

    assert not ScoreTable(started(), typed, [].append, save=tmp_path / "game.jsonl").play()
    assert len(read_log(tmp_path / "game.jsonl").moves) == 4


def test_a_full_disk_does_not_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    sitting = Sitting(started(), ["anna", "save"], save=tmp_path / "file" / "game.jsonl")
    assert "could not be kept" in sitting.text


@pytest.mark.unmeasured
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_command_answers(language: str) -> None:
    words = {**COMMANDS, **(FRENCH_COMMANDS if language == "fr" else {})}
    for word in words:
        fresh = Sitting(started(), [word], language=language)
        assert (words[word] == "quit") or fresh.shown[-1:] != [], word
    asked = [word for word, name in words.items() if name not in ("quit", "undo")]
    sitting = Sitting(started(), [*SIEGE, "rest bob", *asked, "/help"], language=language)
    assert len(sitting.shown) > 60
    assert "{" not in sitting.text
    assert "no answer" not in sitting.text


def test_both_languages_say_the_same_things() -> None:
    assert SENTENCES["en"].keys() == SENTENCES["fr"].keys()
    for key, text in SENTENCES["en"].items():
        assert set(re.findall(r"{\d}", text)) >= set(re.findall(r"{\d}", SENTENCES["fr"][key])), key


def first_answer(table: ScoreTable, rnd: random.Random) -> str:
    """Some move that is possible, as people would type it."""
    words = table.words
    move = rnd.choice(table.game.state.legal_moves())
    said = [
        table.answers.names[int(part)] if words.is_seat(move.word, at) else part
        for at, part in enumerate(move.arguments)
    ]
    return " ".join(said) if table.answers.shared_out(table.game.state) or (rnd.random() < 0.5 and said) else str(move)


SCORED = ("parker-1966", "french", "short", "hearts", "spades", "oh-hell")


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "language"), sample([*product(SCORED, ("en", "fr"))], 6))
def test_whole_games(name: str, language: str) -> None:
    rnd, game = random.Random(5), started(name)
    table: list[ScoreTable] = []
    shown: list[str] = []

    def typed(prompt: str) -> str:
        return first_answer(table[0], rnd)

    table.append(ScoreTable(game, typed, shown.append, language=language))
    assert table[0].play()
    result = table[0].game.state.result()
    assert result is not None
    assert shown[-1].startswith(("Winner", "Vainqueur"))
    assert any(line.startswith(PEOPLE[result.winners[0]]) for line in shown[-6:])
    data = as_data(table[0].game, table[0].answers)
    assert data["scores"] == list(result.scores)
    for name_, kept in zip(PEOPLE, data["sums"], strict=False):
        assert kept["name"] == name_
    if "cash" in data["accounts"]:
        for seat, kept in enumerate(data["sums"]):
            net = sum(both["received"] - both["paid"] for both in kept["reasons"].values())
            assert data["accounts"]["cash"][seat] == 10000 + net
    assert all(line in shown for line in final(table[0].game, table[0].words, table[0].answers, "T")[-3:])


@pytest.mark.unmeasured
def test_no_answer_a_person_may_type_breaks_anything() -> None:
    game = started()
    for move in ("first_director 0", "coup_card_holder 3", "decline", "contract guillotine", "took marks1 1"):
        game.apply(move)
    answers = Answers(Words(game.rules, "en", True, game.names))
    parts = ["anna", "bob", "3", "0", "QS", "rest", "first", "xyz", "99999999999", "é", "♠", "-1", "took", "1"]
    rnd = random.Random(1)
    before = game.state.copy()
    for _ in range(2000):
        typed = " ".join(rnd.choices(parts, k=rnd.randint(1, 5)))
        try:
            moves, _ = answers.read(typed, game.state)
        except Misunderstood as problem:
            assert str(problem)
            continue
        trial = game.state.copy()
        for move in moves:
            trial.apply(move)
    assert game.state == before


@pytest.mark.parametrize(
    "names",
    [["Anna", "anna"], ["12"], [""], ["undo"], ["annuler"], ["rest"], ["a b"], ["x" * 21], ["a\x1b"], ["é", "E"]],
)
def test_names_nobody_can_have(names: list[str]) -> None:
    assert wrong_names(names) is not None


def test_names_people_have() -> None:
    assert wrong_names(["Zoë", "Jean-Luc", "A", "O'Neil"]) is None
    assert not {*COMMANDS, *FRENCH_COMMANDS} & {*REST}


def test_the_rulesets_that_can_be_scored() -> None:
    house = {path.stem for path in (ROOT / "variants" / "house").glob("*.yaml")}
    shipped = {name for name in able() if "open-spiel" not in name} - house
    assert shipped == {"parker-1966", "french", "short", "french-short", "hearts", "spades", "oh-hell", "sevens"}


@pytest.mark.parametrize(("value", "told"), [(None, False), (False, False), (True, True), (0, True), ([], True)])
def test_what_is_revealed_is_written_down_unless_it_is_nothing(value: object, told: bool) -> None:
    rules = rules_of("hearts", 4)
    words = Words(rules, "en", True)
    event = {"event": "revealed", "name": "turn", "value": value, "of": "number"}
    assert bool(Scribe(words, Answers(words)).tell([event])) is told


def test_what_is_answered_in_secret_is_on_paper_and_entered_when_the_papers_are_opened() -> None:
    sealed = {"hidden.failure_payee": "treasury", "hidden.attempt_known_by": "sealed"}
    sitting = Sitting(started(**sealed), [*SIEGE, "1", "2", "2", "bob 5, rest carl", "account", "lines"])
    asked = sitting.shown.index("Bob: In secret: will you try for a Hidden Coup?")
    assert sitting.shown[asked + 3] == "(In secret: on paper; it is entered here as soon as all may know it)"
    tried = "Bob decides in secret to try for a Hidden Coup"
    assert sitting.shown.count(tried) == 2 and f"5. {tried}" in sitting.shown
    fine = "Bob pays the Treasury 500 for the failed Hidden Coup (F2)"
    assert sitting.shown.count(fine) == 2
    data = as_data(sitting.table.game, sitting.table.answers)
    assert {"event": "chose", "seat": 1, "decision": "sealed", "move": "try"} in data["events"]


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        (
            "en",
            "attempt siege",
            "Attempt a Coup in Siege: no, it has been played in this round already (P27, P28, P82).",
        ),
        ("en", "attempt bardu", "Did you mean `attempt a Coup in Barbu`?"),
        ("en", "nonsense", "`nonsense` is not an answer here."),
        ("en", "9", "It can be 1 to 6 here."),
        ("en", "bob decline", "`bob decline` is not an answer here: Dora is asked."),
        ("fr", "bob renonce", "« bob renonce » n'est pas une réponse ici : c'est à Dora de répondre."),
        ("en", "dora nonsense", "`dora nonsense` is not an answer here."),
        ("en", "carl", "First Director Carl: that is for when you are asked “Who is the first Director?”"),
        ("fr", "carl", "« premier Président Carl » : cela se décide à la question « Qui est le premier Président ? »"),
        ("fr", "tente siege", "« tente un Coup d'Etat avec Siège » : non, il a déjà été joué dans ce tour (P27"),
    ],
)
def test_why_something_is_no_answer_now(language: str, typed: str, said: str) -> None:
    begin = ["anna", "dora", "decline", "siege", "bob 5, rest carl", "dora"]
    shown = Sitting(started(), [*begin, typed], language=language).text.replace("\n  ", " ")
    assert said in shown


def test_what_was_paid_in_all_agrees_in_french_with_any_amount() -> None:
    shown = Sitting(started(), [*SIEGE, "bob 4", "reste carl", "compte"], language="fr").text
    assert ": reçu " in shown and ": payé " in shown
    assert "reçus" not in shown and "payés" not in shown


def test_french_names_that_begin_with_a_vowel_run_together_with_the_word_before() -> None:
    shown = Sitting(started(names=("Élodie", "Bob", "Anna", "Dora")), [*SIEGE[1:], "elodie"], language="fr").text
    assert "comptes d'Élodie, Bob" in shown
    assert sentence("fr", "what", "Anna", "RC") == "Dites ce qu'Anna a pris : RC"


@pytest.mark.parametrize(
    ("language", "typed", "said"),
    [
        ("en", "why did Bob pay 500", ["Bob 500"]),
        ("en", "why 300", ["Carl 300"]),
        ("en", "why bob", ["Bob 500"]),
        ("en", "why anna", ["Dora 600"]),
        ("en", "why 700", ["Nothing like that was paid."]),
        ("en", "why nonsense", ["Ask about payments, such as `why`, `why Bob` or `why 400`."]),
        ("fr", "pourquoi carl", ["Carl 300"]),
        ("fr", "pourquoi 12", ["Rien de tel n'a été payé."]),
    ],
)
def test_payments_are_asked_about_one_by_one_also_of_hands_before(language: str, typed: str, said: list[str]) -> None:
    begin = [*SIEGE, "bob 5, rest carl", "dora", "decline", "waterloo", "dora 3, rest anna"]
    before = len(Sitting(started(), begin, language=language).shown) - 1
    answer = Sitting(started(), [*begin, typed], language=language).shown[before:-1]
    sums = [f"{line.split()[0]} {re.findall('[0-9]+', line)[0]}" for line in answer if " Anna " in line]
    assert (sums or answer) == said


def test_what_brings_points_is_told_by_the_sheet() -> None:
    for language, said in (("en", "Nothing is paid in this game"), ("fr", "On ne paie rien dans ce jeu")):
        assert said in Sitting(started("hearts"), ["rest carl", "why"], language=language).text


@pytest.mark.parametrize(
    ("language", "tricks", "said"),
    [
        ("en", "first bob, last bob", "early payments of Bob"),
        ("fr", "premier bob, dernier bob", "paiements anticipés de Bob"),
    ],
)
def test_what_was_paid_before_is_told_of_a_payment(language: str, tricks: str, said: str) -> None:
    assert said in Sitting(started(), ["anna, dora, decline, touche", tricks, "why"], language=language).text


def test_why_names_no_cards_where_only_numbers_were_told() -> None:
    shown = Sitting(started(), [*SIEGE, "bob 2, carl KS, rest dora", "why"]).shown
    assert "  2 × 100 = 200: Spades (P47)" in shown and "  5 × 100 = 500: Spades (P47)" in shown
    assert "  100: KS (Spades) (P47)" in shown
    again = ["dora", "decline", "waterloo", "bob QS, rest carl", "why"]
    shown = Sitting(started(), [*SIEGE, "bob 7, rest carl", *again]).shown
    assert "  200: QS (Queens) (P46)" in shown and "  3 × 200 = 600: Queens (P46)" in shown


@pytest.mark.parametrize("typed", ["anna 4, bob bid 3, 4, dora 2", "anna 4 bob 3 4 2", "bob 3, dora 2, anna 4, carl 4"])
def test_the_name_of_who_is_asked_may_stand_before_the_answer(typed: str) -> None:
    assert Sitting(started("spades"), [typed]).moves == ["bid 4", "bid 3", "bid 4", "bid 2"]


@pytest.mark.parametrize("typed", ["bob 4, dora 3, rest carl", "bob 4", "bob 1, siege"])
def test_a_number_after_a_name_is_no_place_in_a_list_of_answers(typed: str) -> None:
    sitting = Sitting(started(), ["anna", "bob", typed])
    assert sitting.moves == ["first_director 0", "coup_card_holder 1"] and "`bob" in sitting.text


@pytest.mark.parametrize(("language", "no", "yes"), [("en", "no", "yes"), ("fr", "non", "Oui."), ("fr", "no", "yes")])
def test_a_question_is_answered_with_no_where_only_one_answer_picks_nothing(language: str, no: str, yes: str) -> None:
    begin = ["anna", "bob"]
    assert Sitting(started(), [*begin, no], language=language).moves[2:] == ["decline"]
    assert Sitting(started(), [*begin, f"bob {no}, siege"], language=language).moves[2:] == [
        "decline",
        "contract siege",
    ]
    sitting = Sitting(started(), [*begin, yes], language=language)
    assert "Barbu, " in sitting.text and len(sitting.moves) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_and_yes_are_whole_words_and_pick_nobody(language: str) -> None:
    game = started(names=("Anna", "Nora", "Yesim", "Zoe"))
    sitting = Sitting(game, ["non", "oui", "nora", "anna"], language=language)
    assert sitting.moves == ["first_director 1", "coup_card_holder 0"]


def test_no_and_yes_answer_what_says_no_in_a_word_or_alone_picks_nothing(tmp_path: Path) -> None:
    def moves(*options: str, typed: str) -> list[str]:
        (tmp_path / "colours.coup").write_text(COLOURS.format("\n".join(f"    {one} {{ }}" for one in options)))
        sitting = Sitting(coupdsl.Game(coupdsl.load(tmp_path / "colours.coup", players=2)), [typed])
        return sitting.moves[:1]

    picks = "on c from colours"
    assert moves(picks, "leave", typed="no") == ["leave"]  # not the colour that begins so
    assert moves(picks, "leave", typed="yes") == []
    assert moves(picks, "yes_please", typed="non") == [] and moves(picks, "yes_please", typed="oui") == ["yes_please"]
    assert moves("look", "no_look", typed="oui") == ["look"] and moves("look", "no_look", typed="non") == ["no_look"]
    assert moves("look", "yesterday", typed="oui") == [] and moves("look", "nothing", typed="non") == []


def test_answers_stand_in_any_order_on_a_line() -> None:
    sitting = Sitting(started(), ["anna, dora", "decline, nonsense, siege", "decline, bob 4, siege, rest carl"])
    assert "`nonsense` is not an answer here." in sitting.text
    assert sitting.moves[2:] == ["decline", "contract siege", "took_some 4 1", "took_some 4 2"]
    last_first = Sitting(started(), ["anna, dora, decline, touché", "last carl, first bob"])
    assert last_first.moves[-2:] == ["took marks1 1", "took marks8 2"]
    moves = ["coup_card_holder 0", "decline", "contract siege", "took_some 4 1", "took_some 4 2"]
    assert Sitting(started(), ["anna", "rest carl, bob 4, decline, siege, anna"]).moves[1:] == moves


def test_what_is_told_beside_one_another_on_a_line_is_of_one_hand() -> None:
    assert Sitting(started("hearts"), ["rest bob, anna QS"]).moves[0] == "took QS 0"
    assert "`anna 3` is too much" in Sitting(started("spades"), ["4 3 4 2", "anna 13, anna 3"]).text
    two_hands = ["siege, rest bob, anna, decline, waterloo, bob 3, rest carl"]
    assert Sitting(started(), [*SIEGE[:3], *two_hands]).moves[3:] == [
        "contract siege", "took_some 8 1", "coup_card_holder 0", "decline", "contract waterloo", "took_some 3 1",
        "took_some 1 2",
    ]  # fmt: skip


def test_hands_that_cannot_be_are_refused_with_what_can_be() -> None:
    for typed, said in (
        ("0 0 5 5", "`0` is not an answer here.\nBob: How many cards have you left? cards left: 1 to cards left: 18"),
        ("2 3 4 1", "`1` is not an answer here.\nDora: How many cards have you left? cards left: 0"),
    ):
        sitting = Sitting(started("sevens"), ["0 0 0 0", typed])
        assert said in sitting.text and len(sitting.moves) == 4
        again = "Nothing of this line was entered.\n\nAnna: How many cards have you left?\n"
        assert again in sitting.text  # who is asked now stands last, though another's answer was wrong
    out = Sitting(started("sevens"), ["0 0 0 0", "0", "0"]).text.replace("\n  ", " ")
    assert "Cards left: 0: no, a deal ends as soon as somebody has no card left" in out


def test_a_card_that_is_there_twice_is_asked_for_and_told_twice() -> None:
    sitting = Sitting(started("doubled-pack"), [*BARBU, "dora", "rest dora"])
    assert "Who took which of these? KH KH" in sitting.text
    assert "Say what Dora took: KH KH" in sitting.text
    assert sitting.moves[4:] == ["took_some 2 3"]
    first = Sitting(started("doubled-pack"), [*GUILLOTINE, "anna", "anna", "bob KH QS, rest dora"])
    assert first.moves.count("took KH 1") == first.moves.count("took KH 3") == 1
    assert first.table.game.state.decision == "coup_card_holder"


def test_one_that_is_left_is_asked_for() -> None:
    assert "Who took the one that is left?" in Sitting(started(), [*SIEGE, "bob 7"]).text


HALVES = """edition 1

state early: set of card = [] every deal

contract halves plays tricks {{
  name: en "Two Halves" fr "Deux mi-temps"
  motto: en "First no Hearts, then no Diamonds" fr "D'abord sans Cœur, puis sans Carreau"
  item reds = cards where suit in [hearts, diamonds] {{ each: 100 }}
  collect: 1500
  forfeit: 800
  rule price(p: piece) = {price}
  rule trick_taken(s: seat) {{
    if trick_number < 5 {{ early := early with (cards where it in taken of s) }}
  }}
}}
"""


@pytest.mark.parametrize(
    ("price", "said"),
    [
        ("if p in (cards where it in early) then 100 else 50", "early"),
        ("if p in (cards where suit is hearts) then 100 else 50", None),
    ],
)
def test_it_says_what_cannot_be_known_of_a_hand_that_is_told(price: str, said: str | None, tmp_path: Path) -> None:
    (tmp_path / "halves.coup").write_text(HALVES.format(price=price), "utf-8")
    variant = tmp_path / "ours.yaml"
    variant.write_text("variant: ours\nextends: parker-1966\ncontracts: {add: [./halves.coup]}\n", "utf-8")
    game = coupdsl.Game(coupdsl.load(variant, players=4, options={ENTERED: True}))
    game.names = PEOPLE[:4]
    shown = " ".join(Sitting(game, []).text.split())
    assert ("What is paid for Two Halves depends on" in shown) is (said is not None)
    assert said is None or f"“{said}”" in shown
    out = variant.read_text("utf-8").replace("[./halves.coup]}", "[./halves.coup], remove: [halves]}")
    variant.write_text(out, "utf-8")
    assert not left_undone(coupdsl.load(variant, players=4, options={ENTERED: True}))


@pytest.mark.parametrize("name", able())
def test_nothing_of_the_shipped_games_is_left_undone(name: str) -> None:
    assert not left_undone(rules_of(name, TABLES[name][0]))


ALONE = """edition 1
game alone {
  seats [1]
  cards { suits clubs C
    ranks ace A, king K, queen Q }
  let hand_size = 3
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  zone taken per seat: set of piece seen by all
  account bank = none
  account purse per seat = 100
  use tricks
  use entered {
    rule to_tell = marks
    rule interchangeable(p: piece, q: piece) = true
  }
  rule play_hand {
    shuffle deck
    for s in seats { move first(hand_size) of deck to hand of s }
    play tricks(first of seats)
  }
  when hands.entered is true { rule play_hand { play entered() } }
  play_hand()
  bank pays 40 to first of seats for prize
  first of seats chooses go { yes {}
    no {} }
  finish by purse of it
  limit 100 moves { finish by 0 }
}
"""


def test_who_plays_alone_is_told_of_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "alone.coup").write_text(ALONE, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "alone.coup", players=1, options={ENTERED: True}))
    game.names = PEOPLE[:1]
    shown = " ".join(Sitting(game, ["help", "anna 3", "why nonsense"]).text.split())
    assert "why Anna, why 400: the last ones that fit" in shown
    assert "Ask about payments, such as `why`, `why Anna` or `why 400`." in shown


JOKER = """edition 1
game jokers {
  seats [2]
  cards { suits clubs C
    ranks ace A, king K
    extra joker 1 }
  zone deck: row seen by none = cards
  zone taken per seat: set of piece seen by all
  use entered { rule to_tell = cards where it is joker or it is ace of clubs }
  if hands.entered is true { play entered() }
  first of seats chooses giving {
    gives p from taken of first of seats, s from seats { move p to taken of s }
  }
  finish by count of taken
  limit 9 moves { finish by 0 }
}
"""


def test_a_piece_marked_with_a_digit_is_no_number_and_what_is_given_is_asked_of_the_giver(tmp_path: Path) -> None:
    (tmp_path / "jokers.coup").write_text(JOKER, "utf-8")
    game = coupdsl.Game(coupdsl.load(tmp_path / "jokers.coup", players=2, options={ENTERED: True}))
    game.names = PEOPLE[:2]
    sitting = Sitting(game, ["bob AC", "anna", "gives joker bob"])
    assert {"Who took which of these? AC joker", "Who took this? joker", "Anna: giving"} <= set(sitting.shown)
    assert sitting.moves == ["took AC 1", "took 1 0", "gives 1 1"]
