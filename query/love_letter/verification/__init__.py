"""The thesis on Love Letter checked, figure by figure."""
