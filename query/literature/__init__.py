"""Literature for four, six or eight: advice, matches, trained players."""
