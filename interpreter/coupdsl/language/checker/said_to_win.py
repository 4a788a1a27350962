"""What helps where words say who wins or loses, and not the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from coupdsl.language import program as p
from coupdsl.language import tree
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.foreign_words import ANYBODY_WINS, EVERYBODY, NOBODY, WINS, who_wins


def of_all_or_none(node: tree.Node, is_known: Callable[[tree.Name], bool]) -> str | None:
    """The word by which all seats, or none of them, are meant where that is written in another way."""
    is_listed = isinstance(node, tree.Listing) and len(node.items) == 1
    word = node.items[0] if isinstance(node, tree.Listing) and is_listed else node
    if isinstance(word, tree.Nothing):
        return "none"
    if not isinstance(word, tree.Name) or (word.text == "seats" and not is_listed):
        return None
    return word.text if word.text in (*EVERYBODY, *NOBODY, "seats") and not is_known(word) else None


def several_keys(key: tree.FinishKey) -> str | None:
    """Help for `finish by a and b`, where what counts first is joined to what counts then."""
    joined, node = list[tree.Node](), key.value
    while isinstance(node, tree.Binary) and node.operator == "and":
        joined, node = [node.right, *joined], node.left
    if not joined:
        return None
    lowest = "lowest " if key.lowest else ""
    keys = ", ".join(f"{lowest}{one.span.words}" for one in (node, *joined))
    return f"write `finish by {keys}`: what comes first counts first"


def lowest_wins(keys: tuple[tree.FinishKey, ...], is_known: Callable[[tree.Name], bool]) -> str | None:
    """Help for `finish by a, lowest wins`: the last of these keys is none."""
    *others, last = keys
    if not (others and last.lowest and isinstance(last.value, tree.Name) and WINS.fullmatch(last.value.text)):
        return None
    words = [one.span.words for one in others[:-1]] + [f"lowest {others[-1].value.span.words}"]
    return None if is_known(last.value) else f"write `finish by {', '.join(words)}`: the lowest wins"


def by_verb(word: str, verb: str, named: p.Declared | p.Local | None) -> str:
    """Help for two words such as `dealer wins`; `named` is what the first one stands for."""
    kind = named.type.definite if isinstance(named, p.Local | p.State) else ty.ANY
    if kind not in (ty.ANY, ty.SEAT, ty.TEAM, ty.set_of(ty.SEAT), ty.list_of(ty.SEAT)):
        return ANYBODY_WINS
    return who_wins(f"members of {word}" if kind == ty.TEAM else word, verb)


def of_seats(node: td.Seats) -> str | None:
    """Help for `seats win`, which reads as how many play."""
    verb = node.value.text if isinstance(node.value, tree.Name) else ""
    return who_wins("seats", verb) if WINS.fullmatch(verb) else None
