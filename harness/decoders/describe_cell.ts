/**
 * The isolate in which decoders say what they are. Run by `describe`.
 *
 * @module
 */

import { serve } from "../isolate/serve.ts";
import type { Description } from "../../decoders/contract.ts";
import type { Described, DescribeRequest } from "./describe.ts";
import { loadDecoder } from "./load_decoder.ts";

if (import.meta.main) {
  await serve<DescribeRequest>(async ({ urls }, { note }) => {
    // Each is told before the next is loaded, which can change it no more.
    for (let i = 0; i < urls.length; i++) note(await described(urls[i]!));
  });
}

async function described(url: string): Promise<Described> {
  const loaded = await loadDecoder<Description>(url);
  if (typeof loaded === "string") return { defect: loaded };
  const { extension, value } = loaded;
  const { name, title, source, exact, maxK, adaptive, pairs, options, fixed } = value;
  return {
    description: { name, title, source, exact, maxK: `${maxK}`, adaptive, pairs, options, fixed },
    extension,
  };
}
