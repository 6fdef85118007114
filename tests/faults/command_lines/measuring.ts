/**
 * Command lines of `bench` and of what reads runs: `report`, `compare`, `merge`, `history`.
 *
 * @module
 */

import { alone, type Refused, refused } from "./contract.ts";

/** A bench that would be over soon, were it not refused; nothing is in its folder. */
const NARROW = ["--dataset=synthetic-weak-5", "--decoder=beam", "--k=1", "--sentences=1"];
const bench = (...args: string[]) => ["bench", "--out=$NEW", ...args];
/** The narrow bench with other values of some flags. */
const narrow = (...args: string[]) => {
  const names = args.map((arg) => arg.split("=")[0]!);
  return bench(...NARROW.filter((arg) => !names.includes(arg.split("=")[0]!)), ...args);
};
const into = (
  folder: string,
  ...args: string[]
) => ["bench", ...NARROW, `--out=${folder}`, ...args];

/** Each is refused. */
export const MEASURING: readonly Refused[] = [
  ...refused(
    [bench("paper"), "paper"],
    [bench("--suit=quick"), 'did you mean "--suite"?'],
    [bench("--suite=quik"), 'did you mean "quick"?'],
    [bench("--suite=__proto__"), '"__proto__"'],
    [narrow("--dataset=ewt_pos4"), 'did you mean "ewt_pos45"?'],
    [narrow("--dataset=synthetic-weak-5,synthetic-waek-5"), 'did you mean "weak"?'],
    [narrow("--dataset=synthetic-weak-5,"), "synthetic-weak-5,", "empty"],
    [narrow("--dataset=,"), "empty"],
    [narrow("--dataset=$PACK"), "$PACK"],
    [narrow("--dataset=no/such.safetensors"), "no/such.safetensors"],
    [narrow("--decoder=viterbbi"), 'did you mean "viterbi"?'],
    [narrow("--decoder=beam,"), "beam,", "empty"],
    [narrow("--decoder=,"), "empty"],
    [narrow("--decoder=beam{width=0}"), "width"],
    [narrow("--decoder=$NAMELESS"), "$NAMELESS"],
    [narrow("--decoder=$BROKEN"), "$BROKEN"],
    [narrow("--k=0"), "--k 0"],
    [narrow("--k=1,,5"), "--k"],
    [narrow("--k=1,x"), "--k x"],
    [narrow("--k=-5"), "--k -5"],
    [narrow("--sentences=0"), "--sentences 0"],
    [narrow("--sentences=1e400"), "--sentences 1e400"],
    [narrow("--seed=x"), "--seed x"],
    [narrow("--seed=1.5"), "--seed 1.5"],
    [narrow("--shard=4/3"), "4/3", "1 ≤ i ≤ n"],
    [narrow("--shard=0/3"), "0/3"],
    [narrow("--shard=1"), "shard 1"],
    [narrow("--shard=a/b"), "a/b"],
    [narrow("--shard=1/99999"), "99999"],
    [narrow("--resume=yes"), "--resume"],
    [narrow("--counts=no"), "--counts"],
    [narrow("--baseline=no/such"), "no/such"],
    [narrow("--baseline=$NOMANIFEST"), "$NOMANIFEST"],
    [narrow("--baseline=$VERDICT"), "$VERDICT", "great"],
    [narrow("--data=no/such"), "no/such", "quick has no studies"],
    [bench("--suite=paper", "--counts", "--data=$PACK"), "--counts measures no studies"],
    [bench("--suite=paper", "--data=no/such"), "no/such"],
    [into("$RUN"), "$RUN", "--resume"],
    [into("$OWN"), "$OWN"],
    [into("$TEXT"), "$TEXT"],
    [into("$TEXT/below"), "$TEXT"],
    [into("$NOMANIFEST", "--resume"), "$NOMANIFEST"],
    [into("$BADMANIFEST", "--resume"), "manifest.json"],
    [into("$RUN", "--resume"), "$RUN"],
    [into("$OWN", "--resume"), "$OWN"],
  ),
  ...refused(
    [narrow("--dataset=$PIPE"), "$PIPE", "a pipe"],
    [narrow("--decoder=$PIPECODE"), "$PIPECODE", "a pipe"],
    [narrow("--baseline=$PIPES"), "$PIPES/manifest.json", "a pipe"],
    [into("$PIPES", "--resume"), "$PIPES/manifest.json", "a pipe"],
    [into("$PIPEROWS", "--resume"), "$PIPEROWS/rows.csv", "a pipe"],
    [["report", "$PIPES"], "$PIPES/manifest.json", "a pipe"],
    [["report", "$PIPEROWS"], "$PIPEROWS/rows.csv", "a pipe"],
    [["report", "$BOMB"], "$BOMB/rows.csv.gz", "gunzip it before"],
    [["compare", "$RUN", "$PIPEROWS"], "$PIPEROWS/rows.csv", "a pipe"],
    [["merge", "$PIPES", "--out=$NEW"], "$PIPES/manifest.json", "a pipe"],
    [["history", "$PIPES", "--out=$NEW"], "$PIPES/summary.csv", "a pipe"],
    [["report"], "DIR"],
    [["report", "a", "b"], "DIR"],
    [["report", "no/such"], "no/such"],
    [["report", "$TEXT"], "$TEXT"],
    [["report", "$OWN"], "$OWN"],
    [["report", "$NOMANIFEST"], "$NOMANIFEST"],
    [["report", "$NOROWS"], "$NOROWS"],
    [["report", "$BADMANIFEST"], "manifest.json"],
    [["report", "$VERDICT"], "rows.csv", "great"],
    [["report", "$TWICE"], "rows.csv"],
    [["report", "$RUN", "--compress=9"], "--compress"],
    [["compare"], "RUN_A RUN_B"],
    [["compare", "$RUN"], "RUN_A RUN_B"],
    [["compare", "$RUN", "$RUN", "$RUN"], "RUN_A RUN_B"],
    [["compare", "no/such", "$RUN"], "no/such"],
    [["compare", "$RUN", "$NOMANIFEST"], "$NOMANIFEST"],
    [["compare", "$RUN", "$TWICE"], "rows.csv"],
    [["compare", "$RUN", "$RUN", "--format=mardown"], 'did you mean "markdown"?'],
    [["compare", "$RUN", "$RUN", "--partial=1"], "--partial"],
    [["merge", "$RUN"], "--out DIR"],
    [["merge", "--out=$NEW"], "none is given"],
    [["merge", "$RUN", "--out=$RUN"], "$RUN"],
    [["merge", "$RUN", "$RUN", "--out=$NEW"], "$RUN"],
    [["merge", "no/such", "--out=$NEW"], "no/such"],
    [["merge", "$NOMANIFEST", "--out=$NEW"], "$NOMANIFEST"],
    [["merge", "$TWICE", "--out=$NEW"], "rows.csv"],
    [["merge", "$RUN", "--out=$TEXT"], "$TEXT"],
    [["history"], "DIR…"],
    [["history", "no/such"], "no/such"],
    [["history", "$NOMANIFEST", "--out=$NEW"], "$NOMANIFEST"],
    [["history", "$RUN", "--out=$NEW"], "$RUN", "summary.csv"],
  ),
  ...alone(
    [narrow("--dataset=ewt_pos45", "--k=1000000000"), "k"],
    [narrow("--sentences=1000000000000"), "1000000000000"],
    [narrow("--dataset=synthetic-weak-5{length=1e12}"), "length"],
    [["bench", ...NARROW, "--out=/proc/run"], "/proc/run"],
    [["bench", ...NARROW, "--out=/dev/null/run"], "/dev/null/run"],
  ),
];
