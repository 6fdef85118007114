import { assert, assertEquals, assertLess, assertMatch, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { Engine } from "../../../reports/explorer/engine.ts";
import DECODERS from "../../../reports/explorer/decoders.json" with { type: "json" };
import { explorerHtml } from "../../../reports/explorer/html.ts";
import { lanesFor } from "../../../reports/explorer/lanes.ts";
import { packed, unpacked, unpackedFirst } from "../../../reports/explorer/first_view.ts";
import { isPlayable } from "../../../reports/explorer/page/replay.ts";
import { headline } from "../../../reports/explorer/page/words.ts";
import { familyDials } from "../../../reports/explorer/sources.ts";
import {
  type Decoded,
  type ParsedSentence,
  type Source,
  type Trace,
  UNCHANGED,
} from "../../../reports/explorer/trace.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { longIt } from "../../helpers/long.ts";
import { crfsuiteBytes, INVENTED } from "../../helpers/model_files.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { denseFile, TINY } from "../../helpers/packs.ts";
import { writeTensors } from "../../../datasets/packs/safetensors.ts";

const REAL = new URL("../../../datasets/real/", import.meta.url);
const NAMES = ["ewt_pos_morph_chunk443", "ewt_pos45", "hwu_slot_scenario323"];
const MANY = NAMES[0]!;

const fileOf = (name: string) => new URL(`${name}.safetensors.gz`, REAL).pathname;
const EXAMPLES = new Map(NAMES.map((name) => [name, Deno.readFileSync(fileOf(name))]));

const PARSING = "parsing/ewt_ccg_joint_dev";
const PARSES = new Map([[PARSING, Deno.readFileSync(fileOf(PARSING))]]);

/** Has all lanes decode a sentence. */
function race(source: Source, changes = UNCHANGED, k = 1) {
  return new Engine(EXAMPLES).show(source, changes, k) as Promise<Decoded>;
}

const scoresOf = ({ paths }: Trace) => paths.map(({ score }) => score);

describe("Engine.show()", () => {
  for (const [name, sentence, k] of [[NAMES[1]!, 3, 1], [MANY, 0, 1], [MANY, 0, 3]] as const) {
    (name === MANY ? longIt : it)(
      `has the paths and the work that decode prints, for ${name} and k = ${k}`,
      async () => {
        const source = { from: "pack", name, sentence } as const;
        const { lanes: traces } = await race(source, UNCHANGED, k);
        for (const { decoder, paths, work } of traces) {
          // It is told how many sentences come.
          if (decoder === "auto" && sentence > 0) continue;
          const args = ["--pack", fileOf(name), "--decoder", decoder, "--k", `${k}`];
          const limit = ["--limit", `${sentence + 1}`];
          const { code, stdout } = await inProcess(["decode", ...args, ...limit]);
          assertEquals(code, 0);
          assertEquals({ sentence, paths, work }, JSON.parse(stdout.split("\n").at(-1)!), decoder);
        }
      },
    );
  }

  itInFolder("refuses files with the words of the command line", async (dir) => {
    for (const bytes of [new Uint8Array(3), EXAMPLES.get(MANY)!.slice(0, 9_999)]) {
      const path = `${dir}/bad.safetensors`;
      await Deno.writeFile(path, bytes);
      const { errors } = await inProcess(["decode", "--pack", path]);
      const source = { from: "pack", name: path, bytes, sentence: 0 } as const;
      const { message } = await assertRejects(() => race(source)) as Error;
      assertEquals(errors, [`error: ${message}`]);
    }
  });

  it("opens a file anew that has other scores under its name, in as many bytes", async () => {
    const engine = new Engine(new Map());
    const scoreIn = async (score: number) => {
      const pack = { ...TINY, emissions: [[1, 2, 3], [4, 5, 6], [7, 8, score]] };
      const bytes = writeTensors(denseFile(pack));
      const source = { from: "pack", name: "mine", bytes, sentence: 1 } as const;
      const { lattice } = await engine.show(source, UNCHANGED, 1) as Decoded;
      return lattice.emissions[2];
    };
    assertEquals([await scoreIn(9), await scoreIn(8), await scoreIn(8)], [9, 8, 8]);
  });

  it("opens every family, in which all lanes agree and are watched", async () => {
    for (const name of Object.keys(familyDials())) {
      const dials = { labels: 21, words: 7, seed: 3 };
      const { lattice, lanes: traces } = await race({ from: "family", name, dials });
      if (name !== "bioes") assertEquals(lattice.labels.length, 21);
      for (const trace of traces) {
        assertEquals(scoresOf(trace), scoresOf(traces[0]!), `${name} ${trace.decoder}`);
        // Where transitions are a band, `auto` steps over its diagonals and tells nothing.
        const { decoder } = trace;
        assert(isPlayable(trace) || decoder === "auto", `${name} ${decoder}`);
      }
    }
  });

  it("turns dials no further than they go", async () => {
    const [name, dials] = Object.entries(familyDials())[0]!;
    const shown = async (dial: number) =>
      (await race({ from: "family", name, dials: { dial } })).lattice;
    assertEquals(await shown(1e9), await shown(dials.at(-1)!.max));
  });

  it("refuses a lattice that no page can show", async () => {
    const [labels, words] = [2 ** 7, 2 ** 14];
    const emissions = Array.from({ length: words }, () => new Array<number>(labels).fill(0));
    const transitions = Array.from({ length: labels }, () => new Array<number>(labels).fill(0));
    const pack = { emissions, transitions, lengths: [words] };
    const bytes = writeTensors(denseFile({ ...TINY, ...pack }));
    const source = { from: "pack", name: "mine", bytes, sentence: 0 } as const;
    await assertRejects(() => race(source), RangeError, "Cannot show tiny: it has 2097152 nodes");
  });

  it("tags a text with a model of another tool", async () => {
    const bytes = crfsuiteBytes(INVENTED);
    const text = "w=dax caps\nw=blicket";
    const source = { from: "pack", name: "m.crfsuite", bytes, text, sentence: 0 } as const;
    const { lattice, lanes: traces } = await race(source);
    assertEquals(lattice.words, ["w=dax", "w=blicket"]);
    for (const { paths } of traces) {
      const names = paths[0]!.labels.map((label) => lattice.labels[label]);
      assertEquals(names, ["B-ZUP", "I-ZUP"]);
    }
    // A text that was typed before is none for a pack.
    const pack = { ...source, name: "mine", bytes: writeTensors(denseFile(TINY)) };
    assertEquals((await race(pack)).lattice.words, undefined);
    const other = { ...source, bytes: bytes.slice(0, 99) };
    await assertRejects(() => race(other), Error, "Cannot read the header of m.crfsuite: ");
    const bomb = { ...source, bytes: new Uint8Array(gzipSync(new Uint8Array(2 ** 26))) };
    await assertRejects(() => race(bomb), SyntaxError, "it becomes more than 33554432 bytes");
  });

  it("decodes anew when a score is changed, and the same when it is changed back", async () => {
    const source = { from: "pack", name: NAMES[1]!, sentence: 3 } as const;
    const { lattice, lanes: [before] } = await race(source);
    const label = lattice.labels.length - 1;
    const scores = [[1, label, 1000]] as const;
    const { lanes: traces } = await race(source, { scores, strength: 1 });
    for (const trace of traces) {
      assertEquals(scoresOf(trace), scoresOf(traces[0]!), trace.decoder);
      assertEquals(trace.paths[0]!.labels[1], label);
    }
    const own = lattice.emissions[1 * lattice.labels.length + label]!;
    const back = { scores: [[1, label, own]] as const, strength: 1 };
    assertEquals((await race(source, back)).lanes[0], before);
    const weak = await race(source, { scores: [], strength: 0.3 });
    for (const trace of weak.lanes) assertEquals(scoresOf(trace), scoresOf(weak.lanes[0]!));
  });
});

it("Engine.show() has decode's derivations and work, and rounds that close the gap", async () => {
  const source = { from: "pack", name: PARSING, sentence: 7 } as const;
  const found = await new Engine(PARSES).show(source, UNCHANGED, 1);
  const { traces, starts, ends, slots: { offsets }, length } = found as ParsedSentence;
  for (const { decoder, tags, steps, objective, work, rounds } of traces) {
    const args = ["--pack", fileOf(PARSING), "--decoder", decoder, "--limit", "8"];
    const { stdout } = await inProcess(["decode", ...args]);
    const printed = JSON.parse(stdout.split("\n").at(-1)!);
    assertEquals([tags, steps, objective], [printed.tags, printed.steps, printed.objective]);
    assertEquals(work, printed.work, decoder);
    if (rounds.length > 0) assertEquals(rounds.length, work.iterations, decoder);
  }
  const { rounds } = traces.find(({ decoder }) => decoder === "dual-decomposition")!;
  const exact = traces.find(({ decoder }) => decoder === "bar-hillel")!.objective;
  for (const [i, round] of rounds.entries()) {
    assert(round.bound! >= exact && round.objective <= exact);
    assert(round.dual! >= round.bound! && round.bound! <= (rounds[i - 1]?.bound ?? Infinity));
    assertEquals(round.multipliers!.length, offsets[length]);
  }
  const last = rounds.at(-1)!;
  assertEquals([last.bound, last.parserTags], [exact, last.taggerTags]);
  assert(starts.every((start, item) => start < ends[item]! && ends[item]! <= length));
  const { rounds: beliefs } = traces.find(({ decoder }) => decoder === "belief-propagation")!;
  assert(beliefs.length > 0);
  for (const { beliefs: slots } of beliefs) {
    for (let word = 0; word < length; word++) {
      const sum = slots!.slice(offsets[word], offsets[word + 1]).reduce((a, b) => a + b, 0);
      assert(Math.abs(sum - 1) < 1e-9);
    }
  }
});

it("packed() keeps every number to the last bit", async () => {
  const value = {
    none: new Int32Array(0),
    bytes: Uint8Array.of(0, 255, 3, 3),
    whole: Int32Array.of(2 ** 31 - 1, -(2 ** 31), 0, 5),
    sparse: Float64Array.from({ length: 99 }, (_, i) => i % 40 === 7 ? -i / 4 : 0),
    sixtyfourths: Float64Array.of(1 / 64, -Infinity, 12.5),
    decimals: Float64Array.of(0.1, -0, Infinity, NaN, 1e300, -1e-300),
    rest: [{ text: "a", truth: true, nothing: null }],
  };
  assertEquals(await unpacked(packed(value)), value);
});

it("explorerHtml() shows an answer at once, in few bytes, allows its program alone", async () => {
  const packs = new Map([...EXAMPLES, ...PARSES]);
  const html = await explorerHtml({ packs, parses: [PARSING], sentence: 11 });
  assertLess(html.indexOf('id="first"'), 36_000);
  assertLess(html.indexOf('id="engine"'), 300_000);
  assertLess(html.length, 3_000_000);
  const source = { from: "pack", name: MANY, sentence: 11 } as const;
  const { lattice, lanes: traces } = await race(source);
  const [, text] = /id="first">([^<]*)</.exec(html)!;
  const first = await unpackedFirst(text!);
  assertEquals(first.decoded.lanes, traces);
  assert(html.includes(`<h1>${headline(lattice, traces)}</h1>`));
  assertEquals(first.decoded.lattice.transitions, lattice.transitions);
  const [, pack] = new RegExp(`data-pack="${NAMES[1]}">([^<]*)<`).exec(html)!;
  assertEquals(Uint8Array.fromBase64(pack!), EXAMPLES.get(NAMES[1]!));
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(html)!;
  const [, program] = /<script type="module" async>([^]*?)<\/script>/.exec(html)!;
  const hash = createHash("sha256").update(program!).digest("base64");
  const plain = policy!.replaceAll("&#39;", "'");
  assertMatch(plain, /^default-src 'none'; /);
  assert(plain.includes(`script-src 'sha256-${hash}' 'wasm-unsafe-eval';`), plain);
  assert(!/https?:\/\/(?!www\.w3\.org)/.test(html.slice(0, html.indexOf('id="engine"'))));
});

it("decoders.json says five sentences of each lane and each parser", () => {
  const parsers = ["pipeline", "dual-decomposition", "belief-propagation", "bar-hillel"];
  const lanes = new Set([...lanesFor(1), ...lanesFor(2)].map(({ name }) => name));
  const names = Object.keys(DECODERS.exactness);
  assertEquals(names.sort(), [...lanes, ...parsers].sort());
  for (const name of names) assert(name.split("{")[0]! in DECODERS.titles);
  for (const [name, sentences] of Object.entries(DECODERS.exactness)) {
    assertEquals(sentences.length, 5, name);
    for (const sentence of sentences) assertMatch(sentence, /^[A-Z][^.]*\.$/);
  }
});
