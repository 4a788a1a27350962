"""What pays into an account: rules by their own lines, and those that do such rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.walk import all_parts, in_block
from coupdsl.rulesets.ruleset import Ruleset

Stating = tuple[p.Rule, p.Entry | None]
PAYS = ""  # what stands for a payment itself among the names of rules


def payments(account: p.Account, rules: Ruleset) -> dict[Stating, Counter[str]]:
    """By each rule in force that pays into it, as entries have it or as all do, the rules by which it does that."""
    lines = {stating: [*in_block(body)] for stating, body in _in_force(rules)}
    paid = {rule: {*_paid_by_it(rule)} for rule, _ in lines}
    found = {stating: Counter[str]() for stating in lines}
    for stating, stated in lines.items():
        found[stating][PAYS] = sum(_pays(line, account, paid) for line in stated)
    paying: set[p.Rule] = set()
    while more := {rule for (rule, _), by in found.items() if by.total()} - paying:
        paying |= more
        for stating, stated in lines.items():
            for call in filter(None, map(_call, stated)):
                found[stating][call.rule.name] += call.rule in more
    return {stating: +by for stating, by in found.items() if by.total()}


def paying_more(here: Mapping[Stating, Counter[str]], there: Mapping[Stating, Counter[str]]) -> Iterator[Stating]:
    """Those by which more is paid in here; of another program they are the same by their names."""
    former = {_name(*stating): by for stating, by in there.items()}
    for (rule, entry), by in here.items():
        before = former.get(_name(rule, entry), former.get(_name(rule, None), Counter[str]()))
        if by - before:
            yield rule, entry


def _name(rule: p.Rule, entry: p.Entry | None) -> tuple[str | None, str, str | None]:
    return rule.owner, rule.name, entry.path if entry is not None else None


def _in_force(rules: Ruleset) -> Iterator[tuple[Stating, p.Block]]:
    program = rules.program
    members = (rule for kind in program.kinds.values() for rule in kind.members.values())
    for rule in (*program.rules, *members):
        for entry in dict.fromkeys((None, *(one.entry for one in rule.versions))):
            version = rules.version(rule, entry)
            body = version.body if version is not None and version.entry is entry else None
            if body is not None and entry not in rules.removed:
                yield (rule, entry), body


def _paid_by_it(rule: p.Rule) -> Iterator[int]:
    """Which of those that it is told are paid there."""
    for version in rule.versions:
        lines = in_block(version.body) if version.body is not None else ()
        paid = [line.payee.local for line in lines if isinstance(line, ps.Pay) and isinstance(line.payee, pe.Load)]
        yield from (number for number, one in enumerate(version.parameters) if one in paid)


def _pays(line: p.Stmt, account: p.Account, paid: Mapping[p.Rule, set[int]]) -> bool:
    if isinstance(line, ps.Pay):
        return _is_it(line.payee, account)
    call = _call(line)
    told = enumerate(call.arguments) if call is not None else ()
    return call is not None and any(_is_it(one, account) for at, one in told if at in paid.get(call.rule, ()))


def _call(line: p.Stmt) -> ps.CallRule | None:
    found = line if isinstance(line, ps.CallRule) else getattr(line, "call", None)
    return found if isinstance(found, ps.CallRule) else None


def _is_it(party: p.Expr, account: p.Account) -> bool:
    return any(isinstance(part, pe.Const) and part.value is account for part in all_parts(party))


__all__ = ["paying_more", "payments"]
