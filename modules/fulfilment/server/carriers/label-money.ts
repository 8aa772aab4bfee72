import { Refusal } from '#kit/model/refusal.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { underSavepoint } from '#kit/server/savepoint.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { captureHold, placeHold, postEntries, releaseHold } from '#modules/ledger/server/index.ts';
import { walletLow } from '../../model/carrier-errors.ts';
import type { CarrierCharge } from '../../model/carrier-port.ts';
import { shippingLabel, type ShippingLabelRow } from '../../model/shipping-label.ts';

/** A label with the columns that no screen shows. */
export type StoredLabel = ShippingLabelRow & { holdId: string | null; nextTrackAt: Date | null };

const AVAILABLE = { code: 'wallet:available' } as const;
const FEE = { code: 'platform:revenue', part: 'label', partName: '面单费' } as const;
const ADJUSTED = { code: 'platform:revenue', part: 'labelAdjust', partName: '面单调整' } as const;

/** The reference of what a carrier took beyond its quote; a carrier's own never begin with this sign. */
const OURS = '*';
const BEYOND_QUOTE = `${OURS}price`;

/**
 * Sets the quoted price aside in the wallet, before anything is asked of the carrier; on an account of
 * one's own nothing is.
 * @returns the refusal where there is not so much
 */
export async function holdPrice(
  tx: Tx,
  label: StoredLabel,
  price: { amount: bigint; currency: string },
): Promise<Refusal | null> {
  const { amount, currency } = price;
  if (label.owner !== 'platform' || label.charge !== 'none' || amount === 0n) return null;
  const held = await underSavepoint(tx, () =>
    placeHold(tx, {
      refType: 'shippingLabel',
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
    update shipping_label set hold_id = ${held}::uuid, charge = 'held'
    where tenant_id = ${tx.tenant} and id = ${label.id}::uuid`;
  return null;
}

/**
 * The price is due: taken out of what was held, the rest given back. What the carrier asks beyond the
 * quote is a charge of its own, also where it quoted nothing.
 */
export async function chargeLabel(tx: Tx, label: StoredLabel): Promise<void> {
  const { quotedCost, cost, currency } = label;
  const isHeld = label.charge === 'held' && label.holdId !== null;
  if (label.owner === 'platform' && !isHeld && isUnpaid(label)) {
    if (label.charge === 'none') await setColumns(tx, shippingLabel, [label.id], { charge: 'charged' });
    await adjustLabel(tx, label, {
      ref: BEYOND_QUOTE,
      amount: cost ?? 0n,
      currency: currency ?? '',
      reason: '面单未按报价冻结，按承运商实收扣费',
    });
    return;
  }
  if (label.charge !== 'held' || label.holdId === null) return;
  const held = quotedCost ?? 0n;
  const due = cost ?? held;
  const amount = due < held ? due : held;
  if (amount === 0n) {
    await releaseLabel(tx, label);
    return;
  }
  await captureHold(tx, label.holdId, [{ account: FEE, amount }]);
  await setColumns(tx, shippingLabel, [label.id], { charge: 'charged' });
  if (due > held)
    await adjustLabel(tx, label, {
      ref: BEYOND_QUOTE,
      amount: due - held,
      currency: currency ?? '',
      reason: '承运商实收高于报价',
    });
}

/** Nothing is held for it: the carrier quoted nothing, or in another currency than it took. */
const isUnpaid = ({ charge, cost }: StoredLabel): boolean =>
  (charge === 'none' || charge === 'released') && (cost ?? 0n) > 0n;

/** Nothing was bought, or it was voided in time. */
export async function releaseLabel(tx: Tx, label: StoredLabel): Promise<void> {
  if (label.charge !== 'held' || label.holdId === null) return;
  await releaseHold(tx, label.holdId);
  await setColumns(tx, shippingLabel, [label.id], { charge: 'released' });
}

/** A label that was paid already is voided: what it cost goes back. */
export async function refundLabel(tx: Tx, label: StoredLabel): Promise<void> {
  if (label.charge !== 'charged') {
    await releaseLabel(tx, label);
    return giveBackBeyondQuote(tx, label);
  }
  const { quotedCost, cost, currency } = label;
  const paid = (cost ?? 0n) < (quotedCost ?? 0n) ? (cost ?? 0n) : (quotedCost ?? 0n);
  if (paid > 0n)
    await postEntries(tx, [
      {
        refType: 'shippingLabel',
        refId: label.id,
        refNo: label.labelNo,
        event: 'refund',
        memo: '面单作废退款',
        postings: [{ debit: FEE, credit: AVAILABLE, amount: paid, currency: currency ?? '' }],
      },
    ]);
  await setColumns(tx, shippingLabel, [label.id], { charge: 'refunded' });
  await giveBackBeyondQuote(tx, label);
}

/** What was asked beyond the quote goes back with the price; where it is still due, the two end each other. */
async function giveBackBeyondQuote(tx: Tx, label: StoredLabel): Promise<void> {
  const request = await tx.maybe<{ amount: bigint; currency: string }>`
    select amount, currency from label_adjustment
    where tenant_id = ${tx.tenant} and label_id = ${label.id}::uuid and carrier_ref = ${BEYOND_QUOTE}`;
  if (!request) return;
  const { amount, currency } = request;
  await adjustLabel(tx, label, {
    ref: `${BEYOND_QUOTE} void`,
    amount: -amount,
    currency,
    reason: '面单作废，退回高于报价的部分',
  });
  await payDueAdjustments(tx, currency);
}

/** What a carrier reports beside a label: its references stay apart from those made here. */
export const carrierCharge = (tx: Tx, label: StoredLabel, charge: CarrierCharge): Promise<boolean> =>
  adjustLabel(tx, label, {
    ...charge,
    ref: charge.ref.startsWith(OURS) ? `-${charge.ref}` : charge.ref,
  });

/** What a carrier asks or gives back later, once however often it is reported. @returns whether it is new */
async function adjustLabel(
  tx: Tx,
  label: StoredLabel,
  { ref, amount, currency, reason }: CarrierCharge,
): Promise<boolean> {
  if (amount === 0n) return false;
  const id = newId();
  const isOwn = label.owner === 'own';
  const added = await tx.run`
    insert into label_adjustment (tenant_id, id, label_id, carrier_ref, amount, currency, reason, charge,
      create_by, create_time)
    values (${tx.tenant}, ${id}::uuid, ${label.id}::uuid, ${ref}, ${amount}, ${currency}, ${reason},
      ${isOwn ? 'own' : 'due'}, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, label_id, carrier_ref) do nothing`;
  if (added === 0) return false;
  if (!isOwn) await payAdjustment(tx, { id, labelNo: label.labelNo, amount, currency });
  return true;
}

interface DueAdjustment {
  id: string;
  labelNo: string;
  amount: bigint;
  currency: string;
}

/** Takes an adjustment from the wallet; where there is not so much it stays due. */
async function payAdjustment(tx: Tx, { id, labelNo, amount, currency }: DueAdjustment): Promise<boolean> {
  const isDebt = amount > 0n;
  const posting = {
    debit: isDebt ? AVAILABLE : ADJUSTED,
    credit: isDebt ? ADJUSTED : AVAILABLE,
    amount: isDebt ? amount : -amount,
    currency,
  };
  const paid = await underSavepoint(tx, () =>
    postEntries(tx, [
      {
        refType: 'labelAdjustment',
        refId: id,
        refNo: labelNo,
        event: 'charge',
        memo: '面单调整',
        postings: [posting],
      },
    ]),
  );
  if (paid instanceof Refusal) return false;
  await tx.run`
    update label_adjustment set charge = 'charged', version = version + 1, update_by = ${tx.actor.username},
      update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  return true;
}

/** There is money again: what carriers asked meanwhile is paid, the oldest first. */
export async function payDueAdjustments(tx: Tx, currency: string): Promise<void> {
  const due = await tx.rows<DueAdjustment>`
    select a.id, l.label_no, a.amount, a.currency from label_adjustment a
      join shipping_label l on l.tenant_id = a.tenant_id and l.id = a.label_id
    where a.tenant_id = ${tx.tenant} and a.charge = 'due' and a.currency = ${currency}
    order by a.create_time, a.id for update of a`;
  for (const one of due) if (!(await payAdjustment(tx, one))) return;
}
