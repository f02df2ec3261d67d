"""JSON-RPC over standard input and output."""
