"""Long jobs: blocks of work, on threads of this process or on other machines."""
