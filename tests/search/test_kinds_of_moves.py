"""Kinds of moves: what is rare among many alike is tried too, in machine code as without it."""

from __future__ import annotations

import pytest
from tests.helpers import rules_of
from tests.search.test_searching import AHEAD, same_nodes
from tests.small_games import load_text

import coupdsl
from coupdsl.code.agreeing import agreements
from coupdsl.search.arena import Arena, CompiledArena, arena_of
from coupdsl.search.compiled_tree import CompiledTree
from coupdsl.search.levels import MEDIUM, Level, judged
from coupdsl.search.search_tree import Tree

ONE_CARD = """edition 1
game one_card {
  seats [2]
  cards {
    suits spades S
    ranks ace A, king K, queen Q, jack J
  }
  zone deck: row seen by none = cards
  zone hand per seat: set seen by owner
  state won per seat: number = 0
  first of seats chooses early {
    EARLY
    wait { }
  }
  shuffle deck
  move first of deck to hand of last of seats
  first of seats chooses first_step {
    go { }
    stay { }
  }
  last of seats chooses answer {
    ANSWERS
  }
  finish by won
  limit 10 moves { finish by won }
}
"""
BIDS = """edition 1
game bids {
  seats [2]
  state is_called: flag = false
  state made: number = 0
  repeat turns until is_called at most 500 {
    first of seats chooses bid_or_call {
      bid n from 1 .. 200 { made := made + 1 }
      call { is_called := true }
    }
  }
  finish by made
  limit 1000 moves { finish by made }
}
"""


def one_card(early: str, *answers: str) -> tuple[CompiledArena, list[coupdsl.State]]:
    """The other has one of four cards, each in ten worlds; `answers` ask of it as in `K?`."""
    text = ONE_CARD.replace("EARLY", early).replace("ANSWERS", "\n    ".join(answers))
    for card in ("ace", "king", "queen", "jack"):
        text = text.replace(f"{card[0].upper()}?", f"(some hand of last of seats where rank is {card})")
    rules, worlds = load_text(text), []
    while len(worlds) < 40:
        worlds.append(rules.start(len(worlds)))
        worlds[-1].apply("wait")
    return CompiledArena(rules), worlds


def test_kinds_that_come_in_another_order_in_each_world_are_the_same_kinds() -> None:
    arena, worlds = one_card(
        "a n from 1 .. 1 { }",
        "b if A? or K? { won of last of seats := 1 }",
        "a n from 2 .. 2 if A? or K? or Q? { won of last of seats := 2 }",
        "c if Q? or J? { won of last of seats := 3 }",
        "d { won of last of seats := 1 }",
    )
    moves = worlds[0].legal_moves()
    assert len({tuple(move.kind for move in world_after(world).legal_moves()) for world in worlds}) > 2
    for seed in range(8):
        tree, compiled = Tree(arena, worlds, 0, seed), CompiledTree(arena, worlds, 0, seed)
        for numbers in (range(3), range(3, 100)):  # first while each is new, then by what was learnt
            assert tree.trials(moves, numbers) == compiled.trials(moves, numbers)
            same_nodes(tree, compiled)


def world_after(world: coupdsl.State) -> coupdsl.State:
    other = world.copy()
    other.apply("go")
    return other


def test_what_is_known_of_a_move_is_one_wherever_other_kinds_are_offered_too_or_not() -> None:
    arena, worlds = one_card(
        "pick n from 1 .. 3 { }",
        "pick n from 1 .. 3 { if n is 3 { won of last of seats := 4 } else { won of first of seats := 4 } }",
        "special if A? { won of last of seats := 40 }",
    )
    tree = Tree(arena, worlds, 0, 3)
    tree.trials(worlds[0].legal_moves(), range(400))
    numbers = {move.id for move in world_after(worlds[0]).legal_moves() if move.word == "pick"}
    by_answer = [node for node in tree.nodes.values() if numbers <= node.keys()]
    assert len(by_answer) == 2  # after `go` and after `stay`
    assert all(node.keys() == numbers for node in by_answer)


@pytest.mark.parametrize("make", [Arena, CompiledArena])
def test_a_choice_that_has_no_moves_under_these_numbers_is_none(make: type[Arena]) -> None:
    never = "last of seats chooses answer { guess n from 3 .. upto { gained of last of seats := n } }"
    text = AHEAD.replace("  first of seats", "  let upto = 2\n  first of seats", 1)
    text = text.replace("  finish by", f"  if gained of last of seats > 2 {{ {never} }}\n  finish by", 1)
    arena = make(load_text(text))
    assert arena.end(arena.place(arena.rules.start(1), 1), 1).scores[1] == 0


def test_of_many_moves_the_best_of_each_kind_is_not_left_out_at_once() -> None:
    """One call among sixty bids, of which each costs nothing unless the other calls."""
    arena = arena_of(load_text(BIDS.replace("bid n from 1 .. 200", "bid n from 1 .. 60")))
    found = judged(arena, [arena.rules.start(1)], 0, 1, MEDIUM)
    call = next(one for one in found if one.move.word == "call")
    assert call.tries > 10 > min(one.tries for one in found)


def test_a_tree_in_which_rules_fail_goes_on_and_shuns_what_leads_there() -> None:
    """In one of 1,600 random games, and in a tree that has learnt that nothing is better just before it fails."""
    fails = "{ won of last of seats := 1 / (m - 7) rounded down to 1 }"
    again = f"take m from 1 .. 40 {{ if m is 7 and won of last of seats is 7 {fails} }}"
    answer = f"won of last of seats := n\n first of seats chooses again {{ {again} }}"
    arena, worlds = one_card("pick n from 1 .. 3 { }", f"pick n from 1 .. 40 {{ {answer} }}")
    moves, failed = worlds[0].legal_moves(), 0
    for seed in range(8):
        tree, compiled = (make(arena, worlds, 0, seed) for make in (Tree, CompiledTree))
        found = compiled.trials(moves, range(400))
        assert tree.trials(moves, range(400)) == found
        same_nodes(tree, compiled)
        misses = 400 * len(moves) - sum(found.ended)
        assert misses < 100  # of more than ten thousand tries
        failed += misses > 0
    assert failed


@pytest.mark.parametrize("make", [Arena, CompiledArena])
def test_one_call_is_an_eighth_as_likely_as_two_hundred_bids_together(make: type[Arena]) -> None:
    arena = make(load_text(BIDS))
    bids = [arena.end(arena.place(arena.rules.start(1), seed), seed).scores[0] for seed in range(300)]
    assert 6.5 < sum(bids) / len(bids) < 9.5  # eight, on average


def test_one_good_answer_among_many_others_is_found() -> None:
    arena = arena_of(load_text(AHEAD.replace("spare {", "spare n from 1 .. 200 {")))
    tree = judged(arena, [arena.rules.start(1)], 0, 1, Level(1, 200, True))
    assert [str(one.move) for one in tree] == ["safe", "risky"]


TRUCE = """edition 1
game truce {
  seats [2]
  state made per seat: number = 0
  state turns: number = 0
  repeat rounds until turns >= 100 at most 100 {
    for s in seats {
      s chooses way {
        build { made of s := made of s + 1 }
        offer {
          left of s chooses answer {
            AGREE
            refuse { }
            ignore { }
          }
        }
      }
    }
    turns := turns + 1
  }
  finish by made
  limit 1000 moves { finish by made }
}
"""


@pytest.mark.parametrize("make", [Arena, CompiledArena])
@pytest.mark.parametrize("agree", ["agree { finish by 3 }", "agree n from 1 .. 90 { finish by 3 }"])
def test_nobody_agrees_to_a_draw_in_a_game_played_on_at_random(make: type[Arena], agree: str) -> None:
    arena = make(load_text(TRUCE.replace("AGREE", agree)))
    start = arena.rules.start(1)
    assert all(sum(arena.end(arena.place(start, seed), seed).scores) > 60 for seed in range(20))
    start.apply("offer")
    moves = start.legal_moves()
    assert "agree" in {move.word for move in moves}
    assert arena.trials([start], 0, 1, moves[:1], range(9)).sums == [0]  # it can be chosen, and ends the game
    ends = [arena.end(arena.place(start, seed), seed).scores for seed in range(40)]
    assert 5 < ends.count((3, 3)) < 35  # so whoever offers it reckons with that


@pytest.mark.parametrize("make", [Arena, CompiledArena])
def test_where_nothing_else_can_be_answered_players_agree(make: type[Arena]) -> None:
    rules = TRUCE.replace("AGREE", "agree { finish by 3 }").replace("ignore { }", "")
    arena = make(load_text(rules.replace("refuse {", "refuse if turns > 9 {")))
    start = arena.rules.start(1)
    ends = [arena.end(arena.place(start, seed), seed).scores for seed in range(20)]
    assert (3, 3) in ends


def test_agreement_is_left_out_without_machine_code_as_in_it() -> None:
    rules = load_text(TRUCE.replace("AGREE", "agree { finish by 3 }"))
    worlds, compiled = [rules.start(seed) for seed in range(3)], CompiledArena(rules)
    assert Arena(rules).ends(worlds, 5, range(40)) == compiled.ends(worlds, 5, range(40))


class Noting(Arena):
    """Notes how the games of a tree end."""

    def __init__(self, rules: coupdsl.Rules) -> None:
        super().__init__(rules)
        self.ended: list[tuple[int, ...]] = []

    def end(self, state: coupdsl.State, seed: int) -> coupdsl.Result:
        found = super().end(state, seed)
        self.ended.append(found.scores)
        return found


ANSWER = TRUCE[TRUCE.index("          left of s chooses") : TRUCE.index("        }\n      }\n    }\n    turns")]
ONE_OTHER = ANSWER.replace("            ignore { }\n", "")
ALL_OTHERS = f"for x in seats without s {{ {ANSWER.replace('left of s', 'x')} }}"


@pytest.mark.parametrize(("answers", "seats"), [(ANSWER, 2), (ONE_OTHER, 2), (ONE_OTHER, 3), (ALL_OTHERS, 3)])
def test_in_a_tree_nobody_agrees_but_to_an_offer_that_is_tried(answers: str, seats: int) -> None:
    text = TRUCE.replace(ANSWER, answers).replace("seats [2]", f"seats [{seats}]")
    arena = Noting(load_text(text.replace("AGREE", "agree { finish by 3 }"), seats))
    worlds = [arena.rules.start(seed) for seed in range(3)]
    by_word = {move.word: move for move in worlds[0].legal_moves()}
    for word, agrees in ("build", False), ("offer", True):
        moves, numbers, arena.ended = [by_word[word]], range(150), []
        tree, compiled = Tree(arena, worlds, 0, 5), CompiledTree(CompiledArena(arena.rules), worlds, 0, 5)
        assert tree.trials(moves, numbers) == compiled.trials(moves, numbers)
        same_nodes(tree, compiled)
        assert ((3,) * seats in arena.ended[-len(numbers) :]) is agrees


@pytest.mark.parametrize(
    ("text", "agreed"),
    [
        (TRUCE.replace("AGREE", "agree { finish by 3 }"), {"agree"}),
        (TRUCE.replace("AGREE", "agree { finish by made }"), set()),  # who has more wins
        (TRUCE.replace("AGREE", "agree { finish by 3 }\n concur { finish by 3 }"), {"agree", "concur"}),
        (TRUCE.replace("AGREE", "agree { finish by 3 }").replace("refuse { }", "refuse { turns := 100 }"), set()),
        (TRUCE.replace("AGREE", "agree { finish by 3 }").replace("build {", "agree {"), set()),  # another thing there
        (TRUCE.replace("AGREE", "agree { finish by 3 }").replace("ignore { }", ""), {"agree"}),
        (TRUCE.replace("AGREE", "agree { finish by 3 }").replace("refuse { }", "").replace("ignore { }", ""), set()),
    ],
)
def test_a_draw_is_agreed_to_where_else_the_game_only_goes_on(text: str, agreed: set[str]) -> None:
    code = load_text(text).code
    assert {code.alphabet.moves[move].word for move in agreements(code)} == agreed


def test_most_games_of_2005_that_are_played_on_at_random_are_decided() -> None:
    arena = arena_of(rules_of("coup-detat-2005", 2))
    ends = [arena.end(arena.place(arena.rules.start(seed), seed), seed) for seed in range(60)]
    assert sum(len(end.winners) == 1 for end in ends) > 30


def test_who_plays_alone_agrees_with_nobody() -> None:
    alone = TRUCE.replace("AGREE", "agree { finish by 3 }").replace("seats [2]", "seats [1]")
    assert not agreements(load_text(alone, 1).code)
