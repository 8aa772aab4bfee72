import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { HelpPart } from '#kit/model/help.ts';
import { loadOnce } from '#ui/chunk-reload.ts';

/** The handbook as the console has it. */
export interface Handbook {
  parts: readonly HelpPart[];
  /** Text of a chapter, fetched when it is read. */
  text: (file: string) => Promise<string>;
  /** Address of a picture by its path in the house; undefined: there is none. */
  picture: (file: string) => string | undefined;
}

let load = (): Promise<Handbook> =>
  Promise.resolve({
    parts: [],
    text: () => Promise.resolve(''),
    picture: () => undefined,
  });

/** Tells the web kit where the handbook is; app/web calls it once. It is fetched when first asked for. */
export function provideHandbook(from: () => Promise<Handbook>): void {
  load = from;
}

/** The handbook, fetched once. */
export const handbookReady = (): Promise<Handbook> => loadOnce(load);

type Pointed = (event: { currentTarget: HTMLElement }) => void;

/**
 * Gives an element what a state (or several) means as its tooltip, when it is pointed at or reached
 * by the keyboard. Until then a list of a hundred rows pays nothing for it, nor fetches the sentences.
 */
export function describeStates(lifecycle: AnyLifecycle, states: readonly string[]): Pointed {
  return ({ currentTarget }) => {
    if (currentTarget.title !== '') return;
    // Pointing at something must never have the page reloaded: see loadOnce.
    load().then(
      ({ parts }) => {
        currentTarget.title = sentences(parts, lifecycle, states);
      },
      () => {
        // Without the sentences a state is still a word.
      },
    );
  };
}

function sentences(parts: readonly HelpPart[], lifecycle: AnyLifecycle, states: readonly string[]): string {
  const found = parts.flatMap(({ notes }) => notes).find((one) => one.lifecycle === lifecycle);
  const titles = lifecycle.states as Readonly<Record<string, readonly [string, unknown]>>;
  return states
    .filter((state) => found?.notes[state])
    .map((state) => `${titles[state]?.[0] ?? state}：${found?.notes[state] ?? ''}`)
    .join('\n');
}
