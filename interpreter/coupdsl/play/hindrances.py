"""Why a file could not be written, in the language of the table."""

from __future__ import annotations

import errno

FRENCH = {
    errno.ENOSPC: "il n'y a plus de place",
    errno.EDQUOT: "il n'y a plus de place pour vous",
    errno.EFBIG: "le fichier deviendrait trop grand",
    errno.EACCES: "vous n'avez pas le droit d'y écrire",
    errno.EPERM: "vous n'avez pas le droit d'y écrire",
    errno.EROFS: "on ne peut qu'y lire",
    errno.ENOENT: "ce dossier n'existe pas",
    errno.ENOTDIR: "ce dossier n'existe pas",
    errno.EEXIST: "un fichier occupe la place du dossier",
    errno.EISDIR: "c'est un dossier",
    errno.EIO: "le disque ne répond pas bien",
}


def hindrance_told(error: OSError, language: str) -> str:
    """The reason in words; what has none here, in those of the system."""
    found = FRENCH.get(error.errno or 0) if language == "fr" else None
    return found or (error.strerror or "").lower() or str(error)
