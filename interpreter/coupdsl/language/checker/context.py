"""What all parts of the checker share: the program being built, its problems, and what a name means where."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable
from dataclasses import field, replace

from coupdsl.language import codes, tree
from coupdsl.language import program as p
from coupdsl.language import types as ty
from coupdsl.language.checker.declared_twice import own_first, twice
from coupdsl.language.checker.hints import EMPTY, glued, unclear_option, zone_of_whom
from coupdsl.language.checker.of_a_family import for_field
from coupdsl.language.codes import Code
from coupdsl.language.diagnostics import Diagnostic, suggest
from coupdsl.language.files import Citation, File
from coupdsl.language.foreign_words import ANYBODY_WINS, MEANT, TYPES, WINS
from coupdsl.language.free_names import free_name
from coupdsl.language.likeness import nearest, slipped
from coupdsl.language.records import by_value, entity
from coupdsl.language.source import Span
from coupdsl.language.turned_round import meant
from coupdsl.language.types import Type
from coupdsl.language.words import RESERVED

ONE_OPTION = "a rule answers one option: ask for the other in it, `if {} then … else …`"
IN_PLACE_OF = "write `replace` before it to put it in the place of the other"
LONGEST_CHAIN = 200  # rules, each of which asks the next
TEAM_WORDS = frozenset(["team", "teams", "partners"])  # what is asked only where seats are divided
MOST_COMPARED = 20_000  # names that unknown ones are compared with, all in all: beyond, there are too many to be helped
_OF_A_PIECE = ("suit", "rank", "owner", "position")  # which are asked of something, or of `it`
_OF_NO_WORDS = (p.Zone, p.Account, p.Entry, p.Kind, p.Family, p.Mechanic)  # declared as what is no suit, rank or word
BUILT_IN = frozenset(
    ["seats", "cards", "suits", "ranks", "all", "true", "false", "none", "empty", "everything", "chance", "unit"]
)


@by_value
class Scope:
    """Where a piece of text stands. `inside` is the text of a mechanic itself, which sees only what it needs."""

    file: File
    mechanic: p.Mechanic | None = None
    inside: bool = False
    kind: p.Kind | None = None
    entry: p.Entry | None = None
    reading: p.Reading | None = None
    locals: dict[str, p.Local] = field(default_factory=dict)
    its: tuple[p.Local, ...] = ()
    loops: tuple[str, ...] = ()
    rule: p.Rule | None = None

    def binding(self, local: p.Local) -> Scope:
        return replace(self, locals={**self.locals, local.name: local})

    def filtering(self, local: p.Local) -> Scope:
        return replace(self, its=(*self.its, local))


@entity
class Context:
    program: p.Program
    problems: list[Diagnostic] = field(default_factory=list)
    warnings: list[Diagnostic] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    waiting: dict[int, Callable[[], None]] = field(default_factory=dict)
    working: list[p.Rule] = field(default_factory=list)
    amounts: list[p.Expr] = field(default_factory=list)
    named: dict[p.Local, tuple[p.Expr, bool]] = field(default_factory=dict)  # each `let` in play; was it told to all?
    paid: list[p.Expr] = field(default_factory=list)
    paying: dict[Span, None] = field(default_factory=dict)  # where a seat pays or is paid
    places: list[tuple[Span, p.Declared, str]] = field(default_factory=list)
    doubtful: set[str] = field(default_factory=set)  # names of whose declaration, or lack of one, was told
    dropped_faces: dict[str, Span] = field(default_factory=dict)  # faces that a replaced pack had
    dropped_teams: Span | None = None  # the seats that stand in the place of some in teams
    probing: bool = False  # is something looked at only to find the words that help?
    silent: bool = False  # is a text looked at that a variant puts out of force?
    to_come: set[str] = field(default_factory=set)  # the picks of a move that are not made yet
    picked: str | None = None  # what is picked last, where the condition of a move is looked at
    each_to_come: str | None = None  # what each of those is called that are chosen from or gone through next
    bound: set[str] = field(default_factory=set)  # names that lines of the game itself give to what is chosen
    compared: int = 0  # names that unknown ones were compared with

    def report(
        self,
        code: Code,
        span: Span,
        message: str,
        help_: str | None = None,
        also: Iterable[tuple[Span, str]] = (),
    ) -> None:
        if not self.silent:
            told = self.warnings if code.warning else self.problems
            told.append(Diagnostic(code, span, message, help_, tuple(also)))

    def use(self, declared: p.Declared) -> None:
        self.used.add(id(declared))

    # ---- names
    def not_reserved(self, name: tree.Name) -> None:
        """Says so where something is called like a word of the language, or what is built in."""
        if name.text in RESERVED:
            message = f"`{name.text}` has a meaning of its own in the language"
            self.report(codes.RESERVED_WORD, name.span, message, _another(name))

    def declare(self, scope: Scope, name: tree.Name, declared: p.Declared) -> None:
        self.not_reserved(name)
        names = scope.mechanic.members if scope.mechanic is not None and scope.inside else self.program.names
        other = names.get(name.text)
        if other is not None:
            self.doubtful.add(name.text)
            own, again = own_first(other.span, name.span, self.program)
            help_ = "give one of them another name"
            if self.program.is_added(again):
                help_ = _in_place_of(*((other, declared) if own is other.span else (declared, other)))
            self.report(*twice(name.text, own, again, help_))
            return
        names[name.text] = declared

    def names_type(self, name: tree.Name) -> None:
        """Says so where a kind or a family of pieces is called like what the language has."""
        if name.text in ty.OF_THE_LANGUAGE:
            message = f"`{name.text}` is a type of the language"
            self.report(codes.RESERVED_WORD, name.span, message, _another(name))

    def local(self, name: tree.Name, kind: Type, scope: Scope) -> p.Local:
        """A name given to a value at `scope`; says so where it cannot be had."""
        if name.text in RESERVED:
            message = f"`{name.text}` has a meaning of its own in the language"
            self.report(codes.RESERVED_WORD, name.span, message, _another(name))
        if name.text in scope.locals:
            also = ((scope.locals[name.text].span, "named here first"),)
            self.report(codes.DUPLICATE_NAME, name.span, f"`{name.text}` has a meaning here already", None, also)
        return p.Local(name.text, kind, name.span)

    def find(self, name: str, scope: Scope, span: Span) -> p.Declared | None:
        """What `name` means by itself at `scope`: the mechanic's own, the game's, then any one mechanic's."""
        if scope.mechanic is not None and name in scope.mechanic.members:
            return self._found(scope.mechanic.members[name])
        if name in self.program.names:
            found = self.program.names[name]
            if scope.inside and scope.mechanic is not None and name not in scope.mechanic.needs:
                self.report(
                    codes.NOT_NEEDED_HERE, span, f"`{name}` belongs to the game, and this mechanic does not need it",
                    f"declare it with `needs`, so that mechanic `{scope.mechanic.name}` works in any game",
                )  # fmt: skip
            return self._found(found)
        if scope.inside:
            return None
        owners = [m for m in self.program.mechanics.values() if name in m.members]
        if len(owners) > 1:
            names = " and ".join(f"`{m.name}`" for m in owners)
            self.report(codes.UNKNOWN_NAME, span, f"`{name}` could be that of {names}")
        return self._found(owners[0].members[name]) if owners else None

    def peek(self, name: str, scope: Scope) -> p.Declared | None:
        """As `find`, without reporting or counting as a use."""
        if scope.mechanic is not None and name in scope.mechanic.members:
            return scope.mechanic.members[name]
        if name in self.program.names or scope.inside:
            return self.program.names.get(name)
        owners = [m for m in self.program.mechanics.values() if name in m.members]
        return owners[0].members[name] if len(owners) == 1 else None

    def has(self, name: tree.Name, scope: Scope) -> bool:
        """Does it stand for anything here?"""
        return name.text in scope.locals or self.peek(name.text, scope) is not None

    def told(self, name: str, scope: Scope) -> bool:
        """Was it said what is wrong with this name, such as a need of a mechanic unmet? Then no more is said of it."""
        unmet = scope.inside and scope.mechanic is not None and name in scope.mechanic.unmet
        return unmet or name in self.doubtful

    def _found(self, declared: p.Declared) -> p.Declared:
        self.use(declared)
        return declared

    def visible(self, scope: Scope) -> set[str]:
        """Every name a person may have meant at `scope`."""
        names = set(scope.locals) | BUILT_IN
        if self.program.grid is not None:
            names.add("cells")
        if scope.its:
            names |= {"it", *_OF_A_PIECE}
        for kind in filter(None, (self.program.kinds.get(it.type.name) for it in scope.its)):
            names |= set(kind.members)
        names |= {field.name for family in self.program.families for field in family.fields}
        if scope.mechanic is not None:
            names |= set(scope.mechanic.members)
        if scope.inside and scope.mechanic is not None:
            return names | scope.mechanic.needs
        names |= set(self.program.names) | {kind.plural for kind in self.program.kinds.values()}
        for mechanic in self.program.mechanics.values():
            names |= set(mechanic.members)
        if scope.kind is not None:
            names |= set(scope.kind.members)
        if scope.entry is not None:
            names |= set(scope.entry.lets)
        return names

    def unknown(
        self, name: str, scope: Scope, span: Span, members: Iterable[str] = (), given: str = "",
        otherwise: str | None = None,
    ) -> None:  # fmt: skip
        """`members` are the words of the wanted type, one of which is likely meant; `given` what it is asked about,
        `otherwise` what helps where nothing like it is declared."""
        if name in self.dropped_faces:
            self.without(name, span)
            return
        if self.without_teams(name, span):
            return
        if (begun := glued(span)) is not None:
            word, whole = begun
            self.report(codes.UNKNOWN_NAME, whole, f"`{whole.text}` is not declared", f"did you mean `{word}`?")
            return
        help_ = self._meant(name, scope, set(members))
        if name == self.each_to_come and scope.its and name not in scope.locals:
            help_ = "inside `where` it is `it`" if len(scope.its) == 1 else f"name it: `where {name}: …`"
        elif name in self.bound and scope.rule is None and name not in scope.locals:
            help_ = "a `let` of the game is fixed before play: keep it in a `state`, or put these lines into a `rule`"
        elif name in self.to_come and name not in scope.locals:
            help_ = f"`{name}` is not picked yet: what is asked about it comes after the picks, `… if …`"
        elif field_meant := for_field(name, scope.its, self.program):
            help_ = field_meant
        elif option := self._option_meant(name, scope):
            help_ = option
        elif name in _OF_A_PIECE and not scope.its and name not in scope.locals:
            help_ = f"say of which: `{name} of c`" + (
                f"; all of them are `{name}s`" if name in ("suit", "rank") else ""
            )
        elif name in MEANT:
            help_ = meant(name, given or "…", span.before)
        if help_ is None:  # nothing like it is declared: it is said once
            self.doubtful.add(name)
            help_ = self._where_not_declared(name) or otherwise
        self.report(codes.UNKNOWN_NAME, span, f"`{name}` is not declared", help_)

    def _where_not_declared(self, name: str) -> str | None:
        """Help with a word that says something elsewhere, of which nothing like it is declared."""
        columns = self.program.grid.columns if self.program.grid is not None else ()
        if name in columns:
            return f"columns are numbers, the first is 1: write `{columns.index(name) + 1}`"
        return ANYBODY_WINS if WINS.fullmatch(name) else None

    def _option_meant(self, name: str, scope: Scope) -> str | None:
        """Help with an option of which only a part is written, where no name near it is a slip away."""
        option = unclear_option(name, self.program)
        near = {*scope.locals, *self.visible(scope)} - {name} if option is not None else ()
        return option if slipped(name, near) is None else None

    def _meant(self, name: str, scope: Scope, words: set[str]) -> str | None:
        """Help with the name that was meant: one of `words` or of the names near it, before what all may ask for."""
        if self.compared > MOST_COMPARED:
            return None
        visible = self.visible(scope) - {name}
        if words:  # of a suit, say: no place or entry of another kind can be meant
            named = ChainMap(self.program.names, *(one.members for one in self.program.mechanics.values()))
            visible = {one for one in visible if one in words or not isinstance(named.get(one), _OF_NO_WORDS)}
        self.compared += len(visible)
        for known in (words - {name}, scope.locals.keys() - {name}, visible):
            if (near := slipped(name, known)) is not None:
                return f"did you mean `{near}`?"
        if words and nearest(name, words) is None and nearest(name, scope.locals) is None:
            return suggest(name, words)
        near = nearest(name, visible | words) or slipped(name, self.program.names.keys() - {name})
        return f"did you mean `{near}`?" if near is not None else None

    def without(self, name: str, span: Span) -> None:
        """A suit or rank of a replaced pack is asked about: told once for all of them."""
        if self.silent:
            return
        message, help_ = f"this pack has no `{name}`", "without `replace`, `cards` joins the pack of the game"
        asked = ((span, "which is asked about here"),)
        self.report(codes.UNKNOWN_NAME, self.dropped_faces[name], message, help_, asked)
        self.doubtful |= self.dropped_faces.keys()
        self.dropped_faces = {}

    def without_teams(self, name: str, span: Span) -> bool:
        """Are teams asked about that replaced seats had? It is told once for all of them."""
        if self.dropped_teams is None or name not in TEAM_WORDS:
            return False
        if not (self.silent or self.doubtful.issuperset(TEAM_WORDS)):
            message, help_ = "these seats have no teams", "say who plays together: `replace seats [4] in 2 teams`"
            self.report(codes.UNKNOWN_NAME, self.dropped_teams, message, help_, ((span, "which are asked about here"),))
            self.doubtful |= TEAM_WORDS
        return True

    # ---- types
    def type_of(self, written: tree.TypeName | tree.Words) -> Type:
        if isinstance(written, tree.Words):
            return Type("word", optional=written.optional, words=tuple(word.text for word in written.words))
        found = self._named_type(written)
        if written.optional and found.is_collection:
            self.report(codes.WRONG_TYPE, written.span, f"{ty.a(found)} is never none", EMPTY)
            return ty.ANY
        if written.optional and found.name == "test" and found.of is not None:  # what is asked about may be none
            return replace(found, of=found.of.or_none)
        if written.optional and found != ty.ANY:
            return replace(found, optional=True)
        return found

    def element(self, name: str) -> Type | None:
        """The type that a single word names, if it does."""
        families = {family.name: family.type for family in self.program.families}
        kinds = {kind.name: kind.type for kind in self.program.kinds.values()}
        return {**ty.SIMPLE, **kinds, **families}.get(name)

    def _named_type(self, written: tree.TypeName) -> Type:
        if written.name in ("set", "list", "test"):
            if written.of is None:
                message = f"`{written.name}` needs `of` and what is in it"
                self.report(codes.WRONG_TYPE, written.span, message, f"such as `{written.name} of card`")
                return ty.ANY
            of = self._named_type(written.of)
            if written.name != "test" and not self.is_element(of, written.of.span):
                of = ty.ANY
            return Type(written.name, of)
        found = self.element(written.name)
        if found is not None:
            return found
        if self.without_teams(written.name, written.span):
            return ty.ANY
        names = {*ty.SIMPLE, *self.program.kinds, *(f.name for f in self.program.families), "set", "list"}
        help_ = suggest(written.name, names)
        if written.name in {f"{name}s" for name in names} | {kind.plural for kind in self.program.kinds.values()}:
            one = nearest(written.name, names)
            help_ = f"one of them is a `{one}`, several are a `set of {one}`"
        elif written.name == "zone":
            help_ = f"a name cannot stand for a zone: {zone_of_whom(self.program)}"
        elif written.name in TYPES:
            help_ = f"write `{TYPES[written.name]}`"
        self.report(codes.UNKNOWN_NAME, written.span, f"there is no type `{written.name}`", help_)
        return ty.ANY

    def is_element(self, kind: Type, span: Span) -> bool:
        """May it stand in a set or a list? If not, says so."""
        if ty.is_element(kind):
            return True
        help_ = "put them together with `with`" if kind.is_collection else "keep each in a state of its own"
        self.report(codes.WRONG_TYPE, span, f"a set or a list cannot hold {ty.a(kind)}", help_)
        return False

    # ---- rules
    def settle(self, rule: p.Rule, span: Span) -> None:
        """Makes sure the type of `rule` is known, working it out now if its text was not read yet."""
        if rule in self.working:
            names = " calls ".join(f"`{r.name}`" for r in [*self.working[self.working.index(rule) :], rule])
            self.report(codes.RECURSION, span, f"{names}: rules cannot go in circles")
            rule.type = ty.ANY
            return
        if len(self.working) >= LONGEST_CHAIN:
            self.report(codes.LONG_CHAIN, span, *long_chain(rule))
            rule.type = ty.ANY
            return
        work = self.waiting.pop(id(rule), None)
        if work is not None:
            self.working.append(rule)
            self.saying(work)
            self.working.pop()

    def saying(self, work: Callable[[], None], silent: bool = False) -> None:
        """Does `work`, with what is wrong there said or left unsaid."""
        before, doubtful = self.silent, set(self.doubtful)
        self.silent = silent
        work()
        self.silent = before
        if silent:
            self.doubtful = doubtful


def _another(name: tree.Name) -> str:
    return f"choose another name, such as `{free_name(name.span, f'the_{name.text}')}`"


def long_chain(rule: p.Rule) -> tuple[str, str]:
    """What is told where a chain of rules becomes too long, and what helps."""
    message = f"from `{rule.name}` on, more than {LONGEST_CHAIN} rules ask one another in a chain"
    return message, "put several into one rule, or write a loop"


def citations_of(node: tree.Node, scope: Scope, body: tree.Node | None = None) -> tuple[Citation, ...]:
    """The citations that belong to a line or, for one with a body, to its head."""
    span, file = node.span, scope.file
    last = body.span.line if body is not None else file.source.position(max(span.end - 1, span.start))[0]
    return file.cited(span.line, last)


def _in_place_of(other: p.Declared, declared: p.Declared) -> str:
    """How what a variant declares is put in the place of what is called so already, if it can be."""
    if isinstance(other, p.Rule) and isinstance(declared, p.Rule) and other.form != declared.form:
        word = "order" if other.form == "comparator" else other.form
        return f"it is in the place of the other as `replace {word} {other.name} …`"
    alike = type(other) is type(declared) and not isinstance(other, p.Kind | p.Mechanic)
    return IN_PLACE_OF if alike else "give it another name"
