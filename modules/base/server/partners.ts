import { invalid } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import type { Guards } from '#kit/server/write.ts';
import { contactTaken } from '../model/errors.ts';
import { currencyFaults } from './currencies.ts';
import { termFaults } from './payment-terms.ts';

type Values = Readonly<Record<string, unknown>>;

/** Whoever is dealt with has a currency and a term that are in use; what a row has already stays good. */
async function judgeTerms(tx: Tx, values: Values, before: Values = {}): Promise<void> {
  const errors = [
    ...(await currencyFaults(tx, values, ['currency'], before)),
    ...(await termFaults(tx, values, before)),
  ];
  if (errors.length > 0) throw invalid(errors);
}

/** Of suppliers and customers. */
export const partnerGuards: Guards = {
  add: (tx, values) => judgeTerms(tx, values),
  edit: (tx, before, values) => judgeTerms(tx, values, before),
};

/**
 * One contact of a name at each partner.
 * @param key of the link to the partner, whom messages call `title`
 */
export function contactGuards(resource: AnyResource, key: string, title: string): Guards {
  const judge = async (tx: Tx, row: Values, id: string | null): Promise<void> => {
    const named = await pick(tx, resource, ['id', key])`
      name = ${row['name']} and deleted_at is null and id is distinct from ${id}::uuid`;
    if (named.some((one) => one[key] === row[key])) throw contactTaken({ of: title, name: String(row['name']) });
  };
  return {
    add: (tx, values) => judge(tx, values, null),
    edit: (tx, before, values) => judge(tx, { ...before, ...values }, before.id),
  };
}
