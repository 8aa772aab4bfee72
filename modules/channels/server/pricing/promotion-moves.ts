import type { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { promotionFaults } from '../../model/pricing/price-errors.ts';
import { promotionLifecycle } from '../../model/pricing/promotion-lifecycle.ts';
import { promotion, type PromotionRow } from '../../model/pricing/promotion.ts';
import { judgeItems, refreshItems, type JudgedItem } from './promotion-items.ts';

/** Items of promotions as they are judged now, by promotion; nothing is stored. */
async function itemsNow(tx: Tx, rows: readonly PromotionRow[]): Promise<Map<string, JudgedItem[]>> {
  const stored = await tx.rows<{ id: string; promotionId: string; channelProductId: string; discountPct: number }>`
    select id, promotion_id, channel_product_id, discount_pct from promotion_item
    where tenant_id = ${tx.tenant} and promotion_id = any(${rows.map(({ id }) => id)}::uuid[]) order by create_time, id`;
  const judged = await judgeItems(tx, stored);
  const byPromotion = new Map<string, JudgedItem[]>(rows.map(({ id }) => [id, []]));
  stored.forEach(({ promotionId }, at) => byPromotion.get(promotionId)?.push(judged[at] as JudgedItem));
  return byPromotion;
}

/** What stands in the way of a promotion, or null. */
function blockOf(items: readonly JudgedItem[]): Refusal | null {
  if (items.length === 0) return promotionFaults.empty();
  const named = (some: readonly JudgedItem[]): string[] => some.map(({ channelSku }) => channelSku);
  const priced = items.filter(({ isPriced }) => isPriced);
  const held = priced.filter(({ isFree }) => !isFree);
  const more = named(items.filter(({ isPriced }) => !isPriced));
  const below = named(held.filter(({ found }) => found.priceCheck === 'block'));
  const unknown = named(held.filter(({ found }) => found.priceCheck !== 'block'));
  return below.length + unknown.length + more.length > 0 ? promotionFaults.blocked({ below, unknown, more }) : null;
}

async function refuseBlocked(tx: Tx, rows: readonly PromotionRow[]): Promise<Map<string, Refusal>> {
  const items = await itemsNow(tx, rows);
  const refusals = new Map<string, Refusal>();
  for (const { id, endAt } of rows) {
    const refusal = endAt <= tx.now ? promotionFaults.over() : blockOf(items.get(id) ?? []);
    if (refusal) refusals.set(id, refusal);
  }
  return refusals;
}

const idsOf = (rows: readonly PromotionRow[]): string[] => rows.map(({ id }) => id);

/** 检查: every item at the prices and costs of now; one below its floor stops it. */
export const checkPromotion: Command = command(promotionLifecycle, 'check', {
  guard: (tx, rows) => refuseBlocked(tx, rows),
  async run(tx, rows) {
    await refreshItems(tx, idsOf(rows));
    await noteMakers(tx, promotion, idsOf(rows));
  },
});

/** 申请特批: what is below its floor waits for another person. */
export const askException: Command = command(promotionLifecycle, 'askException', {
  async guard(tx, rows) {
    const items = await itemsNow(tx, rows);
    return new Map(
      rows.flatMap(({ id, endAt }): [string, Refusal][] => {
        if (endAt <= tx.now) return [[id, promotionFaults.over()]];
        const own = items.get(id) ?? [];
        if (own.length === 0) return [[id, promotionFaults.empty()]];
        const unpriced = own.filter(({ isPriced }) => !isPriced);
        if (unpriced.length > 0) return [[id, blockOf(unpriced) as Refusal]];
        return blockOf(own) ? [] : [[id, promotionFaults.nothingBlocked()]];
      }),
    );
  },
  async run(tx, rows, { reason }) {
    await refreshItems(tx, idsOf(rows));
    await setColumns(tx, promotion, rows, { askedReason: reason });
    await noteMakers(tx, promotion, idsOf(rows));
  },
});

/** 特批: items below their floor are let go at the price of now, and no further. */
export const approveException: Command = command(promotionLifecycle, 'approveException', {
  async run(tx, rows) {
    await refreshItems(tx, idsOf(rows));
    await tx.run`
      update promotion_item i set exception_price = i.promo_price, exception_by = ${tx.actor.username},
        exception_sku_id = l.sku_id
      from channel_product l
      where i.tenant_id = ${tx.tenant} and i.promotion_id = any(${idsOf(rows)}::uuid[]) and i.price_check <> 'pass'
        and l.tenant_id = i.tenant_id and l.id = i.channel_product_id`;
    await refreshItems(tx, idsOf(rows));
    await setColumns(tx, promotion, rows, { approvedBy: tx.actor.username, approvedAt: tx.now });
  },
});

/** 驳回 */
export const rejectException: Command = command(promotionLifecycle, 'reject', {
  run: async () => undefined,
});

/** 退回修改: what was let go is let go no more. */
export const reopenPromotion: Command = command(promotionLifecycle, 'reopen', {
  async run(tx, rows) {
    await tx.run`
      update promotion_item set exception_price = null, exception_by = null, exception_sku_id = null
      where tenant_id = ${tx.tenant} and promotion_id = any(${idsOf(rows)}::uuid[])`;
    await refreshItems(tx, idsOf(rows));
    await setColumns(tx, promotion, rows, { approvedBy: null, approvedAt: null, askedReason: null });
  },
});

/** 排期: it begins by the clock; costs and prices may be others than when it was checked. */
export const schedulePromotion: Command = command(promotionLifecycle, 'schedule', {
  guard: (tx, rows) => refuseBlocked(tx, rows),
  run: async (tx, rows) => void (await refreshItems(tx, idsOf(rows))),
});

/** 停止 */
export const stopPromotion: Command = command(promotionLifecycle, 'stop', {
  run: (tx, rows, { reason }) => setColumns(tx, promotion, rows, { outcome: reason, endedAt: tx.now }),
});

/** 到点开始: one that has gone below a floor meanwhile never begins; the marketplace has to hear of it. */
export const startPromotion: Command = command(promotionLifecycle, 'start', {
  async run(tx, rows) {
    const items = await refreshItems(tx, idsOf(rows));
    const states = new Map<string, string>();
    for (const { id } of rows) {
      const refusal = blockOf(items.get(id) ?? []);
      states.set(id, refusal ? 'stopped' : 'running');
      if (refusal)
        await setColumns(tx, promotion, [id], {
          outcome: `开始前检查未通过：${refusal.message}`.slice(0, 255),
          endedAt: tx.now,
        });
    }
    return states;
  },
});

/** 到点结束 */
export const endPromotion: Command = command(promotionLifecycle, 'end', {
  run: (tx, rows) => setColumns(tx, promotion, rows, { endedAt: tx.now }),
});
