"""What commands print: tables, panels, messages and progress."""
