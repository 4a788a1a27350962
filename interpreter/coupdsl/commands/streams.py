"""The one way out of the program: what commands print is made harmless here, and is told in words where it fails.

Streams may be closed, full, a pipe that nobody reads, or of few letters. None of that is a traceback.
"""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import typer

from coupdsl.language.signs import as_json, for_terminal, made_safe


def reason(error: OSError) -> str:
    """Why it failed, in words."""
    return (error.strerror or str(error)).lower()


class CannotWrite(Exception):
    """The output is closed or full; `quiet` where who read it has gone, as `head` does."""

    def __init__(self, error: OSError | ValueError) -> None:
        self.quiet = isinstance(error, BrokenPipeError)
        why = reason(error) if isinstance(error, OSError) else "it is closed"
        super().__init__(f"the output cannot be written: {why}")


class Guarded:
    """A stream of text that sends nothing which steers a terminal, unless `drawing` is set: then it is our own.

    It has no `buffer`: what is written around it would not be looked at.
    """

    def __init__(self, stream: Any, tell: bool, drawing: bool = False) -> None:
        self._stream, self._tell, self._drawing = stream, tell, drawing

    def write(self, text: str) -> int:
        try:
            self._stream.write(text if self._drawing else for_terminal(text, self._stream.isatty()))
        except (OSError, ValueError) as error:
            self._failed(error)
        return len(text)

    def write_exactly(self, data: bytes) -> None:
        """These bytes, where a program reads them; a person at a terminal is shown them as any text."""
        if self._stream.isatty():
            self.write(data.decode("utf-8", "replace"))
            return
        try:
            self._stream.flush()
            self._stream.buffer.write(data)
            self._stream.buffer.flush()
        except (OSError, ValueError) as error:
            self._failed(error)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except (OSError, ValueError) as error:
            self._failed(error)

    def drawn(self) -> Guarded:
        """The same stream for what the program itself draws: progress, a cleared screen."""
        return Guarded(self._stream, self._tell, drawing=True)

    def _failed(self, error: OSError | ValueError) -> None:
        if self._tell:
            raise CannotWrite(error) from None

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name in ("buffer", "detach", "reconfigure"):
            raise AttributeError(name)
        return getattr(self._stream, name)


class _Closed(io.TextIOBase):
    """What stands for a stream that was closed before the program began."""

    encoding = "utf-8"
    errors = "replace"

    def write(self, text: str, /) -> int:
        raise ValueError("it is closed")

    def fileno(self) -> int:
        raise OSError("it is closed")


def is_terminal() -> bool:
    """Does a person read and type here?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def key_pressed() -> str:
    """The next key that is pressed at the terminal, nothing at the end of the input; Ctrl-C as everywhere."""
    try:
        return typer.getchar()
    except EOFError:
        return ""


@contextmanager
def guarded() -> Iterator[None]:
    """Has everything go through `Guarded` while this lasts; streams that are already guarded stay."""
    if isinstance(sys.stdout, Guarded):
        yield
        return
    _fill()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BytesIO())
    for stream in (*before, sys.stdin):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "nearest")
    sys.stdout = Guarded(sys.stdout or _Closed(), tell=True)
    sys.stderr = Guarded(sys.stderr or _Closed(), tell=False)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _fill() -> None:
    """No file that is opened later may take the number of a stream that was closed."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free is taken; processes begun later have streams, too.
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)


def silence() -> None:
    """Nothing more is written to the output, not even by Python when it ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def drawn(stream: Any) -> Any:
    """Where the program itself may draw."""
    return stream.drawn() if isinstance(stream, Guarded) else stream


def write_exactly(data: bytes) -> None:
    """Bytes to the standard output, as they are."""
    if isinstance(sys.stdout, Guarded):
        sys.stdout.write_exactly(data)
    else:
        sys.stdout.buffer.write(data)


def tell_json(data: object, indent: int | None = None) -> None:
    """Prints it exactly, in whatever letters the output has."""
    text = as_json(data, indent)
    typer.echo(text if can_write(text, sys.stdout) else json.dumps(data, indent=indent))


def ask(prompt: str) -> str:
    """A line that a person types."""
    return input(made_safe(prompt))


# ---- letters that a stream does not have
def can_write(text: str, stream: Any) -> bool:
    """Has the stream all the letters of the text?"""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


_NEAR = dict(zip("“”„«»‘’–—×·♠♥♦♣", '"""""\'\'--x-SHDC', strict=True))
_NEAR |= {"→": "->", "…": "...", "±": "+-", "œ": "oe"}


def _nearest(error: UnicodeError) -> tuple[str, int]:
    """The nearest that plain letters can say."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = "".join(_plain(sign) for sign in error.object[error.start : error.end])
    return found, error.end


def _plain(sign: str) -> str:
    letters = _NEAR.get(sign) or unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return letters or "?"


codecs.register_error("nearest", _nearest)
