"""Every kind of problem `coupdsl` reports, in one list. Numbers never change their meaning."""

from __future__ import annotations

from coupdsl.language.records import by_value


@by_value
class Code:
    """`number` is stable, `name` is its kebab-case short form, `summary` one line for a person.

    What is only a `warning` is told, and stops nothing: the rules mean something, though hardly what was wanted.
    """

    number: str
    name: str
    summary: str
    warning: bool = False


CODES: dict[str, Code] = {}


def _code(number: str, name: str, summary: str, warning: bool = False) -> Code:
    code = Code(number, name, summary, warning)
    assert number not in CODES
    CODES[number] = code
    return code


# Files
NOT_READABLE = _code("E001", "not-readable", "a file is missing or cannot be read")
NOT_TEXT = _code("E002", "not-text", "a file is not UTF-8 text")
TOO_LARGE = _code("E003", "too-large", "a file is larger than a rule file may be")
TOO_DEEP = _code("E004", "too-deep", "brackets or braces are nested too deeply")
EMPTY_FILE = _code("E005", "empty-file", "a file is empty")
NOTHING_FOUND = _code("E006", "nothing-found", "a folder holds no rule files")
OTHER_FILE = _code("E007", "other-file", "a file is not of the kind that is needed")

# Text of .coup files
SYNTAX = _code("E101", "syntax", "the text cannot be read at this place")
UNCLOSED = _code("E102", "unclosed", "a brace, bracket or text is never closed")
RESERVED_WORD = _code("E103", "reserved-word", "a word of the language is used as a name")
UNKNOWN_EDITION = _code("E104", "unknown-edition", "a file names an edition that this program does not know")
MISSING_EDITION = _code("E105", "missing-edition", "a file does not begin with its language edition")
MISSING_INCLUDE = _code("E106", "missing-include", "an included file does not exist")
CIRCULAR_INCLUDE = _code("E107", "circular-include", "files include one another in a circle")
NO_GAME = _code("E108", "no-game", "no game is declared, or more than one")
NEEDS_BRACKETS = _code("E109", "needs-brackets", "brackets are missing where operators can be read in two ways")

# Names
UNKNOWN_NAME = _code("E201", "unknown-name", "a name is not declared")
DUPLICATE_NAME = _code("E202", "duplicate-name", "a name is declared twice")
UNUSED = _code("E203", "unused", "something is declared and never used", warning=True)
NOT_NEEDED_HERE = _code("E204", "not-in-needs", "a mechanic uses a name that it neither declares nor needs")
UNMET_NEED = _code("E205", "unmet-need", "a mechanic needs something that the game does not declare")
NO_SUCH_RULE = _code("E206", "no-such-rule", "a replacement names a rule that does not exist")
OTHER_SIGNATURE = _code("E207", "other-signature", "a replacement has a different signature from its rule")
REPLACED_TWICE = _code("E208", "replaced-twice", "two readings replace the same rule")
UNKNOWN_SOURCE = _code("E209", "unknown-source", "a citation names a source that is not declared")
HIDDEN_IT = _code(
    "E210", "hidden-it", "an inner `it` hides the outer one that was probably meant, or a name is given and not used",
    warning=True,
)  # fmt: skip
BESIDE_A_MECHANIC = _code(
    "E211", "beside-a-mechanic", "a rule of the game has the name of a rule of a mechanic, but does not replace it",
    warning=True,
)  # fmt: skip

# Types
WRONG_TYPE = _code("E301", "wrong-type", "a value is not of the type that is needed here")
WRONG_COUNT = _code("E302", "wrong-count", "a call has too many or too few values")
MAY_BE_NONE = _code("E303", "may-be-none", "a value may be absent where one is needed")
MISSING_FIELD = _code("E304", "missing-field", "an entry leaves out a field that its kind demands")
NOT_FIXED = _code("E305", "not-fixed", "a value must be fixed before play and is not")
NEEDS_ROUNDING = _code("E306", "needs-rounding", "a division does not say how it is rounded")
AND_OR = _code("E307", "and-or", "`and` and `or` are mixed without brackets")
NOT_A_CALL = _code("E308", "not-a-call", "a statement does nothing")
ASKING_INSIDE = _code("E309", "asking-inside", "a rule that acts is called inside an expression")
RECURSION = _code("E310", "recursion", "a rule calls itself, directly or in a circle")
NOT_AN_ORDER = _code("E311", "not-an-order", "an order leaves out or repeats something")
OUT_OF_PLACE = _code("E312", "out-of-place", "a statement stands where it cannot work")
TOO_MANY_PIECES = _code(
    "E313", "too-many-pieces", "a game has more than 512 pieces, or a shape more than 512 sets of cards"
)
LEAK = _code("E314", "leak", "what happens gives away something that not everybody can see")
READ_LATE = _code("E315", "read-late", "the order of a shuffled row is read where chance cannot draw it first")
NO_GIVE = _code("E316", "no-give", "a rule that gives a value may end without `give`", warning=True)
LONG_CHAIN = _code("E317", "long-chain", "rules call one another in a chain that is too long")
NOTHING_MOVED = _code("E318", "nothing-moved", "pieces are moved to where they already lie", warning=True)
NEVER_DONE = _code("E319", "never-done", "some lines are never carried out", warning=True)
NO_SUCH_CARD = _code("E320", "no-such-card", "a card is named that is not in the pack", warning=True)

# Options and values
UNKNOWN_READING = _code("E401", "unknown-reading", "an option has no such reading")
NOT_THE_UNIT = _code("E402", "not-the-unit", "an amount is not a multiple of the game's unit")
BEYOND_TOTAL = _code("E403", "beyond-total", "an amount is more than all the money in the game")
CHECK_FAILED = _code("E404", "check-failed", "a condition that the game states about itself does not hold")
MISSING_TEXT = _code("E405", "missing-text", "a name or question has no text in one of the languages", warning=True)
UNKNOWN_TEXT = _code("E406", "unknown-text", "a text belongs to nothing that is declared")
NO_CITATION = _code("E407", "no-citation", "an option does not say where its question comes from")
WRONG_SEATS = _code("E408", "wrong-seats", "a game is not played by this number of people")
BELOW_ZERO = _code("E409", "below-zero", "an amount is below zero")
OUTDATED_TEXT = _code("E410", "outdated-text", "a text still says what a variant has changed", warning=True)

# YAML files
YAML_SYNTAX = _code("E501", "yaml-syntax", "the file is not well-formed YAML")
YAML_DUPLICATE = _code("E502", "yaml-duplicate-key", "a key is given twice")
YAML_UNSUPPORTED = _code("E503", "yaml-unsupported", "a YAML feature is used that rule files do not allow")
SCHEMA = _code("E504", "schema", "a value does not have the form that is needed")
UNKNOWN_KEY = _code("E505", "unknown-key", "a key is not known here")
MISSING_KEY = _code("E506", "missing-key", "a required key is absent")
MISSING_PARENT = _code("E507", "missing-parent", "the extended ruleset does not exist")
CIRCULAR_PARENT = _code("E508", "circular-parent", "variants extend one another in a circle")
CONFLICT = _code("E509", "conflict", "two parents set the same thing differently")
ERRATUM = _code("E510", "erratum", "a stated erratum does not agree with the value in force")
IDLE = _code("E511", "idle", "something that a variant says has no effect", warning=True)
STRANGE_SIGN = _code(
    "E512", "strange-sign", "a file contains a control character that changes how it is shown", warning=True
)

# Play
RULES_FAILED = _code("E601", "rules-failed", "the rules reached a point where they cannot go on")
NOTHING_TO_CHOOSE = _code("E602", "nothing-to-choose", "somebody must choose, but nothing is offered")
ENDLESS = _code("E603", "endless", "the rules go on and on without anybody choosing")
NOT_SCORED = _code("E604", "not-scored", "a game cannot be scored, because its rules do not say what to enter")
UNENDING = _code("E605", "unending", "random players hardly ever bring a game to its end")
TOO_DEAR = _code("E606", "too-dear", "rules take more steps, or more room, than they may")
TOO_MANY_MOVES = _code("E607", "too-many-moves", "a choice can be answered in more ways than a game may have moves")
ONE_FOR_SEVERAL = _code(
    "E608", "one-for-several", "one answer stands for equal cards in several places, and moves the first of them",
    warning=True,
)  # fmt: skip

# Logs and saved games
LOG_BROKEN = _code("E701", "log-broken", "a game log is damaged or not a game log")
LOG_FOREIGN = _code("E702", "log-foreign", "a game log belongs to other rules")
LOG_DEPARTS = _code("E703", "log-departs", "a game log departs from the rules")

# Tests of rules
TEST_FAILED = _code("E801", "test-failed", "an expectation of a rule test does not hold")
NO_SITUATION = _code("E802", "no-situation", "the situation of a rule test cannot be set up")
