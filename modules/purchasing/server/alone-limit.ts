import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { settingsOf } from './purchase-settings.ts';

/** Documents about one supplier that are submitted at once wait for each other here, so that each counts the other. */
export async function lockSuppliers(
  tx: Tx,
  rows: readonly { supplierId: string | null }[],
): Promise<void> {
  await tx.run`
    select s.id from supplier s where s.tenant_id = ${tx.tenant}
      and s.id = any(${rows.flatMap(({ supplierId }) => supplierId ?? [])}::uuid[])
    order by s.id for no key update of s`;
}

/** A document that the same people made of the same supplier, and nobody else has approved. */
export interface MadeAlone {
  no: string;
  /** Minor units of the base currency; null: nobody but the actor says what its currency is worth. */
  value: bigint | null;
}

interface Weighed {
  /** As of {@link MadeAlone}. */
  value: bigint | null;
  base: string;
  /** What the value and the limit are called, as people read them. */
  words: { value: string; limit: string };
  /** What counts together with it, made after a moment. */
  others: (since: Date) => Promise<readonly MadeAlone[]>;
}

/**
 * Why a second person must look at a document, or null: it is worth more than the limit of one person, or
 * with what the same people made alone of the supplier a short while ago. What was split is one.
 */
export async function reasonAlone(
  tx: Tx,
  { value, base, words, others }: Weighed,
): Promise<string | null> {
  const { approvalLimit, approvalHours } = await settingsOf(tx);
  const text = (amount: bigint): string => `${formatDecimal(amount, exponentOf(base))} ${base}`;
  const limit = `${words.limit} ${text(approvalLimit)}`;
  if (value === null) return OWN_RATE;
  if (value > approvalLimit) return `${words.value} ${text(value)} 超过${limit}`;
  if (approvalHours === 0) return null;
  const alone = await others(new Date(tx.now.getTime() - approvalHours * 3_600_000));
  const unknown = alone.find((one) => one.value === null);
  if (unknown) return `${approvalHours} 小时内还有 ${unknown.no}，其${OWN_RATE}`;
  const sum = alone.reduce((all, one) => all + (one.value ?? 0n), value);
  if (sum <= approvalLimit) return null;
  const numbers = alone.map(({ no }) => no).join('、');
  return `${approvalHours} 小时内与 ${numbers} 合计 ${text(sum)}，超过${limit}`;
}

/** Why an amount is weighed by another: it is worth what its maker says. */
export const OWN_RATE = '汇率由本人录入，不能据此判断是否超过上限';
