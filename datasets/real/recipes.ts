/**
 * How the packs of this folder are made: `deno task packs` makes them again.
 *
 * @module
 */

import { BILSTM_DEFAULTS } from "../training/settings.ts";
import type {
  LearnerSettings,
  ModelSettings,
  ParsingRecipe,
  ParsingSettings,
  Recipe,
} from "../training/recipe.ts";

/** The terms of what comes from the English Web Treebank. */
const EWT_NOTES = {
  licence: "CC BY-SA 4.0, https://creativecommons.org/licenses/by-sa/4.0/ " +
    "(annotations; the texts belong to their authors)",
  attribution: "The contributors to the Universal Dependencies English Web Treebank. Changed: " +
    "only weights computed from the treebank and names of labels are given, no text.",
} as const;

/** A corpus and what packs that are made from it say of it. */
type Source = Pick<Recipe, "folder" | "corpus" | "sentences" | "notes">;

const POS45: Source = {
  folder: "ewt_pos45",
  corpus: "4962c6fec3f83cdaa5ff57243be71f80f41351c8c2cb84cb367aa275051d845f",
  sentences: 800,
  notes: ewtNotes(
    "XPOS in 45 classes; HYPH and NFP became :, ADD became NNP, GW became FW",
  ),
};
const CHUNK319: Source = {
  folder: "ewt_pos_morph_chunk319",
  corpus: "87d8a75de212a61237e6fad53588eaa27be7cc56e3f8483e8ee893ef0d3c1e3c",
  sentences: 400,
  notes: ewtNotes(
    "XPOS | Degree, NumType, Number, Polarity and PronType of the features | base chunk in BIO " +
      "notation, read off the dependency tree",
  ),
};
const CHUNK443: Source = {
  folder: "ewt_pos_morph_chunk443",
  corpus: "811c9393b93bba1081d355a301a0b16fd857e9270d48a103b098c7f50f892ee8",
  sentences: 400,
  notes: ewtNotes(
    "XPOS | all features but Abbr, NumForm and Typo | base chunk in BIO notation, read off the " +
      "dependency tree",
  ),
};
const FACTORIAL360: Source = {
  ...CHUNK319,
  sentences: 800,
  notes: ewtNotes(
    "pairs of XPOS in 45 classes (HYPH and NFP became :, ADD became NNP, GW became FW) and base " +
      "chunks read off the dependency tree in 8 (O; B- and I- of NP, VP and AP, which is ADJP or " +
      "ADVP; B-PP; SBAR, PRT and INTJ became O)",
  ),
};
const SUPERTAG: Source = {
  folder: "erg_supertag2597",
  corpus: "977bb9aec328ce222b03c28a1ddb1d7966102d221386c8e407ded8383179dda7",
  sentences: 200,
  notes: {
    licence:
      "MIT-style licence of the English Resource Grammar: free use, copies and changes, if " +
      "the copyright and permission notices are kept; without warranty",
    provenance:
      "Gold profiles of the English Resource Grammar (ERG). Labels, for each token: class " +
      "of the lexical entry & lexical rules [first phrasal rule that the word heads] > rule by " +
      "which it is attached if it heads nothing. The tagger also sees predicted parts of speech. " +
      "Trained on the train part; the lattices are those of the first sentences of the test part.",
    attribution: "English Resource Grammar, copyright CSLI, Stanford University, and others. " +
      "Changed: only weights computed from the profiles and names of labels are given, no text.",
  },
};
const SLOTS: Source = {
  folder: "hwu_slot_scenario323",
  corpus: "6daefa3e5c549b5155877b3ecf5bb534cda24ac1d3a9da6de26882cece52e07e",
  sentences: 826,
  notes: {
    licence: "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/",
    provenance:
      "NLU-Evaluation-Data (HWU64), utterances to a home assistant. Labels: slot in BIO " +
      "notation | scenario on every token. The lattices are those of test utterances of at most 5 " +
      "tokens.",
    attribution: 'NLU-Evaluation-Data, Liu et al. 2019, "Benchmarking Natural Language ' +
      'Understanding Services for building Conversational Agents". Changed: only weights computed ' +
      "from the data and names of labels are given, no text.",
  },
};

const FORWARD = "dominance{bound=row,kernel=simd}";
/** Of a perceptron. */
const PERCEPTRON = { learner: { model: "perceptron" }, epochs: 10 } as const;

/** A CRF by L-BFGS until it is done, from the first step that there was when these were made. */
function lbfgs(tolerance: number, l2: number): Pick<Recipe, "learner" | "epochs" | "decoder"> {
  const learner: LearnerSettings = {
    model: "crf",
    settings: { optimiser: "l-bfgs", tolerance, start: "unit", l1: 0, l2, penalty: "all" },
  };
  return { learner, epochs: 500, decoder: FORWARD };
}

/** How each is learned, in the order of their names. */
const LEARNED: readonly Omit<Recipe, "format" | "seed">[] = [
  { name: "erg_supertag2597", ...SUPERTAG, ...PERCEPTRON, epochs: 9, decoder: FORWARD },
  // Of rates of 0.1 and 0.2 and an ℓ2 of 0.1, 0.3 and 1, learned from the first 15,000 training
  // sentences, this pair is among the two that had most right tokens on 2,000 of the last tenth;
  // rates of 0.3 and 0.5 were worse on fewer.
  {
    name: "erg_supertag2597_crf",
    ...SUPERTAG,
    epochs: 6,
    decoder: FORWARD,
    learner: {
      model: "crf",
      settings: { optimiser: "sgd", rate: 0.2, batch: 8, l1: 0, l2: 0.3, penalty: "all" },
    },
  },
  {
    name: "ewt_factorial360",
    ...FACTORIAL360,
    epochs: 10,
    decoder: "viterbi{transitions=structured}",
    learner: { model: "factorial" },
  },
  { name: "ewt_pos45", ...POS45, ...PERCEPTRON, decoder: "viterbi" },
  // With the held-out part that `deno task data` writes. Float32 sums depend on the machine, and
  // training makes much of small differences: the bytes are other ones elsewhere, the accuracy
  // comes again within the margin.
  {
    name: "ewt_pos45_bilstm_crf",
    ...POS45,
    epochs: 8,
    decoder: "viterbi",
    learner: { model: "bilstm", settings: { ...BILSTM_DEFAULTS, inputs: "spelling" } },
    pinned: {
      hash: "80ab5fc175c877f1ee20401d8177b548b61156842dfe1b2112b6d8d2c52321d3",
      margin: 0.01,
    },
  },
  // Of 0.03, 0.1, 0.3 and 1 the ℓ2 is the strongest that had most right tokens on the dev part of
  // UD English EWT, learned from 3,000 sentences of its train part.
  { name: "ewt_pos45_crf", ...POS45, ...lbfgs(1e-4, 0.3) },
  { name: "ewt_pos_morph_chunk319", ...CHUNK319, ...PERCEPTRON, decoder: FORWARD },
  // Of 0.03, 0.1, 0.3 and 1 the ℓ2 is the one that had most right tokens on the dev part of UD
  // English EWT, learned from a part of its train part.
  { name: "ewt_pos_morph_chunk319_crf", ...CHUNK319, ...lbfgs(1e-3, 0.1) },
  { name: "ewt_pos_morph_chunk443", ...CHUNK443, ...PERCEPTRON, decoder: FORWARD },
  // Its labels are those of `ewt_pos_morph_chunk319` in more detail, so it is learned as that
  // dataset is; nothing was chosen on its own dev sentences.
  { name: "ewt_pos_morph_chunk443_crf", ...CHUNK443, ...lbfgs(1e-3, 0.1) },
  { name: "hwu_slot_scenario323", ...SLOTS, ...PERCEPTRON, decoder: "viterbi" },
  // Of 0.03, 0.1 and 0.3 the ℓ2 is the one that had most right tokens on the last tenth of the
  // training sentences, learned from the others; none below was tried.
  { name: "hwu_slot_scenario323_crf", ...SLOTS, ...lbfgs(1e-4, 0.03) },
];

/** The packs of lattices. */
export const RECIPES: readonly Recipe[] = LEARNED.map((recipe) => {
  return { ...recipe, format: "columns", seed: 1 };
});

/**
 * Learned from everything. With ℓ2 from 0.1 to 3 as many tags of dev are right; the stronger, the
 * more tags a beam permits, and the more right ones are among them. Of these 2 is the one whose
 * beams are as wide as those of other supertaggers.
 */
const WHOLE: ModelSettings = { taggerEpochs: 8, taggerL2: 2, parserEpochs: 3, seed: 1 };
/** Learned from the first 3,000 derivations, supertagger and parser by steps of one kind. */
const APART: ModelSettings = {
  sentences: 3000,
  taggerEpochs: 5,
  taggerL2: 0,
  parserEpochs: 5,
  seed: 1,
};
/** The same through belief propagation. */
const JOINT: ModelSettings = { ...APART, joint: 10 };
/** `bankHash` of the train part with another one. */
const BANKS = {
  dev: "cfa2eabcc46eb0bf7fd74a05e88cf68c18d39a18e975b233365ca62b5d4cbc1a",
  test: "454818938a87ce8c672fd319373c8caf35589ddce96c8a7b5ce26179fee69eff",
} as const;

/** Packs of parses, in the order of their names; `auto` has predicted parts of speech. */
export const PARSING_RECIPES: readonly ParsingRecipe[] = [
  ewtCcg("apart_dev", { part: "dev", pos: "bank", model: APART, sentences: 600 }),
  ewtCcg("auto_dev", { part: "dev", pos: "predicted", sentences: 1000 }),
  ewtCcg("auto_test", { part: "test", pos: "predicted", sentences: 1000 }),
  // The whole dev part, its first sentences to the widest beam.
  ewtCcg("dev", { part: "dev", pos: "bank", deep: 300 }),
  ewtCcg("joint_dev", { part: "dev", pos: "bank", model: JOINT, sentences: 600 }),
  ewtCcg("test", { part: "test", pos: "bank", sentences: 1000 }),
];

function ewtNotes(labels: string): Recipe["notes"] {
  return {
    ...EWT_NOTES,
    provenance:
      `Universal Dependencies English Web Treebank (UD English EWT). Labels: ${labels}. ` +
      "Trained on the train part; the lattices are those of the first sentences of the test part.",
  };
}

function ewtCcg(
  name: string,
  settings: Pick<ParsingSettings, "part" | "pos"> & Partial<ParsingSettings>,
): ParsingRecipe {
  return {
    deep: 0,
    model: WHOLE,
    ...settings,
    name: `ewt_ccg_${name}`,
    bank: BANKS[settings.part],
    folder: "ud_english_ewt",
    notes: {
      ...EWT_NOTES,
      provenance: "Universal Dependencies English Web Treebank (UD English EWT), converted to " +
        "combinatory categorial grammar by `deno task data --task ewt_ccg`. Trained on the train " +
        `part; the sentences are the first ones of the ${settings.part} part that are projective.`,
    },
  };
}
