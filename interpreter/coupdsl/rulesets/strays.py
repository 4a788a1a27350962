"""What a variant states where nothing reads it, such as `siege: 150` or `set` under nothing, and where it belongs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.rulesets.schema_help import PLAYERS
from coupdsl.rulesets.variant import KNOWN, PARTS, Variant
from coupdsl.rulesets.yaml_refusals import UNBROKEN
from coupdsl.rulesets.yaml_text import Entry, Items, Mapping, Node, Scalar

MOST = 8  # fields that are named
JOINING = ("cards", "check", "option")  # words of rules that add to those of the game
REPLACED = ("seats", "tables", "cells", "pieces", "account", "zone", "state", "limit", "rule", "order", "let", "shape")


def strays_told(variant: Variant, program: p.Program) -> Iterator[Diagnostic]:
    """A problem for each of them, whose help is in the words of the game."""
    plurals = {kind.plural for kind in program.charted}
    for stray in variant.strays:
        if stray.key in PARTS:
            help_ = _part_placed(program, stray) or _under(plurals)
            yield Diagnostic(codes.UNKNOWN_KEY, stray.key_span, f"`{stray.key}` is not under anything", help_)
        elif isinstance(stray.value, Mapping) and stray.key in plurals:
            for entry in stray.value.entries:
                yield _unknown(entry, _placed(program, entry.key, entry.value) or suggest(entry.key, PARTS))
        elif stray.key in plurals:
            message = f"this does not say what to do with the {stray.key}"
            help_ = _parts_meant(stray)
            yield Diagnostic(codes.UNKNOWN_KEY, stray.value.span, message, help_)
        else:
            placed = (
                _placed(program, stray.key, stray.value)
                or _placed_inside(program, stray.value)
                or _of_rules(program, stray.key)
            )
            yield _unknown(stray, placed or meant_or_listed(stray.key, plurals))


def _parts_meant(stray: Entry) -> str:
    """How it is said what is to become of the entries of a kind that are listed, or of the items of a list."""
    listed = stray.value.values if isinstance(stray.value, Items) else ()
    parts = [part for one in listed if isinstance(one, Mapping) for part in one.entries]
    if parts and all(part.key in PARTS for part in parts):
        said = ", ".join(f"{part.key}: {_as_written(part.value)}" for part in parts)
        return f"leave out the `-`: write `{stray.key}: {{{said}}}`"
    named = ", ".join(one.span.text for one in listed if isinstance(one, Scalar)) or "…"
    return f"write `{stray.key}: {{remove: [{named}]}}`, or `add` or `set`"


def _as_written(value: Node) -> str:
    """A list as it is written in brackets, also of one thing without them."""
    text = value.span.text
    if isinstance(value, Scalar):
        return f"[{text}]"
    return text if text[:1] in ("[", "{") and "\n" not in text else "…"


def _unknown(entry: Entry, help_: str | None) -> Diagnostic:
    if not set(UNBROKEN).isdisjoint(entry.key):
        help_ = "it contains a no-break space: type plain spaces"
    return Diagnostic(codes.UNKNOWN_KEY, entry.key_span, f"`{entry.key}` is not known here", help_)


def _of_rules(program: p.Program, name: str) -> str | None:
    """Where it is stated, if it is a word of rules, such as `cards`, or what they name, such as `hand_size`."""
    written = name if name in (*JOINING, *REPLACED) else _declared(program, name)
    if written is None:
        return None
    change = written if name in JOINING else f"replace {written}"
    return f"this belongs in a file of rules: write `rules: {{add: [./ours.coup]}}`, and in it `{change} …`"


def _declared(program: p.Program, name: str) -> str | None:
    """How rules begin to declare what they name so."""
    rule = next((one for one in program.rules if one.name == name), None)
    if rule is not None:
        return f"{'let' if rule.form == 'let' else 'rule'} {name}"
    account = next((one for one in program.accounts if one.name == name), None)
    return f"account {name}{' per seat' if account.per_seat else ''} =" if account is not None else None


def meant_or_listed(key: str, plurals: Iterable[str]) -> str:
    """The key of a variant that was meant, or all that there are."""
    known = {*plurals, *KNOWN, PLAYERS}
    return suggest(key, known) or "possible here: " + ", ".join(f"`{name}`" for name in sorted(known))


def _under(plurals: set[str]) -> str:
    named = " or ".join(f"`{plural}`" for plural in sorted(plurals))
    return f"write it under {named}" if named else "this game has only options: write `options: {…}`"


def _part_placed(program: p.Program, part: Entry) -> str | None:
    """Where `set`, `add` or `remove` belongs, by what it holds."""
    if part.key == "add" and isinstance(part.value, Items) and part.value.span.text.find(".coup") >= 0:
        return f"write `rules: {{add: {part.value.span.text}}}`"
    if not isinstance(part.value, Items):
        return _placed_inside(program, part.value)
    tops = {_top(entry).kind.plural for one in part.value.values if (entry := _entry(program, str(one.plain()))[0])}
    return f"write `{tops.pop()}: {{{part.key}: {part.value.span.text}}}`" if len(tops) == 1 else None


def _placed_inside(program: p.Program, value: Node) -> str | None:
    """Where the first thing that is stated there belongs."""
    if not isinstance(value, Mapping) or not value.entries:
        return None
    return _placed(program, value.entries[0].key, value.entries[0].value)


def _placed(program: p.Program, name: str, value: Node) -> str | None:
    """Where an option, an entry or a field of one belongs."""
    while isinstance(value, Mapping) and value.entries:
        name, value = f"{name}.{value.entries[0].key}", value.entries[0].value
    stated = value.span.text
    if name in program.options:
        return f"`{name}` is an option: write `options: {{{name}: {stated}}}`"
    entry, fields = _entry(program, name)
    if entry is None:
        return None
    own = [member.name for member in entry.kind.members.values() if member.form == "field"]
    top = _top(entry)
    told = f"`{top.path}` is one of the `{top.kind.plural}`"
    if len(fields) == 1 and fields[0] in own:
        return f"{told}: write `{nested(entry, f'{fields[0]}: {stated}')}`"
    known = [*own, *(child.name for child in entry.children)]
    named = ", ".join(f"`{name}`" for name in known[:MOST])
    return f"{told}: write `{nested(entry, '…: …')}`, to set one of {named}"


def nested(entry: p.Entry, inner: str) -> str:
    """A field of an entry as a variant sets it."""
    for name in reversed(entry.path.split(".")):
        inner = f"{name}: {{{inner}}}"
    return f"{_top(entry).kind.plural}: {{set: {{{inner}}}}}"


def _entry(program: p.Program, name: str) -> tuple[p.Entry | None, list[str]]:
    """The entry that a name begins with, and what follows."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        entry = program.entry(".".join(parts[:length]))
        if entry is not None and _top(entry).kind in program.charted:
            return entry, parts[length:]
    return None, parts


def _top(entry: p.Entry) -> p.Entry:
    while entry.parent is not None:
        entry = entry.parent
    return entry


__all__ = ["meant_or_listed", "nested", "strays_told"]
