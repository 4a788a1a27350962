"""Plays scenarios: hands and games written as data, with what must be legal, paid and seen on the way.

A file in tests/scenarios holds a list of cases. A case says which rules it is about and then plays one hand, or
several under `hands`. Seats are N, E, S, W (three players: N, E, S), cards are `TS`, `7H`, and `X` the Coup card.

    title, example, rules     for the reader: `example` names the worked example, `rules` the numbers cited
    ruleset, players, options what is loaded (parker-1966 for 4 unless said otherwise)
    option, readings          the case is played once for each reading; what a reading adds follows the case's own
    refused                   loading must fail, saying this
    director                  the draw is arranged so that this seat opens; or
    draw                      the draws card by card: [N TC E KH S TD W QS, N 9S S JH]

A hand:

    given     a position to start from: cash, treasury, played (contracts of this round), states, loans
    deal      cards by seat and `centre`; what is not said is completed in a fixed order. Where the Coup card is not
              named, `holder` (else the Director) has it; if his eight cards are all named they are those after
              the exchange, and the last of them lay in the centre. A list is several deals, one after another
    coup      `decline` or `attempt siege`; `contract` the Director's choice (which implies `decline`)
    plays     a list of lines and checks
    any check what must hold after the plays

Lines:

    JD 9D AD 7D -> S          a trick from its leader on, and who takes it; `N JD 9D AD 7D -> S` names the leader
    E KC | S KH | N AH KD     turns of a layout; a turn that ends with a bonus ends with `stop`
    N suit hearts, claim      any other move, with or without the seat
    first legal               the rest of the hand, always the first option, declining; a question about loans ends it
    first legal x 23          so many hands

Checks:

    paid                      payments since the last such check: `S -> N 400 penalty`
    cash, treasury, net       balances now; `net` is the difference since the hand began (only those that differ)
    states                    what the game remembers
    legal, illegal            exactly the options there are; moves that must be refused
    possible                  moves that must be among the options
    told                      the kinds of events the last move told each seat: {R: [chose, shown], B: [chose]}
    actor, decision           who must decide what
    loans                     open loans: `E owes N 2400`
    knows, unknown            `E 7S`: seat E knows, or does not know, where the 7S is (`all` is a spectator)
    zones                     faces by zone: {taken W: 7S AH}, as far as a spectator knows; those named must be there
    hands_played, openers, contracts   counted over the game; `packs`: how many cards each draw was made from
    scores, winners           the end; `over: false` where the game goes on
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

import coupdsl
from coupdsl.engine.saving import with_seal

SCENARIOS = Path(__file__).resolve().parent / "scenarios"
SEATS = "NESW"
CARD = re.compile(r"^(?:[ATKQJ987][SHDC]|X)$")
CASE_KEYS = {"title", "example", "rules", "ruleset", "players", "options", "option", "readings", "director", "draw",
             "hands", "refused"}  # fmt: skip
HAND_KEYS = {"given", "deal", "holder", "coup", "contract", "plays"}
CHECKS = {"paid", "cash", "treasury", "net", "states", "legal", "illegal", "actor", "decision", "loans", "knows",
          "unknown", "zones", "hands_played", "openers", "contracts", "scores", "winners", "over", "packs"}  # fmt: skip


# ---- files
def written(kind: type[Runner]) -> list[tuple[Path, dict[str, Any]]]:
    """The cases of a runner as they stand in its files."""
    files = sorted((SCENARIOS / kind.folder).glob("*.yaml"))
    return [(path, case) for path in files for case in yaml.safe_load(path.read_text(encoding="utf-8"))]


@cache
def cases(kind: type[Runner]) -> tuple[dict[str, Any], ...]:
    """Every case of every file, those with readings once for each."""
    found: list[dict[str, Any]] = []
    for path, case in written(kind):
        unknown = set(case) - CASE_KEYS - kind.hand_keys - kind.checks
        assert not unknown, f"{path.name}, {case.get('title')}: {unknown}"
        found += [{**one, "file": path.name} for one in _readings(case)]
    return tuple(found)


def _readings(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "option" not in case:
        yield case
        return
    for value, more in case["readings"].items():
        one = {key: part for key, part in case.items() if key not in ("option", "readings")}
        one["title"] = f"{case['option']}: {_text(value)}"
        one["options"] = {**case.get("options", {}), case["option"]: value}
        for key, part in (more or {}).items():
            one[key] = [*listed(one[key]), *listed(part)] if key in ("plays", "hands") and key in one else part
        yield one


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def flat(value: Any) -> list[Any]:
    return [one for part in value for one in flat(part)] if isinstance(value, list) else [value]


@cache
def _loaded(name: str, players: int, options: tuple[tuple[str, Any], ...]) -> coupdsl.Rules:
    return coupdsl.load(name, players=players, options=dict(options))


def load(case: dict[str, Any], kind: type[Runner]) -> coupdsl.Rules:
    options = {key: tuple(value) if isinstance(value, list) else value
               for key, value in case.get("options", {}).items()}  # fmt: skip
    name = case.get("ruleset", kind.ruleset)
    if (SCENARIOS / kind.folder / name).is_file():
        name = str(SCENARIOS / kind.folder / name)
    return _loaded(name, case.get("players", kind.players), tuple(sorted(options.items())))


def run(case: dict[str, Any], kind: type[Runner]) -> Runner:
    """Plays the case; an AssertionError says at which line and what was found instead."""
    runner = kind(load(case, kind), case)
    hands = case.get("hands")
    own = {key: part for key, part in case.items() if key in kind.hand_keys | kind.checks}
    assert not (hands and own.keys() & kind.hand_keys), "a case has hands, or is one"
    for number, hand in enumerate(hands or [own], 1):
        runner.place = f"hand {number}"
        runner.hand(hand)
    if hands:
        runner.check(own)
    return runner


# ---- play
class Runner:
    """One case in play. Another game has a runner of its own, with its own folder, names of seats, keys and checks."""

    folder = ""
    ruleset = "parker-1966"
    players = 4
    letters = SEATS
    hand_keys = frozenset(HAND_KEYS)
    checks = frozenset(CHECKS)

    def __init__(self, rules: coupdsl.Rules, case: dict[str, Any]) -> None:
        self.rules = rules
        self.seats = self.letters[: rules.players]
        self.state = rules.start()
        self.money = sum(self.state.balances)
        self.draws = [dict(zip(row[::2], row[1::2], strict=True)) for row in map(str.split, case.get("draw", []))]
        self.director = case.get("director", "N")
        self.drawn = -1
        self.packs: list[int] = []  # the cards each draw was made from
        self.deals: list[tuple[dict[str, Any], str | None]] = []
        self.coming: dict[str, list[str]] = {}
        self.paid: list[str] = []
        self.taker: str | None = None
        self.log: list[tuple[int, str, str]] = []  # round, opener, contract of each hand
        self.ended = 0
        self.before: dict[str, int] = {}
        self.events: list[Any] = []  # of the last move
        self.place = ""

    def seat(self, letter: str) -> int:
        return self.seats.index(letter)

    def states(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state.view(None)["states"]
        return found

    # ---- chance
    def settle_chance(self) -> None:
        """Deals what was arranged until somebody has to decide."""
        while self.state.actor == coupdsl.CHANCE and self.state.decision == "deal":
            options = [str(move) for move, _ in self.state.chances()]
            target = options[0].split(" to ")[1]
            if not self.coming.get(target):
                faces = [option.split()[1] for option in options]
                self.coming = self._draw(target, faces) if target.startswith("drawn") else self._deal(faces)
            self._apply(f"deal {self.coming[target].pop(0)} to {target}")

    def _draw(self, target: str, faces: list[str]) -> dict[str, list[str]]:
        self.drawn += 1
        self.packs.append(len(faces))
        if self.draws:
            row = self.draws[self.drawn]
        else:
            low = [face for face in reversed(faces) if face not in ("AS", "X")]
            row = {s: "AS" if s == self.director else low.pop(0) for s in self.seats}
        return {f"drawn {self.seat(s)}": [face] for s, face in row.items()}

    def _deal(self, faces: list[str]) -> dict[str, list[str]]:
        spec, holder = self.deals.pop(0) if self.deals else ({}, None)
        piles = {s: str(spec.get(s, "")).split() for s in [*self.seats, "centre"]}
        named = [face for pile in piles.values() for face in pile]
        assert len(set(named)) == len(named), f"{self.place}: a card is dealt twice: {sorted(named)}"
        assert set(named) <= set(faces), f"{self.place}: not in the pack: {set(named) - set(faces)}"
        if "X" not in named:
            pile = piles[holder or self.seats[self.states()["director"]]]
            if len(pile) == 8:
                assert not piles["centre"], f"{self.place}: one card too many for the holder of X"
                piles["centre"] = [pile.pop()]
            pile.append("X")
        rest = [face for face in faces if face not in [face for pile in piles.values() for face in pile]]
        for name, pile in piles.items():
            want = (1 if name == "centre" else 8) - len(pile)
            assert want >= 0, f"{self.place}: too many cards for {name}"
            pile += rest[:want]
            del rest[:want]
        return {"centre" if s == "centre" else f"hand {self.seat(s)}": pile for s, pile in piles.items()}

    # ---- moves
    def _apply(self, move: str) -> None:
        code = self.rules.code
        actor = self.state.actor
        events = self.events = self.state.apply(move)
        if actor != coupdsl.CHANCE and move.split()[0] in ("contract", "attempt"):
            states = self.states()
            self.log.append((states["round_number"], self.seats[states["opener"]], move.split()[1]))
        for event in events:
            if event.kind == "moved":
                zone = code.layout.zones[event.data[1]].name
                if zone == "taken" and code.layout.zones[event.data[0]].name == "trick":
                    self.taker = self.seats[code.layout.zone_owner[event.data[1]]]
            elif event.kind == "paid":
                told = event.seen_by(code, None)
                assert told is not None
                self.paid.append(f"{self._party(told['payer'])} -> {self._party(told['payee'])} "
                                 f"{told['amount']} {told['reason']}")  # fmt: skip
        if any(event.kind in ("shuffled", "finished") for event in events):
            self.ended = len(self.log)
        assert sum(self.state.balances) == self.money

    def _party(self, name: str) -> str:
        return self.seats[int(name)] if name.isdigit() else name

    def move(self, text: str, seat: str | None = None) -> None:
        """A move of a player; card names mean to play them."""
        self.settle_chance()
        assert not self.state.is_over, f"{self.place}: the game is over before `{text}`"
        if seat is not None:
            assert self.state.actor is not None
            assert self.actor == seat, f"{self.place}: {self.actor} is to act, not {seat} ({text})"
        try:
            self._apply(self._written(text))
        except coupdsl.IllegalMove as error:
            raise AssertionError(f"{self.place}: {error}; options: {self.options()}") from error

    @property
    def actor(self) -> str | None:
        actor = self.state.actor
        return None if actor is None else "chance" if actor == coupdsl.CHANCE else self.seats[actor]

    def _written(self, text: str) -> str:
        words = str(text).split()
        if len(words) == 1 and CARD.match(words[0]):
            return f"play {words[0]}"
        return " ".join(str(self.seat(w)) if len(w) == 1 and w in self.seats else w for w in words)

    def options(self) -> list[str]:
        return [str(move).removeprefix("play ") for move in self.state.legal_moves()]

    # ---- a hand
    def hand(self, hand: dict[str, Any]) -> None:
        unknown = set(hand) - self.hand_keys - self.checks
        assert not unknown, f"{self.place}: {unknown}"
        self.deals = [(deal, hand.get("holder")) for deal in listed(hand.get("deal", {}))]
        if not self.state.is_over:
            self.settle_chance()
        self.paid = []
        if "given" in hand:
            self._given(hand["given"])
        self.before = self._balances()
        coup = hand.get("coup") or ("decline" if "contract" in hand else None)
        if coup:
            self.move(coup)
        if "contract" in hand:
            self.move(f"contract {hand['contract']}")
        for line in flat(hand.get("plays", [])):
            self.place = f"{self.place.split(':')[0]}: {line}"
            if isinstance(line, dict):
                self.check(line)
            else:
                self.line(str(line))
        self.place = f"{self.place.split(':')[0]}: at the end"
        self.check({key: part for key, part in hand.items() if key in self.checks})

    def line(self, line: str) -> None:
        if line.startswith("first legal"):
            self._first_legal(int(line.split(" x ")[1]) if " x " in line else 1)
            return
        text, _, taker = line.partition("->")
        self.taker = None
        for turn in text.split("|"):
            self._turn(turn.split())
        if taker:
            assert self.taker == taker.strip(), f"{self.place}: taken by {self.taker}"

    def _turn(self, words: list[str]) -> None:
        seat = words.pop(0) if len(words[0]) == 1 and words[0] in self.seats else None
        if not all(CARD.match(word) or word in ("pass", "stop") for word in words):
            self.move(" ".join(words), seat)
            return
        for word in words:
            self.move(word, seat)
            if self.states().get("current") != "dominos":
                seat = None  # the others follow in a trick

    def _first_legal(self, hands: int) -> None:
        wanted = self.ended + hands
        while self.ended < wanted and not self.state.is_over and self.state.decision not in ("loan", "repay"):
            self.settle_chance()
            moves = [str(move) for move in self.state.legal_moves()]
            self._apply("decline" if "decline" in moves else moves[0])

    # ---- a position by hand
    def _given(self, given: dict[str, Any]) -> None:
        """Writes a position into the saved state, which is plain data."""
        assert set(given) <= {"cash", "treasury", "played", "states", "loans"}, f"{self.place}: {set(given)}"
        layout = self.rules.code.layout
        saved = self.state.save()
        for letter, amount in given.get("cash", {}).items():
            saved["balances"][self.seat(letter)] = amount
        saved["balances"][self.rules.players] = given.get("treasury", saved["balances"][self.rules.players])
        assert sum(saved["balances"]) == self.money, f"{self.place}: {saved['balances']}"
        where = {declared.name: (declared, at) for declared, at in layout.state_start.items()}
        entries = [entry.path for entry in self.rules.program.kinds["contract"].entries]
        for name in given.get("played", []):
            saved["memory"][where["dagger"][1] + entries.index(name)] = self.states()["round_number"]
        for name, value in given.get("states", {}).items():
            values = [value[s] for s in self.seats] if isinstance(value, dict) else [value]
            for at, one in enumerate(values, where[name][1]):
                saved["memory"][at] = self.seat(one) if isinstance(one, str) else one
        numbers = [layout.zone_name(number) for number in range(len(layout.zones))]
        blank, open_ = numbers.index("blank"), numbers.index("open")
        for loan in given.get("loans", []):
            debtor, lender, owed = re.fullmatch(r"(\w) owes (\w) (\d+)", loan).groups()  # type: ignore[union-attr]
            note = saved["rows"][blank].pop(0)
            saved["rows"][open_].append(note)
            saved["held"][blank] &= ~(1 << note)
            saved["held"][open_] |= 1 << note
            saved["where"][note] = open_
            for name, one in (("debtor", self.seat(debtor)), ("lender", self.seat(lender)), ("owed", int(owed))):
                saved["memory"][where[name][1] + note] = one
        self.state = self.rules.restore(with_seal(saved))

    def _balances(self) -> dict[str, int]:
        names = map(self.rules.code.layout.account_name, range(len(self.state.balances)))
        return dict(zip(map(self._party, names), self.state.balances, strict=True))

    # ---- checks
    def check(self, checks: dict[str, Any]) -> None:
        for name, wanted in checks.items():
            assert name in self.checks, f"{self.place}: {name} is no check"
            getattr(self, f"check_{name}")(wanted)

    def same(self, what: str, found: Any, wanted: Any) -> None:
        assert found == wanted, f"{self.place}: {what} is {found}, not {wanted}"

    def check_paid(self, wanted: list[str]) -> None:
        found, self.paid = self.paid, []
        self.same("paid", found, [" ".join(str(line).split()) for line in wanted])

    def check_cash(self, wanted: dict[str, int]) -> None:
        self.same("cash", {s: self._balances()[s] for s in wanted}, wanted)

    def check_treasury(self, wanted: int) -> None:
        self.same("treasury", self._balances()["treasury"], wanted)

    def check_net(self, wanted: dict[str, int]) -> None:
        now = self._balances()
        changed = {s: now[s] - was for s, was in self.before.items() if now[s] != was}
        self.same("net", changed, {s: m for s, m in wanted.items() if m})

    def check_states(self, wanted: dict[str, Any]) -> None:
        found = self.states()
        for name, value in wanted.items():
            now = found[name]
            if isinstance(value, dict):
                now = {s: now[self.seat(s)] for s in value} if isinstance(now, list) else {k: now[k] for k in value}
            elif isinstance(value, str) and value in self.seats and isinstance(now, int):
                now = self.seats[now]
            self.same(name, now, value)

    def check_legal(self, wanted: Any) -> None:
        self.settle_chance()
        moves = str(wanted).split() if not isinstance(wanted, list) else wanted
        written = {self._written(move) for move in moves}
        self.same("legal", {str(move) for move in self.state.legal_moves()}, written)

    def check_possible(self, wanted: Any) -> None:
        self.settle_chance()
        for move in listed(wanted):
            assert self._written(str(move)) in self.options(), f"{self.place}: {move} is not among {self.options()}"

    def check_told(self, wanted: dict[str, list[str]]) -> None:
        for letter, kinds in wanted.items():
            seat = None if letter == "all" else self.seat(letter)
            told = [event.seen_by(self.rules.code, seat) for event in self.events]
            self.same(f"what {letter} is told", [event["event"] for event in told if event is not None], kinds)

    def check_illegal(self, wanted: Any) -> None:
        self.settle_chance()
        before = self.state.copy()
        for move in str(wanted).split() if not isinstance(wanted, list) else wanted:
            with pytest.raises(coupdsl.IllegalMove):
                self.state.apply(self._written(move))
                raise AssertionError(f"{self.place}: {move} was allowed")
        assert self.state == before

    def check_actor(self, wanted: str) -> None:
        self.settle_chance()
        self.same("actor", self.actor, wanted)

    def check_decision(self, wanted: str) -> None:
        self.settle_chance()
        self.same("decision", self.state.decision, wanted)

    def check_loans(self, wanted: list[str]) -> None:
        view = self.state.view(None)
        notes = next(zone["pieces"] for zone in view["zones"] if zone["name"] == "open")
        found = [view["pieces"][note] for note in notes]
        self.same("loans", [f"{self.seats[n['debtor']]} owes {self.seats[n['lender']]} {n['owed']}"
                            for n in found], wanted)  # fmt: skip

    def _known(self, line: str) -> bool:
        who, face = line.split()
        zones = self.state.view(None if who == "all" else self.seat(who))["zones"]
        return any(face in zone["pieces"] for zone in zones)

    def check_knows(self, wanted: Any) -> None:
        for line in listed(wanted):
            assert self._known(line), f"{self.place}: not so: {line}"

    def check_unknown(self, wanted: Any) -> None:
        for line in listed(wanted):
            assert not self._known(line), f"{self.place}: known: {line}"

    def check_zones(self, wanted: dict[str, str]) -> None:
        view = self.state.view(None)
        for name, faces in wanted.items():
            zone, _, seat = name.partition(" ")
            owner = self.seat(seat) if seat else None
            found = next(z["pieces"] for z in view["zones"] if (z["name"], z["seat"]) == (zone, owner))
            assert set(str(faces).split()) <= set(found), f"{self.place}: in {name} lie {found}"

    def check_hands_played(self, wanted: int) -> None:
        self.same("hands played", len(self.log), wanted)

    def check_openers(self, wanted: list[str]) -> None:
        self.same("openers", list(dict(sorted({(number, opener) for number, opener, _ in self.log})).values()), wanted)

    def check_contracts(self, wanted: list[str]) -> None:
        """In the first round, in order."""
        self.same("contracts", [contract for number, _, contract in self.log if number == 1], wanted)

    def check_scores(self, wanted: dict[str, int]) -> None:
        result = self.state.result()
        assert result is not None, f"{self.place}: the game goes on"
        self.same("scores", dict(zip(self.seats, result.scores, strict=True)), wanted)

    def check_winners(self, wanted: list[str]) -> None:
        result = self.state.result()
        assert result is not None, f"{self.place}: the game goes on"
        self.same("winners", [self.seats[s] for s in result.winners], wanted)

    def check_packs(self, wanted: list[int]) -> None:
        self.same("packs", self.packs, wanted)

    def check_over(self, wanted: bool) -> None:
        self.same("over", self.state.is_over, wanted)
