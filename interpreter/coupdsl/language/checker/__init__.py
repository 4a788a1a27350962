"""From syntax trees to one checked, typed program."""
