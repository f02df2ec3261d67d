"""From a cursor to what is offered there."""
