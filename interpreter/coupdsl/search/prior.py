"""How likely good each move is before anything is tried: what was learnt of moves like it in a player's own games."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from math import exp, log, sqrt
from random import Random

from coupdsl.code.moves import Move

CLOSE = 0.5  # of the likelihood of the likeliest, from which a move is worth trying
MASS = 0.85  # of the likelihood, that moves hold together which are not unlikely
RATE, FIRST, SHRINK, ROUNDS = 0.1, 0.01, 1e-4, 4  # of learning: steps, their first divisor, decay, passes over examples
LEAST = 0.05  # weights below are left out of what is kept
SHARPNESS = (0.1, 0.14, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)  # by which weights are multiplied, to be believed as they deserve
FADES = 0.8  # what earlier lessons say of that, at each new one


class Prior:
    """Weights of features: the likelihood of a move goes by e to the power of the sum of those it has.

    It is asked with the `features` of each of the moves. It may be `of_others`: learnt of rules much like these.
    """

    def __init__(self, weights: Mapping[str, float], of_others: bool = False) -> None:
        self.weights, self.of_others = weights, of_others

    def likely(self, features: Sequence[Sequence[str]]) -> list[float]:
        """How likely each move is to be chosen; 1 together."""
        weights = self.weights
        return _shares([sum(weights.get(one, 0.0) for one in own) for own in features])

    def worth_trying(self, moves: Sequence[Move], features: Sequence[Sequence[str]]) -> list[Move]:
        """Those not much less likely than the likeliest, two at least, and the likeliest of each kind."""
        likely = self.likely(features)
        return _kept(moves, likely, CLOSE * max(likely))

    def not_unlikely(self, moves: Sequence[Move], features: Sequence[Sequence[str]]) -> list[Move]:
        """The likeliest, which hold most of the likelihood together, two at least, and the likeliest of each kind.

        Who still learns leaves out no more: what is hardly ever tried is not found to be good.
        """
        likely, held, last = self.likely(features), 0.0, 0.0
        for last in sorted(likely, reverse=True):
            held += last
            if held >= MASS:
                break
        return _kept(moves, likely, last)


def _kept(moves: Sequence[Move], likely: Sequence[float], close: float) -> list[Move]:
    """Those that are as likely as this or more, with two and one of each kind at least."""
    best_first = sorted(range(len(moves)), key=lambda at: -likely[at])
    kept, kinds = set(best_first[:2]), set[int]()
    for at in best_first:
        if likely[at] >= close or moves[at].kind not in kinds:
            kept.add(at)
        kinds.add(moves[at].kind)
    return [move for at, move in enumerate(moves) if at in kept]


def _shares(sums: Sequence[float]) -> list[float]:
    most = max(sums)
    found = [exp(one - most) for one in sums]
    total = sum(found)
    return [one / total for one in found]


def _log_share(sums: Sequence[float], at: int) -> float:
    """The logarithm of one of the shares, also of one too small for a number."""
    most = max(sums)
    return sums[at] - most - log(sum([exp(one - most) for one in sums]))


class Choices:
    """What was chosen, and among what: of each move the features, by number, and which move was made."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.rows: list[tuple[list[array[int]], int]] = []

    def add(self, moves: Sequence[Sequence[str]], chosen: int) -> None:
        """A choice among moves with these features."""
        numbers = self.names
        self.rows.append(
            ([array("I", [numbers.setdefault(one, len(numbers)) for one in own]) for own in moves], chosen)
        )


class Learner:
    """Learns what is likely to be chosen: a multinomial logit, by AdaGrad (Duchi, Hazan and Singer 2011)."""

    def __init__(self) -> None:
        self.choices = 0
        self._numbers: dict[str, int] = {}
        self._weights, self._steepness = array("d"), array("d")
        self._foreseen = [0.0] * len(SHARPNESS)  # of each, the logarithm of how likely new choices were with it
        self._chance = Random(0)

    def learn(self, some: Sequence[Choices]) -> None:
        """Takes in these choices; what was learnt before stays, and counts for less the more there is."""
        rows = [row for choices in some for row in self._numbered(choices)]
        new = len(self._numbers) - len(self._weights)
        self._weights.extend([0.0] * new)
        self._steepness.extend([FIRST] * new)
        self.choices += len(rows)
        self._look_back(rows)
        for _ in range(ROUNDS):
            self._chance.shuffle(rows)
            for moves, chosen in rows:
                self._step(moves, chosen)

    def _numbered(self, choices: Choices) -> Iterator[tuple[list[array[int]], int]]:
        """The same by own numbers."""
        numbers = self._numbers
        own = [numbers.setdefault(name, len(numbers)) for name in choices.names]
        for moves, chosen in choices.rows:
            yield [array("I", [own[one] for one in features]) for features in moves], chosen

    def _look_back(self, rows: Sequence[tuple[list[array[int]], int]]) -> None:
        """How likely each sharpness made these choices, of which nothing was learnt yet."""
        self._foreseen = [FADES * one for one in self._foreseen]
        for moves, chosen in rows:
            sums = self._sums(moves)
            for at, sharpness in enumerate(SHARPNESS):
                self._foreseen[at] += _log_share([sharpness * one for one in sums], chosen)

    def _sums(self, moves: list[array[int]]) -> list[float]:
        weights = self._weights
        return [sum([weights[one] for one in own]) for own in moves]

    @property
    def sharpness(self) -> float:
        """With which the last choices, before anything was learnt of them, were likeliest."""
        return max(zip(self._foreseen, SHARPNESS, strict=True))[1]

    def _step(self, moves: list[array[int]], chosen: int) -> None:
        weights, steepness = self._weights, self._steepness
        likely = _shares(self._sums(moves))
        slopes: dict[int, float] = {}
        for at, own in enumerate(moves):
            slope = (at == chosen) - likely[at]
            for one in own:
                slopes[one] = slopes.get(one, 0.0) + slope
        for feature, slope in slopes.items():
            slope -= SHRINK * weights[feature]
            steepness[feature] += slope * slope
            weights[feature] += RATE * slope / sqrt(steepness[feature])

    @property
    def prior(self) -> Prior:
        """What was learnt so far, as far as it foresaw what was chosen later, without what hardly counts."""
        sharpness = self.sharpness
        rounded = {
            name: round(sharpness * weight, 2) for name, weight in zip(self._numbers, self._weights, strict=True)
        }
        return Prior({name: weight for name, weight in sorted(rounded.items()) if abs(weight) >= LEAST})
