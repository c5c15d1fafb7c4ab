"""The standard set of tables, as files beside this one."""
