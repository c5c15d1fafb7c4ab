"""Questions and answers over HTTP: limits, jobs and problems."""
