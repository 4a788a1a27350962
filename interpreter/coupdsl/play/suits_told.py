"""What the letters of suits mean where they are not those of their names, as in `AC` for l'As de Trèfle."""

from __future__ import annotations

from coupdsl.play.spoken import Words


def letters_of_suits(words: Words) -> list[str]:
    """A line with the name of each suit, where cards are told in letters that do not begin these names; else none."""
    named = {suit.mark: words.label("names", suit.name) for suit in words.rules.program.suits}
    if not words.plain or all(name.upper().startswith(mark) for mark, name in named.items()):
        return []
    return [words.say("suits", ", ".join(f"{mark} {name}" for mark, name in named.items()))]
