"""What is known at a step holds whatever way has led there: here, where a piece lies that was picked."""

from __future__ import annotations

from tests.small_games import game, load_text

from coupdsl.code import instructions as i
from coupdsl.native.pieces.origins import Origin, origins

PUT = "  rule put(c: card, s: seat) {\n    s0 := s\n    move c to trick\n  }"
PICKED = "  s1 chooses give c from hand of s1\n"


def moves_from(lines: str) -> list[tuple[str, Origin | None]]:
    """The goals of all moves of single cards, with where the card must lie."""
    code = load_text(game(lines)).code
    known = origins(code)
    moves = [(at, one) for at, one in enumerate(code.instructions) if isinstance(one, i.Move)]
    return [(code.layout.zone_name(one.to.start), known.get(at)) for at, one in moves]


def hand() -> Origin:
    layout = load_text(game()).code.layout
    zone, state = (
        next(o for o in kept if o.name == name)
        for kept, name in ((layout.zone_start, "hand"), (layout.state_start, "s1"))
    )
    return Origin(layout.zone_start[zone], False, layout.state_start[state])


def test_a_picked_card_lies_where_it_was_picked() -> None:
    assert ("trick", hand()) in moves_from(PICKED + "  move c to trick")


def test_it_is_known_in_a_rule_that_is_given_the_card_and_after_a_condition() -> None:
    lines = PICKED + "  if one is 1 { one := 2 }\n  put(c, s1)\n" + PUT
    assert ("trick", hand()) in moves_from(lines)


def test_it_is_known_where_every_call_gives_a_card_from_there() -> None:
    lines = PICKED + "  put(c, s1)\n  s1 chooses give d from hand of s1\n  put(d, s1)\n" + PUT
    assert ("trick", hand()) in moves_from(lines)


def test_it_is_not_known_where_one_call_gives_another_card() -> None:
    lines = PICKED + "  put(c, s1)\n  put(the first of trick, s1)\n" + PUT
    assert all(origin is None for _, origin in moves_from(lines))


def test_it_is_not_known_when_the_seat_may_have_changed() -> None:
    assert all(origin is None for _, origin in moves_from(PICKED + "  s1 := s0\n  move c to trick"))


def test_it_is_not_known_after_another_move() -> None:
    lines = PICKED + "  move hand of s1 to pile of s1\n  move c to trick"
    assert all(origin is None for _, origin in moves_from(lines))
