"""Files are read whole, and only ordinary ones: a pipe or a device may go on for ever."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


class TooLarge(Exception):
    """The file is larger than it may be."""


def read_bounded(path: Path, most: int) -> bytes:
    """What stands in the file; raises OSError, or TooLarge beyond `most` bytes."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:  # a NUL in the name
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        folder = stat.S_ISDIR(mode)
        is_ = "it is a folder" if folder else "it is no ordinary file"
        raise OSError(errno.EISDIR if folder else errno.EINVAL, is_, str(path))
    with os.fdopen(handle, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooLarge
    return data
