/**
 * How many labels forward dominance keeps a position.
 *
 * @module
 */

import { keptCounts } from "../../decoders/dominance.ts";
import type { Task } from "../../datasets/task.ts";
import { listRealDatasets, resolveDataset } from "../problems/sequence/discover.ts";
import { formatSettings } from "../store/settings.ts";
import type { Study, StudyCell, StudySettings } from "./contract.ts";
import { STRENGTHS } from "../suites/sweeps.ts";
import { hash } from "./_corpora.ts";
import { type LineOf, number, text } from "../store/table.ts";

/**
 * Families whose dial is the strength of the transitions: without and with labels that stand out.
 */
const FAMILIES = ["structureless", "weak"];

const COLUMNS = {
  dataset: text,
  /** As `formatSettings` writes them. */
  dataset_settings: text,
  family: text,
  pack: text,
  labels: number,
  sentences: number,
  kept: number,
  positions: number,
};

/** At how many positions of a dataset so many labels are kept. */
export type KeptLine = LineOf<typeof COLUMNS>;

/**
 * Counts, for each dataset and number of labels, the positions at which so many are kept. The last
 * position of a sentence is left out: there one label is the answer. No times, so that the lines
 * are the same on every machine.
 */
const kept: Study<KeptLine> = {
  name: "kept",
  meaning: "labels that forward dominance keeps a position, by task and strength of transitions",
  columns: Object.keys(COLUMNS),
  cells,
};
export default kept;

async function cells(
  { datasets, sentences, seed }: StudySettings,
  sources: string,
): Promise<StudyCell<KeptLine>[]> {
  const { labels, dials, sentences: synthetic } = STRENGTHS;
  const sweep = FAMILIES.flatMap((family) =>
    dials.map((dial) => `synthetic-${family}-${labels}{dial=${dial}}`)
  );
  const cells: StudyCell<KeptLine>[] = [];
  for (const asked of datasets ?? [...await listRealDatasets(), ...sweep]) {
    const { name, open } = await resolveDataset(asked);
    const make = () => open(sentences ?? synthetic, seed);
    const { hash: pack, lengths } = (await make()).task;
    const count = Math.min(lengths.length, sentences ?? Infinity);
    cells.push({
      key: hash([sources, name, pack, count]),
      title: `${name}: ${count} sentences`,
      run: async () => {
        const { family, settings, task } = await make();
        return histogram(task, count).map(([kept, positions]) => ({
          dataset: name,
          dataset_settings: formatSettings({ ...settings }),
          family,
          pack,
          labels: task.model.labelCount,
          sentences: count,
          kept,
          positions,
        }));
      },
    });
  }
  return cells;
}

/** Numbers of kept labels, ascending, each with the positions that it occurs at. */
function histogram({ model, lattice }: Task, sentences: number): [number, number][] {
  const count = keptCounts(model);
  const positions = new Map<number, number>();
  for (let sentence = 0; sentence < sentences; sentence++) {
    for (const labels of count(lattice(sentence)).subarray(0, -1)) {
      positions.set(labels, (positions.get(labels) ?? 0) + 1);
    }
  }
  return [...positions].sort(([a], [b]) => a - b);
}
