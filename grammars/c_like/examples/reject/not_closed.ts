a(
