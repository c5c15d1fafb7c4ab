"""The commands of Sueca."""
