import { describe, it } from "@std/testing/bdd";
import { assertAlmostEquals, assertEquals } from "@std/assert";
import {
  Optimiser,
  type Parameter,
  type Table,
  zeroParameter,
} from "../../../../datasets/training/bilstm/optimiser.ts";

/** A parameter of two numbers and a table of three rows of two, of which row 1 is used. */
function some(): { parameter: Parameter; table: Table } {
  const parameter = zeroParameter("p", [2]);
  parameter.gradient.set([3, 0]);
  const gradients = new Map([[1, Float32Array.of(0, -4)]]);
  return { parameter, table: { name: "t", width: 2, values: new Float32Array(6), gradients } };
}

describe("Optimiser", () => {
  it("step() shortens a gradient that is longer than clip, over everything", () => {
    const { parameter, table } = some();
    const sgd = new Optimiser({ optimiser: "sgd", clip: 2.5 }, [parameter], [table]);
    assertEquals(sgd.step(1), 5);
    assertEquals([...parameter.values], [-1.5, 0]);
    assertEquals([...table.values], [0, 0, 0, 2, 0, 0]);
    assertEquals(sgd.moments.size, 0);
  });

  it("step() leaves shorter gradients as they are", () => {
    const { parameter, table } = some();
    new Optimiser({ optimiser: "sgd", clip: 6 }, [parameter], [table]).step(0.5);
    assertEquals([parameter.values[0], table.values[3]], [-1.5, 2]);
  });

  it("step() goes as far as the rate at first with adam, and not at all where nothing pulls", () => {
    const { parameter, table } = some();
    const adam = new Optimiser({ optimiser: "adam", clip: 100 }, [parameter], [table]);
    adam.step(0.25);
    assertAlmostEquals(parameter.values[0]!, -0.25, 1e-6);
    assertAlmostEquals(table.values[3]!, 0.25, 1e-6);
    assertEquals([parameter.values[1], ...table.values.slice(4)], [0, 0, 0]);
    // m = 0.9·0.3 + 0.1·(−3), v = 0.999·0.009 + 0.001·9: the means cancel, with 0.01 to spare.
    parameter.gradient[0] = -3;
    adam.step(0.25);
    const [m, v] = [(0.27 - 0.3) / (1 - 0.81), (0.008991 + 0.009) / (1 - 0.998001)];
    assertAlmostEquals(parameter.values[0]!, -0.25 - 0.25 * m / Math.sqrt(v), 1e-5);
  });
});
