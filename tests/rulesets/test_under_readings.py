"""Sentences for why under readings of options: those that are said, those that are wrong, and those that are due."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.helpers import GAMES, composed, rules_of
from tests.small_games import game

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.walk import all_parts, all_rules
from coupdsl.rulesets.compose import compose
from coupdsl.rulesets.ruleset import SENTENCES
from coupdsl.rulesets.strange_texts import term
from coupdsl.rulesets.under_readings import WHEN

# Sentences that hold under all readings of these options: read them again when the rule or the option is changed.
UNDER_ALL = {
    "why.can_draw": {"draws.most"},
    "why.held_to_play": {"play.forced"},
    "why.layout.opens": {"dominos.new_suit"},
    "why.leadable": {"hearts.queen_spared"},
    "why.may_follow": {"coup_card.follow"},
    "why.may_follow.otherwise": {"coup_card.follow"},
    "why.open_to": {"lead.blocked"},
    "why_not.bid.hooked": {"bid.hook"},
    "why_not.blocked_in": {"hands.entered"},
    "why_not.can_draw": {"draws.most"},
    "why_not.can_draw.deck": {"draws.most"},
    "why_not.dominos.opens.table": {"dominos.new_suit"},
    "why_not.layout.opens": {"dominos.new_suit"},
    "why_not.leadable": {"coup_card.led"},
    "why_not.may_declare": {"declare.per_turn"},
    "why_not.may_open": {"ones.count"},
    "why_not.may_raise.most_bets": {"bets.most"},
    "why_not.open_to.played": {"lead.blocked"},
    "why_not.passable": {"move.squeeze"},
    "why_not.payable": {"treasury.short"},
    "why_not.steal.may_hit": {"steal.min_target_coins"},
}


@pytest.mark.parametrize(
    ("lead", "said"), [("when_broken", "before one has been"), ("if_nothing_else", "another suit")]
)
def test_the_sentence_under_the_reading_in_force_is_said(lead: str, said: str) -> None:
    words = rules_of("spades", 4, {"spades.lead": lead}).words_in("en")
    assert said in (words.get("why_not.may_lead") or "")


@pytest.mark.parametrize(
    ("under", "message", "help_"),
    [
        ("spades.led is free", "there is no option `spades.led`", "did you mean `spades.lead`?"),
        ("spades.lead is free, if_nothing_els", "`if_nothing_els` is not a reading of `spades.lead`",
         "did you mean `if_nothing_else`?"),
        ("spades.lead is not fre", "`fre` is not a reading of `spades.lead`", "did you mean `free`?"),
        ("spades.lead is fre", "`fre` is not a reading of `spades.lead`", "did you mean `free`?"),
    ],
)  # fmt: skip
def test_an_option_or_a_reading_that_there_is_not_is_refused(
    under: str, message: str, help_: str, tmp_path: Path
) -> None:
    variant = f'variant: v\nextends: spades\nwhy_not:\n  en:\n    when {under}:\n      may_lead: "not now"\n'
    (tmp_path / "v.yaml").write_text(variant, "utf-8")
    (problem,) = compose(tmp_path / "v.yaml")[1]
    assert (problem.code.number, problem.message, problem.help) == ("E406", message, help_)


def test_a_variant_says_its_own_under_a_reading(tmp_path: Path) -> None:
    said = 'why_not: {en: {when spades.lead is if_nothing_else: {may_lead: "keep your Spades"}}}'
    rules = f"variant: v\nextends: spades\noptions: {{spades.lead: if_nothing_else}}\n{said}\n"
    (tmp_path / "v.yaml").write_text(rules, "utf-8")
    words = rules_of(str(tmp_path / "v.yaml"), 4).words_in("en")
    assert words.get("house.why_not.may_lead") == "keep your Spades"


@pytest.mark.parametrize(
    ("under", "is_said"),
    [
        ("game.ratio is 1/2", True), ("game.ratio is 3/4", False), ("game.ratio is not 1/2", False),
        ("game.ratio is 1/4, 1/2", True), ("game.ratio is not 1/4, 3/4", True), ("game.how is first", True),
        ("game.how is not first", False), ("game.how is second, first", True),
    ],
)  # fmt: skip
def test_a_sentence_stands_under_readings_as_rules_do(under: str, is_said: bool, tmp_path: Path) -> None:
    lines = (
        "option game.ratio = 1/2 | ratio\noption game.how = first | second\n"
        "rule may(s: seat) = game.ratio is 1/2 and game.how is first\n"
        "s0 chooses what { a if may(s0) { one := 2 }\n b { } }"
    )
    (tmp_path / "game.coup").write_text(game(lines), "utf-8")
    texts = f'language: en\nwhy_not:\n  may: "always"\n  when {under}:\n    may: "here"\n'
    (tmp_path / "game.en.yaml").write_text(texts, "utf-8")
    words = rules_of(str(tmp_path / "game.coup"), 2).words_in("en")
    assert words.get("why_not.may") == ("here" if is_said else "always")


def options_asked(rule: p.Rule) -> set[str]:
    """The options whose readings say what a rule is, or are asked for in it."""
    asked = {version.reading.option.key for version in rule.versions if version.reading is not None}
    values = (version.value for version in rule.versions if version.value is not None)
    return asked | {part.option.key for part in all_parts(*values) if isinstance(part, pe.GetOption)}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_sentences_on_rules_that_ask_for_an_option_hold_under_all_its_readings(game: str, language: str) -> None:
    whole = composed(game)
    words = whole.labels[language].words
    own = {WHEN.sub("", path) for path in words if WHEN.search(path)}
    rules: dict[str, set[str]] = {}
    for rule in all_rules(whole.program):
        rules.setdefault(rule.name, set()).update(options_asked(rule))
    due = {
        path: options
        for path in words
        if path.startswith(tuple(f"{group}." for group in SENTENCES)) and not WHEN.search(path) and path not in own
        if (options := set().union(*(rules.get(name, ()) for name in term(path)))) - UNDER_ALL.get(path, set())
    }
    assert not due
