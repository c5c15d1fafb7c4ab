"""The public library: lookups, comparisons and verification."""
