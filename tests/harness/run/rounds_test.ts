import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { roundsByProcess, slowRounds } from "../../../harness/run/rounds.ts";

describe("roundsByProcess()", () => {
  it("shares all rounds evenly among the processes, in their order", () => {
    for (const [rounds, processes] of [[9, 3], [5, 2], [7, 3], [2, 2]] as const) {
      const shares = roundsByProcess(rounds, processes);
      assertEquals(shares.flat(), Array.from({ length: rounds }, (_, i) => i + 1));
      const sizes = shares.map(({ length }) => length);
      assertEquals(shares.length, processes);
      assert(Math.max(...sizes) - Math.min(...sizes) <= 1);
    }
  });
});

describe("slowRounds()", () => {
  it("has the first, the middle and the last round, in as many processes as there are", () => {
    assertEquals([...slowRounds(9)], [1, 5, 9]);
    assertEquals([...slowRounds(5)], [1, 3, 5]);
    assertEquals([...slowRounds(2)], [1, 2]);
    const processes = roundsByProcess(9, 3).filter((own) =>
      own.some((round) => slowRounds(9).has(round))
    );
    assertEquals(processes.length, 3);
  });
});
