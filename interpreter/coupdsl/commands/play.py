"""`coupdsl play`."""


def play() -> None:
    """Play."""
