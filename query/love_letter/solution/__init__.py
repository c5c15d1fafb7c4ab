"""Mixed policies with a memory: learnt, stored, looked up and played."""
