"""What is raised where another program asks this one to end."""

from __future__ import annotations


class ToldToEnd(KeyboardInterrupt):
    """Another program asks this one to end; what is being done is brought to an end as after Ctrl-C."""

    status = 0  # the status to leave with, once one came
