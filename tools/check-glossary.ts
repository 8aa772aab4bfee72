import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import type { AnyResource } from '#kit/model/resource.ts';

export type Role = 'resource' | 'state' | 'move';

/** A word that the product declares. */
export interface Word {
  role: Role;
  title: string;
  identifier: string;
  /** File that declares it. */
  file: string;
}

export interface GlossaryRow {
  title: string;
  identifier: string;
  meaning: string;
  /** Words that look or sound alike, with the difference. */
  confusions: string;
  file: string;
  line: number;
}

const MODEL = /^modules\/[^/]+\/model\/.+\.ts$/;
const RESOURCES = new Set<unknown>(['register', 'document', 'ledger']);

/**
 * What is wrong with the glossary: a declared resource, state or move without its line, a line
 * without meaning or for a word that its model no longer declares, one Chinese title with two identifiers in the same role. Such a pair is accepted where
 * one of the two lines names the other identifier as not to be confused with it.
 */
export function glossaryFaults(words: readonly Word[], rows: readonly GlossaryRow[]): string[] {
  const faults: string[] = [];
  const known = new Set(rows.map(({ title, identifier }) => `${title}\0${identifier}`));
  for (const { role, title, identifier, file } of words)
    if (!known.has(`${title}\0${identifier}`))
      faults.push(`${file}: ${role} ${title} \`${identifier}\` has no line in the glossary`);
  for (const { title, identifier, meaning, line } of rows)
    if (meaning === '' || identifier === '')
      faults.push(`docs/glossary.md:${line}: ${title} has no meaning or no identifier`);
  const declared = new Set(words.map(({ title, identifier }) => `${title}\0${identifier}`));
  for (const { title, identifier, file, line } of rows)
    if (MODEL.test(file) && !declared.has(`${title}\0${identifier}`))
      faults.push(`docs/glossary.md:${line}: ${file} declares no ${title} \`${identifier}\``);
  return [...new Set([...faults, ...doubles(words, rows)])];
}

function doubles(words: readonly Word[], rows: readonly GlossaryRow[]): string[] {
  const byTitle = new Map<string, Map<string, Word>>();
  for (const word of words) {
    const key = `${word.role} ${word.title}`;
    const found = byTitle.get(key) ?? new Map<string, Word>();
    byTitle.set(key, found.set(word.identifier, word));
  }
  return [...byTitle].flatMap(([key, found]) => {
    const names = [...found.keys()];
    const isTold = (name: string): boolean =>
      rows.some(
        (row) => names.includes(row.identifier) && row.identifier !== name && row.confusions.includes(`\`${name}\``),
      );
    const untold = names.filter((name) => !isTold(name));
    if (names.length < 2 || untold.length <= 1) return [];
    const files = [...new Set([...found.values()].map(({ file }) => file))].join(', ');
    return [`${key} has ${names.length} identifiers (${names.join(', ')}) in ${files}`];
  });
}

/** The rows of the tables in the glossary: 中文 · identifier · meaning · confusions · file. */
export function readGlossary(text: string): GlossaryRow[] {
  return text.split('\n').flatMap((line, index) => {
    if (!line.startsWith('|')) return [];
    const cells = line.split('|').map((cell) => cell.trim());
    const [, title = '', identifier = '', meaning = '', confusions = '', file = ''] = cells;
    const isHead = title === '中文' || /^:?-+:?$/.test(title);
    if (cells.length !== 7 || isHead) return [];
    const plain = (cell: string): string => cell.replaceAll('`', '');
    const row = { title, identifier: plain(identifier), meaning, confusions, file: plain(file) };
    return [{ ...row, line: index + 1 }];
  });
}

/** Every resource, state and move that the models of the modules declare. */
export async function declaredWords(root: string): Promise<Word[]> {
  const files = globSync('modules/*/model/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(\.test|\/declared)\.ts$/.test(path))
    .sort();
  const seen = new Set<unknown>();
  const words: Word[] = [];
  for (const file of files) {
    const exported = (await import(pathToFileURL(join(root, file)).href)) as object;
    for (const value of Object.values(exported).filter((one) => !seen.has(one))) {
      seen.add(value);
      words.push(...wordsOf(value).map((word) => ({ ...word, file })));
    }
  }
  if (words.length === 0) throw new Error('no module declares anything');
  return words;
}

function wordsOf(value: unknown): Omit<Word, 'file'>[] {
  const { kind } = Object(value) as { kind?: unknown };
  if (RESOURCES.has(kind)) {
    const { title, name } = value as AnyResource;
    return [{ role: 'resource', title, identifier: name }];
  }
  if (kind !== 'lifecycle') return [];
  const { states, moves } = value as AnyLifecycle;
  return [
    ...Object.entries(states as Record<string, readonly [string, string]>).map(([identifier, [title]]) => ({
      role: 'state' as const,
      title,
      identifier,
    })),
    ...Object.entries(moves as Record<string, { title: string }>).map(([identifier, move]) => ({
      role: 'move' as const,
      title: move.title,
      identifier,
    })),
  ];
}
