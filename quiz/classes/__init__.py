"""What a classroom is made of: names and their list, secret words, who sits with whom."""
