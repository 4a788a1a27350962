"""What a report states, each as a ratio of two sums over the games, and the features it is made from.

Everything is a ratio: a mean is a sum per game, a share a sum of ones per spell or game. So one kind of estimate, and
one kind of comparison, serves all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from coupdsl.code.instructions import Finish
from coupdsl.language.records import by_value
from coupdsl.native.counting.columns import NONE, Column, Columns, path_of
from coupdsl.study.sample import at_seats

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from coupdsl.engine.rules import Rules

    Whole = NDArray[np.int64]

LARGE = 1 << 40  # what is no larger can be added up as often as a game has columns
NOBODY = Column("nobody")  # whether nobody won
ALL = ""  # the entry of a figure about all of them together

Sum = tuple[Column, ...]  # a feature: the sum of these columns


@by_value
class Figure:
    """`top` over `scale` times `bottom`, which is the number of games where it is empty.

    `share` says that each one counted below is counted at most once above.
    """

    name: str
    entry: str
    of: str
    top: Sum
    bottom: Sum = ()
    scale: int = 1
    share: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        return self.name, self.entry, self.of


DEALS = 16  # that are looked at, to see who is asked first


def nobody_opens(rules: Rules) -> bool:
    """Is nothing ever asked, or the first question put to several together, be it only in some deals?"""
    if all(decision.who is None for decision in rules.code.decisions.values()):
        return True
    starts = [rules.start(seed) for seed in range(DEALS)]
    first = [state.code.decisions.get(state.pc) for state in starts]
    return any(decision is not None and decision.together is not None for decision in first)


def all_may_lose(rules: Rules) -> bool:
    """May a game end without a winner? Else those who have most win."""
    return any(isinstance(one, Finish) and one.among is not None for one in rules.code.instructions)


class Measures:
    """The figures of one ruleset under given policies, and how their features come from rows."""

    def __init__(self, columns: Columns, policies: tuple[str, ...]) -> None:
        self.columns = columns
        self.policies = policies
        self.figures = tuple(self._figures())
        sums = (part for figure in self.figures for part in (figure.top, figure.bottom) if part)
        self.features: tuple[Sum, ...] = tuple(dict.fromkeys(sums))
        self.at = {feature: at for at, feature in enumerate(self.features)}

    def values(self, rows: Whole, first: int) -> Whole:
        """The features of these games, which are numbered from `first`, a row a game."""
        import numpy as np

        if max(rows.max(initial=0), -rows.min(initial=0)) > LARGE:
            rows = rows.astype(object)  # as numbers of Python, which sums do not outgrow
        rows = np.asfortranarray(rows)  # column by column, as they are read
        found = np.empty((len(rows), len(self.features)), rows.dtype, order="F")
        places, columns = self._plain
        found.T[places] = rows.T[columns]
        derived = dict(self._derived(rows, first))
        for at, feature in enumerate(self.features):
            if feature[0] in derived:
                found[:, at] = derived[feature[0]]
            elif len(feature) > 1:
                found[:, at] = rows.T[[self.columns.at[column] for column in feature]].sum(axis=0)
        return found

    @cached_property
    def _plain(self) -> tuple[list[int], list[int]]:
        """The features that are a column as it stands, and which."""
        known = [(at, self.columns.at.get(feature[0])) for feature, at in self.at.items() if len(feature) == 1]
        plain = [(at, column) for at, column in known if column is not None]
        return [at for at, _ in plain], [column for _, column in plain]

    # ---- what is not a sum of columns
    def _derived(self, rows: Whole, first: int) -> Iterator[tuple[Column, Whole]]:
        import numpy as np

        players = self.columns.players
        seats = range(players)
        score, won, opened = (
            rows[:, [self.columns.at[Column(figure, of=str(seat))] for seat in seats]]
            for figure in ("score", "won", "opened")
        )
        yield from self._once(rows)
        yield NOBODY, (won.sum(axis=1) == 0).astype(np.int64)
        for figure, values in (("score", score), ("won", won)):
            opener, somebody = (values * opened).sum(axis=1), opened.sum(axis=1)
            yield Column(f"{figure} opener"), opener
            yield Column(f"{figure} opening"), players * opener - values.sum(axis=1) * somebody
            for policy in self._rivals():
                chairs = [at_seats(self.policies, players, first + at) for at in range(len(rows))]
                mine = np.array([[name == policy for name in chair] for chair in chairs], np.int64)
                yield Column(f"{figure} policy", of=policy), (values * mine.reshape(values.shape)).sum(axis=1)

    def _once(self, rows: Whole) -> Iterator[tuple[Column, Whole]]:
        """After how many namings there was each word and reason, those before the first with those after the last."""
        paths = [path_of(entry) for entry in self.columns.entries]
        if len(paths) == 1:
            return
        for figure, names in (("used", self.columns.words), ("with", self.columns.reasons)):
            for name in names:
                at = [self.columns.at[Column(figure, path, name)] for path in paths]
                twice = rows[:, self.columns.at[Column(f"{figure} twice", of=name)]]
                yield Column(f"{figure} once", of=name), rows[:, at].sum(axis=1) - twice

    def _rivals(self) -> tuple[str, ...]:
        """The policies, if there are several."""
        several = tuple(dict.fromkeys(self.policies))
        return several if len(several) > 1 else ()

    # ---- what is stated
    def _figures(self) -> Iterator[Figure]:
        yield from self._of_seats()
        yield Figure("moves", ALL, "", (Column("moves"),))
        yield Figure("decisions", ALL, "", (Column("decisions"),))
        yield Figure("limited", ALL, "", (Column("limited"),), share=True)
        if all_may_lose(self.columns.rules):
            yield Figure("nobody", ALL, "", (NOBODY,), share=True)
        yield Figure("open", ALL, "", (Column("decisions"),), (Column("moves"),), share=True)
        paths = [path_of(entry) for entry in self.columns.entries]
        if len(paths) > 1:
            yield from self._of_game(paths)
        for path in paths:
            yield from self._of_entry(path)

    def _of_seats(self) -> Iterator[Figure]:
        players, nobody = self.columns.players, nobody_opens(self.columns.rules)
        for seat in map(str, range(players)):
            yield Figure("score", ALL, seat, (Column("score", of=seat),))
            yield Figure("won", ALL, seat, (Column("won", of=seat),), share=True)
            if not nobody:
                yield Figure("opened", ALL, seat, (Column("opened", of=seat),), share=True)
            yield Figure("decided", ALL, seat, (Column("decisions_of", of=seat),))
        if not nobody:
            yield Figure("score opener", ALL, "", (Column("score opener"),))
            yield Figure("won opener", ALL, "", (Column("won opener"),), share=True)
        if players > 1 and not nobody:
            yield Figure("score opening", ALL, "", (Column("score opening"),), scale=players - 1)
            yield Figure("won opening", ALL, "", (Column("won opening"),), scale=players - 1)
        for policy in self._rivals():
            named = self.policies.count(policy)
            yield Figure("score policy", ALL, policy, (Column("score policy", of=policy),), scale=named)
            yield Figure("won policy", ALL, policy, (Column("won policy", of=policy),), scale=named)

    def _of_game(self, paths: Iterable[str]) -> Iterator[Figure]:
        """What happens in a game under whatever entry."""

        def total(figure: str, of: str = "") -> Sum:
            return tuple(Column(figure, path, of) for path in paths)

        named = tuple(Column("spells", path) for path in paths if path != NONE)
        yield Figure("spells", ALL, "", named)
        for word in self.columns.words:
            yield Figure("chose", ALL, word, total("chose", word))
            yield Figure("used", ALL, word, (Column("used once", of=word),), named, share=True)
        for reason in self.columns.reasons:
            yield Figure("payments", ALL, reason, total("payments", reason))
            yield Figure("money", ALL, reason, total("amount", reason))
            yield Figure("amount", ALL, reason, total("amount", reason), total("payments", reason))
            yield Figure("with", ALL, reason, (Column("with once", of=reason),), named, share=True)
        for group in self.columns.groups:
            yield Figure("gain", ALL, group, total("gain", group), total("members", group))

    def _of_entry(self, path: str) -> Iterator[Figure]:
        spells = (Column("spells", path),)
        if path != NONE:
            yield Figure("spells", path, "", spells)
        for word in self.columns.words:
            yield Figure("chose", path, word, (Column("chose", path, word),), spells)
            yield Figure("used", path, word, (Column("used", path, word),), spells, share=True)
        for reason in self.columns.reasons:
            yield Figure("with", path, reason, (Column("with", path, reason),), spells, share=True)
            yield Figure("payments", path, reason, (Column("payments", path, reason),), spells)
            yield Figure("money", path, reason, (Column("amount", path, reason),), spells)
            yield Figure(
                "amount", path, reason, (Column("amount", path, reason),), (Column("payments", path, reason),)
            )  # fmt: skip
        for group in self.columns.groups:
            members = (Column("members", path, group),)
            yield Figure("members", path, group, members, spells)
            yield Figure("gain", path, group, (Column("gain", path, group),), members)
