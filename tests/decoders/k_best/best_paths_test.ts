import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { BestPaths } from "../../../decoders/k_best/best_paths.ts";

function path(score: number, ...labels: number[]) {
  return { score, labels: Int32Array.from(labels) };
}

function shown({ paths }: BestPaths): string {
  return paths.map(({ score, labels }) => `${score}:${labels.join("")}`).join(" ");
}

describe("BestPaths", () => {
  it("keeps the k best, best first, when more are added", () => {
    const best = new BestPaths(3);
    for (const score of [2, 5, 1, 4, 3]) best.add(path(score, score));
    assertEquals(shown(best), "5:5 4:4 3:3");
  });

  it("has no bar when there are fewer than k distinct paths", () => {
    const best = new BestPaths(2);
    best.add(path(1, 0, 0));
    best.add(path(1, 0, 0));
    assertEquals(best.bar, -Infinity);
    best.add(path(1, 0, 1));
    assertEquals(best.bar, 1);
    assertEquals(shown(best), "1:00 1:01");
  });

  it("keeps those that came first when scores are equal", () => {
    const best = new BestPaths(2);
    for (const label of [7, 3, 5]) best.add(path(1, label));
    assertEquals(shown(best), "1:7 1:3");
    best.add(path(2, 9));
    assertEquals(shown(best), "2:9 1:7");
  });

  it("leaves the paths that it starts with as they are", () => {
    const first = new BestPaths(1, [path(1, 1)]);
    const second = new BestPaths(1, first.paths);
    second.add(path(2, 2));
    assertEquals([shown(first), shown(second)], ["1:1", "2:2"]);
  });
});
