"""The double-dummy solver: exact play with all four hands open."""
