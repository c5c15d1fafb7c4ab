"""Long jobs: blocks of work, on threads of this process or by any executor."""
