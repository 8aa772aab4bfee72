import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { supplier } from '../model/supplier.ts';

const ACCOUNT = ['bankName', 'bankAccountName', 'bankAccountNo'] as const;

/** Where money for a supplier goes. */
export interface Payee {
  /** Bank, name and number of the account, as people read them; null where there is no number. */
  text: string | null;
  /** The actor, or whom they act for, entered it or changed a part of it, and nobody else has since. */
  isOwn: boolean;
}

/** The account of a supplier, and whose word it is. */
export async function payeeOf(tx: Tx, supplierId: string): Promise<Payee> {
  const [row] = await pick(tx, supplier, ['id', ...ACCOUNT])`id = ${supplierId}::uuid`;
  if (!row?.bankAccountNo) return { text: null, isOwn: false };
  const left = (await leftByOthers(tx, supplier, [row], ACCOUNT)).get(row.id);
  return {
    text: ACCOUNT.flatMap((key) => row[key] ?? []).join(' '),
    isOwn: ACCOUNT.some((key) => (left?.[key] ?? null) !== row[key]),
  };
}
