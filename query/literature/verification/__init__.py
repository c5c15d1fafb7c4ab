"""The article on Literature checked, number by number."""
