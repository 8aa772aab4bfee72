import type { Field } from '#kit/model/field.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { SqlStatement } from './sql-statements.ts';

/** `t.status = 'draft'`, `kind <> 'x'`, `status is distinct from 'x'`, `set status = 'x'`. */
const COMPARED = /\b(?:([a-z_]+)\.)?([a-z_]+)\s*(?:=|<>|!=|\bis(?: not)? distinct from\b)\s*'([^']*)'/g;
/** `status in ('a', 'b')`, `status not in (…)`. */
const LISTED = /\b(?:([a-z_]+)\.)?([a-z_]+)\s+(?:not )?in\s*\(\s*('[^')]*'(?:\s*,\s*'[^')]*')*)\s*\)/g;
/** `from sales_order o`, `join sku s`, `update box b`, `insert into box`. */
const TABLES = /\b(?:from|join|update|into)\s+"?([a-z_]+)"?(?:\s+(?:as\s+)?([a-z_]+))?/g;
const NO_ALIAS = new Set(['where', 'set', 'on', 'join', 'left', 'cross', 'inner', 'order', 'group', 'values', 'using']);

type Codes = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

let known: { all: readonly AnyResource[]; codes: Codes } | undefined;

/**
 * Codes of a statement that the dictionary of their column does not have: a state that no lifecycle
 * knows, a kind that nobody declared. Columns without a dictionary, and names that the statement makes
 * itself, are not judged.
 * @param all resources, whose fields have the dictionaries
 */
export function codeFaults({ at, text }: SqlStatement, all: readonly AnyResource[]): string[] {
  if (known?.all !== all) known = { all, codes: codesOf(all) };
  const { codes } = known;
  const tables = new Map<string, string>();
  for (const [, table = '', alias] of text.matchAll(TABLES)) {
    tables.set(table, table);
    if (alias && !NO_ALIAS.has(alias)) tables.set(alias, table);
  }
  return comparedCodes(text).flatMap(({ qualifier, name, code }) => {
    const places = qualifier ? [tables.get(qualifier) ?? ''] : [...new Set(tables.values())];
    const may = places.flatMap((table) => codes.get(table)?.get(name) ?? []);
    if (may.length === 0 || may.some((one) => one.has(code))) return [];
    return [`${at}: ${name} is never '${code}'`];
  });
}

interface ComparedCode {
  qualifier: string | undefined;
  name: string;
  code: string;
}

function comparedCodes(text: string): ComparedCode[] {
  const single = [...text.matchAll(COMPARED)].map(([, qualifier, name = '', code = '']) => ({ qualifier, name, code }));
  const listed = [...text.matchAll(LISTED)].flatMap(([, qualifier, name = '', list = '']) =>
    [...list.matchAll(/'([^']*)'/g)].map(([, code = '']) => ({ qualifier, name, code })),
  );
  return [...single, ...listed];
}

/** Table → column → what may stand in it, of columns with a dictionary that a tenant cannot add to. */
function codesOf(all: readonly AnyResource[]): Codes {
  return new Map(
    all.map((resource) => [
      snake(resource.name),
      new Map(
        Object.entries<Field>(resource.fields).flatMap(([key, { kind, dict }]) =>
          kind === 'choice' && dict && !dict.isOpen ? [[snake(key), new Set(Object.keys(dict.items))] as const] : [],
        ),
      ),
    ]),
  );
}
