"""Walks checked programs: every statement and expression, in all readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps


def all_rules(program: p.Program) -> Iterator[p.Rule]:
    """Every rule, field, fixed name and order."""
    yield from program.rules
    for kind in program.kinds.values():
        yield from kind.members.values()
        for entry in kind.entries:
            yield from (let for let in entry.lets.values() if let not in program.rules)


def all_blocks(
    program: p.Program, texts: Callable[[p.Rule], list[p.Version]] = lambda rule: rule.versions
) -> Iterator[tuple[p.Block, tuple[p.Local, ...]]]:
    """The lines of the game, of mechanics and of these `texts` of every rule, each with what it is called for."""
    blocks = [program.main, *(m.body for m in program.mechanics.values())]
    if program.limit is not None:
        blocks.append(program.limit[1])
    yield from ((block, ()) for block in blocks if block is not None)
    versions = (version for rule in all_rules(program) for version in texts(rule))
    yield from ((version.body, version.parameters) for version in versions if version.body is not None)


def all_statements(program: p.Program) -> Iterator[p.Stmt]:
    for block, _ in all_blocks(program):
        yield from in_block(block)


def possible_statements(program: p.Program) -> Iterator[p.Stmt]:
    """Those of the game, of mechanics and of the texts of rules that may be in force."""
    for block, _ in all_blocks(program, lambda rule: rule.possible):
        yield from in_block(block)


def decisions(program: p.Program) -> list[ps.Choose]:
    """Everything that is chosen, by somebody or by chance."""
    return [statement for statement in all_statements(program) if isinstance(statement, ps.Choose)]


def begun_anew(program: p.Program, loop: ps.Repeat) -> list[p.State]:
    """The states that each pass of the loop sets back to their first value.

    Where a mechanic and the game, or two mechanics, each have a loop of that name, the states of each go by its own.
    """
    homes = [s.home for s in all_statements(program) if isinstance(s, ps.Repeat) and s.name == loop.name]
    states = [state for state in program.states if state.every == loop.name]
    return [state for state in states if state.home is loop.home or state.home not in homes]


def in_block(block: p.Block) -> Iterator[p.Stmt]:
    """The statements of a block and of those inside them."""
    for statement in block.lines:
        yield statement
        if isinstance(statement, ps.Bind | ps.Assign | ps.Give) and statement.call is not None:
            yield statement.call
        for inner in blocks_of(statement):
            yield from in_block(inner)


def named_in(block: p.Block) -> Iterator[p.Local]:
    """What its statements, and those inside them, give a name to."""
    for statement in in_block(block):
        if isinstance(statement, ps.For | ps.Bind):
            yield statement.local
        elif isinstance(statement, ps.Choose):
            yield from (pick.local for one in statement.alternatives for pick in one.picks)


def blocks_of(statement: p.Stmt) -> Iterator[p.Block]:
    if isinstance(statement, ps.If):
        yield statement.then
        if statement.otherwise is not None:
            yield statement.otherwise
    elif isinstance(statement, ps.Switch):
        yield from (block for _, block in statement.branches)
    elif isinstance(statement, ps.For | ps.Repeat):
        yield statement.body
    elif isinstance(statement, ps.Choose):
        yield from (a.body for a in statement.alternatives if a.body is not None)


def parts(expr: p.Expr) -> list[p.Expr]:
    """The expressions directly inside `expr`."""
    found: list[p.Expr] = []
    for part in vars(expr).values():
        if isinstance(part, p.Expr):
            found.append(part)
        elif part.__class__ is tuple:
            for one in part:
                inside = one if one.__class__ is tuple else (one,)  # a line of an order is two
                found += [expr for expr in inside if isinstance(expr, p.Expr)]
    return found


def all_parts(*exprs: p.Expr) -> Iterator[p.Expr]:
    """These expressions and all those inside them, from left to right; those around others before them."""
    waiting = [*reversed(exprs)]
    while waiting:
        expr = waiting.pop()
        yield expr
        waiting += reversed(parts(expr))


def all_asked(expr: p.Expr) -> Iterator[p.Expr]:
    """An expression and all those inside it and in the rules that it asks, each rule once."""
    asked: set[p.Rule] = set()
    waiting = [expr]
    while waiting:
        for one in all_parts(waiting.pop()):
            yield one
            if isinstance(one, pe.Apply) and one.rule not in asked:
                asked.add(one.rule)
                waiting += [version.value for version in one.rule.possible if version.value is not None]


def asked_by(condition: p.Expr) -> tuple[p.Expr, ...]:
    """What a `case` asks for, of which this is the condition of a branch; nothing where it asks for an option."""
    while isinstance(condition, pe.Op) and condition.name == "or":  # a branch that names several
        condition = condition.arguments[0]
    return condition.arguments[:1] if isinstance(condition, pe.Op) else ()


def mentions(expr: p.Expr, local: p.Local) -> bool:
    """Does the value of `expr` depend on `local`?"""
    if isinstance(expr, pe.Load):
        return expr.local is local
    return any(mentions(part, local) for part in parts(expr))


def alike(one: p.Expr, other: p.Expr, names: tuple[tuple[p.Local, p.Local], ...] = ()) -> bool:
    """Do two expressions say the same, wherever they stand? `names` pairs what they bind themselves."""
    if type(one) is not type(other) or one.type != other.type:
        return False
    if isinstance(one, pe.Load) and isinstance(other, pe.Load):
        return one.local is other.local or (one.local, other.local) in names
    left, right = getattr(one, "local", None), getattr(other, "local", None)
    inside = (*names, (left, right)) if left is not None and right is not None else names
    first, second = parts(one), parts(other)
    plain = [_plain(one), _plain(other)]
    return (
        plain[0] == plain[1] and len(first) == len(second) and all(map(lambda a, b: alike(a, b, inside), first, second))
    )


def _plain(expr: p.Expr) -> list[object]:
    """What an expression holds beside others: names, values, things declared."""
    found = []
    for name in getattr(expr, "__dataclass_fields__", ()):
        part = getattr(expr, name)
        items = part if isinstance(part, tuple) else (part,)
        if name not in ("span", "local") and not any(isinstance(item, p.Expr) for item in items):
            found.append(part)
    return found


def all_expressions(program: p.Program, besides: Iterable[p.Expr] = ()) -> Iterator[p.Expr]:
    """Every expression of rules and statements, and of those `besides`; those around others before them."""
    yield from all_parts(*besides)
    versions = (version for rule in all_rules(program) for version in rule.versions)
    yield from all_parts(*(version.value for version in versions if version.value is not None))
    yield from all_parts(*(expr for statement in all_statements(program) for expr in stated_in(statement)))


def declared_values(program: p.Program) -> Iterator[p.Expr]:
    """What is stated by no rule and no statement: how many there are, what is there at first, what is checked."""
    values = [program.seats, *(family.count for family in program.families)]
    values += [*(state.initial for state in program.states), *(zone.initial for zone in program.zones)]
    values += [account.initial for account in program.accounts]
    yield from (value for value in values if value is not None)
    yield from (condition for condition, *_ in program.checks)


def stated_inside(block: p.Block) -> Iterator[p.Expr]:
    """The expressions that the statements of a block state, and those inside them."""
    return (expr for statement in in_block(block) for expr in stated_in(statement))


def stated_in(statement: p.Stmt) -> Iterator[p.Expr]:
    """The expressions that a statement states, not those of the statements inside it."""
    waiting: list[object] = list(vars(statement).values())
    while waiting:
        part = waiting.pop()
        if isinstance(part, p.Expr):
            yield part
        elif isinstance(part, tuple):
            waiting += part
        elif isinstance(part, ps.Alternative | ps.Pick):
            waiting += vars(part).values()
