"""A site without a server: explorers as files that any host can serve."""

from llq.web.site.export import Site, export_site

__all__ = ["Site", "export_site"]
