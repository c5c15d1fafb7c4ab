"""The thesis on Sueca checked, figure by figure and claim by claim."""
