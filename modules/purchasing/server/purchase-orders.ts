import { handOf } from '#kit/server/actor.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import type { Refusals } from '#kit/server/move-effect.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency, isOwnRate, rateAt } from '#modules/base/server/index.ts';
import { bindingSettings } from '#modules/system/server/index.ts';
import { orderEmpty, priceNeeded, supplierDisabled } from '../model/errors.ts';
import { purchaseOrder, purchaseOrderLifecycle, type PurchaseOrderRow } from '../model/purchase-order.ts';
import { lockSuppliers } from './alone-limit.ts';
import { ALONE, reasonToCheck } from './order-alone.ts';
import { orderWorth } from './order-worth.ts';
import { idsOf, linesOf } from './purchase-lines.ts';
import { purchaseSettings } from '../model/purchase-settings.ts';

/**
 * 提交: what one person may order alone may be ordered at once, the rest waits for a second one, who
 * reads why. The rate of the day is frozen with it, and the tolerance where it says none.
 */
export const submitPurchase: Command = command(purchaseOrderLifecycle, 'submit', {
  read: (tx, rows) => linesOf(tx, rows),
  async guard(tx, rows, _answers, lines) {
    const refusals: Refusals = await refuseDisabled(tx, rows);
    for (const { id } of rows) {
      const own = lines.get(id) ?? [];
      const bare = own.flatMap(({ unitPrice, sku }, at) => (unitPrice === null ? [{ row: at + 1, sku }] : []));
      if (own.length === 0) refusals.set(id, orderEmpty());
      else if (bare.length > 0) refusals.set(id, priceNeeded(bare));
    }
    return refusals;
  },
  async run(tx, rows, _answers, lines) {
    const base = await baseCurrency(tx);
    const { receiveTolerance } = (await bindingSettings(tx, purchaseSettings)).values;
    const states = new Map<string, string>();
    await lockSuppliers(tx, rows);
    for (const { id, supplierId, warehouseId, currency, total } of rows) {
      const fxRate = await rateAt(tx, currency, base, tx.now);
      await noteMakers(tx, purchaseOrder, id);
      const order = { id, supplierId, warehouseId, currency, total, fxRate, base };
      const checkReason = await reasonToCheck(
        tx,
        { ...order, isOwnRate: await isOwnRate(tx, currency, base, tx.now) },
        lines.get(id) ?? [],
      );
      const approvedBy = checkReason === null ? ALONE : null;
      await tx.run`update purchase_order set submitted_by = ${tx.actor.username},
        submitted_by_id = ${handOf(tx.actor)}::uuid, submitted_at = ${tx.now}, fx_rate = ${fxRate},
        approved_by = ${approvedBy}, check_reason = ${checkReason},
        tolerance = coalesce(tolerance, ${receiveTolerance}::numeric)
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
      states.set(id, checkReason === null ? 'approved' : 'submitted');
    }
    return states;
  },
});

/** 撤回: before anybody has looked at it, by one of those who made it. */
export const withdrawPurchase: Command = command(purchaseOrderLifecycle, 'withdraw', {
  run: async () => undefined,
});

/** 审核通过: maker ≠ checker, whatever their roles; who drafted or edited it is a maker too. */
export const approvePurchase: Command = command(purchaseOrderLifecycle, 'approve', {
  guard: (tx, rows) => refuseDisabled(tx, rows),
  doubts: farPrices,
  async run(tx, rows) {
    await setColumns(tx, purchaseOrder, rows, { approvedBy: tx.actor.username });
  },
});

/** Orders with prices far from what is known of the cost: none of them is approved among many without being read. */
async function farPrices(tx: Tx, rows: readonly PurchaseOrderRow[]): Promise<string[]> {
  const base = await baseCurrency(tx);
  const lines = await linesOf(tx, rows);
  const seesCosts = !maskedFields(purchaseOrder, tx.actor).has('checkReason');
  const doubts: string[] = [];
  for (const { id, poNo, warehouseId, currency, total, fxRate } of rows) {
    const order = { warehouseId, currency, total, fxRate: fxRate ?? '1' };
    const { far } = await orderWorth(tx, order, lines.get(id) ?? [], base);
    if (far !== null) doubts.push(`${poNo}：${seesCosts ? far : '单价与已知成本相差较大'}`);
  }
  return doubts;
}

export const rejectPurchase: Command = command(purchaseOrderLifecycle, 'reject', {
  run: async () => undefined,
});

export async function refuseDisabled(tx: Tx, rows: readonly PurchaseOrderRow[]): Promise<Refusals> {
  const disabled = await tx.rows<{ id: string; supplier: string }>`
    select p.id, s.name as supplier from purchase_order p
    join supplier s on s.tenant_id = p.tenant_id and s.id = p.supplier_id
    where p.tenant_id = ${tx.tenant} and p.id = any(${idsOf(rows)}::uuid[]) and s.status <> 'enabled'`;
  return new Map(disabled.map(({ id, supplier }) => [id, supplierDisabled({ supplier })]));
}
