"""The ways in which a game can end, each with what leads to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import TypeGuard

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.records import record
from coupdsl.language.row_reads import substituted
from coupdsl.language.walk import all_parts, blocks_of
from coupdsl.rulebook.steps_of_play import Course

Lead = ps.If | ps.Choose
_LASTING = (pe.Const, pe.Constant, pe.GetOption, pe.Lift, pe.Load)


@record
class Way:
    """`leads` are what has to hold, or to be answered, from the outside in, `lines` what is done there before.

    A way through a rule that says itself what leads to it is `closed`: what leads to the rule stands there. `given` is
    what parameters of rules stand for on this way.
    """

    finish: ps.Finish
    leads: tuple[Lead, ...] = ()
    lines: tuple[p.Stmt, ...] = ()
    closed: bool = False
    given: Mapping[p.Local, p.Expr] = field(default_factory=dict)

    def behind(self, *leads: Lead) -> Way:
        return self if self.closed else replace(self, leads=(*leads, *self.leads))

    @property
    def end(self) -> ps.Finish:
        """The end with what is given in place of parameters."""
        finish, given = self.finish, self.given
        keys = tuple((local, substituted(key, given), low) for local, key, low in finish.keys)
        return replace(finish, keys=keys, among=substituted(finish.among, given) if finish.among is not None else None)

    def called_with(self, given: Mapping[p.Local, p.Expr]) -> Way:
        """The way through a rule that was given this."""
        inner = {local: substituted(expr, given) for local, expr in self.given.items()}
        return replace(self, leads=tuple(_filled(lead, given) for lead in self.leads), given={**given, **inner})

    def told(self, lines: tuple[p.Stmt, ...]) -> p.Block:
        """All that leads to the end, and these lines before it."""
        done = (_without_names(line, self.given) for line in lines)
        block = p.Block((*done, self.end), self.finish.span)
        for lead in reversed(_together(self.leads)):
            block = p.Block((_holding(lead, block),), lead.span)
        return block


class Ways:
    def __init__(self, course: Course) -> None:
        self.course = course
        self._of: dict[p.Rule | p.Mechanic, list[Way]] = {}  # empty while it is looked into

    def in_block(self, block: p.Block | None) -> list[Way]:
        lines = [*self.course.taken(block)]
        found: list[Way] = []
        passed: list[Lead] = []  # what held where others would have turned off
        named: dict[p.Local, p.Expr] = {}  # what has a name since nothing else was done
        for number, line in enumerate(lines):
            if isinstance(line, ps.Bind) and line.value is not None and not line.revealed:
                named[line.local] = substituted(line.value, named)
                continue
            line = _without_names(line, named)
            for way in self._in_line(line):
                straight = replace(way, leads=tuple(passed), lines=(*self._just_before(lines[:number]), *way.lines))
                found.append(way if way.leads else straight)
            if isinstance(line, ps.Finish | ps.Give | ps.Leave | ps.Again):
                break
            if _may_turn_off(line):
                passed.append(_if(_opposite(line.condition), line))
            else:
                named = {}
        return found

    def _just_before(self, lines: list[p.Stmt]) -> list[p.Stmt]:
        """The last of these lines: those since somebody was asked, or others would have turned off."""
        found: list[p.Stmt] = []
        for line in reversed(lines):
            if isinstance(line, ps.Repeat) or _may_turn_off(line) or self.course.asks(line):
                break
            found.insert(0, line)
        return found

    def _in_line(self, line: p.Stmt) -> list[Way]:
        if isinstance(line, ps.Finish):
            return [Way(line)]
        if isinstance(line, ps.If | ps.Switch):
            return self._in_branches(line)
        if isinstance(line, ps.Choose):
            return [way for answer in self.course.answers(line) for way in self._answered(line, answer)]
        if isinstance(line, ps.Bind | ps.Assign | ps.Give):
            return self._in_line(line.call) if line.call is not None else []
        if isinstance(line, ps.CallRule):
            given = _given(line)
            found = (way.called_with(given) for way in self._in_any(line.rule, self.course.bodies(line.rule)))
            return [way for way in found if not any(map(self._never_holds, way.leads))]
        if isinstance(line, ps.PlayMechanic):
            return [way for one in self.course.mechanics(line) for way in self._in_any(one, [one.body])]
        return [way for block in blocks_of(line) for way in self.in_block(block)]

    def _never_holds(self, lead: Lead) -> bool:
        return isinstance(lead, ps.If) and self.course.book.known(lead.condition, None) is False

    def _in_branches(self, line: ps.If | ps.Switch) -> list[Way]:
        found: list[Way] = []
        before: list[Lead] = []
        for condition, block in self.course.open_branches(line):
            leads = (*before, *([_if(condition, line)] if condition is not None else []))
            found += [way.behind(*leads) for way in self.in_block(block)]
            before += [_if(_opposite(condition), line)] if condition is not None else []
        return found

    def _answered(self, line: ps.Choose, answer: ps.Alternative) -> list[Way]:
        """What has to hold after an answer tells more than the answer itself."""
        lead = replace(line, alternatives=(replace(answer, body=None),))
        return [way if way.leads else way.behind(lead) for way in self.in_block(answer.body)]

    def _in_any(self, of: p.Rule | p.Mechanic, bodies: Iterable[p.Block | None]) -> list[Way]:
        if of not in self._of:
            self._of[of] = []
            once: dict[tuple[int, ...], Way] = {}  # the same end comes again with each call of what leads to it
            for way in (way for body in bodies for way in self.in_block(body)):
                once.setdefault((id(way.finish), *map(id, way.leads)), way)
            self._of[of] = [replace(way, closed=bool(way.leads)) for way in once.values()]
        return self._of[of]


def _may_turn_off(line: p.Stmt) -> TypeGuard[ps.If]:
    if not isinstance(line, ps.If) or line.otherwise is not None:
        return False
    return bool(line.then.lines) and isinstance(line.then.lines[-1], ps.Give | ps.Leave | ps.Again)


def _given(call: ps.CallRule) -> dict[p.Local, p.Expr]:
    """What the parameters of a rule stand for, as far as it is the same until the end, whatever is done before."""
    pairs = (pair for one in call.rule.versions for pair in zip(one.parameters, call.arguments, strict=True))
    return {local: expr for local, expr in pairs if all(isinstance(part, _LASTING) for part in all_parts(expr))}


def _filled(lead: Lead, given: Mapping[p.Local, p.Expr]) -> Lead:
    """With what is given in place of parameters, in what has to hold."""
    if not isinstance(lead, ps.If):
        return lead
    condition = substituted(lead.condition, given)
    return lead if condition is lead.condition else _if(condition, lead)


def _without_names(line: p.Stmt, named: Mapping[p.Local, p.Expr]) -> p.Stmt:
    """The line with what is meant in place of these names, in what it asks or keeps itself."""
    if isinstance(line, ps.Bind | ps.Assign) and line.value is not None:
        return replace(line, value=substituted(line.value, named))
    if isinstance(line, ps.If):
        return replace(line, condition=substituted(line.condition, named))
    if isinstance(line, ps.Switch):
        open_ones = ((substituted(one, named) if one is not None else None, block) for one, block in line.branches)
        return replace(line, branches=tuple(open_ones))
    return line


def _if(condition: p.Expr, line: p.Stmt) -> ps.If:
    return ps.If(line.span, line.citations, condition, p.Block((), line.span), None)


def _opposite(condition: p.Expr) -> p.Expr:
    return pe.Op(condition.type, condition.span, "not", (condition,))


def _together(leads: tuple[Lead, ...]) -> list[Lead]:
    """Conditions that follow one another as one."""
    found: list[Lead] = []
    for lead in leads:
        last = found[-1] if found else None
        if isinstance(last, ps.If) and isinstance(lead, ps.If):
            both = pe.Op(lead.condition.type, lead.span, "and", (last.condition, lead.condition))
            cited = tuple(dict.fromkeys((*last.citations, *lead.citations)))
            found[-1] = replace(lead, condition=both, citations=cited)
        else:
            found.append(lead)
    return found


def _holding(lead: Lead, block: p.Block) -> Lead:
    """The branch with what it leads to."""
    if isinstance(lead, ps.If):
        return replace(lead, then=block)
    return replace(lead, alternatives=(replace(lead.alternatives[0], body=block),))
