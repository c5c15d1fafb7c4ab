"""The commands of Love Letter."""
