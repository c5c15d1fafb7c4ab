"""The commands of Literature."""
