/**
 * What a command line may ask for at most: more takes memory that no machine has, or no end.
 *
 * @module
 */

/** Best paths of a sentence: dense lists of more take gigabytes. */
export const MOST_PATHS = 10_000;
/** Threads; more are a slip of the hand. */
export const MOST_THREADS = 256;
/** Sentences of a dataset. */
export const MOST_SENTENCES = 1_000_000;
/** Passes over training sentences. */
export const MOST_EPOCHS = 1_000_000;
/** Models to try, and the number of the first: whole numbers are counted up without a gap. */
export const MOST_MODELS = 1e15;
/** Seconds: a timer that is set to 2^31 ms goes off at once. */
export const MOST_SECONDS = 2_000_000;
