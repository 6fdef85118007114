/**
 * The explorer as one HTML file that needs no network.
 *
 * What is seen first stands in front: style, the page as it is at first, its program, a lattice and
 * the traces of its lanes. Behind it are the engine, which a worker runs, and packs. The policy of
 * the page allows its own program and styles by their hashes, a worker out of the page itself,
 * WebAssembly, and nothing else.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { UsageError } from "../../harness/terminal/usage_error.ts";
import { documentHead, escapeHtml, hashSource, scriptSource } from "../pages/html/blocks.ts";
import { Engine, type Packs } from "./engine.ts";
import { packedFirst } from "./first_view.ts";
import { familyDials } from "./sources.ts";
import { type Decoded, UNCHANGED } from "./trace.ts";

/**
 * Deno fetches what it bundles with the first time. Two processes that do so at once are in each
 * other's way, and one of them says this.
 */
const FETCHING = "failed to copy esbuild binary";
const ATTEMPTS = 5;

const TITLE = "Exact decoders race on one sentence";

/** What a page shows. */
export interface ExplorerContent {
  /** Packs; the first one is shown first, and is no pack of parses. */
  readonly packs: Packs;
  /** Names of those that are to be parsed. */
  readonly parses: readonly string[];
  /** Sentence of the first pack that is shown first. */
  readonly sentence: number;
}

/**
 * Writes the page.
 *
 * @throws as `Engine.show`, for packs that cannot be opened; UsageError if Deno cannot bundle, as
 * without a network the first time
 */
export async function explorerHtml(
  { packs, parses, sentence }: ExplorerContent,
): Promise<string> {
  // One after the other: what bundles is fetched the first time, and two would fetch it at once.
  const program = await bundled("page_start.ts");
  const engine = await bundled("worker.ts");
  const style = await squeezedStyle();
  const names = [...packs.keys()];
  const source = { from: "pack", name: names[0]!, sentence } as const;
  const decoded = await new Engine(packs).show(source, UNCHANGED, 1) as Decoded;
  const first = { decoded, packs: names, parses, sentence, families: familyDials() };
  // By its name, as what is bundled.
  const page = await import(new URL("page/main.tsx", import.meta.url).href);
  const seen: string = page.firstHtml(first);
  const looks = Array.from(seen.matchAll(/ style="([^"]*)"/g), ([, look]) => look!);
  const directives = [
    // The decoders' kernels, which the worker compiles.
    `script-src ${hashSource(program)} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    // Attributes, too: widths of bars, and hues.
    `style-src 'unsafe-hashes' ${[...new Set([style, ...looks])].map(hashSource).join(" ")}`,
  ];
  const block = ([name, bytes]: readonly [string, Uint8Array]) =>
    `<script type="text/plain" data-pack="${escapeHtml(name)}">${bytes.toBase64()}</script>`;
  return `${documentHead(directives, TITLE, `<style>${style}</style>`)}
<body>
<a class="skip" href="#main">Skip to the content</a>
<noscript>The explorer needs scripts, its own alone.</noscript>
<div id="app">${seen}</div>
<script type="text/plain" id="first">${packedFirst(first)}</script>
<script type="module" async>${program}</script>
<script type="text/plain" id="engine">${engine}</script>
${Array.from(packs, block).join("\n")}
</body>
</html>
`;
}

/** A module and all that it imports, as the source of a script element. */
async function bundled(module: string): Promise<string> {
  const path = fileURLToPath(new URL(module, import.meta.url));
  const args = ["bundle", "--quiet", "--platform", "browser", "--minify", path];
  const cwd = fileURLToPath(new URL("../../", import.meta.url));
  for (let attempt = 1;; attempt++) {
    const { success, stdout, stderr } = await new Deno.Command("deno", { args, cwd }).output();
    const [text, wrong] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    if (success) return scriptSource(text!);
    if (attempt === ATTEMPTS || !wrong!.includes(FETCHING)) {
      throw new UsageError(`Cannot bundle ${module}: ${wrong!.trim()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** The text of the style without comments and indentation, which are a fifth of it. */
async function squeezedStyle(): Promise<string> {
  const files = ["../pages/html/page/base.css", "./page/style.css"];
  const styles = files.map((file) => Deno.readTextFile(new URL(file, import.meta.url)));
  return (await Promise.all(styles)).join("\n").replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/\s+/g, " ").trim();
}
