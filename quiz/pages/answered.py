"""What follows an answer, and the end of a quiz: what is right, why, and what to look at again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import get_language, ngettext, pgettext_lazy
from django.utils.translation import gettext as _

from game.catalogue import CardFace, deck, face, lies_in
from game.models import Card
from quiz.animals import animals, can_be_shown, habitat_of
from quiz.items import CONTINENTS, TRUE, Form, Item
from quiz.models import Attempt, Response
from quiz.pages import words
from quiz.pages.asking import capital, definite, habitat_picture, region_within

LABELS = {"EU": (335, 125), "AS": (925, 215), "AF": (330, 335), "AM": (92, 390), "AU": (745, 500)}
"""Where the continents' names stand on the map: in the sea beside them, where they hide no pin."""


@dataclass(frozen=True, slots=True)
class Tag:
    """What was chosen, and what is right, in a few words."""

    right: bool
    text: str
    continent: str = ""


@dataclass(frozen=True, slots=True)
class Map:
    """The continent where it is, the one that was named instead, and the region's pin."""

    home: str
    home_name: str
    home_x: str
    home_y: str
    pin_x: str
    pin_y: str
    named: str = ""
    named_name: str = ""
    named_x: str = ""
    named_y: str = ""
    tried_x: str = ""
    tried_y: str = ""
    """The pin that was chosen instead, if one was."""


@dataclass(frozen=True, slots=True)
class Line:
    """One of several animals in an answer: where it belongs, and whether it was put there."""

    card: CardFace
    right: bool
    text: str
    continent: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The page after an answer."""

    right: bool
    title: str
    lead: str
    also: str = ""
    """Where else it lives; what was said about the item since."""
    tags: tuple[Tag, ...] = ()
    map: Map | None = None
    land: str = ""
    """The static path of a landscape that says more than a map does."""
    card: CardFace | None = None
    lines: tuple[Line, ...] = ()
    comes_back: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """An animal at the end of a quiz."""

    card: CardFace
    text: str = ""
    continent: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """How a finished quiz went."""

    right: int
    counted: int
    title: str
    lead: str
    again: tuple[Look, ...]
    """Worth another look."""
    went: tuple[Look, ...]
    voided: int
    mended: int
    """Questions in which another answer counts than when they were asked."""


def verdict(
    item: Item,
    responses: Sequence[Response],
    void: bool,
    comes_back: bool,
    mended: bool = False,
) -> Verdict:
    """What to say about an answer; `responses` are those to this item, one for each card."""
    by_card = {response.card: response.answer for response in responses}
    answer = item.answer_of([by_card.get(code, "") for code in item.cards])
    rights = item.judge(answer)
    right = all(rights)
    if not can_be_shown(item):
        title = _judged(right) if responses else _("This question was passed over.")
        made = Verdict(right, title, _("This animal is no longer in the deck."))
    elif item.form == Form.SORT:
        made = _sorted(item, answer, rights)
    elif item.form == Form.ORDER:
        made = _ordered(item, answer, right)
    else:
        made = _chosen(item, answer, right)
    note = _("This question was put right: the score is reckoned anew.") if mended else ""
    if void:
        note = _("This question was taken out: it doesn't count.")
    return replace(made, comes_back=comes_back and bool(responses) and not right, note=note)


def _judged(right: bool) -> str:
    return _("Right!") if right else _("Not quite.")


def _chosen(item: Item, answer: Sequence[str], right: bool) -> Verdict:
    """A question with options: what is right, why, and where that is."""
    card = deck()[item.cards[0]]
    tags = []
    if answer and not right and item.form != Form.TRUTH:
        chosen = _option_words(item, answer[0])
        if item.form == Form.PIN:
            chosen = f"{chosen} – {face(answer[0]).place}"
        tags.append(Tag(False, _("You chose: %s") % chosen, _land(answer[0])))
    named = item.named(answer, animals())[0]
    tried = answer[0] if item.form == Form.PIN and not right and answer else ""
    of_habitat = item.form == Form.HABITAT
    return Verdict(
        right,
        _title(item, answer, right),
        _because(item, card),
        also=_also(card),
        tags=tuple(tags),
        map=None if of_habitat else _map(card, named, tried),
        land=habitat_picture(habitat_of(card)) if of_habitat else "",
        card=face(card.code),
    )


def _title(item: Item, answer: Sequence[str], right: bool) -> str:
    """What is right, and whether that was said."""
    if item.form == Form.TRUTH:
        is_true = (answer if answer and right else item.key)[0] == TRUE
        if not answer:
            return _("Time is up. It's true.") if is_true else _("Time is up. It's false.")
        if right:
            return _("Right: it's true.") if is_true else _("Right: it's false.")
        return _("In fact, it's true.") if is_true else _("In fact, it's false.")
    key = _key_words(item, answer[0] if answer and right else "")
    if not answer:
        return _("Time is up. It was %s.") % key
    return (_("Yes: %s.") if right else _("In fact: %s.")) % key


def _because(item: Item, card: Card) -> str:
    """One sentence from the catalogue."""
    seen, language = face(card.code), get_language() or "ro"
    facts = {
        "name": capital(definite(card)),
        "region": seen.region,
        "where": card.region[f"{language}_in"],
        "continent": lies_in(card),
    }
    if item.form == Form.HABITAT:
        return _("%(name)s lives %(where)s.") % facts
    if item.form == Form.ODD:
        facts["shared"] = words.continent(_shared(item))
        return (
            _("The other three live in %(shared)s. %(name)s lives %(where)s, so in %(continent)s.")
            % facts
        )
    return _("%(name)s lives %(where)s, so in %(continent)s.") % facts


def _shared(item: Item) -> str:
    """The continent that all but the odd one share."""
    odd, deck_of = item.key[0], animals()
    others = [deck_of[code] for code in item.options if code != odd]
    return next(
        one
        for one in CONTINENTS
        if all(one in other.natives for other in others) and one not in deck_of[odd].natives
    )


def _also(card: Card) -> str:
    others = [code for code in CONTINENTS if code in card.native_continents]
    others.remove(card.continent)
    if not others:
        return ""
    lands = [_("in %s") % words.continent(code) for code in others]
    return _("It also lives %s.") % words.listed(lands)


def _sorted(item: Item, answer: Sequence[str], rights: Sequence[bool]) -> Verdict:
    lines = []
    for code, said, right in zip(item.cards, [*answer, *[""] * 6], rights, strict=False):
        home = deck()[code].continent
        text = words.continent(home)
        if said and not right:
            text = _("%(right)s, not %(said)s") % {
                "right": words.continent(home),
                "said": words.continent(said),
            }
        lines.append(Line(face(code), right, text, home))
    title = _("%(right)s out of %(all)s.") % {
        "right": capital(in_words(sum(rights), "animals")),
        "all": in_words(len(rights), "animals"),
    }
    lead = _("Every animal is at home.") if all(rights) else _("This is where they live:")
    if not all([*answer, len(answer) == len(rights)]):
        lead = _("Time is up. This is where they live:")
    return Verdict(all(rights), title, lead, lines=tuple(lines))


def _ordered(item: Item, answer: Sequence[str], right: bool) -> Verdict:
    lines = []
    for place, code in enumerate(item.key, 1):
        put = answer.index(code) + 1 if code in answer else place
        text = words.weight(deck()[code].size["mass_typical_kg"])
        if put != place:
            text = _("%(weight)s, you put it in place %(n)d") % {"weight": text, "n": put}
        lines.append(Line(face(code), bool(answer) and put == place, text))
    title = _judged(right) if answer else _("Time is up.")
    return Verdict(right, title, _("From light to heavy, by weight:"), lines=tuple(lines))


def _key_words(item: Item, given: str) -> str:
    """What is right: what was `given`, when it is, or else every answer that counts."""
    if given:
        return _option_words(item, given)
    return words.one_of([_option_words(item, one) for one in (*item.key, *item.also)])


def _option_words(item: Item, token: str) -> str:
    """An option as the page of the question named it."""
    if token in CONTINENTS:
        return words.continent(token)
    if item.form == Form.PIN:
        return _("point %d") % (item.options.index(token) + 1)
    if token in deck():
        return definite(deck()[token])
    return str(words.IN_HABITAT[token])


def _land(token: str) -> str:
    return token if token in CONTINENTS else ""


def _map(card: Card, named: str, tried: str) -> Map:
    x, y = LABELS[card.continent]
    wrong = named if named != card.continent else ""
    named_x, named_y = LABELS[wrong] if wrong else (0, 0)
    tried_x, tried_y = deck()[tried].pin if tried else ("", "")
    return Map(
        home=card.continent,
        home_name=words.continent(card.continent),
        home_x=str(x),
        home_y=str(y),
        pin_x=f"{card.pin[0]:g}",
        pin_y=f"{card.pin[1]:g}",
        named=wrong,
        named_name=words.continent(wrong) if wrong else "",
        named_x=str(named_x),
        named_y=str(named_y),
        tried_x=str(tried_x),
        tried_y=str(tried_y),
    )


def score(attempt: Attempt, responses: Sequence[Response]) -> Score:
    """The end of an attempt. What came back after a mistake is no second chance at the score."""
    first = [n for n, kept in enumerate(attempt.items) if "again" not in kept]
    by_item = {n: [one for one in responses if one.position == n] for n in first}
    counted = {n: ones for n, ones in by_item.items() if ones and ones[0].right is not None}
    right = sum(all(one.right for one in ones) for ones in counted.values())
    asked = [one for ones in counted.values() for one in ones if one.card in deck()]
    wrong: dict[str, str] = {}
    for one in asked:
        if not one.right:
            wrong.setdefault(one.card, one.form)
    again = tuple(_look(code, form) for code, form in wrong.items())
    went = dict.fromkeys(one.card for one in asked if one.card not in wrong)
    return Score(
        right=right,
        counted=len(counted),
        title=ngettext(
            "%(right)s out of %(all)s question.",
            "%(right)s out of %(all)s questions.",
            len(counted),
        )
        % {
            "right": capital(in_words(right, "questions")),
            "all": in_words(len(counted), "questions"),
        },
        lead=_lead(len(again)) if counted else "",
        again=again,
        went=tuple(Look(face(code)) for code in went),
        voided=len(by_item) - len(counted),
        mended=sum(attempt.is_mended(n) for n in counted),
    )


def _lead(again: int) -> str:
    if not again:
        return _("You answered everything right.")
    return ngettext(
        "%(n)s animal deserves another look.", "%(n)s animals deserve another look.", again
    ) % {"n": in_words(again).capitalize()}


_OF_THESE = {
    "animals": (pgettext_lazy("of the animals", "none"), pgettext_lazy("of the animals", "one")),
    "questions": (
        pgettext_lazy("of the questions", "none"),
        pgettext_lazy("of the questions", "one"),
    ),
}


def in_words(n: int, of: str = "") -> str:
    """Up to twenty in words, above in digits; `of` which things, where no noun follows."""
    if of and n < len(_OF_THESE[of]):
        return str(_OF_THESE[of][n])
    said = (
        _("none"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"),
        _("eight"), _("nine"), _("ten"), _("eleven"), _("twelve"), _("thirteen"), _("fourteen"),
        _("fifteen"), _("sixteen"), _("seventeen"), _("eighteen"), _("nineteen"), _("twenty"),
    )  # fmt: skip
    return said[n] if n < len(said) else str(n)


def _look(code: str, form: str) -> Look:
    """What was asked about it in a question of this form, and not known."""
    card, language = deck()[code], get_language() or "ro"
    if form == Form.HABITAT:
        text = _("Lives %s.") % words.IN_HABITAT[habitat_of(card)]
    elif form == Form.ORDER:
        text = _("Weighs %s.") % words.weight(card.size["mass_typical_kg"])
    elif form == Form.FACT:
        text = card.fact[language]
    else:
        text = _("You find %(region)s in %(continent)s.") % {
            "region": region_within(card),
            "continent": lies_in(card),
        }
    return Look(face(code), text, card.continent)
