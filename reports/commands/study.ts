/**
 * `deno task study`: measurements beside the suites.
 *
 * @module
 */

import { closeLibrary } from "../../datasets/training/bilstm/library.ts";
import {
  type Command,
  type Flags,
  MOST_EPOCHS,
  MOST_SENTENCES,
  MOST_THREADS,
  seedOf,
  wholeNumber,
} from "../../harness/terminal/flags.ts";
import { holding, whileLocked } from "../../harness/store/folder.ts";
import { findStudies, type StudySettings } from "../studies/contract.ts";
import {
  EXIT_INCOMPLETE,
  EXIT_WRONG,
  given,
  unknownName,
  UsageError,
} from "../../harness/terminal/usage_error.ts";
import { splitVariants } from "../../harness/decoders/variant.ts";
import { shellQuote } from "../../datasets/visible.ts";
import { measureStudies } from "./_run_study.ts";

const DEFAULT_OUT = "reports/runs/latest";

/** The command `study`. */
const command: Command = {
  meaning: "measure what no suite does, such as training; NAME is one of the studies",
  arguments: "NAME",
  flags: {
    data: { value: "DIR", help: "folder with a folder for each corpus, if the study trains" },
    out: { value: "DIR", help: `folder of a run; the study goes to DIR/studies (${DEFAULT_OUT})` },
    format: { value: "NAME", help: "corpus format (columns); see `deno task list`" },
    dataset: { value: "A,B", help: "names of datasets or corpora instead of the study's" },
    decoder: { value: "X,Y", help: "exact variants NAME{option=value,…} instead of the study's" },
    sentences: { value: "N", help: "(training) sentences of each dataset instead of the study's" },
    epochs: { value: "N", help: "passes over the training sentences instead of the study's" },
    every: { value: "N", help: "time one of N training sentences instead of the study's" },
    threads: { value: "N", help: "threads of the study threads (as many as there are cores)" },
    seed: {
      value: "N",
      help: "seed of the order of training sentences, of synthetic lattices (1)",
    },
    resume: { help: "keep the lines in DIR, measure only what has none" },
  },
  examples: {
    "study kept":
      "how many labels `dominance` keeps a position, by dataset and strength of transitions",
    "study training --data corpora": "training time by decoder, epoch by epoch",
  },
  async choices() {
    const studies = (await findStudies()).map(({ value }) => value);
    return ["Studies:", ...studies.map(({ name, meaning }) => `  ${name.padEnd(14)} ${meaning}`)];
  },
  run,
};
export default command;

async function run(flags: Flags): Promise<number> {
  const studies = await findStudies();
  const [name, ...rest] = flags.positional;
  const names = studies.map(({ value }) => value.name);
  if (name === undefined || rest.length > 0) {
    throw new UsageError(`Cannot study: give one NAME of ${names.join(", ")}`);
  }
  const study = studies.find(({ value }) => value.name === name);
  if (study === undefined) throw unknownName("study", name, names);
  const out = flags.values["out"] ?? DEFAULT_OUT;
  return await whileLocked(out, async () => {
    await given(holding(out));
    const outcome = await measureStudies([study], studySettings(flags), {
      out,
      resume: flags.switches.has("resume"),
      commandLine: ["deno task study", ...Deno.args.slice(1).map(shellQuote)].join(" "),
    }).finally(closeLibrary);
    if (outcome !== "whole") return outcome === "wrong" ? EXIT_WRONG : EXIT_INCOMPLETE;
    // Charts pull in Vega, which nothing else needs.
    const { buildAfterStudy } = await import("../pages/report.ts");
    const pages = await given(buildAfterStudy(out));
    console.log(`Report: ${pages.join(", ")}; rows: ${out}/studies/${name}.csv`);
    return 0;
  });
}

function studySettings(flags: Flags): StudySettings {
  const { data, dataset, decoder, format } = flags.values;
  return {
    data,
    format,
    seed: seedOf(flags),
    datasets: dataset === undefined ? undefined : splitVariants(dataset),
    decoders: decoder === undefined ? undefined : splitVariants(decoder),
    sentences: wholeNumber(flags, "sentences", 1, MOST_SENTENCES),
    epochs: wholeNumber(flags, "epochs", 1, MOST_EPOCHS),
    every: wholeNumber(flags, "every", 1),
    threads: wholeNumber(flags, "threads", 1, MOST_THREADS),
  };
}
