import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { underSavepoint } from '#kit/server/savepoint.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { walletLow } from '#modules/fulfilment/model/carrier-errors.ts';
import type { CarrierRate } from '#modules/fulfilment/model/carrier-port.ts';
import { captureHold, placeHold, postEntries, releaseHold } from '#modules/ledger/server/index.ts';
import { returnLabel, type ReturnLabelRow } from '../../model/return-label.ts';

/** A label with the columns that no screen shows. */
export type PaidLabel = ReturnLabelRow & {
  holdId: string | null;
  /** What the carrier took beyond what was set aside, minor units of what it took. */
  beyond: bigint;
  beyondCharge: 'none' | 'due' | 'charged' | 'refunded';
};

const AVAILABLE = { code: 'wallet:available' } as const;
const FEE = { code: 'platform:revenue', part: 'returnLabel', partName: '退货面单费' } as const;

/** Sets the price aside in the wallet, of an account of the platform. @returns why it cannot */
export async function holdPrice(tx: Tx, label: PaidLabel, { amount, currency }: CarrierRate): Promise<Refusal | null> {
  if (label.owner === 'platform' && label.charge === 'none' && amount > 0n) {
    const held = await underSavepoint(tx, () =>
      placeHold(tx, {
        refType: 'returnLabel',
        refId: label.id,
        refNo: label.labelNo,
        from: AVAILABLE,
        held: 'wallet:held',
        amount,
        currency,
      }),
    );
    if (held instanceof Refusal) return walletLow();
    await tx.run`
      update return_label set hold_id = ${held}::uuid, charge = 'held'
      where tenant_id = ${tx.tenant} and id = ${label.id}::uuid`;
  }
  await setColumns(tx, returnLabel, [label.id], { quotedCost: amount, currency });
  return null;
}

/**
 * A label for goods that somebody else sends is due when it is bought. What the carrier took beyond what was
 * set aside, or in another currency, is taken as well, and stays due while there is not so much.
 */
export async function payLabel(
  tx: Tx,
  label: PaidLabel,
  { cost, currency }: { cost: bigint; currency: string },
): Promise<void> {
  if (label.owner !== 'platform') return;
  const held = label.currency === currency ? (label.quotedCost ?? 0n) : 0n;
  const isHeld = label.charge === 'held' && label.holdId !== null;
  const taken = isHeld ? least(cost, held) : 0n;
  if (isHeld) {
    if (taken > 0n) await captureHold(tx, label.holdId ?? '', [{ account: FEE, amount: taken }]);
    else await releaseHold(tx, label.holdId ?? '');
    await setColumns(tx, returnLabel, [label.id], { charge: taken > 0n ? 'charged' : 'released' });
  }
  const beyond = cost - taken;
  if (beyond <= 0n) return;
  await tx.run`
    update return_label set beyond = ${beyond}, beyond_charge = 'due'
    where tenant_id = ${tx.tenant} and id = ${label.id}::uuid`;
  await payBeyond(tx, { ...label, beyond, currency });
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** @returns false where the wallet has not so much */
async function payBeyond(
  tx: Tx,
  { id, labelNo, beyond, currency }: Pick<PaidLabel, 'id' | 'labelNo' | 'beyond'> & { currency: string | null },
): Promise<boolean> {
  const paid = await underSavepoint(tx, () =>
    postEntries(tx, [
      {
        refType: 'returnLabel',
        refId: id,
        refNo: labelNo,
        event: 'beyond',
        memo: '退货面单高于报价的部分',
        postings: [{ debit: AVAILABLE, credit: FEE, amount: beyond, currency: currency ?? '' }],
      },
    ]),
  );
  if (paid instanceof Refusal) return false;
  await tx.run`
    update return_label set beyond_charge = 'charged'
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  return true;
}

/** There is money again: what carriers took beyond their quotes is paid, the oldest first. */
export async function payDueReturnLabels(tx: Tx, currency: string): Promise<void> {
  const due = await tx.rows<Pick<PaidLabel, 'id' | 'labelNo' | 'beyond' | 'currency'>>`
    select id, label_no, beyond, currency from return_label
    where tenant_id = ${tx.tenant} and beyond_charge = 'due' and currency = ${currency}
    order by create_time, id for update`;
  for (const { currency: taken = null, ...one } of due) if (!(await payBeyond(tx, { ...one, currency: taken }))) return;
}

/** No label came: what was held is free again. */
export async function freeHeld(tx: Tx, label: PaidLabel): Promise<void> {
  if (label.charge !== 'held' || !label.holdId) return;
  await releaseHold(tx, label.holdId);
  await setColumns(tx, returnLabel, [label.id], { charge: 'released' });
}

/** A label that was paid is voided: what was taken for it goes back, and what is still due is not asked for. */
export async function refundLabel(tx: Tx, label: PaidLabel): Promise<void> {
  const { id, labelNo, quotedCost, cost, currency, charge, beyond, beyondCharge } = label;
  const captured = charge === 'charged' ? least((cost ?? 0n) - beyond, quotedCost ?? 0n) : 0n;
  const paid = captured + (beyondCharge === 'charged' ? beyond : 0n);
  if (paid > 0n)
    await postEntries(tx, [
      {
        refType: 'returnLabel',
        refId: id,
        refNo: labelNo,
        event: 'refund',
        memo: '退货面单作废退款',
        postings: [{ debit: FEE, credit: AVAILABLE, amount: paid, currency: currency ?? '' }],
      },
    ]);
  if (captured > 0n) await setColumns(tx, returnLabel, [id], { charge: 'refunded' });
  if (beyond > 0n)
    await tx.run`
      update return_label set beyond_charge = case when beyond_charge = 'charged' then 'refunded' else 'none' end
      where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}
