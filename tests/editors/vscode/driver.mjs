// Drives Chromium for the tests: one JSON object a line in, one out. Arguments: the folder that holds
// `node_modules/playwright-core`, the browser's program, a folder for its profile, the page's address.
//
// {"do": "press", "keys": "Control+S"}            keys in playwright's notation
// {"do": "type", "text": "…", "delay": 20}        characters one by one, milliseconds between them
// {"do": "insert", "text": "…"}                   all at once, as a paste
// {"do": "click", "selector": "…"}
// {"do": "wait", "script": "…", "seconds": 30}    the first true value of a JavaScript expression
// {"do": "shoot", "path": "…", "clip": {…}}       a screenshot
//
// The answer is {"value": …} or {"error": "…"}.

import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [tools, executablePath, profile, address] = process.argv.slice(2);
const { chromium } = createRequire(join(tools, "package.json"))("playwright-core");

const browser = await chromium.launchPersistentContext(profile, {
  executablePath,
  headless: true,
  viewport: { width: 1000, height: 560 },
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const page = browser.pages()[0] ?? (await browser.newPage());
await page.goto(address, { timeout: 60_000 });

const actions = {
  press: ({ keys }) => page.keyboard.press(keys),
  type: ({ text, delay }) => page.keyboard.type(text, { delay }),
  insert: ({ text }) => page.keyboard.insertText(text),
  click: ({ selector }) => page.locator(selector).first().click(),
  wait: async ({ script, seconds }) => {
    const handle = await page.waitForFunction(script, null, { timeout: seconds * 1000, polling: 50 });
    return await handle.jsonValue();
  },
  shoot: async ({ path, clip }) => {
    await page.screenshot({ path, clip });
  },
};

async function answer(line) {
  try {
    const request = JSON.parse(line);
    return { value: (await actions[request.do](request)) ?? null };
  } catch (error) {
    return { error: error.message };
  }
}

console.log(JSON.stringify({ value: "ready" }));
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await answer(line)));
}
await browser.close();
