"""Checks that need the whole game: what is missing, unused, uncited or goes in circles."""

from __future__ import annotations

from collections.abc import Iterator

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.checker.context import Context
from coupdsl.language.diagnostics import Diagnostic


def check_whole(context: Context) -> None:
    _fields(context)


def _fields(context: Context) -> None:
    """Every entry states every field that has no default: both sides of its chart."""
    for kind in context.program.kinds.values():
        for entry in kind.entries:
            for rule in kind.members.values():
                if rule.form != "field" or (rule.type.name == "text" and rule.name in entry.texts):
                    continue
                given = any(v.entry is entry or v.level == 0 for v in rule.versions)
                nested = any(child.kind.plural == rule.name for child in entry.children)
                if not given and not nested:
                    message = f"{kind.name} `{entry.name}` does not state `{rule.name}`"
                    context.report(codes.MISSING_FIELD, entry.span, message, f"add a line `{rule.name}: …`")


def unit_problems(program: p.Program, version: p.Version, rule: p.Rule) -> Iterator[Diagnostic]:
    """A fixed amount is a multiple of the game's unit, and no more than all the money there is."""
    value = version.value
    if rule.type.name != "amount" or not isinstance(value, p.Const) or not isinstance(value.value, int):
        return
    if value.value % program.unit:
        message = f"{value.value} is not a multiple of the game's unit, {program.unit}"
        yield Diagnostic(codes.NOT_THE_UNIT, value.span, message)
