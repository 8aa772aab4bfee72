import { dirname, join, matchesGlob, normalize } from 'node:path';
import { lineOf, parse, perFile, type SourceFile, type SyntaxNode } from './syntax.ts';

export interface ImportEdge {
  /** As written. */
  specifier: string;
  /** Path from the root for files of ours; null for packages and Node's own modules. */
  target: string | null;
  line: number;
}

/** An import whose target is computed while running: nothing can check where it leads. */
export interface OpaqueImport {
  text: string;
  line: number;
}

export interface Imports {
  edges: ImportEdge[];
  opaque: OpaqueImport[];
  /** Of `import.meta.glob`, from the root; what one with `!` matches is left out again. */
  patterns: string[][];
}

/**
 * Everything a file imports: static, dynamic and type imports, re-exports and `import('…')` types.
 * @throws when the file cannot be parsed, so that no file passes unseen
 */
export const readImports = perFile((file: SourceFile): Imports => {
  const { path, source } = file;
  const found: Imports = { edges: [], opaque: [], patterns: [] };
  for (const node of parse(file).nodes) {
    if (isGlobImport(node)) {
      found.opaque.push({ text: source.slice(node.start, node.end), line: lineOf(source, node) });
      found.patterns.push(patternsOf(path, node));
    }
    if (!CARRIERS.has(node.type) || !node['source']) continue;
    const from = node['source'] as SyntaxNode;
    const specifier = literalText(from);
    const line = lineOf(source, node);
    if (specifier === null) found.opaque.push({ text: source.slice(node.start, node.end), line });
    else found.edges.push({ specifier, target: resolveOwn(path, specifier), line });
  }
  return found;
});

/**
 * The files of ours that each file imports, by name or by pattern, all by their paths from the root.
 * @param others paths that a pattern may match beside the sources
 */
export function importEdges(files: readonly SourceFile[], others: readonly string[] = []): Map<string, string[]> {
  const known = [...new Set([...files.map(({ path }) => path), ...others])];
  return new Map(
    files.map((file) => {
      const { edges, patterns } = readImports(file);
      const named = edges.flatMap(({ target }) => (target === null ? [] : [target]));
      return [file.path, [...named, ...patterns.flatMap((one) => matching(one, known))]];
    }),
  );
}

function matching(patterns: readonly string[], known: readonly string[]): string[] {
  const [without, requested] = [true, false].map((isNot) =>
    patterns.filter((pattern) => pattern.startsWith('!') === isNot),
  );
  return known.filter(
    (path) =>
      requested?.some((pattern) => matchesGlob(path, pattern)) &&
      !without?.some((pattern) => matchesGlob(path, pattern.slice(1))),
  );
}

/** The same edges the other way: who imports each file. */
export function importers(edges: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const back = new Map<string, string[]>();
  for (const [from, targets] of edges)
    for (const target of targets) back.set(target, [...(back.get(target) ?? []), from]);
  return back;
}

/** Every file that is reached from `start` over the edges, `start` included. */
export function reachable(start: string, edges: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set([start]);
  for (const path of seen) for (const next of edges.get(path) ?? []) seen.add(next);
  return seen;
}

const CARRIERS = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
]);

function literalText(node: SyntaxNode): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type !== 'TemplateLiteral' || (node['expressions'] as unknown[]).length > 0) return null;
  const [quasi] = node['quasis'] as { value: { cooked: string } }[];
  return quasi?.value.cooked ?? null;
}

/** `import.meta.glob` imports by pattern. */
function isGlobImport(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = node['callee'] as SyntaxNode;
  if (callee.type !== 'MemberExpression') return false;
  const [object, property] = [callee['object'] as SyntaxNode, callee['property'] as SyntaxNode];
  return object.type === 'MetaProperty' && String(property['name']).startsWith('glob');
}

/** What an import by pattern asks for, from the root; patterns of one call belong together. */
function patternsOf(importer: string, call: SyntaxNode): string[] {
  const [first] = call['arguments'] as SyntaxNode[];
  const given = first?.type === 'ArrayExpression' ? (first['elements'] as SyntaxNode[]) : [first];
  return given.flatMap((node) => {
    const text = node ? literalText(node) : null;
    if (text === null) return [];
    const [, not = '', pattern = ''] = /^(!?)(.*)$/s.exec(text) ?? [];
    const target = resolveOwn(importer, pattern);
    return target === null ? [] : [not + target];
  });
}

function resolveOwn(importer: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return bare.slice(1);
  if (bare.startsWith('/')) return bare.slice(1);
  if (!bare.startsWith('.')) return null;
  return normalize(join(dirname(importer), bare)).replaceAll('\\', '/');
}
