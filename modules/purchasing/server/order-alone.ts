import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { settingsOf } from './purchase-settings.ts';

/** Who approves what one person may order alone. */
export const ALONE = '系统';

/** Orders to one supplier that are submitted at once wait for each other here, so that each counts the other. */
export async function lockSuppliers(
  tx: Tx,
  rows: readonly { supplierId: string }[],
): Promise<void> {
  await tx.run`
    select s.id from supplier s where s.tenant_id = ${tx.tenant}
      and s.id = any(${rows.map(({ supplierId }) => supplierId)}::uuid[])
    order by s.id for no key update of s`;
}

interface Submitted {
  id: string;
  supplierId: string;
  /** Minor units of the base currency. */
  value: bigint;
  base: string;
}

/**
 * Why a second person must look at an order, or null: it is worth more than the limit, or with what the
 * same people ordered of the supplier alone a short while ago. An order that was split is one order.
 */
export async function reasonToCheck(
  tx: Tx,
  { id, supplierId, value, base }: Submitted,
): Promise<string | null> {
  const { approvalLimit, approvalHours } = await settingsOf(tx);
  const text = (amount: bigint): string => `${formatDecimal(amount, exponentOf(base))} ${base}`;
  if (value > approvalLimit) return `总额 ${text(value)} 超过单人下单上限 ${text(approvalLimit)}`;
  if (approvalHours === 0) return null;
  const others = await orderedAlone(tx, id, supplierId, approvalHours);
  const sum = others.reduce(
    (all, { total, fxRate, currency }) => all + convertAmount(total, fxRate, currency, base),
    value,
  );
  if (sum <= approvalLimit) return null;
  const numbers = others.map(({ poNo }) => poNo).join('、');
  return `${approvalHours} 小时内与 ${numbers} 合计 ${text(sum)}，超过单人下单上限 ${text(approvalLimit)}`;
}

interface OrderedAlone {
  poNo: string;
  total: bigint;
  currency: string;
  fxRate: string;
}

/**
 * What nobody else has looked at, of anybody who had a hand in this order. One that was cancelled counts
 * where the supplier may have it: it was ordered, or mailed.
 */
const orderedAlone = (
  tx: Tx,
  id: string,
  supplierId: string,
  hours: number,
): Promise<OrderedAlone[]> => tx.rows<OrderedAlone>`
  select o.po_no, o.total, o.currency, o.fx_rate::text as fx_rate from purchase_order o
  join purchase_order this on this.tenant_id = o.tenant_id and this.id = ${id}::uuid
  where o.tenant_id = ${tx.tenant} and o.supplier_id = ${supplierId}::uuid and o.id <> this.id
    and o.approved_by = ${ALONE} and o.maker_ids && this.maker_ids
    and (o.status <> 'cancelled' or o.ordered_at is not null or exists (
      select 1 from purchase_order_mail m
      where m.tenant_id = o.tenant_id and m.purchase_order_id = o.id))
    and o.submitted_at > ${new Date(tx.now.getTime() - hours * 3_600_000)}
  order by o.submitted_at, o.id`;
