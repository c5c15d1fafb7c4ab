"""The API reference of the site: an extension of Griffe, which reads the docstrings.

The fronts list their names for type checkers, and import them when they are used: here these names
become what a front exports. The docstrings are plain text with doctests: here sections become
headings, sessions become code, and a name of the same front becomes a link.
"""

import re
import textwrap
from collections.abc import Iterator

import griffe

_SESSION = re.compile(r"^ *>>> (?:.+\n?)+", re.MULTILINE)
_UNDERLINED = re.compile(r"^(?P<title>\S.*)\n-{3,}$", re.MULTILINE)
_TERM = re.compile(r"^(?P<title>[A-Z].*)\n(?P<text>(?: {4} *\S.*\n|\n(?= {4}))+)", re.MULTILINE)
_ROOM = re.compile(r"^(?P<name>`\w+`)\n {4}(?P<text>\S.*)$", re.MULTILINE)
_PAGE = re.compile(r"``docs/(?P<page>[\w/-]+\.md)``")
_NAME = re.compile(r"(?<![`\[])`(?P<name>\w+)`(?![`\]])")


class Fronts(griffe.Extension):
    """Reads fronts as their users do."""

    def on_package(self, *, pkg: griffe.Module, **_: object) -> None:
        """Give each front its exports, once the package is loaded."""
        if pkg.path != "llq":
            return
        for front in _fronts(pkg):
            names = _names(front)
            for name, source in names.items():
                front.set_member(name, griffe.Alias(name, _target(front, source), parent=front))
            front.exports = list(names)
            if front.docstring is not None:
                front.docstring.value = _front_page(front.docstring.value, front)

    def on_object(self, *, obj: griffe.Object, **_: object) -> None:
        """Fence the sessions outside numpydoc's own sections of examples."""
        if obj.docstring is not None and not obj.is_module:
            text, examples, other_sections = obj.docstring.value.partition("\nExamples\n--------\n")
            obj.docstring.value = _fenced(text) + examples + other_sections


def _fronts(package: griffe.Module) -> Iterator[griffe.Module]:
    """Yield a package and the modules in it that list names."""
    yield package
    for module in package.modules.values():
        if not module.is_alias and "lazy_exports" in module.members:
            yield from _fronts(module)


def _names(front: griffe.Module) -> dict[str, str]:
    """Return the names of a front, and those they were imported under from elsewhere in llq."""
    names, renamed = {}, {}
    for name, member in front.members.items():
        if member.is_alias and member.target_path.startswith("llq.") and name != "lazy_exports":
            names[name] = name
        elif not member.is_alias and member.is_attribute and str(member.value) in front.members:
            renamed[name] = str(member.value)
    return {name: name for name in names if name not in renamed.values()} | renamed


def _target(front: griffe.Module, name: str) -> str:
    """Return the path of what a name stands for: its own, or that of the method it is bound to."""
    target = front.members[name].target_path
    module, _, attribute = target.removeprefix("llq.").rpartition(".")
    members = front.package[module].members if module else {}
    owner, _, method = str(getattr(members.get(attribute), "value", "")).rpartition(".")
    bound = owner in members and method in members[owner].members
    return f"llq.{module}.{owner}.{method}" if bound else target


def _front_page(text: str, front: griffe.Module) -> str:
    text = _UNDERLINED.sub(r"## \g<title>\n", text)
    text = _TERM.sub(lambda part: f"## {part['title']}\n\n{textwrap.dedent(part['text'])}", text)
    text = _PAGE.sub(r"[`docs/\g<page>`](../\g<page>)", text)
    text = _ROOM.sub(r"- \g<name>: \g<text>", text)
    return _fenced(_NAME.sub(lambda name: _link(name["name"], front), text))


def _link(name: str, front: griffe.Module) -> str:
    return f"[`{name}`][{front.path}.{name}]" if name in front.members else f"`{name}`"


def _fenced(text: str) -> str:
    return _SESSION.sub(lambda code: f"```pycon\n{textwrap.dedent(code[0]).rstrip()}\n```\n", text)
