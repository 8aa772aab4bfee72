import { chapterFile, chaptersOf, PLACE, placesOf, type Chapter, type HelpPart } from '#kit/model/help.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { resourceKey } from '#kit/model/resource.ts';

/** What the handbook is compared with. */
export interface HelpHouse {
  parts: readonly HelpPart[];
  lifecycles: readonly AnyLifecycle[];
  /** Paths of the pages that people can open. */
  pages: readonly string[];
  /** Text of each file below `modules/<module>/help`, by path. */
  texts: ReadonlyMap<string, string>;
  /** Pictures that exist, by path. */
  pictures: ReadonlySet<string>;
  /** Whether something on the screen is called so. */
  isShown: (name: string) => boolean;
}

/** A clerk reads it standing: longer than this, it is two chapters. */
const MOST_LINES = 70;
const LINK = /(!?)\[[^\]]*\]\(([^)\s]+)\)/g;
/** Names of buttons, tabs and fields stand in corner brackets. */
const NAME = /「([^」]+)」/g;

/**
 * What is wrong with the handbook: a page without a chapter, a chapter without a page or a file, a
 * link or picture that leads nowhere, a button that is called otherwise, a state without a sentence.
 */
export function helpFaults(house: HelpHouse): string[] {
  const all = chaptersOf(house.parts);
  const files = all.map(({ part, chapter }) => chapterFile(part, chapter));
  const explained = new Set(all.flatMap(({ chapter }) => chapter.pages));
  const reported = new Set(house.parts.flatMap(({ notes }) => notes.map(({ lifecycle }) => lifecycle)));
  return [
    ...house.pages
      .filter((page) => !explained.has(page))
      .map((page) => `${page}: no chapter of the handbook explains this page`),
    ...[...explained]
      .filter((page) => !house.pages.includes(page))
      .map((page) => `${page}: a chapter explains it, and there is no such page`),
    ...[...house.texts.keys()]
      .filter((file) => !files.includes(file))
      .map((file) => `${file}: no help.ts names this chapter`),
    ...house.lifecycles
      .filter((one) => !reported.has(one))
      .map((one) => `the states of ${resourceKey(one.of)} have no sentences (stateNotes)`),
    ...all.flatMap(({ part, chapter }) => chapterFaults(house, files, part, chapter)),
  ];
}

function chapterFaults(house: HelpHouse, files: readonly string[], part: HelpPart, chapter: Chapter): string[] {
  const file = chapterFile(part, chapter);
  const text = house.texts.get(file);
  if (text === undefined) return [`${file}: the chapter ${chapter.title} has no file`];
  const faults = [
    ...(text.startsWith(`# ${chapter.title}\n`) ? [] : [`does not begin with # ${chapter.title}`]),
    ...(text.split('\n').length > MOST_LINES ? [`is longer than ${MOST_LINES} lines`] : []),
    ...placeFaults(text, [...placesOf(house.parts, chapter).keys()]),
    ...[...text.matchAll(LINK)].flatMap(([, sign, to = '']) =>
      linkFaults(house, files, { file, to, isPicture: sign === '!' }),
    ),
    ...[...text.matchAll(NAME)]
      .map(([, name = '']) => name)
      .filter((name) => !house.isShown(name))
      .map((name) => `names 「${name}」, and nothing on the screen is called so`),
  ];
  return faults.map((fault) => `${file}: ${fault}`);
}

function placeFaults(text: string, known: readonly string[]): string[] {
  const used = [...text.matchAll(PLACE)].map(([, name = '']) => name);
  return [
    ...used.filter((name) => !known.includes(name)).map((name) => `::${name}:: stands for nothing`),
    ...known.filter((name) => !used.includes(name)).map((name) => `leaves out ::${name}::`),
  ];
}

function linkFaults(
  house: HelpHouse,
  files: readonly string[],
  { file, to, isPicture }: { file: string; to: string; isPicture: boolean },
): string[] {
  const target = new URL(to, `file:///${file}`).pathname.slice(1);
  if (isPicture) return house.pictures.has(target) ? [] : [`there is no picture ${target}`];
  if (to.endsWith('.md')) return files.includes(target) ? [] : [`there is no chapter ${target}`];
  const page = to.split('?')[0] ?? '';
  return house.pages.includes(page) ? [] : [`there is no page ${to}`];
}
