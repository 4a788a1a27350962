"""What several tests need: shipped rulesets, random options, random play, and a game cut into its hands."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st

import coupdsl
from coupdsl.code.profile import profile
from coupdsl.engine.chance import Generator, derive
from coupdsl.engine.events import Event
from coupdsl.engine.load import playable
from coupdsl.language.diagnostics import Problems
from coupdsl.play.bots import RandomBot, Unhearing
from coupdsl.play.company import Company
from coupdsl.rulesets.catalogue import shipped_variants
from coupdsl.rulesets.compose import compose
from coupdsl.rulesets.composed import Composed


@cache
def composed(name: str) -> Composed:
    """A shipped ruleset, read once."""
    found, problems = compose(name)
    assert found is not None and not problems, problems
    return found


ROOT = Path(__file__).resolve().parent.parent
CONTRACTS = ROOT / "contracts"
VARIANTS = ("parker-1966", "french", "short", "french-short")
# Every shipped ruleset, and how many can play it.
TABLES = {name: profile(name).allowed for name in sorted(shipped_variants())}
# The ruleset that each shipped game is played by first, and its usual number of players.
GAMES = {
    name: profile(name).usual for name, path in shipped_variants().items() if "\ngame: " in path.read_text("utf-8")
}
SEEDS = st.integers(0, (1 << 64) - 1)
FACTOR = int(os.environ.get("COUPDSL_TEST_FACTOR", "1"))  # how many times the usual number of examples
WHOLE = os.environ.get("COUPDSL_TEST_WHOLE") == "1"  # try all there is, not a sample of it
STRENGTH = "789JQKTA"  # in tricks
T = TypeVar("T")


def _rotation() -> int:
    """A number of 32 bits that is another one at every commit, and always the same at one; 0 where git says none."""
    told = os.environ.get("COUPDSL_TEST_ROTATION")
    if told is not None:
        return int(told)
    if shutil.which("git") is None:
        return 0
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    return int(head.stdout[:8], 16) if head.returncode == 0 else 0


ROTATION = _rotation()


def sample(items: Sequence[T], number: int, name: str = "") -> list[T]:
    """`number * FACTOR` of the items, others at every commit; all of them where everything is tried.

    Where no name is given, of as many items those at the same places: tests of one commit then go through the same
    rulesets, each of which is loaded once.
    """
    if WHOLE or number * FACTOR >= len(items):
        return list(items)
    return random.Random(f"{ROTATION} {name}" if name else ROTATION).sample(items, number * FACTOR)


def quarter(cases: Sequence[T], test: str) -> list[T]:
    """A quarter of the cases of a test, one at least; others for each test, so that not all dear ones come at once."""
    return sample(cases, max(1, round(len(cases) / 4)), test)


def new_seeds(number: int) -> list[int]:
    """`number * FACTOR` seeds, others at every commit."""
    return [derive(ROTATION, n) for n in range(number * FACTOR)]


def examples(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """The same examples at every run of one commit, without a limit of time; a seed is not made smaller."""
    chosen = settings(
        max_examples=max(3, number * FACTOR // 2), deadline=None, database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
    )  # fmt: skip
    return lambda test: chosen(seed(ROTATION)(test))


@cache
def _default_rules(name: str, players: int) -> coupdsl.Rules:
    return playable(composed(name), players)


@lru_cache(maxsize=20)
def _rules(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> coupdsl.Rules:
    return playable(composed(name), players, dict(options))


def rules_of(name: str, players: int, options: dict[str, Any] | None = None) -> coupdsl.Rules:
    """The rules, made once; those with options are made again where many others were made since."""
    return _rules(name, players, tuple(options.items())) if options else _default_rules(name, players)


def random_company(rules: coupdsl.Rules, seed: int) -> Company:
    """Somebody at each seat who plays at random, made of `seed` plus the seat."""
    players = {seat: Unhearing(RandomBot(seed + seat)) for seat in range(rules.players)}
    return Company(rules, players, dict.fromkeys(players, "random"))


# ---- random options
FIXED = {"players.allowed", "short.hands_per_round"}  # the rest of the settings depends on these


@cache
def every_reading(name: str) -> dict[str, list[Any]]:
    """For every option of the ruleset its readings, the default first: of numbers, ratios and sets some of them."""
    found: dict[str, list[Any]] = {}
    rules = _default_rules(name, TABLES[name][-1])
    for key, option in rules.program.options.items():
        values: list[Any] = [option.default, *option.words, *option.numbers, *option.listings]
        if option.type.name == "flag":
            values += [True, False]
        if option.low is not None and option.high is not None:
            values += [option.low, option.low + 1, (option.low + option.high) // 2, option.high]
        if option.open is not None and option.open.name == "ratio":
            values += [Fraction(0), Fraction(1, 3), Fraction(1)]
        elif option.open is not None and option.open.is_collection:
            assert option.open.of is not None
            entries = [entry.name for entry in rules.entries(rules.program.kinds[option.open.of.name])]
            values += [(), (entries[0],), tuple(entries[-2:]), tuple(entries)]
        found[key] = list(dict.fromkeys("none" if value is None else value for value in values))
    return found


def readings(name: str = "parker-1966") -> dict[str, list[Any]]:
    """The same without those options on which the rest of the settings depends."""
    return {key: values for key, values in every_reading(name).items() if key not in FIXED}


@st.composite
def option_settings(draw: st.DrawFn, name: str = "parker-1966", most: int = 12) -> dict[str, Any]:
    """Up to `most` options, each set to one of its readings."""
    keys = draw(st.lists(st.sampled_from(sorted(readings(name))), max_size=most, unique=True))
    return {key: draw(st.sampled_from(readings(name)[key])) for key in keys}


@dataclass(frozen=True)
class Situation:
    """A shipped ruleset, a number of players, and options."""

    name: str
    players: int
    options: dict[str, Any]

    @property
    def rules(self) -> coupdsl.Rules:
        return rules_of(self.name, self.players, self.options)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Any shipped game at any of its tables, half of the time as its file says."""
    name = draw(st.sampled_from(sorted(TABLES)))
    players = draw(st.sampled_from(TABLES[name]))
    options = draw(
        st.one_of(st.just({}), option_settings(name)).filter(lambda chosen: go_together(name, players, chosen))
    )
    return Situation(name, players, options)


def go_together(name: str, players: int, options: dict[str, Any]) -> bool:
    """Do the game's own checks allow these options?"""
    try:
        rules_of(name, players, options)
    except Problems as wrong:
        assert {problem.code.number for problem in wrong.diagnostics} == {"E404"}
        return False
    return True


# ---- random play
def choose(state: coupdsl.State, rnd: random.Random, strong: int | None = None) -> coupdsl.Move:
    """A random move: first its word, then the rest, so that rare words come often.

    The seat `strong` mostly plays its highest card and the others their lowest, so that somebody takes everything.
    """
    moves = state.legal_moves()
    if state.actor == coupdsl.CHANCE or len(moves) == 1:
        return rnd.choice(moves)
    words = sorted({move.word for move in moves})
    word = rnd.choice(words)
    moves = [move for move in moves if move.word == word]
    if strong is not None and state.decision == "play" and rnd.random() < 0.9:
        ordered = sorted(moves, key=lambda move: (STRENGTH.find(move.arguments[0][0]), move.id))
        return ordered[-1] if state.actor == strong else ordered[0]
    return rnd.choice(moves)


def play_out(
    rules: coupdsl.Rules, seed: int | None, rnd: random.Random, strong: int | None = None, most: int = 30_000
) -> coupdsl.Game:
    """A whole random game, or its first `most` moves."""
    game = coupdsl.Game(rules, seed)
    while not game.state.is_over and len(game.moves) < most:
        game.apply(choose(game.state, rnd, strong))
    return game


# ---- a game as seen from outside, hand by hand
@dataclass
class Hand:
    """One hand that was played: what a spectator can tell of it."""

    contract: str
    maker: int | None
    director: int
    round_number: int
    opener: int
    treasury: int  # when the first card was played
    plays: list[tuple[int, str, str]] = field(default_factory=list)  # seat, decision, move
    taken: dict[int, list[str]] = field(default_factory=dict)  # faces in the order taken
    payments: list[dict[str, Any]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)  # what was chosen besides, such as `claim`

    def paid(self, *reasons: str) -> list[dict[str, Any]]:
        return [payment for payment in self.payments if payment["reason"] in reasons]


PLAYING = ("play", "play_or_pass", "play_or_stop")


def hands(game: coupdsl.Game) -> Iterator[Hand]:
    """The hands of a game with a seed. The game is played again, since states are not kept."""
    code = game.rules.code
    layout = code.layout
    state = game.rules.start(game.seed)
    hand: Hand | None = None
    for _, move in game.moves:
        seat, decision = state.actor, state.decision
        assert seat is not None
        assert decision is not None
        if decision in PLAYING:
            if hand is None:
                view = state.view(None)
                states = view["states"]
                hand = Hand(states["current"], states["maker"], states["director"], states["round_number"],
                            states["opener"], view["accounts"]["treasury"])  # fmt: skip
            hand.plays.append((seat, decision, str(move)))
        elif hand is not None:
            hand.names.append(str(move))
        for event in state.apply(move):
            if hand is not None and event.kind == "shuffled":
                yield hand
                hand = None
            if hand is None:
                continue
            if event.kind == "moved":
                _keep_taken(hand, event, layout)
            elif event.kind == "paid":
                told = event.seen_by(code, None)
                assert told is not None
                hand.payments.append(told)
    if hand is not None:
        yield hand


def _keep_taken(hand: Hand, event: Event, layout: Any) -> None:
    to = event.data[1]
    if layout.zones[to].name == "taken":
        faces = [layout.face_of[piece] for piece in event.data[2::2]]
        hand.taken.setdefault(layout.zone_owner[to], []).extend(faces)


# ---- files
def coup_files() -> list[Path]:
    return sorted(CONTRACTS.rglob("*.coup"))


def yaml_files() -> list[Path]:
    """Variants and texts."""
    texts = {*CONTRACTS.rglob("*.yaml")} - {*rule_test_files()}
    return sorted([*(ROOT / "variants").glob("*.yaml"), *texts])


def rule_test_files() -> list[Path]:
    return sorted(CONTRACTS.rglob("*.test.yaml"))


def draw(generator: Generator, bag: list[int]) -> int:
    """Takes a random piece out of a bag, as docs/randomness.md says: the last one moves into its place."""
    at = generator.below(len(bag))
    piece = bag[at]
    bag[at] = bag[-1]
    bag.pop()
    return piece
