"""What helps where a value does not fit, is not found or stands in the wrong place: words that can be copied."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from pathlib import Path

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import tree
from coupdsl.language import types as ty
from coupdsl.language.checker.of_a_family import among
from coupdsl.language.likeness import slipped
from coupdsl.language.loading import mechanics_near
from coupdsl.language.source import Span
from coupdsl.language.types import Type
from coupdsl.language.walk import all_parts
from coupdsl.language.words import KEYWORDS

LONGEST = 40
NO_NUMBERS = "seats are not numbers"
SEATS = f"{NO_NUMBERS}: the first is `first of seats`, the next `left of …`"
EMPTY = "a set or a list without anything is `[]`, and `is empty` asks about it"
IF_NONE = "if it never is; otherwise ask first, `if … is not none`, and write `the` inside"
WHOLE = {"seat": "seats", "card": "cards", "suit": "suits", "rank": "ranks", "cell": "cells", "team": "teams"}
_LOOSE = re.compile(r"[-+*/<>]|\b(?:and|or|not|is|in|where|with|without|preferring|if|mod|rounded)\b")


def short(span: Span) -> str:
    """What stands there on one line, with its end left out where it is long."""
    text = span.words
    return text if len(text) <= 40 else text[:37] + "..."


def glued(span: Span) -> tuple[str, Span] | None:
    """The word of the language that is read at the head of another, such as `where` of `wheres`; and that other."""
    before = re.search(r"[a-z_]*$", span.source.text[max(span.start - LONGEST, 0) : span.start])
    if before is None or before[0] not in KEYWORDS:
        return None
    return before[0], Span(span.source, span.start - len(before[0]), span.end)


def in_brackets(text: str) -> str:
    """The text of an expression as an operand of another."""
    return f"({text})" if _LOOSE.search(text) and not (text[0] == "(" and text.find(")") == len(text) - 1) else text


def is_in_brackets(span: Span) -> bool:
    """Does it stand in brackets of its own?"""
    text = span.source.text
    return text[: span.start].rstrip().endswith("(") and text[span.end :].lstrip().startswith(")")


def or_none(kind: Type) -> str:
    """What is written where `none` has no place in a type."""
    return f"if it may be none, its type is `{kind.written} or none`"


def for_type(text: str, expr: p.Expr, wanted: Type, program: p.Program) -> str | None:
    """How to get what is wanted from a value of another type; None where there is no plain way."""
    given = expr.type
    if len(text) > LONGEST or given == ty.ANY:
        text = "…"
    held = in_brackets(text)
    if given.name == "none":
        return EMPTY if wanted.is_collection else or_none(wanted)
    if wanted == ty.FLAG:
        return _for_flag(text, expr, program)
    if wanted.definite == ty.SEAT and given.is_numeric:
        return SEATS
    if wanted.definite == ty.AMOUNT and given.name == "number" and not given.optional:
        return _for_amount(held, expr, program.unit)
    if isinstance(expr, pe.Best) and expr.value is not None and wanted.is_numeric:
        source, value = (part.span.words for part in (expr.source, expr.value))
        key = f"({value})" if " " in value else value
        number = "smallest" if expr.lowest else "largest"
        return f"that is who or what has it; the number itself is `{number} of {key} over {source}`"
    if given.is_collection and given.of is not None:
        if wanted.is_numeric:
            return _for_number(text, expr, given.of)
        if ty.fits(given.of, wanted.definite):
            return f"for one of them write `the first of {held}`"
        if given.of == ty.PIECE and wanted.of is not None and wanted.of.family:
            return f"for those among them write {among(wanted.of, held)}"
    ends = re.fullmatch(r"(\d+) ?- ?(\d+)", text)
    if wanted.is_collection and wanted.of == ty.NUMBER and ends is not None and int(ends[1]) < int(ends[2]):
        return f"for a range write `{ends[1]} .. {ends[2]}`"
    if wanted.is_collection and wanted.of is not None and ty.fits(given, wanted.of):
        return f"a set of one is written `[{text}]`"
    if wanted == ty.NUMBER and given.name == "amount" and not given.optional:
        return "an amount is not a number: declare what it is assigned to as an `amount`"
    if given == ty.FLAG and wanted.is_collection and wanted.of in (ty.CARD, ty.PIECE) and _of_cards(text, program):
        return f"write `cards where {text}`"
    if isinstance(expr, pe.Const) and given in (ty.SUIT, ty.RANK) and wanted.is_collection:
        return f"write `cards where {given} is {text}`"
    if wanted == ty.REASON:
        return f"`{text}` has a meaning here: a reason is any other word, such as `{text}_paid`"
    if wanted.definite == ty.RATIO and isinstance(expr, pe.Const) and given == ty.LITERAL:
        return f"write `{text}/1`"
    if given.name == wanted.name == "word":
        return of_other_words(expr, wanted)
    whole = WHOLE.get(text)
    if wanted.is_collection and wanted.of is not None and wanted.of.name == text and whole is not None:
        return f"did you mean `{whole}`?"
    if given.family and wanted.definite in (ty.SUIT, ty.RANK):
        return f"write `{wanted.definite} of {held}`"
    if given.family and wanted.definite == ty.SEAT:
        return f"who has it is `owner of {held}`"
    if isinstance(expr, pe.Const) and given in (ty.SUIT, ty.RANK) and wanted.is_numeric:
        return any_of(wanted, program)
    return None


def _compared(what: str, span: Span, text: str) -> str:
    """How something is compared with what stands there alone, perhaps behind `not`."""
    if re.search(r"\bnot +$", span.source.text[max(span.start - LONGEST, 0) : span.start]):
        return f"compare it, such as `{what} is not {text}`, and leave out the `not` before it"
    return f"compare it, such as `{what} is {text}`"


def _for_flag(text: str, expr: p.Expr, program: p.Program) -> str | None:
    given = expr.type
    if text.isdigit():
        return f"write `{'false' if text == '0' else 'true'}`" if text in ("0", "1") else any_of(ty.FLAG, program)
    if given in (ty.SUIT, ty.RANK) and text in {one.name for one in (*program.suits, *program.ranks)}:
        return _compared(given.name, expr.span, text)
    if given.is_face:
        return _compared("it", expr.span, text)
    return _asked(in_brackets(text), expr)


def _for_amount(held: str, expr: p.Expr, unit: int) -> str:
    if unit == 1:
        return f"for an amount write `1 * {held}`"
    instead = f"declare `{expr.state.name}` as an `amount`; or " if isinstance(expr, pe.GetState) else ""
    return f"{instead}for an amount of {unit} each write `{unit} * {held}`"


def _for_number(text: str, several: p.Expr, element: Type) -> str:
    if element.is_numeric and isinstance(several, pe.Each):
        of, _, over = text.partition(" of ")
        return f"what they have together is `sum of {of} over {over}`"
    if isinstance(several, pe.Op) and several.name == "between":
        return by_chance(text)
    return f"how many there are is `count of {in_brackets(text)}`"


def by_chance(numbers: str) -> str:
    """How one of several numbers comes up."""
    return f"to draw one of them, let chance decide first, `chance chooses roll n from {numbers}`, and write `n` here"


def is_first_alone(node: tree.Of) -> bool:
    """Is it the first or last of something, and nothing asked about it there?

    What stands behind `with` is not asked about it: that joins it.
    """
    return (
        isinstance(node.left, tree.Name)
        and node.left.text in ("first", "last")
        and asked_behind(node) in (None, "with")
    )


def asked_behind(node: tree.Node) -> str | None:
    """The word behind something by which more is asked about it."""
    asked = re.match(r"\s*(where|preferring|with|without|after|from)\b", node.span.source.text[node.span.end :])
    return asked[1] if asked is not None else None


def empty_behind(node: tree.Node) -> str | None:
    """The words before `empty`, `is` or `is not`, where that is asked behind something."""
    asked = re.match(r"\)*\s*(is\s+(?:not\s+)?)empty\b", node.span.source.text[node.span.end :])
    return asked[1] if asked is not None else None


def brackets_inside(node: tree.Node) -> str | None:
    """How `the first of …` is written where more is asked about what it is the first of."""
    asked = asked_behind(node)
    if asked is None or not isinstance(node, tree.Unary) or not isinstance(node.operand, tree.Of):
        return None
    of = node.operand.right
    head = node.span.source.text[node.span.start : of.span.start]
    return f"put what is asked about in brackets: `{' '.join(head.split())} ({of.span.words} {asked} …)`"


def of_cells(low: p.Expr, high: p.Expr, grid: p.Grid | None) -> str:
    """How the cells from one to the other are written: in a line, or where that is known to be none, all between."""
    ends = [one.value for one in (low, high) if isinstance(one, pe.Const) and isinstance(one.value, int)]
    if len(ends) == 2 and grid is not None:
        (row, column), (last_row, last_column) = (divmod(cell, len(grid.columns)) for cell in ends)
        down, right = abs(row - last_row), abs(column - last_column)
        if down and right and down != right:
            rows = " .. ".join(str(grid.rows[at]) for at in sorted((row, last_row)))
            columns = " .. ".join(str(at + 1) for at in sorted((column, last_column)))
            return f"write `cells where row in {rows} and column in {columns}`"
    return f"write `line({low.span.words}, {high.span.words})`"


def has_digits(expr: p.Expr, unit: int) -> bool:
    """Does it write out a number that may be money already?"""
    written = (part.value for part in all_parts(expr) if isinstance(part, pe.Const) and part.type == ty.LITERAL)
    return any(isinstance(value, int) and value and value % unit == 0 for value in written)


def of_another(left: p.Expr, operator: str, right: p.Expr) -> str | None:
    """How cards are compared by rank or suit, with one or with some, and seats by no numbers."""
    if left.type.definite == ty.SEAT and right.type.is_numeric:
        return SEATS
    for cards, face in ((left, right), (right, left)):
        card, asked = cards.type.of or cards.type.definite, face.type.of or face.type.definite
        if (
            card.name not in ("card", "piece")
            or asked not in (ty.SUIT, ty.RANK)
            or (cards is right and operator != "is")
        ):
            continue
        held, wanted = in_brackets(short(cards.span)), in_brackets(short(face.span))
        if cards.type.is_collection:
            every = "every" if operator.startswith("not") or operator.endswith("not") else "some"
            return f"write `{every} {held} where {asked} {operator} {wanted}`"
        return f"write `{asked} of {held} {operator} {wanted}`"
    return None


def of_several(operator: str, side: p.Expr, left: p.Expr, right: p.Expr) -> str:
    """How what is several is added to others, or taken from them, where a `side` of `+` or `-` is."""
    if isinstance(side, pe.Op) and side.name == "between" and is_in_brackets(side.span):
        return by_chance(side.span.words)
    if isinstance(side, pe.Op) and side.name == "between":
        low, high = (end.span.words for end in side.arguments[:2])
        ends = f"{low} .. ({high} {operator} {short(right.span)})"
        if side is right:
            goes_on = side.span.source.text[side.span.end :].lstrip(" ")[:1] in ("+", "-", "*", "/")
            ends = f"({short(left.span)} {operator} {low}) .. {'…' if goes_on else high}"
        return f"put an end that is worked out in brackets: `{ends}`"
    if operator == "+" and left.type.name == "list" and left.type.of is not None and not left.type.of.family:
        joined = " with ".join(in_brackets(short(one.span)) for one in (left, right))
        return f"a list has nothing twice: `{joined}` adds what is not in it yet; or keep each in a state of its own"
    return f"for sets write `{'with' if operator == '+' else 'without'}`"


def by_places(operator: str, *compared: p.Expr) -> str:
    """How ranks are compared, of which the highest has the first place."""
    left, right = (
        f"place_in({'the ' if one.type.optional else ''}{one.span.words}, ranks)" if one.type.definite == ty.RANK
        else one.span.words
        for one in compared
    )  # fmt: skip
    flipped = operator.translate(str.maketrans("<>", "><"))
    return f"compare their places, where the highest rank comes first: `{left} {flipped} {right}`"


def of_mark(text: str, program: p.Program) -> str | None:
    """The suit or rank whose mark people wrote in place of its name."""
    found = next((face for face in (*program.ranks, *program.suits) if face.mark == text), None)
    return f"did you mean `{found.name}`?" if found is not None else None


def of_other_words(expr: p.Expr, wanted: Type) -> str | None:
    """How what is one of some words is declared, to be one of all those that are wanted."""
    declared = expr.local if isinstance(expr, pe.Load) else expr.state if isinstance(expr, pe.GetState) else None
    if declared is None or not set(expr.type.words) < set(wanted.words):
        return None
    several = " | ".join(wanted.words)
    return f"both list the same words, or are two types: declare `{declared.name}: {several}`"


def zone_of_whom(program: p.Program) -> str:
    """How a rule that is to do something with one of several zones is told which."""
    theirs = next((zone.name for zone in program.zones if zone.per_seat), None)
    if theirs is None:
        return "write the zone itself where something is moved"
    return f"give the rule the seat, `rule name(s: seat)`, and write `{theirs} of s` in it"


def or_above(help_: str | None, span: Span, above: Iterable[tuple[Span, str]]) -> str | None:
    """`help_`; and, of a name that `let` gives to what is hidden, that it can be told to all instead."""
    for place, _ in above:
        given = re.search(r"\blet (\w+) = $", place.source.text[max(0, place.start - LONGEST) : place.start])
        if help_ is not None and given is not None and re.search(rf"\b{given[1]}\b", span.text):
            return f"{help_}; or tell it where it comes from: `reveal {given[1]} = …`, in place of `let`"
    return help_


def any_of(wanted: Type, program: p.Program) -> str | None:
    """How a value of this type is written, where nothing tells what was meant."""
    if wanted == ty.FLAG:
        return "write `true` or `false`"
    if wanted.definite == ty.AMOUNT:
        return f"an amount is a number, such as `{10 * program.unit}`"
    return "this must be a number, such as `3`" if wanted.definite == ty.NUMBER else None


def _asked(held: str, expr: p.Expr) -> str | None:
    given = expr.type
    if given.is_collection and given.of == ty.FLAG:
        return _of_how_many(held, expr)
    if given.is_collection:
        return f"ask `{held} is not empty`"
    if given.optional:
        return f"ask `{held} is not none`"
    if given.is_numeric:
        return f"compare it, such as `{held} > 0`"
    return f"compare it, such as `{held} is …`"


def _of_how_many(held: str, expr: p.Expr) -> str:
    """How it is asked whether some or all of what was asked of each are true: that they were asked says nothing."""
    asked, _, those = expr.span.words.partition(" of ")
    if isinstance(expr, pe.Each) and asked.isidentifier() and len(those) <= LONGEST:
        return f"ask `some {those} where {asked}` or `every {those} where {asked}`"
    return f"ask `true in {held}`, or whether none is false, `not false in {held}`"


def not_kept_so(name: str, declared: p.Declared | None, owner: Type, right: str) -> tuple[str, str] | None:
    """What is said of `name of right`, where `name` is kept otherwise, or is a rule, and the help."""
    if isinstance(declared, p.Rule):
        if declared.parameter_types and ty.fits(owner, declared.parameter_types[0]):
            rest = ", …" * (len(declared.parameter_types) - 1)
            return ": it is a rule", f"write `{name}({right}{rest})`"
        return None
    if not isinstance(declared, p.State | p.Zone | p.Account):
        return None
    per = ("seat" if declared.per_seat else None) if isinstance(declared, p.Account) else declared.per
    if per is None:
        help_ = f"leave out `of {right}`, or declare it `{name} per {owner}`"
        return ": there is one for all", help_
    help_ = f"say of which {per}: `{name} of …`"
    if per == "seat" and owner.is_numeric:
        help_ = f"{NO_NUMBERS}: `for s in seats {{ … {name} of s … }}`"
    return f": it is kept for each {per}", help_


def head_of(rule: p.Rule) -> str | None:
    """The first line of a rule as it is written, up to what it says."""
    line = rule.span.source.line(rule.span.line)
    found = re.search(r"\brule [^={]*[^={ ]", line)
    return found[0] if found is not None else None


def not_taken_in(name: str, known: Set[str], folder: Path | None) -> tuple[str, str] | None:
    """What is said of the name of a mechanic that there is, and that is none of the `known` ones of the game."""
    others = mechanics_near(folder or Path()) - known
    if name in others:
        return f"the game does not use mechanic `{name}`", f"write `use {name}` in the game"
    meant = slipped(name, others) if slipped(name, known) is None else None
    return None if meant is None else (f"`{name}` is not declared", f"did you mean `{meant}`? write `use {meant}`, too")


def unclear_option(name: str, program: p.Program) -> str | None:
    """The option that is meant by a part of its key."""
    keys = [key for key in program.options if name in (*key.split("."), key.replace(".", "_"))]
    return f"did you mean `{keys[0]}`?" if len(keys) == 1 else None


def least_of(name: str, given: tree.Node) -> str:
    """How `min` and `max` are asked of what is `given` as one."""
    if isinstance(given, tree.Listing) and len(given.items) > 1:
        return f"write `{name}({', '.join(item.span.words for item in given.items)})`"
    if isinstance(given, tree.Listing | tree.Number | tree.Name):
        return f"it is asked of several: `{name}(a, b)`"
    each = f"{'largest' if name == 'max' else 'smallest'} of it over {in_brackets(given.span.words)}"
    return f"for several numbers write `{name}(a, b)`, for what is in a set or list `{each}`"


def listed(node: tree.Binary) -> str | None:
    """Help for `x is a or b`, also with `not`, or where some of them are listed."""
    others, left = [node.right], node.left
    while isinstance(left, tree.Binary) and left.operator == "or" and isinstance(left.right, tree.Name | tree.Number):
        others, left = [left.right, *others], left.left
    if not isinstance(left, tree.Binary) or left.operator not in ("is", "in", "is not"):
        return None
    if left.operator == "in" and not isinstance(left.right, tree.Listing):
        return None
    first = left.right.items if isinstance(left.right, tree.Listing) else (left.right,)
    items = ", ".join(short(item.span) for item in (*first, *others))
    return f"write `{short(left.left.span)} {'not in' if left.operator == 'is not' else 'in'} [{items}]`"


def bound_in_play(nodes: list[tree.Node]) -> set[str]:
    """The names that lines of a game itself give to what is chosen or told in play."""
    names = {node.name.text for node in nodes if isinstance(node, tree.Reveal)}
    chosen = [node for node in nodes if isinstance(node, tree.Choose) and not node.menu]
    return names | {
        pick.name.text for node in chosen for alternative in node.alternatives for pick in alternative.picks
    }


def _of_cards(condition: str, program: p.Program) -> bool:
    """Does a condition ask about each of the cards, by its suit or rank, `it`, or what is kept for it?"""
    kept = [state.name for state in program.states if state.per == "card"]
    asked = "|".join(("suit", "rank", *map(re.escape, kept)))
    return bool(program.ranks) and re.search(rf"\b(?:{asked})\b(?! of (?!it\b))|\bit\b", condition) is not None
