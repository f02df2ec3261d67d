"""Lua, against its own compiler."""
