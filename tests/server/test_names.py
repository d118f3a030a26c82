"""Which names guests may have: look-alikes of the house's own in several scripts, rude words, honest names."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.server.conftest import OpenByHand, Visit
from tests.server.guest import Refusal

from parlour.bots.characters import NAMES as CHARACTERS
from parlour.core.errors import Refused
from parlour.server.identity import NAMES
from parlour.server.names import RudeWords, check_name, look, rude_words

RUDE = rude_words()


def why_not(name: str, rude: RudeWords = RUDE) -> str:
    with pytest.raises(Refused) as told:
        check_name(name, rude)
    assert told.value.code == "bad-name" and told.value.text.endswith(".")
    return told.value.text


@pytest.mark.parametrize(
    "name",
    [
        *NAMES,
        "Ann", "Marie Curie", "Łukasz", "Zoë", "Søren", "José", "Nguyễn Văn An", "O'Brien", "Jean-Luc", "R2-D2",
        "Анна", "Дмитрий", "Ольга Ивановна", "Ελένη", "Αθηνά", "Արամ", "שרה", "محمد", "अनिता", "さくら",
        "田中 Ken", "김민준",
        "Nazir", "Pornthip", "Shittu", "Slutsky", "Scunthorpe", "Dick", "Hancock", "Adminah", "Householder", "Marlowe",
        "Runeberg", "Inesita", "Bramble", "Hosts of Avalon", "House of Cards", "Team Rocket", "Die Hard",
        "Modesty", "McDonald", "Youssef", "🦊", "7", "1984", "Ann 2",
    ],
)  # fmt: skip
def test_honest_names_are_welcome(name: str) -> None:
    assert check_name(name, RUDE) == name


@pytest.mark.parametrize("name", [*CHARACTERS, "The House", "the  house", "PARLOUR", "You", "A former guest", "Host"])
def test_the_houses_own_names_are_taken(name: str) -> None:
    assert "belongs to the house" in why_not(name)
    assert "belongs to the house" in why_not(f"{name} 2")


@pytest.mark.parametrize(
    "name",
    [
        "Маrlow",  # Cyrillic М, а
        "Mаrlow",  # Cyrillic а
        "ΜARLOW",  # Greek Μ
        "Mɑrlow",  # Latin alpha
        "Marl0w", "Mar1ow", "M@rlow", "Marlovv", "Márlòw", "Ｍａｒｌｏｗ", "𝓜𝓪𝓻𝓵𝓸𝔀", "Ⓜⓐⓡⓛⓞⓦ",
        "M a r l o w", "Mar-low", "_Marlow_",
        "lnes", "Ιnes", "Іnes", "INE$", "ınes",  # l, Greek Ι, Cyrillic І, $, dotless i
        "ВRАМ", "Вгаm", "8ram",  # Cyrillic ВРАМ in part
        "Runе", "Rսne",  # Cyrillic е, Armenian ս
        "Tоvе", "T\u0301ove", "Ꭲove",  # Cyrillic о and е, an accent, Cherokee
        "Тhe Ноuse", "The Hοuse", "Th3 H0use", "TheHouse", "The-House", "Τhe Ηοuse",
        "Ρarlour", "Рarlоur", "Pаrlour",
        "Maɾɭow", "Mⱥrlow", "Maᵲlow", "Ɱarlow", "Marl໐w", "Marl๐w", "Marl◯w", "Mаr\u0335low",
        "𝔒dile", "⊙dile", "Ꝋdile", "Odil℮", "⭕dile", "߀dile", "Odi\u20ddle",
        "🅜🅐🅡🅛🅞🅦", "🇲🇦🇷🇱🇴🇼", "ᗰᗩᖇᒪOᗯ", "ᴍᴀʀʟᴏᴡ",  # letters in circles, flags' letters, syllabics, small capitals
        "Marlow hard", "Marlow[hard]", "Marlow - expert", "hard Marlow", "Marlow（hard）",  # as the house shows levels
    ],
)  # fmt: skip
def test_look_alikes_of_the_houses_names_are_found_in_every_script(name: str) -> None:
    assert "belongs to the house" in why_not(name)


@pytest.mark.parametrize(
    "name",
    ["Admin", "ADMIN", "admin2", "Admin Ann", "Parlour Admin", "4dmin", "Аdmin", "Αdmin", "Adrnin", "Adm1n",
     "A.d.m.i.n",
     "ᴀᴅᴍɪɴ", "🅐🅓🅜🅘🅝", "ᗩᗪᗰIᑎ", "Aᑯmin", "HouseAdmin", "Administration",
     "Admiɲ", "Adɱin", "∀dmin", "Adʍin", "Admıŋ", "Mod", "Mod Ann", "Sysop", "Moderation",
     "Administrator", "Моderator", "ｍｏｄｅｒａｔｏｒ", "Sys-Admin", "аdmіn", "ADМIN", "Âdmîn", "the admin!"],
)  # fmt: skip
def test_nobody_passes_for_an_administrator(name: str) -> None:
    assert "ran the house" in why_not(name)


@pytest.mark.parametrize(
    "name",
    ["Parlour Staff", "Parlour Team", "Team Parlour", "House Support", "Support Team", "The Parlour Host", "Owner",
     "Official", "House Staff 2", "ParlourSupport", "Pаrlour Stаff", "Ⱨost", "Root", "Security", "Help-Desk"],
)  # fmt: skip
def test_nobody_speaks_for_the_house(name: str) -> None:
    assert why_not(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800",
        "Ann\u3164",
        "An\u115fn",
        "\uffa0Ann",
        "\u2800 \u2800",
        "\U0001d159",
        "Ann\u202e",
        "An\u200bn",
        "\u200fAnn",
    ],
)
def test_a_name_hides_nothing(name: str) -> None:
    assert "invisible characters" in why_not(name)


@pytest.mark.parametrize("name", ["Marlow (hard)", "ines(easy)", "Tove ()", "Ann (expert)", "Маrlow (bold)"])
def test_brackets_are_for_the_levels_of_house_players(name: str) -> None:
    assert "leave out the brackets" in why_not(name)


@pytest.mark.parametrize("name", ["Vаlentina", "Кate", "Sοphie"])
def test_one_word_has_letters_of_one_alphabet(name: str) -> None:
    assert "several alphabets" in why_not(name)
    assert check_name("Anna Анна", RUDE)


@pytest.mark.parametrize("name", ["F U C K", "fuсk", "5hit", "Mr Fuckface", "F.u.c.k", "ƒuck", "H1tler"])
def test_rude_words_are_refused_however_they_are_spelled(name: str) -> None:
    assert why_not(name)


def test_a_name_says_something() -> None:
    assert "needs a letter" in why_not("...")
    assert "pile up" in why_not("Z" + "\u0353" * 20)


def test_a_host_adds_words(tmp_path: Path) -> None:
    more = tmp_path / "words.txt"
    more.write_text("# ours\n\nbroccoli\nkale*\n*leek*\n", encoding="utf-8")
    rude = rude_words(str(more))
    for name in ("Broccoli", "Ann Broccoli", "Kaleidoscope", "Houseleeks", "8roccoli", "fuck"):
        assert "doesn't want this name" in why_not(name, rude)
    assert check_name("Broccolini", rude) and check_name("Alkale", rude)
    with pytest.raises(Refused, match=r"can't be read: No such file or directory\.$"):
        rude_words(str(tmp_path / "none.txt"))
    (tmp_path / "latin").write_bytes(b"caf\xe9")
    with pytest.raises(Refused, match="it is not UTF-8 text"):
        rude_words(str(tmp_path / "latin"))


def test_look_alikes_are_few() -> None:
    assert look("Ann") == look("Аnп") == look("ANN") != look("Anna")


async def test_guests_with_look_alike_names_are_told_apart_at_a_table(visit: Visit) -> None:
    ann, eve = await visit("Ann"), await visit("Аnn".replace("nn", "нн"))  # all Cyrillic, so nobody refuses it
    bob, bot = await visit("BOB"), await visit("B0b", kind="bots")
    table = await bob.table("me", "free", "free", "free", game="deadwood")
    for guest in (ann, eve, bot):
        await guest.post(f"/api/tables/{table}/join")
    names = [seat["name"] for seat in (await ann.get(f"/api/tables/{table}"))["seats"]]
    assert names == ["BOB", "Ann", "Анн", "B0b 2"]


async def test_names_are_checked_wherever_they_come_from(open_by_hand: OpenByHand, visit: Visit) -> None:
    house = await open_by_hand()
    ann = await visit("Ann", at=house)
    for method, path in [("POST", "/api/guests"), ("POST", "/api/bots"), ("PATCH", "/api/guests/me")]:
        with pytest.raises(Refusal, match="bad-name") as told:
            await ann.ask(method, path, {"name": "Аdmin"})
        assert told.value.status == 400
    assert (await ann.get("/api/guests/me"))["name"] == "Ann"
