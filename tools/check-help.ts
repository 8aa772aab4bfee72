import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Assembled } from '#app/assemble.ts';
import { lifecycles } from '#app/declarations.ts';
import { helpParts } from '#app/handbook.ts';
import { helpFaults } from './help-faults.ts';
import type { SourceFile } from './syntax.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Fewer chapters than this were not all of them. */
const LEAST = 30;

/** What is wrong with the handbook of an assembled product. */
export function handbookFaults({ menus }: Assembled, sources: readonly SourceFile[]): string[] {
  const house = sources.filter(
    ({ path }) => /^(kit|ui|console|modules)\//.test(path) && !/(\.test\.|\/help\.ts$)/.test(path),
  );
  const shown = house.map(({ source }) => source).join('\n');
  const files = globSync('modules/*/help/*.md', { cwd: ROOT });
  const pages = menus.flatMap(({ path, component }) => (component ? [path] : []));
  const faults = helpFaults({
    parts: helpParts,
    lifecycles,
    pages: [...new Set([...pages, ...registeredPages(house)])],
    texts: new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])),
    pictures: new Set(globSync('docs/images/help/*.png', { cwd: ROOT })),
    isShown: (name) => isWord(shown, name),
  });
  if (files.length < LEAST) faults.push(`only ${files.length} chapters were found`);
  return faults;
}

/** Paths that modules give to pages beside the menu. */
const registeredPages = (house: readonly SourceFile[]): string[] =>
  house
    .filter(({ path }) => /^modules\/[^/]+\/web\/index\.tsx?$/.test(path))
    .flatMap(({ source }) => [...source.matchAll(/\bpath: '(\/[^']+)'/g)])
    .map(([, path = '']) => path);

/** Whether a name stands in the sources by itself, not as a part of a longer word. */
function isWord(shown: string, name: string): boolean {
  const letters = /[\p{L}\p{N}]/u;
  for (let at = shown.indexOf(name); at >= 0; at = shown.indexOf(name, at + 1)) {
    const [before, after] = [shown[at - 1] ?? '', shown[at + name.length] ?? ''];
    if (!letters.test(before) && !letters.test(after)) return true;
  }
  return false;
}
