/// <reference lib="dom" />
/**
 * What is decoded: sentence, k, strength of the transitions, families with their dials, a file.
 *
 * @module
 */

import { useRef, useState } from "preact/hooks";
import { type Dial, UNCHANGED } from "../trace.ts";
import { Button, Choice, NumberInput } from "./controls.tsx";
import type { Session } from "./session.ts";
import type { View } from "./view.ts";
import { count } from "./words.ts";

const STRENGTH: Dial = {
  name: "strength",
  meaning: "transitions ×",
  least: 0,
  most: 3,
  step: 0.1,
  default: 1,
};
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
  const change = (to: Partial<View>) => void session.change(to);
  // An address may name what all objects have.
  const dials = Object.entries(page.families).find(([name]) => name === view.family)?.[1] ?? [];
  const slider = (dial: Dial, value: number, to: (value: number) => Partial<View>) => {
    const { name, meaning, least, most, step } = dial;
    const within = Math.max(least, Math.min(most, value));
    return (
      <NumberInput
        key={name}
        id={name}
        label={`${meaning} ${within} `}
        min={least}
        max={most}
        step={step}
        value={within}
        text={`${within}`}
        onSet={(value) => change(to(value))}
      />
    );
  };
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
            change({ ...pack, family, sentence: 0, dials: {} });
          }}
        />
        {sentences > 1 && (
          <NumberInput
            id="sentence"
            type="number"
            label={`sentence, 0 to ${count(sentences - 1)} `}
            min={0}
            max={sentences - 1}
            value={view.sentence}
            onSet={(sentence) => sentence >= 0 && change({ sentence: Math.floor(sentence) })}
          />
        )}
        {parsed === undefined && (
          <>
            <Choice
              id="k"
              label="k"
              value={view.k}
              of={[...new Set([...KS, view.k])].map((k) => [k, `${k}`])}
              onPick={(k) => change({ k: Number(k) })}
            />
            {slider(STRENGTH, view.strength, (strength) => ({ strength }))}
            {dials.map((dial) =>
              slider(dial, view.dials[dial.name] ?? dial.default, (value) => ({
                dials: { ...view.dials, [dial.name]: value },
              }))
            )}
          </>
        )}
        {isChanged && <Button id="undo" onClick={() => change(UNCHANGED)}>Undo all changes</Button>}
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
