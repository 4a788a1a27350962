"""Prose of a game's book: tied to the rules it speaks of, filled in from them, and given up where they are others."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from tests.helpers import CONTRACTS, composed, sample
from tests.rulebook.printed import printed, unwritten
from tests.rulebook.test_rulebook import house, readings

from coupdsl.authoring.validation import check_paths
from coupdsl.language.diagnostics import Problems
from coupdsl.phrases.inline import text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.filled_prose import FilledProse, FormerProse
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulebook.primer import Primer
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.compose import compose, compose_file
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.fillers import named
from coupdsl.rulesets.prose import Passage, book_of, read_prose
from coupdsl.rulesets.prose_problems import prose_problems

GAMES = (
    "parker-1966", "coup", "hearts", "coup-detat-2005", "euchre", "skat", "spades", "oh-hell", "sevens",
    "crazy-eights", "gin-rummy", "cribbage", "go-fish", "liars-dice", "leduc", "kuhn",
)  # fmt: skip
WHOLE = (*GAMES, "french")  # have all of it written
UNSPOKEN = {  # of which the books say nothing that another answer would make untrue
    "parker-1966": {"trick.tie", "hidden.deemed_over"},
    "coup": {"limit.turns", "exchange.draw", "challenge.asking", "block.priority"},
    "hearts": {"game.limit", "trick.tie", "view.trick_history"},
    "coup-detat-2005": {"view.memory"},
    "euchre": {"game.won_at", "first.dealer", "trick.tie", "view.trick_history"},
    "skat": {"game.deals", "trick.tie", "view.trick_history"},
    "spades": {"nil.worth", "overtricks.worth", "game.won_at", "game.floor", "trick.tie", "view.trick_history"},
    "oh-hell": {"hands.most", "made.brings", "first.dealer", "trick.tie", "view.trick_history"},
    "sevens": {"pass.costs", "cards_left.cost", "game.deals"},
    "crazy-eights": {"game.limit"},
    "gin-rummy": {"knock.most", "gin.bonus", "undercut.bonus", "hand.bonus", "game.bonus", "game.limit"},
    "cribbage": {"game.limit"},
    "go-fish": {"deal.size"},
    "liars-dice": {"dice.each"},
    "leduc": {"ante.size", "bet.first_round", "bet.second_round", "first.dealer", "game.deals"},
    "kuhn": {"ante.size", "bet.size", "first.dealer", "game.deals"},
}  # fmt: skip


def prose_of(name: str, **options: object) -> ProseInForce:
    return ProseInForce(composed(name), options)


def passages(name: str) -> list[Passage]:
    prose = prose_of(name).prose
    assert prose is not None
    return list(prose.passages())


# ---- what is shipped
@pytest.mark.parametrize("name", WHOLE)
def test_all_that_the_prose_names_and_fills_in_is_there(name: str) -> None:
    game = composed(name).program.span.source.path
    assert game is not None
    assert prose_problems(book_of(game), composed(name).checked) == []


@pytest.mark.parametrize("name", WHOLE)
def test_both_languages_have_the_same_passages(name: str) -> None:
    for passage in passages(name):
        for telling in passage.tellings:
            assert telling.texts.keys() == {"en", "fr"}, str(passage.span)
            (english, _), (french, _) = telling.texts["en"], telling.texts["fr"]
            assert english.count("\n- ") == french.count("\n- "), str(passage.span)


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_book_has_every_chapter_written_and_nothing_given_up(name: str) -> None:
    prose = prose_of(name)
    assert list(prose.given_way()) == []
    assert prose.prose is not None
    written = {chapter.name for chapter in prose.prose.chapters}
    assert {"aim", "needed", "setup", "play", "end"} <= written


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", GAMES)
def test_another_answer_to_a_question_changes_what_the_book_says_of_it(name: str) -> None:
    told = [prose_of(name).telling(passage) for passage in passages(name)]
    silent = set()
    options = composed(name).program.options
    keys = sample([*options], 16)
    for key in keys:
        for reading in readings(options[key]):
            try:
                here = ProseInForce(composed(name), {key: reading})
            except Problems:  # an answer that needs another
                continue
            if reading != options[key].default and [here.telling(passage) for passage in passages(name)] == told:
                silent.add(key)
    either = {"hidden.attempt_known_by", "hidden.deemed_over"}
    assert silent - either == UNSPOKEN[name].intersection(keys) - either


def test_the_french_edition_tells_its_own_rules() -> None:
    page, english = printed("french", "fr").text, printed("parker-1966", "en").text
    assert "Elle prend toujours la levée, même sur l'As." in page
    assert "Rien n'est à rendre avant la fin." in page
    assert "Then the Ace takes the trick, and the Coup card with it." in english


# ---- amounts
def test_amounts_are_those_in_force(tmp_path: Path) -> None:
    name = house(tmp_path, "options: {loan.unit: 500}\ncontracts:\n  set:\n    siege: {forfeit: 900}\n")
    page = printed(name, "en").text
    assert "800 (Barbu, Waterloo, Touché, Guillotine and Dominos), 900 (Siege) to the Treasury" in page
    assert "whole steps of 500" in page


def test_large_numbers_are_written_as_the_language_does() -> None:
    assert "10,000 francs" in printed("parker-1966", "en").text
    assert "10\N{NARROW NO-BREAK SPACE}000 francs" in printed("french", "fr").html


def test_what_is_explained_at_the_table_has_numbers_as_the_book_has_them(tmp_path: Path) -> None:
    told = own(tmp_path, BOOK.replace("{hand.size}", "*{9999 + 1}* or {19999 + 1} of 30000"))
    assert Primer(told, "en").aim() == ["Show the best of 10,000 or 20,000 of 30,000 cards."]
    assert "10,000 or 20,000 of 30,000 cards." in printed(str(tmp_path / "tiny.coup"), "en").text


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "language"), sample([*product(WHOLE, ("en", "fr"))], 5))
def test_nothing_is_left_unfilled(name: str, language: str) -> None:
    assert not re.search(r"[{}]", printed(name, language).text)


def test_what_is_stressed_is_filled_in_too() -> None:
    assert "<strong>Court</strong>" in printed("coup", "en").html


# ---- where the rules are others
def test_a_passage_gives_way_to_sentences_of_the_rules_and_is_marked() -> None:
    page = printed("trumps", "en")
    section = page.main.first("section")
    boxes = [box.text for box in section.all("aside") if box.attributes["class"] == "box changed"]
    assert len(boxes) == 3
    assert all(text.startswith("Different in these rules") for text in boxes)
    assert any("Cards of Hearts, from high to low by the ranks" in text for text in boxes)
    former = [box.text for box in section.all("aside") if box.attributes["class"] == "box former"]
    assert len(former) == 3 and all(text.startswith("Without that change") for text in former)
    assert page.text.count("there are no trumps") == sum("there are no trumps" in text for text in former) == 1


def test_what_a_change_is_without_has_the_amounts_of_then() -> None:
    boxes = printed("five", "en").main.all("aside")
    former = next(box.text for box in boxes if box.attributes["class"] == "box former")
    assert "33 of them" in former and "A pack of 41 cards" in printed("five", "en").text


def test_what_is_won_is_not_what_is_lent_and_a_treasury_that_a_hidden_coup_leaves_is_told() -> None:
    assert (
        "pays back half of what he won in it (penalties, the money of a Coup, the Treasury)"
        in printed("parker-1966", "en").text
    )
    left = printed("parker-1966", "en", (("hidden.takes_treasury", "false"),)).text
    assert "a Hidden Coup leaves it as it is" in left and "the next successful Coup empties it" not in left


def test_other_amounts_of_what_is_changed_are_those_of_here() -> None:
    options = (("loan.unit", "100"), ("loan.interest_rounding", "exact"))
    boxes = printed("parker-1966", "en", options).main.all("aside")
    former = [box.text for box in boxes if box.attributes["class"] == "box former"]
    assert any("rounded up to whole steps of 100." in text for text in former)
    options = (("loan.order", "half_each"), ("loan.mandatory_share", "1/3"))
    boxes = printed("parker-1966", "en", options).main.all("aside")
    former = [box.text for box in boxes if box.attributes["class"] == "box former"]
    assert any("a debtor pays back half of" in text for text in former)  # that is changed


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("siege.forfeit", "siege.forfeit"),
        ("forfeit", "siege.forfeit"),
        ("siege.forfeit", "forfeit"),
        ("siege.forfeit", "forfeit of siege"),
    ],
)
def test_what_is_changed_has_the_amounts_of_then_however_it_is_called(name: str, place: str, tmp_path: Path) -> None:
    rules = compose(house(tmp_path, "contracts:\n  set:\n    siege: {forfeit: 900}\n"))[0]
    assert rules is not None
    books = (Book(one, "en") for one in (rules, composed("parker-1966")))
    here, before = (FilledProse(book, Statements(book)) for book in books)
    changed = named(rules.program, name)
    assert changed is not None
    then, now = FormerProse(here, before, [changed]), FormerProse(here, before, [])
    assert "900" not in text_of(then.filled(f"{{{place}}}")) and "900" in text_of(now.filled(f"{{{place}}}"))


def test_what_stands_in_place_of_a_passage_speaks_of_players_and_cards() -> None:
    boxes = printed("crazy-eights-open-spiel", "en").main.all("aside")
    changed = [box.text for box in boxes if box.attributes["class"] == "box changed"]
    assert any("10 if the rank of the card is Jack, Queen, King, Ace or none" in text for text in changed)
    assert all(text != "Different in these rules" for text in changed)  # of a rule without a name its own is said
    assert any("deal over: " in text for text in changed)


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("jacks-first", (), ["fits: the rank of the card is Jack if there is no first rank laid"] * 2),
    ],
)
def test_in_place_of_a_passage_stands_what_is_another_and_nothing_else(
    name: str, options: tuple[tuple[str, str], ...], told: list[str]
) -> None:
    boxes = [box for box in printed(name, "en", options).main.all("aside") if box.attributes["class"] == "box changed"]
    assert len(boxes) == len(told)
    for box, said in zip(boxes, told, strict=True):
        items = box.first("ul").all("li")
        assert len(items) == 1 and items[0].text.startswith(said)


FREE = {"hearts.broken": "free", "hearts.queen_spared": True, "hearts.queen_breaks": True}
OUT = {"game.until": "out_by_book", "game.won_by": "first_out"}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("hearts", {"hearts.queen_spared": True}),
        ("hearts", FREE),
        ("hearts", {"clean.bonus": True, "moon.shot": "nothing"}),
        ("hearts", {"pass.direction": "never", "game.lasts": "one_deal", "players.allowed": (4,)}),
        ("spades", {"bid.nil": "not_allowed", "bid.least": "four", "nil.tricks": "overtricks"}),
        ("spades", {"overtricks.worth": 0, "overtricks.penalty": 0, "game.floor": 200}),
        ("spades", {"bid.pair_limit": "thirteen", "game.floor": None, "game.lasts": "one_deal"}),
        ("go-fish", {"fishing.asks_again": "never", "deal.size": 5}),
        ("go-fish", {"fishing.asks_again": "book", "turn.passes_to": "who_was_asked", **OUT}),
    ],
)
def test_answers_that_a_book_offers_leave_it_in_words(name: str, options: dict[str, object]) -> None:
    assert [*ProseInForce(composed(name), options).given_way()] == []


def test_what_a_card_counts_as_is_told_beside_following_suit() -> None:
    assert "Each card is of the suit that it shows." in unwritten("spades", "en").text
    page = unwritten("euchre", "en").text
    assert "Follow suit if you can" in page and "the suit it counts as: " in page
    assert "Each card is of the suit that it shows." not in page


def test_without_a_change_is_as_the_rules_above_have_it(tmp_path: Path) -> None:
    (tmp_path / "open.coup").write_text(
        "edition 1\nreplace rule open_to(s: seat, attempting: flag) = contracts\n", "utf-8"
    )
    (tmp_path / "again.yaml").write_text("variant: again\nextends: short\nrules: {add: [open.coup]}\n", "utf-8")
    boxes = printed(str(tmp_path / "again.yaml"), "en").main.all("aside")
    former = [box.text for box in boxes if box.attributes["class"] == "box former"]
    assert "A round is three hands, each with another contract; there are 4 to choose from" in former[0]
    changed = [box.first("ul").text for box in boxes if box.attributes["class"] == "box changed"]
    assert all("contracts open" in one and "hands per round" not in one for one in changed)


def test_without_an_answer_of_the_call_is_as_the_rules_have_it() -> None:
    boxes = printed("short", "en", (("lead.blocked", "bar_contract"),)).main.all("aside")
    former = [box.text for box in boxes if box.attributes["class"] == "box former"]
    assert any("there are 4 to choose from" in one for one in former)


def test_what_speaks_of_an_entry_that_is_not_played_is_left_out() -> None:
    assert "the Queen of Spades counts twice" in printed("parker-1966", "en").text
    assert all(
        "Dominos" not in box.text
        for box in printed("short", "en", (("players.allowed", "[4]"),)).main.all("aside")
        if box.attributes["class"] == "box changed"
    )


NO_COUP = "Whoever attempts a Coup must now take everything that the chart of Coups names"


@pytest.mark.parametrize(
    ("added", "options", "there", "gone"),
    [
        ("contracts: {remove: [guillotine]}", (), ["5.8 A Coup attempt", NO_COUP], []),
        (
            "contracts: {remove: [guillotine, dominos]}", (),
            ["what a Coup must take: K"], ["If you can lay a card, you must"],
        ),
        (
            "contracts: {remove: [waterloo, siege, guillotine]}", (),
            ["7.4 The Treasury"], ["The Hidden Coup", "A Hidden Coup", "Nothing else goes into the Treasury."],
        ),
        ("", (), ["(Waterloo, Siege, Guillotine). That is a Hidden Coup.", "Nothing else goes into"], []),
        ("", (("hidden.contracts", "[dominos]"),), ["the contract allows it (Dominos)"], ["Hidden Coup possible: "]),
        (
            "", (("hidden.enabled", "false"), ("hidden.failure_payee", "treasury")),
            ["7.4 The Treasury"], ["5.9 The Hidden Coup", "A Hidden Coup", "tried for", "Hidden Coup possible: "],
        ),
        ("", (("hidden.failure_payee", "treasury"),), ["and missed it goes into the Treasury, too."], ["Nothing else"]),
    ],
)  # fmt: skip
def test_a_book_tells_what_is_played_and_nothing_else(
    tmp_path: Path, added: str, options: tuple[tuple[str, str], ...], there: list[str], gone: list[str]
) -> None:
    page = printed(house(tmp_path, added), "en", options).text
    assert [one for one in there if one not in page] == []
    assert [one for one in gone if one in page] == []


ONE_DEAL = ("game.lasts", "one_deal")


@pytest.mark.parametrize(
    ("name", "options", "there", "gone"),
    [
        (
            "gin-rummy", (ONE_DEAL,),
            ["the game is over: both share the win", "gets 25 more; and with 100 points from it, 200 on top"],
            ["the same player deals again", "deals the next one"],
        ),
        (
            "gin-rummy", (ONE_DEAL, ("last_card.knock", "true"), ("hand.bonus", "0"), ("game.bonus", "0")),
            ["Otherwise the hand counts nothing, and the game is over", "nothing is added to its points"], ["0 more"],
        ),
        ("coup", (), ["he may still block as the Contessa"], []),
        ("coup", (("windows.order", "combined"),), ["he may not block as the Contessa any more"], ["may still block"]),
        (
            "coup", (("block.after_failed_challenge", "false"),),
            ["he may not block as the Contessa any more"], ["may still block"],
        ),
        ("euchre", (), ["nothing, and the other pair scores 2. "], ["scores 2; 4 if"]),
        ("euchre", (("lone_hand.defence", "always"),), ["the other pair scores 2; 4 if one of them played alone."], []),
        ("euchre", (("lone_hand.defence", "against_alone"),), ["scores 2; 4 if one of them played alone."], []),
        ("skat", (), ["2 to 18 times 9, 10, 11 or 12, 2 to 11 times 24, and 23, 35, 46 and 59 for Null"], []),
        ("parker-1966", (), ["What you take lies open in front of you."], []),
        (
            "parker-1966", (("view.trick_history", "last_trick_only"),),
            ["What you take lies face down in front of you, but the cards of the last trick"], ["lies open"],
        ),
        ("parker-1966", (), ["and play with 25.", "Three players take out the Sevens"], ["even then, chance picks"]),
        ("parker-1966", (("players.allowed", "[4]"),), [], ["leave out the Sevens", "take out the Sevens"]),
        (
            "parker-1966", (("redeal.limit", "2"),),
            ["deals again; new deals of one hand at most: 2. If it lies there still, chance picks"],
            ["at most: 3", "most deals of one hand: "],
        ),
        (
            "parker-1966", (("redeal.limit", "0"),),
            ["in the middle. Chance picks a card of some hand", "its owner takes the Coup card instead"],
            ["deals again"],
        ),
        (
            "parker-1966", (("guillotine.overlap", "highest_only"),),
            ["the higher price alone", "costs the higher of these alone"], ["counts twice", "Different in these rules"],
        ),
        ("doubled-pack", (), ["a card whose neighbour in its suit"], ["take out the Sevens"]),
        ("liars-dice", (), ["each with a cup. Dice for each: 5."], ["palifico: it may", "Ones count double"]),
        (
            "liars-dice", (("ones.count", "double"),),
            ["Ones count double. Who changes"], ["Different in these rules", "Without that change"],
        ),
        ("liars-dice", (), ["Ranks: ones, twos"], ["from high to low: ones"]),
        ("gin-rummy", (), ["Ranks, from high to low: King"], []),
        ("kuhn", (), ["Ranks, from high to low: King"], []),
        ("liars-dice", (("last_die.round", "palifico"),), ["the round is a palifico"], ["Different in these rules"]),
        ("coup-detat-2005", (), ["if neither has a move and neither can prove enough"], ["Ace 0"]),
        (
            "small-countries", (),
            ["in 3 rows of 5, as he likes", "one board: 5 columns, 6 rows", "all but one of the 5 cards of the edge"],
            ["five of the six", "six columns"],
        ),
        ("coup-detat-2005", (("supporter.on", "ace_too"),), ["Queen 9, Jack 9, Ace 0, every other"], []),
    ],
)  # fmt: skip
def test_another_answer_leaves_no_sentence_that_is_untrue(
    name: str, options: tuple[tuple[str, str], ...], there: list[str], gone: list[str]
) -> None:
    page = printed(name, "en", options).text
    assert [one for one in there if one not in page] == []
    assert [one for one in gone if one in page] == []


@pytest.mark.parametrize(
    ("name", "options", "told"),
    [
        ("parker-1966", {"short.hands_per_round": 6}, ["Hands in a round: 6, each", "Hands in a round here: 6."]),
        (
            "coup", {"cost.paid": "on_resolve", "challenge.may_decline": False, "block.reopen": True},
            [
                "You pay only when the action is carried out", "fails by a challenge costs nothing.",
                "must show a face-down card", "the others who may block can still do so",
            ],
        ),
        (
            "coup", {"challenge.order": "swap_first", "challenge.priority": "random", "windows.order": "combined"},
            ["Only then the challenger loses an influence", "lots decide", "The others are asked once"],
        ),
        (
            "coup", {"target.gone": "steal_first", "exchange.return": "bottom", "claim.must_be_possible": True},
            ["Steal still takes his coins", "lay the others under the Court", "can be claimed no more"],
        ),
        (
            "parker-1966", {"coup.leads": "may", "payments.timing": "end_of_hand", "centre.reveal": "end_of_hand"},
            ["may play it, or leave it to the Director", "for the first and the last trick, then", "nobody sees it"],
        ),
        (
            "parker-1966",
            {"coup_card.follow": "void_only", "dominos.stop": "all_cards", "hidden.recognition": "claimed"},
            ["Follow suit if you can.", "none of the suit led", "whoever lays the last one", "claims it after"],
        ),
        ("parker-1966", {"coup_card.led": "named_suit"}, ["Follow suit if you can.", "names the suit"]),
        (
            "parker-1966", {"coup.stop_when_decided": True, "dominos.coup_stop": "all_cards"},
            ["tricks make a hand", "As soon as it is plain", "the hand goes on until every card is laid"],
        ),
        (
            "parker-1966", {"hidden.failure_payee": "treasury", "hidden.attempt_known_by": "sealed"},
            ["decides in secret whether to try"],
        ),
        ("sevens", {"opening.card": "left_of_dealer"}, ["each lays one card that fits", "Aces come below"]),
        (
            "spades", {"bid.nil": "not_allowed", "bid.least": "four", "overtricks.worth": 0, "game.floor": 1000},
            ["must come to at least 4.", "1000 or more below nothing"],
        ),
        ("spades", {"game.floor": "none"}, ["one pair alone has most points, 500 or more. That pair has won."]),
        (
            "oh-hell", {"game.lasts": "one_deal"},
            ["Say how many tricks you will take", "Shuffle and deal. Everybody gets 10"],
        ),
        (
            "oh-hell", {"game.lasts": "one_deal", "hands.sizes": "by_chance"},
            ["How many cards everybody gets, from one to 10"],
        ),
        ("spades", {"nil.tricks": "overtricks"}, ["scores 10 for each trick bid", "do not help to reach it"]),
        (
            "crazy-eights", {"hands.count": "against_each", "special.cards": "queens_aces_twos", "draws.most": 2},
            ["Points are only lost.", "two more for each Two laid right before", "cards in one turn at most: 2"],
        ),
    ],
)  # fmt: skip
def test_another_answer_is_told_in_words_written_for_it(name: str, options: dict[str, object], told: list[str]) -> None:
    prose = ProseInForce(composed(name), options)
    book = Book(composed(name), "en", options)
    written = FilledProse(book, Statements(book))
    tellings = [prose.telling(passage) for passage in passages(name) if not prose.is_out_of_play(passage)]
    said = [" ".join(text_of(written.said(one.texts)).split()) for one in tellings if one is not None]
    assert list(prose.given_way()) == []
    assert [one for one in told if not any(one in text for text in said)] == []


def test_where_every_contract_may_be_a_hidden_coup_no_other_is_meant(tmp_path: Path) -> None:
    both = tmp_path / "both.yaml"
    both.write_text("variant: both\nextends: [seven-contracts, hidden-everywhere]\n", "utf-8")
    page = printed(str(both), "en").text
    assert "(Barbu, Waterloo, Siege, Touché, Guillotine, Dominos). That is a Hidden Coup." in page


@pytest.mark.parametrize(
    ("name", "lines"), [("jacks-first", 2), ("trumps", 3), ("seven-contracts", 0), ("high-stakes", 0)]
)
def test_validate_tells_what_gives_way(name: str, lines: int) -> None:
    report = check_paths([CONTRACTS.parent / "variants" / "house" / f"{name}.yaml"], 0)
    told = [note for note in report.notes if note.startswith(f"under `{name}` ")]
    assert len(told) == (lines > 0)
    assert not lines or len(re.findall(r"\d+(?=,|$)", told[0].partition("line")[2])) == lines


# ---- mechanics
def test_a_mechanic_is_told_as_far_as_the_game_leaves_it_as_it_is() -> None:
    page = unwritten("spades", "en")
    assert "Follow suit if you can; if you cannot, play any card you like." in page.text
    assert "The highest card of the suit led takes the trick." not in page.text
    boxes = [box.text for box in page.main.all("aside") if box.attributes["class"] == "box changed"]
    assert any("Cards of Spades" in box for box in boxes)
    assert "Whoever takes a trick leads the next one, with any card." in unwritten("euchre", "en").text


def test_what_a_challenge_does_is_told_where_nobody_wrote_a_book() -> None:
    assert "need not have it, but any other player may challenge him" in unwritten("coup", "en").text
    assert "n'est pas tenu de l'avoir, mais tout autre joueur peut contester" in unwritten("coup", "fr").text


def test_what_is_used_of_a_mechanic_is_told_where_it_is_not_played() -> None:
    assert "to pay as much as the others have" in unwritten("kuhn", "en").text
    assert "to pay as much as the others have" not in unwritten("euchre", "en").text


# ---- books of one's own
GAME = """edition 1
option hand.size = 3 | 1..5
game tiny {
  seats [2]
  cards {
    suits hearts H, spades S
    ranks ace A, king K, queen Q, jack J, ten T
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  state points per seat: number = 0
  rule worth(c: card) = if suit of c is hearts then 2 else 1
  shuffle deck
  for s in seats { move first(hand.size) of deck to hand of s }
  for s in seats {
    s chooses show c from hand of s
    points of s := worth(c)
  }
  finish by points
  limit 100 moves { finish by points }
}
"""
BOOK = """chapters:
  - chapter: aim
    says:
      - about: [worth]
        text: {en: "Show the best of {hand.size} cards."}
"""


def own(folder: Path, book: str) -> Composed:
    (folder / "tiny.coup").write_text(GAME, "utf-8")
    (folder / "tiny.book.yaml").write_text(book, "utf-8")
    found, _ = compose_file(folder / "tiny.coup")
    assert found is not None
    return found


def told_of(folder: Path, book: str) -> list[str]:
    composed = own(folder, book)
    return [problem.message for problem in prose_problems(folder / "tiny.book.yaml", composed.checked)]


def test_a_book_stands_beside_the_rules_of_its_game(tmp_path: Path) -> None:
    assert told_of(tmp_path, BOOK) == []
    prose = ProseInForce(own(tmp_path, BOOK), {"hand.size": 2})
    assert list(prose.given_way()) == []
    assert "Show the best of 2 cards." in printed(str(tmp_path / "tiny.coup"), "en", (("hand.size", "2"),)).text


@pytest.mark.parametrize(
    ("was", "wrong", "message"),
    [
        ("[worth]", "[wroth]", "there is no rule, option, field or entry `wroth`"),
        ("{hand.size}", "{hand.szie}", "there is no option `hand.szie`"),
        ("{hand.size}", "{points}", ""),
        ("chapter: aim", "chapter: aims", "`aims`"),
        ('text: {en: "Show', 'text: {fr: "Montrez", en: "Show', ""),
        ('text: {en: "Show', 'head: {en: Cards}\n        text: {fr: "Montrez", en: "Show', "in language `fr`"),
        (
            '{en: "Show the best of {hand.size} cards."}',
            "{en: Show}\n        otherwise: [{under: {hand.sise: 2}, text: {en: Show}}]",
            "there is no option `hand.sise`",
        ),
        (
            '{en: "Show the best of {hand.size} cards."}',
            "{en: Show}\n        otherwise: [{under: {hand.size: 9}, text: {en: Show}}]",
            "`9` is not a reading of `hand.size`",
        ),
        ("chapters:", "samples: [{shows: [shwo]}]\nchapters:", "no hand can show `shwo`"),
        ("chapters:", "index: {em: [Hand]}\nchapters:", "most of the book has no text in language `em`"),
        ("chapters:", "settings: [hand.sise]\nchapters:", "there is no option `hand.sise`"),
        ("about: [worth]", "about: [worth]\n        needs: [worth]", "there is no entry `worth`"),
        ("about: [worth]", "about: [worth]\n        needs: [ace]", "there is no entry `ace`"),
        (
            "about: [worth]",
            "about: [worth]\n        despite: [wroth]",
            "there is no rule, option, field or entry `wroth`",
        ),
        ("about: [worth]", "about: [worth]\n        asked: {sohw: {}}", "there is no decision `sohw`"),
        ("about: [worth]", "about: [worth]\n        asked: {show: {wroth: some}}", "there is no state `wroth`"),
        ("chapters:", "in_play: {worth: {}}\nchapters:", "there is no field `worth`"),
        ("chapters:", "columns: {worth: [worth]}\nchapters:", "there is no field `worth`"),
        ("about: [worth]", "about: [worth]\n        step: {en: 'Show {hand.szie}.'}", "there is no option `hand.szie`"),
    ],
)
def test_a_slip_in_a_book_is_told(tmp_path: Path, was: str, wrong: str, message: str) -> None:
    told = told_of(tmp_path, BOOK.replace(was, wrong))
    assert [message in one for one in told] == [True] * bool(message), told


def test_a_language_that_is_misspelt_is_told_where_it_stands(tmp_path: Path) -> None:
    others = "".join(f'      - about: []\n        text: {{en: "Line {n}."}}\n' for n in range(3))
    told = told_of(tmp_path, BOOK.replace("{en:", "{eng:") + others)
    assert told == ["most of the book has no text in language `eng`", "the book lacks a text in language `en` here"]


def test_a_title_tells_which_of_two_languages_is_misspelt(tmp_path: Path) -> None:
    other = '      - about: []\n        text: {en: "Line.", fr: "Ligne."}\n'
    book = BOOK.replace("{en: ", '{frq: "Une carte.", en: ').replace("says", "title: {en: Aim, fr: But}\n    says")
    told = told_of(tmp_path, book + other)
    assert told == ["most of the book has no text in language `frq`", "the book lacks a text in language `fr` here"]


def test_a_file_that_belongs_to_no_rules_is_told(tmp_path: Path) -> None:
    (tmp_path / "other.book.yaml").write_text(BOOK, "utf-8")
    report = check_paths([tmp_path / "other.book.yaml"], 0)
    assert [problem.message for problem in report.problems] == [
        "no rules have this book: there is no `other.coup` beside it"
    ]


def test_a_book_is_checked_with_its_game_and_alone(tmp_path: Path) -> None:
    own(tmp_path, BOOK.replace("[worth]", "[wroth]"))
    for path in (tmp_path / "tiny.coup", tmp_path / "tiny.book.yaml", tmp_path):
        report = check_paths([path], 0)
        assert "there is no rule, option, field or entry `wroth`" in [problem.message for problem in report.problems]


def test_there_need_be_no_book(tmp_path: Path) -> None:
    assert read_prose(tmp_path / "nothing.book.yaml") == (None, [])
    (tmp_path / "tiny.coup").write_text(GAME, "utf-8")
    assert (
        "What counts is points: whoever has the most at the end wins."
        in printed(str(tmp_path / "tiny.coup"), "en").text
    )


def test_a_book_or_its_game_is_looked_at_again_once_it_changes(tmp_path: Path) -> None:
    own(tmp_path, BOOK)
    variant = tmp_path / "five.yaml"
    variant.write_text("variant: five\ngame: tiny.coup\n", "utf-8")

    def told() -> list[str]:
        return [problem.message for problem in check_paths([variant], 0).errors]

    assert told() == told() == []
    (tmp_path / "tiny.book.yaml").write_text(BOOK.replace("[worth]", "[wroth]"), "utf-8")
    assert told() == ["there is no rule, option, field or entry `wroth`"]
    own(tmp_path, BOOK)
    (tmp_path / "tiny.coup").write_text(GAME.replace("worth(c", "price(c"), "utf-8")
    assert told() == ["there is no rule, option, field or entry `worth`"]
