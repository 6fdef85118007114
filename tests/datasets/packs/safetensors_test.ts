import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { Buffer } from "node:buffer";
import { readModel } from "../../../datasets/models/read_model.ts";
import { readPack } from "../../../datasets/packs/pack.ts";
import { contentHash, readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import {
  fromHalves,
  tensor,
  type TensorData,
  type TensorFile,
  toHalves,
} from "../../../datasets/packs/tensors.ts";
import { container, withHeader } from "../../faults/packs/refuse.ts";
import { fileOf } from "../../helpers/packs.ts";

const entry = (begin: number, end: number, shape: unknown = [end - begin], dtype = "U8") => ({
  dtype,
  shape,
  data_offsets: [begin, end],
});

/** One tensor of each dtype. */
const EVERY_DTYPE: readonly [dtype: string, data: TensorData][] = [
  ["F64", Float64Array.of(Math.PI, -Infinity, -0)],
  ["F32", Float32Array.of(0.1, -Infinity, 3.4e38)],
  ["F16", Float16Array.of(0.1, -Infinity, 65504)],
  ["I64", BigInt64Array.of(-(2n ** 63n), 1n)],
  ["I32", Int32Array.of(-(2 ** 31), 7)],
  ["U32", Uint32Array.of(2 ** 32 - 1)],
  ["I16", Int16Array.of(-(2 ** 15))],
  ["U16", Uint16Array.of(2 ** 16 - 1, 3)],
  ["I8", Int8Array.of(-128, 5, 6)],
  ["U8", Uint8Array.of(255)],
];

function everyDtype(): TensorFile {
  return {
    metadata: { name: "every dtype", "label names": '["Ä","→"]' },
    tensors: new Map(EVERY_DTYPE.map(([dtype, data]) => [dtype.toLowerCase(), tensor(data)])),
  };
}

describe("tensor()", () => {
  for (const [dtype, data] of EVERY_DTYPE) {
    it(`says ${dtype} when given ${data.constructor.name}`, () => {
      assertEquals(tensor(data), { dtype: dtype as "U8", shape: [data.length], data });
    });
  }

  it("throws TypeError when given another array", () => {
    const array = new Uint8ClampedArray(1) as unknown as TensorData;
    assertThrows(() => tensor(array), TypeError, "[object Uint8ClampedArray]");
  });
});

describe("readTensors()", () => {
  it("reads back what writeTensors() wrote, bit for bit", () => {
    const { metadata, tensors } = readTensors(writeTensors(everyDtype()), "FILE");
    assertEquals(metadata, everyDtype().metadata);
    assertEquals(tensors.size, EVERY_DTYPE.length);
    for (const [name, { dtype, shape, data }] of everyDtype().tensors) {
      const read = tensors.get(name)!;
      assertEquals([read.dtype, read.shape], [dtype, shape]);
      assert(Object.is(read.data.constructor, data.constructor));
      assertEquals(Array.from(read.data, String), Array.from(data, String));
    }
    assert(Object.is(tensors.get("f64")!.data[2], -0));
  });

  it("reads tensors that are not aligned in the file or in the buffer", () => {
    const numbers = Float64Array.of(1.5, -2.5);
    const data = new Uint8Array(17);
    data[0] = 9;
    data.set(new Uint8Array(numbers.buffer), 1);
    const file = container({ b: entry(1, 17, [2, 1], "F64"), a: entry(0, 1) }, data);
    for (const shift of [0, 1, 2, 3, 4, 5, 6, 7]) {
      const buffer = new Uint8Array(shift + file.length + 3);
      buffer.set(file, shift);
      for (const bytes of [buffer, Buffer.from(buffer.buffer)]) {
        const { tensors } = readTensors(bytes.subarray(shift, shift + file.length), "FILE");
        assertEquals(tensors.get("b"), { dtype: "F64", shape: [2, 1], data: numbers });
        assertEquals(tensors.get("a")!.data, Uint8Array.of(9));
      }
    }
  });

  it("reads a header padded with spaces, scalars, empty tensors and no metadata", () => {
    const header = JSON.stringify({ s: entry(0, 1, []), e: entry(1, 1, [0, 5]) }) + "   ";
    const { metadata, tensors } = readTensors(withHeader(header, Uint8Array.of(7)), "FILE");
    assertEquals(metadata, {});
    assertEquals(tensors.get("s"), { dtype: "U8", shape: [], data: Uint8Array.of(7) });
    assertEquals(tensors.get("e")!.data.length, 0);
  });
});

describe("writeTensors()", () => {
  it("takes any name of a tensor and of metadata", () => {
    const metadata = JSON.parse('{"__proto__":"text"}');
    const tensors = new Map([["__proto__", tensor(Int32Array.of(7))]]);
    const read = readTensors(writeTensors({ metadata, tensors }), "FILE");
    assertEquals(Object.entries(read.metadata), [["__proto__", "text"]]);
    assertEquals(read.tensors.get("__proto__")?.data, Int32Array.of(7));
  });

  it("writes the same bytes whatever the order of tensors and metadata", () => {
    const { metadata, tensors } = everyDtype();
    const reversed = {
      metadata: Object.fromEntries(Object.entries(metadata).reverse()),
      tensors: new Map([...tensors].reverse()),
    };
    assertEquals(writeTensors(reversed), writeTensors(everyDtype()));
  });

  it("aligns every tensor to its element size", () => {
    const bytes = writeTensors(everyDtype());
    for (const { data } of readTensors(bytes, "FILE").tensors.values()) {
      assert(Object.is(data.buffer, bytes.buffer), "a copy was needed");
    }
  });

  it("writes only the elements when a tensor is a view", () => {
    const view = Float32Array.of(1, 2, 3, 4).subarray(1, 3);
    const bytes = writeTensors(fileOf({ a: tensor(view) }));
    assertEquals(readTensors(bytes, "FILE").tensors.get("a")!.data, view);
  });
});

describe("contentHash()", () => {
  const files = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 3 }).filter((name) => name !== "__proto__"),
    fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 4 }),
    { minKeys: 1, maxKeys: 4 },
  ).map((values): TensorFile => ({
    metadata: {},
    tensors: new Map(
      Object.entries(values).map(([name, list]) => [name, tensor(Float32Array.from(list))]),
    ),
  }));

  it("is the same when only metadata, order or bytes' place in the file change", () => {
    const property = fc.property(files, fc.string(), (file, text) => {
      const read = readTensors(writeTensors({ ...file, metadata: { text } }), "FILE");
      assertEquals(contentHash(read), contentHash(file));
      const tensors = new Map([...file.tensors].reverse());
      assertEquals(contentHash({ ...file, tensors }), contentHash(file));
    });
    fc.assert(property, { seed: 1, numRuns: 50 });
  });

  it("differs when any element, name, shape or dtype differs", () => {
    const property = fc.property(files, fc.nat(), (file, pick) => {
      const names = [...file.tensors.keys()];
      const name = names[pick % names.length]!;
      const { data, shape } = file.tensors.get(name)!;
      const rest = [...file.tensors].filter(([other]) => other !== name);
      const changed = (data as Float32Array).slice();
      changed[pick % changed.length]! += 1;
      const without = (entries: [string, ReturnType<typeof tensor>][]) =>
        contentHash({ metadata: {}, tensors: new Map([...rest, ...entries]) });
      const hash = contentHash(file);
      assertEquals(without([[name, tensor(data)]]), hash);
      assertNotEquals(without([[name, tensor(changed)]]), hash);
      assertNotEquals(without([[name, tensor(data, [1, ...shape])]]), hash);
      assertNotEquals(without([[name, tensor(Float64Array.from(data as Float32Array))]]), hash);
      assertNotEquals(without([[`${name} longer`, tensor(data)]]), hash);
      assertNotEquals(without([]), hash);
    });
    fc.assert(property, { seed: 2, numRuns: 50 });
  });
});

const ALL = Uint16Array.from({ length: 65536 }, (_, bits) => bits);

it("fromHalves() gives all patterns the numbers of Float16Array, and toHalves() undoes it", () => {
  const numbers = fromHalves(ALL);
  assertEquals(numbers, Float32Array.from(new Float16Array(ALL.buffer)));
  const isNumber = (bits: number) => !Number.isNaN(numbers[bits]!);
  assertEquals(toHalves(numbers).filter((_, bits) => isNumber(bits)), ALL.filter(isNumber));
});

it("writeTensors() refuses numbers of float32 that F16 does not hold", () => {
  for (const number of [1e9, -65520, 1 / 3, 2 ** -25, -1e-30]) {
    const one = { dtype: "F16", shape: [2], data: Float32Array.of(1, number) } as const;
    const says = `Cannot hold element 1 of F16 in 16 bits: ${Math.fround(number)}`;
    const write = () => writeTensors({ metadata: {}, tensors: new Map([["a", one]]) });
    assertThrows(write, RangeError, says);
  }
});

it("readTensors(), readPack() and readModel() name what is no Uint8Array, as of a response", async () => {
  for (const wrong of [new ArrayBuffer(16), undefined]) {
    const bytes = wrong as unknown as Uint8Array<ArrayBuffer>;
    const said = `Cannot read FILE from what is no Uint8Array: ${wrong && "[object ArrayBuffer]"}`;
    assertThrows(() => readTensors(bytes, "FILE"), TypeError, said);
    await assertRejects(() => readPack(bytes, "FILE"), TypeError, said);
    assertThrows(() => readModel(bytes, { source: "FILE" }), TypeError, said);
  }
});
