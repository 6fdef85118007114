import { describe, it } from "@std/testing/bdd";
import { assert, assertAlmostEquals, assertEquals, assertRejects } from "@std/assert";
import { Random } from "../../../../datasets/random.ts";
import { INPUTS, inUnits, NetworkEncoder, UNKNOWN } from "../../../../datasets/models/network.ts";
import { CrfLayer, dropOut, dropoutMask } from "../../../../datasets/training/bilstm/layers.ts";
import { loadLibrary } from "../../../../datasets/training/bilstm/library.ts";
import {
  BilstmNetwork,
  Embeddings,
  type EncodedSentence,
} from "../../../../datasets/training/bilstm/network.ts";
import {
  Optimiser,
  type Parameter,
  type Table,
  zeroParameter,
} from "../../../../datasets/training/bilstm/optimiser.ts";
import { BILSTM_DEFAULTS } from "../../../../datasets/training/settings.ts";
import { deno } from "../../../helpers/child.ts";
import { longIt } from "../../../helpers/long.ts";

const SEEN = ["Owls", "owls", "hoot", "hoot", "1984"];
const embeddings = (inputs: keyof typeof INPUTS) =>
  new Embeddings(INPUTS[inputs], SEEN, new Random(1));

describe("Embeddings", () => {
  it("rowsOf() takes small letters and any digits for a word that it does not know", () => {
    const words = embeddings("words");
    const forms = ["Owls", "owls", "OWLS", "hoot", "2026", "Hoot", "foot"];
    assertEquals(forms.map((form) => words.rowsOf(form)[0]), [1, 2, 2, 3, 4, 3, UNKNOWN]);
  });

  it("rowsOf() knows how a word is written with spelling", () => {
    const spelling = embeddings("spelling");
    const { tables, width } = spelling;
    const rowsOf = (form: string) => spelling.rowsOf(form);
    assertEquals(tables.map(({ name }) => name), ["word", "suffix3", "suffix2", "shape"]);
    const [known, unknown] = [rowsOf("hoot"), rowsOf("foot")];
    assertEquals(unknown, [UNKNOWN, ...known.slice(1)]);
    assertEquals(rowsOf("Foot").slice(1), [...known.slice(1, 3), rowsOf("Owls")[3]!]);
    assertEquals(width, tables.reduce((sum, table) => sum + table.width, 0));
  });

  it("blurred() takes only what was seen once for unknown, and all of it when it is certain", () => {
    const words = embeddings("words");
    const random = new Random(2);
    assertEquals([1, 2, 3, 4].map((row) => words.blurred([row], 1, random)[0]), [0, 0, 3, 0]);
    assertEquals([1, 2, 3, 4].map((row) => words.blurred([row], 0, random)[0]), [1, 2, 3, 4]);
  });

  it("spread() adds the derivatives of all uses of a row, as lookUp() copies it to all", () => {
    const words = embeddings("words");
    const rows = ["hoot", "owls", "hoot"].map((form) => words.rowsOf(form));
    const { width } = words;
    const found = words.lookUp(rows);
    assertEquals(found.slice(0, width), found.slice(2 * width));
    assertEquals(found.slice(0, width), words.tables[0]!.values.slice(3 * width, 4 * width));
    words.spread(rows, Float32Array.from({ length: 3 * width }, (_, i) => i));
    const { gradients } = words.tables[0]!;
    assertEquals([...gradients.keys()], [3, 2]);
    assertEquals(gradients.get(3)![5], 5 + 2 * width + 5);
    words.spread([], new Float32Array(0));
    assertEquals(gradients.size, 0);
  });
});

it("dropoutMask() keeps the mean, and everything without chance", () => {
  const mask = dropoutMask(10_000, 0.25, new Random(3))!;
  const kept = mask.filter((factor) => factor > 0);
  assert(kept.every((factor) => factor === Math.fround(4 / 3)));
  assert(Math.abs(kept.length - 7500) < 150, `${kept.length}`);
  assertEquals(dropoutMask(5, 0.25, undefined), undefined);
  assertEquals(dropoutMask(5, 0, new Random(3)), undefined);
  const values = Float32Array.of(1, 2);
  dropOut(values, undefined);
  assertEquals([...values], [1, 2]);
  dropOut(values, Float32Array.of(0, 2));
  assertEquals([...values], [0, 4]);
});

const L = 3;
const LENGTHS = Int32Array.of(1, 3, 2);
const GOLD = Int32Array.of(2, 0, 1, 1, 2, 0);

/** A layer with random scores where it learns any, and emissions. */
function drawn(isLearned: boolean): { layer: CrfLayer; emissions: Float32Array } {
  const random = new Random(4);
  const draw = () => 2 * random.uniform() - 1;
  const layer = new CrfLayer(L, isLearned);
  if (isLearned) {
    for (const { values } of layer.parameters) values.forEach((_, i) => values[i] = draw());
  }
  return { layer, emissions: Float32Array.from({ length: GOLD.length * L }, draw) };
}

/** −ln p(gold) of all sentences by enumeration of all paths. */
function enumerated({ parameters }: CrfLayer, emissions: Float32Array): number {
  const [transitions, start, end] = parameters.map(({ values }) => values);
  let [loss, position] = [0, 0];
  for (const length of LENGTHS) {
    const score = (labels: readonly number[]) =>
      labels.reduce(
        (sum, y, t) =>
          sum + emissions[(position + t) * L + y]! +
          (t > 0 ? transitions![labels[t - 1]! * L + y]! : start![y]!),
        end![labels.at(-1)!]!,
      );
    let total = 0;
    for (let path = 0; path < L ** length; path++) {
      const labels = Array.from({ length }, (_, t) => Math.floor(path / L ** t) % L);
      total += Math.exp(score(labels));
    }
    loss += Math.log(total) - score([...GOLD.subarray(position, position + length)]);
    position += length;
  }
  return loss;
}

describe("CrfLayer", () => {
  for (const isLearned of [true, false]) {
    it(`learn() agrees with enumeration ${isLearned ? "with" : "without"} label pairs`, () => {
      const { layer, emissions } = drawn(isLearned);
      const derivatives = new Float32Array(emissions.length);
      const loss = layer.learn(emissions, LENGTHS, GOLD, derivatives, 2);
      assertAlmostEquals(loss, enumerated(layer, emissions), 1e-12);
      const step = 2 ** -10;
      const check = (values: Float32Array, found: Float32Array) =>
        values.forEach((kept, i) => {
          values[i] = kept + step;
          const high = enumerated(layer, emissions);
          const width = values[i]! - (values[i] = kept - step);
          const quotient = (high - enumerated(layer, emissions)) / width;
          values[i] = kept;
          // They are divided by the share.
          assertAlmostEquals(2 * found[i]!, quotient, 1e-5);
        });
      check(emissions, derivatives);
      for (const { values, gradient } of layer.parameters) {
        if (isLearned) check(values, gradient);
        else assertEquals([...gradient], new Array(gradient.length).fill(0));
      }
    });
  }
});

/** A parameter of two numbers and a table of three rows of two, of which row 1 is used. */
function some(): { parameter: Parameter; table: Table } {
  const parameter = zeroParameter("p", [2]);
  parameter.gradient.set([3, 0]);
  const gradients = new Map([[1, Float32Array.of(0, -4)]]);
  return { parameter, table: { name: "t", width: 2, values: new Float32Array(6), gradients } };
}

describe("Optimiser", () => {
  it("step() shortens a gradient that is longer than clip, over everything", () => {
    const { parameter, table } = some();
    const sgd = new Optimiser({ optimiser: "sgd", clip: 2.5 }, [parameter], [table]);
    assertEquals(sgd.step(1), 5);
    assertEquals([...parameter.values], [-1.5, 0]);
    assertEquals([...table.values], [0, 0, 0, 2, 0, 0]);
    assertEquals(sgd.moments.size, 0);
  });

  it("step() leaves shorter gradients as they are", () => {
    const { parameter, table } = some();
    new Optimiser({ optimiser: "sgd", clip: 6 }, [parameter], [table]).step(0.5);
    assertEquals([parameter.values[0], table.values[3]], [-1.5, 2]);
  });

  it("step() goes as far as the rate at first with adam, and not at all where nothing pulls", () => {
    const { parameter, table } = some();
    const adam = new Optimiser({ optimiser: "adam", clip: 100 }, [parameter], [table]);
    adam.step(0.25);
    assertAlmostEquals(parameter.values[0]!, -0.25, 1e-6);
    assertAlmostEquals(table.values[3]!, 0.25, 1e-6);
    assertEquals([parameter.values[1], ...table.values.slice(4)], [0, 0, 0]);
    // m = 0.9·0.3 + 0.1·(−3), v = 0.999·0.009 + 0.001·9: the means cancel, with 0.01 to spare.
    parameter.gradient[0] = -3;
    adam.step(0.25);
    const [m, v] = [(0.27 - 0.3) / (1 - 0.81), (0.008991 + 0.009) / (1 - 0.998001)];
    assertAlmostEquals(parameter.values[0]!, -0.25 - 0.25 * m / Math.sqrt(v), 1e-5);
  });
});

const LIBRARY = new URL("../../../../datasets/training/bilstm/library.ts", import.meta.url);
const FORMS = ["owls", "hoot", "Zanzibar", "1984", "to-morrow", "hoot"];
const LABELS = 3;
/** The same in all tests: the library compiles anew for others. */
const SIZES = { inputs: "spelling", hidden: 4, batch: 4 } as const;
/** Of a difference quotient: sums in float32 are too rough for a smaller one. */
const STEP = 2e-2;

/** A network, and sentences of one position, of several, and of more than a block of steps. */
async function tiny(output: "crf" | "softmax") {
  const settings = { ...BILSTM_DEFAULTS, output, ...SIZES };
  const shape = { labelCount: LABELS, forms: FORMS, seed: 5 };
  const network = new BilstmNetwork(await loadLibrary(), settings, shape);
  const random = new Random(6);
  // Scores of label pairs are 0 at first, and derivatives there are too even to tell much.
  for (const { values } of network.crf.parameters) {
    if (output === "crf") values.forEach((_, i) => values[i] = random.uniform() - 0.5);
  }
  const rowAt = (place: number) => network.embeddings.rowsOf(FORMS[place % 6]!);
  const sentences = [3, 1, 10].map((length, sentence): EncodedSentence => ({
    words: Array.from({ length }, (_, t) => rowAt(2 * t + sentence)),
    gold: Int32Array.from({ length }, (_, t) => (t * t + sentence) % LABELS),
  }));
  return { network, sentences };
}

describe("BilstmNetwork", () => {
  for (const output of ["crf", "softmax"] as const) {
    (output === "crf" ? it : longIt)(
      `learn() agrees with finite differences through all layers with ${output}`,
      async () => {
        const { network, sentences } = await tiny(output);
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
    const { network, sentences } = await tiny("crf");
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
    const { network, sentences } = await tiny("crf");
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
    const { network, sentences } = await tiny("crf");
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

it("loadLibrary() says what is missing when the library cannot be loaded", async () => {
  const said = "Cannot load the library that trains a BiLSTM, npm-package-that-is-not-there: ";
  await assertRejects(() => loadLibrary("npm-package-that-is-not-there"), TypeError, said);
});

longIt("closeLibrary() lets a process end that has loaded the library", async () => {
  const said = "loaded\nCannot load @jax-js/jax: this process has ended its threads\n";
  const script = `import { closeLibrary, loadLibrary } from "${LIBRARY}";
await loadLibrary();
console.log("loaded");
closeLibrary();
await loadLibrary().catch(({ message }) => console.log(message));`;
  const { code, stdout } = await deno("eval", "-q", script);
  assertEquals([code, stdout], [0, said]);
});
