"""The card catalogue, and the tables at which it is played.

A table is rebuilt from `Table.deal` and its `Move` rows alone; nothing else remembers the game.
"""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from game import engine
from game.prepared import Loaded, Prepared


class Card(models.Model):
    """One of the sixty animals, shared by game and quizzes; loaded from `data/catalogue.json`.

    Texts in both languages are `{"ro": …, "en": …}`; `name` and `region` have ready wordings too
    (`ro_indef`, `ro_in`, …).
    """

    code = models.CharField(max_length=4, unique=True)
    number = models.PositiveSmallIntegerField()
    continent = models.CharField(max_length=2)
    slug = models.SlugField(unique=True)
    name = models.JSONField()
    gender = models.CharField(max_length=1)
    scientific = models.CharField(max_length=60)
    animal_class = models.CharField(max_length=20)
    region = models.JSONField()
    region_point = models.JSONField()
    region_country = models.CharField(max_length=3)
    pin = models.JSONField()
    """`[x, y]` of the region on the world map, in its 1000 × 540 units."""
    habitat = models.JSONField()
    also_habitats = models.JSONField(default=list)
    """Others in which it could be found (English names): no question offers them as wrong."""
    native_continents = models.JSONField()
    endemic_to = models.JSONField(null=True)
    iucn = models.JSONField()
    diet = models.JSONField()
    size = models.JSONField()
    fact = models.JSONField()
    sources = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["continent", "number"], name="card_place_unique"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=12), name="card_number_1_to_12"
            ),
            models.CheckConstraint(
                condition=Q(continent__in=engine.CONTINENTS), name="card_continent_known"
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def is_beside(self) -> bool:
        """Whether its region is an island that only goes with its continent: New Zealand."""
        return self.continent == "AU" and self.region_country != "AUS"

    @property
    def name_now(self) -> str:
        """The animal's name in the language of this thread."""
        return str(self.name[get_language() or "ro"])


class Player(Loaded):
    """Whoever sits at tables or takes quizzes: a guest of this browser's session, or a pupil."""

    name = models.CharField(max_length=40, blank=True)
    """Empty until the player gives one; playing alone asks for none."""
    avatar = models.SlugField(blank=True)
    last_seen = models.DateTimeField(db_index=True)
    is_guest = models.BooleanField(default=True)
    """Guests are forgotten after a while (`services.forget_guests`)."""

    def __str__(self) -> str:
        return self.name or f"#{self.pk}"


class TableQuerySet(models.QuerySet["Table"]):
    """Named filters for tables."""

    def running(self) -> TableQuerySet:
        """Tables that wait in the lobby or are being played."""
        return self.filter(phase__in=(Table.Phase.LOBBY, Table.Phase.PLAYING))

    def due(self, now: datetime) -> TableQuerySet:
        """Tables for which the clock has something to do by `now`."""
        return self.filter(due_at__lte=now).order_by("due_at")


class Table(Loaded):
    """One game: from the lobby to the last place."""

    class Phase(models.TextChoices):
        LOBBY = "lobby"
        PLAYING = "playing"
        OVER = "over"
        ENDED = "ended"
        """Ended by its players before the last place was taken."""
        CLOSED = "closed"
        """Everybody left before the game began."""

    class Referee(models.TextChoices):
        TABLE = "table", _("Found later")
        STRICT = "strict", _("Found at once")
        OFF = "off", _("Never found")

    class Watch(models.TextChoices):
        CODE = "code", _("Whoever has the code")
        NONE = "none", _("Nobody")

    class Pace(models.TextChoices):
        SLOW = "slow", _("Slowly")
        NORMAL = "normal", _("Normally")
        QUICK = "quick", _("Quickly")

    code = models.CharField(max_length=6, unique=True)
    phase = models.CharField(max_length=8, choices=Phase, default=Phase.LOBBY)
    version = models.PositiveIntegerField(default=0)
    """Grows by one with every change anybody could see; writers compare and swap on it."""
    opener = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="opened")

    referee = models.CharField(max_length=6, choices=Referee, default=Referee.TABLE)
    explain = models.BooleanField(default=True)
    watch = models.CharField(max_length=4, choices=Watch, default=Watch.CODE)
    pace = models.CharField(max_length=6, choices=Pace, default=Pace.NORMAL)

    hints = models.BooleanField(default=False)
    """Cards show their continent and what fits is ticked; such placements are no evidence."""
    limit = models.PositiveSmallIntegerField(default=0)
    """Seconds for a turn; 0 is no limit."""
    grace = models.PositiveSmallIntegerField(default=45)
    """Seconds an absent player is waited for before a bot plays; 0 is for ever."""

    seed = models.BigIntegerField()
    """Of the deal and of the bots' choices, so that a game can be told again exactly."""
    deal = models.JSONField(null=True)
    """Hands as dealt, in seat order; null in the lobby."""
    turn_at = models.DateTimeField(null=True)
    """When the turn began, reading time of an explanation included."""
    paused_at = models.DateTimeField(null=True)
    """Since when the teacher has let the game stand still; nothing is laid, and no time runs."""
    due_at = models.DateTimeField(null=True)
    """When the clock must next act for this table: a bot's move, a time limit, an absence."""
    votes = models.JSONField(default=dict)
    """What players ask for, as {"what:seat": [seats that ask]}; see services.people."""
    following = models.OneToOneField(
        "self", null=True, on_delete=models.SET_NULL, related_name="preceding"
    )
    """The table that plays again with the same players."""
    opened_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    objects = TableQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(phase__in=("lobby", "closed"), deal__isnull=True)
                | Q(phase__in=("playing", "over", "ended"), deal__isnull=False),
                name="table_dealt_when_started",
            ),
            models.CheckConstraint(
                condition=Q(due_at__isnull=True) | Q(phase="playing"),
                name="table_due_only_while_playing",
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.code

    @cached_property
    def seated(self) -> list[Seat]:
        """The seats, read once: for those who change them only through these objects."""
        seats = _seated.all(table=self.pk)
        for seat in seats:
            seat.table = self
        return seats


class Seat(Loaded):
    """A place at a table: a person's, a bot's, or still free."""

    class Level(models.TextChoices):
        BEGINNER = "beginner", _("Beginner bot")
        MEDIUM = "medium", _("Medium bot")
        GOOD = "good", _("Good bot")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    """0…n-1; the seat to the right of `index` is `index + 1`."""
    player = models.ForeignKey(Player, null=True, on_delete=models.SET_NULL, related_name="seats")
    level = models.CharField(max_length=8, choices=Level, blank=True)
    """The bot's level; empty for a person's seat."""
    name = models.CharField(max_length=40, blank=True)
    """Empty for a free seat, and for somebody who plays alone."""
    avatar = models.SlugField(blank=True)

    away_since = models.DateTimeField(null=True)
    """Since when none of the player's pages has been open; null while one is."""
    waited_for = models.BooleanField(default=False)
    """The others chose to wait however long it takes."""
    stand_in = models.BooleanField(default=False)
    """A bot plays for the player until he or she comes back."""
    stand_in_from = models.PositiveIntegerField(null=True)
    """The table's version at which the last stand-in began."""
    back_at = models.PositiveIntegerField(null=True)
    """The table's version at which the player took the seat again."""
    time_factor = models.FloatField(default=1)
    """Extra time: times the table's limit; nobody else is shown it."""

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="seat_once_a_place"),
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False),
                name="seat_once_a_player",
            ),
            models.CheckConstraint(
                condition=Q(level="") | Q(player__isnull=True), name="seat_bot_has_no_player"
            ),
            models.CheckConstraint(condition=Q(index__lt=6), name="seat_index_below_6"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"

    @property
    def face(self) -> str:
        """The avatar it is shown with: the reindeer, which begins, where none was chosen."""
        return self.avatar or "ren"

    @property
    def is_free(self) -> bool:
        """Whether a person may still take it."""
        return not self.level and self.player_id is None

    @property
    def is_human(self) -> bool:
        """Whether a person sits there, present or not."""
        return not self.level and self.player_id is not None

    @property
    def is_present(self) -> bool:
        """Whether a person sits there with a page open, and plays."""
        return self.is_human and self.away_since is None and not self.stand_in

    @property
    def bot_level(self) -> str:
        """The level of the bot that plays now; empty when a person does."""
        return self.level or (Seat.Level.MEDIUM.value if self.stand_in else "")


_seated = Prepared(lambda table: Seat.objects.filter(table=table))


class Move(Loaded):
    """What a seat did, in order; append-only. With the deal it is the whole game."""

    class Kind(models.TextChoices):
        PLACE = "place"
        PASS = "pass"  # noqa: S105  (the rules' word)
        TIMEOUT = "timeout"

    class By(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        CLOCK = "clock"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    version = models.PositiveIntegerField()
    """The table's version at which it was made: its order, and how a repeat is known."""
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=7, choices=Kind)
    card = models.CharField(max_length=4, blank=True)
    row = models.CharField(max_length=2, blank=True)
    by = models.CharField(max_length=6, choices=By)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="move_once_a_version"),
            models.CheckConstraint(
                condition=Q(kind="place", card__gt="", row__gt="")
                | (~Q(kind="place") & Q(card="", row="")),
                name="move_has_card_and_row_when_placing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}@{self.version}"


class Happening(Loaded):
    """Something the story tells that is no move; append-only."""

    class Kind(models.TextChoices):
        STAND_IN = "stand_in"
        """A bot begins to play for the seat."""
        LEFT = "left"
        """The player left the table; a bot plays on."""
        BACK = "back"
        """The player takes the seat again."""
        ENDED = "ended"
        """The seat's player, or a vote (no seat), ended the game."""
        STOPPED = "stopped"
        """The teacher ended the game."""
        SAT = "sat"
        """Somebody sits down on a bot's seat, with its cards."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="happenings")
    version = models.PositiveIntegerField()
    """The table's version at which it happened."""
    seat = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=8, choices=Kind)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="happening_once_a_version"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}@{self.version}"
