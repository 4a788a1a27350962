"""From the parser's tree to the syntax tree: one small function a grammar rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from lark import Token, Tree

from coupdsl.language import codes
from coupdsl.language import tree as t
from coupdsl.language import tree_declarations as td
from coupdsl.language.brackets import two_readings
from coupdsl.language.diagnostics import Diagnostic
from coupdsl.language.source import Source, Span
from coupdsl.language.words import BEGINS_VALUE
from coupdsl.language.written_numbers import MAX_DIGITS

MAX_DEPTH = 80

_N = TypeVar("_N")


class Refused(Exception):
    """Text that parses and is beyond what the language takes; `problem` says where and why."""

    def __init__(self, problem: Diagnostic) -> None:
        super().__init__(problem.message)
        self.problem = problem


def too_deep(span: Span) -> Refused:
    help_ = "give inner parts a name with `let` or `rule`"
    return Refused(Diagnostic(codes.TOO_DEEP, span, "this is nested too deeply", help_))


def whole(span: Span, digits: str) -> int:
    """A whole number as written."""
    if len(digits) > MAX_DIGITS:
        raise Refused(Diagnostic(codes.SYNTAX, span, f"a number has more than {MAX_DIGITS} digits"))
    return int(digits)


class Converter:
    """Turns the tree of one parse of `source` into syntax nodes; `offset` shifts positions."""

    def __init__(self, source: Source, offset: int = 0) -> None:
        self.source = source
        self.offset = offset
        self.depth = 0

    def lines(self, children: list[Any]) -> tuple[t.Node, ...]:
        """A node a line, but one a pair where several stand on a line."""
        found: list[t.Node] = []
        for child in children:
            is_pairs = isinstance(child, Tree) and child.data == "field"
            found += self.nodes(child.children if is_pairs else [child])
        return tuple(found)

    def node(self, child: Any) -> Any:
        if child is None:
            return None
        if isinstance(child, Token):
            return _TOKENS[child.type](self, child)
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise too_deep(self.span(child))
        unclear = two_readings(child, self.span)
        if unclear is not None:
            raise Refused(unclear)
        converted = _RULES[child.data](self, self.span(child), child.children)
        self.depth -= 1
        return converted

    def nodes(self, children: list[Any]) -> tuple[Any, ...]:
        return tuple(self.node(child) for child in children if child is not None)

    def span(self, child: Tree[Token] | Token) -> Span:
        if isinstance(child, Token):
            assert child.start_pos is not None and child.end_pos is not None
            return Span(self.source, child.start_pos + self.offset, child.end_pos + self.offset)
        if child.meta.empty:  # an empty rule
            return Span(self.source, self.offset, self.offset)
        return Span(self.source, child.meta.start_pos + self.offset, child.meta.end_pos + self.offset)

    def name(self, token: Token) -> t.Name:
        return t.Name(self.span(token), token.value)


_Conversion = Callable[[Converter, Span, list[Any]], _N]
_RULES: dict[str, _Conversion[Any]] = {}
_TOKENS: dict[str, Callable[[Converter, Token], Any]] = {}


def _rule(*names: str) -> Callable[[_Conversion[_N]], _Conversion[_N]]:
    def register(function: _Conversion[_N]) -> _Conversion[_N]:
        _RULES.update(dict.fromkeys(names, function))
        return function

    return register


def _simple(name: str, make: Callable[..., t.Node]) -> None:
    """A rule whose node takes its children in order."""
    _RULES[name] = lambda c, span, parts: make(span, *(c.node(part) for part in parts))


def _gathering(name: str, make: Callable[..., t.Node], single: int = 0) -> None:
    """A rule whose node takes so many `single` children in order, and all the others together."""
    _RULES[name] = lambda c, span, parts: make(
        span, *(c.node(part) for part in parts[:single]), c.nodes(parts[single:])
    )


# ---- tokens
_TOKENS["NAME"] = lambda c, token: c.name(token)
_TOKENS["LETTERS"] = lambda c, token: c.name(token)
_TOKENS["INT"] = lambda c, token: t.Number(c.span(token), whole(c.span(token), token.value))
_TOKENS["TRUE"] = lambda c, token: t.Flag(c.span(token), True)
_TOKENS["FALSE"] = lambda c, token: t.Flag(c.span(token), False)
_TOKENS["NONE"] = lambda c, token: t.Nothing(c.span(token))
_TOKENS["IT"] = lambda c, token: t.It(c.span(token))
_TOKENS["EVERYTHING"] = lambda c, token: None
_TOKENS["KEY"] = lambda c, token: t.OptionKey(c.span(token), token.value)


def _ratio(c: Converter, token: Token) -> t.Ratio:
    numerator, denominator = token.value.split("/")
    span = c.span(token)
    return t.Ratio(span, whole(span, numerator), whole(span, denominator))


_TOKENS["RATIO"] = _ratio

for _word in ("OP", "SOME", "EVERY", "SUM", "LARGEST", "SMALLEST", "HIGHEST", "LOWEST"):
    _TOKENS[_word] = lambda c, token: token.value


# ---- rules that stand for the one thing they hold
for _name in ("name", "key_ref", "number", "ratio", "flag", "none", "it", "bracket", "needs", "reading"):
    _RULES[_name] = lambda c, span, parts: c.node(parts[0])

# ---- expressions
_simple("the_unit", t.TheUnit)
_simple("ifexpr", t.IfElse)
_simple("of", t.Of)
_simple("range", t.Between)
_simple("quant", t.Quantified)
_simple("fold", t.Fold)
_simple("best", t.Best)
_gathering("list", t.Listing)
_gathering("call", t.Call, 1)
_gathering("case_expr", t.Case, 1)
_RULES["is_empty"] = lambda c, span, parts: t.IsEmpty(span, c.node(parts[0]), False)
_RULES["is_not_empty"] = lambda c, span, parts: t.IsEmpty(span, c.node(parts[0]), True)
_RULES["between"] = lambda c, span, parts: t.Between(span, c.node(parts[0]), c.node(parts[1]), None)
_RULES["compare"] = lambda c, span, p: t.Binary(span, p[1].value, c.node(p[0]), c.node(p[2]))
_RULES["rounded"] = lambda c, span, p: t.Rounded(span, c.node(p[0]), p[1].type == "UP", c.node(p[2]))
_RULES["rot"] = lambda c, span, p: t.Rotated(span, p[1].value, c.node(p[0]), c.node(p[2]))

for _name, _operator in {"negation": "not", "negative": "-", "the": "the"}.items():
    _RULES[_name] = lambda c, span, parts, operator=_operator: t.Unary(  # type: ignore[misc]
        span, operator, c.node(parts[0])
    )
for _name, _operator in {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "mod": "mod", "is_": "is", "is_not": "is not", "in_": "in",
    "not_in": "not in", "both": "and", "either": "or",
}.items():  # fmt: skip
    _RULES[_name] = lambda c, span, parts, operator=_operator: t.Binary(  # type: ignore[misc]
        span, operator, c.node(parts[0]), c.node(parts[1])
    )
for _operator in ("where", "preferring"):
    _RULES[_operator] = lambda c, span, parts, operator=_operator: t.SetOperation(  # type: ignore[misc]
        span, operator, c.node(parts[0]), c.node(parts[1]), c.node(parts[2])
    )
for _operator in ("with", "without"):
    _RULES[_operator] = lambda c, span, parts, operator=_operator: t.SetOperation(  # type: ignore[misc]
        span, operator, c.node(parts[0]), None, c.node(parts[1])
    )


@_rule("case_e", "case_s")
def _branch(c: Converter, span: Span, parts: list[Any]) -> t.CaseBranch:
    *labels, result = parts
    return t.CaseBranch(span, c.nodes(labels), c.node(result))


# ---- statements
_simple("assign", t.Assign)
_simple("if_", t.If)
_simple("shuffle", t.Shuffle)
_simple("show", t.Show)
_simple("hide", t.Hide)
_simple("leave", t.Leave)
_simple("again", t.Again)
_simple("give", t.Give)
_simple("pick", t.Pick)
_simple("pay", t.Pay)
_simple("call_stmt", t.CallLine)
_gathering("case_stmt", t.Case, 1)
_gathering("play", t.Play, 1)
_RULES["for_"] = lambda c, span, p: t.For(
    span, c.node(p[0]), c.node(p[1]), c.node(p[2]), p[3] is not None, c.node(p[4])
)
_RULES["move"] = lambda c, span, p: t.Move(span, c.node(p[0]), c.node(p[1]), p[2] is not None)
_RULES["finish"] = lambda c, span, parts: t.Finish(
    span, tuple(_finish_key(c, part) for part in parts[:-1]), c.node(parts[-1])
)


def _finish_key(c: Converter, part: Any) -> t.FinishKey:
    if part.data == "lowest":
        return t.FinishKey(c.span(part), c.node(part.children[1]), True)
    return t.FinishKey(c.span(part), c.node(part), False)


@_rule("repeat")
def _repeat(c: Converter, span: Span, parts: list[Any]) -> t.Repeat:
    name, how, body = parts
    until = c.node(how.children[0]) if how.data == "until" else None
    return t.Repeat(span, c.node(name), until, c.node(how.children[-1]), c.node(body))


@_rule("choose")
def _choose(c: Converter, span: Span, parts: list[Any]) -> t.Choose:
    who, secretly, choice = parts
    if choice.data == "menu":
        name, told, *alternatives = choice.children
        return t.Choose(
            span, c.node(who), secretly is not None, c.node(name), c.node(told), c.nodes(alternatives), True
        )
    name, *picks, told = choice.children
    word = c.node(name)
    only = t.Alternative(c.span(choice), word, c.nodes(picks), None, None)
    return t.Choose(span, c.node(who), secretly is not None, word, c.node(told), (only,), False)


@_rule("alternative")
def _alternative(c: Converter, span: Span, parts: list[Any]) -> t.Alternative:
    word, *picks, condition, body = parts
    return t.Alternative(span, c.node(word), c.nodes(picks), c.node(condition), c.node(body))


@_rule("wordless")
def _wordless(c: Converter, span: Span, parts: list[Any]) -> t.Alternative:
    *picks, condition, body = parts
    return t.Alternative(span, None, c.nodes(picks), c.node(condition), c.node(body))


@_rule("otherwise")
def _otherwise(c: Converter, span: Span, parts: list[Any]) -> t.Alternative:
    return t.Alternative(span, c.node(parts[0]), (), None, c.node(parts[1]), True)


# ---- declarations
_simple("kfield", td.KindField)
_simple("param", td.Parameter)
_simple("oline", td.OrderLine)
_simple("game", td.Game)
_simple("use", td.Use)
_simple("let", t.Let)
_simple("reveal", t.Reveal)
_simple("check", td.Check)
_simple("entry", td.Entry)
_simple("replace", td.Replace)
_simple("account", td.Account)
_simple("state", t.State)
_simple("limit", td.Limit)
_simple("pair", td.Field)
_gathering("include", td.Include)
_gathering("tables", td.Tables)
_gathering("kind", td.Kind, 2)
_gathering("shape", td.Shape, 2)
_gathering("pieces", td.Pieces, 2)
_RULES["edition"] = lambda c, span, parts: td.Edition(span, whole(span, parts[0].value))
_RULES["source"] = lambda c, span, parts: td.CitedSource(span, c.nodes(parts[:-1]), parts[-1].value[1:-1])
_RULES["seats"] = lambda c, span, p: td.Seats(
    span, c.node(p[0]), c.node(p[1]) and whole(span, p[1].value), c.node(p[2])
)
_RULES["unit"] = lambda c, span, parts: td.Unit(span, whole(span, parts[0].value))
_RULES["params"] = lambda c, span, parts: c.nodes(parts)
_RULES["mechanic"] = lambda c, span, p: td.Mechanic(span, c.node(p[0]), c.node(p[1]) or (), c.node(p[2]))
_RULES["need_zone"] = lambda c, span, p: td.Need(span, "zone", c.node(p[0]), c.node(p[1]))
_RULES["need_account"] = lambda c, span, p: td.Need(span, "account", c.node(p[0]), c.node(p[1]))
_RULES["need_value"] = lambda c, span, p: td.Need(span, "value", c.node(p[0]), type=c.node(p[1]))
_RULES["option"] = lambda c, span, parts: td.Option(span, c.name(parts[0]), c.nodes(parts[1:]))
_RULES["text"] = lambda c, span, parts: td.Text(
    span, tuple((parts[i].value, parts[i + 1].value[1:-1]) for i in range(0, len(parts), 2))
)


@_rule("rulehead")
def _rulehead(c: Converter, span: Span, parts: list[Any]) -> td.Need:
    name, parameters, returns = parts
    return td.Need(span, "rule", c.node(name), None, c.node(parameters) or (), c.node(returns))


@_rule("rule")
def _rule_line(c: Converter, span: Span, parts: list[Any]) -> td.Rule:
    head = c.node(parts[0])
    content = c.node(parts[1])
    value, body = (None, content) if isinstance(content, t.Body) else (content, None)
    return td.Rule(span, head.name, head.parameters, head.type, value, body)


@_rule("when")
def _when(c: Converter, span: Span, parts: list[Any]) -> td.When:
    key, negated, *readings, body = parts
    return td.When(span, c.name(key), negated is not None, c.nodes(readings), c.node(body))


@_rule("shline")
def _shape_line(c: Converter, span: Span, parts: list[Any]) -> td.ShapeLine:
    name, low, high, one, alike, order = parts
    fewest = whole(span, low.value)
    most = whole(span, high.value) if high is not None else fewest
    return td.ShapeLine(span, c.name(name), fewest, most, c.node(one), c.node(alike), c.node(order))


@_rule("order")
def _order(c: Converter, span: Span, parts: list[Any]) -> td.Order:
    name, *contents = parts
    present = [child for child in contents if child is not None]
    if len(present) == 1 and not (isinstance(present[0], Tree) and present[0].data == "oline"):
        return td.Order(span, c.node(name), c.node(present[0]), ())
    return td.Order(span, c.node(name), None, c.nodes(present))


@_rule("cards")
def _cards(c: Converter, span: Span, parts: list[Any]) -> td.Cards:
    found: dict[str, list[td.Marked]] = {"suits": [], "ranks": [], "extra": []}
    copies: list[td.Copies] = []
    for part in parts:
        if part.data == "copies":
            span_of, faces = c.span(part), [one for one in part.children[1:] if one is not None]
            named = tuple(td.Copied(c.span(one), *(c.node(name) for name in one.children)) for one in faces)
            copies.append(td.Copies(span_of, whole(span_of, part.children[0].value), named))
            continue
        pairs = zip(part.children[::2], part.children[1::2], strict=True)
        found[part.data] += [
            td.Marked(c.span(name), c.name(name), mark.value if mark is not None else None) for name, mark in pairs
        ]
    return td.Cards(span, tuple(found["suits"]), tuple(found["ranks"]), tuple(found["extra"]), tuple(copies))


@_rule("cells")
def _cells(c: Converter, span: Span, parts: list[Any]) -> td.Cells:
    first_column, last_column, first_row, last_row, shown_from = (c.node(parts[n]) for n in (0, 1, 2, 3, 5))
    return td.Cells(span, first_column, last_column, first_row, last_row, shown_from)


@_rule("zone")
def _zone(c: Converter, span: Span, parts: list[Any]) -> td.Zone:
    *stated, shown = parts
    hints = shown.children if shown is not None else (None, None)
    return td.Zone(span, *(c.node(part) for part in (*stated, *hints)))


@_rule("type")
def _type(c: Converter, span: Span, parts: list[Any]) -> t.TypeName:
    name = parts[0].value
    of = c.node(parts[1]) if len(parts) > 1 and parts[1] is not None else None
    return t.TypeName(span, name, of, len(parts) > 2 and parts[2] is not None)


@_rule("words")
def _words(c: Converter, span: Span, parts: list[Any]) -> t.Words:
    *words, none = parts
    for word in words:
        if word.value in BEGINS_VALUE:
            message = f"`{word.value}` is a word of the language and cannot be a value here"
            help_ = f"choose another name, such as `{word.value}_`"
            raise Refused(Diagnostic(codes.RESERVED_WORD, c.span(word), message, help_))
    return t.Words(span, c.nodes(words), none is not None)


@_rule("body")
def _body(c: Converter, span: Span, parts: list[Any]) -> t.Body:
    return t.Body(span, c.lines(parts))
