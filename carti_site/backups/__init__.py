"""Backups: one file that holds all there is, from SQLite or PostgreSQL, for either."""
