"""Code made with care by a process of its own: nobody waits for it, and it can be ended at any time."""

from __future__ import annotations

import subprocess
import sys
import weakref
from tempfile import TemporaryFile
from typing import IO

from coupdsl.native.llvm import jit


class Careful:
    """The careful code of a module, while it is made. The process ends with this object, and with its parent."""

    def __init__(self, text: str, names: list[str]) -> None:
        self._names = names
        self._object = TemporaryFile()  # noqa: SIM115 - closed by `end`
        try:
            self.process = _begun(text, self._object)
        except BaseException:
            self._object.close()
            raise
        self.end = weakref.finalize(self, _end, self.process, self._object)

    @property
    def has_failed(self) -> bool:
        return self.process.poll() not in (None, 0)

    def code(self) -> jit.Compiled | None:
        """The code, once it is there."""
        if self.process.poll() != 0:
            return None
        self._object.seek(0)
        return jit.Compiled(self._object.read(), self._names)


def _begun(text: str, made: IO[bytes]) -> subprocess.Popen[bytes]:
    with TemporaryFile() as given:
        given.write(text.encode())
        given.seek(0)
        command = [sys.executable, "-P", jit.__file__]  # by its file: nothing but llvmlite is imported there
        return subprocess.Popen(command, stdin=given, stdout=made, stderr=subprocess.DEVNULL)


def _end(process: subprocess.Popen[bytes], made: IO[bytes]) -> None:
    process.kill()
    process.wait()
    made.close()
