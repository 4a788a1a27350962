"""The instructions of the machine, as data: what lowering makes of statements, and what every executor carries out.

An instruction goes on with the next one unless it says otherwise. Memory is a row of places: the states of the
rules first, then locals.
"""

from __future__ import annotations

from dataclasses import field

from coupdsl.code.decisions import Decision, Drawing, Procedure, Settling
from coupdsl.code.expressions import Expression, Name
from coupdsl.code.slots import Label, Place
from coupdsl.language.records import record
from coupdsl.language.source import Span

Target = tuple[Procedure, Label]
Resets = tuple[tuple[int, int, Expression | None], ...]  # first place, how many, and what they are set to


@record
class Jump:
    """One that leads back has the `span` of the statement that goes round."""

    to: Label
    span: Span | None = None


@record
class Branch:
    condition: Expression
    otherwise: Label


@record
class Fail:
    """Where the rules must not come; `asked` is what brought them there, if it is known."""

    message: str
    span: Span
    asked: tuple[Expression, ...] = ()


@record
class Tell:
    """Tells everybody the value kept at `slot`, under the `number` of its name, of the seats and things kept there."""

    slot: int
    number: int
    seats: tuple[int, ...] = ()
    things: tuple[int, ...] = ()


@record
class Store:
    to: Place
    value: Expression


@record
class Forget:
    """Clears what a loop kept, so that equal positions are equal states."""

    slots: tuple[int, ...]


@record
class BeginFor:
    source: Expression
    elements: int
    index: int


@record
class NextOf:
    elements: int
    index: int
    local: int
    end: Label


@record
class NextPass:
    counter: int
    until: Expression | None
    resets: Resets
    end: Label


@record
class Call:
    """Calls a procedure: that of the entry numbered `which`, else the only one."""

    which: Expression | None
    targets: tuple[Target, ...]
    arguments: tuple[Expression, ...]


@record
class TakeResult:
    """Fetches what the procedure that was called gave; which one it was is known as it was when it was called."""

    which: Expression | None
    sources: tuple[int, ...]
    result: int


@record
class ComeBack:
    """Ends a procedure and clears its places, so that equal positions are equal states."""

    return_slot: int
    cleared: list[int] = field(default_factory=list)


@record
class Play:
    """Plays the mechanic of the entry numbered `which`, else the only one; its parameters are states."""

    which: Expression | None
    targets: dict[int, tuple[Procedure, Label, list[int]]]
    arguments: tuple[Expression, ...]
    span: Span


@record
class SetUp:
    """A mechanic begins: its states have their first values, its pieces lie where they belong."""

    resets: Resets
    homes: tuple[tuple[int, int], ...]


@record
class Choose:
    decision: Decision


@record
class DrawPieces:
    drawing: Drawing
    span: Span


@record
class Settle:
    """Chance settles the order of a shuffled row, as far as it is read."""

    settling: Settling


@record
class Move:
    """`mixed`: a set goes to a row, where only those who know all of it know which piece lies where.

    `hides_which`: not everybody knows which pieces these are of those that lie there.
    """

    what: Expression
    to: Place
    unseen: bool
    mixed: bool
    hides_which: bool


@record
class Shuffle:
    zone: Place


@record
class Show:
    """Shows pieces to seats (None: to all); with `hide`, they forget them."""

    what: Expression
    to: Expression | None
    hide: bool


@record
class BeginPayment:
    """Works out who pays whom how much; with too little at hand, the account's rule runs first."""

    payer: Expression
    payee: Expression
    amount: Expression | None
    due: tuple[int, int, int]
    short: Target | None
    transfer: Label
    end: Label
    span: Span


@record
class Transfer:
    """What is due is paid; the accounts in the set `partial` pay what they have where that is less."""

    due: tuple[int, int, int]
    reason: Expression | None
    site: int
    partial: int
    span: Span


@record
class Finish:
    """The end: for each seat the keys, each with its name for the seat; of some the lowest is best.

    The best of `among` win, of all seats where it is None.
    """

    keys: tuple[tuple[Name, Expression, bool], ...]
    among: Expression | None


@record
class Watch:
    """For those who look on: tells them the `mark`, and changes nothing."""

    mark: object


Instruction = (
    Jump
    | Branch
    | Fail
    | Tell
    | Store
    | Forget
    | BeginFor
    | NextOf
    | NextPass
    | Call
    | TakeResult
    | ComeBack
    | Play
    | SetUp
    | Choose
    | DrawPieces
    | Settle
    | Move
    | Shuffle
    | Show
    | BeginPayment
    | Transfer
    | Finish
    | Watch
)
