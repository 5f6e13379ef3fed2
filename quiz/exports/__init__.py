"""What can be taken along: diplomas and files."""
