"""The sentences that texts may give for an account of a game, and what may stand in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.source import Span

PLACE = re.compile(r"\{([^{}]*)\}")
OF_CHOICES = frozenset(["who", "cards", "paid", "got"])
PLACES = {
    "moves": OF_CHOICES, "decisions": OF_CHOICES,
    "names": frozenset(["cards", "seen", "owner", "former", "number", "from", "to", "value"]),
    "reasons": frozenset(["payer", "payee", "amount"]), "unseen": frozenset("0"),
    "alike": frozenset("01"),
}  # fmt: skip


def is_told(program: p.Program, choices: Iterable[ps.Choose], wanted: Iterable[str], path: str) -> bool:
    """Is it the path of a sentence about something that these rules have? `wanted` are those of their other texts."""
    told, _, rest = path.partition(".")
    group, _, name = rest.partition(".")
    if told != "told":
        return False
    if group == "unseen":
        return True
    if group == "alike":
        form, _, face = name.partition(".")
        faces = [one.name for one in (*program.ranks, *program.extras)]
        return form in ("single", "plural") and face in ("", *faces)
    named = {f"{group}.{part}" for part in name.split(".")} if group == "names" else {f"{group}.{name}"}
    return named <= {*wanted, *named_in_play(program, choices)}


def named_in_play(program: p.Program, choices: Iterable[ps.Choose]) -> set[str]:
    """What sentences may be about beside what has other texts, such as `names.turn` or `moves.siege`."""
    found = {f"names.{state.name}" for state in program.states}
    found |= {f"names.{family.name}" for family in program.families}
    if any(not one.word for choice in choices for one in choice.alternatives):
        found |= {f"moves.{entry.path}" for kind in program.kinds.values() for entry in kind.entries}
    return found


def strange_places(path: str, text: str, span: Span) -> Iterator[Diagnostic]:
    """Places in a sentence where nothing can stand."""
    group = path.split(".")[1]
    known = PLACES.get(group, frozenset())
    for place in PLACE.findall(text):
        if place in known or (place.isdecimal() and group in ("moves", "decisions")):
            continue
        message = f"nothing can stand in a sentence at `{{{place}}}`"
        yield Diagnostic(codes.UNKNOWN_TEXT, span, message, suggest(place, known))


__all__ = ["is_told", "named_in_play", "strange_places"]
