"""Command output: tables, panels, messages and progress."""
