"""Programs at the table, in any language: one JSON object a line, asked and answered."""
