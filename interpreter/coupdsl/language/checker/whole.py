"""Checks that need the whole game: what is missing, unused, uncited or does not fit the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from coupdsl.language import codes
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language import types as ty
from coupdsl.language.checker.amounts import below_zero, of_field, said, stated, written
from coupdsl.language.checker.answered_amounts import answered_problems, in_steps
from coupdsl.language.checker.chains import refuse_choices_at_limit, refuse_long_chains
from coupdsl.language.checker.context import Context
from coupdsl.language.checker.endings import check_counts, check_endings, check_limit, check_reached
from coupdsl.language.checker.given_rules import check_leaks_at_home
from coupdsl.language.checker.late import check_late
from coupdsl.language.checker.left_out import warn_of_left_out
from coupdsl.language.checker.line_hints import can_be_declared
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span
from coupdsl.language.walk import all_expressions, all_statements, parts

MOST_STATED = 32_768  # rules and fields of all entries of a kind


def check_whole(context: Context) -> None:
    refuse_long_chains(context)
    refuse_choices_at_limit(context)
    _too_many_stated(context)
    if context.problems:
        return
    for check in (
        _fields,
        _fixed,
        _amounts,
        _orders,
        _seats_pay,
        _unused,
        _unused_locals,
        _beside_mechanics,
        warn_of_left_out,
        _options,
        _citations,
        _parts_missing,
        _loops_named,
        check_endings,
        check_limit,
        check_counts,
        check_reached,
        check_late,
        check_leaks_at_home,
    ):
        check(context)


def _too_many_stated(context: Context) -> None:
    """Each entry has each rule and field of its kind."""
    for kind in context.program.kinds.values():
        stated = len(kind.entries) * len(kind.members)
        if stated > MOST_STATED:
            product = f"{len(kind.entries):,} entries with {len(kind.members):,} rules and fields each are {stated:,}"
            context.report(codes.TOO_DEAR, kind.span, f"{product}, and there may be {MOST_STATED:,}")


def _rules(context: Context) -> Iterator[p.Rule]:
    program = context.program
    yield from program.rules
    for kind in program.kinds.values():
        yield from kind.members.values()


def _fields(context: Context) -> None:
    """Every entry states every field that has no default: both sides of its chart."""
    for kind in context.program.kinds.values():
        for entry in kind.entries:
            for rule in entry.lacking:
                message = f"{kind.name} `{entry.name}` does not state `{rule.name}`"
                help_ = f"add a line `{rule.name}: …`"
                also = [(rule.span, "needed here")]
                held = context.program.kinds.get(rule.type.of.name) if rule.type.of is not None else None
                if held is not None and held.plural != rule.name:
                    also.append((held.span, f"several are called `{held.plural}`"))
                context.report(codes.MISSING_FIELD, entry.span, message, help_, also)


def _fixed(context: Context) -> None:
    """Fields, fixed names, orders and checks may not ask for anything that changes in play."""
    places = [
        (version.value, rule.name)
        for rule in _rules(context)
        if rule.form in ("field", "let", "order")
        for version in rule.possible
        if version.value is not None
    ]
    places += [(condition, "check") for condition, _, _ in context.program.checks]
    places += [(x.initial, x.name) for x in context.program.accounts if x.initial is not None]
    places += [(x.count, x.name) for x in context.program.families if x.count is not None]
    lets = {rule.name: rule.type for rule in _rules(context) if rule.form == "let"}
    for expr, name in places:
        changing = _changing(expr, set())
        if changing is not None:
            text = changing.span.words
            message = f"`{name}` is fixed before play, and `{text}` changes in it"
            help_ = None
            if name in lets:
                kind = ty.NUMBER if lets[name] == ty.LITERAL else lets[name]
                help_ = f"write `rule {name} = …`, which is worked out again each time it is used"
                if can_be_declared(kind):
                    help_ += f"; or, to keep its value at one moment, `state {name}: {kind.written}` and `{name} := …`"
            context.report(codes.NOT_FIXED, changing.span, message, help_)


def _changing(expr: p.Expr, seen: set[int]) -> p.Expr | None:
    """The part of `expr` that depends on the course of the game, if any."""
    if isinstance(expr, pe.GetState | pe.GetZone | pe.GetBalance):
        return expr
    if isinstance(expr, pe.Op) and expr.name in ("owner", "position"):
        return expr
    if isinstance(expr, pe.Apply) and id(expr.rule) not in seen:
        seen.add(id(expr.rule))
        for version in expr.rule.possible:
            if version.value is not None and _changing(version.value, seen) is not None:
                return expr
    for part in parts(expr):
        found = _changing(part, seen)
        if found is not None:
            return found
    return None


def _amounts(context: Context) -> None:
    """Amounts that are written down are multiples of the unit, and none is below zero."""
    for amount in context.amounts:
        in_steps(context.program.unit, amount)
    for amount in context.amounts:
        context.problems.extend(unit_problems(context.program, amount))
    for rule in _rules(context):
        if rule.form == "field":
            for version in rule.versions:
                context.problems.extend(total_problems(context.program, version, rule))
                context.problems.extend(of_field(version, rule))
    begun_with = [account.initial for account in context.program.accounts if account.initial is not None]
    for amount in (*begun_with, *context.paid):
        context.problems.extend(below_zero(amount))


def unit_problems(program: p.Program, amount: p.Expr) -> Iterator[Diagnostic]:
    for one, value in stated(amount):
        if rest := value % program.unit:
            message = f"{said(one, value)} is not a multiple of the game's unit, {program.unit}"
            help_ = f"the nearest are {value - rest} and {value - rest + program.unit}"
            yield Diagnostic(codes.NOT_THE_UNIT, one.span, message, help_)
    yield from answered_problems(program.unit, amount)


def total_problems(program: p.Program, version: p.Version, rule: p.Rule) -> Iterator[Diagnostic]:
    """The fixed amount of a field is no more than all the money there can be."""
    if rule.type.name != "amount" or version.value is None:
        return
    largest = _all_money(program)
    if largest is None:
        return
    for one, value in stated(version.value):
        if value > largest:
            message = f"{said(one, value)} is more than all the money of the game, {largest}"
            yield Diagnostic(codes.BEYOND_TOTAL, one.span, message)


def _all_money(program: p.Program) -> int | None:
    """The most money a game can hold, where digits say what the accounts begin with and all of it is counted."""
    total, seats = 0, _most_seats(program)
    for account in program.accounts:
        if account.initial is None:
            continue
        begins = written(account.initial)
        if begins is None:
            return None
        total += begins * (seats if account.per_seat else 1)
    return total


def _most_seats(program: p.Program) -> int:
    """The largest number of seats the game speaks of."""
    numbers = [8]
    if isinstance(program.seats, pe.GetOption):
        listings = program.seats.option.listings
        numbers = [n for listing in listings for n in listing if isinstance(n, int)] or numbers
    return max(numbers)


def _orders(context: Context) -> None:
    """A written order of ranks holds every rank exactly once."""
    names = [rank.name for rank in context.program.ranks]
    for rule in _rules(context):
        if rule.form != "order":
            continue
        for version in rule.possible:
            value = version.value
            if not isinstance(value, pe.Op) or value.name != "listing":
                continue
            given = [names[e.value] for e in value.arguments if isinstance(e, pe.Const) and isinstance(e.value, int)]
            missing = [name for name in names if name not in given]
            twice = sorted({name for name in given if given.count(name) > 1})
            for word, found in (("leaves out", missing), ("repeats", twice)):
                if found:
                    listed = ", ".join(f"`{name}`" for name in found)
                    message = f"the order `{rule.name}` {word} {listed}"
                    context.report(codes.NOT_AN_ORDER, value.span, message, "name every rank once")


def _seats_pay(context: Context) -> None:
    """Where seats pay or are paid, each keeps an account, which is used so."""
    own = next((account for account in context.program.accounts if account.per_seat), None)
    paying = next(iter(context.paying), None)
    if paying is None and context.program.accounts:
        paying = next(_seats_as_parties(context.program), None)
    if paying is not None and own is None:
        message = "no seat can pay or be paid, since none has an account"
        help_ = "declare one, such as `account cash per seat = 100`"
        context.report(codes.OUT_OF_PLACE, paying, message, help_)
    elif paying is not None and own is not None:
        context.use(own)


def _seats_as_parties(program: p.Program) -> Iterator[Span]:
    """Where a seat stands beside an account, as in `if … then s else pot`."""
    for expr in all_expressions(program):
        if isinstance(expr, pe.Cond | pe.Op) and ty.PARTY in (expr.type.definite, expr.type.of):
            yield from (part.span for part in parts(expr) if ty.SEAT in (part.type.definite, part.type.of))


def _unused(context: Context) -> None:
    """What is declared and never referred to is most likely a slip; but mechanics serve more than one game."""
    program = context.program
    libraries = _libraries(program)
    things: list[tuple[p.Zone | p.Account | p.Rule | p.Mechanic | p.State | p.Family, str]] = []
    things += [(x, "zone") for x in program.zones if x.initial is None]  # what lies there at the start is used
    things += [(x, "account") for x in program.accounts]
    things += [(x, "order" if x.form == "comparator" else x.form) for x in program.rules]
    things += [(x, "mechanic") for x in program.mechanics.values()]
    fields = {id(field) for family in program.families for field in family.fields}
    parameters = {id(state) for mechanic in program.mechanics.values() for state in mechanic.parameters}
    things += [(x, "state") for x in program.states if id(x) not in fields | parameters]
    things += [(x, "family of pieces") for x in program.families]
    for thing, what in things:
        if program.replaced and not program.is_added(thing.span):
            continue  # what used it may be what was replaced
        if id(thing) not in context.used and thing.span.source.folder not in libraries:
            message = f"the {what} `{thing.name}` is declared and never used"
            owner, theirs = _namesake(program, thing)
            help_ = f"mechanic `{owner}` declares its own; with `needs` it would use this one" if owner else None
            context.report(codes.UNUSED, thing.span, message, help_ or "remove it, or use it", theirs)
    for option in program.options.values():
        if program.replaced and not program.is_added(option.span):
            continue
        if id(option) not in context.used and option.span.source.folder not in libraries:
            message = f"no rule asks for option `{option.key}`"
            context.report(codes.UNUSED, option.span, message, "replace a rule under `when`, or remove the option")


def _unused_locals(context: Context) -> None:
    """What lines give a name to and ask for nowhere; where a state is called so, it was likely to be changed."""
    program = context.program
    libraries = _libraries(program)
    asked = {one.local for one in all_expressions(program) if isinstance(one, pe.Load)}
    for statement in all_statements(program):
        if not isinstance(statement, ps.Bind) or statement.revealed or statement.local in asked:
            continue
        name, span = statement.local.name, statement.local.span
        if span.source.folder in libraries:
            continue
        what = "state" if statement.local.changes else "let"
        help_ = "remove it, or use it"
        if statement.call is not None:
            help_ = f"write `{statement.call.span.words}` alone, or use it"
        state = program.names.get(name)
        if isinstance(state, p.State):
            value = statement.value.span.words if statement.value is not None and state.per is None else "…"
            target = name if state.per is None else f"{name} of …"
            help_ = f"this is another `{name}`: the state changes by `{target} := {value}`"
        context.report(codes.UNUSED, span, f"the {what} `{name}` is declared and never used", help_)


def _namesake(program: p.Program, thing: p.Declared) -> tuple[str | None, tuple[tuple[Span, str], ...]]:
    """The mechanic that has a zone, account or state of the same name for itself, and where."""
    if isinstance(thing, p.Zone | p.Account | p.State):
        for mechanic in program.mechanics.values():
            theirs = mechanic.members.get(thing.name)
            if isinstance(theirs, p.Zone | p.Account | p.State) and theirs is not thing:
                return mechanic.name, ((theirs.span, "that of the mechanic"),)
    return None, ()


def _beside_mechanics(context: Context) -> None:
    """A rule of the game by the name of one of a mechanic was most likely meant to replace it."""
    for mechanic in context.program.mechanics.values():
        for name, theirs in mechanic.members.items():
            own = context.program.names.get(name)
            if isinstance(own, p.Rule) and isinstance(theirs, p.Rule) and own is not theirs:
                message = f"this does not replace the rule `{name}` of mechanic `{mechanic.name}`, which uses its own"
                help_ = f"write it in `use {mechanic.name} {{ … }}`, or give it another name"
                also = ((theirs.span, "that of the mechanic"),)
                context.report(codes.BESIDE_A_MECHANIC, own.span, message, help_, also)


def _libraries(program: p.Program) -> set[Path | None]:
    """The folders of mechanics that several games share."""
    return {mechanic.span.source.folder for mechanic in program.mechanics.values()} - {program.span.source.folder}


def _options(context: Context) -> None:
    """Every option has readings to choose from and, but for those of shared mechanics, says where it comes from."""
    libraries = _libraries(context.program)
    for option in context.program.options.values():
        if len(option.readings()) < 2 and option.open is None and option.type.name != "flag":
            message, help_ = f"`{option.key}` has only one reading", "a question needs at least two answers"
            if option.low is not None and option.high is not None:
                if option.low < option.high:
                    message = f"`{option.key}` does not say which of its readings is the default"
                help_ = f"put the default first: `{option.low} | {option.low}..{option.high}`"
            context.report(codes.UNKNOWN_READING, option.span, message, help_)
        for word in option.words if option.type.name != "word" else ():
            plurals = [kind.plural for kind in context.program.kinds.values()]
            flags = ["true", "false"] if option.type == ty.FLAG else []
            near = nearest(word, [*flags, "none", "ratio", *plurals])
            if near is not None and near != word:
                message = f"`{word}` is a word among the readings of `{option.key}`"
                context.report(codes.UNKNOWN_READING, option.span, message, f"did you mean `{near}`?")
        if option.open == ty.RATIO and not all(map(option.allows, (*option.numbers, option.default))):
            help_ = "of more than the whole give each a word, such as `even | three_to_two`, and choose it by `case`"
            context.report(codes.UNKNOWN_READING, option.span, f"`{option.key}` is a ratio, from 0 to 1", help_)
        asked_here = option.span.source.folder not in libraries and not context.program.is_added(option.span)
        if context.program.sources and not option.citations and asked_here:
            message = f"option `{option.key}` does not cite where its question comes from"
            help_ = f"add its number, such as @{next(iter(context.program.sources))}7, to its line"
            if re.search(r"#.*@[A-Z]+\d", option.span.source.line(option.span.line)):
                help_ = "what comes after `#` is a comment: write the citation before it"
            context.report(codes.NO_CITATION, option.span, message, help_)
        if option.low is not None and option.high is not None and option.low > option.high:
            context.report(codes.WRONG_TYPE, option.span, f"the range {option.low}..{option.high} is empty")


def _citations(context: Context) -> None:
    sources = context.program.sources
    for file in context.program.files:
        for citations in file.citations.values():
            for citation in citations:
                if citation.letters not in sources:
                    message = f"`@{citation}` cites a source that is not declared"
                    help_ = suggest(citation.letters, sources) or f'declare it: `source {citation.letters} "…"`'
                    context.report(codes.UNKNOWN_SOURCE, citation.span, message, help_)


def _parts_missing(context: Context) -> None:
    """What every game needs."""
    program = context.program
    for present, what in (
        (program.seats is not None, "`seats`: who can play"),
        (program.main is not None, "the lines that say how it is played"),
        (
            program.limit is not None,
            "`limit n moves { finish by … }`: the result of a game that does not end by itself",
        ),
    ):
        if not present:
            message = f"game `{program.name}` lacks {what}"
            context.report(codes.MISSING_FIELD, program.span, message)
    if not any(isinstance(s, ps.Finish) for s in all_statements(program)):
        context.report(codes.MISSING_FIELD, program.span, f"game `{program.name}` never reaches `finish by …`")
    if len([a for a in program.accounts if a.per_seat]) > 1:
        second = [a for a in program.accounts if a.per_seat][1]
        context.report(codes.DUPLICATE_NAME, second.span, "a game keeps one account per seat")


def _loops_named(context: Context) -> None:
    """`every NAME` names a loop."""
    loops = {s.name for s in all_statements(context.program) if isinstance(s, ps.Repeat)}
    for state in context.program.states:
        if state.every is not None and state.every not in loops:
            message = f"there is no loop `{state.every}` with which `{state.name}` could begin again"
            context.report(codes.UNKNOWN_NAME, state.span, message, suggest(state.every, loops))
