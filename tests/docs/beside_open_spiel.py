"""Hearts against OpenSpiel's ISMCTS, in a process of its own, which may crash.

OpenSpiel is given its own game of the same deal, move by move the same. There is no passing: where there is, its search
ends the process at the first card that it is asked to pass. `python -m tests.docs.beside_open_spiel LEVEL
SIMULATIONS` is the process: it reads the deal's seed and who sits where from each line, and writes how the game went.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.gallery.test_open_spiel import Hearts

from coupdsl.engine.chance import CHANCE
from coupdsl.engine.rules import Rules
from coupdsl.play.company import PlayerFailed, seated
from coupdsl.search.levels import Level, Thinker, imagining
from coupdsl.search.player import Player
from coupdsl.study.ladder.contest import Contest, Place
from coupdsl.study.ladder.kept_games import KeptGames, places
from coupdsl.study.ladder.match import Crash, Played
from coupdsl.study.plan import Subject

MODULE = "tests.docs.beside_open_spiel"  # also where it is run
RULES, SEATS = Subject("hearts-open-spiel", (("pass.direction", "never"),)), 4
CARDS = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
EXPLORES = 5.0  # the constant of UCB in OpenSpiel's own tests of its search
QUICK, SPELLED = Level(16, 600, looks_ahead=True), f"{MODULE}:quick"


def quick(rules: Rules, seat: int, seed: int) -> Player:
    """The search of `hard` with fewer tries in fewer worlds, as they weigh."""
    return Thinker(QUICK, imagining, rules, seat, seed)


def contest(level: str, simulations: int) -> Contest:
    """Who is compared; the second is not of the registry."""
    return Contest(RULES, SEATS, 1966, (level, f"OpenSpiel's ISMCTS, {simulations:,}"), rotations=True)


def duel(kept: KeptGames, level: str, simulations: int, seconds: float) -> None:
    """Plays what is not played yet, for so long; a game that ends its process is told as such."""
    end = time.monotonic() + seconds
    with kept, closing(Host(level, simulations)) as host:
        for place in places(kept.contest):
            if time.monotonic() >= end:
                break
            if place not in kept.games:
                seats = kept.contest.seats(place.deal)[place.seating]
                kept.add(_played(place, seats, host.play(kept.contest.seed_of(place.deal), seats)))


class Host:
    """The process in which games are played; another one is begun where it ends."""

    def __init__(self, level: str, simulations: int) -> None:
        self._words = [sys.executable, "-m", MODULE, level, str(simulations)]
        self._process: subprocess.Popen[str] | None = None

    def play(self, seed: int, seats: tuple[int, ...]) -> dict[str, Any]:
        if self._process is None:
            root, pipe = Path(__file__).resolve().parents[2], subprocess.PIPE
            self._process = subprocess.Popen(
                self._words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, cwd=root
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([seed, seats]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            self.close()
            return {"crash": (None, "the process that played ended")}
        found: dict[str, Any] = json.loads(line)
        return found

    def close(self) -> None:
        if self._process is not None:
            self._process.communicate()
            self._process = None


def _played(place: Place, seats: tuple[int, ...], told: dict[str, Any]) -> Played:
    none = [0] * SEATS
    crash = Crash(*told["crash"]) if "crash" in told else None
    scores, winners = (tuple(told.get(key, ())) for key in ("scores", "winners"))
    choices, seconds = tuple(told.get("choices", none)), tuple(map(float, told.get("seconds", none)))
    return Played(place, seats, scores, winners, choices, seconds, crash)


# ---- in the process
def game(level: str, simulations: int, seed: int, seats: list[int]) -> dict[str, Any]:
    """One game; where `level` fails, that."""
    import pyspiel

    rules = contest(level, simulations).rules
    rnd = random.Random(seed)
    dealt = rnd.sample(CARDS, len(CARDS))
    theirs = pyspiel.load_game("hearts(pass_cards=false)").new_initial_state()
    chance = ["No Pass", *dealt]
    for text in chance:
        theirs.apply_action(_actions(theirs)[text])
    playouts = pyspiel.RandomRolloutEvaluator(1, rnd.getrandbits(31))  # which the searches do not keep alive
    how = pyspiel.ISMCTSFinalPolicyType.NORMALIZED_VISIT_COUNT, False, True
    bots = {
        seat: pyspiel.ISMCTSBot(rnd.getrandbits(31), playouts, EXPLORES, simulations, -1, *how)
        for seat in range(SEATS)
        if seats[seat] == 1
    }
    ours, reading = rules.start(), Hearts({"chance": chance, "returns": [0] * SEATS})
    choices, seconds = [0] * SEATS, [0.0] * SEATS
    try:
        company = seated(rules, {seat: level for seat in range(SEATS) if seat not in bots}, rnd.getrandbits(64), 0)
        company.happened(ours.events)
        while not ours.is_over:
            seat = ours.actor
            assert seat is not None
            if seat == CHANCE:
                company.happened(ours.apply(reading.chance(ours)))
                continue
            mine = reading.moves(ours)
            choices[seat] += len(mine) > 1
            begin = time.perf_counter()
            if seat in bots:
                text = theirs.action_to_string(seat, bots[seat].step(theirs))
            else:
                chosen = str(company.choose(ours))
                text = next(word for word, move in mine.items() if move == chosen)
            seconds[seat] += time.perf_counter() - begin
            theirs.apply_action(_actions(theirs)[text])
            company.happened(ours.apply(mine[text]))
    except PlayerFailed as failed:
        return {"crash": [failed.seat, failed.error]}
    result = ours.result()
    assert result is not None
    assert theirs.returns() == reading.returns(result)
    return {"scores": result.scores, "winners": result.winners, "choices": choices, "seconds": seconds}


def _actions(state: Any) -> dict[str, int]:
    return {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(game(sys.argv[1], int(sys.argv[2]), *json.loads(line))), flush=True)
