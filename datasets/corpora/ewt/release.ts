/**
 * The release of UD English EWT that the tasks are made of.
 *
 * @module
 */

/** A file of a release. */
export interface ReleaseFile {
  /** Its name in the release. */
  readonly name: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly sha256: string;
}

/** A release of a treebank, pinned to its bytes. */
export interface Release {
  /** Name and version, for messages. */
  readonly title: string;
  /** URL of the folder of the files, with a slash at the end. */
  readonly source: string;
  /** Licence of what is made of it. */
  readonly licence: string;
  /** The parts of the treebank. */
  readonly files: {
    readonly train: ReleaseFile;
    readonly test: ReleaseFile;
    /** Held out, where the release has it. */
    readonly dev?: ReleaseFile;
  };
}

/**
 * Universal Dependencies 2.16 (15 May 2025), English Web Treebank: 12,544 training, 2,077 test
 * and 2,001 held-out sentences.
 */
export const UD_ENGLISH_EWT: Release = {
  title: "UD English EWT 2.16",
  source: "https://raw.githubusercontent.com/UniversalDependencies/UD_English-EWT/r2.16/",
  licence: "annotations CC BY-SA 4.0, texts by their authors",
  files: {
    train: {
      name: "en_ewt-ud-train.conllu",
      sha256: "3fb78e2b55482c8ee00caa653af436c88c9e5bc9a73ce26e4ae3ddc79d2b7e7b",
    },
    test: {
      name: "en_ewt-ud-test.conllu",
      sha256: "e266e515a0a7547657ed3d90d9ba46487d6bd251f27ad4269d4e8a427c8555cd",
    },
    dev: {
      name: "en_ewt-ud-dev.conllu",
      sha256: "531a54ff90d6ab12201c5a50c3e78e6ddac4de69abc4bce5d275d3cd29efe2b6",
    },
  },
};
