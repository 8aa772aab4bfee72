import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { insertInto, setEach } from '#kit/server/stored-rows.ts';
import { bankLine, bankMatch, type BankLineRow, type BankMatchMethod } from '../../model/bank-line.ts';
import type { OpenMovement, OpenPayment } from '../../model/match/match-bank.ts';
import { payment } from '../../model/payment.ts';

/** A payment that is held, with what of it is in no movement yet. */
export type HeldPayment = OpenPayment;

/** Money that went through a bank: what a credit note left did not. */
const IS_MONEY = sql`t.status = 'posted' and t.method <> 'credit'`;

const OF_MOVEMENTS = sql`t.amount - coalesce((select sum(m.amount) from bank_match m
  where m.tenant_id = t.tenant_id and m.payment_id = t.id), 0)::bigint`;

const PAID = sql`t.id, t.payment_no, t.direction, t.customer_id, t.account_id, t.currency, t.paid_on::text as paid_on,
  t.bank_ref, ${OF_MOVEMENTS} as left`;

/** Payments that movements may be, of those that the actor may see: near in days and of their amount, or named by them. */
export async function candidatesFor(tx: Tx, lines: readonly OpenMovement[], days: number): Promise<OpenPayment[]> {
  if (lines.length === 0) return [];
  const booked = lines.map(({ bookedOn }) => bookedOn).toSorted();
  const sizes = [...new Set(lines.map(({ amount }) => (amount > 0n ? amount : -amount)))];
  const names = [...new Set(lines.flatMap(({ bankRef, ourRef }) => [bankRef, ourRef].map(spelt)))].filter(Boolean);
  const found = await tx.query<OpenPayment>(sql`
    select ${PAID} from payment t where ${join(baseConditions(payment, tx.actor), ' and ')} and ${IS_MONEY}
      and (t.paid_on between ${booked[0] ?? ''}::date - ${days}::integer and ${booked.at(-1) ?? ''}::date + ${days}::integer
        or upper(t.bank_ref) = any(${names}::text[]) or t.payment_no = any(${names}::text[]))
    order by t.paid_on, t.id`);
  const wanted = new Set(sizes);
  return found.filter(({ left }) => wanted.has(left));
}

const spelt = (text: string | null): string => (text ?? '').trim().toUpperCase();

/** Payments by the numbers that somebody typed, in capitals; those they may see. */
export async function paymentsNumbered(tx: Tx, numbers: readonly string[]): Promise<Map<string, string>> {
  const keys = [...new Set(numbers.map((no) => no.toUpperCase()))];
  const found = await tx.query<{ id: string; paymentNo: string }>(sql`
    select t.id, t.payment_no from payment t
    where ${join(baseConditions(payment, tx.actor), ' and ')} and ${IS_MONEY}
      and upper(t.payment_no) = any(${keys}::text[])`);
  return new Map(found.map(({ id, paymentNo }) => [paymentNo.toUpperCase(), id]));
}

/** Payments, locked in one order for everybody: two who match them at once come one after the other. */
export async function holdPayments(tx: Tx, ids: readonly string[]): Promise<Map<string, HeldPayment>> {
  if (ids.length === 0) return new Map();
  await tx.query(sql`
    select t.id from payment t where t.tenant_id = ${tx.tenant} and t.id = any(${[...ids]}::uuid[])
    order by t.id for update of t`);
  const held = await tx.query<HeldPayment>(sql`
    select ${PAID} from payment t
    where t.tenant_id = ${tx.tenant} and t.id = any(${[...ids]}::uuid[]) and ${IS_MONEY}`);
  return new Map(held.map((one) => [one.id, one]));
}

/** A movement with what it is. */
export interface PickedMatch {
  line: Pick<BankLineRow, 'id' | 'currency'>;
  method: BankMatchMethod;
  score: number;
  parts: readonly { paid: HeldPayment; amount: bigint }[];
}

export async function storeMatches(tx: Tx, picked: readonly PickedMatch[]): Promise<void> {
  if (picked.length === 0) return;
  await insertInto(
    tx,
    bankMatch,
    picked.flatMap(({ line, parts }) =>
      parts.map(({ paid, amount }) => ({
        lineId: line.id,
        paymentId: paid.id,
        currency: line.currency,
        amount,
      })),
    ),
  );
  await setEach(
    tx,
    bankLine,
    picked.map(({ line: { id }, method, score, parts }) => ({
      id,
      matched: parts.reduce((sum, { amount }) => sum + amount, 0n),
      matchedWith: parts
        .map(({ paid }) => paid.paymentNo)
        .join('、')
        .slice(0, 255),
      method,
      score,
      matchedBy: tx.actor.username,
      matchedAt: tx.now,
    })),
  );
}
