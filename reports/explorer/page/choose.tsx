/// <reference lib="dom" />
/**
 * What is decoded: sentence, k, strength of the transitions, families with their dials, a file.
 *
 * @module
 */

import { useRef, useState } from "preact/hooks";
import { UNCHANGED } from "../trace.ts";
import { Button, Choice, Slider } from "./controls.tsx";
import type { Session } from "./session.ts";
import { count } from "./words.ts";

const STRENGTHS = { min: 0, max: 3, step: 0.1 };
const KS = [1, 2, 5, 10, 20];

/** The controls of what is decoded. */
export function Choose({ session }: { session: Session }) {
  const { decoded, parsed, page, view, file, isChanged } = session;
  const { sentences } = parsed ?? decoded;
  const sources = [
    ...file === undefined ? [] : [[file.name, file.name] as const],
    ...page.packs.map((name) =>
      [name, page.parses.includes(name) ? `parses ${name}` : name] as const
    ),
    ...Object.keys(page.families).map((name) => [`family:${name}`, `family ${name}`] as const),
  ];
  return (
    <details class="choose">
      <summary>
        Change things: another sentence, scores, transitions, families, k, or a file of yours
      </summary>
      <div class="controls">
        <Choice
          id="source"
          label="lattices"
          value={file?.name ??
            (view.family === undefined ? view.pack ?? "" : `family:${view.family}`)}
          of={sources}
          onPick={(value) => {
            const [, family] = /^family:(.*)/.exec(value) ?? [];
            const pack = family === undefined ? { pack: value } : {};
            void session.change({ ...pack, family, sentence: 0, dials: {} });
          }}
        />
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
            />{" "}
            <span class="quiet">of {count(sentences)}, from 0</span>
          </label>
        )}
        {parsed === undefined && (
          <>
            <Choice
              id="k"
              label="k"
              value={view.k}
              of={[...new Set([...KS, view.k])].map((k) => [k, `${k}`])}
              onPick={(k) => void session.change({ k: Number(k) })}
            />
            <Slider
              id="strength"
              label={`transitions × ${view.strength} `}
              {...STRENGTHS}
              value={view.strength}
              text={`times ${view.strength}`}
              onSet={(strength) => void session.change({ strength })}
            />
            {session.dials.map(({ name, meaning, least, most, step, default: usual }) => {
              const value = Math.max(least, Math.min(most, view.dials[name] ?? usual));
              return (
                <Slider
                  key={name}
                  label={`${meaning} ${value} `}
                  min={least}
                  max={most}
                  step={step}
                  value={value}
                  text={`${value}`}
                  onSet={(set) => void session.change({ dials: { ...view.dials, [name]: set } })}
                />
              );
            })}
          </>
        )}
        {isChanged && (
          <Button id="undo" onClick={() => void session.change(UNCHANGED)}>
            Undo {view.scores.length > 0 && `${view.scores.length} changed scores`}
            {view.strength !== 1 && " strength"}
          </Button>
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
  const take = () => void session.take(input.current?.files?.[0], text);
  return (
    <div class="controls">
      <label>
        file of yours <input ref={input} id="file" type="file" onChange={take} />
      </label>
      <label>
        text, if it is a tagger's model{" "}
        <textarea
          id="text"
          rows={2}
          placeholder="words of one sentence; or in each line a word and its other columns"
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
          onChange={take}
        />
      </label>
      <p class="quiet">Or drop a pack anywhere on this page. Nothing leaves your machine.</p>
    </div>
  );
}
