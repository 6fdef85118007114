/// <reference lib="dom" />
/**
 * What is decoded: sentence, k, strength of the transitions, families with their dials, a file.
 *
 * @module
 */

import { useRef, useState } from "preact/hooks";
import type { Session } from "./session.ts";
import { UNCHANGED } from "./hash.ts";
import { count } from "./words.ts";

const STRENGTHS = { min: "0", max: "3", step: "0.1" };
/** Of a pack of parses: one whose parser and tagger do not agree in all rounds. */
const FIRST_PARSE = 1;
const KS = [1, 2, 5, 10, 20];

/** The controls of what is decoded. */
export function Choose({ session }: { session: Session }) {
  const { opened, view, file } = session;
  const { changes } = view;
  const { sentences } = session.parsed ?? opened;
  const isChanged = changes.scores.length > 0 || changes.transitionFactor !== 1;
  const source = file?.name ??
    (view.parse !== undefined
      ? `parse:${view.parse}`
      : view.family === undefined
      ? view.example
      : `family:${view.family}`);
  return (
    <details class="choose">
      <summary>
        Change things: another sentence, scores, transitions, families, k, or a file of yours
      </summary>
      <div class="controls">
        <label>
          lattices{" "}
          <select
            id="source"
            value={source}
            onChange={({ currentTarget: { value } }) => {
              const [, kind, name = value] = /^(family|parse):(.*)/.exec(value) ?? [];
              const family = kind === "family" ? name : undefined;
              const parse = kind === "parse" ? name : undefined;
              const example = kind === undefined ? { example: name } : {};
              const sentence = parse === undefined ? 0 : FIRST_PARSE;
              void session.change({ ...example, family, parse, sentence, dials: {} });
            }}
          >
            {file !== undefined && <option value={file.name}>{file.name}</option>}
            {opened.examples.map((name) => <option key={name} value={name}>{name}</option>)}
            {opened.parses.map((name) => (
              <option key={name} value={`parse:${name}`}>parses {name}</option>
            ))}
            {Object.keys(opened.families).map((name) => (
              <option key={name} value={`family:${name}`}>family {name}</option>
            ))}
          </select>
        </label>
        {sentences > 1 && (
          <label>
            sentence{" "}
            <input
              id="sentence"
              type="number"
              min="0"
              max={sentences - 1}
              value={view.sentence}
              onChange={({ currentTarget: { valueAsNumber } }) => {
                if (valueAsNumber >= 0) void session.change({ sentence: valueAsNumber });
              }}
            />
            <span class="quiet">of {count(sentences)}, from 0</span>
          </label>
        )}
        <label>
          k{" "}
          <select
            id="k"
            value={view.k}
            onChange={({ currentTarget: { value } }) => void session.change({ k: Number(value) })}
          >
            {[...new Set([...KS, view.k])].map((k) => <option key={k} value={k}>{k}</option>)}
          </select>
        </label>
        <label>
          strength of transitions{" "}
          <input
            id="strength"
            type="range"
            {...STRENGTHS}
            value={changes.transitionFactor}
            onChange={({ currentTarget: { valueAsNumber } }) =>
              void session.change({
                changes: { ...changes, transitionFactor: valueAsNumber },
              })}
          />
          <output>× {changes.transitionFactor}</output>
        </label>
        {session.dials.map(({ name, meaning, least, most, step, default: usual }) => (
          <label key={name} title={meaning}>
            {name}{" "}
            <input
              type="range"
              min={least}
              max={most}
              step={step}
              value={view.dials[name] ?? usual}
              onChange={({ currentTarget: { valueAsNumber } }) =>
                void session.change({ dials: { ...view.dials, [name]: valueAsNumber } })}
            />
            <output>{view.dials[name] ?? usual}</output>
          </label>
        ))}
        {isChanged && (
          <button
            type="button"
            id="undo"
            onClick={() => void session.change({ changes: UNCHANGED })}
          >
            Undo {changes.scores.length > 0 && `${changes.scores.length} changed scores`}
            {changes.transitionFactor !== 1 && " strength"}
          </button>
        )}
      </div>
      <YourFile session={session} />
    </details>
  );
}

/** A pack, or a model and text; it stays on this machine. */
function YourFile({ session }: { session: Session }) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  return (
    <div class="controls">
      <label>
        file of yours{" "}
        <input
          ref={input}
          id="file"
          type="file"
          onChange={() => void takeFile(session, input.current?.files?.[0], text)}
        />
      </label>
      <label class="wide">
        text, if it is a tagger's model{" "}
        <input
          id="text"
          type="text"
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
          onChange={() => void takeFile(session, input.current?.files?.[0], text)}
        />
      </label>
      <p class="quiet">Or drop a pack anywhere on this page. Nothing leaves your machine.</p>
    </div>
  );
}

/** Opens a file of the reader's. */
export async function takeFile(session: Session, file: File | undefined, text = ""): Promise<void> {
  if (file === undefined) return;
  const bytes = new Uint8Array(await file.arrayBuffer());
  await session.take({ name: file.name, bytes, text });
}
