"""What statements change, and what then becomes of what was known: "the hand of player" is another one when `player`
changes, and who knows a value that was worked out before is the seat that `player` named then.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.checker.who_knows import HIDDEN, NOBODY, PUBLIC, Around, Known, Label
from coupdsl.language.walk import begun_anew, blocks_of, in_block, parts

PIECES = "where pieces lie"
MONEY = "balances"
Changed = frozenset[Hashable]
NOTHING: Changed = frozenset()


class Changes:
    """What the rules of one program change and ask for."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self._read: dict[p.Rule, Changed] = {}
        self._of: dict[object, Changed] = {}
        self._hanging: dict[Hashable, Changed] = {}

    # ---- what a value depends on
    def read(self, rule: p.Rule) -> Changed:
        """The states and places that a rule asks for, by itself or by other rules."""
        if rule not in self._read:
            self._read[rule] = NOTHING
            found: set[Hashable] = set()
            asked, waiting = {rule}, [v.value for v in rule.possible if v.value is not None]
            while waiting:
                one = waiting.pop()
                waiting += parts(one)
                match one:
                    case pe.GetState(state=state):
                        found.add(state)
                    case pe.GetZone():
                        found.add(PIECES)
                    case pe.GetBalance():
                        found.add(MONEY)
                    case pe.Op(name="owner" | "position"):
                        found.add(PIECES)
                    case pe.Apply(rule=inner) if inner not in asked:
                        asked.add(inner)
                        waiting += [v.value for v in inner.possible if v.value is not None]
            self._read[rule] = frozenset(found)
        return self._read[rule]

    def depends(self, key: Hashable, changed: Changed) -> bool:
        """May what `key` stands for be another value, once these have changed?"""
        return not changed.isdisjoint(self._hangs_on(key))

    def _hangs_on(self, key: Hashable) -> Changed:
        """All whose change may make `key` stand for another value."""
        if key not in self._hanging:
            self._hanging[key] = self._worked_out(key)
        return self._hanging[key]

    def _worked_out(self, key: Hashable) -> Changed:
        if isinstance(key, tuple):
            return NOTHING.union(*map(self._hangs_on, key))
        if isinstance(key, p.Rule):
            return self.read(key)
        if isinstance(key, p.Zone) or key in ("owner", "position"):
            return frozenset([PIECES])
        return frozenset([MONEY if isinstance(key, p.Account) else key])

    # ---- what is changed
    def of(self, statement: p.Stmt) -> Changed:
        """What a statement changes, with those inside it and the rules it calls."""
        return self._block((statement,)) if not isinstance(statement, ps.CallRule) else self.by(statement.rule)

    def by(self, rule: p.Rule) -> Changed:
        if rule not in self._of:
            self._of[rule] = NOTHING  # it cannot call itself
            bodies = [version.body for version in rule.possible if version.body is not None]
            given = {local for version in rule.possible for local in version.parameters}
            self._of[rule] = NOTHING.union(given, *(self._block(body.lines) for body in bodies))
        return self._of[rule]

    def _block(self, lines: Iterable[p.Stmt]) -> Changed:
        found: set[Hashable] = set()
        for line in lines:
            found |= self.own(line)
            for inner in in_block(p.Block((line,), line.span)):
                found |= self.own(inner)
        return frozenset(found)

    def on_to_the_end(self, block: p.Block) -> Changed:
        """What is changed where a block is gone through to its end, and not left before."""
        found: set[Hashable] = set()
        for line in block.lines:
            if isinstance(line, ps.Give | ps.Leave | ps.Again | ps.Finish):
                return NOTHING
            blocks = [] if isinstance(line, ps.For | ps.Repeat) else [*blocks_of(line)]
            inside = self.own(line).union(*map(self.on_to_the_end, blocks)) if blocks else self._block((line,))
            found |= inside
        return frozenset(found)

    def own(self, s: p.Stmt) -> Changed:
        match s:
            case ps.Bind(local=local) | ps.For(local=local) | ps.Assign(target=pe.Load(local=local)):
                return frozenset([local])
            case ps.Assign(target=pe.GetState(state=state)):
                return frozenset([state])
            case ps.Choose(alternatives=alternatives):
                return frozenset(pick.local for one in alternatives for pick in one.picks)
            case ps.MovePieces() | ps.Draw() | ps.Shuffle():
                return frozenset([PIECES])
            case ps.Pay():
                short = [account.short for account in self.program.accounts if account.short is not None]
                return frozenset([MONEY]).union(*map(self.by, short))
            case ps.Repeat():
                return frozenset(begun_anew(self.program, s))
            case ps.CallRule(rule=rule):
                return self.by(rule)
            case ps.PlayMechanic():
                return NOTHING.union(*map(self.played, self.played_by(s)))
        return NOTHING

    def played_by(self, s: ps.PlayMechanic) -> list[p.Mechanic]:
        """The mechanics that a statement may play."""
        found = [s.mechanic]
        if s.entry is not None:
            found = [one.plays for one in self.program.kinds[s.entry.type.name].entries]
        return [one for one in dict.fromkeys(found) if one is not None]

    def played(self, mechanic: p.Mechanic) -> Changed:
        if mechanic not in self._of:
            self._of[mechanic] = NOTHING
            inside = self._block(mechanic.body.lines) if mechanic.body is not None else NOTHING
            self._of[mechanic] = inside | {*mechanic.parameters, *mechanic.states, PIECES}
        return self._of[mechanic]


class Renaming:
    """Says what was known in words that still hold once `changed` has changed."""

    def __init__(self, changes: Changes, changed: Changed, around: Around) -> None:
        self.changes, self.changed = changes, changed
        self.names: dict[Hashable, Hashable] = {}  # locals that still stand for what another word stood for
        for local, known in around.locals.items():
            if known.key is not None and local not in changed and changes.depends(known.key, changed):
                self.names.setdefault(known.key, local)

    def label(self, label: Label) -> Label:
        if not label or label == NOBODY or not any(self.changes.depends(owner, self.changed) for owner in label):
            return label
        return frozenset(HIDDEN if (new := self.key(owner)) is None else new for owner in label)

    def key(self, key: Hashable) -> Hashable:
        """The same value by another name; None where there is none."""
        if key is None or not self.changes.depends(key, self.changed):
            return key
        if key in self.names:
            return self.names[key]
        if not isinstance(key, tuple):
            return None
        found = tuple(self.key(part) if part is not None else None for part in key)
        unnamed = any(new is None and old is not None for new, old in zip(found, key, strict=True))
        return None if unnamed or self.changes.depends(found, self.changed) else found

    def known(self, known: Known, local: p.Local | None = None) -> Known:
        key = self.key(known.key)
        key = None if key is local else key
        return known.with_labels(self.label, self.zone(known.zone), key)

    def zone(self, zone: Hashable) -> Hashable:
        """A place stays the same, whatever comes to lie there, as long as its seat is."""
        if not isinstance(zone, tuple) or zone[1] is None:
            return zone
        index = self.key(zone[1])
        return (zone[0], index) if index is not None else None

    def around(self, around: Around) -> Around:
        pairs = [(local, self.known(known, local)) for local, known in around.locals.items()]
        if not (around.unplaced or around.told or around.shown or around.entry) and all(
            around.locals[local] is known for local, known in pairs
        ):
            return around
        owners = ((family, self.label(frozenset([old]))) for family, old in around.unplaced)
        unplaced = frozenset((family, owner) for family, label in owners for owner in label)
        told = frozenset(key for key in map(self.key, around.told) if key is not None)
        shown = frozenset(
            (key, to) for key, to in ((self.key(key), self.key(to)) for key, to in around.shown) if key and to
        )
        return Around(around.only(*pairs).locals, unplaced, told, shown, entry=self.key(around.entry))


__all__ = ["NOTHING", "PIECES", "PUBLIC", "Changed", "Changes", "Renaming"]
