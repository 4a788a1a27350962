"""Where a game says what a mechanic offers, told beside a choice of the mechanic in which nothing is offered."""

from __future__ import annotations

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language.source import Span
from coupdsl.language.walk import all_parts, decisions
from coupdsl.rulesets.ruleset import Ruleset

SAID = "what is offered there comes from here"


def offered_by(ruleset: Ruleset, place: Span) -> tuple[tuple[Span, str], ...]:
    """The texts in force, of other files, of the rules that the choice at this place names in what it offers."""
    found: dict[Span, None] = {}
    for decision in decisions(ruleset.program):
        if decision.span != place:
            continue
        offered = [pick.source for alternative in decision.alternatives for pick in alternative.picks]
        for rule in (part.rule for part in all_parts(*offered) if isinstance(part, pe.Apply)):
            found |= dict.fromkeys(version.span for version in _in_force(ruleset, rule, place))
    return tuple((span, SAID) for span in found)


def _in_force(ruleset: Ruleset, rule: p.Rule, place: Span) -> list[p.Version]:
    return [version for version in ruleset.versions_of_any(rule) if version.span.source.name != place.source.name]
