"""What is said of a key in an entry that is none of its fields."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language.check import Checked
from coupdsl.language.diagnostics import errors, suggest
from coupdsl.language.signs import as_json
from coupdsl.rulesets.values import field_text
from coupdsl.rulesets.variant import Stated

LONGEST = 80  # letters of a value that help writes out


def no_field(checked: Checked, entry: p.Entry, name: str, stated: Stated) -> tuple[str, str | None]:
    """What is said, and what helps, where an entry has no field `name`."""
    said = _in_braces(stated)
    inside = {child.name: child for child in entry.children}
    if name in inside:
        fitting = _first_fitting(checked, inside[name], stated) or "…"
        return f"`{name}` has fields of its own", f"say which: `{name}: {{{fitting}: {said}}}`"
    meant = suggest(name, [*_fields(entry), *inside])
    if name in entry.kind.members:
        top = entry.parent or entry
        placed = f"to change the rule, write it in `replace {top.kind.name} {top.name} {{ … }}` in a file of rules"
        return f"`{name}` is not a value, but a rule", f"{meant}; {placed}" if meant is not None else placed
    holding = [one for one, child in inside.items() if name in _fields(child)]
    if holding:
        meant = f"it belongs to a part of `{entry.name}`, as in `{holding[0]}: {{{name}: {said}}}`"
    return f"`{entry.path}` has no `{name}`", meant


def _in_braces(stated: Stated) -> str:
    """The value as it is written within braces, where one with a list in it stands in quotes."""
    text = stated.span.text
    if len(text) > LONGEST or "\n" in text:
        return "…"
    return as_json(text) if text[:1] not in ("'", '"') and set(",[]{}") & set(text) else text


def _fields(entry: p.Entry) -> list[str]:
    return [member.name for member in entry.kind.members.values() if member.form == "field"]


def _first_fitting(checked: Checked, entry: p.Entry, stated: Stated) -> str | None:
    """The first field of an entry that can have such a value."""
    for name in _fields(entry):
        _, wrong = checked.field_version(entry.kind.members[name], entry, field_text(stated))
        if not entry.kind.words(name) and not errors(wrong):
            return name
    return None


__all__ = ["no_field"]
