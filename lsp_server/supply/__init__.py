"""Choosing a model in an editor: the survey of what can be had, and downloads with their progress."""
