/**
 * A chain CRF that learns from whole passes over its corpus, by L-BFGS or OWL-QN.
 *
 * @module
 */

import type { EncodedCorpus } from "../linear_model.ts";
import { type CrfInsight, type CrfLearner, penalisedFrom, squaredNorm } from "./crf_learner.ts";
import { type GradientSum, gradientSum } from "./gradient_sum.ts";
import { QuasiNewton } from "./quasi_newton.ts";
import type { BatchSettings } from "./settings.ts";
import { type Support, weightCount } from "./support.ts";

/** Steps that L-BFGS remembers. */
const HISTORY = 6;

/**
 * Minimises the negative log-likelihood with its penalty; a pass evaluates it once. With ℓ2 > 0 on
 * all weights it is strictly convex: there is one optimum, whatever the way to it.
 */
export class BatchCrf implements CrfLearner {
  readonly batch = Infinity;
  insight: CrfInsight = { loss: 0, penalty: 0 };

  readonly #sum: GradientSum;
  readonly #gradient: Float64Array;
  readonly #settings: BatchSettings;
  readonly #from: number;
  readonly #search: QuasiNewton;

  /** All weights are 0 at first. */
  constructor(
    corpus: EncodedCorpus,
    support: Support,
    settings: BatchSettings,
    workers: number,
  ) {
    const { l1, tolerance } = settings;
    this.#sum = gradientSum(corpus, support, workers);
    this.#gradient = new Float64Array(weightCount(support));
    this.#settings = settings;
    this.#from = penalisedFrom(support, settings);
    const options = { history: HISTORY, l1, from: this.#from, tolerance };
    this.#search = new QuasiNewton(this.#sum.weights, options);
  }

  get isDone(): boolean {
    return this.#search.isDone;
  }

  begin(): void {}

  /** Evaluates the objective and moves the weights. */
  async step(): Promise<void> {
    const { weights } = this.#sum;
    const gradient = this.#gradient;
    const { l2 } = this.#settings;
    const loss = await this.#sum.evaluate(gradient);
    const squares = squaredNorm(weights, this.#from, l2);
    for (let i = this.#from; i < weights.length; i++) gradient[i]! += 2 * l2 * weights[i]!;
    this.insight = { loss, penalty: squares + this.#search.norm() };
    this.#search.take(loss + squares, gradient);
  }

  weights(): Float64Array {
    this.#search.end();
    return this.#sum.weights;
  }

  close(): void {
    this.#sum.close();
  }
}
