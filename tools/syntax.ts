import { parseSync } from 'rolldown/utils';

/** A source file: its path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string;
  source: string;
}

/** A node of the parser's tree. */
export interface SyntaxNode {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** A file as the parser sees it. */
export interface ParsedFile {
  program: SyntaxNode;
  /** All of the tree, parents first. */
  nodes: readonly SyntaxNode[];
  comments: readonly { start: number; end: number }[];
}

let latest: { file: SourceFile; parsed: ParsedFile } | undefined;

/**
 * Parses a file. The latest one is kept, so that several who look at one file after the other parse
 * it once; the trees of all files at a time would fill a gigabyte.
 * @throws with its path when it cannot be parsed
 */
export function parse(file: SourceFile): ParsedFile {
  if (latest?.file === file) return latest.parsed;
  const { program, comments, errors } = parseSync(file.path, file.source);
  const first = errors[0];
  if (first) throw new Error(`${file.path}: ${first.message}`);
  const tree = program as unknown as SyntaxNode;
  latest = { file, parsed: { program: tree, nodes: walk(tree), comments } };
  return latest.parsed;
}

/** Remembers what was read of a file for as long as somebody has the file. */
export function perFile<T>(read: (file: SourceFile) => T): (file: SourceFile) => T {
  const known = new WeakMap<SourceFile, { found: T }>();
  return (file) => {
    const { found } = known.get(file) ?? { found: read(file) };
    known.set(file, { found });
    return found;
  };
}

/** All nodes below a node and itself, parents first. */
export function walk(node: SyntaxNode): SyntaxNode[] {
  const nodes: SyntaxNode[] = [];
  const visit = (one: SyntaxNode): void => {
    nodes.push(one);
    for (const key in one) {
      const value = one[key];
      if (!Array.isArray(value)) {
        if (isNode(value)) visit(value);
        continue;
      }
      for (const child of value) if (isNode(child)) visit(child);
    }
  };
  visit(node);
  return nodes;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** The line on which a node stands, from 1. */
export const lineOf = (source: string, { start }: { start: number }): number =>
  source.slice(0, start).split('\n').length;
