/// <reference lib="dom" />
/**
 * What is decoded: sentence, k, strength of the transitions, families with their dials, a file.
 *
 * @module
 */

import { type Dial, UNCHANGED } from "../trace.ts";
import { Button, Choice, NumberInput } from "./controls.tsx";
import type { Session } from "./session.ts";
import TEXTS from "./texts.json" with { type: "json" };
import type { View } from "./view.ts";
import { count } from "./words.ts";

const STRENGTH: Dial = {
  name: "strength",
  meaning: "transitions ×",
  min: 0,
  max: 3,
  step: 0.1,
  default: UNCHANGED.strength,
};
const KS = [1, 2, 5, 10, 20];

/** The controls of what is decoded. */
export function Choose({ session }: { session: Session }) {
  const { decoded, parsed, page, view, file, isChanged } = session;
  const { sentences } = parsed ?? decoded;
  const sources = [
    ...file === undefined ? [] : [file.name],
    ...page.packs,
    ...Object.keys(page.families).map((name) => `family:${name}`),
  ];
  const change = (to: Partial<View>) => void session.change(to);
  // An address may name what all objects have.
  const dials = Object.entries(page.families).find(([name]) => name === view.family)?.[1] ?? [];
  const sliders = [STRENGTH, ...dials].map(({ name, meaning, default: usual, ...range }) => {
    const values: Readonly<Record<string, number>> = { ...view.dials, strength: view.strength };
    const value = Math.max(range.min, Math.min(range.max, values[name] ?? usual));
    const set = (value: number) =>
      name === STRENGTH.name ? { strength: value } : { dials: { ...view.dials, [name]: value } };
    return (
      <NumberInput
        key={name}
        id={name}
        label={`${meaning} ${value} `}
        {...range}
        value={value}
        onSet={(value) => change(set(value))}
      />
    );
  });
  return (
    <details class="choose">
      <summary>{TEXTS.prose.change}</summary>
      <div class="controls">
        <Choice
          id="source"
          label="lattices"
          value={file?.name ?? (view.family === undefined ? view.pack! : `family:${view.family}`)}
          of={sources.map((name) => [name, page.parses.includes(name) ? `parses ${name}` : name])}
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
            {sliders}
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
  return (
    <div class="controls">
      <label>
        file of yours{" "}
        <input
          id="file"
          type="file"
          onChange={({ currentTarget: { files } }) => void session.take(files?.[0])}
        />
      </label>
      <label>
        text, if it is a tagger's model{" "}
        <textarea
          id="text"
          rows={2}
          placeholder="words of one sentence; or in each line a word and its other columns"
          value={session.text}
          onInput={({ currentTarget: { value } }) => session.text = value}
          onChange={() => void session.take(session.given)}
        />
      </label>
      <p class="quiet">Or drop a pack or a model on this page. Nothing leaves your machine.</p>
    </div>
  );
}
