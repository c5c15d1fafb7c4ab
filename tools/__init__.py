"""Programs that make what is generated of this repository: ``python -m tools.update``."""
