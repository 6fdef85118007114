/**
 * Wrong answers in studies: none is measured.
 *
 * @module
 */

/** An answer is not the best there is. */
export class WrongAnswerError extends Error {
  /** For `catch`. */
  override name = "WrongAnswerError";

  /**
   * Keeps what shows it.
   *
   * @param decoder as a command line takes it
   * @param write writes the file that replays it
   */
  constructor(
    message: string,
    readonly decoder: string,
    readonly k: number,
    readonly write: (path: string) => Promise<void>,
  ) {
    super(message);
  }
}
