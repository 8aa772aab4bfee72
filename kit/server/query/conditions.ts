import {
  MOST_CONDITIONS,
  MOST_VALUES,
  operatorOf,
  readFlatValue,
  type Condition,
  type Operator,
} from '#kit/model/query-language.ts';
import { cleanText } from '#kit/model/advanced-query.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '../messages.ts';
import { join, sql, type Sql } from '../sql.ts';
import { fieldOf } from './columns.ts';
import { bad, predicate, type Scene } from './predicate.ts';

/** Room for as many ids as a list may have. */
const MAX_FILTER_TEXT = 40_000;

const RESERVED = new Set(
  'pageNo,pageSize,column,order,field,superQueryParams,superQueryMatchType,selections,columns,tab,keyword,numbers,template,dryRun,ids,background,archive'.split(
    ',',
  ),
);

/**
 * Flat filters of a list query as predicates on alias `t`. A name that is no field is refused, and so is
 * what is too long to read: a filter that is forgotten would answer with every row. Clients of the given
 * base send more than its lists read: there it is passed over. What the reader may not see asks for nothing.
 * @throws Refusal 422 naming the first
 */
export function flatConditions(scene: Scene, query: Record<string, string>): Sql[] {
  const predicates: Sql[] = [];
  for (const [name, raw] of Object.entries(query)) {
    // A form may send what nobody filled in.
    if (RESERVED.has(name) || raw.trim() === '') continue;
    const [key, rule] = splitSuffix(name);
    const field = fieldOf(scene.resource, key, scene.hidden);
    if (!field && isPassedOver(scene, key)) continue;
    if (!field) throw new Refusal('badQuery', MESSAGES.filterUnknown(name.slice(0, 40)), { status: 422 });
    if (raw.length > MAX_FILTER_TEXT) throw bad(MESSAGES.valueBroken(field.title));
    if (rule) {
      predicates.push(predicate(scene, { field: key, rule, val: raw.trim() }, field));
      continue;
    }
    for (const condition of readFlatValue(key, raw) ?? []) predicates.push(predicate(scene, condition, field));
  }
  return predicates;
}

/** Clients of the given base send their tenant with everything; whose rows they are, the session says. */
const OF_TENANT: ReadonlySet<string> = new Set(['tenantId', 'tenant_id']);

/** A name that asks for nothing: on a list of the given base, or of a field that is masked for the reader. */
const isPassedOver = ({ resource, hidden }: Scene, key: string): boolean =>
  resource.wire !== undefined || OF_TENANT.has(key) || hidden.has(key);

/** Whether a flat filter names a field and asks nothing of it. */
const isEmptyFilter = (name: string, value: string): boolean => {
  const [key, rule] = splitSuffix(name);
  return rule ? value.trim() === '' : readFlatValue(key, value) === null;
};

/**
 * The filter of a batch as text by name. A list ignores names it does not know and values that are
 * left blank; what moves documents must not: every one of them would be moved.
 * @throws Refusal 400 naming the first name or value that is no filter
 */
export function strictFilter(
  { resource, hidden }: Pick<Scene, 'resource' | 'hidden'>,
  filter: object,
  { isBatch = false }: { isBatch?: boolean } = {},
): Record<string, string> {
  for (const [name, value] of Object.entries(filter) as [string, unknown][]) {
    if (RESERVED.has(name) && typeof value === 'string') continue;
    const field = fieldOf(resource, splitSuffix(name)[0], hidden);
    if (!field) throw bad(MESSAGES.filterUnknown(name.slice(0, 40)));
    if (typeof value !== 'string') throw bad(MESSAGES.valueBroken(field.title));
    if (isBatch && isEmptyFilter(name, value)) throw bad(MESSAGES.filterValueMissing(field.title));
  }
  return filter as Record<string, string>;
}

/** Whether a list understands a name of its query: that of a field, or one that it reads itself. */
export const isQueryName = ({ resource, hidden }: Pick<Scene, 'resource' | 'hidden'>, name: string): boolean =>
  RESERVED.has(name) || fieldOf(resource, splitSuffix(name)[0], hidden) !== undefined;

/** Names of fields that a query asks about, in flat filters or in the advanced query. */
export function queriedFields(query: Record<string, string>): Set<string> {
  const flat = Object.entries(query).filter(([name, raw]) => !RESERVED.has(name) && raw.trim() !== '');
  const advanced = query['superQueryParams'] ? decodeSuperQuery(query['superQueryParams']) : [];
  return new Set([
    ...flat.map(([name]) => splitSuffix(name)[0]),
    ...advanced.map((item) => String((item as { field?: unknown } | null)?.field)),
  ]);
}

const SUFFIXES: [string, Operator][] = [
  ['_begin', 'ge'],
  ['_end', 'le'],
  ['_MultiString', 'in'],
];

/** A name that says its rule itself, apart: `qty_begin` is `qty` and `ge`. */
export function splitSuffix(name: string): [string, Operator | null] {
  for (const [suffix, rule] of SUFFIXES) if (name.endsWith(suffix)) return [name.slice(0, -suffix.length), rule];
  return [name, null];
}

/**
 * The advanced query: one bracket, AND-ed with the rest by the caller. Broken input, unknown
 * fields or rules, and a condition that is only half there are refused; the unfiltered list is never
 * the answer. A row of a dialog that nobody touched asks for nothing, unless there is no other.
 */
export function superConditions(scene: Scene, params: string | undefined, matchType: string | undefined): Sql | null {
  if (!params) return null;
  const list = decodeSuperQuery(params);
  const predicates: Sql[] = [];
  for (const item of list) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) throw bad(MESSAGES.superQueryBroken);
    const { field: name, rule, val } = item as Record<string, unknown>;
    if (!name && isNothing(val)) continue;
    if (typeof name !== 'string' || typeof rule !== 'string' || name === '' || rule === '')
      throw bad(MESSAGES.superQueryBroken);
    const field = fieldOf(scene.resource, name, scene.hidden);
    if (!field) throw bad(MESSAGES.filterUnknown(name.slice(0, 40)));
    if (isNothing(val)) throw bad(MESSAGES.superQueryValueMissing(field.title));
    predicates.push(predicate(scene, { field: name, ...superRule(rule, val) }, field));
  }
  if (predicates.length === 0) {
    if (list.length > 0) throw bad(MESSAGES.superQueryEmpty);
    return null;
  }
  return sql`(${join(predicates, matchType === 'or' ? ' or ' : ' and ')})`;
}

/** Whether a value is none to compare with: every rule needs one, and each of a list is one. */
const isNothing = (val: unknown): boolean =>
  Array.isArray(val) ? val.length === 0 || val.some(isBlank) : isBlank(val);

const isBlank = (val: unknown): boolean =>
  val === undefined || val === null || (typeof val === 'string' && cleanText(val).replaceAll(/[\s,]/g, '') === '');

/** Rule and value of an advanced condition; `eq_with_add` writes a comma as two plus signs. */
function superRule(rule: string, val: unknown): Pick<Condition, 'rule' | 'val'> {
  if (rule.toLowerCase() === 'eq_with_add') return { rule: 'eq', val: scalarText(val).replaceAll('++', ',') };
  const operator = operatorOf(rule);
  if (!operator) throw bad(MESSAGES.superQueryBroken);
  return { rule: operator, val: superValue(val) };
}

function superValue(val: unknown): string | string[] {
  if (Array.isArray(val)) return val.slice(0, MOST_VALUES + 1).map(scalarText);
  return scalarText(val);
}

/** A value as text. What is built of others is none: nothing of it could be compared. */
function scalarText(val: unknown): string {
  if (typeof val === 'string') return val;
  if (typeof val === 'number' || typeof val === 'boolean') return String(val);
  throw bad(MESSAGES.superQueryBroken);
}

/**
 * Reads it as it arrived, or decoded once more: clients of the base encode what the browser encodes
 * again. What is still no list then was meant to be something else.
 */
function decodeSuperQuery(params: string): unknown[] {
  if (params.length > 100_000) throw bad(MESSAGES.superQueryBroken);
  let text = params;
  for (let turn = 0; turn < 2; turn++) {
    try {
      const value: unknown = JSON.parse(text);
      if (!Array.isArray(value) || value.length > MOST_CONDITIONS) throw bad(MESSAGES.superQueryBroken);
      return value;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      text = decodeOnce(text);
    }
  }
  throw bad(MESSAGES.superQueryBroken);
}

/**
 * Asked of every call, whatever answers it: a list that has no advanced query of its own would
 * answer a broken one with everything.
 * @throws Refusal 400
 */
export function requireReadable({ superQueryParams }: Readonly<Record<string, string>>): void {
  if (superQueryParams) decodeSuperQuery(superQueryParams);
}

/**
 * Asked of every call: a name that a list reads itself, said twice or in another spelling (`order[]`,
 * `superQueryParams[0]`), would be passed over, and everything would be the answer.
 * @param query as it was sent
 * @throws Refusal 422 naming it
 */
export function requireSingle(query: unknown): void {
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    const meant = name.trim().replace(/\s*[[.].*$/s, '');
    if (!RESERVED.has(meant) || (name === meant && typeof value === 'string')) continue;
    throw new Refusal('badQuery', MESSAGES.querySpelling(meant), { status: 422 });
  }
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad(MESSAGES.superQueryBroken);
  }
}
