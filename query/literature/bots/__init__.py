"""Programs at the table: FishLab's line protocol, spoken as a bot and as a referee."""
