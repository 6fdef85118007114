/**
 * What training a chain CRF costs, and what its penalty does to accuracy and decoding time.
 *
 * @module
 */

import type { Runner } from "./_parts.ts";
import type { StudyCell, StudySettings } from "./contract.ts";
import {
  decoderSources,
  exactVariants,
  hash,
  readStudyCorpus,
  type StudyCorpus,
} from "./_corpora.ts";
import { CRF_COLUMNS, type CrfLine } from "./_crf_lines.ts";
import { gradientLines } from "./_crf_gradients.ts";
import { penaltyLines } from "./_crf_penalties.ts";

/** How much of a dataset is measured. */
interface Measure {
  /** Training sentences that gradients are timed on. */
  readonly timed: number;
  /** Sentences that are trained with by strength of the penalty; 0 for none. */
  readonly trained: number;
}

/** About ten minutes. */
const MEASURES: Readonly<Record<string, Measure>> = {
  ewt_pos45: { timed: 400, trained: 3000 },
  hwu_slot_scenario323: { timed: 400, trained: 4000 },
  ewt_pos_morph_chunk319: { timed: 100, trained: 0 },
  ewt_pos_morph_chunk443: { timed: 100, trained: 0 },
  erg_supertag2597: { timed: 4, trained: 0 },
};
const OTHER: Measure = { timed: 100, trained: 1000 };
const DECODERS = ["viterbi", "iterative-viterbi", "column-generation", "dominance", "auto"];
/** Strengths of each norm, in the units of the objective. */
const STRENGTHS = { l1: [0.1, 0.3, 1, 3], l2: [0.01, 0.03, 0.1, 0.3, 1, 3] } as const;
/** Passes at most; the tolerance ends most trainings before. */
const EPOCHS = 200;

/** Objective and gradient by arithmetic; accuracy on held-out sentences by penalty. */
const crf: Runner<CrfLine> = {
  name: "crf",
  meaning: "a CRF: time of its gradient, accuracy and decoding time by penalty",
  columns: CRF_COLUMNS,
  cells,
};
export default crf;

async function cells(settings: StudySettings, sources: string): Promise<StudyCell<CrfLine>[]> {
  const { seed, epochs = EPOCHS } = settings;
  const variants = await exactVariants(settings.decoders ?? DECODERS);
  const decoders = await decoderSources(variants);
  const names = variants.map((variant) => variant.name);
  const cells: StudyCell<CrfLine>[] = [];
  for (const name of settings.datasets ?? Object.keys(MEASURES)) {
    const known = MEASURES[name] ?? OTHER;
    const whole = await readStudyCorpus(settings, name, Infinity);
    const timed = first(whole, settings.sentences ?? known.timed);
    cells.push({
      key: hash([sources, whole.hash, timed.training.length, seed]),
      title: `${name}: gradients of ${timed.training.length} sentences`,
      run: () => gradientLines(timed, seed),
    });
    const trained = first(whole, known.trained === 0 ? 0 : settings.sentences ?? known.trained);
    if (trained.training.length === 0) continue;
    for (const norm of ["l1", "l2"] as const) {
      for (const strength of STRENGTHS[norm]) {
        const identity = [whole.hash, trained.training.length, norm, strength, epochs, seed];
        cells.push({
          key: hash([sources, decoders, names, identity]),
          title: `${name}: ${trained.training.length} sentences, ${norm} = ${strength}`,
          run: () => penaltyLines(trained, variants, { norm, strength }, epochs, seed),
        });
      }
    }
  }
  return cells;
}

/** Only the first training sentences. */
function first(corpus: StudyCorpus, sentences: number): StudyCorpus {
  return { ...corpus, training: corpus.training.slice(0, sentences) };
}
