"""Sessions in the database; the one of a request is looked for by a prepared query."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from game.prepared import Prepared

_kept = Prepared(lambda key: Session.objects.filter(session_key=key))


class SessionStore(db.SessionStore):
    """Django's, with which it is interchangeable."""

    def _get_session_from_db(self) -> Session | None:
        found = _kept.first(key=self.session_key or "")
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
