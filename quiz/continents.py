"""The continents' names in addresses."""

SLUGS = {"EU": "europe", "AS": "asia", "AF": "africa", "AM": "america", "AU": "australia"}
CODES = {slug: code for code, slug in SLUGS.items()}
