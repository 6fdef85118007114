/// <reference lib="dom" />
/**
 * Starts the explorer's page: unpacks what it shows at once, and gives it a worker when it asks.
 *
 * @module
 */

import { unpackedFirst } from "./first_view.ts";
import { fromBase64 } from "./packed.ts";
import { startPage } from "./page/main.tsx";

const textOf = (id: string) => document.getElementById(id)!.textContent;

/** Resolves when the whole file has been read: what is large stands at its end. */
function wholePage(): Promise<unknown> {
  return document.readyState === "loading"
    ? new Promise((resolve) => addEventListener("DOMContentLoaded", resolve))
    : Promise.resolve();
}

/** The packs in blocks of the page, which `html.ts` writes. */
function packsIn(kind: string): Map<string, Uint8Array<ArrayBuffer>> {
  const blocks = Array.from(document.querySelectorAll<HTMLElement>(`script[data-${kind}]`));
  return new Map(
    blocks.map(({ dataset, textContent }) => [dataset[kind]!, fromBase64(textContent)]),
  );
}

/** The worker, with the packs of the page. */
async function startWorker(): Promise<Worker> {
  await wholePage();
  const source = new Blob([textOf("engine")], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(source));
  worker.postMessage({ examples: packsIn("example"), parses: packsIn("parses") });
  return worker;
}

startPage(await unpackedFirst(textOf("first")), startWorker);
