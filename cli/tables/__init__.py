"""Commands on table files: listing, checks, builds."""
