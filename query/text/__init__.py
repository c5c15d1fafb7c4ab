"""Text written by people: files, notation, and the places of errors."""
