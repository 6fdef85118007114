import viterbi from "../../../decoders/viterbi.ts";
import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import type { Decode, Decoder } from "../../../decoders/contract.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import { trainPerceptron } from "../../../datasets/training/perceptron.ts";
import { findDecoders } from "../../../harness/decoders/discover.ts";
import { Contestant, runTrial, type Trial } from "../../../reports/studies/_trial.ts";
import { WrongAnswerError } from "../../../reports/studies/contract.ts";
import { resolveVariant } from "../../../harness/decoders/variant.ts";
import type { Variant } from "../../../harness/decoders/load_decoder.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { problemOf } from "../../helpers/problems.ts";
import { replacing } from "../../helpers/replacing.ts";
import { encodedSentences } from "../../helpers/word_sentences.ts";

async function exactVariants(): Promise<Variant[]> {
  const decoders = await findDecoders();
  return decoders.filter(({ value }) => value.exact)
    .map(({ value }) => resolveVariant(value.name, decoders));
}

function trial(variants: readonly Variant[], more: Partial<Trial> = {}): Trial {
  return {
    ...encodedSentences(40, 3),
    variants,
    epochs: 3,
    seed: 1,
    every: 3,
    firstTimedEpoch: 2,
    ...more,
  };
}

describe("runTrial()", () => {
  it("learns the weights that training with each of the decoders alone gives", async () => {
    const variants = await exactVariants();
    const options = trial(variants);
    const { model } = await runTrial(options);
    for (const { name, decoder, options: decoderOptions } of variants) {
      assertEquals(await trainPerceptron({ ...options, decoder, decoderOptions }), model, name);
    }
  });

  it("counts the epochs from the first timed one and every so many sentences of them", async () => {
    const { lines } = await runTrial(trial(await exactVariants()));
    assertEquals([...new Set(lines.map(({ epoch }) => epoch))], [2, 3]);
    for (const { sentences, timed_sentences, pair_mean, pair_max, pair_share } of lines) {
      assertEquals([sentences, timed_sentences], [40, 14]);
      assert(pair_max >= pair_mean && pair_mean > 0 && pair_share <= 1);
    }
    for (const line of lines.filter(({ decoder }) => decoder === "viterbi")) {
      assertEquals(line.edge_evaluations, line.reference_edges);
    }
  });

  /**
   * A trial with a decoder whose paths have label 0 only, and scores as `claim` makes of theirs.
   */
  async function lazyTrial(claim: (score: number) => number): Promise<WrongAnswerError> {
    const [first] = await exactVariants();
    const lazy: Decoder = {
      ...first!.decoder,
      name: "lazy",
      prepare: (model) => (lattice) => {
        const labels = new Int32Array(lattice.length);
        return { paths: [{ labels, score: claim(scorePath(model, lattice, labels)) }] };
      },
    };
    const variant = { ...first!, name: "lazy", decoder: lazy };
    return await assertRejects(() => runTrial(trial([variant])), WrongAnswerError);
  }

  itInFolder("stops at a path that is not a best one and shows the lattice", async (dir) => {
    const { message, decoder, write } = await lazyTrial((score) => score);
    assertMatch(message, /^lazy while .*: not the best scores$/);
    assertEquals(decoder, "lazy");
    await write(`${dir}/failing.safetensors`);
    const { lengths, model } = await openPack(`${dir}/failing.safetensors`);
    assertEquals([lengths.length, model.labelCount], [1, encodedSentences(40, 3).labelCount]);
  });

  it("stops at a score that is too good for its path", async () => {
    const { message } = await lazyTrial((score) => score + 1);
    assertMatch(message, /^lazy while .*: path 0 claims the score /);
  });
});

describe("Contestant", () => {
  it("prepares again after a change unless the decoder can follow it", () => {
    const [model, lattice] = problemOf([[0, 0], [0, 0]], [[1, 2]]);
    const calls = (canFollow: boolean): string[] => {
      const calls: string[] = [];
      const decoder: Decoder = {
        ...viterbi,
        prepare() {
          calls.push("prepare");
          const decode: Decode = () => {
            calls.push("decode");
            return { paths: [{ labels: Int32Array.of(1), score: 2 }] };
          };
          const revise = (x: number, y: number) => void calls.push(`revise ${x} ${y}`);
          return canFollow ? Object.assign(decode, { revise }) : decode;
        },
      };
      const contestant = new Contestant({ name: "counted", decoder, options: {}, url: "" });
      assertEquals(contestant.decode(model, lattice, true)[0]!.score, 2);
      contestant.revise(0, 1);
      contestant.decode(model, lattice, true);
      return calls;
    };
    const twice = ["decode", "decode"];
    const prepared = ["prepare", ...twice];
    assertEquals(calls(false), [...prepared, ...prepared]);
    assertEquals(calls(true), [...prepared, "revise 0 1", ...twice]);
  });

  it("charges what is built again after a change that the decoder follows", () => {
    let [clock, isStale] = [0, true];
    const decode: Decode = () => {
      clock += isStale ? 10 : 1;
      isStale = false;
      return { paths: [] };
    };
    const revise = () => void (isStale = true);
    const decoder: Decoder = { ...viterbi, prepare: () => Object.assign(decode, { revise }) };
    const contestant = new Contestant({ name: "lazy", decoder, options: {}, url: "" });
    const [model, lattice] = problemOf([[0]], [[0]]);
    using _ = replacing(performance, "now", () => clock);
    const prepared = [true, true].map((isCharged) => {
      contestant.revise(0, 0);
      contestant.decode(model, lattice, isCharged);
      return contestant.take().preparingMs;
    });
    assertEquals(prepared, [9, 9]);
  });
});
