"""What a guided game explains: of each question what the book says, of what one holds why it cannot be chosen, once."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from tests.helpers import TABLES, composed, rules_of, sample
from tests.play.test_play import Sitting, started
from tests.play.test_position_word import table_of
from tests.search import small
from tests.small_games import in_folder

import coupdsl
from coupdsl.play import asking
from coupdsl.play.asking import Asking
from coupdsl.play.guiding import ENOUGH, LINE, Explained, Guiding, Question
from coupdsl.play.spoken import WORDS, Words
from coupdsl.rulebook.primer import Primer
from coupdsl.rulesets.compose import compose

WRITTEN = ("parker-1966", "french", "coup", "hearts", "coup-detat-2005", "gin-rummy", "skat", "euchre", "spades")


@cache
def primer_of(name: str, language: str) -> Primer:
    """What explains these rules, made once: it remembers nothing of what was asked."""
    return Primer(composed(name), language)


def guided(name: str, language: str, seed: int, choices: int = 30) -> Iterator[tuple[coupdsl.State, list[str]]]:
    """Each question to seat 0 in a random game, and what is explained of it."""
    rules, rng = rules_of(name, TABLES[name][0]), random.Random(seed)
    primer = primer_of(name, language)
    guiding = Guiding(Asking(Words(rules, language, True)), primer.aim(), primer.explain)
    game = coupdsl.Game(rules, seed)
    while not game.state.is_over and choices:
        if game.state.actor == 0:
            choices -= 1
            yield game.state, guiding.lines(game, 0)
        game.apply(rng.choice(game.state.legal_moves()))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", sample(sorted(TABLES), 5))
def test_nothing_is_said_twice_and_all_of_it_is_plain(name: str, language: str) -> None:
    heads = {WORDS[language]["not_now"]}  # said each time that something follows
    said = [line for _, lines in guided(name, language, 3) for line in lines if line not in heads]
    assert said
    assert len(set(said)) == len(said)
    assert not [line for line in said if set(line) & set("{}§*`[") or not line.strip()]


def passages(primer: Primer, state: coupdsl.State, decision: str | None) -> list[str]:
    """All that is said of a question to whoever is asked, as if it were this one."""
    said = primer.explain(Question(decision or "", state.view(state.actor), frozenset())).passages
    return [line for passage in said for line in passage]


def questions(name: str, moves: int) -> dict[str, coupdsl.State]:
    """Where each decision of a random game is asked first."""
    state, rng = rules_of(name, TABLES[name][0]).start(7), random.Random(7)
    found: dict[str, coupdsl.State] = {}
    while not state.is_over and moves:
        found.setdefault(state.decision or "", state.copy())
        state.apply(rng.choice(state.legal_moves()))
        moves -= 1
    return found


@pytest.mark.parametrize("name", WRITTEN)
def test_of_most_questions_the_book_says_something(name: str) -> None:
    asked = questions(name, 400)
    for language in ("en", "fr"):
        primer = primer_of(name, language)
        explained = [one for one, state in asked.items() if passages(primer, state, one)]
        assert len(explained) >= 0.6 * len(asked), sorted({*asked} - {*explained})
    assert passages(primer, next(iter(asked.values())), "no such question") == []


def test_what_the_book_says_is_that_of_the_rules_in_force() -> None:
    state = questions("hearts", 400)["play"]
    usual = " ".join(passages(primer_of("hearts", "en"), state, "play"))
    assert "Follow suit if you can." in usual and "A Heart may be led only once" in usual
    house = " ".join(passages(Primer(composed("hearts"), "en", {"hearts.broken": "free"}), state, "play"))
    assert "Follow suit if you can." in house and "A Heart may be led only once" not in house


def test_what_cannot_be_chosen_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []
    refusal = asking._refusal

    def noted(state: coupdsl.State, seat: int, text: str, sentences: Sequence[str]) -> coupdsl.IllegalMove | None:
        tried.append(text)
        return refusal(state, seat, text, sentences)

    monkeypatch.setattr(asking, "_refusal", noted)
    seen = 0
    for _ in guided("hearts", "en", 3):
        assert len(set(tried)) == len(tried)
        seen += len(tried)
        tried.clear()
    assert seen


@pytest.mark.parametrize("seed", range(3))
def test_what_cannot_be_chosen_is_refused(seed: int) -> None:
    rules, told = rules_of("hearts", 4), 0
    words = Words(rules, "en", True)
    for state, lines in guided("hearts", "en", seed, 60):
        for text in map(str, rules.moves):
            named = words.move(text)
            if any(line.lower().startswith(f"- {named.lower()}:") for line in lines):
                told += 1
                with pytest.raises(coupdsl.IllegalMove):
                    state.copy().apply(text, 0)
    assert told


def test_a_table_explains_each_question_before_it_asks() -> None:
    def guide(asking: Asking) -> Guiding:
        return Guiding(asking, ["The aim."], lambda question: Explained([], [[f"About {question.decision}."]], []))

    table = Sitting(started(3), ["look", "1", "1", "1"], guide=guide)
    table.table.play()
    assert table.shown.count("The aim.") == 1
    about = [line for line in table.shown if line.startswith("About ")]
    assert about and len(set(about)) == len(about)
    assert table.shown.index("What this is about") < table.shown.index(about[0])


def test_play_explains_when_it_is_asked_to(tmp_path: Path) -> None:
    words = ("hearts", "--bots", "random", "--seed", "3", "--save", tmp_path / "game.jsonl")
    assert "Have the fewest points" in " ".join(table_of("quit\n", *words, "--guided").split())
    assert "Have the fewest points" not in " ".join(table_of("quit\n", *words).split())
    assert "avoir le moins de points" in " ".join(
        table_of("quitter\n", *words, "--guided", "--lang", "fr").lower().split()
    )


def explained(name: str, moves: str, seat: int, language: str = "en", seed: int = 3) -> list[str]:
    """What is explained to a seat that is asked for the first time, after these moves with whatever falls between."""
    rules = rules_of(name, TABLES[name][0])
    game = coupdsl.Game(rules, seed)
    for move in filter(None, moves.split(", ")):
        game.apply(move)
    primer = primer_of(name, language)
    assert game.state.actor == seat
    return Guiding(Asking(Words(rules, language, True)), primer.aim(), primer.explain).lines(game, seat)


def beginner(name: str, seed: int) -> int:
    actor = coupdsl.Game(rules_of(name, TABLES[name][0]), seed).state.actor
    assert actor is not None
    return actor


def test_who_may_challenge_is_told_what_that_does_and_what_is_claimed() -> None:
    first = beginner("coup", 3)
    other = (first + 1) % TABLES["coup"][0]
    said = explained("coup", "tax", other)
    assert "Action taken: Tax. Take 3 coins. Character claimed: Duke." in said
    assert any(line.startswith("- He shows it: the challenger loses an influence.") for line in said)
    assert not any("can be blocked" in line for line in said)  # nobody blocks a tax


def test_of_an_action_that_can_only_be_blocked_it_is_told_first_who_may() -> None:
    first = beginner("coup", 3)
    said = explained("coup", "foreign_aid", (first + 1) % TABLES["coup"][0])
    at = said.index("Action taken: Foreign aid. Take 2 coins. Blocked by: anyone; blocked as: Duke.")
    assert said[at + 1].startswith("Foreign aid can be blocked by any player who claims the Duke.")


@pytest.mark.parametrize("name", [*WRITTEN, "cribbage", "leduc"])
def test_no_list_is_begun_without_what_leads_into_it(name: str) -> None:
    primer = primer_of(name, "en")
    for decision, state in questions(name, 400).items():
        said = primer.explain(Question(decision, state.view(state.actor), frozenset())).passages
        assert not [passage for passage in said if passage and passage[0].startswith("- ")]


def test_a_list_that_only_its_heading_leads_into_begins_with_that() -> None:
    for language, head in (("en", "Melds:"), ("fr", "Les combinaisons :")):
        said = [line for _, lines in guided("gin-rummy", language, 1, 3) for line in lines]
        assert said[said.index(head) + 1].startswith("- ")


def test_each_action_that_can_be_chosen_is_told_of() -> None:
    first = beginner("coup", 3)
    english, french = explained("coup", "", first), explained("coup", "", first, "fr")
    assert {"- Income. Take 1 coin.", "- Tax. Take 3 coins. Character claimed: Duke."} <= {*english}
    assert "- Impôt. Prendre 3 pièces. Personnage annoncé : Duc." in french
    assert not any(line.startswith("- Assassinate") for line in english)  # it costs 3, and he has 2


def test_of_answers_only_those_are_told_that_can_be_given() -> None:
    first = beginner("kuhn", 3)
    opening = explained("kuhn", "", first)
    assert [line.partition(":")[0] for line in opening if line.startswith("- ")] == ["- Check", "- Bet"]
    answering = explained("kuhn", "bet", 1 - first, "fr")
    assert [line.partition(" :")[0] for line in answering if line.startswith("- ")] == ["- Suivre", "- Se coucher"]


@pytest.mark.parametrize("seed", sample(range(20), 3))
def test_what_holds_in_a_coup_alone_is_told_in_a_coup_alone(seed: int) -> None:
    told = 0
    for state, lines in guided("parker-1966", "en", seed, 60):
        attempted = state.view(0)["states"]["maker"] is not None
        said = " ".join(lines)
        assert not ("In tricks the Coup card is higher" in said and not attempted)
        assert not ("In a Director's hand the aim is not to take" in said and attempted and state.decision != "coup")
        playing = state.decision in ("play", "play_or_pass")
        told += playing and "Contract in play:" in said
    assert told


@pytest.mark.parametrize("name", sample(WRITTEN, 3))
def test_what_is_said_at_once_is_short(name: str) -> None:
    """One passage, or several that fit; the rest waits until the question comes up again."""
    primer = primer_of(name, "en")
    together = 0
    for state, lines in guided(name, "en", 5, 40):
        explained_here = primer.explain(Question(state.decision or "", state.view(0), frozenset()))
        passages = [one for one in explained_here.passages if any(line in lines for line in one)]
        said = [line for one in passages for line in one if line in lines]
        assert len(passages) < 2 or sum(-(-len(line) // LINE) for line in said) <= ENOUGH
        together += bool(passages)
    assert together


@pytest.mark.parametrize(
    ("name", "essential"),
    [
        ("liars-dice", "Ones count as whatever face was bid."),
        ("gin-rummy", "- A set is three or four cards of one rank."),
        ("spades", "takes at least as many tricks as it bid scores 10 for each trick bid"),
        ("oh-hell", "Whoever took exactly what he bid scores 1 point for each trick and 10 more."),
        ("hearts", "1 point for each Heart and 13 for the Queen of Spades"),
        ("euchre", "The pair that made trumps, the makers, scores for its tricks"),
    ],
)
def test_what_an_answer_brings_in_the_end_is_told_before_long(name: str, essential: str) -> None:
    lines = [line for _, said in guided(name, "en", 4, 30) for line in said]
    assert any(essential in line for line in lines), lines


def test_where_only_what_cannot_be_chosen_is_told_nothing_else_is_announced() -> None:
    sitting = Sitting(started(3, name="hearts"), ["random"] * 30, guide=lambda asking: Guiding(asking, [], silent))
    sitting.table.play()
    assert WORDS["en"]["not_now"] in sitting.shown
    assert WORDS["en"]["guide"] not in sitting.shown


PAIRED = """edition 1
game paired {
  seats [2]
  cards {
    suits spades S, hearts H
    ranks ace A, king K
  }
  zone deck: row seen by none = cards
  zone hand per seat: row seen by owner
  move deck to hand of first of seats
  first of seats chooses act {
    both a from hand of first of seats where rank is ace, c from hand of first of seats where rank is king { }
    pass { }
  }
  finish by 0
  limit 5 moves { finish by 0 }
}
"""


def test_what_cannot_be_chosen_is_not_shown_with_one_card_twice() -> None:
    rules = coupdsl.load(in_folder({"game.coup": PAIRED}) / "game.coup", players=2)
    refused = Asking(Words(rules, "en", True)).refused(state := rules.start(1), state.view(0))
    moves = [str(illegal.move).split() for illegal in refused]
    assert moves
    assert all(one != other for _, one, other in moves)


def silent(question: Question) -> Explained:
    return Explained([], [], [])


def test_of_contracts_that_can_be_chosen_prices_are_told() -> None:
    said = [line for _, lines in guided("parker-1966", "en", 1, 40) for line in lines]
    assert (
        "- Siege. What counts: Spades 100. Price of a Coup for each other player: 1000; price of a failed Coup: 800."
        in said
    )


def test_without_a_book_of_ones_own_which_card_wins_is_told_when_one_is_played_and_not_before() -> None:
    path = in_folder({"game.coup": small.PASSED}) / "game.coup"
    found, problems = compose(str(path))
    assert found is not None, problems
    primer, state = Primer(found, "en"), coupdsl.load(path).start(1)
    assert passages(primer, state, "hand_on") == []
    said = passages(primer, state, "play")
    assert any("takes the trick" in line for line in said) and any("leads the next one" in line for line in said)


DICE = """edition 1
game small_dice {
  seats [2]
  kind die as dice { worth: number = 0 }
  die a { }
  die b { worth: 3 }
  state kept per die: flag = false
  first of seats chooses keep d from dice
  kept of d := true
  finish by 0
  limit 10 moves { finish by 0 }
}
"""


@pytest.mark.parametrize(("language", "said"), [("en", "- B. Worth: 3."), ("fr", "- B. Worth : 3.")])
def test_of_an_answer_of_which_nothing_is_stated_nothing_is_told(language: str, said: str) -> None:
    path = in_folder({"dice.coup": DICE}) / "dice.coup"
    found, problems = compose(str(path))
    assert found is not None, problems
    explained_here = Primer(found, language).explain(Question("keep", coupdsl.load(path).start(1).view(0), frozenset()))
    assert explained_here.answers == [said]


def test_of_what_is_in_play_nothing_is_told_where_nothing_is_stated() -> None:
    rules = DICE.replace("state kept", "state first_kept: die = a\n  state next_kept: die = b\n  state kept")
    path = in_folder({"dice.coup": rules}) / "dice.coup"
    found, problems = compose(str(path))
    assert found is not None, problems
    question = Question("keep", coupdsl.load(path).start(1).view(0), frozenset())
    assert Primer(found, "en").explain(question).in_play == ["Next kept: B. Worth: 3."]


ENDS = """edition 1
game race {
  seats [2]
  state laps per seat: number = 0
  state fuel: number = 5
  rule far(s: seat) = laps of s > 4
  rule end_far { finish by (if far(it) then 1 else 0) }
  rule end_near { finish by (if far(it) then 0 else 1) }
  repeat turn until false at most 9 {
    for s in seats {
      s chooses drive n from 1 .. 2
      laps of s := laps of s + n
      fuel := fuel - 1
      if far(s) { end_far() }
      if fuel is 0 { end_near() }
      if fuel is 1 and laps of s is 3 { end_far() }
    }
  }
  finish by 0
  limit 99 moves { finish by 0 }
}
"""


def test_of_each_end_it_is_said_what_counts_there_though_it_is_the_same_as_in_another() -> None:
    path = in_folder({"race.coup": ENDS}) / "race.coup"
    rules, (found, problems) = coupdsl.load(path), compose(str(path))
    assert found is not None, problems
    primer = Primer(found, "en")
    guiding = Guiding(Asking(Words(rules, "en", True)), primer.aim(), primer.explain)
    ends = [line for line in guiding.lines(coupdsl.Game(rules, 1), 0) if line.startswith("- If ")]
    assert len(ends) == 3 and all("What counts for each player" in end for end in ends)


@pytest.mark.parametrize("seed", sample(range(20), 3))
def test_of_the_contract_in_play_it_is_told_what_counts_in_this_hand(seed: int) -> None:
    told = 0
    for state, lines in guided("parker-1966", "en", seed, 60):
        attempted = state.view(0)["states"]["maker"] is not None
        for line in lines:
            if line.startswith("Contract in play:"):
                told += 1
                assert ("What counts:" in line, "rice of a failed Coup:" in line) == (not attempted, attempted), line
    assert told
