"""The command `quoin stats`."""

from quoin.lsp_server.cli.commands.arguments import Json


def stats(json: Json = False) -> None:
    """Show how many completions were offered and accepted on this machine; nothing is ever sent."""
    from quoin.lsp_server.cli.render import show_statistics
    from quoin.lsp_server.console import print_json
    from quoin.lsp_server.usage.statistics import Statistics

    summary = Statistics().summary()
    if json:
        print_json(summary)
    else:
        show_statistics(summary)
