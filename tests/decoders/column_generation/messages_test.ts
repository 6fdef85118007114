import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { newWork } from "../../../decoders/contract.ts";
import { finiteScores } from "../../../decoders/column_generation/finite_scores.ts";
import { RestrictedMessages } from "../../../decoders/column_generation/messages.ts";
import { draw } from "../../helpers/problems.ts";
import { Random } from "../../../datasets/random.ts";

const LABELS = 6;
const LENGTH = 5;

function randomLattice(seed: number) {
  const random = new Random(seed);
  const [model, lattice] = draw(LABELS, LENGTH, () => random.uniform(), false);
  return finiteScores(model)(lattice);
}

describe("RestrictedMessages", () => {
  it("update() gives the messages of a fresh start when domains have grown", () => {
    for (let seed = 0; seed < 20; seed++) {
      const lattice = randomLattice(seed);
      const random = new Random(seed, 1);
      const grown = new RestrictedMessages(LABELS);
      grown.reset(lattice);
      const added: [number, number][] = [];
      const add = (t: number, label: number) => {
        if (grown.add(t, label)) added.push([t, label]);
      };
      for (let t = 0; t < LENGTH; t++) add(t, random.integer(LABELS));
      for (let round = 0; round < 6; round++) {
        assert(grown.update(newWork(), Infinity));
        const fresh = new RestrictedMessages(LABELS);
        fresh.reset(lattice);
        for (const [t, label] of added) fresh.add(t, label);
        fresh.update(newWork(), Infinity);
        assertEquals(grown.forward, fresh.forward);
        assertEquals(grown.backward, fresh.backward);
        assertEquals(grown.follow(), fresh.follow());
        add(random.integer(LENGTH), random.integer(LABELS));
      }
    }
  });

  it("update() relaxes nothing when nothing was added", () => {
    const messages = new RestrictedMessages(LABELS);
    messages.reset(randomLattice(1));
    for (let t = 0; t < LENGTH; t++) messages.add(t, t);
    messages.update(newWork(), Infinity);
    const work = newWork();
    messages.update(work, Infinity);
    assertEquals(work, newWork());
    assertEquals([...messages.forwardRose, ...messages.backwardRose], new Array(10).fill(0));
  });

  it("update() stops when the limit is passed", () => {
    const messages = new RestrictedMessages(LABELS);
    messages.reset(randomLattice(1));
    for (let t = 0; t < LENGTH; t++) messages.add(t, t);
    const work = newWork();
    assertEquals(messages.update(work, LABELS), false);
    assertEquals(work.edgeEvaluations, 2 * LABELS);
  });

  it("add() says whether the label is new", () => {
    const messages = new RestrictedMessages(LABELS);
    messages.reset(randomLattice(1));
    assertEquals([messages.add(0, 3), messages.add(0, 3), messages.add(1, 3)], [true, false, true]);
  });
});
