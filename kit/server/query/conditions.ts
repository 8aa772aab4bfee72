import type { Field } from '#kit/model/field.ts';
import {
  operatorOf,
  readFlatValue,
  type Condition,
  type Operator,
} from '#kit/model/query-language.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import { parseWireTime } from '#kit/model/time.ts';
import type { Actor } from '../actor.ts';
import { serverKinds } from '../kinds.ts';
import { MESSAGES } from '../messages.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { fieldOf } from './columns.ts';

const MAX_CONDITIONS = 50;
const MAX_LIST = 1000;
/** Room for as many ids as a list may have. */
const MAX_FILTER_TEXT = 40_000;

const RESERVED = new Set(
  'pageNo,pageSize,column,order,field,superQueryParams,superQueryMatchType,selections,tab,keyword,template,dryRun,ids'.split(
    ',',
  ),
);

const bad = (message: string): Refusal => new Refusal('badQuery', message, { status: 400 });

interface Scene {
  resource: AnyResource;
  actor: Actor;
  hidden: ReadonlySet<string>;
}

/**
 * Flat filters of a list query as predicates on alias `t`. Unknown or hidden names ask for
 * nothing: they are ignored, as the wire contract has it. What is too long to read is refused: a
 * filter that is forgotten would answer with every row.
 */
export function flatConditions(scene: Scene, query: Record<string, string>): Sql[] {
  const predicates: Sql[] = [];
  for (const [name, raw] of Object.entries(query)) {
    if (RESERVED.has(name)) continue;
    const [key, rule] = splitSuffix(name);
    const field = fieldOf(scene.resource, key, scene.hidden);
    if (!field) continue;
    if (raw.length > MAX_FILTER_TEXT) throw bad(MESSAGES.valueBroken(field.title));
    if (rule) {
      const val = raw.trim();
      if (val !== '') predicates.push(predicate(scene, { field: key, rule, val }, field));
      continue;
    }
    for (const condition of readFlatValue(key, raw) ?? [])
      predicates.push(predicate(scene, condition, field));
  }
  return predicates;
}

/**
 * The filter of a batch as text by name. A list ignores names it does not know; what moves
 * documents must not: a mistyped or masked name would move every one of them.
 * @throws Refusal 400 naming the first name or value that is no filter
 */
export function strictFilter(
  { resource, hidden }: Pick<Scene, 'resource' | 'hidden'>,
  filter: object,
): Record<string, string> {
  for (const [name, value] of Object.entries(filter) as [string, unknown][]) {
    if (RESERVED.has(name) && typeof value === 'string') continue;
    const field = fieldOf(resource, splitSuffix(name)[0], hidden);
    if (!field) throw bad(MESSAGES.filterUnknown(name.slice(0, 40)));
    if (typeof value !== 'string') throw bad(MESSAGES.valueBroken(field.title));
  }
  return filter as Record<string, string>;
}

const SUFFIXES: [string, Operator][] = [
  ['_begin', 'ge'],
  ['_end', 'le'],
  ['_MultiString', 'in'],
];

/** A name that says its rule itself, apart: `qty_begin` is `qty` and `ge`. */
function splitSuffix(name: string): [string, Operator | null] {
  for (const [suffix, rule] of SUFFIXES)
    if (name.endsWith(suffix)) return [name.slice(0, -suffix.length), rule];
  return [name, null];
}

/**
 * The advanced query: one bracket, AND-ed with the rest by the caller. Broken input, unknown
 * fields or rules are refused; the unfiltered list is never the answer.
 */
export function superConditions(
  scene: Scene,
  params: string | undefined,
  matchType: string | undefined,
): Sql | null {
  if (!params) return null;
  const list = decodeSuperQuery(params);
  const predicates: Sql[] = [];
  for (const item of list) {
    if (typeof item !== 'object' || item === null) throw bad(MESSAGES.superQueryBroken);
    const { field: name, rule, val } = item as Record<string, unknown>;
    if (!name || !rule || val === undefined || val === null || val === '') continue;
    if (typeof name !== 'string' || typeof rule !== 'string') throw bad(MESSAGES.superQueryBroken);
    const field = fieldOf(scene.resource, name, scene.hidden);
    if (!field) throw bad(MESSAGES.filterUnknown(name.slice(0, 40)));
    predicates.push(predicate(scene, { field: name, ...superRule(rule, val) }, field));
  }
  if (predicates.length === 0) return null;
  return sql`(${join(predicates, matchType === 'or' ? ' or ' : ' and ')})`;
}

/** Rule and value of an advanced condition; `eq_with_add` writes a comma as two plus signs. */
function superRule(rule: string, val: unknown): Pick<Condition, 'rule' | 'val'> {
  if (rule.toLowerCase() === 'eq_with_add')
    return { rule: 'eq', val: String(val).replaceAll('++', ',') };
  const operator = operatorOf(rule);
  if (!operator) throw bad(MESSAGES.superQueryBroken);
  return { rule: operator, val: superValue(val) };
}

function superValue(val: unknown): string | string[] {
  if (Array.isArray(val)) return val.slice(0, MAX_LIST + 1).map(String);
  return typeof val === 'string' ? val : String(val);
}

/** Decodes until stable, at most twice: one client encodes once, the stock client twice. */
function decodeSuperQuery(params: string): unknown[] {
  if (params.length > 100_000) throw bad(MESSAGES.superQueryBroken);
  let text = params;
  for (let turn = 0; turn < 3; turn++) {
    try {
      const value: unknown = JSON.parse(text);
      if (!Array.isArray(value) || value.length > MAX_CONDITIONS)
        throw bad(MESSAGES.superQueryBroken);
      return value;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      text = decodeOnce(text);
    }
  }
  throw bad(MESSAGES.superQueryBroken);
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw bad(MESSAGES.superQueryBroken);
  }
}

const SYMBOL = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** One condition as SQL: the column by our own name, the value parsed by its kind and bound. */
export function predicate(scene: Scene, condition: Condition, field: Field): Sql {
  const { field: key, val } = condition;
  const kind = serverKinds[field.kind];
  if (condition.rule === 'like' && Array.isArray(val) && kind.operators.includes('like'))
    return anyLike(scene, { ...condition, val }, field);
  // A value that has no parts is one of the list or it is not.
  const rule = condition.rule === 'like' && Array.isArray(val) ? 'in' : condition.rule;
  const stored = column(`t.${snake(key)}`);
  // A text may show the id of a row that is no resource (a file): its column is a uuid. On a text
  // column the cast is nothing at all, and indexes serve as before.
  const name = kind.sqlType === 'text' ? sql`${stored}::text` : stored;
  if (!kind.operators.includes(rule)) throw bad(MESSAGES.valueBroken(field.title));
  if (rule === 'like' || rule === 'left_like' || rule === 'right_like') {
    const text = escapeLike(String(val).slice(0, 200));
    if (rule === 'right_like' && text !== '') return prefix(name, String(val).slice(0, 200));
    return rule === 'like' ? sql`${name} like ${`%${text}%`}` : sql`${name} like ${`%${text}`}`;
  }
  if (field.kind === 'datetime') return within(scene, name, rule, val, field);
  const type: Sql = { strings: [kind.sqlType], values: [], isSql: true };
  if (field.kind === 'choices') {
    // A set of codes is found by any of the wanted ones.
    const codes = (Array.isArray(val) ? val : val.split(',')).map((code) => code.trim());
    return sql`${name} && ${codes.slice(0, MAX_LIST)}::text[]`;
  }
  if (rule === 'in') {
    const list = (Array.isArray(val) ? val : val.split(',')).filter((part) => part !== '');
    if (list.length > MAX_LIST) throw bad(MESSAGES.valueBroken(field.title));
    return sql`${name} = any(${list.map((part) => parseValue(scene, field, part))}::${type}[])`;
  }
  const value = parseValue(scene, field, Array.isArray(val) ? (val[0] ?? '') : val);
  if (rule === 'ne') return sql`${name} is distinct from ${value}::${type}`;
  const symbol: Sql = { strings: [SYMBOL[rule]], values: [], isSql: true };
  return sql`${name} ${symbol} ${value}::${type}`;
}

function anyLike(scene: Scene, condition: Condition & { val: string[] }, field: Field): Sql {
  if (condition.val.length > MAX_LIST) throw bad(MESSAGES.valueBroken(field.title));
  const parts = condition.val.map((val) => predicate(scene, { ...condition, val }, field));
  return sql`(${join(parts, ' or ')})`;
}

/** Prefix search as a text range: the only form an index serves under row-level security. */
function prefix(name: Sql, text: string): Sql {
  const last = text.codePointAt(text.length - 1) as number;
  const upper = text.slice(0, -1) + String.fromCodePoint(Math.min(last + 1, 0x10ffff));
  return sql`(${name} >= ${text} collate "C" and ${name} < ${upper} collate "C")`;
}

/**
 * A time as people write it lasts: a second, or a day where no time is given. Stored moments are
 * finer than what the screen shows; each is found by the second and the day that it shows.
 */
function within(
  scene: Scene,
  name: Sql,
  rule: Operator,
  val: string | string[],
  field: Field,
): Sql {
  const spans = (Array.isArray(val) ? val : rule === 'in' ? val.split(',') : [val])
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const begin = parseWireTime(part, scene.actor.zone);
      const last = parseWireTime(part, scene.actor.zone, true);
      if (!begin || !last) throw bad(MESSAGES.valueBroken(field.title));
      return { begin, end: new Date(last.getTime() + 1000) };
    });
  const [span] = spans;
  if (!span || spans.length > MAX_LIST) throw bad(MESSAGES.valueBroken(field.title));
  const isIn = join(
    spans.map(({ begin, end }) => sql`(${name} >= ${begin} and ${name} < ${end})`),
    ' or ',
  );
  switch (rule) {
    case 'ge':
      return sql`${name} >= ${span.begin}`;
    case 'lt':
      return sql`${name} < ${span.begin}`;
    case 'le':
      return sql`${name} < ${span.end}`;
    case 'gt':
      return sql`${name} >= ${span.end}`;
    case 'ne':
      return sql`(${isIn}) is not true`;
    default:
      return sql`(${isIn})`;
  }
}

function parseValue(scene: Scene, field: Field, raw: string): unknown {
  const text = raw.trim();
  // A code outside the dictionary or an id of no row finds nothing; that is no error of the caller.
  if (field.kind === 'choice') return text;
  const { rule: _rule, min: _min, max: _max, ...plain } = field;
  const parsed = serverKinds[field.kind].parse(text, plain as Field, { zone: scene.actor.zone });
  if ('error' in parsed) throw bad(MESSAGES.valueBroken(field.title));
  return parsed.ok;
}
