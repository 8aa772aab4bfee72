import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Violation } from './check-boundaries.ts';
import { lineOf, parse, perFile, type SourceFile, type SyntaxNode } from './syntax.ts';

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
  // Not as a part of a name: `channel-snapshot.ts`.
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

/**
 * Refuses banned words in the comments of sources, the titles of tests and in documents, save in
 * code between marks.
 */
export const checkWords = (files: readonly SourceFile[]): Violation[] => files.flatMap(bannedWords);

/** The same of one file. */
export const bannedWords = perFile((file: SourceFile): Violation[] =>
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

function passagesOf(file: SourceFile): Passage[] {
  const { path, source } = file;
  if (path.endsWith('.md')) return [{ text: source, start: 0 }];
  const { nodes, comments } = parse(file);
  const titles = TEST_FILE.test(path) ? titlesOf(nodes) : [];
  return [...comments, ...titles].map(({ start, end }) => ({
    text: source.slice(start, end),
    start,
  }));
}

const TEST_FILE = /\.(test|spec)\.tsx?$/;
const TITLED = new Set(['test', 'describe']);

/** What `test`, `describe` and their like are called with first. */
const titlesOf = (nodes: readonly SyntaxNode[]): SyntaxNode[] =>
  nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || !TITLED.has(calledName(node))) return [];
    const [first] = node['arguments'] as SyntaxNode[];
    return first?.type === 'Literal' || first?.type === 'TemplateLiteral' ? [first] : [];
  });

/** `test` of `test('…')`, `test.each(…)('…')` and `test.skip('…')`. */
function calledName(node: SyntaxNode): string {
  if (node.type === 'Identifier') return String(node['name']);
  const inner = node['callee'] ?? node['object'] ?? node['tag'];
  return inner ? calledName(inner as SyntaxNode) : '';
}

/** The documents of the repository. */
export const readDocuments = (root: string): SourceFile[] =>
  globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));
