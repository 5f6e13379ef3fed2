"""Readers: what the database says, as rows and numbers; they write nothing."""
