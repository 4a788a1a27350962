"""The rules that a file of a variant can replace: how each begins, what people call it, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from coupdsl.commands.common import composed_well, refuse_other_languages

if TYPE_CHECKING:
    from coupdsl.language import program as p

_FORMS = ("rule", "order", "comparator", "let")


def rules_data(ruleset: str, _: int | None, __: dict[str, str], lang: str | None) -> dict[str, Any]:
    """Each rule, order and fixed name of a ruleset, those of the game first; raises Problems."""
    composed = composed_well(ruleset)
    refuse_other_languages(lang, composed.texts)
    words = composed.labels.get(lang or composed.locale)
    found = []
    for owner, rule in _replaceable(composed.program):
        paths = [f"terms.{owner}.{rule.name}"] if owner else []
        called = words.get(*paths, f"terms.{rule.name}", f"names.{rule.name}") if words is not None else None
        plain = [version for version in rule.possible if version.reading is None and version.entry is None]
        span = (plain or rule.versions)[-1].span
        found.append(
            {"name": rule.name, "mechanic": owner, "begins": span.begins, "called": called, "place": str(span)}
        )
    return {"ruleset": composed.name, "rules": found}


def rules_told(data: dict[str, Any]) -> Iterator[list[str]]:
    """A row for each: how it begins, then what it is called, whose it is, and where it stands."""
    for row in data["rules"]:
        about = [f"({row['called']})"] if row["called"] else []
        about += [f"use {row['mechanic']}"] if row["mechanic"] else []
        yield [f"  {row['begins']}", *about, row["place"]]


def _replaceable(program: p.Program) -> Iterator[tuple[str | None, p.Rule]]:
    from coupdsl.language import program as p

    pools: list[tuple[str | None, dict[str, Any]]] = [(None, program.names)]
    pools += [(mechanic.name, mechanic.members) for mechanic in program.mechanics.values()]
    for owner, pool in pools:
        for rule in pool.values():
            if isinstance(rule, p.Rule) and rule.form in _FORMS and rule.versions:
                yield owner, rule
