from hypothesis import settings

# Whole games are played in each example: how long that takes says nothing about the rules.
settings.register_profile("games", deadline=None)
settings.load_profile("games")
