// Shows what was offered and accepted, as the server counts it.

import { window } from "vscode";
import { describeStatistics, type Statistics } from "./describe.ts";
import type { Problems } from "./problems.ts";
import { RESTART, SHOW_LOG } from "./remedies.ts";
import type { Server } from "./server.ts";

export async function showStatistics(server: Server, problems: Problems): Promise<void> {
  const statistics = (await server.execute("quoin.stats")) as Statistics | undefined;
  if (statistics === undefined) {
    problems.warn("The quoin server is not running, or is too old to count.", [RESTART, SHOW_LOG]);
    return;
  }
  await window.showInformationMessage("Completions", {
    modal: true,
    detail: describeStatistics(statistics),
  });
}
