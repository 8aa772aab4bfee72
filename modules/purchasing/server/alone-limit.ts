import { moneyText } from '#kit/model/currency.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { tableOf } from '#kit/server/registry.ts';
import { column, sql } from '#kit/server/sql.ts';
import { holdPeople, isOnlyPerson } from '#modules/system/server/index.ts';
import { bindingSettings } from '#modules/system/server/index.ts';
import { purchaseSettings } from '../model/purchase-settings.ts';

/**
 * Documents about one supplier that are submitted at once wait for each other here, so that each counts the
 * other; those about suppliers that one person added wait by that person.
 */
export async function lockSuppliers(tx: Tx, rows: readonly { supplierId: string | null }[]): Promise<void> {
  const ids = rows.flatMap(({ supplierId }) => supplierId ?? []);
  const makers = await tx.rows<{ id: string }>`
    select distinct unnest(s.maker_ids) as id from supplier s
    where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])`;
  await holdPeople(
    tx,
    makers.map(({ id }) => id),
  );
  await tx.run`
    select s.id from supplier s where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])
    order by s.id for no key update of s`;
}

/**
 * Suppliers whose documents count together with a document: its own, and where one of those who made the
 * document added that, all that they have added. To add one more is no way to buy twice as much alone; of the
 * only person there is each counts by itself.
 */
export async function suppliersTogether(
  tx: Tx,
  of: AnyResource,
  { id, supplierId }: { id: string; supplierId: string },
): Promise<string[]> {
  if (await isOnlyPerson(tx)) return [supplierId];
  const rows = await tx.query<{ id: string }>(sql`
    select s.id from supplier s
    join ${column(tableOf(of))} d on d.tenant_id = s.tenant_id and d.id = ${id}::uuid
    join supplier own on own.tenant_id = s.tenant_id and own.id = ${supplierId}::uuid
    where s.tenant_id = ${tx.tenant}
      and (s.id = own.id or own.maker_ids && d.maker_ids and s.maker_ids && d.maker_ids)`);
  return rows.map((row) => row.id);
}

/** A document that the same people made of the same supplier, or of others that they added, and nobody else has approved. */
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
export async function reasonAlone(tx: Tx, { value, base, words, others }: Weighed): Promise<string | null> {
  const { values, heldBack } = await bindingSettings(tx, purchaseSettings);
  const { approvalLimit, approvalHours } = values;
  const text = (amount: bigint): string => moneyText(amount, base);
  const limit = `${words.limit} ${text(approvalLimit)}${heldBack.has('approvalLimit') ? '（本人调高的不算）' : ''}`;
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
export const OWN_RATE = '汇率由本人录入、修改或删除过，不能据此判断是否超过上限';
