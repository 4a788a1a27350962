"""How a move is chosen part by part. Each choice is made of parts, each of them a group of keys such as `piece:QS`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from functools import reduce
from itertools import takewhile
from typing import NamedTuple

from coupdsl.scene.model import Choice

Group = tuple[str, ...]
NUMBER = "number:"


class Picked(NamedTuple):
    """A group that was picked: `whole` by an answer that names it, else one key of it on the table."""

    keys: Group
    whole: bool


def name(group: Group) -> str:
    return "+".join(group)


def _part(choice: Choice, at: int) -> Group:
    return choice.parts[at] if at < len(choice.parts) else ()


def _keys(choice: Choice) -> set[str]:
    return {key for part in choice.parts for key in part}


def _differing(choices: Sequence[Choice]) -> int | None:
    """The first part in which choices differ; None where they do not."""
    longest = max((len(choice.parts) for choice in choices), default=0)
    return next((at for at in range(longest) if len({_part(choice, at) for choice in choices}) > 1), None)


def offers(choices: Sequence[Choice]) -> list[Group]:
    """The groups of the first part in which choices differ."""
    at = _differing(choices)
    return list(dict.fromkeys(_part(choice, at) for choice in choices)) if at is not None else []


def _narrowed(choices: Sequence[Choice], picked: Picked) -> Sequence[Choice]:
    """What a picked group leaves: what is asked next comes first, so that a way and the way back are told apart."""
    at = _differing(choices)
    named = [choice for choice in choices if at is not None and _part(choice, at) == picked.keys]
    # One card of a set is only its beginning.
    of_sets = at is not None and any(len(_part(choice, at)) > 1 for choice in choices)
    if named and (picked.whole or not of_sets):
        return named
    return [choice for choice in choices if set(picked.keys) <= _keys(choice)]


def remaining(choices: Sequence[Choice], picked: Sequence[Picked]) -> Sequence[Choice]:
    """The choices that are still possible."""
    return reduce(_narrowed, picked, choices)


def open_keys(choices: Sequence[Choice]) -> set[str]:
    """Every key that makes a difference now."""
    found = {key for group in offers(choices) for key in group}
    shared = set.intersection(*map(_keys, choices)) if len(choices) > 1 else set()
    return found.union(*map(_keys, choices)) - (shared - found)


def pick(choices: Sequence[Choice], picked: Sequence[Picked], new: Picked) -> tuple[str | None, list[Picked]]:
    """The move that it comes to, if that is plain, and else what is picked now."""
    now, before = [*picked, new], remaining(choices, picked)
    left = remaining(choices, now)
    if len(left) == 1:
        return left[0].move, []
    # One more of a set is picked even if it is in all that are left: one of those may then be whole.
    is_more = not set(new.keys) <= {key for one in picked for key in one.keys} and any(len(g) > 1 for g in offers(left))
    return None, now if left and (len(left) < len(before) or is_more) else list(picked)


def so_far(left: Sequence[Choice], picked: Sequence[str], called: Callable[[str], str]) -> str:
    """What was picked: as all moves that are left begin, if that says it, so that one reads what comes next."""
    begun = _beginning(choice.label for choice in left)
    coming = _beginning(" ".join(map(called, group)) for group in offers(left))  # such as the "Seat" of all seats
    if coming and begun[-len(coming) :] == coming:
        del begun[-len(coming) :]
    names = [called(key) for key in picked]
    return " ".join([*begun, "…"]) if {*" ".join(names).split()} <= {*begun} else ", ".join(names)


def _beginning(texts: Iterable[str]) -> list[str]:
    """The words with which all texts begin."""
    side_by_side = zip(*map(str.split, texts), strict=False)
    return [words[0] for words in takewhile(lambda words: len({*words}) == 1, side_by_side)]


def wholes(left: Sequence[Choice], keys: Set[str]) -> list[Group]:
    """Of the choices that are left, the sets of which all is picked: such as three of four that are alike."""
    return [group for group in offers(left) if len(group) > 1 and keys >= set(group)]


def numbers(groups: Sequence[Group]) -> list[int]:
    """The numbers of groups that are all numbers, in order; else none."""
    if not all(len(group) == 1 and group[0].startswith(NUMBER) for group in groups):
        return []
    return sorted(int(group[0].removeprefix(NUMBER)) for group in groups)


def digits(groups: Sequence[Group], texts: Iterable[str] = ()) -> list[str | None]:
    """The digit for each answer: its own number where answers are about such, so that 3 never bids what is third.

    None with which a longer one of the `texts` that can be typed begins, such as the 1 of a Ten.
    """
    begun = {text[0] for text in texts if len(text) > 1}
    own = [
        group[0].removeprefix(NUMBER) if len(group) == 1 and group[0].startswith(NUMBER) else None for group in groups
    ]
    left = (digit for digit in "123456789" if digit not in own and digit not in begun)
    return [
        next(left, None) if number is None else number if len(number) == 1 and number not in begun else None
        for number in own
    ]


__all__ = [
    "Group", "Picked", "digits", "name", "numbers", "offers", "open_keys", "pick", "remaining", "so_far", "wholes",
]  # fmt: skip
