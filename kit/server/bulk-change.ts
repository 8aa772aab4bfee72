import {
  BULK_TITLES,
  bulkFault,
  bulkKeys,
  bulkOperations,
  type BulkChange,
  type BulkOperation,
} from '#kit/model/bulk-edit.ts';
import type { Field } from '#kit/model/field.ts';
import { invalid, type Refusal } from '#kit/model/refusal.ts';
import { fromWire, nameFromWire } from '#kit/model/wire.ts';
import { placeOf } from './actor.ts';
import { MESSAGES } from './messages.ts';
import { readFields } from './parse.ts';
import type { Call } from './route.ts';
import type { Serve } from './serve.ts';

/** What is asked, judged as far as it can be without a row. @throws Refusal 422 at the input that is wrong */
export function readChange(
  { body, actor }: Call,
  { resource }: Serve,
  hidden: ReadonlySet<string>,
): { change: BulkChange; field: Field } {
  const { wire } = resource;
  const name = typeof body['field'] === 'string' ? body['field'] : '';
  const key = nameFromWire(wire, name);
  const field = (resource.fields as Readonly<Record<string, Field>>)[key];
  if (!field || hidden.has(key) || !bulkKeys(resource).includes(key))
    throw refusedAt('field', MESSAGES.bulkFieldUnknown(name.slice(0, 40)));
  const request = body['operation'];
  const operation = bulkOperations(field).find((one) => one === request);
  if (!operation) throw refusedAt('operation', MESSAGES.bulkOperation(field.title, titleOf(request)));
  const { find, currency } = body;
  const change: BulkChange = {
    field: key,
    operation,
    value: fromWire(wire, { [name]: body['value'] })[key],
    ...(typeof find === 'string' ? { find } : {}),
    ...(typeof currency === 'string' ? { currency } : {}),
  };
  const fault = bulkFault(field, change);
  if (fault) throw refusedAt(key, fault);
  if (operation !== 'set') return { change, field };
  const given = { [key]: change.value, ...(field.currency ? { [field.currency]: currency } : {}) };
  const { errors } = readFields({ [key]: field }, given, { ...placeOf(actor), partial: true });
  if (errors.length > 0) throw invalid(errors);
  return { change, field };
}

const titleOf = (operation: unknown): string =>
  typeof operation === 'string' && Object.hasOwn(BULK_TITLES, operation) ? BULK_TITLES[operation as BulkOperation] : '';

export const refusedAt = (field: string, message: string): Refusal => invalid([{ field, code: 'invalid', message }]);
