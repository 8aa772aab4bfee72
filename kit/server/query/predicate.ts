import { cleanText } from '#kit/model/advanced-query.ts';
import { currenciesWith } from '#kit/model/currency.ts';
import type { Field } from '#kit/model/field.ts';
import { parseDecimal } from '#kit/model/money.ts';
import { MOST_VALUES, operatorsOf, type Condition, type Operator } from '#kit/model/query-language.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import { parseInstant, parseWireTime } from '#kit/model/time.ts';
import type { Actor } from '../actor.ts';
import { isUuid, serverKinds } from '../kinds.ts';
import { MESSAGES } from '../messages.ts';
import { column, join, sql, type Sql } from '../sql.ts';

/** Of a part to be looked for; the longest text there is. */
const MAX_LIKE = 2_000;

/** Whose question about which resource; `hidden` fields do not exist for them. */
export interface Scene {
  resource: AnyResource;
  actor: Actor;
  hidden: ReadonlySet<string>;
  /** Of the rows; `t` where it is absent. */
  alias?: string;
}

/** A question that cannot be read. */
export const bad = (message: string): Refusal => new Refusal('badQuery', message, { status: 400 });

const SYMBOL = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' } as const;
/** Of the currency that is divided furthest. */
const MOST_PLACES = 3;
/** A text as the literal part of a pattern of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

/** One condition as SQL: the column by our own name, the value parsed by its kind and bound. */
export function predicate(scene: Scene, condition: Condition, field: Field): Sql {
  const { field: key } = condition;
  const val = Array.isArray(condition.val) ? condition.val.map(cleanText) : cleanText(condition.val);
  const kind = serverKinds[field.kind];
  const operators = operatorsOf(field);
  if (condition.rule === 'like' && Array.isArray(val) && operators.includes('like'))
    return anyLike(scene, { ...condition, val }, field);
  // A value that has no parts is one of the list or it is not.
  const rule = condition.rule === 'like' && Array.isArray(val) ? 'in' : condition.rule;
  const stored = column(`${scene.alias ?? 't'}.${snake(key)}`);
  // A text may show the id of a row that is no resource (a file): its column is a uuid. On a text
  // column the cast is nothing at all, and indexes serve as before.
  const name = kind.sqlType === 'text' ? sql`${stored}::text` : stored;
  if (!operators.includes(rule)) throw bad(MESSAGES.valueBroken(field.title));
  if (rule === 'like' || rule === 'left_like' || rule === 'right_like')
    return likePredicate(name, rule, String(val), field);
  if (field.kind === 'datetime') return duringPeriod(scene, name, rule, val, field);
  if (field.kind === 'choices') {
    // A set of codes is found by any of the wanted ones.
    const codes = (Array.isArray(val) ? val : val.split(',')).map((code) => code.trim());
    return sql`${name} && ${codes.slice(0, MOST_VALUES)}::text[]`;
  }
  if (field.kind === 'tags') return taggedPredicate(scene, rule, val, field);
  if (field.kind === 'files' || field.kind === 'pictures') {
    const requested = serverKinds.flag.parse(String(val), field, { zone: scene.actor.zone });
    if ('error' in requested) throw bad(MESSAGES.valueBroken(field.title));
    return sql`(coalesce(cardinality(${name}), 0) > 0) = ${requested.ok}`;
  }
  if (field.kind === 'money') return amountPredicate(scene, name, { rule, val }, field);
  return comparison(scene, [name, kind.sqlType], { rule, val }, field);
}

/**
 * Rows by their tags: `eq` all of them, `in` any, `ne` none. Overlapping is no operator that an index
 * serves under row-level security, so ids come from a function (migration 0136).
 */
function taggedPredicate(
  { resource, actor, alias = 't' }: Scene,
  rule: Operator,
  val: string | string[],
  field: Field,
): Sql {
  const parts = (Array.isArray(val) ? val : val.split(',')).map((part) => part.trim());
  const requested = parts.filter((part) => part !== '');
  if (requested.length === 0 || requested.length > MOST_VALUES || !requested.every(isUuid))
    throw bad(MESSAGES.valueBroken(field.title));
  const { key, place } = holderOf(resource, field);
  const found = sql`${column(`${alias}.${snake(key)}`)} in (select search.tagged_ids(
    ${actor.tenant}, ${place}, ${requested}::uuid[], ${rule === 'eq'}))`;
  return rule === 'ne' ? sql`not (${found})` : found;
}

/** Whose tags they are: the row's own, or those of one that it leads to. */
function holderOf({ name, fields }: AnyResource, { holder }: Field): { key: string; place: string } {
  if (!holder) return { key: 'id', place: snake(name) };
  const [, target = ''] = (fields as Record<string, Field>)[holder]?.to?.split(':') ?? [];
  return { key: holder, place: snake(target) };
}

function likePredicate(name: Sql, rule: 'like' | 'left_like' | 'right_like', text: string, field: Field): Sql {
  // Cut off it would find more than was asked for.
  if (text.length > MAX_LIKE) throw bad(MESSAGES.valueBroken(field.title));
  if (rule === 'right_like' && text !== '') return prefix(name, text);
  const pattern = escapeLike(text);
  return rule === 'like' ? sql`${name} like ${`%${pattern}%`}` : sql`${name} like ${`%${pattern}`}`;
}

type Ordered = keyof typeof SYMBOL | 'ne' | 'in';

/**
 * An amount is asked for as people write it and compared as it is stored, in minor units, of which
 * a yen has none: what is asked is turned into the units of each row, so that indexes serve.
 */
function amountPredicate(
  scene: Scene,
  name: Sql,
  { rule, val }: Pick<Condition, 'val'> & { rule: Ordered },
  field: Field,
): Sql {
  const requested = valuesOf(rule, val, field).map((text) => parseAmount(text, field));
  if (rule === 'ne') return sql`(${sameAmount(scene, name, requested, field)}) is not true`;
  if (rule === 'eq' || rule === 'in') return sameAmount(scene, name, requested, field);
  const isUp = rule === 'ge' || rule === 'lt';
  const bounds = PLACES.map((places) => minorUnits(requested[0] ?? 0n, places, isUp));
  const isLower = rule === 'gt' || rule === 'ge';
  const widest = bounds.reduce((a, b) => (a < b === isLower ? a : b));
  const symbol: Sql = { strings: [SYMBOL[rule]], values: [], isSql: true };
  const own = inUnitsOf(scene, field, bounds, 'bigint');
  // The widest of all bounds is plain enough for an index; the other is right for each row.
  return sql`(${name} ${symbol} ${widest}::bigint and ${name} ${symbol} ${own})`;
}

/** Rows whose amount is one of these. An amount finer than a currency can be is none of its. */
function sameAmount(scene: Scene, name: Sql, requested: readonly bigint[], field: Field): Sql {
  const lists = PLACES.map((places) =>
    requested
      .filter((amount) => minorUnits(amount, places, true) === minorUnits(amount, places, false))
      .map((amount) => minorUnits(amount, places, false)),
  );
  const own = inUnitsOf(scene, field, lists, 'bigint[]');
  return sql`(${name} = any(${[...new Set(lists.flat())]}::bigint[]) and ${name} = any(${own}))`;
}

/** Decimal places that currencies have, the usual ones first. */
const PLACES = [2, 0, MOST_PLACES] as const;

/** Thousandths in units of so many places; what lies between two units goes up or down. */
function minorUnits(thousandths: bigint, places: number, isUp: boolean): bigint {
  const unit = 10n ** BigInt(MOST_PLACES - places);
  const whole = thousandths / unit;
  const rest = thousandths % unit;
  if (rest === 0n) return whole;
  if (isUp) return rest > 0n ? whole + 1n : whole;
  return rest > 0n ? whole : whole - 1n;
}

/** Of the values for each number of places the one that a row's currency calls for. */
function inUnitsOf(
  { resource, alias = 't' }: Scene,
  { currency }: Field,
  [usual, none, most]: readonly unknown[],
  sqlType: 'bigint' | 'bigint[]',
): Sql {
  const type: Sql = { strings: [sqlType], values: [], isSql: true };
  const fields = resource.fields as Record<string, Field>;
  if (!currency || !Object.hasOwn(fields, currency)) return sql`${usual}::${type}`;
  const own = column(`${alias}.${snake(currency)}`);
  return sql`case when ${own} = any(${currenciesWith(0)}::text[]) then ${none}::${type}
    when ${own} = any(${currenciesWith(MOST_PLACES)}::text[]) then ${most}::${type}
    else ${usual}::${type} end`;
}

/** The texts to compare with: several for `in`, else one. */
function valuesOf(rule: Ordered, val: string | string[], field: Field): string[] {
  if (rule !== 'in') return [Array.isArray(val) ? (val[0] ?? '') : val];
  const list = (Array.isArray(val) ? val : val.split(',')).filter((part) => part !== '');
  if (list.length > MOST_VALUES) throw bad(MESSAGES.valueBroken(field.title));
  return list;
}

/** A column of an ordered or exact kind against one value or a list. */
function comparison(
  scene: Scene,
  [name, sqlType]: [Sql, string],
  { rule, val }: Pick<Condition, 'val'> & { rule: Ordered },
  field: Field,
): Sql {
  const type: Sql = { strings: [sqlType], values: [], isSql: true };
  const values = valuesOf(rule, val, field).map((part) => parseValue(scene, field, part));
  if (rule === 'in') return sql`${name} = any(${values}::${type}[])`;
  const [value] = values;
  if (rule === 'ne') return sql`${name} is distinct from ${value}::${type}`;
  const symbol: Sql = { strings: [SYMBOL[rule]], values: [], isSql: true };
  return sql`${name} ${symbol} ${value}::${type}`;
}

function anyLike(scene: Scene, condition: Condition & { val: string[] }, field: Field): Sql {
  if (condition.val.length > MOST_VALUES) throw bad(MESSAGES.valueBroken(field.title));
  const parts = condition.val.map((val) => predicate(scene, { ...condition, val }, field));
  return sql`(${join(parts, ' or ')})`;
}

/** Prefix search as a text range: the only form an index serves under row-level security. */
function prefix(name: Sql, text: string): Sql {
  const signs = [...text];
  const last = (signs.pop() as string).codePointAt(0) as number;
  // Between the two lie halves of characters, which stand in no text.
  const next = last === 0xd7ff ? 0xe000 : Math.min(last + 1, 0x10ffff);
  const upper = signs.join('') + String.fromCodePoint(next);
  return sql`(${name} >= ${text} collate "C" and ${name} < ${upper} collate "C")`;
}

/**
 * A time as people write it lasts: a second, or a day where no time is given. Stored moments are
 * finer than what the screen shows; each is found by the second and the day that it shows.
 */
function duringPeriod(scene: Scene, name: Sql, rule: Operator, val: string | string[], field: Field): Sql {
  const spans = (Array.isArray(val) ? val : rule === 'in' ? val.split(',') : [val])
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const instant = parseInstant(part);
      const begin = instant ? wholeSecond(instant) : parseWireTime(part, scene.actor.zone);
      const last = instant ? begin : parseWireTime(part, scene.actor.zone, true);
      if (!begin || !last) throw bad(MESSAGES.valueBroken(field.title));
      return { begin, end: new Date(last.getTime() + 1000) };
    });
  const [span] = spans;
  if (!span || spans.length > MOST_VALUES) throw bad(MESSAGES.valueBroken(field.title));
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

const wholeSecond = (instant: Date): Date => new Date(Math.floor(instant.getTime() / 1000) * 1000);

function parseValue(scene: Scene, field: Field, raw: string): unknown {
  const text = raw.trim();
  // A code outside the dictionary or an id of no row finds nothing; that is no error of the caller.
  if (field.kind === 'choice') return text;
  const { rule: _rule, min: _min, max: _max, ...plain } = field;
  const parsed = serverKinds[field.kind].parse(text, plain as Field, { zone: scene.actor.zone });
  if ('error' in parsed) throw bad(MESSAGES.valueBroken(field.title));
  return parsed.ok;
}

/** An amount in whatever currency a row may have, in the smallest unit of all. */
function parseAmount(text: string, field: Field): bigint {
  const amount = parseDecimal(text.trim(), MOST_PLACES);
  if (amount === null) throw bad(MESSAGES.valueBroken(field.title));
  return amount;
}
