"""The statements of the checked program."""

from __future__ import annotations

from coupdsl.language.program import Block, Expr, Local, Mechanic, Rule, Stmt
from coupdsl.language.program_expressions import GetState, GetZone, Load
from coupdsl.language.records import record
from coupdsl.language.source import Span


@record
class Bind(Stmt):
    """`let`, local `state` and `reveal`; `call` gives the value when it is a rule that acts."""

    local: Local
    value: Expr | None
    call: CallRule | None
    revealed: bool = False  # everybody is told the value


@record
class Assign(Stmt):
    target: GetState | Load
    value: Expr | None
    call: CallRule | None


@record
class CallRule(Stmt):
    rule: Rule
    arguments: tuple[Expr, ...]
    entry: Expr | None


@record
class If(Stmt):
    condition: Expr
    then: Block
    otherwise: Block | None


@record
class Switch(Stmt):
    branches: tuple[tuple[Expr, Block], ...]


@record
class For(Stmt):
    local: Local
    source: Expr
    condition: Expr | None
    together: bool
    body: Block


@record
class Repeat(Stmt):
    name: str
    until: Expr | None
    bound: Expr
    body: Block
    home: Mechanic | None  # in which it stands, None for the game


@record
class Pick:
    local: Local
    source: Expr


@record
class Alternative:
    """`word` is empty where what is picked first is the word."""

    word: str
    picks: tuple[Pick, ...]
    condition: Expr | None
    body: Block | None
    last_resort: bool
    span: Span


@record
class Choose(Stmt):
    """`who` None: chance chooses, all options equally likely, and in secret tells it to the seat `told`, if any."""

    who: Expr | None
    secretly: bool
    told: Expr | None
    name: str
    alternatives: tuple[Alternative, ...]


@record
class MovePieces(Stmt):
    what: Expr
    to: GetZone
    unseen: bool


@record
class Draw(Stmt):
    """`move first(count) of source to …`: from a pile, one after the other."""

    source: GetZone
    count: Expr
    to: GetZone
    unseen: bool


@record
class Shuffle(Stmt):
    zone: GetZone


@record
class Pay(Stmt):
    payer: Expr
    amount: Expr | None
    payee: Expr
    reason: Expr | None


@record
class Reveal(Stmt):
    """`show` and, with `hide`, its opposite."""

    what: Expr
    to: Expr | None  # None: all
    hide: bool


@record
class Leave(Stmt):
    name: str


@record
class Again(Stmt):
    name: str


@record
class Give(Stmt):
    """Ends a rule, with neither `value` nor `call` one without a result."""

    value: Expr | None
    call: CallRule | None


@record
class Finish(Stmt):
    """`among`: those who may win, None for all."""

    keys: tuple[tuple[Local, Expr, bool], ...]
    among: Expr | None


@record
class PlayMechanic(Stmt):
    """Plays the mechanic of the entry (or the named one)."""

    entry: Expr | None
    mechanic: Mechanic | None
    arguments: tuple[Expr, ...]
