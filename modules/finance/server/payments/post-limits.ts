import { moneyText } from '#kit/model/currency.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { madeByActor } from '#kit/server/makers.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { isOwnRate, rateAt, rateKnown } from '#modules/base/server/index.ts';
import { bindingSettings, holdPeople } from '#modules/system/server/index.ts';
import { financeSettings } from '../../model/finance-settings.ts';
import { payment, type PaymentRow } from '../../model/payment.ts';
import { bankRefTaken, payFaults } from '../../model/payment-errors.ts';

/** Beyond this part of the rate that others know, who made a payment does not say alone what the bank gave. */
const FAR_PERCENT = 5;

/** What one person pays out, or charges, is counted together for so long: many small ones are one great one. */
export const TOGETHER_MS = 86_400_000;

/**
 * What one unit of a payment is worth in the books: what was typed, or the rate of the day. A rate far from what
 * others know is a slip, or makes money that nobody has.
 * @throws Refusal 422 where it is far off, or the payment is in the currency of the books
 */
export async function rateToBook(tx: Tx, row: PaymentRow, payRate: string | null, base: string): Promise<string> {
  const { currency, paidOn } = row;
  const rate = payRate ?? (await rateAt(tx, currency, base, paidOn));
  if (currency === base) {
    if (payRate !== null) throw payFaults.sameCurrency({ currency });
    return rate;
  }
  if (Number(rate) <= 0) throw payFaults.noRate();
  const known = await knownToOthers(tx, row, base);
  if (known === null) return rate;
  const [typed, other] = [Number(rate), Number(known)];
  if (typed * 2 < other || typed > other * 2) throw payFaults.rateFar({ rate: known });
  const isFar = Math.abs(typed - other) * 100 > other * FAR_PERCENT;
  if (isFar && (await isOwn(tx, row))) throw payFaults.rateByMaker({ rate: known, percent: FAR_PERCENT });
  return rate;
}

/** The rate of the day; where that is the word of the actor or there is none, the one of an invoice that it pays. */
async function knownToOthers(tx: Tx, { id, currency, paidOn }: PaymentRow, base: string): Promise<string | null> {
  const ofDay = (await isOwnRate(tx, currency, base, paidOn)) ? null : await rateKnown(tx, currency, base, paidOn);
  if (ofDay !== null) return ofDay;
  const invoice = await tx.maybe<{ fxRate: string }>`
    select i.fx_rate::text as fx_rate from payment_allocation a
    join invoice i on i.tenant_id = a.tenant_id and i.id = a.invoice_id
    where a.tenant_id = ${tx.tenant} and a.payment_id = ${id}::uuid order by i.issue_date desc, i.id limit 1`;
  return invoice?.fxRate ?? null;
}

/** Whether the actor made the payment and there is somebody else who could post it. */
const isOwn = async (tx: Tx, { id }: PaymentRow): Promise<boolean> =>
  !tx.actor.isSystem && (await madeByActor(tx, payment, [id], { orAlone: true })).has(id);

/**
 * Money back to customers leaves the bank, and what they have ahead is what somebody typed: who made the payment
 * posts no more of them alone than one person may, and none in a currency of which nobody else says what it is worth.
 * @throws Refusal 409
 */
export async function refuseOutAlone(tx: Tx, row: PaymentRow, baseAmount: bigint, base: string): Promise<void> {
  if (!(await isOwn(tx, row))) return;
  await holdPeople(tx, partakers(tx.actor));
  const { refundLimit } = (await bindingSettings(tx, financeSettings)).values;
  const { sum } = await tx.one<{ sum: bigint }>`
    select coalesce(sum(base_amount), 0)::bigint as sum from payment
    where tenant_id = ${tx.tenant} and direction = 'out' and status = 'posted' and remittance_id is null
      and id <> ${row.id}::uuid
      and create_by = ${tx.actor.username} and posted_by = ${tx.actor.username}
      and posted_at > ${new Date(tx.now.getTime() - TOGETHER_MS)}`;
  const isUnvouched = row.currency !== base && (await knownToOthers(tx, row, base)) === null;
  if (isUnvouched || sum + baseAmount > refundLimit) throw payFaults.outAlone({ limit: moneyText(refundLimit, base) });
}

/** What a remittance has brought into the books is not entered once more by its number at the bank. @throws Refusal 409 */
export async function refuseRemitted(
  tx: Tx,
  { bankRef, customerId, currency }: Pick<PaymentRow, 'bankRef' | 'customerId' | 'currency'>,
): Promise<void> {
  if (bankRef === null) return;
  const [known] = await pick(tx, payment, ['id'])`
    remittance_id is not null and status = 'posted' and upper(bank_ref) = upper(${bankRef})
    and customer_id = ${customerId}::uuid and currency = ${currency} limit 1`;
  if (known) throw bankRefTaken({ bankRef });
}
