"""Tests of the plug-ins for editors."""
