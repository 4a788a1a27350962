"""The chapters of a book for which nobody wrote prose: what the rules say of aim, needs, course and end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from coupdsl.language import program as p
from coupdsl.language import program_expressions as pe
from coupdsl.language import program_statements as ps
from coupdsl.language.types import TEAM
from coupdsl.language.walk import parts
from coupdsl.phrases.inline import Code, Link, Phrase, Term, joined, merged, text_of
from coupdsl.phrases.value_phrases import Scope, Unsayable
from coupdsl.rulebook.appendix import Appendix
from coupdsl.rulebook.document import Block, Paragraph, Step, Steps
from coupdsl.rulebook.material import things
from coupdsl.rulebook.numbered import Statements
from coupdsl.rulebook.numbers_of_players import before_noun, is_for_one
from coupdsl.rulebook.shared_ends import is_lost, is_shared
from coupdsl.rulebook.steps_of_play import Course
from coupdsl.rulebook.ways_to_end import Way, Ways


class Generated:
    def __init__(self, appendix: Appendix) -> None:
        self.appendix = appendix
        self.book = appendix.book
        self.expressions = appendix.statements.expressions
        self.statements = Statements(appendix.book, short=True)
        self.game = Course(appendix.book)
        self.ways = Ways(self.game).in_block(appendix.book.program.main)

    def blocks(self, chapter: str) -> Iterator[Block]:
        """What the rules themselves say for a chapter; nothing where they have nothing of the kind."""
        made = {"aim": self._aim, "needed": self._needed, "setup": self._setup, "play": self._play, "end": self._end}
        if chapter in made:
            yield from made[chapter]()

    # ---- the aim, and the end
    def _aim(self) -> Iterator[Block]:
        every = self._ends()
        lost = [line for line in every if is_lost(self.book, line)]
        if not every:
            return
        finish = min(every, key=lambda line: (self._is_level(line), line in lost))
        home = self.appendix.home(finish)
        said = [*self._results(finish, home)]
        deciding = [line for line in every if lost or self._decides(line)]
        others = [line for line in deciding if [*self._results(line, home)] != said]
        if others and all(way.leads for way in self.ways if way.finish in deciding):
            yield Paragraph(_with(self.book.say("aim_by_end"), home))
            yield self._with_homes(
                (way, step) for way in self.ways if way.finish in deciding for step in self._led(way)
            )
            return
        for phrase in said:
            yield Paragraph(_with(phrase, home))
        if others:
            yield Paragraph(self.book.say("aim_otherwise"))
            ways = [way for way in self.ways if way.finish in others]
            yield self._with_homes((way, step) for way in ways for step in self._other_end(way))

    def _other_end(self, way: Way) -> Iterable[Step]:
        """What decides there; with what leads to it where only that says of whom or what it speaks."""
        home = self.appendix.home(way.finish)
        said = joined(self._results(way.finish, home), " ")
        return self._led(way) if home in said else [Step(said)]

    def _with_homes(self, told: Iterable[tuple[Way, Step]]) -> Steps:
        return Steps(_once((step, self.appendix.home(way.finish)) for way, step in told), numbered=False)

    def _ends(self) -> list[ps.Finish]:
        """Those that the game can come to: first those in its course itself, then those that need nothing else."""
        main = self.book.program.main
        own = main.lines if main is not None else ()
        ways = sorted(self.ways, key=lambda way: (way.finish not in own, bool(way.leads)))
        return list(dict.fromkeys(way.finish for way in ways))

    def _is_level(self, finish: ps.Finish) -> bool:
        """Does it tell nobody from the others, or is it lost by all?"""
        return is_lost(self.book, finish) if finish.among is not None else not self._counting(finish)

    def _decides(self, finish: ps.Finish) -> bool:
        """Does it tell players apart, or may all win there who elsewhere may not?"""
        may_win = self.book.may_all_lose and is_shared(self.book, finish)
        return bool(self._counting(finish)) or finish.among is not None or may_win

    def _counting(self, finish: ps.Finish) -> list[tuple[p.Local, p.Expr, bool]]:
        """What tells players apart in the end."""
        return [one for one in finish.keys if self.book.constant(one[1], None) is None]

    def _results(self, finish: ps.Finish, home: Link) -> Iterator[Phrase]:
        book = self.book
        if is_lost(book, finish):
            yield book.say("aim_lost")
            return
        if is_shared(book, finish):
            yield from self._shared(finish, home)
            return
        if self._is_level(finish):
            yield book.say("aim_level")
            return
        if not any(_names_another(key, {local}) for local, key, _ in finish.keys):
            winning = self.statements.winning(finish, Scope())
            if winning is not None:
                said, alone = winning
                yield book.say("aim_won_alone" if alone else "aim_won", said)
                return
        for number, (local, key, low) in enumerate(self._counting(finish)):
            aim, kept = "aim_then" if number else "aim", self._kept(key, local)
            if kept is not None:
                name, whose = kept
                yield book.say(f"{aim}_{whose}_{'least' if low else 'most'}", name)
                continue
            said = self._told(key, local, home, self.expressions.value)
            yield book.say(f"{aim}_{'lowest' if low else 'highest'}", said)
        if finish.among is not None:
            who = "aim_among" if self._counting(finish) else "aim_won"
            try:
                yield book.say(who, self.expressions.value(finish.among, Scope()))
            except Unsayable:
                yield book.say(who, (home,))

    def _shared(self, finish: ps.Finish, home: Link) -> Iterator[Phrase]:
        """What counts where all have the same, or one plays alone, and what has to hold to win."""
        book, who = self.book, "one" if is_for_one(self.book) else "all"
        counting = self._counting(finish)
        for number, (local, key, low) in enumerate(counting):
            kept = self._kept(key, local)
            said = kept[0] if kept is not None else self._told(key, local, home, self.expressions.value)
            yield book.say(f"aim_{who}{'_then' if number else ''}_{'less' if low else 'more'}", said)
        match finish.among:
            case pe.Filter(local=local, condition=condition):
                yield book.say(f"aim_{who}_if", self._told(condition, local, home, self.expressions.condition))
            case _ if not counting:
                yield book.say(f"aim_{who}_win" if book.may_all_lose else "aim_level")

    def _told(self, expr: p.Expr, local: p.Local, home: Link, tell: Callable[[p.Expr, Scope], Phrase]) -> Phrase:
        """What is asked of a player; or where it stands, if only the rule there can say it."""
        try:
            scope = Scope().naming(local, self.book.say("the_player"))
            return (home,) if _names_another(expr, {local}) else tell(expr, scope)
        except Unsayable:
            return (home,)

    def _kept(self, key: p.Expr, local: p.Local) -> tuple[Phrase, str] | None:
        """What players or teams keep in the course of the game, if that alone is compared in the end."""
        while isinstance(key, pe.Op) and key.name in ("add", "sub") and self.book.constant(key.arguments[1], None):
            key = key.arguments[0]  # what is the same for all
        if isinstance(key, pe.GetState) and key.second is None:
            name, of = key.state.name, key.index
        elif isinstance(key, pe.GetBalance):
            name, of = key.account.name, key.index
        else:
            return None
        if isinstance(of, pe.Load) and of.local is local:
            return self.book.term(name), "player"
        if isinstance(of, pe.Op) and of.name == "team" and isinstance(of.arguments[0], pe.Load):
            return self.book.term(name), "team"
        return None

    def _end(self) -> Iterator[Block]:
        """Each way in which it ends, with what leads to it; what ends it otherwise comes last."""
        told = self._with_homes((way, step) for way in self.ways for step in self._led(way, way.lines)).steps
        led, other = [step for step in told if step.steps], [step for step in told if not step.steps]
        if led and len(other) == 1 and any(isinstance(lead, ps.If) for way in self.ways for lead in way.leads):
            other = [Step(self.book.say("at_last"), tuple(other))]
        if told:
            yield Steps((*led, *other), numbered=False)
        limit = self.book.program.limit
        if limit is not None:
            yield Paragraph(_with(self.book.say("limit_note", str(limit[0])), self.appendix.course))

    def _led(self, way: Way, lines: tuple[p.Stmt, ...] = ()) -> Iterable[Step]:
        """An end with what leads to it, and these lines before it; or by itself, as far as there are sentences."""
        ways = (way.told(lines if way.leads else ()), way.told(()), p.Block((way.end,), way.finish.span))
        tries = (self.statements.block(block, self._scope(way)) for block in ways)
        return next((steps for steps in tries if all(map(is_plain, steps))), ())

    def _scope(self, way: Way) -> Scope:
        """In which parameters have the names of what they stand for on this way."""
        scope = Scope()
        for local, expr in way.given.items():
            with suppress(Unsayable):
                scope = scope.naming(local, self.expressions.part(expr, Scope()))
        return scope

    # ---- what is needed, and where it lies
    def _needed(self) -> Iterator[Block]:
        material = self.appendix.material
        lines = (Step(_with(text, material)) for text in things(self.book, self.expressions))
        yield Steps(tuple(lines), numbered=False)

    def _setup(self) -> Iterator[Block]:
        lines = [Step(_with(text, self.appendix.material)) for text in self._places()]
        lines += self._beginning()
        if lines:
            yield Steps(tuple(lines), numbered=False)

    def _places(self) -> Iterator[Phrase]:
        """Where things lie and who sees them, as far as it has a name for people."""
        groups: dict[str, list[Phrase]] = {}
        for zone in self.book.program.zones:
            if self._is_place(zone):
                groups.setdefault(zone.per or "", []).append(self._place(zone))
        for per, places in groups.items():
            key = {"seat": "place_each", "": "place_shared"}.get(per, "place_other")
            yield self.book.say(key, self.book.listed(places), self._what(per))

    def _is_place(self, zone: p.Zone) -> bool:
        """Is it a place on the table that has a name?"""
        named = self.book.labels.get(f"names.{zone.name}") is not None
        return named and zone.shown_as != "nothing" and zone.name not in self.book.counters

    def _place(self, zone: p.Zone) -> Phrase:
        return self.book.say("seen_by", self.book.term(zone.name), self.book.say(f"seen_{zone.seen_by}"))

    def _what(self, per: str) -> Phrase:
        return self.book.term(per) if per and (per in self.book.program.kinds or per == TEAM.name) else (per,)

    def _beginning(self) -> Iterator[Step]:
        """What is done before anybody is asked, or where that stands if no sentences say it."""
        lines = [*self.game.beginning()]
        while lines and isinstance(lines[-1], ps.Bind):  # it names something for what follows
            lines.pop()
        for line in lines:
            called = self.appendix.keys.get(line.rule) if isinstance(line, ps.CallRule) else None
            link = called or self.appendix.home(line)
            for step in self.statements.line(line, Scope()):
                plain = is_plain(step)
                yield Step(_with(step.text, link), step.steps) if plain else Step(self.book.say("see", (link,)))

    # ---- what is asked
    def _play(self) -> Iterator[Block]:
        asked = [self._asked(choice) for choice in self.game.choices.values()]
        if asked:
            yield Paragraph(self.book.say("asked_in_play_one" if is_for_one(self.book) else "asked_in_play"))
            yield Steps(tuple(asked), numbered=False)
        yield Paragraph(self.book.say("course", (self.appendix.course,)))

    def steps(self) -> Iterator[Step]:
        """The course of the game in short: what is dealt, what is asked in the order of play, and the end."""
        deals = self.game.deals
        if deals:
            yield Step(_with(self.book.say("step_deal", self._dealt(deals)), self.appendix.home(deals[0])))
        for number, choice in enumerate(self.game.choices.values(), 1):
            question = self._question(choice)
            asked = self.book.say("step_asked", question) if question.endswith("?") else (question,)
            yield Step(_with(asked, self.appendix.home(choice)))
            later = [deal for deal, asked_before in self.game.later.items() if asked_before == number]
            if later:
                yield Step(_with(self.book.say("step_deal_later", self._dealt(later)), self.appendix.home(later[0])))
        yield from (Step(block.text) for block in list(self._aim())[:1] if isinstance(block, Paragraph))

    def _question(self, choice: ps.Choose) -> str:
        """As the texts put it; without one, that it is decided, by its name."""
        question = self.book.labels.get(f"decisions.{choice.name}")
        decided = "step_decided_one" if is_for_one(self.book) else "step_decided"
        return question or self.book.words[decided].format(text_of(self.book.term(choice.name)))

    def _dealt(self, deals: list[ps.Draw]) -> Phrase:
        """How many cards, or other pieces, each player is dealt, where that is known before play."""
        pieces = deals[0].source.zone.type.of
        what = "cards" if pieces is not None and pieces.name == "card" else "pieces"
        counts = [self.book.fixed(one.count, None) for one in deals if one.to.zone is deals[0].to.zone]
        if any(count is None for count in counts) or not self.game.again.isdisjoint(deals):
            return self.book.say(f"some_{what}")
        sums = [sum(each) for each in zip(*(count for count in counts if count is not None), strict=True)]
        said = (self.book.say(f"so_many_{what}" if number != 1 else f"one_of_{what}", str(number)) for number in sums)
        return before_noun(self.book, list(said))

    def _asked(self, choice: ps.Choose) -> Step:
        return Step(_with(self._with_answers(self._question(choice), choice), self.appendix.home(choice)))

    def says_more_than_names(self) -> bool:
        """Is there a question, or are there answers, for anything that is asked?"""
        choices = self.game.choices.values()
        asked = any(self.book.labels.get(f"decisions.{choice.name}") is not None for choice in choices)
        return asked or any(self._with_answers("", choice) != ("",) for choice in choices)

    def _with_answers(self, question: str, choice: ps.Choose) -> Phrase:
        """The question with all that can be answered, where that is more than one thing and has names."""
        book, answers = self.book, self.game.answers(choice)
        words = (book.labels.get(f"moves.{one.word}") for one in answers if one.word)
        labels = [label for label in words if label is not None]
        said = book.listed([(Term(label),) for label in labels], "or")
        named = dict.fromkeys(self._all_of(one.picks[0].local.type.name) for one in answers if not one.word)
        if said and named:
            return book.say("chooses_or_says", question, book.listed([*named], "or"), said)
        return book.say("decides_between", question, said) if len(labels) > 1 else (question,)

    def _all_of(self, name: str) -> Phrase:
        """The suits, ranks or entries of which one is the answer, whatever leaves some of them out at the time."""
        kind = self.book.program.kinds.get(name)
        return self.book.term(kind.plural) if kind is not None else self.book.say(f"the_{name}s")


def _names_another(expr: p.Expr, known: set[p.Local]) -> bool:
    """Does it speak of something that only the rule knows in which it stands, beside what it names itself?"""
    if isinstance(expr, pe.Load):
        return expr.local not in known
    own = getattr(expr, "local", None)
    return any(_names_another(part, known if own is None else {*known, own}) for part in parts(expr))


def _with(phrase: Phrase, link: Link) -> Phrase:
    return phrase if link in phrase else merged((*phrase, " ", link))


def _once(told: Iterable[tuple[Step, Link]]) -> tuple[Step, ...]:
    """What is told, each with where it stands first."""
    homes: dict[Step, Link] = {}
    for step, home in told:
        homes.setdefault(step, home)
    return tuple(Step(_with(step.text, home), step.steps) for step, home in homes.items())


def is_plain(step: Step) -> bool:
    """Is there no line of the rule file in it?"""
    return not any(isinstance(part, Code) for part in step.text) and all(map(is_plain, step.steps))
