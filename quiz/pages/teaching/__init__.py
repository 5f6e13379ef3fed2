"""What teachers' pages show."""
