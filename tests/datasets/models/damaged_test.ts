import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { existsSync } from "node:fs";
import { cpuUsage } from "node:process";
import type { ReadOptions } from "../../../datasets/models/contract.ts";
import { HEAD_LAYOUTS } from "../../../datasets/models/heads.ts";
import { readModel } from "../../../datasets/models/read_model.ts";
import { writeModel } from "../../../datasets/models/trellis.ts";
import { inflated } from "../../../datasets/gzipped_text.ts";
import { writeTensors } from "../../../datasets/packs/safetensors.ts";
import { tensor } from "../../../datasets/packs/tensors.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";
import { crfsuiteBytes, INVENTED } from "../../helpers/model_files.ts";
import { networkModel } from "../../helpers/networks.ts";
import { fileOf } from "../../helpers/packs.ts";
import { crfppBytes, crfppText, DEPENDENT, PLAIN } from "./crfpp_files.ts";
import { LOOKING, wapitiBytes } from "./wapiti_files.ts";

const FEW_CASES = 120;
/** A campaign takes more of each format, and of the models beside $TRELLIS_DATA. */
const CASES = Number(Deno.env.get("TRELLIS_CASES") ?? FEW_CASES);
const DATA = Deno.env.get("TRELLIS_DATA");
/** What hangs takes longer, in milliseconds of processor time. */
const MOST_MS = 5000;
/** What takes too much memory takes more; of a campaign, which has the process for itself. */
const MOST_BYTES = CASES > FEW_CASES ? 2 ** 30 : Infinity;
const SENTENCE = [["dax", "C"], ["fép", "c"], ["dax", "c"]]
  .map((row) => [...row, ...new Array<string>(40).fill("x")]);
/** What a count or an offset may be replaced by. */
const HOSTILE = [0, 1, 2 ** 16, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32 - 48];
const NUMBERS = ["0", "-1", "4294967296", "1e308", "99999999999999999999", "0x1p99", ""];

interface Sample {
  readonly bytes: Uint8Array;
  readonly options?: ReadOptions;
}

const layer = writeTensors(fileOf({
  "crf.transitions": tensor(new Float32Array(4), [2, 2]),
  "crf.start_transitions": tensor(new Float32Array(2)),
  "crf.end_transitions": tensor(new Float32Array(2)),
}));
/** What is published with a classifier says more than its labels. */
const config = {
  architectures: ["XForTokenClassification"],
  hidden_size: 768,
  id2label: { 0: "O", 1: "B-X", 2: "I-X" },
  torch_dtype: "float16",
};

const SAMPLES: Record<string, Sample> = {
  "crfsuite": { bytes: crfsuiteBytes(INVENTED) },
  "crfpp": { bytes: crfppBytes(PLAIN) },
  "crfpp with pairs": { bytes: crfppBytes(DEPENDENT) },
  "crfpp-text": { bytes: crfppText(DEPENDENT) },
  "wapiti": { bytes: wapitiBytes(LOOKING) },
  "trellis": { bytes: writeModel(readModel(crfsuiteBytes(INVENTED))) },
  "trellis with pairs": { bytes: writeModel(readModel(wapitiBytes(LOOKING))) },
  "layer": { bytes: layer },
  "network": { bytes: writeModel(networkModel()) },
  "id2label": {
    bytes: new TextEncoder().encode(JSON.stringify(config, undefined, 2)),
    options: { layout: "BIO" },
  },
};

/** The bytes with one defect, or a few. */
function damaged(bytes: Uint8Array, seed: number): Uint8Array {
  const random = seededRandom(seed);
  const at = (length = bytes.length) => Math.floor(random.unit() * length);
  const own = bytes.slice();
  const view = new DataView(own.buffer);
  switch (seed % 6) {
    case 0:
      return own.subarray(0, at());
    case 1:
      for (let i = 0; i <= at(4); i++) own[at()]! ^= 1 << at(8);
      return own;
    case 2: {
      const offset = at(Math.max(1, Math.floor(own.length / 4))) * 4;
      if (offset + 4 <= own.length) view.setUint32(offset, random.pick(HOSTILE), true);
      return own;
    }
    case 3: {
      const [begin, length] = [at(), at(64)];
      own.copyWithin(at(), begin, begin + length);
      return own;
    }
    case 4: {
      const [begin, length] = [at(), at(64)];
      return Uint8Array.from([...own.subarray(0, begin), ...own.subarray(begin + length)]);
    }
    default: {
      const text = Array.from(own, (byte) => String.fromCharCode(byte)).join("");
      const numbers = [...text.matchAll(/\d+/g)];
      const number = numbers[at(numbers.length)];
      if (number === undefined) return own;
      const end = number.index + number[0].length;
      const changed = text.slice(0, number.index) + random.pick(NUMBERS) + text.slice(end);
      return Uint8Array.from(changed, (character) => character.charCodeAt(0));
    }
  }
}

/** Reads a model and tags with it; what it is refused for, if it is. */
function refusal(bytes: Uint8Array, options: ReadOptions = {}): string | undefined {
  try {
    const tag = readModel(bytes, options).tagger();
    if (tag.model.templates !== undefined) tag.columns(SENTENCE, { probabilities: true, k: 2 });
    else if (tag.model.attributes.size > 0) {
      tag.attributes([["w=dax"], ["caps"]], { marginals: true });
    } else tag.emissions(new Float64Array(2 * tag.model.labels.length), { spans: true });
    return undefined;
  } catch (error) {
    const { message, stack } = error as Error;
    const isKnown = [SyntaxError, RangeError, TypeError].some((kind) => error instanceof kind);
    assert(isKnown && message.startsWith("Cannot ") && message.length < 500, stack);
    return message;
  }
}

/** Processor time so far, in milliseconds: a machine may be busy with something else. */
const now = () => (({ user, system }) => (user + system) / 1000)(cpuUsage());

/** What refuses a model, if anything does, and the processor time until then. */
function timed(...model: Parameters<typeof refusal>): [message: string | undefined, ms: number] {
  const begin = now();
  const message = refusal(...model);
  return [message, now() - begin];
}

/** Damages a model again and again. */
function campaign(title: string, { bytes, options }: Sample, count: number): void {
  let [refused, slowest, largest] = [0, 0, 0];
  for (let seed = 0; seed < count; seed++) {
    let [message, taken] = timed(damaged(bytes, seed), options);
    // What other tests of this process do in the meantime counts as well.
    for (let again = 0; taken > MOST_MS && again < 2; again++) {
      [message, taken] = timed(damaged(bytes, seed), options);
    }
    const { rss } = Deno.memoryUsage();
    assertLessOrEqual(taken, MOST_MS, `${title}, case ${seed}: ${message}`);
    assertLessOrEqual(rss, MOST_BYTES, `${title}, case ${seed}: ${message}`);
    [slowest, largest] = [Math.max(slowest, taken), Math.max(largest, rss)];
    if (message === undefined) continue;
    assert(!message.includes("\n") || message.includes("pickle"), message);
    refused++;
  }
  assert(refused > 0 || count < 100);
  if (count <= 120) return;
  console.log(
    `${title}: ${count} damaged, ${refused} refused, slowest ${slowest.toFixed(0)} ms, ` +
      `${Math.round(largest / 2 ** 20)} MB`,
  );
}

describe("readModel() of damaged models", () => {
  for (const [title, sample] of Object.entries(SAMPLES)) {
    it(`refuses in one line what it cannot read, and tags with the rest: ${title}`, () => {
      assertEquals(refusal(sample.bytes, sample.options), undefined);
      campaign(title, sample, CASES);
    });

    it(`refuses or reads every beginning: ${title}`, () => {
      const { bytes, options } = sample;
      const step = Math.max(1, Math.ceil(bytes.length / 1000));
      for (let length = 0; length < bytes.length; length += step) {
        refusal(bytes.subarray(0, length), options);
      }
    });
  }
});

const REAL: Record<string, ReadOptions> = {
  "crfsuite/chunk/model.crfsuite.gz": {},
  "crfsuite/chunk/dump.txt.gz": {},
  "crfpp/chunk/model.crfpp.gz": {},
  "crfpp/chunk/model.crfpp.txt.gz": {},
  "crfpp/bigram/model.crfpp.gz": {},
  "crfpp/bigram/model.crfpp.txt.gz": {},
  "wapiti/anystyle-finder/model.wapiti": {},
  "wapiti/grobid-date/model.wapiti": {},
  ...Object.fromEntries(
    HEAD_LAYOUTS.map((layout) => [
      `heads/${layout}.safetensors`,
      layout === "flair" || layout === "ncrfpp" ? { layout } : {},
    ]),
  ),
};
const isThere = DATA !== undefined && CASES > 120 && existsSync(`${DATA}/../models`);

describe("real models beside $TRELLIS_DATA, damaged", { skip: !isThere }, () => {
  // A Buffer's slices would be views.
  const read = (path: string) =>
    Uint8Array.from(inflated(Deno.readFileSync(`${DATA}/../models/${path}`), path));
  for (const [path, options] of Object.entries(REAL)) {
    it(`are refused in one line, or tag: ${path}`, () => {
      campaign(path, { bytes: read(path), options }, CASES);
    });
  }

  for (const path of ["crfsuite/chunk/model.crfsuite.gz", "wapiti/anystyle-finder/model.wapiti"]) {
    it(`are refused in one line, or tag, as a file of our own: ${path}`, () => {
      campaign(`trellis, ${path}`, { bytes: writeModel(readModel(read(path))) }, CASES);
    });
  }
});
