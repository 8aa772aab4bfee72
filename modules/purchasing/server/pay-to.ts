import type { Tx } from '#kit/server/database.ts';
import { payeeOf } from '#modules/base/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { payeeByActor, payFaults } from '../model/bill-errors.ts';
import type { SupplierBillRow } from '../model/supplier-bill.ts';

/**
 * Where the money for a bill goes. Whoever entered the supplier's account, or changed it, does not pay to it, however
 * little: an approved bill would be paid to themselves. One that nothing was paid to before is asked about of
 * whoever pays, for an account is often changed by a mail that is not the supplier's.
 * @param isChecked whoever pays says that the supplier has confirmed it
 * @returns the account, as it is kept with the payment; null where none is known
 * @throws Refusal 403 to who entered it, 422 where nobody has checked it
 */
export async function checkPayee(
  tx: Tx,
  { supplierId }: Pick<SupplierBillRow, 'supplierId'>,
  isChecked: boolean,
): Promise<string | null> {
  const { text, isOwn } = await payeeOf(tx, supplierId);
  if (text === null || tx.actor.isSystem) return text;
  if (isOwn && !(await isOnlyPerson(tx))) throw payeeByActor({ payee: text });
  const last = await tx.maybe<{ payee: string }>`
    select payee from bill_payment
    where tenant_id = ${tx.tenant} and supplier_id = ${supplierId}::uuid and payee is not null
      and reversed_at is null order by id desc limit 1`;
  if (plain(last?.payee) !== plain(text) && !isChecked) throw payFaults.payee({ payee: text });
  return text;
}

/** Blanks and dashes between digits are no other account. */
const plain = (payee: string | undefined): string => (payee ?? '').normalize('NFKC').replace(/[\s-]/g, '');
