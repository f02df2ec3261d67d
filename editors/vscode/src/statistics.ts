// Shows what was shown and accepted, and what was held back: a page of the server's, in a panel.

import { ViewColumn, type WebviewPanel, window } from "vscode";
import type { Problems } from "./problems.ts";
import { RESTART, SHOW_LOG } from "./remedies.ts";
import type { Server } from "./server.ts";

let panel: WebviewPanel | undefined;

/** Open the panel, or bring the one that is open to the front, with the counts of now. */
export async function showStatistics(server: Server, problems: Problems): Promise<void> {
  const page = await server.execute("quoin.statsReport", "html");
  if (typeof page !== "string") {
    problems.warn("The quoin server is not running, or is too old to count.", [RESTART, SHOW_LOG]);
    return;
  }
  if (panel === undefined) {
    // The page has no scripts, and its own policy lets it load nothing.
    const options = { enableScripts: false, localResourceRoots: [], enableFindWidget: true };
    panel = window.createWebviewPanel("quoin.statistics", "quoin: Statistics", ViewColumn.Active, options);
    panel.onDidDispose(() => {
      panel = undefined;
    });
  }
  panel.webview.html = page;
  panel.reveal();
}
