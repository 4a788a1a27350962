"""Games of OpenSpiel, played in a process of their own: `python open_spiel_games.py GAME SEED COUNT SHARE`.

Without more than GAME, all games that there are: each end once, with how `likely` chance makes it.
Each game is one line of JSON: `chance` (outcomes in order), `steps` (player, legal actions, the one chosen) and
`returns`. Cards are written rank first, as here. After COUNT games at random come SHARE lopsided ones: one seat gets
and plays high cards and the others low ones, bids are low or none, and all draw and pass, so that what is rare at
random is met too.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator

import pyspiel

RANKS = "23456789TJQKA"


def written(game: str, text: str) -> str:
    """An action as it is written here: OpenSpiel's other games name the suit first, and call a bid of nothing Nil."""
    if text == "Nil":
        return "0"
    if text == "unknown/pass":
        return "Pass"
    return text[::-1] if game != "hearts" and len(text) == 2 and text[0] in "CDHS" else text


def is_card(text: str) -> bool:
    return len(text) == 2 and text[0] in RANKS and text[1] in "CDHS"


def lopsided(texts: list[str], strong: bool, rnd: random.Random) -> str:
    """Mostly the highest card for the strong seat, the lowest for others; of numbers a low one; passes and draws."""
    for word in ("Pass", "Draw"):
        if word in texts and rnd.random() < 0.7:
            return word
    if not all(map(is_card, texts)):
        return min(rnd.choices(texts, k=3), key=int) if all(map(str.isdigit, texts)) else rnd.choice(texts)
    if rnd.random() < 0.1:
        return rnd.choice(texts)
    return (max if strong else min)(texts, key=lambda text: RANKS.index(text[0]))


def play(name: str, rnd: random.Random, strong: int | None) -> dict[str, object]:
    state = pyspiel.load_game(name).new_initial_state()
    kind = name.partition("(")[0]
    chance: list[str] = []
    steps: list[tuple[int, list[str], str]] = []
    cards = 0
    while not state.is_terminal():
        player = state.current_player()
        # At chance too: without passing, `chance_outcomes` of Hearts names directions that are then refused.
        actions = {written(kind, state.action_to_string(player, a)): a for a in state.legal_actions()}
        texts = sorted(actions)
        seat = cards % state.num_players() if state.is_chance_node() else player
        chosen = rnd.choice(texts) if strong is None else lopsided(texts, seat == strong, rnd)
        if state.is_chance_node():
            chance.append(chosen)
            cards += is_card(chosen)
        else:
            steps.append((player, texts, chosen))
        state.apply_action_with_legality_check(actions[chosen])
    return {"chance": chance, "steps": steps, "returns": state.returns()}


def every(name: str, state: pyspiel.State, chance: list[str], steps: list[object], likely: float) -> Iterator[object]:
    """All games that go on from here."""
    if state.is_terminal():
        yield {"chance": chance, "steps": steps, "returns": state.returns(), "likely": likely}
        return
    player = state.current_player()
    actions = {written(name, state.action_to_string(player, a)): a for a in state.legal_actions()}
    texts = sorted(actions)
    share = dict(state.chance_outcomes()) if state.is_chance_node() else {}
    for text in texts:
        after = state.child(actions[text])
        if share:
            yield from every(name, after, [*chance, text], steps, likely * share[actions[text]])
        else:
            yield from every(name, after, chance, [*steps, (player, texts, text)], likely)


def main(name: str, seed: str = "", count: str = "0", share: str = "0") -> None:
    if not seed:
        for told in every(name.partition("(")[0], pyspiel.load_game(name).new_initial_state(), [], [], 1.0):
            print(json.dumps(told))
        return
    rnd = random.Random(int(seed))
    players = pyspiel.load_game(name).num_players()
    for strong in [None] * int(count) + [n % players for n in range(int(share))]:
        print(json.dumps(play(name, rnd, strong)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
