"""Web server with the library's answers as JSON and pages. `llq.web.app` makes it."""
