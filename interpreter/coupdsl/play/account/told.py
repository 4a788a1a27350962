"""Sentences of an account before they are written: a form and what stands in it, so that those alike can be joined."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from coupdsl.language.records import by_value


@by_value
class Cards:
    """Pieces: those that the reader knows, and how many others, of a family if they are no cards."""

    faces: tuple[str, ...] = ()
    unseen: int = 0
    family: str = ""

    def __bool__(self) -> bool:
        return bool(self.faces) or self.unseen > 0

    def __len__(self) -> int:
        return len(self.faces) + self.unseen

    def repeated(self, times: int) -> Cards:
        return Cards(self.faces * times, self.unseen * times, self.family)

    def with_(self, other: Cards) -> Cards:
        return Cards((*self.faces, *other.faces), self.unseen + other.unseen, self.family or other.family)


@by_value
class Places:
    """Names of which several can stand beside one another."""

    names: tuple[str, ...]

    def with_(self, other: Places) -> Places:
        return Places((*self.names, *other.names))


Part = str | Cards | Places


@by_value
class Told:
    """One sentence. `kind` says of what: of the game itself, the head or sum of a hand, or the end."""

    form: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    kind: str = "event"
    moves: tuple[int, ...] = ()  # the numbers of the moves it tells
    times: int = 1
    noted: Mapping[str, str] = field(default_factory=dict)  # how pieces with fields are said


def folded(sentences: Iterable[Told]) -> list[Told]:
    """The sentences; those that follow one another and differ in one part at most become one."""
    found: list[Told] = []
    for one in sentences:
        joined = _joined(found[-1], one) if found else None
        if joined is None:
            found.append(one)
        else:
            found[-1] = joined
    return found


def _joined(first: Told, then: Told) -> Told | None:
    """Both as one sentence, where that tells the same."""
    if (first.form, first.kind, first.parts.keys()) != (then.form, then.kind, then.parts.keys()):
        return None
    noted = {**first.noted, **then.noted}
    if any(noted[face] != said for face, said in first.noted.items()):
        return None
    other = [key for key in first.parts if first.parts[key] != then.parts[key]]
    many = [key for key, part in first.parts.items() if isinstance(part, Cards)]
    rules = tuple(dict.fromkeys((*first.rules, *then.rules)))
    moves = (*first.moves, *then.moves)
    if not other and (not many or any(part for part in first.parts.values() if isinstance(part, Cards) and part.faces)):
        return replace(first, rules=rules, moves=moves, times=first.times + then.times, noted=noted)
    changing = other or many
    if len(changing) != 1:
        return None
    before, after = first.parts[changing[0]], then.parts[changing[0]]
    if isinstance(before, Cards) and isinstance(after, Cards) and before.family == after.family:
        part: Part = before.repeated(first.times).with_(after.repeated(then.times))
    elif first.times > 1 or then.times > 1:
        return None
    elif isinstance(before, Places) and isinstance(after, Places):
        part = before.with_(after)
    else:
        return None
    return replace(first, parts={**first.parts, changing[0]: part}, rules=rules, moves=moves, times=1, noted=noted)


__all__ = ["Cards", "Part", "Places", "Told", "folded"]
