"""Long jobs: where they are computed, and blocks kept as they are finished."""
