"""Which names guests may have: readable, not the house's own or one that looks like it, and nothing rude.

Two names look alike if their outlines are the same: see `outline`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path

from parlour.bots.characters import NAMES as CHARACTERS
from parlour.core.errors import Refused

FORMER = "A former guest"  # whoever has left for good
ALONE = (
    "The house", "House", "Parlour", "The Parlour", "Host", "The host", "The classic door", "System", "Server",
    "Staff", "Support", "Helpdesk", "Security", "Operator", "Root", "You", "Owner", "Official", "Game master", FORMER,
    "Former guest", *CHARACTERS,
)  # fmt: skip
ANYWHERE = (
    "admin", "admins", "administrator", "administrators", "administration", "moderator", "moderators", "moderation",
    "mod", "mods", "sysadmin", "sysop", "webmaster",
)  # fmt: skip
# A name made of nothing but these speaks for the house, if one of the first few is among them.
ITS_OWN = ("parlour", "house", "host", "staff", "support", "official")
WITH_THEM = ("the", "a", "your", "our", "of", "team", "crew", "desk", "service", "system", "server", "player", "bot")
LEVELS = ("random", "greedy", "easy", "medium", "hard", "expert", "master", "search")

# What can pass for a Latin letter: Greek, Cyrillic, Armenian, Cherokee, Lisu, small capitals, digits, signs. What looks
# like i, l or 1 is all one. Accents, full-width and mathematical letters need no line here; Unicode decomposes them.
# Letters with a hook, a stroke or a tail need none either: their names say which letter it is.
LOOKALIKES = {
    "a": "аАΑαɑᴀᎪꓮ4@∀", "b": "вВьЬΒβʙᏴꓐ8", "c": "сСϲϹᴄᏟꓚ¢©", "d": "ԁԀᎠꓓɗđĐ", "e": "еЕεΕєЄᴇᎬꓰ3€℮∃", "f": "ϝϜғҒꓝƒ",
    "g": "ɡԍԌɢᏀꓖցɠ", "h": "һҺНнΗհᎻꓧʜħ", "i": "іІӏӀιΙɪıᎥꓲ1|!lʟⅼᏞꓡɭłŁ¡", "j": "јЈϳյᎫꓙʝ", "k": "кКκΚᴋᏦꓗ",
    "m": "мМΜᴍᎷꓟʍ", "n": "пηΝոɴꓠиИŋŊ", "o": "оОοΟσ0ᴏՕօסᎾꓳøØ○◯⭕❍⊙◎●◉⚪⚫◦", "p": "рРρΡᴘᏢꓑ", "q": "ԛԚզ", "r": "гГᴦʀᎡꓣяЯ",
    "s": "ѕЅꜱᏚՏꓢ5$§", "t": "тТτΤᴛᎢꓔ7+", "u": "υսᴜꓴµμ", "v": "νѵѴᴠᏙꓦ", "w": "ԝԜωшШѡᴡᎳꓪɯ", "x": "хХχΧꓫ×",
    "y": "уУүҮγΥʏᎩꓬ", "z": "ΖᴢᏃꓜ2",
}  # fmt: skip
# Syllables of Canada's alphabet that are popular as fancy letters, and small capitals that are not above.
FANCY = {
    "a": "ᗩᗅᐱ", "b": "ᗷ", "c": "ᑕ", "d": "ᗪᗞᑯᴅ", "e": "ᗴ", "f": "ᖴꜰ", "g": "ᘜ", "h": "ᕼ", "i": "ᓮᒪ", "j": "ᒍᴊ",
    "m": "ᗰ", "n": "ᑎ", "o": "ᗝ", "p": "ᑭ", "q": "ᑫ", "r": "ᖇ", "s": "ᔕ", "u": "ᑌ", "v": "ᐯ", "w": "ᗯ", "x": "᙭",
}  # fmt: skip
LETTERS_IN_SHAPES = (0x1F150, 0x1F170, 0x1F1E6)  # the A of black circles, black squares, and flags
_TO_LATIN = {ord(sign): letter for kind in (LOOKALIKES, FANCY) for letter, signs in kind.items() for sign in signs}
_TO_LATIN |= {
    first + place: _TO_LATIN.get(ord(letter), letter)
    for first in LETTERS_IN_SHAPES
    for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
}
ALPHABETS = {  # their letters look alike
    "LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU", "CANADIAN", "DESERET", "CARIAN", "LYCIAN",
}  # fmt: skip
BLANK = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and signs that show nothing


def outline(text: str) -> str:
    """What a text looks like at a glance: look-alikes folded, without accents and case; words apart by one space."""
    shown = unicodedata.normalize("NFKC", text).translate(_TO_LATIN)
    bare = "".join(_bare(c) for c in unicodedata.normalize("NFD", shown) if unicodedata.category(c) != "Mn")
    folded = bare.translate(_TO_LATIN).casefold().translate(_TO_LATIN)
    return " ".join(re.findall(r"[^\W_]+", folded))


@cache
def _bare(sign: str) -> str:
    """A letter without its hook, stroke or tail, which Unicode does not take apart; any nought as 0."""
    if sign.isascii():
        return sign
    if unicodedata.decimal(sign, None) == 0:
        return "0"
    base, decorated, _ = unicodedata.name(sign, "").partition(" WITH ")
    try:
        return unicodedata.lookup(base) if decorated and sign.isalpha() else sign
    except KeyError:
        return sign


def look(text: str) -> str:
    """The outline without spaces, and with letters joined that look like another: rn like m, vv like w."""
    return outline(text).replace(" ", "").replace("rn", "m").replace("vv", "w")


@cache
def _reserved() -> frozenset[str]:
    return frozenset(look(name) for name in ALONE)


@cache
def _titles() -> frozenset[str]:
    return frozenset(look(word) for word in ANYWHERE)


@cache
def _levels() -> frozenset[str]:
    return frozenset(look(word) for word in LEVELS)


@cache
def _its_own() -> tuple[frozenset[str], frozenset[str]]:
    own = frozenset(look(word) for word in ITS_OWN)
    return own, own | {look(word) for word in WITH_THEM}


class RudeWords:
    """Words that no name may have: `word` by itself, `word*` at the start of one, `*word*` anywhere."""

    def __init__(self, lines: Iterable[str]) -> None:
        rules = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        self._rules = [(rule.startswith("*"), outline(rule).replace(" ", ""), rule.endswith("*")) for rule in rules]

    def has(self, name: str) -> bool:
        words = outline(name).split()
        spelled = "".join(words) if all(len(word) == 1 for word in words) else ""  # s p e l l e d
        whole = "".join(words)
        for inside, rude, goes_on in self._rules:
            if inside and goes_on and rude in whole:
                return True
            for word in [*words, spelled]:
                fits = word.startswith(rude) if goes_on else word.endswith(rude) if inside else word == rude
                if word and fits:
                    return True
        return False


def rude_words(more: str | None = None) -> RudeWords:
    """The house's list, and the host's own from a file."""
    own = resources.files("parlour.server").joinpath("rude_words.txt").read_text(encoding="utf-8")
    try:
        hosts = Path(more).read_text(encoding="utf-8") if more else ""
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise Refused(f"The list of words for names, {more}, can't be read: {why}.", "bad-setting") from None
    return RudeWords([*own.splitlines(), *hosts.splitlines()])


def clean_name(name: str, what: str = "A name", most: int = 24) -> str:
    """A name as it will be shown: one line of 1 to 24 visible characters."""
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    if not 1 <= len(text) <= most:
        raise Refused(f"{what} must have 1 to {most} characters.", "bad-name")
    if any(c in BLANK or unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for c in text):
        raise Refused(f"{what} can't contain invisible characters.", "bad-name")
    return text


def check_title(title: str, rude: RudeWords, most: int) -> str:
    """The title of something that guests run, as it will be shown."""
    text = clean_name(title, "A title", most)
    if rude.has(text):
        raise Refused("The house doesn't want this title; please choose another.", "bad-name")
    return text


def check_name(name: str, rude: RudeWords) -> str:
    """A name that its guest may have, as it will be shown; otherwise a sentence that says why not."""
    text = clean_name(name)
    if not any(unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "So" for c in text):
        raise Refused("A name needs a letter, a digit or a picture.", "bad-name")
    marks = [unicodedata.category(c) == "Mn" for c in unicodedata.normalize("NFD", text)]
    if marks.count(True) > 2 * marks.count(False):
        raise Refused("A name can't pile up accents.", "bad-name")
    _check_reserved(text)
    if any(len(_alphabets(word)) > 1 for word in text.split()):
        raise Refused("A name can't mix letters of several alphabets in one word.", "bad-name")
    if rude.has(text):
        raise Refused("The house doesn't want this name; please choose another.", "bad-name")
    return text


def _check_reserved(text: str) -> None:
    # Signs may pass for letters or stand between them, a number may follow, and so may a level; words may be joined.
    apart = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])", " ", text)
    levelled = " ".join(word for word in outline(text).split() if word not in _levels())
    readings = {text, re.sub(r"[^\w\s()]|_", "", text), text.rstrip("0123456789 ") or text, apart, levelled}
    before, bracket, inside = text.partition("(")
    if bracket and (look(before) in _reserved() or any(word in inside.casefold() for word in LEVELS)):
        raise Refused("That looks like a house player's name; leave out the brackets.", "bad-name")
    if {look(reading) for reading in readings} & _reserved() or any(map(_speaks_for_the_house, readings)):
        raise Refused("This name, or one that looks like it, belongs to the house; please choose another.", "bad-name")
    words = {word for reading in readings for word in (reading, *outline(reading).split())}
    if {look(word) for word in words} & _titles():
        raise Refused("A name can't sound as if its guest ran the house; please choose another.", "bad-name")


def _speaks_for_the_house(name: str) -> bool:
    own, ours = _its_own()
    words = {look(word) for word in outline(name.rstrip("0123456789 ")).split()}
    return bool(words & own) and words <= ours


def _alphabets(word: str) -> set[str]:
    letters = (c for c in word if c.isalpha())
    return {unicodedata.name(c, "").partition(" ")[0] for c in letters} & ALPHABETS
