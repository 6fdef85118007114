import { describe, it } from "@std/testing/bdd";
import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { Random } from "../../../../datasets/random.ts";
import { inUnits, NetworkEncoder } from "../../../../datasets/models/network.ts";
import { loadLibrary } from "../../../../datasets/training/bilstm/library.ts";
import {
  BilstmNetwork,
  type EncodedSentence,
} from "../../../../datasets/training/bilstm/network.ts";
import { BILSTM_DEFAULTS } from "../../../../datasets/training/settings.ts";
import { longIt } from "../../../helpers/long.ts";

const LIBRARY = new URL("../../../../datasets/training/bilstm/library.ts", import.meta.url);
/** A child that takes this long hangs. */
const DEADLINE_MS = 30_000;
const FORMS = ["owls", "hoot", "Zanzibar", "1984", "to-morrow", "hoot"];
const LABELS = 3;
/** The same in all tests: the library compiles anew for others. */
const SIZES = { inputs: "spelling", hidden: 4, batch: 4 } as const;
/** Of a difference quotient: sums in float32 are too rough for a smaller one. */
const STEP = 2e-2;

async function tiny(output: "crf" | "softmax"): Promise<BilstmNetwork> {
  const settings = { ...BILSTM_DEFAULTS, output, ...SIZES };
  const shape = { labelCount: LABELS, forms: FORMS, seed: 5 };
  const network = new BilstmNetwork(await loadLibrary(), settings, shape);
  const random = new Random(6);
  // Scores of label pairs are 0 at first, and derivatives there are too even to tell much.
  for (const { values } of network.crf.parameters) {
    if (output === "crf") values.forEach((_, i) => values[i] = random.uniform() - 0.5);
  }
  return network;
}

/** Sentences of one position, of several, and of more than a block of steps. */
function sentencesOf({ embeddings }: BilstmNetwork): EncodedSentence[] {
  return [3, 1, 10].map((length, sentence) => ({
    words: Array.from({ length }, (_, t) => embeddings.rowsOf(FORMS[(2 * t + sentence) % 6]!)),
    gold: Int32Array.from({ length }, (_, t) => (t * t + sentence) % LABELS),
  }));
}

describe("BilstmNetwork", () => {
  for (const output of ["crf", "softmax"] as const) {
    (output === "crf" ? it : longIt)(
      `learn() agrees with finite differences through all layers with ${output}`,
      async () => {
        const network = await tiny(output);
        const sentences = sentencesOf(network);
        const lossOf = async () => (await network.learn(sentences)).loss / sentences.length;
        await lossOf();
        const random = new Random(7);
        const checks: { values: Float32Array; gradient: Float32Array; name: string }[] = [];
        for (const { name, values, gradient } of network.parameters) {
          const isFixed = output === "softmax" && /transitions$/.test(name);
          assertEquals(gradient.some((derivative) => derivative !== 0), !isFixed, name);
          if (!isFixed) checks.push({ values, gradient: gradient.slice(), name });
        }
        for (const { name, width, values, gradients } of network.tables) {
          const [row, gradient] = [...gradients].at(-1)!;
          const own = values.subarray(row * width, (row + 1) * width);
          checks.push({ values: own, gradient: gradient.slice(), name });
        }
        for (const { values, gradient, name } of checks) {
          // Along a direction of length 1 in which every value moves, so that all are looked at.
          const size = 1 / Math.sqrt(values.length);
          const direction = Float64Array.from(values, () => random.integer(2) === 0 ? size : -size);
          const kept = values.slice();
          const lossAt = async (step: number) => {
            values.forEach((_, i) => values[i] = kept[i]! + step * direction[i]!);
            return await lossOf();
          };
          const quotient = (await lossAt(STEP) - await lossAt(-STEP)) / (2 * STEP);
          values.set(kept);
          const found = direction.reduce((sum, part, i) => sum + part * gradient[i]!, 0);
          assertAlmostEquals(found, quotient, 1e-3, name);
        }
      },
    );
  }

  it("emissions() gives a sentence the same bits in any batch", async () => {
    const network = await tiny("crf");
    const sentences = sentencesOf(network);
    const together = await network.emissions(sentences);
    let at = 0;
    for (const sentence of sentences) {
      const size = sentence.words.length * LABELS;
      assertEquals(await network.emissions([sentence]), together.slice(at, at + size));
      at += size;
    }
    assertEquals(at, together.length);
  });

  it("toModel() gives the same emissions without the library, but for rounding", async () => {
    const network = await tiny("crf");
    const sentences = sentencesOf(network);
    const { network: found } = network.toModel(["X", "Y", "Z"]);
    const encoder = new NetworkEncoder(found!);
    const expected = await network.emissions(sentences);
    const scores = sentences.flatMap(({ words }) => [...encoder.emissionsOfRows(words)]);
    assertEquals(scores.length, expected.length);
    scores.forEach((score, i) => assertAlmostEquals(score, expected[i]!, 1e-5));
    const forms = Array.from({ length: 10 }, (_, t) => FORMS[(2 * t + 2) % 6]!);
    const last = inUnits(encoder.emissionsOfRows(sentences[2]!.words), "emission");
    assertEquals(encoder.emissions(forms), last);
  });

  it("learn() is the same with the same chance, and refuses labels that there are not", async () => {
    const network = await tiny("crf");
    const sentences = sentencesOf(network);
    const lossWith = async (seed: number) =>
      (await network.learn(sentences, new Random(seed))).loss;
    const first = await lossWith(1);
    assertEquals(await lossWith(1), first);
    assert(await lossWith(2) !== first);
    const wrong = { ...sentences[1]!, gold: Int32Array.of(LABELS) };
    const said = "Cannot find the loss of label 3 at sentence 1, position 0: there are 3 labels";
    await assertRejects(() => network.learn([sentences[0]!, wrong]), RangeError, said);
  });
});

describe("loadLibrary()", () => {
  it("says what is missing when the library cannot be loaded", async () => {
    const said = "Cannot load the library that trains a BiLSTM, npm-package-that-is-not-there: ";
    await assertRejects(() => loadLibrary("npm-package-that-is-not-there"), TypeError, said);
  });
});

describe("closeLibrary()", () => {
  longIt("lets a process end that has loaded the library", async () => {
    const said = "loaded\nCannot load @jax-js/jax: this process has ended its threads\n";
    const script = `import { closeLibrary, loadLibrary } from "${LIBRARY}";
await loadLibrary();
console.log("loaded");
closeLibrary();
await loadLibrary().catch(({ message }) => console.log(message));`;
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "-q", script],
      cwd: new URL("../../../../", import.meta.url),
      signal: AbortSignal.timeout(DEADLINE_MS),
    }).output();
    assertEquals([code, new TextDecoder().decode(stdout)], [0, said]);
  });
});
