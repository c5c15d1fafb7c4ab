"""Pages of the manual that the program itself shows, as files beside this one."""
