"""The pages of the codes, a module for each part of the language."""
