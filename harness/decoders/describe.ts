/**
 * Reading what decoders are without running them here: their code runs in isolates alone. What an
 * isolate says is checked.
 *
 * @module
 */

import { Isolate, IsolateCrash, IsolateTimeout } from "../isolate/isolate.ts";
import { brief } from "../../datasets/visible.ts";
import type { Description, Extension } from "../../decoders/contract.ts";
import { descriptionDefect, type Loaded } from "./load_decoder.ts";

const ENTRY = new URL("./describe_cell.ts", import.meta.url);
/** Milliseconds that a module may take to load: enough for a slow machine, compiling included. */
const DEADLINE_MS = 60_000;

/** What the decoder of a module is, or why there is none: it throws, ends the process, or hangs. */
export async function describe(
  url: string,
  deadlineMs = DEADLINE_MS,
): Promise<Loaded<Description>> {
  const { found: [only], reason } = await ask([url], deadlineMs);
  return only ?? reason!;
}

/**
 * The same for several modules, none of which can change what is said of another. Two processes
 * load all of them, in opposite orders, and say what each is before they load the next: in one of
 * the two it was said before the other was loaded. If they differ, or one does not come to its end,
 * each module is loaded in a process of its own, which takes longer.
 */
export async function describeAll(urls: readonly string[]): Promise<Loaded<Description>[]> {
  const [there, back] = await Promise.all(
    [urls, urls.toReversed()].map((order) => ask(order, DEADLINE_MS)),
  );
  const isWhole = there!.reason === undefined && back!.reason === undefined;
  const [found, others] = [there!.found, back!.found.reverse()];
  if (isWhole && JSON.stringify(found) === JSON.stringify(others)) return found;
  const alone: Loaded<Description>[] = [];
  for (const url of urls) alone.push(await describe(url));
  return alone;
}

/** What one process says of modules in turn, and why it stopped if it did before the end. */
interface Answer {
  readonly found: Loaded<Description>[];
  readonly reason?: string;
}

async function ask(urls: readonly string[], deadlineMs: number): Promise<Answer> {
  const found: Loaded<Description>[] = [];
  const isolate = await Isolate.start({ entry: ENTRY, modules: urls });
  try {
    const request: DescribeRequest = { type: "describe", urls };
    await isolate.ask(request, deadlineMs, (note) => {
      const url = urls[found.length];
      if (url !== undefined) found.push(readDescribed(url, note));
    });
    return found.length === urls.length
      ? { found }
      : { found, reason: "it did not say what it is" };
  } catch (error) {
    if (error instanceof IsolateTimeout) {
      return { found, reason: `it took longer than ${deadlineMs} ms` };
    }
    if (error instanceof IsolateCrash) return { found, reason: error.message };
    throw error;
  } finally {
    await isolate.close();
    const printed = typeof found[0] === "object" ? "" : isolate.log.trimEnd();
    if (urls.length === 1 && printed !== "") console.error(printed);
  }
}

/** The request that an isolate answers with a description. */
export interface DescribeRequest {
  readonly type: "describe";
  /** URLs of modules, which are loaded in this order. */
  readonly urls: readonly string[];
}

/** What is said of each module. */
export type Described =
  | { readonly defect: string }
  | { readonly description: unknown; readonly extension: Extension | undefined };

/** Characters of the reason why there is no decoder, at most. */
const REASON_CHARACTERS = 500;

/** Reads what was said of a module, whoever said it. */
export function readDescribed(url: string, note: unknown): Loaded<Description> {
  const { defect, description, extension }: Record<string, unknown> = { ...note as object };
  if (defect !== undefined) return brief(String(defect).split("\n")[0]!, REASON_CHARACTERS);
  const { maxK, ...rest } = { ...description as Description & { maxK: unknown } };
  const value = { ...rest, maxK: Number(maxK) };
  const wrong = descriptionDefect(value);
  if (wrong !== "") return wrong;
  if (extension === undefined) return { url, value };
  const { option, value: own, module } = { ...extension as Extension };
  // What is no file has no text that rows could be keyed by.
  const isFile = typeof module === "string" && module.startsWith("file:///");
  if (isFile && Object.hasOwn(value.options, option)) {
    return { url, value, extension: { option, value: own, module } };
  }
  return "its EXTENSION is of no option, or no module";
}
