"""The version of the program, for its package as well."""

__version__ = "0.1.0"
