"""Names for people that a variant gives: each to something that people are shown by its name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span
from coupdsl.rulesets.shared_words import names_in
from coupdsl.rulesets.texts import wanted_texts
from coupdsl.rulesets.under_readings import WHEN

WORDED = {"reasons": "a reason", "moves": "a move", "decisions": "a decision", "options": "an option"}


def strange_names(program: p.Program, named: Iterable[tuple[str, Span]]) -> Iterator[Diagnostic]:
    """Names for people that a variant gives to what the rules nowhere name."""
    known = {"otherwise"}.union(*(names_in(file.source.text) for file in program.files))
    wanted = cache(lambda: {one.removeprefix("names.") for one in wanted_texts(program) if one.startswith("names.")})
    for given, span in named:
        path = WHEN.sub("", given)
        text = program.text(path)
        if text is not None:
            entry, field = text
            message = f"names are given to entries, and `{field}` is a text of one"
            help_ = f"write `{entry.kind.plural}: {{set: {{{entry.path}: {{{field}: {{en: …}}}}}}}}`"
            yield Diagnostic(codes.UNKNOWN_TEXT, span, message, help_)
        elif not known.issuperset(path.split(".")):
            near = nearest(path, wanted()) or _by_parts(path, known)
            message = f"nothing in these rules is called `{path}`"
            yield Diagnostic(codes.UNKNOWN_TEXT, span, message, f"did you mean `{near}`?" if near is not None else None)


def _by_parts(path: str, known: Collection[str]) -> str | None:
    """A path of several names, of which each may be misspelt."""
    if "." not in path:
        return None
    each = [name if name in known else nearest(name, known) for name in path.split(".")]
    return ".".join(filter(None, each)) if None not in each else None


def nameless(program: p.Program, named: Collection[tuple[str, Span]]) -> Iterator[Diagnostic]:
    """Names that a variant gives to what has words of another sort in the texts of a game, or none of its own."""
    wanted = wanted_texts(program) if named else {}
    texts = [(group, name) for group, _, name in (path.partition(".") for path in wanted)]
    worded = {name.removesuffix(".ask"): group for group, name in texts if group in WORDED}
    shown = {name for group, name in texts if group == "names"} | _declared(program)
    for given, span in named:
        path = WHEN.sub("", given)
        if path in shown or program.entry(path) is not None or program.text(path) is not None:
            continue
        if (group := worded.get(path)) is not None:
            message = f"`{path}` is {WORDED[group]}, and a variant cannot rename those"
            help_ = f"remove it: its words are under `{group}:` in the texts beside the rules"
            yield Diagnostic(codes.UNKNOWN_TEXT, span, message, help_)
        elif "." in path and (last := path.rpartition(".")[2]) in shown:
            yield Diagnostic(codes.UNKNOWN_TEXT, span, f"`{path}` has no name of its own", f"give one to `{last}`")


def _declared(program: p.Program) -> set[str]:
    """What books and the table call by a name beside what must have one: rules, states, fields, and words of states."""
    own = {name for name, one in program.names.items() if not isinstance(one, p.Option)}
    inside = {name for mechanic in program.mechanics.values() for name in mechanic.members}
    inside |= {name for kind in program.kinds.values() for name in kind.members}
    inside |= {field.name for family in program.families for field in family.fields}
    return own | inside | {word for state in program.states for word in state.type.words}
