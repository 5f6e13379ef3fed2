from django.apps import AppConfig


class QuizConfig(AppConfig):
    name = "quiz"

    def ready(self) -> None:
        """A class's code, too, may be typed where a table's is asked for."""
        from game import doors
        from quiz.people import way_into_class

        doors.add(way_into_class)
