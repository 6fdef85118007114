import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { gzipSync } from "node:zlib";
import type { Dataset } from "../../../datasets/dataset.ts";
import { type Bytes, gunzip, readPackTensors } from "../../../datasets/packs/bytes.ts";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { openPack, packMetadata, readPackFile } from "../../../datasets/packs/pack_file.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { type Tensor, tensor, type TensorFile } from "../../../datasets/packs/tensors.ts";
import { readParsing } from "../../../datasets/parsing_dataset.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { denseFile, fileOf, rowsOf, TINY } from "../../helpers/packs.ts";
import { writeSmallParses } from "../../helpers/parses.ts";

describe("readPackTensors() of gzip", () => {
  it("reads what the header describes, in several chunks", async () => {
    const data = Float64Array.from({ length: 40_000 }, (_, i) => Math.sin(i));
    const bytes = new Uint8Array(gzipSync(writeTensors(fileOf({ x: tensor(data) }))));
    assertEquals((await readPackTensors(bytes, "FILE")).tensors.get("x")!.data, data);
  });

  it("inflates no more than a piece beyond what is described", async () => {
    const small = writeTensors(fileOf({ x: tensor(new Uint8Array(9)) }));
    // 64 MiB, which Deno would give at once.
    const long = new Uint8Array(2 ** 26);
    long.set(small);
    const file = new Uint8Array(gzipSync(long));
    for (const part of ["file", "header"] as const) {
      const read: number[] = [];
      const bytes: Bytes = {
        size: file.length,
        read: (begin, end) => {
          read.push(end - begin);
          return Promise.resolve(file.subarray(begin, end));
        },
      };
      if (part === "file") await assertRejects(() => gunzip(bytes, "FILE", part), RangeError);
      else assertEquals((await gunzip(bytes, "FILE", part)).length, small.length - 9);
      assert(Math.max(...read) <= 16_384 && read.length <= 3, `${read}`);
    }
  });
});

itInFolder("openPack() refuses what is no file, and does not wait for it", async (dir) => {
  const pipe = `${dir}/pipe.safetensors`;
  await new Deno.Command("mkfifo", { args: [pipe] }).output();
  for (const path of [dir, "/dev/zero", pipe]) {
    await assertRejects(() => openPack(path), RangeError, `${path}: it is a folder, a pipe`);
    assertEquals(await packMetadata(path), {});
  }
});

itInFolder("readPackFile() looks at the header before there is room for the file", async (dir) => {
  const path = `${dir}/long.safetensors`;
  const bytes = writeTensors(denseFile(TINY));
  await Deno.writeFile(path, bytes);
  // Zeros that take no room on the disk.
  await Deno.truncate(path, 2 ** 32);
  const said = `${path}: ${2 ** 32 - bytes.length} bytes after the last tensor belong to none`;
  await assertRejects(() => readPackFile(path), RangeError, said);
});

describe("packDataset() of a stranger's pack", () => {
  const named = (metadata: Record<string, string>, source = "FILE") =>
    packDataset({ ...denseFile(TINY), metadata }, source);

  it("gives a name that is visible, short and not empty", () => {
    const evil = "a\u001b[2J\n\0\u202eb";
    assertEquals(named({ name: evil }).name, "a\\u001b[2J\\u000a\\u0000\\u202eb");
    assertEquals(named({}, `dir/${evil}.safetensors`).name, named({ name: evil }).name);
    assertEquals(named({ name: " \n" }, "dir/file.safetensors").name, "file");
    assertEquals(named({ name: "x".repeat(1e6) }).name.length, 100);
  });

  const bytes = (size: number) => tensor(new Uint8Array(size));
  const packs: readonly [what: string, file: TensorFile][] = [
    ["many tensors", {
      metadata: {},
      tensors: new Map(Array.from({ length: 20_000 }, (_, i) => [`t${i}`, bytes(0)])),
    }],
    [
      "a tensor of many dimensions",
      fileOf({ emissions: tensor(new Float32Array(1), Array(1e5).fill(1)) }),
    ],
    ["a unit of many digits", fileOf({}, { kind: "factored", unit: `1/${"9".repeat(1e5)}` })],
    ["label names that are no JSON", {
      ...denseFile(TINY),
      metadata: { labels: `[${"\u001b".repeat(1e5)}` },
    }],
    ["label names that are many lists", {
      ...denseFile(TINY),
      metadata: { labels: `[${"[],".repeat(1e6)}[]]` },
    }],
  ];
  for (const [what, file] of packs) {
    it(`refuses ${what} in a short message`, () => {
      const { message } = assertThrows(() => packDataset(file, "FILE"), Error, "FILE");
      assert(message.length < 400, message.slice(0, 400));
    });
  }

  const ints = (...values: number[]) => tensor(Int32Array.from(values));
  const [L, unit] = [2 ** 14, "1/1"];
  const square = "16385 rows of 16385 scores would take 2.00 GiB";
  const long = '"lengths" of p: 100000 rows of 16384 scores would take 12.2 GiB';
  const noWeights = tensor(new Int8Array(0));
  const large: readonly [string, Record<string, string>, Record<string, Tensor>][] = [
    [square, { kind: "factored", unit }, { transition_counts: bytes(L + 1) }],
    [square, { kind: "parsing", unit }, { symbol_categories: bytes(1), tag_symbols: bytes(L + 1) }],
    [square, {}, {
      emissions: tensor(new Float32Array(L + 1), [1, L + 1]),
      lengths: ints(1),
      label_components: tensor(new Uint8Array(2 * L + 2), [L + 1, 2]),
      transitions_factor_0: tensor(new Float32Array(1), [1, 1]),
      transitions_factor_1: tensor(new Float32Array(1), [1, 1]),
    }],
    [long, { kind: "factored", unit }, {
      lengths: ints(100_000),
      position_feature_counts: bytes(100_000),
      position_features: bytes(0),
      feature_weight_counts: bytes(0),
      feature_labels: bytes(0),
      feature_weights: noWeights,
      transition_counts: bytes(L),
      transition_labels: bytes(0),
      transition_weights: noWeights,
    }],
  ];

  it("refuses more scores than can be held, in few bytes, as readParsing() does", () => {
    for (const [message, metadata, tensors] of large) {
      const read = metadata["kind"] === "parsing" ? readParsing : packDataset;
      assertThrows(() => read(fileOf(tensors, metadata), "p"), RangeError, message);
    }
  });
});

describe("packMetadata()", () => {
  itInFolder("reads what a pack says of itself, zipped or not", async (dir) => {
    for (const path of [`${dir}/a.safetensors`, `${dir}/a.safetensors.gz`]) {
      await writeSmallParses(path);
      assertEquals(await packMetadata(path), { kind: "parsing", name: "small", unit: "1/1024" });
    }
  });

  itInFolder("finds nothing in what is no pack", async (dir) => {
    const texts = { empty: "", text: "no pack at all", gzip: "\x1f\x8b\x08 torn" };
    for (const [name, text] of Object.entries(texts)) {
      const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
      await Deno.writeFile(`${dir}/${name}`, bytes);
      assertEquals(await packMetadata(`${dir}/${name}`), {});
    }
    assertEquals(await packMetadata(dir), {});
    assertEquals(await packMetadata(`${dir}/none`), {});
  });
});

describe("readTensors() and packDataset()", () => {
  const packs = [
    denseFile({ ...TINY, start: [1, 2, 3], end: [-Infinity, 0, 1], gold: [0, 1, 2] }),
    denseFile(TINY, Float16Array),
    denseFile(TINY, Float64Array),
  ].map((file) => writeTensors(file));

  const damages = fc.record({
    pack: fc.constantFrom(...packs),
    flips: fc.array(fc.record({ at: fc.nat(), bit: fc.nat(7) }), { maxLength: 3 }),
    cut: fc.option(fc.nat()),
  });

  it("give a valid dataset or an error that names the file when bytes are flipped or cut", () => {
    let valid = 0;
    let refused = 0;
    const property = fc.property(damages, ({ pack, flips, cut }) => {
      const bytes = pack.slice(0, cut === null ? pack.length : cut % (pack.length + 1));
      for (const { at, bit } of flips) {
        if (bytes.length > 0) bytes[at % bytes.length]! ^= 1 << bit;
      }
      let dataset: Dataset;
      try {
        dataset = packDataset(readTensors(bytes, "FILE"), "FILE");
      } catch (error) {
        assert([SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind));
        assert((error as Error).message.includes("FILE"), `${error}`);
        refused++;
        return;
      }
      valid++;
      const { model: { transitions, labelCount }, lengths, grid, gold } = dataset;
      const isScore = (score: number) => Number.isFinite(score) || score === -Infinity;
      assert(transitions.every(isScore));
      const rows = rowsOf(dataset);
      assert(rows.every((row) => row.length === labelCount && row.every(isScore)));
      assertEquals(rows.length, lengths.reduce((sum, length) => sum + length, 0));
      assert(grid.largestChange <= 1e-9);
      assert(gold?.every((label) => label >= -1 && label < labelCount) ?? true);
    });
    fc.assert(property, { seed: 3, numRuns: 2000 });
    assert(valid > 100 && refused > 100, `${valid} valid, ${refused} refused`);
  });
});
