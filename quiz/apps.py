from django.apps import AppConfig


class QuizConfig(AppConfig):
    name = "quiz"

    def ready(self) -> None:
        """A class's code, too, may be typed where a table's is asked; its tables are its own."""
        from game import clock, doors, onlookers
        from quiz.classes.onlookers import is_of_class
        from quiz.selectors.papers import way_to_quiz
        from quiz.selectors.people import way_into_class
        from quiz.services.clocks import clock_was_set

        doors.add(way_into_class)
        doors.add(way_to_quiz)
        onlookers.add(is_of_class)
        clock.add(clock_was_set)
