import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { lifecycles } from '#app/declarations.ts';
import { helpParts } from '#app/handbook.ts';
import { assembleForCheck } from './check-modules.ts';
import { helpFaults } from './help-faults.ts';
import { readSources } from './source-files.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Fewer chapters than this were not all of them. */
const LEAST = 30;

const sources = readSources(ROOT).filter(
  ({ path }) => /^(kit|ui|console|modules)\//.test(path) && !/(\.test\.|\/help\.ts$)/.test(path),
);
const shown = sources.map(({ source }) => source).join('\n');

/** Paths that modules give to pages beside the menu. */
const registered = sources
  .filter(({ path }) => /^modules\/[^/]+\/web\/index\.tsx?$/.test(path))
  .flatMap(({ source }) => [...source.matchAll(/\bpath: '(\/[^']+)'/g)])
  .map(([, path = '']) => path);

const menus = assembleForCheck().menus.flatMap(({ path, component }) => (component ? [path] : []));
const files = globSync('modules/*/help/*.md', { cwd: ROOT });
const faults = helpFaults({
  parts: helpParts,
  lifecycles,
  pages: [...new Set([...menus, ...registered])],
  texts: new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])),
  pictures: new Set(globSync('docs/images/help/*.png', { cwd: ROOT })),
  isShown: (name) => isWord(name),
});
if (files.length < LEAST) faults.push(`only ${files.length} chapters were found`);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Whether a name stands in the sources by itself, not as a part of a longer word. */
function isWord(name: string): boolean {
  const letters = /[\p{L}\p{N}]/u;
  for (let at = shown.indexOf(name); at >= 0; at = shown.indexOf(name, at + 1)) {
    const [before, after] = [shown[at - 1] ?? '', shown[at + name.length] ?? ''];
    if (!letters.test(before) && !letters.test(after)) return true;
  }
  return false;
}
