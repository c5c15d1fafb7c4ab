"""The Model Context Protocol: the API's answers as tools of an assistant."""
