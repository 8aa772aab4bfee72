import { resourceKey } from './resource.ts';
import type { AnyLifecycle } from './lifecycle.ts';

/** A name and the sentence that explains it: a state, a reason of a hold. */
export type Explained = readonly (readonly [name: string, sentence: string])[];

/** A chapter of the handbook: one file `<name>.md` in the folder `help` of its module. */
export interface Chapter {
  /** File name without its ending. */
  name: string;
  title: string;
  /** Paths of the pages that it explains, with their parameters (`:id`). */
  pages: readonly string[];
  /** Resources whose generic pages it explains too; those with a lifecycle lend it their states. */
  of?: readonly string[];
  /** What stands at `::<name>::` in its text, taken from the declarations. */
  lists?: Readonly<Record<string, Explained>>;
}

/** What a state means and what comes next, by state. */
export interface StateNotes {
  readonly lifecycle: AnyLifecycle;
  readonly notes: Readonly<Record<string, string>>;
}

/** A part of the handbook: chapters of one module, in the order to read them. */
export interface HelpPart {
  module: string;
  title: string;
  chapters: readonly Chapter[];
  notes: readonly StateNotes[];
}

/** A sentence for every state of a lifecycle: one that is missing does not compile. */
export const stateNotes = <L extends AnyLifecycle>(
  lifecycle: L,
  notes: Readonly<Record<Extract<keyof L['states'], string>, string>>,
): StateNotes => ({ lifecycle, notes });

/** Where a chapter stands in the house. */
export const chapterFile = (part: HelpPart, chapter: Chapter): string =>
  `modules/${part.module}/help/${chapter.name}.md`;

/** States of a lifecycle with what they mean, in their order. */
export function explainedStates({ lifecycle, notes }: StateNotes): Explained {
  const states = lifecycle.states as Readonly<Record<string, readonly [string, unknown]>>;
  return Object.entries(states).map(([state, [title]]) => [title, notes[state] ?? '']);
}

/** Place of the states in a text. */
const STATES = '状态';
/** A line that names something of the declarations. */
export const PLACE = /^::(.+)::$/gm;

/** What the places of a chapter stand for: the states of its resources, and its own lists. */
export function placesOf(parts: readonly HelpPart[], chapter: Chapter): ReadonlyMap<string, Explained> {
  const own = parts
    .flatMap(({ notes }) => notes)
    .filter(({ lifecycle: { of } }) => chapter.of?.includes(resourceKey(of)));
  const states = own.map((one, index): [string, Explained] => [
    index === 0 ? STATES : `${one.lifecycle.of.title}${STATES}`,
    explainedStates(one),
  ]);
  return new Map([...states, ...Object.entries(chapter.lists ?? {})]);
}

/** The text of a chapter with what the declarations say in its places. */
export function filledIn(text: string, places: ReadonlyMap<string, Explained>): string {
  return text.replace(PLACE, (_, name: string) =>
    (places.get(name) ?? []).map(([title, sentence]) => `- **${title}**：${sentence}`).join('\n'),
  );
}

/** Whether an address is one of a path of a page, which may hold parameters. */
export function isAt(pattern: string, address: string): boolean {
  const [want, have] = [pattern.split('/'), address.split('/')];
  return want.length === have.length && want.every((part, index) => part.startsWith(':') || part === have[index]);
}

interface Found {
  part: HelpPart;
  chapter: Chapter;
}

/** All chapters with their part, in the order to read them. */
export const chaptersOf = (parts: readonly HelpPart[]): Found[] =>
  parts.flatMap((part) => part.chapters.map((chapter) => ({ part, chapter })));

/** The chapter of an address: of the very path, of one with parameters, of the resource shown there. */
export function chapterAt(parts: readonly HelpPart[], address: string): Found | undefined {
  const all = chaptersOf(parts);
  const [, kind, module = '', name = ''] = address.split('/');
  const shown = kind === 'detail' || kind === 'list' ? `${module}:${name}` : '';
  return (
    all.find(({ chapter }) => chapter.pages.includes(address)) ??
    all.find(({ chapter }) => chapter.pages.some((page) => isAt(page, address))) ??
    all.find(({ chapter }) => chapter.of?.includes(shown))
  );
}
