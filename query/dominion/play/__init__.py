"""Games played move by move: engines, other libraries, and hints for a person."""
