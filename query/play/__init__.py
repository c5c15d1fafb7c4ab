"""Games played move by move: by a person, by agents, in other libraries."""
