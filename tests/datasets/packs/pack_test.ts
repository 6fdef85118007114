import { assert, assertEquals, assertLess, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { gzipSync } from "node:zlib";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { openPack, writePackFile } from "../../../datasets/packs/pack_file.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { tensor } from "../../../datasets/packs/tensors.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { denseFile, type DensePack, rowsOf, TINY } from "../../helpers/packs.ts";

const open = (pack: Partial<DensePack>, forbidBelow?: number) =>
  packDataset(
    denseFile({ ...TINY, ...pack }, Float64Array),
    "FILE",
    forbidBelow === undefined ? {} : { forbidBelow },
  );

describe("packDataset()", () => {
  it("gives model, sentences, name, gold and metadata when the pack is right", () => {
    const dataset = open({ gold: [0, 1, 2], metadata: { name: "tiny", licence: "MIT" } });
    assertEquals(dataset.name, "tiny");
    assertEquals(dataset.metadata, { name: "tiny", licence: "MIT" });
    assertEquals(dataset.model.labelCount, 3);
    assertEquals([...dataset.model.transitions], TINY.transitions.flat());
    assertEquals([...dataset.lengths], [2, 1]);
    assertEquals(rowsOf(dataset), TINY.emissions);
    assertEquals([...dataset.gold!], [0, 1, 2]);
    assert(dataset.model.exactSums && dataset.model.float32Exact);
    assertEquals(dataset.grid, { exponent: 32, largestChange: 0 });
  });

  it("gives the same dataset again and no gold when the maker gave none", () => {
    const { metadata: _, ...unnamed } = TINY;
    const dataset = packDataset(denseFile(unnamed), "some/where/a.b.safetensors.gz");
    assertEquals([dataset.name, dataset.gold], ["a.b", undefined]);
    assertEquals([1, 2].map(() => rowsOf(dataset)), [TINY.emissions, TINY.emissions]);
  });

  it("adds start scores to first rows and end scores to last rows", () => {
    const dataset = open({ start: [10, 20, -Infinity], end: [100, -Infinity, 300] });
    assertEquals(rowsOf(dataset), [
      [11, 22, -Infinity],
      [104, -Infinity, 306],
      [117, -Infinity, -Infinity],
    ]);
  });

  it("says how far scores are off that were rounded when they were added up", () => {
    const emissions = TINY.emissions.with(0, [2 ** 21, 2, 3]);
    const { grid, lattice } = open({ emissions, start: [0.3, 0, 0] });
    const off = Math.abs(lattice(0).emissions[0]! - 2 ** 21 - 0.3);
    assert(0 < off && off <= grid.largestChange);
  });

  it("refuses a score to which a start score cannot be added without loss", () => {
    const zeros = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
    const emissions = zeros.with(0, [2 ** 52, 0, 0]);
    const scores = { emissions, transitions: zeros, lengths: [3] };
    const started = (start: number[]) => open({ ...scores, start });
    const where = "emissions[0,0] of FILE (sentence 0, position 0, label 0): 4503599627370496";
    assertThrows(() => started([0.3, 0, 0]), RangeError, `Cannot add 0.3 to ${where}`);
    assertEquals(rowsOf(started([2, 0, 0]))[0], [2 ** 52 + 2, 0, 0]);
  });

  it("refuses a tensor of scores that it would not read, and lets others be", () => {
    const { tensors, metadata } = denseFile(TINY, Float64Array);
    const beside = (name: string) => () =>
      packDataset({ metadata, tensors: new Map(tensors).set(name, tensors.get("lengths")!) }, "F");
    for (const name of ["start_transition", "crf.end_trans", "mask", "window_starts"]) {
      assertThrows(beside(name), SyntaxError, `Cannot use tensor "${name}" of F: such a file has `);
    }
    for (const name of ["expected_scores", "expected_counts", "input_ids"]) beside(name)();
  });

  it("keeps the hash when start scores are there, and it differs from that without", () => {
    assertEquals(open({ start: [1, 2, 3] }).hash, open({ start: [1, 2, 3] }).hash);
    assert(open({ start: [0, 0, 0] }).hash !== open({}).hash);
    assertEquals(open({ metadata: { name: "other" } }).hash, open({}).hash);
  });

  for (const Scores of [Float16Array, Float32Array, Float64Array]) {
    it(`reads scores stored as ${Scores.name}`, () => {
      const pack = { ...TINY, start: [1, 0, 0], end: [0, 1, -Infinity] };
      const file = denseFile(pack, Scores);
      const dataset = packDataset(readTensors(writeTensors(file), "FILE"), "FILE");
      assertEquals(rowsOf(dataset), [[2, 2, 3], [4, 6, -Infinity], [8, 9, -Infinity]]);
      assertEquals([...dataset.model.transitions], TINY.transitions.flat());
    });
  }

  it("makes scores below forbidBelow -Infinity in every tensor, and none at it", () => {
    const pack = {
      emissions: [[-5, -6, 0], [4, 5, 6], [7, 8, 9]],
      transitions: [[-6, 1, 0], [2, -5, 0], [0, 0, 3]],
      start: [0, -6, -5],
      end: [0, -7, 0],
    };
    const dataset = open(pack, -5);
    assertEquals(rowsOf(dataset), [[-5, -Infinity, -5], [4, -Infinity, 6], [7, -Infinity, 4]]);
    assertEquals([...dataset.model.transitions], [-Infinity, 1, 0, 2, -5, 0, 0, 0, 3]);
  });

  it("reads lengths and gold of I64, as PyTorch writes them", () => {
    const file = denseFile(TINY);
    const tensors = new Map(file.tensors)
      .set("lengths", tensor(BigInt64Array.of(2n, 1n)))
      .set("gold", tensor(BigInt64Array.of(0n, -1n, 2n)));
    const { lengths, gold } = packDataset({ ...file, tensors }, "FILE");
    assertEquals([[...lengths], [...gold!]], [[2, 1], [0, -1, 2]]);
  });

  it("takes -1e30 beside decimals when forbidBelow maps it", () => {
    const emissions = [[0.1, 0.2, 0.3], [-1e30, 0.5, 0.6], [0.7, 0.8, 0.9]];
    const dataset = open({ emissions }, -1e20);
    assertEquals(rowsOf(dataset)[1]![0], -Infinity);
    assertEquals(dataset.grid.exponent, 32);
    assert(dataset.grid.largestChange > 0 && dataset.grid.largestChange <= 2 ** -33);
  });

  it("keeps integers with an offset of 1e6 as they are", () => {
    const emissions = TINY.emissions.map((row) => row.map((score) => 1e6 + score));
    const dataset = open({ emissions });
    assertEquals(rowsOf(dataset), emissions);
    assertEquals(dataset.grid.largestChange, 0);
    assert(dataset.model.float32Exact);
  });

  const places: readonly [name: keyof DensePack & string, index: number, where: string][] = [
    ["emissions", 0, "emissions[0,0] of FILE (sentence 0, position 0, label 0)"],
    ["emissions", 5, "emissions[1,2] of FILE (sentence 0, position 1, label 2)"],
    ["emissions", 7, "emissions[2,1] of FILE (sentence 1, position 0, label 1)"],
    ["transitions", 5, "transitions[1,2] of FILE"],
    ["start", 2, "start_transitions[2] of FILE"],
    ["end", 0, "end_transitions[0] of FILE"],
  ];
  for (const [name, index, where] of places) {
    const spoilt = (score: number, emissions = TINY.emissions): DensePack => {
      const pack = { ...TINY, emissions, start: [0, 0, 0], end: [0, 0, 0] };
      const rows = pack[name] as number[][] | number[];
      const damaged = rows.flat().with(index, score);
      const value = Array.isArray(rows[0])
        ? Array.from({ length: damaged.length / 3 }, (_, r) => damaged.slice(3 * r, 3 * r + 3))
        : damaged;
      return { ...pack, [name]: value };
    };

    for (const score of [NaN, Infinity]) {
      it(`throws RangeError when ${name} have ${score} at ${index}`, () => {
        for (const forbidBelow of [undefined, -1]) {
          const { message } = assertThrows(() => open(spoilt(score), forbidBelow));
          assertStringIncludes(message, where);
          assertStringIncludes(message, String(score));
        }
      });
    }

    it(`blames ${where} when it is -1e30 beside decimals`, () => {
      const decimals = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.8, 0.9]];
      const { message } = assertThrows(() => open(spoilt(-1e30, decimals)));
      assertStringIncludes(message, `scores like ${where}: -1e+30 `);
      assertStringIncludes(message, "write -Infinity");
    });
  }
});

describe("openPack()", () => {
  for (const ending of ["safetensors", "safetensors.gz"]) {
    itInFolder(`reads what writePackFile() wrote to .${ending}, always the same`, async (dir) => {
      const pack = { ...TINY, start: [1, 2, 3], end: [4, 5, 6], gold: [0, 1, 2] };
      const paths = ["a", "b"].map((name) => `${dir}/${name}.${ending}`);
      for (const path of paths) await writePackFile(path, denseFile(pack));
      assertEquals(await Deno.readFile(paths[0]!), await Deno.readFile(paths[1]!));
      const dataset = await openPack(paths[0]!);
      const expected = packDataset(denseFile(pack), "FILE");
      assertEquals(rowsOf(dataset), rowsOf(expected));
      assertEquals(dataset.model, expected.model);
      const { hash, gold } = expected;
      assertEquals([dataset.hash, dataset.name, dataset.gold], [hash, "tiny", gold]);
    });
  }

  itInFolder("names the file when gzip data are cut, flipped or followed by more", async (dir) => {
    const file = denseFile(TINY);
    const gzipped = gzipSync(writeTensors(file));
    const { hash } = packDataset(file, "FILE");
    const path = `${dir}/damaged.safetensors.gz`;
    const isRefused = async (bytes: Uint8Array) => {
      await Deno.writeFile(path, bytes);
      try {
        // Time, system and padding bits say nothing: what is read is right all the same.
        assertEquals((await openPack(path)).hash, hash);
        return false;
      } catch (error) {
        // What is inflated is read before its check sum is: a flip may show in the header.
        assert(error instanceof SyntaxError || error instanceof RangeError, String(error));
        assertStringIncludes(error.message, path);
        return true;
      }
    };
    assertEquals(await isRefused(gzipped), false);
    assert(await isRefused(new Uint8Array([...gzipped, 1, 2, 3])));
    let idle = 0;
    for (let i = 0; i < gzipped.length; i++) {
      assert(await isRefused(gzipped.subarray(0, i)), `cut at ${i}`);
      const flipped = gzipped.map((byte, at) => at === i ? byte ^ (1 << (i % 8)) : byte);
      if (!await isRefused(flipped)) idle++;
    }
    assertLess(idle, 12);
  });

  itInFolder("reads a gzipped pack that does not say so in its name", async (dir) => {
    const path = `${dir}/pack.safetensors`;
    const file = denseFile(TINY);
    await Deno.writeFile(path, gzipSync(writeTensors(file)));
    assertEquals((await openPack(path)).hash, packDataset(file, path).hash);
  });
});
