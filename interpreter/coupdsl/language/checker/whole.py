"""Checks that need the whole game: what is missing, unused, uncited or goes in circles."""

from __future__ import annotations

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language.checker.context import Context


def check_whole(context: Context) -> None:
    _fields(context)


def _fields(context: Context) -> None:
    """Every entry states every field that has no default: both sides of its chart."""
    for kind in context.program.kinds.values():
        for entry in kind.entries:
            for rule in kind.members.values():
                if rule.form != "field" or rule.type.name == "text" and rule.name in entry.texts:
                    continue
                given = any(v.entry is entry or v.level == 0 for v in rule.versions)
                nested = any(child.kind.plural == rule.name for child in entry.children)
                if not given and not nested:
                    message = f"{kind.name} `{entry.name}` does not state `{rule.name}`"
                    context.report(codes.MISSING_FIELD, entry.span, message, f"add a line `{rule.name}: …`")
