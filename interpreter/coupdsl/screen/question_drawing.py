"""What is asked, as lines of text: the question, each answer that no click on the table gives, and how a game ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coupdsl.scene.model import Scene
from coupdsl.screen.choosing import Group, Picked, digits, name, numbers, offers, so_far, wholes
from coupdsl.screen.flowing import Bit, Item, Line, Word, flow, width, words
from coupdsl.screen.marking import Marking, keys_on_table

Sentences = Sequence[tuple[str, str, str]]  # each with its kind and the rules that it cites
BUTTONS = ("next_hand", "anew", "quit", "back", "unguided", "look_back", "close")  # what can be done beside answering
MANY = 12  # numbers; more are asked for in the line in which one types


class QuestionDrawing:
    """Draws the question of one scene, of which `picked` has been answered."""

    def __init__(self, scene: Scene, said: Mapping[str, str], marking: Marking, picked: Sequence[Picked]) -> None:
        self.scene, self.said, self.marking, self.picked = scene, said, marking, picked
        self.letters = marking.letters
        groups, left = offers(marking.left), marking.left
        self.counted = numbers(groups)
        on_table = keys_on_table(scene)
        self.shown: list[Group] = (
            [tuple(key for part in left[0].parts for key in part)] if len(left) == 1
            else [] if len(self.counted) > MANY
            else [group for group in groups if not group or not all(key in on_table for key in group)]
            + wholes(left, marking.picked)
        )  # fmt: skip
        keys = {key for choice in left for part in choice.parts for key in part}
        self.digits = digits(self.shown, map(self._called, keys))

    def answers(self) -> dict[str, Item]:
        """What the digits choose."""
        return {
            digit: Item("answer", name(group))
            for digit, group in zip(self.digits, self.shown, strict=True) if digit is not None
        }  # fmt: skip

    def lines(self, wide: int) -> list[Line]:
        question, letters, marking = self.scene.question, self.letters, self.marking
        lines = flow(words(letters(question.text), "strong"), wide)
        if self.picked:
            begun = so_far(marking.left, [key for one in self.picked for key in one.keys], self._called)
            lines += flow([*words(letters(begun)), button("back", self.said, marking)], wide)
        if len(self.counted) > MANY:
            said = self.said["amount"], self.said["from_to"].format(self.counted[0], self.counted[-1])
            return [*lines, *flow(words(letters(" ".join(said)), "faint"), wide)]
        drawn = [self._answer(group, digit) for group, digit in zip(self.shown, self.digits, strict=True)]
        stated = [self._stated(group) for group in self.shown]
        more = [(Bit(f" {text}", "faint"),) if text else () for text in stated]
        together = [(*word, *said) for word, said in zip(drawn, more, strict=True)]
        if all(width(word) <= wide // 2 for word in together):
            return [*lines, *flow(together, wide, 2)]
        for word, text in zip(drawn, stated, strict=True):
            lines += flow([word, *words(text, "faint")], wide, 1, 4)
        return lines

    def _answer(self, group: Group, digit: str | None) -> Word:
        text = self.letters(self.label(group))
        return self.marking.button(Item("answer", name(group)), f"{digit} {text}" if digit is not None else text)

    def label(self, group: Group) -> str:
        """The whole move, where the answer makes it; else what it begins with."""
        left = self.marking.left
        made = left if len(left) == 1 else [choice for choice in left if group in choice.parts]
        return made[0].label if len(made) == 1 else " ".join([*map(self._called, group), "…"])

    def _called(self, key: str) -> str:
        return self.scene.question.called.get(key, key.partition(":")[2])

    def _stated(self, group: Group) -> str:
        return self.letters(", ".join(filter(None, map(self.scene.question.stated.get, group))))


def ending(scene: Scene, told: Sentences, said: Mapping[str, str], marking: Marking, wide: int) -> list[Line]:
    """How the game ended, with what was told last, and what can be done now."""
    lines = _told(told, marking, wide)
    if scene.result is not None:
        lines += flow(words(marking.letters(f"{scene.question.text} {scene.result.text}"), "strong"), wide)
        standing = [said["of"].format(scene.seats[seat].name, score) for seat, score in scene.result.standing]
        lines += flow([(Bit(marking.letters(one)),) for one in standing], wide, 3)
    return [*lines, *flow([button(do, said, marking) for do in ("anew", "look_back", "quit")], wide, 2)]


def pause(told: Sentences, said: Mapping[str, str], marking: Marking, wide: int) -> list[Line]:
    """What a hand came to, until somebody goes on."""
    return [*_told(told, marking, wide), *flow([button("next_hand", said, marking)], wide)]


def button(do: str, said: Mapping[str, str], marking: Marking) -> Word:
    """One of BUTTONS."""
    return marking.button(Item(do), marking.letters(said[do]))


def _told(told: Sentences, marking: Marking, wide: int) -> list[Line]:
    """Sentences, those of what a hand came to so that they stand out."""
    return [
        line for kind, text, _ in told if kind != "end"
        for line in flow(words(marking.letters(text), "strong" if kind == "hand" else ""), wide, 1, 2)
    ]  # fmt: skip


__all__ = ["BUTTONS", "QuestionDrawing", "Sentences", "button", "ending", "pause"]
