"""Long jobs: executors, and blocks checkpointed as they finish."""
