import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { publishedConvergence, publishedGains } from "../../../reports/charts/_published_parses.ts";

it("publishedGains() has LF less the baseline's of the same search space", () => {
  const gains = publishedGains({ bp: "BP", dd: "DD" });
  assertEquals(gains.length, 12);
  assertEquals(gains.filter(({ iterations }) => iterations === 25), [
    { space: "ast", iterations: 25, system: "BP", LF: 87.7, gain: 0.32, from: "the paper" },
    { space: "reverse", iterations: 25, system: "BP", LF: 88.33, gain: 0.97, from: "the paper" },
    { space: "ast", iterations: 25, system: "DD", LF: 87.71, gain: 0.33, from: "the paper" },
    { space: "reverse", iterations: 25, system: "DD", LF: 88.29, gain: 0.93, from: "the paper" },
  ]);
});

it("publishedConvergence() has shares of as many sentences as the printed one is of", () => {
  const found = publishedConvergence()
    .map(({ space, line, iteration, share }) => [space, line, iteration, share.toFixed(4)]);
  const [bp, dd] = ["belief propagation, 1e-3", "dual decomposition"];
  assertEquals(found, [
    ["ast", bp, 1000, "0.9981"],
    ["reverse", bp, 1000, "0.9981"],
    ["reverse", bp, 1, "0.0150"],
    ["reverse", dd, 1000, "0.9740"],
    ["ast", dd, 1000, "0.9962"],
  ]);
});
