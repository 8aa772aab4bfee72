/** Faults of the rows: what a careless or changing channel may send inside a good answer. */
import type { StrikingFaults } from '../exchange.ts';
import type { GraphqlReply } from './graphql.ts';

type Json = Record<string, unknown>;

const MONEY_FIELDS = new Set(['price', 'totalCost', 'quantity', 'weight', 'totalWeight']);

/** Changes the answer in place; does nothing where no such fault strikes. */
export function distort(reply: GraphqlReply, faults: StrikingFaults): void {
  const { data } = reply;
  if (data == null) return;
  const rows = firstList(data);
  const sample = (rows?.[0] ?? data) as Json;
  if (faults('duplicate-rows') !== undefined && rows !== null && rows.length > 0) {
    rows.push(structuredClone(rows[rows.length - 1]));
    rows.splice(1, 0, structuredClone(rows[0]));
  }
  if (faults('out-of-order') !== undefined) rows?.reverse();
  const unknown = faults('unknown-enum');
  if (unknown !== undefined) {
    setDeep(sample, unknown.field ?? 'shipSpeed', () => unknown.value ?? 'HYPERLOOP_DELIVERY');
  }
  const added = faults('new-field');
  if (added !== undefined) {
    for (const row of rows ?? [data]) {
      if (isObject(row)) row[added.field ?? 'futureField'] = { nested: ['new'] };
    }
  }
  const nulled = faults('null-field');
  if (nulled !== undefined) setDeep(sample, nulled.field ?? 'estimatedShipDate', () => null);
  const missing = faults('missing-field');
  if (missing !== undefined) setDeep(sample, missing.field ?? 'products', () => undefined);
  if (faults('string-money') !== undefined) stringMoney(data);
}

/** The first list of objects, breadth first. */
function firstList(data: Json): unknown[] | null {
  const queue: unknown[] = [data];
  for (let i = 0; i < queue.length; i++) {
    const value = queue[i];
    if (Array.isArray(value)) return value;
    if (isObject(value)) queue.push(...Object.values(value));
  }
  return null;
}

/** Replaces the first field of this name; `undefined` takes the field out. */
function setDeep(value: unknown, field: string, change: (old: unknown) => unknown): boolean {
  if (Array.isArray(value)) return value.some((item) => setDeep(item, field, change));
  if (!isObject(value)) return false;
  if (field in value) {
    const next = change(value[field]);
    if (next === undefined) delete value[field];
    else value[field] = next;
    return true;
  }
  return Object.values(value).some((item) => setDeep(item, field, change));
}

function stringMoney(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(stringMoney);
  if (!isObject(value)) return;
  for (const [field, item] of Object.entries(value)) {
    if (typeof item === 'number' && MONEY_FIELDS.has(field)) value[field] = String(item);
    else stringMoney(item);
  }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
