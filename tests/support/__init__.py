"""References that are independent of the core, and what tests need to ask both."""
