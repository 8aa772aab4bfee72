import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import type { Violation } from './check-boundaries.ts';
import { lineOf, type SourceFile } from './import-graph.ts';

interface BannedWord {
  pattern: RegExp;
  /** What an engineer of the field would write. */
  instead: string;
}

/** Words over which a native reader stumbles, or that stand for a standard term of the field. */
const BANNED: readonly BannedWord[] = [
  { words: 'unless (?:it is )?told', instead: 'by default' },
  {
    words: '(?:un)?told',
    instead: 'notified, reported, passed, sent, shown, or distinguished',
  },
  { words: '(?:go(?:es)?|going|went|gone) by', instead: 'follow, use, be based on, pass' },
  { words: 'hands? rests?', instead: 'presence, or who edits the cell' },
  {
    words: 'he|him|his|himself|she|her|hers|herself',
    instead: 'they, them, their, themselves, or the user',
  },
  { words: 'reckon(?:s|ed|ing)?', instead: 'calculate' },
  { words: 'anew', instead: 'again, or a verb of its own: reload, rebuild, reread' },
  { words: '(?:hands|handed|handing) in', instead: 'submit' },
  { words: '(?:throw|throws|threw|thrown|throwing) away', instead: 'discard' },
].map(({ words, instead }) => ({
  // Not as a part of a name: `told-order.ts`.
  pattern: new RegExp(`(?<![\\w/.-])(?:${words})(?![\\w/-]|\\.\\w)`, 'gi'),
  instead,
}));

/** Names in a text: code between marks, links and parameters of doc comments. */
const NAMES = /`[^`\n]*`|\{@\w+ [^}]*\}|@param \w+/g;

/** Text of a file in which words are judged, and where it begins. */
interface Passage {
  text: string;
  start: number;
}

/** Refuses banned words in the comments of sources and in documents, save in code between marks. */
export function checkWords(files: readonly SourceFile[]): Violation[] {
  return files.flatMap((file) =>
    passagesOf(file).flatMap(({ text, start }) => {
      const plain = text.replace(NAMES, (code) => ' '.repeat(code.length));
      return BANNED.flatMap(({ pattern, instead }) =>
        [...plain.matchAll(pattern)].map(({ 0: word, index }) => ({
          at: `${file.path}:${lineOf(file.source, { start: start + index })}`,
          rule: 'words',
          message: `“${word}”: ${instead}`,
        })),
      );
    }),
  );
}

function passagesOf({ path, source }: SourceFile): Passage[] {
  if (path.endsWith('.md')) return [{ text: source, start: 0 }];
  return parseSync(path, source).comments.map(({ start, end }) => ({
    text: source.slice(start, end),
    start,
  }));
}

/** The documents of the repository. */
export const readDocuments = (root: string): SourceFile[] =>
  globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
