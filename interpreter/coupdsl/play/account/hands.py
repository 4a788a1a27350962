"""Where one hand ends and the next begins, and what a hand came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_statements, parts
from coupdsl.play.account.dues import Dues
from coupdsl.play.account.speech import Speech
from coupdsl.play.account.told import Told

Event = dict[str, Any]
View = dict[str, Any]


class Hands:
    """Counts what is taken and paid from one deal to the next."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.dues = Dues(speech)
        self.number = 0
        self._tricks: Counter[int] = Counter()
        self._paid: Counter[tuple[str, str]] = Counter()
        self._scores = scores_of(speech.words.rules.program)
        self._called = "hand" if speech.words.rules.program.suits else "round"

    def taken(self, seat: int) -> None:
        self._tricks[seat] += 1

    def paid(self, event: Event) -> None:
        self._paid[event["payer"], event["payee"]] += event["amount"]

    def head(self) -> Iterator[Told]:
        """That the next hand begins; the first says nothing of it."""
        self.number += 1
        if self.number > 1:
            yield self.speech.say(self._called, "head", number=str(self.number))

    def sum(self, view: View | None, since: Sequence[Event]) -> Iterator[Told]:
        """What the hand came to; `view` is after the events `since`, which belong to the next one."""
        lines = [*self._taken(), *self._payments(), *(self._standing(view, since) if view is not None else ())]
        self._tricks.clear()
        self._paid.clear()
        if lines:
            yield self.speech.say(f"{self._called}_over", "hand", number=str(self.number))
            yield from lines

    def _taken(self) -> Iterator[Told]:
        if self._tricks:
            seats = range(self.speech.words.rules.players)
            each = self._each([(self.speech.who(seat), self._tricks[seat]) for seat in seats])
            yield self.speech.say("tricks", "hand", each=each)

    def _payments(self) -> Iterator[Told]:
        """Who paid whom how much in all."""
        speech = self.speech
        for payer in dict.fromkeys(payer for payer, _ in self._paid):
            sums = {payee: amount for (one, payee), amount in self._paid.items() if one == payer and amount}
            if speech.form("names", payer) == "" or speech.words.is_kept_off(payer):
                continue
            if payer.isdigit():
                each = [self._whither(payee, amount) for payee, amount in sums.items()]
                yield speech.say("paid_all", "hand", payer=speech.who(payer), each=speech.words.joined(each))
                continue
            for payee, amount in sums.items():
                told = {"payer": speech.account(payer), "payee": speech.account(payee), "amount": str(amount)}
                yield speech.say("got_all", "hand", **told)

    def _whither(self, payee: str, amount: int) -> str:
        """How much went to whom; the amount alone where it went to an account that is kept off the table."""
        speech = self.speech
        if speech.words.is_kept_off(payee):
            return str(amount)
        return speech.wording["to"].format(amount, speech.account(payee))

    def _standing(self, view: View, since: Sequence[Event]) -> Iterator[Told]:
        """What everybody has, and how many points."""
        words = self.speech.words
        for name, kept in view["accounts"].items():
            if kept is None:
                continue
            owners = list(map(str, range(len(kept)))) if isinstance(kept, list) else [name]
            later: Counter[str] = Counter()
            for event in since:
                if event["event"] == "paid":
                    later[event["payee"]] += event["amount"]
                    later[event["payer"]] -= event["amount"]
            now = kept if isinstance(kept, list) else [kept]
            sums = [amount - later[owner] for owner, amount in zip(owners, now, strict=True)]
            if isinstance(kept, list):
                each = self._each([(self.speech.who(seat), amount) for seat, amount in enumerate(sums)])
            else:
                each = str(sums[0])
            yield self.speech.say("stands", "hand", name=words.label("names", name), each=each)
        if not any(event["event"] == "paid" for event in since):  # or what is owed may be of the next hand
            yield from self.dues.heard(view)
        for state in self._scores:
            kept = view["states"].get(state.name)
            if kept is not None and words.find(f"names.{state.name}") is not None:
                each = self._each([(self._of(key), value) for key, value in _items(kept)])
                yield self.speech.say("stands", "hand", name=words.label("names", state.name), each=each)

    def _of(self, key: int | str) -> str:
        return self.speech.who(key) if isinstance(key, int) else self.speech.words.within(key)

    def _each(self, values: Sequence[tuple[str, object]]) -> str:
        return ", ".join(self.speech.wording["each"].format(who, value) for who, value in values)


def _items(kept: Any) -> Iterator[tuple[int | str, Any]]:
    return iter(kept.items()) if isinstance(kept, dict) else enumerate(kept)


def scores_of(program: p.Program) -> list[p.State]:
    """The numbers kept for each seat or team by which a game ends: what is won."""
    ends = [one for one in all_statements(program) if isinstance(one, ps.Finish)]
    left: list[p.Expr] = [value for one in ends for _, value, _ in one.keys]
    found: dict[p.State, None] = {}
    rules: set[p.Rule] = set()
    while left:
        expr = left.pop()
        if isinstance(expr, pe.GetState) and expr.state.type.is_numeric and expr.state.per is not None:
            found[expr.state] = None
        if isinstance(expr, pe.Apply) and expr.rule not in rules:
            rules.add(expr.rule)
            left += [version.value for version in expr.rule.versions if version.value is not None]
        left += parts(expr)
    return list(found)


__all__ = ["Hands", "scores_of"]
