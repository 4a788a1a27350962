"""Prose of a game's book under rules of one's own: what it says is never of others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.helpers import composed
from tests.rulebook.printed import printed
from tests.rulebook.test_prose import GAMES

from coupdsl.code.in_use import in_use
from coupdsl.language import program_expressions as pe
from coupdsl.language.walk import all_asked
from coupdsl.phrases.inline import text_of
from coupdsl.rulebook.book import Book
from coupdsl.rulebook.definitions import told_definition
from coupdsl.rulebook.filled_prose import FilledProse
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulebook.prose_in_force import ProseInForce
from coupdsl.rulesets.compose import compose_file
from coupdsl.rulesets.composed import Composed
from coupdsl.rulesets.fillers import named, placeholders

OF_SOMETHING_ELSE = {("parker-1966", "loan.unit"), ("skat", "game.deals")}


def house(folder: Path, name: str, text: str, rules: str = "") -> Composed:
    """A ruleset that extends a shipped one."""
    if rules:
        (folder / "house.coup").write_text(f"edition 1\n\n{rules}", "utf-8")
        text += "rules: {add: [house.coup]}\n"
    (folder / "house.yaml").write_text(f"variant: house\nextends: {name}\n{text}", "utf-8")
    found, problems = compose_file(folder / "house.yaml")
    assert found is not None and not problems, problems
    return found


def said(rules: Composed, language: str) -> Iterator[str]:
    """What is printed of the prose that holds."""
    book, prose = Book(rules, language), ProseInForce(rules)
    written = FilledProse(book, Statements(book))
    assert prose.prose is not None
    for passage in prose.prose.passages():
        telling = prose.telling(passage)
        if telling is not None and not prose.is_out_of_play(passage):
            for texts in (passage.head, telling.step, telling.texts):
                yield text_of(written.said(texts)) if texts else ""


BANS = ("It may always be led, and must be the first card", "cards are all of barred suits")


@pytest.mark.parametrize(
    "rules", ["replace rule may_lead(c: card) = true\n", "replace rule banned(c: card, s: seat) = false\n"]
)
def test_what_nothing_bars_is_in_no_chart(tmp_path: Path, rules: str) -> None:
    def untold(composed: Composed) -> set[str]:
        return {rule.name for rule in Book(composed, "en").untold}

    here = house(tmp_path, "parker-1966", "", rules)
    assert untold(here) - untold(composed("parker-1966")) == {"lead"}
    for text in BANS:
        assert any(text in told for told in said(composed("parker-1966"), "en"))
        assert not any(text in told for told in said(here, "en"))


BLACK_MARIA = """replace rule penalty(c: card) = case suit of c {
  hearts: 1
  spades: case rank of c { queen: 13, king: 10, ace: 7, otherwise: 0 }
  clubs, diamonds, none: 0
}
"""


@pytest.mark.parametrize(
    ("name", "options", "rules", "untrue", "true"),
    [
        (
            "hearts", "", BLACK_MARIA,
            ["On the first trick nobody may play a Heart"], ["all the tricks: follow suit", "Follow suit if you can"],
        ),
        (
            "hearts", "options: {first_trick.points: allowed}\n", BLACK_MARIA,
            ["get them for every Heart"], ["Hearts and the Queen of Spades may fall on the first trick, too"],
        ),
        ("cribbage", "", "replace rule end_game { finish by lowest holes(it) }", ["wins on the spot"], ["count of 15"]),
        ("go-fish", "", "replace rule book_size = 2", ["Collect books: all the cards"], ["“Go fish!”"]),
        (
            "euchre", "", "replace seats [3] in 3 teams",
            ["The pair that made trumps", "a pair comes to", "His partner lays his cards"], ["Follow suit if you can"],
        ),
        (
            "parker-1966", "", "replace rule pay_the_rest(s: seat) { fine(s, rest(s), penalty) }",
            ["The others pay the Director for what they", "is last, and pays the Director", "Nothing else goes"],
            ["Whoever lays an Ace on its King"],
        ),
        (
            "parker-1966", "", "replace rule pay_at_once(s: seat) { }",
            ["what he paid during the hand the Director gives back"], ["is last, and pays the Director"],
        ),
        (
            "parker-1966", "", "replace rule lenders(s: seat) = moneyed(s) preferring it is director",
            ["You name another player who can lend"], ["You lack 300. You borrow 1000, and owe 1200"],
        ),
        (
            "parker-1966", "",
            "replace rule win(from_whom: party, s: seat, m: amount, why: reason) "
            "{ from_whom pays m to treasury for why }",
            [
                "The others pay the Director for what they", "what each of the others pays him for what he took",
                "Each other player pays the amount on the chart", "pays him the amount", "Nothing else goes",
                "the last hand of a round goes to the Director",
            ],
            ["Whoever is Director deals", "Whoever attempted it pays", "is paid when it is taken"],
        ),
        (
            "parker-1966", "options: {hidden.failure_payee: treasury}\n",
            "replace rule fine(s: seat, m: amount, why: reason) { s pays m to director for why }",
            [
                "Then they pay him, or he pays the Treasury", "Whoever attempted it pays", "Failed Coups fill the",
                "goes to the Treasury, not to the Director", "goes into the Treasury, too",
            ],
            ["The others pay the Director for what they", "Whoever made the Coup takes the whole"],
        ),
        (
            "parker-1966", "", "replace rule settle_coup(s: seat) { if made(s) { for t in seats after s { "
            "win(t, s, 2 * collect of current, coup_money) }\nsucceed(s, true) } else { fine(s, 100, failed_coup) } }",
            ["Each other player pays the amount on the chart", "what each of the others then pays"],
            ["Failed Coups fill the", "pays him the amount on the chart"],
        ),
        (
            "parker-1966", "", "replace rule before_lead { for s in seats { fine(s, 100, dues) } }",
            ["Nothing else goes"], ["Failed Coups fill the", "Whoever attempted it pays"],
        ),
        (
            "parker-1966", "", "replace rule before_lead { for s in seats { to_party(s, treasury) } }\n"
            "rule to_party(s: seat, t: party) { s pays 100 to t for dues }\n",
            ["Nothing else goes"], ["Failed Coups fill the", "Whoever attempted it pays"],
        ),
        (
            "parker-1966", "", "replace rule before_lead { for s in seats { win(s, director, 100, dues) } }",
            [], ["Nothing else goes"],
        ),
        *(
            (
                "parker-1966", "", f"use loans {{ replace rule {rule} }}", ["a loan has no part in what he"],
                ["You name another player who can lend", "You lack 300. You borrow 1000, and owe 1200"],
            )
            for rule in (
                "won_so_far(s: seat): amount = 0", "share(s: seat, gain: amount) = 100",
                "pay_shares(loans_due: list of notes) { }", "repay(s: seat, won: amount, lost: amount) { }",
            )
        ),
        (
            "parker-1966", "", "replace rule succeed(s: seat, takes_treasury: flag) { successor := left of s }",
            ["Whoever made the Coup takes the whole", "the next successful Coup empties it"],
            ["Whoever attempted it pays", "they pay him, or he pays"],
        ),
        (
            "parker-1966", "", "replace rule change_director { director := left of director }",
            ["Whoever made the Coup takes the whole", "He takes the Treasury and is Director from"],
            ["Failed Coups fill the"],
        ),
        (
            "coup", "", "replace rule pay_cost { }",
            [
                "You pay when you announce", "what was paid for it stays spent", "before the action is carried out",
                "given back",
            ],
            ["Turns go clockwise", "Whoever loses influence turns one"],
        ),
        (
            "hearts", "", "replace rule pass_cards(way: number) { }",
            ["picks three cards of his hand"], ["Shuffle and deal all the cards"],
        ),
        (
            "hearts", "", "cards { extra joker X }\nreplace seats [4]",
            ["Deal all the cards", "Shuffle and deal all the cards"], ["picks three cards of his hand"],
        ),
        (
            "spades", "", "cards { extra joker X, fool Y }", ["Deal all the cards", "deal all the cards, thirteen"],
            ["Follow suit"],
        ),
        ("kuhn", "", "cards { extra joker X }", ["One card is left"], ["Check: stay in"]),
        (
            "coup-detat-2005", "", "replace rule ready(x: cell) = x is arrived",
            ["Any of your spies may do it, not only the one that moved"], ["In your turn"],
        ),
        (
            "coup-detat-2005", "", "replace rule assassins(s: seat) = abroad(s) where it is arrived",
            ["Any of your spies may do it, not only the one that moved"], ["In your turn"],
        ),
        (
            "coup-detat-2005", "", "replace rule supporters(s: seat) = cells where some stand where whose is s",
            ["gain enough supporters there"], ["The game ends as soon as"],
        ),
        (
            "coup-detat-2005", "", "replace rule ruler(x: cell) = red_player",
            ["Win in one of two ways"], ["The game ends as soon as"],
        ),
        (
            "parker-1966", "", "use loans { replace rule offer_loans { for s in seats where cash of it < 500 "
            "and moneyed(it) is not empty { borrow(s, none, 1000) } } }",
            ["You borrow only when you must"], ["After each hand a debtor"],
        ),
        (
            "parker-1966", "", "replace rule after_last_round { for s in seats where coups of it is 0 "
            "{ fine(s, 1000, no_coup) } }", ["The game is over after the last round", "Nothing else goes"], [],
        ),
        (
            "coup", "", "use windows { replace rule is_disproved { reveal foiled = act } }",
            ["action that fails by a challenge is given back"], ["Whoever is challenged shows"],
        ),
        (
            "coup", "", "use windows { replace rule stands: flag { give challenger is none } }",
            ["He does not: he loses an influence"], ["action that fails by a challenge is given back"],
        ),
        (
            "liars-dice", "",
            "replace rule next_holder(s: seat) = the first of (seats from left of s where dice_left > 0)",
            ["left, each bids higher"], ["Be the last who has any"],
        ),
        (
            "liars-dice", "", "replace rule give_up(loser: seat, winner: seat, off_by: number) { lose(loser, 2) }",
            ["always more than the player before you"], ["left, each bids higher"],
        ),
        (
            "spades", "", "replace rule play_hand(opener: seat) { play tricks(dealer) }",
            ["The player left of the dealer leads"], ["A Spade may be led only once"],
        ),
        (
            "cribbage", "", "replace rule peg(s: seat, n: number, why: reason) "
            "{ if n > 0 { peg_board pays 2 * n to s for why } }", ["Together 24"], [],
        ),
        ("leduc", "", "replace rule fold(s: seat) { }", [], ["The player left of the dealer speaks first"]),
        ("coup", "", "replace account coins per seat = 1", ["Each takes 2 coins", "50 in all"], []),
        ("kuhn", "", "replace order strength { true by [jack, queen, king] }", ["bet that it is the highest"], []),
        ("parker-1966", "", "replace rule fits(c: card) = opens(c) or extends(c)", [], ["an Ace on its King may go"]),
    ],
)  # fmt: skip
def test_what_a_rule_asks_that_is_replaced_makes_a_passage_give_way(
    tmp_path: Path, name: str, options: str, rules: str, untrue: list[str], true: list[str]
) -> None:
    before, after = (list(said(house(tmp_path, name, options, text), "en")) for text in ("", rules))
    for text in untrue:
        assert any(text in told for told in before), text
    assert [text for text in untrue if any(text in told for told in after)] == []
    assert [text for text in true if not any(text in told for told in after)] == []


@pytest.mark.parametrize(
    ("name", "asked"),
    [("hearts", "penalty"), ("spades", "won_by_one"), ("coup", "living"), ("liars-dice", "holders")],
)
def test_a_rule_replaced_by_its_own_text_changes_nothing(tmp_path: Path, name: str, asked: str) -> None:
    rule = next(one for one in composed(name).program.rules if one.name == asked)
    rules = house(tmp_path, name, "", f"replace {rule.versions[0].span.text}")
    assert list(said(rules, "en")) == list(said(composed(name), "en"))


@pytest.mark.parametrize(("text", "is_told"), [("3 + 1", True), ("pack.ranks - 9", True), ("3", False)])
def test_a_rule_replaced_by_one_that_comes_to_the_same_changes_nothing(
    tmp_path: Path, text: str, is_told: bool
) -> None:
    told = said(house(tmp_path, "go-fish", "", f"replace rule book_size = {text}"), "en")
    assert any("Collect books: all the cards" in one for one in told) == is_told


@pytest.mark.parametrize("name", GAMES)
def test_what_a_passage_holds_in_spite_of_is_asked_by_its_rules(name: str) -> None:
    rules, prose = composed(name), ProseInForce(composed(name)).prose
    assert prose is not None
    for passage in prose.passages():
        askers = [meant.rule for one, _ in passage.about if (meant := named(rules.program, one)) and meant.rule]
        for one, _ in passage.despite:
            meant = named(rules.program, one)
            assert meant is not None and meant.rule is not None and meant.rule not in askers, one
            values = (text.value for rule in askers for text in rule.versions if text.value is not None)
            asked = {part.rule for value in values for part in all_asked(value) if isinstance(part, pe.Apply)}
            done = (in_use(rules, answered=False, root=rule) for rule in askers if rule.acts)
            assert meant.rule in asked or any(one.comes_to(meant.rule) for one in done), (one, passage.about)


def test_of_several_players_in_a_rule_that_is_replaced_each_has_his_name(tmp_path: Path) -> None:
    dealing = "for s in seats from opener { move first(hand_size) of deck to hand of s }"
    house(tmp_path, "spades", "", f"replace rule deal_cards(opener: seat) {{ {dealing} }}\n")
    for language, head, begin in (
        ("en", "deal cards for opener: §", "beginning with opener:"),
        ("fr", "donner les cartes pour premier : §", "en commençant par premier :"),
    ):
        text = printed(str(tmp_path / "house.yaml"), language).text
        assert head in text and begin in text.partition(head)[2][:100]


def test_where_players_are_partners_nobody_is_said_to_play_alone(tmp_path: Path) -> None:
    assert "Everybody plays alone" in " ".join(said(composed("parker-1966"), "en"))
    rules = house(tmp_path, "parker-1966", "", "replace seats [4] in 2 teams\n")
    assert "Everybody plays alone" not in " ".join(said(rules, "en"))
    page = printed(str(tmp_path / "house.yaml"), "en")
    assert "They play in 2 teams, who sit alternately around the table." in page.text


SPECIAL = "options: {special.cards: queens_aces_twos}\n"
OTHERWISE = {  # by game, answers, a rule in the place of another, and what the book then says nowhere of what is played
    "hearts": (
        "", "replace rule penalty(c: card) = if rank of c is king then 3 else 0",
        ["On the first trick nobody may play a Heart", "do not take Hearts", "13 for the Queen of Spades"],
    ),
    "crazy-eights": (
        SPECIAL, "replace rule special(c: card, r: rank) = r is ace and rank of c is king",
        ["A Queen skips the next player", "until an Ace turns play around"],
    ),
    "euchre": (
        "", "replace rule black(u: suit or none) = u in [clubs, hearts]", ["the Jack of Diamonds everything but it"],
    ),
    "spades": ("", "replace rule won_by_one = false", ["The pair that first has 500 points wins."]),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_a_rule_asks_of_another_gives_way_with_it(tmp_path: Path, name: str) -> None:
    answers, rule, untrue = OTHERWISE[name]
    told = "\n".join(said(house(tmp_path, name, answers), "en"))
    assert any(one in told for one in untrue)
    told = "\n".join(said(house(tmp_path, name, answers, rule), "en"))
    assert [one for one in untrue if one in told] == []


RED_KING = """contract kings plays tricks {
  name: en "Four Kings" fr "Quatre Rois"
  motto: en "No Kings" fr "Pas de Rois"
  item kings_taken = cards where rank is king { each: 250, paid: at_once }
  item red_king = king of hearts { each: 500 }
  collect: 900
  forfeit: 1300
}
"""


def test_what_one_of_two_items_has_paid_at_once_is_said_to_be_paid_as_a_whole(tmp_path: Path) -> None:
    rules = house(tmp_path, "parker-1966", "", RED_KING)
    assert any("is paid when it is taken, with all that the same card" in text for text in said(rules, "en"))
    assert any("dès qu'on le prend, avec tout ce que coûte la même carte" in text for text in said(rules, "fr"))


def test_what_is_done_for_a_player_names_him_among_others(tmp_path: Path) -> None:
    rule = "replace rule deal_cards(opener: seat) { for s in seats from opener { move deck to hand of s } }"
    rules = house(tmp_path, "spades", "", rule)
    book = Book(rules, "en")
    deal = next(one for one in rules.program.rules if one.name == "deal_cards")
    version = book.version(deal)
    assert version is not None
    told = told_definition(book, Statements(book), deal, version)
    assert text_of(told.text) == "deal cards for opener:"
    assert [text_of(step.text) for step in told.steps] == ["For each s of the players in turn, beginning with opener:"]


def test_a_step_of_what_gives_way_leads_to_what_holds(tmp_path: Path) -> None:
    house(tmp_path, "coup", "actions: {remove: [steal]}\n")
    steps = [step.text for step in printed(str(tmp_path / "house.yaml"), "en").main.first("aside").all("li")]
    usual = [step.text for step in printed("coup", "en").main.first("aside").all("li")]
    assert "Blocks: different in these rules → 5.3" in steps and len(steps) == len(usual)


def test_another_answer_may_have_another_step() -> None:
    steps = printed("spades", "en", (("game.lasts", "one_deal"),)).main.first("aside").text
    assert "The pair with more points wins." in steps and "first has 500" not in steps


# ---- the end
def test_what_ends_the_game_is_spoken_of_wherever_it_stands(tmp_path: Path) -> None:
    """It may stand in a rule that the passage does not name."""
    ends = """replace rule before_lead {
  if some seats where cash >= 13000 { finish by worth(it) }
}
"""
    found = [*said(house(tmp_path, "parker-1966", "", ends), "en")]
    for told in ("The game is over after the last round.", "Hands in all"):
        assert any(told in text for text in said(composed("parker-1966"), "en"))
        assert not any(told in text for text in found)
    changed = [box.text for box in printed(str(tmp_path / "house.yaml"), "en").main.all("aside")]
    assert any("cash is at least 13,000" in text and "The game ends." in text for text in changed)


# ---- charts
@pytest.mark.parametrize(
    ("options", "table", "column"),
    [
        ({"hidden.enabled": "false"}, "contracts", "Hidden Coup possible"),
        ({"hidden.contracts": "[siege]"}, "contracts", "Hidden Coup possible"),
        ({"payments.timing": "end_of_hand"}, "items", "paid"),
    ],
)
def test_a_column_that_other_rules_decide_is_left_out(options: dict[str, str], table: str, column: str) -> None:
    page = printed("parker-1966", "en", tuple(options.items()))
    usual = printed("parker-1966", "en").tables()
    for key in ("contracts", "items"):
        left_out = [head for head in usual[key].heads if head not in page.tables()[key].heads]
        assert left_out == [column] * (key == table)
    assert "at once" in usual["items"].rows["guillotine"][1]
    assert ("at once" in page.tables()["items"].rows["guillotine"][1]) is (table != "items")


def test_what_a_house_page_allows_no_chart_forbids() -> None:
    for language, head in (("en", "Hidden Coup possible"), ("fr", "Coup Secret possible")):
        assert head in printed("parker-1966", language).html
        document = printed("hidden-everywhere", language)
        assert all(head not in table.heads for table in document.tables().values())


@pytest.mark.parametrize(("language", "told"), [("en", "added together"), ("fr", "additionné")])
def test_what_is_not_added_together_is_not_said_to_be(language: str, told: str) -> None:
    highest = printed("parker-1966", language, (("guillotine.overlap", "highest_only"),)).tables()
    assert told in printed("parker-1966", language).tables()["items"].rows["guillotine"][1]
    assert told not in highest["items"].rows["guillotine"][1]


# ---- amounts
@pytest.mark.parametrize("name", GAMES)
def test_a_step_tells_no_amount_that_its_passage_does_not_tell(name: str) -> None:
    """Under another answer it may be one that decides nothing any more."""
    prose = ProseInForce(composed(name)).prose
    assert prose is not None
    for telling in (telling for passage in prose.passages() for telling in passage.tellings):
        for language, (step, _) in telling.step.items():
            amounts = {place for place in placeholders(step) if place in composed(name).program.options}
            assert amounts <= {*placeholders(telling.texts[language][0])}, step


@pytest.mark.unmeasured
def test_a_number_that_is_written_out_gives_way_with_its_answer() -> None:
    """What an option is answered with stands in no text that holds under another answer, but of something else."""
    found = set()
    for name in GAMES:
        for key, option in composed(name).program.options.items():
            given = option.default
            if isinstance(given, int) and given >= 20:
                other = next(
                    n for n in (*option.numbers, option.low, option.high, given + 100) if n not in (None, given)
                )
                if any(str(given) in numbers for numbers in written_out(ProseInForce(composed(name), {key: other}))):
                    found.add((name, key))
    assert found == OF_SOMETHING_ELSE


def written_out(prose: ProseInForce) -> Iterator[list[str]]:
    """The numbers that stand in each text that holds, without what is filled in."""
    assert prose.prose is not None
    for passage in prose.prose.passages():
        telling = prose.telling(passage)
        for text, _ in (*telling.texts.values(), *telling.step.values()) if telling is not None else ():
            yield re.findall(r"\d+", re.sub(r"\{[^{}]*\}", "", text))


@pytest.mark.parametrize(
    ("name", "answer", "written", "unwritten"),
    [
        ("coup", "treasury.size: unlimited", "in coins from the Treasury.", "If it holds less"),
        ("gin-rummy", "knock.oklahoma: true", "The first card turned up says how much deadwood", "at most 10 deadwood"),
        ("euchre", "lone_hand.defence: against_alone", "may play alone against him", "sits this deal out.\n"),
        ("euchre", "lone_hand.defence: always", "whether the maker of trumps does or not", "sits this deal out.\n"),
    ],
)
def test_a_well_known_answer_is_written_out(
    tmp_path: Path, name: str, answer: str, written: str, unwritten: str
) -> None:
    rules = house(tmp_path, name, f"options: {{{answer}}}\n")
    told = "".join(f"{' '.join(one.split())}\n" for one in said(rules, "en"))
    assert written in told and unwritten not in told
