/// <reference lib="dom" />
/**
 * Starts the explorer's page: unpacks what it shows at once, and gives it a worker when it asks.
 *
 * @module
 */

import { fromBase64, unpacked } from "./packed.ts";
import { startPage } from "./page/main.tsx";
import type { FirstView } from "./page/session.ts";

/** What the blocks of the page are called, which `html.ts` writes. */
const EXAMPLE = "script[data-example]";

const textOf = (id: string) => document.getElementById(id)!.textContent;

/** Resolves when the whole file has been read: what is large stands at its end. */
function wholePage(): Promise<unknown> {
  return document.readyState === "loading"
    ? new Promise((resolve) => addEventListener("DOMContentLoaded", resolve))
    : Promise.resolve();
}

/** The worker, with the packs of the page. */
async function startWorker(): Promise<Worker> {
  await wholePage();
  const source = new Blob([textOf("engine")], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(source));
  const blocks = Array.from(document.querySelectorAll<HTMLElement>(EXAMPLE));
  const examples = new Map(
    blocks.map(({ dataset, textContent }) => [dataset["example"]!, fromBase64(textContent)]),
  );
  worker.postMessage({ examples });
  return worker;
}

startPage(await unpacked<FirstView>(textOf("first")), startWorker);
