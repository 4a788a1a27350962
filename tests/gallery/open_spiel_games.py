"""Games of OpenSpiel, played in a process of their own: `python open_spiel_games.py GAME SEED COUNT SHARE`.

Without more than GAME, all games that there are: each end once, with how `likely` chance makes it.
Each game is one line of JSON: `chance` (outcomes in order), `steps` (player, legal actions, the one chosen) and
`returns`. Cards are written rank first, as here. After COUNT games at random come SHARE lopsided ones, so that what is
rare at random is met too: one seat gets and plays high cards and the others low ones, bids are low or none, and all
draw and pass; for melds, cards that belong together are dealt and kept together, and who can knock does.
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
    if game == "gin_rummy":
        text = text.rpartition(": ")[2]
        return text.upper() if is_card(text.upper()[:2]) else text
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


def belong(one: str, two: str) -> bool:
    """Of one rank, or neighbours of a suit where the Ace is low."""
    low = "A" + RANKS[:-1]
    return one[0] == two[0] or (one[1] == two[1] and abs(low.index(one[0]) - low.index(two[0])) == 1)


def melding(texts: list[str], dealt: list[str], chance: bool, rnd: random.Random) -> str:
    """Deals what belongs to the card before, takes and gives at random but keeps what belongs together, and knocks."""
    if "Knock" in texts and rnd.random() < 0.8:
        return "Knock"
    cards = [text for text in texts if is_card(text)]
    if chance:
        return rnd.choice([card for card in cards if dealt and rnd.random() < 0.5 and belong(card, dealt[-1])] or cards)
    if len(cards) < 3 or "Pass" in texts:
        return rnd.choice([text for text in texts if text != "Pass" or rnd.random() < 0.3] or texts)
    friends = {card: sum(belong(card, other) for other in cards) for card in cards}
    return min(cards, key=lambda card: friends[card] + rnd.random())


def overlooked(state: pyspiel.State) -> bool:
    """May one knock in Gin Rummy, although OpenSpiel does not say so?

    It counts eleven cards as one arrangement that melds most, less its highest card; for ten cards it counts right.
    """
    rummy, player, limit = pyspiel.gin_rummy, state.current_player(), state.knock_card()
    at_the_end = state.current_phase() == rummy.Phase.WALL
    if not at_the_end and (state.current_phase() != rummy.Phase.DISCARD or state.deadwood()[player] > limit + 10):
        return False
    held = state.hands()[player] + ([state.upcard()] if at_the_end else [])
    possible = rummy.GinRummyUtils(13, 4, 10).legal_discards(held, limit)
    return bool(possible) and rummy.KNOCK_ACTION not in state.legal_actions()


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
        if kind == "go_fish" and state.is_chance_node() and not texts:  # its deal asks for more cards than there are
            return {"chance": chance, "steps": steps, "returns": None}
        seat = cards % state.num_players() if state.is_chance_node() else player
        if strong is None:
            chosen = rnd.choice(texts)
        elif kind == "gin_rummy":
            chosen = melding(texts, chance, state.is_chance_node(), rnd)
        else:
            chosen = lopsided(texts, seat == strong, rnd)
        if state.is_chance_node():
            chance.append(chosen)
            cards += is_card(chosen)
        else:
            also = ["Knock"] if kind == "gin_rummy" and overlooked(state) else []
            steps.append((player, sorted(texts + also), chosen))
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
