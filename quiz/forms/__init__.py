"""Forms of pupils and teachers: what was typed, checked, and what is wrong with it in words."""
