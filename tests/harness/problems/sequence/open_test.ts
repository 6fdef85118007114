import auto from "../../../../decoders/auto.ts";
import viterbi from "../../../../decoders/viterbi.ts";
import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { pathToFileURL } from "node:url";
import { openPack } from "../../../../datasets/packs/pack_file.ts";
import { drawInstance } from "../../../../harness/conformance/generators.ts";
import { resolveDataset } from "../../../../harness/problems/sequence/discover.ts";
import {
  loadLattices,
  selectPart,
  writeLattices,
} from "../../../../harness/problems/sequence/lattice_file.ts";
import { clocksOf, load, roomMaker } from "../../../../harness/problems/sequence/open.ts";
import { itInFolder } from "../../../helpers/in_folder.ts";
import { TINY, writeDense } from "../../../helpers/packs.ts";
import { type Decode, newWork } from "../../../../decoders/contract.ts";
import { resolveOptions } from "../../../../decoders/chain/options.ts";
import { problemOf } from "../../../helpers/problems.ts";

/** Opens a decoder whose `decode` is exported too. */
async function openDecoder(dir: string, name: string, decode: string) {
  const pack = await writeDense(dir);
  await Deno.writeTextFile(
    `${dir}/${name}.ts`,
    `export const decode = ${decode};\nexport default { name: "${name}", prepare: () => decode };`,
  );
  const { href: url } = pathToFileURL(`${dir}/${name}.ts`);
  const { decode: own } = await import(url) as { decode: unknown };
  const prepare = await (await load(pack)).decoder({ pack, url, options: {}, k: 1 });
  return { own, decoder: prepare() };
}

describe("load()", () => {
  itInFolder("gives the decoder's own function: no call between it and the clock", async (dir) => {
    const { own, decoder } = await openDecoder(dir, "bare", "() => ({ paths: [] })");
    assertStrictEquals(decoder.decode, own);
    assertEquals(decoder.clocks, ["decode"]);
    assertEquals(decoder.sentences.length, TINY.lengths.length);
  });

  itInFolder("tells clocks apart where the decoder has rows of its own", async (dir) => {
    const reserving = "Object.assign(() => ({ paths: [] }), { reserve: () => {} })";
    const { decoder } = await openDecoder(dir, "reserving", reserving);
    assertEquals(decoder.clocks, ["decode", "memory64", "memory32"]);
  });
});

const [MODEL] = problemOf([[0, 1], [2, 3]], [[0, 0]]);
const LENGTHS = [2, 1];
const SCORES = [5, 0, 0, 7, 1, 2];

const decodes: Readonly<Record<string, Decode>> = {
  auto: auto.prepare(MODEL, resolveOptions(auto)),
  viterbi: viterbi.prepare(MODEL, resolveOptions(viterbi)),
};

describe("roomMaker()", () => {
  it("gives the scores that came, by all clocks, again and again", () => {
    for (const [name, decode] of Object.entries(decodes)) {
      const make = roomMaker(decode, MODEL.labelCount);
      for (const clock of clocksOf(decode)) {
        const room = make(LENGTHS, clock);
        for (const offset of [0, 10]) {
          room.numbers().set(SCORES.map((score) => score + offset));
          const places = Int32Array.of(2, 4);
          room.arrive(places);
          const scores = room.scores();
          assertEquals(Array.from(places, (place) => scores[place]), [offset, 1 + offset]);
          assertEquals(room.starts, [0, 4]);
          const found = room.inputs.map((input) => decode(input(), 1, newWork()).paths[0]);
          const expected = [[13 + 2 * offset, 0, 1], [2 + offset, 1]];
          const said = found.map((path) => [path!.score, ...path!.labels]);
          assertEquals(said, expected, `${name} ${clock}`);
        }
        assert(room.inputs[0]!() !== room.inputs[0]!());
      }
    }
  });

  it("reserves rows once, and more of them when they are too few", () => {
    const sizes: number[] = [];
    const { reserve } = decodes["auto"]!;
    const decode: Decode = Object.assign(() => ({ paths: [] }), {
      reserve(positions: number, lasting: boolean) {
        sizes.push(positions);
        return reserve!(positions, lasting);
      },
    });
    const make = roomMaker(decode, MODEL.labelCount);
    for (const lengths of [[2], [1], [3, 3], [2, 2]]) make(lengths, "decode");
    assertEquals(sizes, [2, 6]);
  });

  it("writes into no memory that others could read or that is none", () => {
    const rows = [
      new Float64Array(new SharedArrayBuffer(64)),
      new Proxy(new Float64Array(8), {}),
      [0, 0],
    ];
    for (const scores of rows) {
      const lattice = () => ({ length: 1, emissions: new Float64Array(2) });
      const reserve = () => ({ scores, stride: 2, lattice }) as never;
      const decode: Decode = Object.assign(() => ({ paths: [] }), { reserve });
      const room = roomMaker(decode, MODEL.labelCount)([1], "decode");
      assertThrows(() => room.numbers(), TypeError);
    }
  });
});

describe("loadLattices()", () => {
  for (const name of ["synthetic-sparse-6", "ewt_pos45", "ewt_factorial360"]) {
    itInFolder(`reads ${name} as it was written, with what the pack has found`, async (dir) => {
      const sample = await (await resolveDataset(name)).sample(3, 1);
      await sample.write(`${dir}/sample.safetensors`);
      const { model, lattices } = await loadLattices(`${dir}/sample.safetensors`);
      assertEquals(model, sample.model);
      assertEquals(lattices, [...sample.lattices]);
    });
  }

  itInFolder("reads pairs as they were written, selects those into what is left", async (dir) => {
    const { model, lattices } = drawInstance(3, "exact sums", "pairs", 1);
    const path = `${dir}/pairs.safetensors`;
    await writeLattices(path, "pairs", model, lattices);
    const found = await loadLattices(path);
    assertEquals([found.model.hasPairs, found.lattices], [true, [...lattices]]);
    const pairs = Float64Array.from({ length: 3 * 9 }, (_, i) => i);
    const lattice = { length: 4, emissions: new Float64Array(12), pairs };
    const three = { labelCount: 3, transitions: new Float64Array(9), hasPairs: true };
    const part = { positions: [0, 1, 3], labels: [0, 2] };
    const [, selected] = selectPart(three, lattice, part);
    assertEquals([...selected.pairs!], [0, 2, 6, 8, 18, 20, 24, 26]);
  });

  itInFolder("opens any other pack as packs are opened", async (dir) => {
    const path = await writeDense(dir);
    const { model, lattices } = await loadLattices(path);
    const dataset = await openPack(path);
    assertEquals([model, lattices[0]], [dataset.model, dataset.lattice(0)]);
  });
});
