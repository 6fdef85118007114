/**
 * Runs a script in Chromium and prints what it says on the console; exits with 1 after an error.
 *
 * It does so in a page whose policy is the second argument, if there is one: where that forbids
 * WebAssembly, the page must be warned, by each of the two entry points with kernels once.
 *
 * @module
 */

import { findChromium, startChromium } from "../helpers/chromium.ts";

const [script, policy] = Deno.args;
const found = findChromium();
if (!("path" in found)) throw new Error(`Cannot try a browser: ${found.reason}`);
const text = await Deno.readTextFile(script!);
const headers = policy === undefined ? {} : { "content-security-policy": policy };
await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, ({ url }) => {
  const isScript = url.endsWith("/script.js");
  const type = isScript ? "text/javascript" : "text/html";
  return new Response(
    isScript ? text : "<!doctype html><script type=module src=script.js></script>",
    { headers: { ...headers, "content-type": type } },
  );
});
await using browser = await startChromium(found.path);
const page = await browser.newPage();
let warnings = 0;
const said = new Promise<string>((resolve, reject) => {
  page.on("console", (message) => {
    if (message.type() === "log") resolve(message.text());
    if (message.type() === "warning" && message.text().includes("'wasm-unsafe-eval'")) warnings++;
  });
  page.on("pageerror", reject);
});
await page.goto(`http://127.0.0.1:${server.addr.port}/`);
console.log(await said);
const isForbidden = policy !== undefined && !policy.includes("'wasm-unsafe-eval'");
if (warnings > 2 || warnings > 0 !== isForbidden) {
  throw new Error(`Cannot have been warned: ${warnings}`);
}
