"""The web server: the library's answers as JSON and as pages. `llq.web.app` makes it."""
