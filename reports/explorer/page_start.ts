/// <reference lib="dom" />
/**
 * Starts the explorer's page: unpacks what it shows at once, and gives it a worker when it asks.
 *
 * @module
 */

import { type Remote, wrap } from "comlink";
import type { Engine } from "./engine.ts";
import { bytesOf, unpackedFirst } from "./first_view.ts";
import { startPage } from "./page/main.tsx";
import type { Show } from "./trace.ts";

const textOf = (id: string) => document.getElementById(id)!.textContent;

let engine: Promise<Show> | undefined;

/** The engine with the packs in blocks of the page, which `html.ts` writes. */
async function startEngine(): Promise<Show> {
  // What is large stands at the end of the file.
  if (document.readyState === "loading") {
    await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
  }
  const source = new Blob([textOf("engine")], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(source));
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", ({ message }) => {
      // It answers nothing more.
      engine = undefined;
      reject(new Error(`The worker failed: ${message}`));
    });
  });
  const blocks = Array.from(document.querySelectorAll<HTMLElement>("script[data-pack]"));
  const packs = new Map(blocks.map((one) => [one.dataset["pack"]!, bytesOf(one.textContent)]));
  const RemoteEngine = wrap<typeof Engine>(worker);
  const remote: Remote<Engine> = await Promise.race([new RemoteEngine(packs), failed]);
  return (...request) => Promise.race([remote.show(...request), failed]);
}

const show: Show = async (...request) => await (await (engine ??= startEngine()))(...request);

// A link to another view does not show the first one before.
if (location.hash !== "") document.getElementById("app")!.replaceChildren();
/** The button that a reader pressed last; what is pressed before the page answers is done then. */
const pressed: (HTMLElement | null)[] = [];
addEventListener("click", ({ target }) => pressed[0] = (target as Element).closest("button"));
// What stands in the page is painted before this takes time.
await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
startPage(await unpackedFirst(textOf("first")), show);
pressed[0]?.click();
