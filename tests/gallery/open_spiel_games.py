"""Random games of OpenSpiel, played in a process of their own: `python open_spiel_games.py GAME SEED COUNT`.

Each game is one line of JSON: `chance` (outcomes in order), `steps` (player, legal actions, the one chosen) and
`returns`. Cards are written rank first, as here.
"""

from __future__ import annotations

import json
import random
import sys

import pyspiel


def written(game: str, text: str) -> str:
    """An action as it is written here: OpenSpiel's other games name the suit first, and call a bid of nothing Nil."""
    if text == "Nil":
        return "0"
    return text[::-1] if game != "hearts" and len(text) == 2 and text[0] in "CDHS" else text


def play(name: str, rnd: random.Random) -> dict[str, object]:
    state = pyspiel.load_game(name).new_initial_state()
    kind = name.partition("(")[0]
    chance: list[str] = []
    steps: list[tuple[int, list[str], str]] = []
    while not state.is_terminal():
        player = state.current_player()
        actions = [a for a, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        chosen = rnd.choice(actions)
        texts = {action: written(kind, state.action_to_string(player, action)) for action in actions}
        if state.is_chance_node():
            chance.append(texts[chosen])
        else:
            steps.append((player, sorted(texts.values()), texts[chosen]))
        state.apply_action_with_legality_check(chosen)
    return {"chance": chance, "steps": steps, "returns": state.returns()}


def main(name: str, seed: str, count: str) -> None:
    rnd = random.Random(int(seed))
    for _ in range(int(count)):
        print(json.dumps(play(name, rnd)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
