import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fromHalves, toHalves } from "../../../datasets/packs/tensors.ts";

const ALL = Uint16Array.from({ length: 65536 }, (_, bits) => bits);

describe("fromHalves() and toHalves()", () => {
  it("give the numbers of all patterns that Float16Array gives, and the patterns back", () => {
    const numbers = fromHalves(ALL);
    assertEquals(numbers, Float32Array.from(new Float16Array(ALL.buffer)));
    const isNumber = (bits: number) => !Number.isNaN(numbers[bits]!);
    assertEquals(toHalves(numbers).filter((_, bits) => isNumber(bits)), ALL.filter(isNumber));
  });
});
