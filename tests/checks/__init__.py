"""What the test command runs: lint, types, the editors' plug-ins, tests."""
