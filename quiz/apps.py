from django.apps import AppConfig


class QuizConfig(AppConfig):
    name = "quiz"

    def ready(self) -> None:
        """Tells the game, which knows of no class, what is otherwise for one.

        A class's code, and a quiz's, may be typed where a table's is asked; a class's tables are
        its own, also those that follow; who was moved belongs there; quizzes have clocks, too.
        """
        from game import clock, doors, elsewhere, onlookers
        from quiz.classes.onlookers import is_of_class
        from quiz.selectors.papers import way_to_quiz
        from quiz.selectors.people import way_into_class
        from quiz.selectors.sittings import moved_to
        from quiz.services.clocks import clock_was_set
        from quiz.services.sittings import join

        doors.add(way_into_class)
        doors.add(way_to_quiz)
        onlookers.add(is_of_class)
        elsewhere.add(moved_to, join)
        clock.add(clock_was_set)
