"""What the pages of lessons and quizzes show: plain values, made for one reader in one language."""
