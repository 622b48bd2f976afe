"""Words of a game inside pictures: nothing in them may break a picture or speak its language."""

from __future__ import annotations

import unicodedata


def visible(text: str) -> str:
    """The text with escapes for what pictures cannot hold or would not show.

    KIF takes all characters but blanks and parentheses into its words; XML takes no controls.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character
        if unicodedata.category(character)[0] != "C"
        else character.encode("unicode_escape").decode()
        for character in text
    )


def xml(text: str) -> str:
    """The text as character data, or an attribute in quotation marks of either kind."""
    for character, entity in _ENTITIES:
        text = text.replace(character, entity)
    return text


_ENTITIES = (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;"))
