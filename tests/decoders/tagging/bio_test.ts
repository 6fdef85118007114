import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { fileURLToPath } from "node:url";
import { bioScores } from "../../../decoders/tagging/bio.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";

const REAL = new URL("../../../datasets/real/", import.meta.url);

/** Chunks told by a rule of its own: reads left to right and remembers the open chunk. */
function isWellFormed(parts: readonly string[]): boolean {
  let open = "";
  for (const part of parts) {
    if (part.startsWith("I-") && part.slice(2) !== open) return false;
    open = part === "O" ? "" : part.slice(2);
  }
  return true;
}

describe("bioScores()", () => {
  it("gives −∞ to the paths that break the notation, and to no other, whatever the labels", () => {
    const part = fc.constantFrom("O", "B-NP", "I-NP", "B-VP", "I-VP", "I-O", "B-O");
    const path = fc.array(part, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(path, fc.boolean(), (parts, hasTag) => {
        const labels = [...new Set(parts)];
        const { start, transitions } = bioScores(
          hasTag ? labels.map((label) => `NN|${label}|_`) : labels,
        );
        const [first, ...rest] = parts.map((label) => labels.indexOf(label));
        let [score, previous] = [start[first!]!, first!];
        for (const label of rest) {
          score += transitions[previous * labels.length + label]!;
          previous = label;
        }
        assertEquals(score, isWellFormed(parts) ? 0 : -Infinity);
      }),
      { seed: 1 },
    );
  });

  it("allows every right path of a pack in BIO notation", async () => {
    for (const name of ["ewt_pos_morph_chunk319", "hwu_slot_scenario323"]) {
      const file = fileURLToPath(new URL(`${name}.safetensors.gz`, REAL));
      const { metadata, gold, lengths, model: { labelCount } } = await openPack(file);
      const { start, transitions } = bioScores(JSON.parse(metadata["labels"]!));
      let token = 0;
      const broken: number[] = [];
      lengths.forEach((length, sentence) => {
        for (let t = 0; t < length; t++, token++) {
          // Labels that training has not seen are unknown.
          const [x, y] = [t === 0 ? 0 : gold![token - 1]!, gold![token]!];
          if (x < 0 || y < 0) continue;
          if ((t === 0 ? start[y] : transitions[x * labelCount + y]) !== 0) broken.push(sentence);
        }
      });
      assertEquals(broken, []);
    }
  });

  it("takes the part that it is told", () => {
    const { start } = bioScores(["B-NP|I-LOC", "B-NP|O"], (label) => label.split("|")[1]!);
    assertEquals(start, Float64Array.of(-Infinity, 0));
  });

  it("throws SyntaxError for labels without a part in BIO notation, and with two", () => {
    assertThrows(
      () => bioScores(["O", "NN|S-NP"]),
      SyntaxError,
      'Cannot find the part of a label that is in BIO notation: "NN|S-NP" has 0',
    );
    assertThrows(
      () => bioScores(["B-NP|I-LOC"]),
      SyntaxError,
      'Cannot find the part of a label that is in BIO notation: "B-NP|I-LOC" has 2',
    );
    assertThrows(
      () => bioScores(["O", "E-NP"], (label) => label),
      SyntaxError,
      'Cannot read label 1 ("E-NP") in BIO notation: its part is "E-NP", not O, B-KIND or I-KIND',
    );
  });
});
