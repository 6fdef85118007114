import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import bilstm from "../../../reports/studies/_bilstm_cells.ts";
import { withFolder } from "../../helpers/packs.ts";

/** Sentences of 1 to 3 tokens. */
function corpusText(sentences: number): string {
  return Array.from(
    { length: sentences },
    (_, s) => Array.from({ length: 1 + s % 3 }, (_, t) => `w${t}\t_\tL${t}\n`).join(""),
  ).join("\n");
}

describe("the study bilstm", () => {
  it("trains whatever has chance in it with five seeds, and counts by block of sentences", () =>
    withFolder(async (dir) => {
      await Deno.mkdir(`${dir}/tiny`);
      await Deno.writeTextFile(`${dir}/tiny/train.tsv`, corpusText(40));
      await Deno.writeTextFile(`${dir}/tiny/test.tsv`, corpusText(120));
      const settings = { data: dir, format: "columns", seed: 3, datasets: ["tiny"] };
      const cells = await bilstm.cells(settings, "sources");
      const titles = cells.map(({ title }) => title);
      assertEquals(new Set(cells.map(({ key }) => key)).size, 5 * 3 + 1);
      assertEquals(titles.filter((title) => title.includes(" crf, ")).length, 1);
      assert(titles.includes("tiny: bilstm-softmax, 40 sentences, seed 7"), titles.join());

      for (const learner of ["crf", "perceptron"]) {
        const cell = cells.find(({ title }) => title === `tiny: ${learner}, 40 sentences, seed 3`)!;
        const lines = await cell.run();
        for (const line of lines) assertEquals(Object.keys(line), [...bilstm.columns]);
        assertEquals(lines.map(({ block }) => block), lines.map((_, i) => i));
        assertEquals([lines.length, lines[0]!["sentences"]], [50, 36]);
        const sum = (name: "tokens" | "right_tokens") =>
          lines.reduce((all, line) => all + Number(line[name]), 0);
        // The words tell the labels.
        assertEquals([sum("tokens"), sum("right_tokens")], [240, 240]);
      }
    }));
});
