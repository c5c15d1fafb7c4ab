"""Pictures of tables, studies and solutions."""
