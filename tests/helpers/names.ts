/**
 * The columns of rows that say what their names say, for made-up rows.
 *
 * @module
 */

import { CONTROL } from "../../harness/decoders/load_decoder.ts";
import type { Row } from "../../harness/store/rows.ts";
import { parseSettings } from "../../harness/store/table.ts";

/** The columns of a made-up variant with its name; only beams have defaults. */
export function decoderColumns(
  name: string,
): Pick<Row, "decoder" | "decoder_base" | "options" | "role"> {
  const [base, set] = split(name);
  const defaults = base === "beam" ? { width: 1, kernel: "plain" } : {};
  return {
    decoder: name,
    decoder_base: name === CONTROL ? "viterbi" : base,
    options: { ...defaults, ...set },
    role: name === "viterbi" ? "baseline" : name === CONTROL ? "control" : "rival",
  };
}

/** The columns of a made-up dataset with its name. */
export function datasetColumns(
  name: string,
): Pick<Row, "dataset" | "dataset_base" | "dataset_settings"> {
  const [base, settings] = split(name);
  return { dataset: name, dataset_base: base, dataset_settings: settings };
}

function split(name: string): [base: string, settings: ReturnType<typeof parseSettings>] {
  const [base, settings = ""] = name.replace("}", "").split("{");
  return [base!, parseSettings(settings.replaceAll(",", ";"))];
}
