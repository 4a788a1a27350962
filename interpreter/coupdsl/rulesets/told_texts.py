"""The sentences that texts may give for an account of a game or for why, and what may stand in them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_statements as ps
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.of_whom import of_whom
from coupdsl.language.source import Span
from coupdsl.rulesets.ruleset import SENTENCES
from coupdsl.rulesets.sums_by_seat import sums_by_seat
from coupdsl.rulesets.under_readings import strange_readings

PLACE = re.compile(r"\{([^{}]*)\}")
NAMED = re.compile(r"\{(\w+)(?:\.(suit|rank))?\}")  # in a sentence for why: what the rules name, or a face of it
OF_WHY = frozenset(["it", "others"])  # and what they do not
OPTIONAL = re.compile(r"\[[^\[\]]*\]")
OF_CHOICES = frozenset(["who", "cards", "paid", "got"])
OF_PIECES = frozenset(["cards", "seen", "owner", "former", "number", "from", "to"])
OF_VALUES = frozenset(["value", "owner"])
PLACES = {
    "moves": OF_CHOICES, "decisions": OF_CHOICES, "names": OF_PIECES | OF_VALUES,
    "reasons": frozenset(["payer", "payee", "amount"]), "unseen": frozenset("0"),
    "alike": frozenset("01"),
}  # fmt: skip
OPTIONAL_IN = ("moves", "decisions", "names", "reasons")


def strange_sentences(
    program: p.Program, words: Mapping[str, tuple[str, Span]], used: Collection[str]
) -> Iterator[Diagnostic]:
    """What is wrong inside of sentences; those beside a mechanic may be about what other games call the same."""
    of_names = _places_of_names(program)
    for path, (text, span) in words.items():
        group = path.partition(".")[0]
        beside = span.source.folder == program.span.source.folder
        if group in SENTENCES and beside:
            yield from strange_reasons([(path, text, span)], used)
            yield from strange_readings(program, [(path, span)])
        elif group in ("told", *SENTENCES) and (wrong := _unpaired(path, text, span)) is not None:
            yield wrong
        elif group == "told":
            yield from _strange_places(path, text, span, of_names if beside else {})


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
    found |= {f"names.{one.rule}" for one in sums_by_seat(program)}
    if any(not one.word for choice in choices for one in choice.alternatives):
        found |= {f"moves.{entry.path}" for kind in program.kinds.values() for entry in kind.entries}
    return found


def _places_of_names(program: p.Program) -> dict[str, frozenset[str]]:
    """What may stand in a sentence on each name: pieces have owners, and values of what there is one for each."""
    found: dict[str, frozenset[str]] = {}

    def add(name: str, places: frozenset[str]) -> None:
        found[name] = found.get(name, frozenset()) | places

    faces = (*program.suits, *program.ranks, *program.extras)
    for name in (*(account.name for account in program.accounts), *(face.name for face in faces)):
        add(name, frozenset())
    for name in (*(zone.name for zone in program.zones), *(family.name for family in program.families)):
        add(name, OF_PIECES)
    for state in program.states:
        add(state.name, OF_VALUES if state.per is not None else OF_VALUES - {"owner"})
    for one in sums_by_seat(program):
        add(one.rule, OF_VALUES)
    revealed = of_whom(program)
    of_nobody = {reveal.local.name for reveal, seats in revealed.items() if not seats}
    for name in dict.fromkeys(reveal.local.name for reveal in revealed):
        add(name, OF_VALUES - {"owner"} if name in of_nobody else OF_VALUES)
    return found


def _strange_places(path: str, text: str, span: Span, of_names: Mapping[str, frozenset[str]]) -> Iterator[Diagnostic]:
    """Places in a sentence where nothing can stand; `of_names` says what may stand in those on names."""
    _, group, name = path.split(".", 2)
    known = PLACES[group]
    if group == "names":
        known = OF_PIECES if "." in name else of_names.get(name, known)
    for place in PLACE.findall(text):
        if place in known or (place.isdecimal() and group in ("moves", "decisions")):
            continue
        why = f": `{name}` belongs to nobody" if place == "owner" and "value" in known else ""
        message = f"this sentence cannot contain `{{{place}}}`{why}"
        yield Diagnostic(codes.UNKNOWN_TEXT, span, message, suggest(place, known))


def strange_reasons(said: Iterable[tuple[str, str, Span]], names: Collection[str]) -> Iterator[Diagnostic]:
    """What is wrong inside of sentences for why; `names` are those that the rules use."""
    known = OF_WHY.union(names)
    for path, text, span in said:
        if (wrong := _unpaired(path, text, span)) is not None:
            yield wrong
            continue
        for place in PLACE.finditer(text):
            named = NAMED.fullmatch(place[0])
            if named is not None and named[1] in known:
                continue
            name, _, part = place[1].partition(".")
            help_ = suggest(name, known)
            if name in known and part:
                help_ = f"of a card its suit or its rank is filled in: `{{{name}.suit}}`, `{{{name}.rank}}`"
            yield Diagnostic(codes.UNKNOWN_TEXT, span, f"this sentence cannot contain `{place[0]}`", help_)


def _unpaired(path: str, text: str, span: Span) -> Diagnostic | None:
    """Says so where a brace of a sentence, or a bracket around what can be left out, would be read as it stands."""
    told, group, *_ = path.split(".")
    sign = re.search("[{}]", PLACE.sub("", text))
    help_ = f"use braces for what is filled in: `{{{'who' if told == 'told' else 'it'}}}`"
    if sign is None and told == "told" and group in OPTIONAL_IN:
        halves = text.split("|", 1) if group == "names" else [text]
        rests = [OPTIONAL.sub("", side) for side in halves]
        sign = next((found for rest in rests if (found := re.search(r"[\[\]]", rest)) is not None), None)
        help_ = "use brackets for what can be left out: `[ for {paid}]`"
        if any(map(OPTIONAL.search, rests)):
            return Diagnostic(codes.UNCLOSED, span, "there are brackets inside brackets in this sentence", help_)
    if sign is None:
        return None
    message = f"`{sign[0]}` {'is never closed' if sign[0] in '{[' else 'closes nothing'} in this sentence"
    return Diagnostic(codes.UNCLOSED, span, message, help_)


__all__ = ["is_told", "named_in_play", "strange_reasons", "strange_sentences"]
