/**
 * The explorer as one HTML file that needs no network.
 *
 * What is seen first stands in front: style, program, a lattice and the traces of its lanes. Behind
 * it are the engine, which a worker runs, and packs. The policy of the page allows its own program
 * and style by their hashes, a worker out of the page itself, and nothing else.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { documentHead, escapeHtml, scriptSource } from "../pages/html/blocks.ts";
import { Engine, type Examples } from "./engine.ts";
import { packedFirst } from "./first_view.ts";
import { toBase64 } from "./packed.ts";
import { laneNames } from "./lanes.ts";
import type { FirstView } from "./page/session.ts";
import type { Opened, Trace } from "./trace.ts";

/**
 * Deno fetches what it bundles with the first time. Two processes that do so at once are in each
 * other's way, and one of them says this.
 */
const FETCHING = "failed to copy esbuild binary";
const ATTEMPTS = 5;

const TITLE = "Exact decoders race on one sentence";

/** What a page shows. */
export interface ExplorerContent {
  /** Packs; the first one is shown first. */
  readonly examples: Examples;
  /** Packs of parses. */
  readonly parses: Examples;
  /** Sentence of the first pack that is shown first. */
  readonly sentence: number;
}

/**
 * Writes the page.
 *
 * @throws as `Engine.answer`, for packs that cannot be opened; Error if Deno cannot bundle
 */
export async function explorerHtml(content: ExplorerContent): Promise<string> {
  // One after the other: what bundles is fetched the first time, and two would fetch it at once.
  const program = await bundled("page_start.ts");
  const engine = await bundled("worker.ts");
  const style = await squeezedStyle();
  const first = await firstView(content);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(program)}`,
    "worker-src blob:",
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `${documentHead(policy, TITLE, `<style>${style}</style>`)}
<body>
<a class="skip" href="#main">Skip to the content</a>
<div id="app"><noscript>The explorer needs scripts, its own alone.</noscript></div>
<script type="text/plain" id="first">${await packedFirst(first)}</script>
<script type="module">${program}</script>
<script type="text/plain" id="engine">${engine}</script>
${packBlocks("example", content.examples)}
${packBlocks("parses", content.parses)}
</body>
</html>
`;
}

function packBlocks(kind: string, packs: Examples): string {
  return Array.from(
    packs,
    ([name, bytes]) =>
      `<script type="text/plain" data-${kind}="${escapeHtml(name)}">${toBase64(bytes)}</script>`,
  ).join("\n");
}

/** What the page shows at once: the lattice and its lanes, as the engine answers. */
async function firstView({ examples, parses, sentence }: ExplorerContent): Promise<FirstView> {
  const engine = new Engine(examples, parses);
  const [name] = examples.keys();
  const source = { from: "example", name: name!, sentence } as const;
  const changes = { scores: [], transitionFactor: 1 };
  const opened = await engine.answer({ type: "open", source, changes, k: 1 }) as Opened;
  const lanes: Trace[] = [];
  for (const decoder of laneNames(1)) {
    lanes.push(await engine.answer({ type: "trace", decoder }) as Trace);
  }
  return { opened, lanes, sentence };
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
      throw new Error(`Cannot bundle ${module}: ${wrong}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** The text of the style without comments and indentation, which are a fifth of it. */
async function squeezedStyle(): Promise<string> {
  const style = await Deno.readTextFile(new URL("./page/style.css", import.meta.url));
  return style.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/\s+/g, " ").trim();
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
