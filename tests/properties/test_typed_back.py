"""Whatever is printed of an option can be typed back and means it: in either language, with letters or with signs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import example, given
from tests.helpers import SEEDS, TABLES, Situation, choose, examples, random_company, rules_of, sample, situations

import coupdsl
from coupdsl.play.asking import Asking
from coupdsl.play.spoken import Words
from coupdsl.play.table import Table
from coupdsl.play.typed import Typed

pytestmark = pytest.mark.unmeasured

AT_MOST = 150  # moves of a game that are looked at
LOOKS = [(language, plain) for language in ("en", "fr") for plain in (True, False)]


@cache
def reader(rules: coupdsl.Rules, language: str, plain: bool) -> Typed:
    return Typed(Words(rules, language, plain))


def printed(typed: Typed, key: str, option: str, language: str, plain: bool) -> Iterator[str]:
    """An option as it stands in the list, in the notation, in answers, and without what is around it."""
    said = Words(typed.words.rules, language, plain).move(option)
    yield from (option, said, key, f"{key}.", typed.line(key, option), f"{key}. {said}", f"  {said.upper()} ")


@examples(20)
@example(
    situation=Situation("gin-rummy-open-spiel", 2, {}), seed=225300120
)  # a line with letters where signs are shown
@example(situation=Situation("gin-rummy-open-spiel", 2, {}), seed=5941)  # several cards with signs, in French
@given(situation=situations(), seed=SEEDS)
def test_every_option_as_printed_is_that_option(situation: Situation, seed: int) -> None:
    rules, rnd = situation.rules, random.Random(seed)
    state = rules.start(seed)
    for _ in range(AT_MOST):
        if state.is_over:
            return
        options = [str(move) for move in state.legal_moves()]
        language, plain = rnd.choice(LOOKS)
        typed = reader(rules, language, plain)
        keys = {option: key for key, option in typed.selectors(options).items()}
        for option in rnd.sample(options, min(6, len(options))):
            for signs in (True, False):
                for text in printed(typed, keys[option], option, language, signs):
                    assert typed.meant(text, options) == [option], (text, options)
            parts = typed.spelling.any(option)
            for text in (" ".join(map(rnd.choice, parts)), " ".join(map(rnd.choice, parts[1:]))):
                found = typed.meant(text, options)
                assert not text or option in found or typed.printed(text, options) == found, (text, options)
        state.apply(choose(state, rnd))


@pytest.mark.parametrize(("name", "look"), sample([(name, look) for name in sorted(TABLES) for look in LOOKS], 12))
def test_a_game_is_played_by_typing_what_is_printed(name: str, look: tuple[str, bool]) -> None:
    language, plain = look
    rules = rules_of(name, TABLES[name][0])
    game, rnd, wanted, lines = coupdsl.Game(rules, 5), random.Random(f"{name} {language} {plain}"), [], list[str]()

    def typing(prompt: str) -> str:
        state = game.state
        if "alone" in prompt or "seul" in prompt:
            return ""
        if len(game.moves) >= AT_MOST:
            raise EOFError
        move = choose(state, rnd)
        wanted.append(move)
        options = [str(option) for option in state.legal_moves()]
        typed = reader(rules, language, plain)
        key = next(key for key, option in typed.selectors(options).items() if option == str(move))
        return rnd.choice(list(printed(typed, key, str(move), language, plain)))

    company = random_company(rules, 0)
    Table(game, range(rules.players), company, typing, lines.append, language=language, plain=plain).play()
    assert len(wanted) > 10 or game.state.is_over
    assert [move for _, move in game.moves] == wanted


@examples(10)
@given(situation=situations(), seed=SEEDS)
def test_why_is_asked_with_what_is_printed(situation: Situation, seed: int) -> None:
    rules, rnd = situation.rules, random.Random(seed)
    state = rules.start(seed)
    for _ in range(rnd.randrange(60)):
        if not state.is_over:
            state.apply(choose(state, rnd))
    if state.is_over:
        return
    seat, (language, plain) = state.actor, rnd.choice(LOOKS)
    assert seat is not None
    asking = Asking(Words(rules, language, plain))
    options = [str(move) for move in state.legal_moves()]
    for option in rnd.sample(options, min(3, len(options))):
        answer = asking.why(state, seat, option)
        for sign in (True, False):
            assert asking.why(state, seat, Words(rules, language, sign).move(option)) == answer
