"""`quoin stats`."""

from lsp_server.cli.commands.arguments import Json


def stats(json: Json = False) -> None:
    """Show how many completions were offered and accepted on this machine; nothing is ever sent."""
    from lsp_server.cli.console import print_json
    from lsp_server.cli.show_statistics import show
    from lsp_server.usage.statistics import Statistics

    summary = Statistics().summary()
    if json:
        print_json(summary)
    else:
        show(summary)
