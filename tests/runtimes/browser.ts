/**
 * Runs a script in Chromium and prints what it says on the console; exits with 1 after an error.
 *
 * @module
 */

import { findChromium, startChromium } from "../helpers/chromium.ts";

const [script] = Deno.args;
const found = findChromium();
if (!("path" in found)) throw new Error(`Cannot try a browser: ${found.reason}`);
const browser = await startChromium(found.path);
try {
  const page = await browser.newPage();
  const said = new Promise<string>((resolve, reject) => {
    page.on("console", (message) => resolve(message.text()));
    page.on("pageerror", reject);
  });
  await page.setContent("<!doctype html>");
  await page.addScriptTag({ content: await Deno.readTextFile(script!), type: "module" });
  console.log(await said);
} finally {
  await browser.close();
}
