import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { Agenda } from "../../../decoders/best_first/agenda.ts";
import { Random } from "../../../datasets/random.ts";

const WIDTH = 4;

/** An agenda on which these scores were raised, position by position. */
function agendaOf(rows: readonly (readonly number[])[]): Agenda {
  const agenda = new Agenda();
  agenda.reset(rows.length, WIDTH);
  rows.forEach((row, position) => raise(agenda, position, row));
  return agenda;
}

function raise(agenda: Agenda, position: number, row: readonly number[]): void {
  row.forEach((score, i) => agenda.scores[position * WIDTH + i] = score);
  agenda.raised(position, position * WIDTH + row.indexOf(Math.max(...row)));
}

function drain(agenda: Agenda): [number, number][] {
  const entries: [number, number][] = [];
  while (agenda.topScore > -Infinity) {
    entries.push([agenda.topScore, agenda.topSlot]);
    agenda.lowerTop(-Infinity, WIDTH);
  }
  return entries;
}

describe("Agenda", () => {
  it("pops in descending order, later positions and smaller slots first among ties", () => {
    const random = new Random(1);
    for (let length = 1; length < 20; length++) {
      const rows = Array.from(
        { length },
        () => Array.from({ length: WIDTH }, () => random.integer(5)),
      );
      const expected = rows
        .flatMap((row, t) => row.map((score, i) => ({ score, t, slot: t * WIDTH + i })))
        .toSorted((a, b) => b.score - a.score || b.t - a.t || a.slot - b.slot)
        .map(({ score, slot }) => [score, slot]);
      assertEquals<number[][]>(drain(agendaOf(rows)), expected);
    }
  });

  it("keeps one entry a node when its score is raised or lowered", () => {
    const agenda = agendaOf([[1, 2, 0, 0], [3, 0, 0, 0]]);
    assertEquals([agenda.topScore, agenda.topSlot, agenda.topPosition], [3, WIDTH, 1]);
    raise(agenda, 0, [5, 2, 0, 0]);
    assertEquals([agenda.topScore, agenda.topSlot, agenda.topPosition], [5, 0, 0]);
    agenda.lowerTop(1, WIDTH);
    assertEquals(drain(agenda).slice(0, 3), [[3, WIDTH], [2, 1], [1, 0]]);
  });

  it("sees that the best of a position has risen when another rises to the same score", () => {
    const agenda = agendaOf([[1, 2, 0, 0], [3, 0, 0, 0]]);
    agenda.scores[0] = 4;
    agenda.scores[1] = 4;
    agenda.raised(0, 0);
    assertEquals([agenda.topScore, agenda.topPosition], [4, 0]);
  });
});
