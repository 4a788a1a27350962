"""What may stand in the blocks of `use`, of `when` and of an entry: all else would hold whatever they say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import tree_declarations as td
from coupdsl.language.checker.context import IN_PLACE_OF, ONE_OPTION, Context
from coupdsl.language.checker.hints import head_of
from coupdsl.language.checker.replacing import place_of
from coupdsl.language.checker.said_to_win import of_seats
from coupdsl.language.checker.workshop import Line, Workshop

_RULES = (td.Rule, td.Order)
_IN_USE = (*_RULES, td.Option, td.When)
_NEEDED = (tree.State, td.Zone, td.Account, td.Option, td.Check)  # what the rules of an entry may need, for the game
_IN_ENTRY = (*_RULES, *_NEEDED, td.Entry, td.Field, td.When, tree.Let)
STATED_ONCE = (td.Seats, td.Tables, td.Unit, td.Limit)


def stated_once(context: Context, lines: Iterable[Line]) -> None:
    """Reports what a game can state once only, and states again."""
    first: dict[type[tree.Node], tree.Node] = {}
    for node in (line.node for line in lines if isinstance(line.node, STATED_ONCE)):
        other = first.setdefault(type(node), node)
        if other is not node and not (isinstance(node, td.Seats) and of_seats(node)):  # `seats win` is told elsewhere
            message, also = f"`{_word(node)}` is stated twice", ((other.span, "stated here first"),)
            help_ = IN_PLACE_OF if context.program.is_added(node.span) else "leave one of them out"
            context.report(codes.DUPLICATE_NAME, node.span, message, help_, also)


def in_its_block(shop: Workshop, line: Line) -> Line:
    """The line, or where it does not belong in its block, the same outside; this is reported once kinds are known."""
    allowed: tuple[type[tree.Node], ...]
    if line.reading_node is not None:
        allowed = _RULES
        alone = replace(line, reading_node=None)
    elif line.entry_node is not None:
        allowed = _IN_ENTRY
        alone = replace(line, entry_node=None, level=0)
    elif line.scope.mechanic is not None and not line.scope.inside:
        allowed = _IN_USE
        alone = replace(line, scope=replace(line.scope, mechanic=None), level=0)
    else:
        return line
    is_told_elsewhere = (isinstance(line.node, td.Field) and line.entry_node is None) or (
        isinstance(line.node, td.Need) and not line.scope.inside
    )
    if isinstance(line.node, allowed) or is_told_elsewhere:
        return line
    shop.queue(lambda: _report(shop, line))
    return alone


def _report(shop: Workshop, line: Line) -> None:
    node, when, entry = line.node, line.reading_node, line.entry_node
    if any(one.kind.text not in shop.program.kinds for one in (node, entry) if isinstance(one, td.Entry)):
        return  # a head is misread, which is told
    word = _word(node)
    if isinstance(node, td.When):
        message, help_ = "one reading cannot stand under another", ONE_OPTION.format(_asked(node))
    elif when is not None:
        message, help_ = "only rules and orders can differ under one reading", _under_all(when, node, word)
    elif entry is not None:
        message = f"`{word}` does not belong in an entry"
        help_ = f"put `{word}` outside `{entry.kind.text} {entry.name.text}`"
    else:
        assert line.scope.mechanic is not None
        message = "`use` gives a mechanic its rules and orders, and answers its options"
        help_ = f"put `{word}` outside `use {line.scope.mechanic.name}`"
        if isinstance(node, tree.Let):
            help_ = _tuned(node, line.scope.mechanic) or help_
    shop.context.report(codes.OUT_OF_PLACE, place_of(node), message, help_)


def _tuned(node: tree.Let, mechanic: p.Mechanic) -> str | None:
    """How what the mechanic itself calls so is replaced, or why it is not."""
    own = mechanic.members.get(node.name.text)
    if not isinstance(own, p.Rule) or own.acts or own.parameter_types:
        return None
    if own.form == "let":
        return f"`{mechanic.name}` fixes `{own.name}`: as a rule there, `rule {own.name} = …`, it can be replaced here"
    return f"write `{head_of(own) or f'rule {own.name}'} = {node.value.span.words}`"


def _word(node: tree.Node) -> str:
    """What its line begins with."""
    return node.span.text.split()[0]


def _under_all(when: td.When, node: tree.Node, word: str) -> str:
    """How what differs under one reading is written."""
    if isinstance(node, tree.Let):
        return f"make it a rule, outside and here: `rule {node.name.text} = …`"
    if isinstance(node, td.Check):
        return f"put it outside, and ask for the option in it: `check not ({_asked(when)}) or …`"
    if isinstance(node, td.Field | td.Seats):
        return f"put it outside, and ask for the option in it: `if {_asked(when)} then … else …`"
    if isinstance(node, tree.State | td.Zone | td.Account | td.Pieces | td.Cards):
        return f"put `{word}` outside; where it is used, lines can ask for the option: `if {_asked(when)} {{ … }}`"
    return f"put `{word}` outside: it holds under every reading"


def _asked(when: td.When) -> str:
    return when.key.span.to(when.readings[-1].span).words if when.readings else when.key.span.words
