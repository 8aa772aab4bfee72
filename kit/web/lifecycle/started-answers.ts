import type { Fields } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { grouped } from '#ui/cells/number-text.ts';
import type { Row } from '#ui/cells/faces.ts';

/** What questions begin with: what the document has in the fields that they name. Masked ones begin blank. */
export const startedValues = (fields: Fields, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, { startsAs }]) => {
      const value = startsAs === undefined ? undefined : row[startsAs];
      return value === undefined || value === null ? [] : [[key, value]];
    }),
  );

/** Questions that say in front of their hint what they begin with: `未赔付 120.00 USD；…`. */
export function startedFields(fields: Fields, of: Pick<AnyResource, 'fields'>, row: Row): Fields {
  const values = startedValues(fields, row);
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      const from = values[key] === undefined ? undefined : of.fields[field.startsAs ?? ''];
      if (!from) return [key, field];
      const currency = from.currency === undefined ? '' : ` ${String(row[from.currency] ?? '')}`;
      // Links and choices by their names; a number of a document is no figure.
      const name = row[`${field.startsAs}_dictText`];
      const value = String(name ?? values[key]);
      const isFigure = name === undefined && from.kind !== 'text';
      const message = `${from.title} ${isFigure ? grouped(value) : value}${currency}`;
      return [key, { ...field, hint: [message, field.hint].filter(Boolean).join('；') }];
    }),
  );
}
