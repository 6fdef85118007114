/**
 * Command lines of what reads corpora: `train`, `train_factorial`, `packs`, `data`, `study`.
 *
 * @module
 */

import { alone, type Refused, refused } from "./contract.ts";

const PACK = "--out=$NEW.safetensors";
const train = (...args: string[]) => ["train", PACK, "--data=$CORPUS", ...args];

/** Each is refused. */
export const LEARNING: readonly Refused[] = [
  ...refused(
    [["train"], "--out PACK"],
    [["train", PACK], "--data DIR"],
    [["train", "--data=$CORPUS", "--out=$NEW"], ".safetensors"],
    [["train", PACK, "--data=no/such"], "no/such"],
    [["train", PACK, "--data=$OWN"], "$OWN"],
    [["train", PACK, "--data=$TEXT"], "$TEXT"],
    [["train", PACK, "--data=$PIPES"], "$PIPES/train.tsv", "a pipe"],
    [["train", PACK, "--data=$BOMB"], "$BOMB/train.tsv.gz", "gunzip it before"],
    [["train_bilstm", PACK, "--data=$PIPES"], "$PIPES/train.tsv", "a pipe"],
    [["train_factorial", PACK, "--data=$PIPES"], "$PIPES/train.tsv", "a pipe"],
    [["train_parser", PACK, "--data=$PIPES"], "$PIPES/train.auto", "a pipe"],
    [["data", "--out=$NEW", "--treebank=$PIPES"], "$PIPES/en_ewt-ud-train.conllu", "a pipe"],
    [["data", "--out=$NEW", "--treebank=$BOMB"], "$BOMB/train.conllu.gz", "gunzip it before"],
    [["data", "--out=$NEW", "--treebank=$NOTREES"], "$NOTREES/train.conllu", "no sentences"],
    [["data", "--out=$NEW", "--from=$PIPES"], "$PIPES/en_ewt-ud-", "a pipe"],
    [train("--format=colums"), 'did you mean "columns"?'],
    [train("--decoder=viterbbi"), 'did you mean "viterbi"?'],
    [train("--decoder=beam"), "beam", "not exact"],
    [train("--epochs=0"), "--epochs 0"],
    [train("--epochs=many"), "--epochs many"],
    [train("--seed=-1"), "--seed -1"],
    [train("--sentences=0"), "--sentences 0"],
    [train("--epoch=1"), 'did you mean "--epochs"?'],
    [train("--learner=crff"), 'did you mean "crf"?'],
    [train("--l2=1"), "--l2", "--learner perceptron"],
    [train("--learner=crf", "--l2=lots"), "--l2 lots"],
    [["train", PACK, "--data=$WORDS", "--learner=crf", "--l2=-1"], "l2 = -1"],
    [["train", PACK, "--data=$WORDS", "--learner=crf", "--optimiser=sgd", "--l1=1"], "l1 = 1"],
    [train("--learner=crf", "--rate=1"), "--rate", "--optimiser l-bfgs"],
    [train("--name="), "--name"],
    [["train_factorial", PACK], "--data DIR"],
    [["train_factorial", PACK, "--data=no/such"], "no/such"],
    [["train_factorial", PACK, "--data=$CORPUS", "--decoder=auto"], '"--decoder=auto"'],
    [["packs"], "--data DIR"],
    [["packs", "--data=no/such", "--out=$NEW"], "no/such"],
    [["packs", "--data=$OWN", "--out=$NEW"], "$OWN"],
    [["packs", "--data=$OWN", "--out=$NEW", "--only=ewt_pos46"], 'did you mean "ewt_pos45"?'],
    [["data"], "--out DIR"],
    [["data", "--out=$NEW", "--task=ewt_pos46"], "ewt_pos46"],
    [["data", "--out=$NEW", "--from=no/such"], "no/such"],
    [["data", "--out=$NEW", "--from=$OWN"], "$OWN"],
    [["study"], "NAME"],
    [["study", "trainin"], 'did you mean "training"?'],
    [["study", "choice", "kept"], "NAME"],
    [["study", "training", "--out=$NEW"], "--data"],
    [["study", "training", "--out=$NEW", "--data=no/such"], "no/such"],
    [["study", "choice", "--out=$NEW", "--sentences=0"], "--sentences 0"],
    [["study", "choice", "--out=$NEW", "--decoder=viterbbi"], 'did you mean "viterbi"?'],
    [["study", "choice", "--out=$NEW", "--decoder=beam"], "beam"],
    [["study", "choice", "--out=$NEW", "--dataset=ewt_pos46"], "ewt_pos46"],
  ),
  ...alone(
    [["train", "--out=/proc/x.safetensors", "--data=$CORPUS"], "Cannot"],
    [["data", "--out=/dev/null/x", "--from=$OWN"], "$OWN"],
  ),
];
