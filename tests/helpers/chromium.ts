/**
 * Finds Chromium, opens pages in it and does what a reader does.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { ALL, LONG } from "./long.ts";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** What pages are tried on. */
const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  "a desk's screen": { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  "a phone": {
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    hasTouch: true,
    isMobile: true,
  },
};

/** Whatever takes longer hangs, however busy the machine is. */
const MOST_MS = 120_000;

/** Where Chromium is, or why there is none to be had and whether that may be. */
export type Chromium =
  | { readonly path: string }
  | { readonly reason: string; readonly mayLack: boolean };

/** Finds Chromium. In CI there must be one: what is not tried there is tried nowhere. */
export function findChromium(
  variable: (name: string) => string | undefined = (name) => Deno.env.get(name),
  places: readonly string[] = PLACES,
): Chromium {
  // Playwright reads many variables.
  if (Deno.permissions.querySync({ name: "env" }).state !== "granted") {
    return { reason: "no permission to read the environment", mayLack: true };
  }
  const path = variable("CHROMIUM") ?? places.find((place) => existsSync(place));
  if (path !== undefined) return { path };
  return {
    reason: "no Chromium found: install it, or say where it is in CHROMIUM",
    mayLack: variable("CI") !== "true",
  };
}

/** Starts Chromium without a window. */
export async function startChromium(path: string): Promise<Browser> {
  const { chromium } = await import("playwright-core");
  return await chromium.launch({ executablePath: path, timeout: MOST_MS });
}

/**
 * Opens a file, and gathers what is wrong with it from then on: messages of the console, errors,
 * refusals of the policy, and requests for anything else.
 */
async function visit(browser: Browser, file: URL, options: BrowserContextOptions) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(MOST_MS);
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("request", (request) => {
    // What begins with blob comes out of the page itself.
    const isOwn = request.url().split("#")[0] === file.href || request.url().startsWith("blob:");
    if (!isOwn) complaints.push(`request: ${request.url()}`);
  });
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) => {
    console.error("refused: " + event.violatedDirective + " " + event.blockedURI);
  })`);
  await page.goto(file.href);
  return { page, complaints };
}

/** Waits until an expression is true; the page's policy lets nothing wait within it. */
export async function until(page: Page, expression: string): Promise<void> {
  for (let tries = 0; !await page.evaluate(expression); tries++) {
    assert(tries < 2400, `never ${expression}`);
    await page.waitForTimeout(50);
  }
}

/** What a reader does, one thing after the other in one visit; `dir` is a folder for files. */
export type Steps = Readonly<Record<string, (page: Page, dir: string) => Promise<void>>>;

/** A page, how it is waited for, what is done on every screen, and what on a phone besides. */
interface Tried {
  readonly html: () => Promise<string>;
  readonly settle: (page: Page) => Promise<void>;
  readonly steps: Steps;
  readonly onPhone?: Steps;
}

/** A test of a page in Chromium, on each screen. */
export function tryInChromium(name: string, { html, settle, steps, onPhone }: Tried): void {
  const found = findChromium();
  const tried = "path" in found ? "works" : `is not tried, ${found.reason},`;
  Deno.test({
    name: `${name} ${tried} in Chromium${LONG}`,
    ignore: !ALL || "reason" in found && found.mayLack,
    async fn(t) {
      if ("reason" in found) throw new Error(`Cannot try the page in Chromium: ${found.reason}`);
      const dir = await Deno.makeTempDir();
      const file = join(dir, "index.html");
      await Deno.writeTextFile(file, await html());
      try {
        await using browser = await startChromium(found.path);
        for (const [screen, options] of Object.entries(SCREENS)) {
          const { page, complaints } = await visit(browser, pathToFileURL(file), options);
          await settle(page);
          const all = { ...steps, ...(options.hasTouch ? onPhone : {}) };
          for (const [step, run] of Object.entries(all)) {
            await t.step(`on ${screen}: ${step}`, () => run(page, dir));
          }
          await t.step(`on ${screen}: asks for nothing and complains of nothing`, () => {
            assertEquals(complaints, []);
          });
          await page.close();
        }
      } finally {
        await Deno.remove(dir, { recursive: true });
      }
    },
  });
}
