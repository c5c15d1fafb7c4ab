"""Games played move by move: engines, OpenSpiel, records, and hints for a person."""
