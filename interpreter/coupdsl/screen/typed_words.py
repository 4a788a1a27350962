"""What is typed on the screen, and what it means there: an answer, a part of one, a word, or what a sitting hears."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coupdsl.play.drawing import Drawing
from coupdsl.play.spelling import spelled
from coupdsl.play.spoken import Words
from coupdsl.play.typed import Typed
from coupdsl.scene.model import Scene
from coupdsl.screen.choosing import name
from coupdsl.screen.flowing import Item
from coupdsl.screen.question_drawing import BUTTONS, QuestionDrawing
from coupdsl.screen.screen_words import SCREEN_WORDS, TAKE_BACK
from coupdsl.table.sitting import LANGUAGES, QUESTIONS

WITH_MORE = ("why", "log", "random")  # words after which more may stand


def meant(text: str, scene: Scene, question: QuestionDrawing, words: Words) -> Item | None:
    """What a line does by itself; None where the sitting is to make of it what it can."""
    asked = spelled(text)
    for choice in question.marking.left:
        if asked in (spelled(choice.label), spelled(choice.move)):
            return Item("choose", choice.move)
    if (
        item := next((item for printed, item in _printed(scene, question) if spelled(printed) == asked), None)
    ) is not None:
        return item
    said = SCREEN_WORDS[words.language]
    if (do := next((do for do in BUTTONS if spelled(said[do]) == asked), None)) is not None:
        return Item(do)
    own = text.removeprefix("/").lower()
    if own in TAKE_BACK[words.language]:
        return Item("take_back")
    if own in LANGUAGES:
        return Item("language", own)
    command, rest = words.command(text)
    if command == "why" and not rest:
        return Item("ask_what")
    if command is None or command in QUESTIONS or (rest and command not in WITH_MORE):
        return None
    return Item(command, rest)


def _printed(scene: Scene, question: QuestionDrawing) -> Iterator[tuple[str, Item]]:
    """What stands on the screen of each thing that can be chosen, and what can be typed for it."""
    for digit, group in zip(question.digits, question.shown, strict=True):
        item, label = Item("answer", name(group)), question.label(group)
        yield label, item
        if digit is not None:
            yield digit, item
            yield f"{digit} {label}", item
    for key in question.marking.open:
        if key in scene.question.called:
            yield scene.question.called[key], Item("pick", key)


def known_texts(scene: Scene, question: QuestionDrawing, words: Words) -> list[str]:
    """What can be typed now, as completions: moves, what is printed of their parts, and words."""
    left = question.marking.left
    moves = [choice.label for choice in left]
    parts = [scene.question.called[key] for choice in left for part in choice.parts[1:] for key in part]
    commands = [word for word in words.own_commands if len(word) > 1]
    return list(dict.fromkeys((*moves, *parts, *commands, *TAKE_BACK[words.language], *LANGUAGES)))


def asking_words(words: Words) -> list[str]:
    """The words after which a move is completed."""
    return [word for word, command in words.commands.items() if command == "why"]


def told_of(command: str, words: Words, scene: Scene) -> list[str]:
    """What is told of the rules, or of what can be typed."""
    if command == "chart":
        return Drawing(words).chart()
    if command == "rules":
        return Drawing(words).options()
    said: Mapping[str, str] = SCREEN_WORDS[words.language]
    _, enough = Typed(words).example_move([choice.move for choice in scene.question.choices])
    if command == "ask_what":
        return [words.say("why_what", enough)]
    return said["help"].format(enough, said["words"].format(enough)).splitlines()


__all__ = ["asking_words", "known_texts", "meant", "told_of"]
