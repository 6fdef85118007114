import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { settingsFlags } from "../../../datasets/training/crf/settings.ts";
import { LEARNER_FLAGS, readLearner } from "../../../harness/commands/_learner.ts";
import { parseFlags } from "../../../harness/terminal/flags.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";

const read = (...args: string[]) => readLearner(parseFlags("train", LEARNER_FLAGS, args));

describe("readLearner()", () => {
  it("takes a perceptron unless it is asked for a CRF", () => {
    assertEquals(read(), undefined);
    assertEquals(read("--learner=perceptron"), undefined);
    assertEquals(read("--learner=crf"), {
      optimiser: "l-bfgs",
      tolerance: 1e-5,
      l1: 0,
      l2: 1,
      penalty: "all",
    });
  });

  it("reads the flags that are written into a pack", () => {
    const norms = ["--l2", "0.25", "--penalty", "transitions"];
    for (
      const args of [
        ["--optimiser", "l-bfgs", "--tolerance", "0.001", "--l1", "0.5", ...norms],
        ["--optimiser", "sgd", "--rate", "0.3", "--batch", "4", "--l1", "0", ...norms],
      ]
    ) {
      const flags = settingsFlags(read("--learner", "crf", ...args)!);
      assertEquals(
        Object.entries(flags).flatMap(([flag, value]) => [`--${flag}`, `${value}`]),
        args,
      );
    }
  });

  it("refuses unknown names, numbers that are none, and the flags of another learner", () => {
    for (
      const [args, message] of [
        [["--learner=crf", "--optimiser=bfgs"], 'did you mean "l-bfgs"?'],
        [["--learner=crf", "--penalty=features"], "Cannot find the penalty"],
        [["--learner=crf", "--optimiser=sgd", "--tolerance=1"], "with --optimiser sgd"],
      ] as const
    ) {
      assertThrows(() => read(...args), UsageError, message);
    }
  });
});
