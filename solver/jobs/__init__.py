"""Long jobs: blocks of work, computed by threads or by any executor."""
