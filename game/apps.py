from django.apps import AppConfig


class GameConfig(AppConfig):
    name = "game"

    def ready(self) -> None:
        """Tells the streams who makes what they carry: pages know of them, not they of pages."""
        from game import live, pages

        live.rendered_by(pages.fragments)
