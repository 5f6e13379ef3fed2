"""The pages and actions of the game. A view guards, calls one service or selector, and renders."""
