/**
 * Lines of studies for tests.
 *
 * @module
 */

import choice, { type ChoiceLine } from "../../harness/studies/choice.ts";
import type { LineOf, Study } from "../../harness/studies/contract.ts";
import type { StudyRow } from "../../reports/numbers/study_rows.ts";

/** A line of a study about training on ewt_pos45, all of whose sentences were timed. */
export function line(fields: Record<string, string | number>): StudyRow {
  const all = {
    dataset: "ewt_pos45",
    corpus: "c0",
    labels: 45,
    norm: "none",
    strength: 0,
    epoch: 1,
    decoder: "viterbi",
    decoder_base: "viterbi",
    options: "",
    sentences: 100,
    tokens: 1000,
    mistakes: 100,
    timed_sentences: 100,
    timed_tokens: 1000,
    decoding_ms: 4000,
    elapsed_ms: 4000,
    prepare_ms: 1000,
    iterations: 100,
    node_expansions: 100,
    edge_evaluations: 8000,
    reference_edges: 8000,
    pair_mean: 1,
    pair_max: 9,
    pair_share: 0.5,
    test_tokens: 200,
    right_tokens: 150,
    weights: "abc",
    weights_sentences: 7,
    ...fields,
  };
  return asText(all);
}

/** A line of the study of kept labels on ewt_pos45. */
export function keptLine(fields: Record<string, string | number>): StudyRow {
  return asText({
    dataset: "ewt_pos45",
    dataset_settings: "",
    family: "real",
    pack: "p0",
    labels: 45,
    sentences: 20,
    kept: 1,
    positions: 100,
    ...fields,
  });
}

/** A line of the study of choosing a decoder on ewt_pos45. */
export function choiceLine(fields: Partial<ChoiceLine>): StudyRow {
  return written(choice, {
    dataset: "ewt_pos45",
    pack: "p0",
    labels: 45,
    k: 1,
    decoder: "auto",
    decoder_base: "auto",
    options: "",
    variants: 14,
    half: "first",
    sentences: 30,
    round: 1,
    sentence_ms: 1,
    ...fields,
  });
}

/** A line of the study of the CRF on ewt_pos45: a round of a gradient. */
export function gradientLine(fields: Record<string, string | number>): StudyRow {
  return asText({
    kind: "gradient",
    dataset: "ewt_pos45",
    labels: 45,
    tokens: 1000,
    pairs: 810,
    arithmetic: "scaled",
    round: 1,
    pass_ms: 5,
    ...fields,
  });
}

/** A line of the study of the CRF on ewt_pos45: a round of a decoder by penalty. */
export function penaltyLine(fields: Record<string, string | number>): StudyRow {
  return asText({
    kind: "penalty",
    dataset: "ewt_pos45",
    labels: 45,
    sentences: 900,
    pairs: 800,
    norm: "l2",
    strength: 1,
    objective: 1234.5,
    epochs: 40,
    weights: 2000,
    kept_weights: 1000,
    kept_pairs: 200,
    held_out_tokens: 100,
    right_tokens: 90,
    decoder: "viterbi",
    round: 1,
    sentence_ms: 0.5,
    ...fields,
  });
}

/** A line of the study of forests: a round of our charts of eight sentences. */
export function forestsLine(fields: Record<string, string | number>): StudyRow {
  return asText({
    dataset: "synthetic-parsing-238",
    tags: 238,
    size: 10000,
    sentences: 8,
    words: 160,
    items: 8000,
    chart_edges: 80000,
    forest_edges: 40000,
    part: "chart",
    way: "arrays",
    round: 1,
    passes: 10,
    visits: 80000,
    pass_ms: 2,
    bytes: 28 * 80000,
    ...fields,
  });
}

/** A line of the study of pruning for the partition sum on ewt_pos45_crf. */
export function partitionLine(fields: Record<string, string | number>): StudyRow {
  return asText({
    dataset: "ewt_pos45_crf",
    pack: "p0",
    labels: 45,
    non_zero: 360,
    sentences: 20,
    positions: 100,
    method: "oracle",
    epsilon: 0.01,
    kept: 900,
    ...fields,
  });
}

/** A line of the study of constraints on hwu_slot_scenario323: a share or a round of a decoder. */
export function constraintsLine(fields: Record<string, string | number>): StudyRow {
  return asText({
    dataset: "hwu_slot_scenario323",
    labels: 100,
    forbidden_pairs: 2500,
    sentences: 50,
    quantity: "milliseconds",
    paths: "free",
    decoder: "viterbi",
    round: 1,
    value: 1,
    low: "",
    high: "",
    sentence_edges: 1000,
    ...fields,
  });
}

/** A line of the study of confidence on ewt_pos45. */
export function confidenceLine(fields: Record<string, string | number>): StudyRow {
  return asText({
    dataset: "ewt_pos45",
    pack: "p0",
    labels: 45,
    sentences: 20,
    tokens: 400,
    scores: "as they are",
    quantity: "mass",
    condition: 1,
    at: "",
    value: 0.5,
    low: 0,
    high: 1,
    count: 400,
    ...fields,
  });
}

/** A line of the study of labels known in part on ewt_pos45. */
export function partialLine(fields: Record<string, string | number>): StudyRow {
  return asText({
    dataset: "ewt_pos45",
    labels: 45,
    removed: 0.5,
    way: "partial",
    sentences: 1000,
    tokens: 9000,
    known: 4500,
    accuracy: 0.8,
    low: 0.75,
    high: 0.85,
    ...fields,
  });
}

/** A line as it is written and read back. */
function written<Line extends LineOf<Line>>({ columns }: Study<Line>, line: Line): StudyRow {
  return Object.fromEntries(columns.map((name) => [name, String(line[name])]));
}

function asText(fields: Record<string, string | number>): StudyRow {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}
