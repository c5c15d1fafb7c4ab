"""External programs as players, in any language, over JSON lines."""
