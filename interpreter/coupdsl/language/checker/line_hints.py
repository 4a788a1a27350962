"""What helps where a line that does something is refused."""

from __future__ import annotations

import re
from dataclasses import replace

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree_declarations as td
from coupdsl.language import types as ty
from coupdsl.language.checker import hints, said_to_win
from coupdsl.language.checker.context import Context, Scope
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.foreign_words import BEGINNINGS, OF_ACCOUNT, OF_LOOPS, OF_SEAT, OF_STATE, WINS
from coupdsl.language.free_names import free_name
from coupdsl.language.likeness import nearest
from coupdsl.language.source import Span
from coupdsl.language.types import Type
from coupdsl.language.words import BEGINS_STATEMENT

Told = tuple[str, str, tuple[tuple[Span, str], ...]]


def cannot_stand(context: Context, node: tree.Node, scope: Scope) -> tuple[str, str]:
    """What is said of a declaration among lines that do something, or of two words that are neither."""
    message = f"this {type(node).__name__.lower()} cannot stand inside a rule"
    help_ = "declare it outside, at the level of the game or the file"
    if isinstance(node, td.Rule):
        help_ += "; if it holds under one reading only, in `when … is … { … }`"
    if isinstance(node, td.Seats):
        help_ = said_to_win.of_seats(node) or help_
    if isinstance(node, td.Entry) and node.kind.text not in context.program.kinds:
        message, word = f"`{node.kind.text}` begins no line", node.kind.text
        near = nearest(word, BEGINS_STATEMENT)
        help_ = (
            f"did you mean `{near}`?"
            if near
            else "a line that does something begins with a word such as `move` or `show`"
        )
        if node.name.text in scope.loops and OF_LOOPS.fullmatch(word):
            help_ = f"`again {node.name.text}` begins the next pass, `leave {node.name.text}` ends the loop"
        elif word == "next" and _of_named(node.name.text, scope, context) is OF_SEAT:
            help_ = f"write `{node.name.text} := left of {node.name.text}`"
        elif word in BEGINNINGS:
            help_ = BEGINNINGS[word].format(node.name.text)
        elif WINS.fullmatch(node.name.text):
            help_ = said_to_win.by_verb(word, node.name.text, scope.locals.get(word) or context.peek(word, scope))
        elif (named := _of_named(word, scope, context)) is not None:
            help_ = named.format(word)
        elif near is None or isinstance(context.program.names.get(word), p.Rule):
            help_ = f"a rule is called with brackets: `{word}({node.name.text})`"
    return message, help_


def _of_named(word: str, scope: Scope, context: Context) -> str | None:
    """How a line begins with the name of a seat, an account or a state."""
    found = scope.locals.get(word) or context.peek(word, scope)
    if isinstance(found, p.Local | p.State) and found.type.definite == ty.SEAT:
        return OF_SEAT
    if isinstance(found, p.Account):
        return None if found.per_seat else OF_ACCOUNT
    return OF_STATE if isinstance(found, p.State) else None


def unchanging(context: Context, local: p.Local, given: Type) -> Told:
    """What is said where a value comes in the place of what is no state; plain digits are of the type `given`."""
    kind = given if _is_open(local.type) else local.type
    if ty.LITERAL in (local.type, local.type.of) and (given == ty.LITERAL or not (given.of or given).is_numeric):
        kind = ty.NUMBER
    elif local.type.name == "none":
        kind = given.or_none
    first, told = context.named.get(local, (None, False))
    message, also = f"`{local.name}` is a fixed value and cannot be changed", ((local.span, "named here"),)
    if not can_be_declared(kind):
        return message, "only a state can", also
    now = free_name(local.span, f"{local.name}_now")
    help_ = f"only a state can: name it by `state {now}: {kind.written} = {local.name}`, and change that"
    if first is not None and not told:
        help_ = f"only a state can: write `state {local.name}: {kind.written} = {first.span.words}`"
    return message, help_, also


def _is_open(kind: Type) -> bool:
    """Is it not yet known what it is, or what is in it? Plain digits are a number or an amount."""
    return not {ty.LITERAL, ty.ANY}.isdisjoint((kind.definite, kind.of)) or kind.name == "none"


def can_be_declared(kind: Type) -> bool:
    """May a state be of this type? It is known what is in it, and it is no fraction: those are only reckoned with."""
    return not _is_open(kind) and kind.name != "fraction"


def no_loop(node: tree.Leave | tree.Again, scope: Scope) -> str | None:
    """Help where what is left, or gone on with, is no `repeat` around the line."""
    near = suggest(node.name.text, scope.loops)
    if node.name.text not in scope.locals and near is not None:
        return near
    name = node.name.text if node.name.text in scope.locals else "s"
    if isinstance(node, tree.Leave):
        return f"only `repeat NAME … {{ … }}` can be left; a `for` ends early by `for {name} in … while … {{ … }}`"
    return "only `repeat NAME … { … }` can go on with its next pass; in a `for`, put the lines to skip in `if … { … }`"


def each_chooses(node: tree.Choose, seats: str, scope: Scope) -> str:
    """Help where several seats are to choose in one line."""
    offered = f"{node.name.text} {{ … }}"
    if not node.menu:
        offered = ", ".join(f"{pick.name.text} from {pick.source.span.words}" for pick in node.alternatives[0].picks)
        offered = f"{node.name.text} {offered}"
    name = _for_each(scope, node.span)
    return f"let each choose separately: `for {name} in {seats} together {{ {name} secretly chooses {offered} }}`"


def each_pays(node: tree.Pay, several: tree.Node, among: str, scope: Scope) -> str:
    """Help where `several`, which are those `among` the seats, are to pay or to be paid in one line."""
    name, begin, text = _for_each(scope, node.span), node.span.start, node.span.text
    line = f"{text[: several.span.start - begin]}{name}{text[several.span.end - begin :]}"
    return f"go through them: `for {name} in {among} {{ {' '.join(line.split())} }}`"


def _for_each(scope: Scope, place: Span) -> str:
    """A name for what a loop goes through that is not taken."""
    return next((one for one in ("s", "t", "u") if one not in scope.locals), None) or free_name(place, "each_one")


def several_offered(pick: tree.Pick, source: tree.Binary, node: tree.Choose) -> str:
    """Help where two things that may be done stand in one line, with `or` between."""
    if node.menu:
        return "put each alternative on a line of its own"
    name, who = node.name.text, node.who.span.words
    several = f"{name} {pick.name.text} from {source.left.span.words} {{ … }} {source.right.span.words} {{ … }}"
    return f"several alternatives go in braces, each on a line: `{who} chooses {name} {{ {several} }}`"


def joined_picks(pick: tree.Pick) -> tuple[tree.Name, str] | None:
    """The name of a second pick that `and` joins to the first, and how both are written."""
    text = pick.source.span.words
    found = re.search(r" and ([a-z]\w*) from ", text)
    if found is None:
        return None
    both = f"{pick.name.text} from {text[: found.start()]}, {text[found.start(1) :]}"
    return tree.Name(pick.source.span, found[1]), f"write `{both}`"


def several_changed(target: pe.Each, node: tree.Assign, scope: Scope) -> str | None:
    """Help where what is kept for each of several is to change in one line."""
    if not isinstance(target.body, pe.GetState) or not isinstance(node.target, tree.Of):
        return None
    name = _for_each(scope, node.span)
    of, those = node.target.left.span.words, node.target.right.span.words
    return f"go through them: `for {name} in {those} {{ {of} of {name} := {node.value.span.words} }}`"


def asked_before_play(context: Context, before: int, name: str, value: Span) -> None:
    """Says of a rule in braces that is asked in the `value` of something fixed how it is asked in play."""
    for at, told in _of_rules_in_braces(context, before):
        if value.start <= told.span.start and told.span.end <= value.end:
            instead = _kept_first(context, told.span, name)
            help_ = f"what is fixed before play cannot call a rule in braces; use a state: {instead}"
            context.problems[at] = replace(told, help=help_)


def asked_in_the_game(context: Context, before: int, lines: tuple[tree.Node, ...]) -> None:
    """The same of rules that lines of the game itself ask, where a `let` would be fixed before play."""
    for at, told in _of_rules_in_braces(context, before):
        line = next(
            (one.span for one in lines if one.span.start <= told.span.start and told.span.end <= one.span.end), None
        )
        in_front = told.span.source.text[line.start : told.span.start] if line is not None else "{"
        if in_front.count("{") == in_front.count("}"):
            name = free_name(told.span, "x", "given")
            context.problems[at] = replace(told, help=f"keep its result first: {_kept_first(context, told.span, name)}")


def _of_rules_in_braces(context: Context, before: int) -> list[tuple[int, Diagnostic]]:
    """Where rules that act and give something are asked inside an expression, of what was told since `before`."""
    told = enumerate(context.problems[before:], before)
    return [(at, one) for at, one in told if one.code is codes.ASKING_INSIDE and _gives(context, one.span) is not None]


def _gives(context: Context, call: Span) -> Type | None:
    rule = context.program.names.get(re.split(r"\W", call.text)[0])
    return rule.type if isinstance(rule, p.Rule) and rule.type != ty.NOTHING else None


def _kept_first(context: Context, call: Span, name: str) -> str:
    kind, text = _gives(context, call), call.words if "(" in call.text else f"{call.words}()"
    assert kind is not None
    if kind.optional:
        first = "none"
    elif kind.is_collection:
        first = "[]"
    else:
        first = {"flag": "false", "number": "0", "amount": "0", "seat": "first of seats"}.get(kind.name, "…")
    return f"`state {name}: {kind.written} = {first}`, and `{name} := {text}` in play"


def not_together(node: tree.For) -> tuple[Span, str, str] | None:
    """What is wrong with the body of `together`, and where: one secret choice, once or n times, and what keeps it."""
    lines, who = node.body.lines, node.variable
    while len(lines) == 1 and isinstance(lines[0], tree.Repeat) and lines[0].until is None:
        lines = lines[0].body.lines
    first, *rest = lines or (None,)
    if not (isinstance(first, tree.Choose) and first.secretly and first.who == who):
        message = f"`together` needs a body of one secret choice of `{who.text}`"
        if isinstance(first, tree.For) or (isinstance(first, tree.Repeat) and first.until is not None):
            help_ = f"to ask several times write `repeat NAME n times {{ {who.text} secretly chooses … }}`"
            return first.span, message, help_
        return node.span, message, f"write `{who.text} secretly chooses …` first, then only moves and `:=`"
    other = next((line for line in rest if not isinstance(line, tree.Move | tree.Assign)), None)
    if other is None:
        return None
    message = "in `together` only moves and `:=` follow the choice"
    again = f"for {who.text} in {node.source.span.words} {{ … }}"
    return (
        other.span,
        message,
        f"keep what was chosen with `:=`, and do this afterwards in a loop of its own: `{again}`",
    )


def unused(context: Context, node: tree.CallLine, scope: Scope) -> str | None:
    """What was meant by a line that only works something out."""
    if is_answer(context, node, scope):
        return f"an answer stands in a choice: `s chooses name {{ {' '.join(node.span.text.split())} {{ … }} }}`"
    if node.span.text.startswith("-"):
        return "if this continues the line before, put the `-` at the end of that line"
    if isinstance(node.call, tree.Call) and node.call.name.text in context.program.mechanics:
        return f"write `play {' '.join(node.span.text.split())}`"
    if scope.rule is None or scope.rule.type != ty.NOTHING:
        return None if scope.rule is None else "write `give …`"
    context.doubtful.add(scope.rule.name)  # it was to give this
    head = hints.head_of(scope.rule)
    return f"for a rule that gives it write `{head} = …`" if head is not None else None


def is_answer(context: Context, node: tree.CallLine, scope: Scope) -> bool:
    """Does the line pick something under a new name, as answers of a choice do?"""
    match node.call:
        case tree.Rotated(operator="from", source=tree.Name() as name):
            return not context.has(name, scope)
    return False
