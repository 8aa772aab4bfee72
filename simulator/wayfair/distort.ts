/** Faults of the rows: what a careless or changing channel may send inside a good answer. */
import type { StrikingFaults } from '../exchange.ts';
import type { GraphqlReply } from './graphql.ts';

type Json = Record<string, unknown>;

const MONEY_FIELDS = new Set(['price', 'totalCost', 'quantity', 'weight', 'totalWeight']);

/** Changes the answer in place; does nothing where no such fault strikes. */
export function distort(reply: GraphqlReply, faults: StrikingFaults): void {
  const { data } = reply;
  if (faults('null-errors') !== undefined) spreadNulls(reply as Json);
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
  if (faults('text-quantity') !== undefined) asText(data, QUANTITY_FIELDS);
  if (faults('number-counts') !== undefined) asNumber(data, new Set(['numberOfLabels']));
  if (faults('number-codes') !== undefined) setAll(data, 'errorCode', (old) => (old === null ? old : 4042));
  if (faults('one-number') !== undefined) {
    let number: unknown;
    setAll(data, 'trackingNumber', (own) => (number ??= own));
  }
  if (faults('no-full-po-number') !== undefined) setAll(data, 'fullPoNumber', () => null);
  if (faults('null-cancellation-quantity') !== undefined) setAll(data, 'cancellationQuantity', () => null);
  const denied = faults('permission-denied')?.field;
  if (denied !== undefined) denyField(reply, denied);
  // Rows beside the good ones, so that nothing true goes missing with them.
  if (faults('odd-row') !== undefined && rows !== null) rows.unshift(null, oddRow(rows[0]));
  if (faults('null-list') !== undefined) nullLists(data);
}

const QUANTITY_FIELDS = new Set([
  'quantity',
  'quantityOnHand',
  'cancelledQuantity',
  'originalQuantity',
  'completedCount',
  'errorCount',
  'pieceCount',
]);

/** A row whose fields are there and none of them what it should be, except what it calls itself. */
function oddRow(sample: unknown): unknown {
  const names = ['poNumber', 'requestId', 'supplierPartNumber', 'id'];
  if (!isObject(sample)) return Object.fromEntries(names.map((name) => [name, 'ODD-1']));
  return Object.fromEntries(
    Object.keys(sample).map((field) => [field, names.includes(field) ? 'ODD-1' : { odd: true }]),
  );
}

/** One field of every row is kept from this application: null, with an error that names it. */
function denyField(reply: GraphqlReply, field: string): void {
  const errors: unknown[] = reply.errors ?? [];
  for (const [operation, rows] of Object.entries(reply.data ?? {})) {
    if (!Array.isArray(rows)) continue;
    rows.filter(isObject).forEach((row, index) => {
      row[field] = null;
      const extensions = { category: 'PERMISSION_DENIED' };
      errors.push({ message: 'Access denied', path: [operation, index, field], extensions });
    });
  }
  Object.assign(reply, { errors });
}

/** Every list straight under the data, or under a namespace of it, is null. */
function nullLists(data: Json): void {
  for (const [field, value] of Object.entries(data)) {
    if (Array.isArray(value)) data[field] = null;
    else if (isObject(value)) nullLists(value);
  }
}

/** Null members in every list of errors, in the envelope and in transactions. */
function spreadNulls(value: unknown): void {
  if (Array.isArray(value)) return value.forEach(spreadNulls);
  if (!isObject(value)) return;
  for (const [field, item] of Object.entries(value)) {
    if (field === 'errors' && Array.isArray(item)) value[field] = [null, ...item, null];
    else spreadNulls(item);
  }
}

function setAll(value: unknown, field: string, change: (old: unknown) => unknown): void {
  if (Array.isArray(value)) return value.forEach((item) => setAll(item, field, change));
  if (!isObject(value)) return;
  for (const [name, item] of Object.entries(value)) {
    if (name === field) value[name] = change(item);
    else setAll(item, field, change);
  }
}

function asText(value: unknown, fields: ReadonlySet<string>): void {
  for (const field of fields) setAll(value, field, (old) => (typeof old === 'number' ? String(old) : old));
}

function asNumber(value: unknown, fields: ReadonlySet<string>): void {
  for (const field of fields) setAll(value, field, (old) => (typeof old === 'string' ? Number(old) : old));
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
