import { snake } from '#kit/model/resource.ts';
import type { Violation } from './check-boundaries.ts';
import type { SourceFile } from './syntax.ts';

/** Fewer than these seen: the check no longer reads what writes. */
export const LEAST_STATEMENTS = 150;

const SERVES = /^(?:modules\/(\w+)|(kit|app|console|platform|connectors))\/.*\.ts$/;
const SERVES_TESTS = /\.test\.ts$|\/fixtures\/|\/test-scene\.ts$/;
const DECLARED = /\bdefine(?:Register|Document|Ledger)\(\s*\{\s*module: '(\w+)',\s*name: '(\w+)'/g;
const IN_SQL = /\b(?:insert\s+into|delete\s+from)\s+"?([a-z_]+)|\bupdate\s+"?([a-z_]+)"?(?:\s+[a-z]\w*)?\s+set\b/g;
const BY_HELPER = /\b(?:insertInto|setColumns|setEach)\(\s*\w+,\s*(\w+)/g;
const OPAQUE = /\b(?:insert\s+into|delete\s+from|update)\s+\$\{/g;
/** Knows no business word, so its statements on a resource's table are the ones every resource has. */
const SERVES_ALL = 'kit';

interface Statement {
  table: string;
  writer: string;
  at: string;
}

/**
 * A table is written by the module that owns it, in SQL too: the one whose resource it holds, and
 * where it holds none the only one that writes it. Refuses to judge when it saw too few statements.
 */
export function checkTables(files: readonly SourceFile[], least: number = LEAST_STATEMENTS): Violation[] {
  const judged = files.filter(({ path }) => SERVES.test(path) && !SERVES_TESTS.test(path));
  const owners = new Map(
    judged.flatMap(({ source }) =>
      [...source.matchAll(DECLARED)].map(([, module = '', name = '']) => [snake(name), module]),
    ),
  );
  const statements = judged.flatMap(writesOf);
  if (statements.length < least)
    throw new Error(`${statements.length} statements were looked at, expected at least ${least}`);
  const writers = Map.groupBy(statements, ({ table }) => table);
  return [
    ...judged.flatMap(opaqueWrites),
    ...statements.flatMap(({ table, writer, at }): Violation[] => {
      const owner = owners.get(table);
      const others = new Set(writers.get(table)?.map((other) => other.writer));
      if (owner ? writer === owner || writer === SERVES_ALL : others.size === 1) return [];
      const message = owner
        ? `${table} belongs to ${owner}: call it, or tell it by an event`
        : `${table} is written by ${[...others].sort().join(' and ')}: one of them owns it`;
      return [{ at, rule: 'table of another', message }];
    }),
  ];
}

function writesOf({ path, source }: SourceFile): Statement[] {
  const [, module, room] = SERVES.exec(path) ?? [];
  const writer = module ?? room ?? '';
  return [...source.matchAll(IN_SQL), ...source.matchAll(BY_HELPER)].map((found) => ({
    table: snake(found[1] ?? found[2] ?? ''),
    writer,
    at: placeOf(path, source, found.index),
  }));
}

/** Outside the kit a table is named where it is written. */
const opaqueWrites = ({ path, source }: SourceFile): Violation[] =>
  path.startsWith('kit/')
    ? []
    : [...source.matchAll(OPAQUE)].map(({ index }) => ({
        at: placeOf(path, source, index),
        rule: 'opaque table',
        message: 'nothing can check which table this writes',
      }));

const placeOf = (path: string, source: string, index: number): string =>
  `${path}:${source.slice(0, index).split('\n').length}`;
