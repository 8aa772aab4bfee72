import { channelQuantity, type QuantityInputs } from './channel-quantity.ts';

/** One line of the way to a quantity: what it is, how it was computed, and what came out. */
export interface QuantityStep {
  title: string;
  how: string;
  qty: number;
}

const STOPPED: Record<Exclude<QuantityInputs['stopped'], null>, string> = {
  draft: '产品还是草稿，不上架',
  paused: '产品已暂停',
  discontinued: '产品已停产',
  unmapped: '配对已失效',
  noWarehouse: '渠道仓没有启用的本地仓',
};

/**
 * 查看计算: the way from stock to the quantity that a channel is sent (domain.md §4 "Channel quantity"), line by
 * line as `channelQuantity` goes it. The last line is its result.
 * @param warehouses names in the order of the sources
 */
export function quantitySteps(inputs: QuantityInputs, warehouses: readonly string[]): QuantityStep[] {
  const { sources, rule, stopped } = inputs;
  const result = channelQuantity(inputs);
  const shares = sources.map(({ available, sharePct }, at): QuantityStep => {
    const most = Math.max(0, available);
    return {
      title: warehouses[at] ?? '',
      how: sharePct === 100 ? `可用 ${available}` : `可用 ${available} × ${sharePct}%，向下取整`,
      qty: Math.floor((most * sharePct) / 100),
    };
  });
  const stock = shares.reduce((sum, { qty }) => sum + qty, 0);
  const steps: QuantityStep[] = [...shares, { title: '本地可售', how: '各仓合计', qty: stock }];
  const end = (how: string): QuantityStep[] => [...steps, { title: '应推数量', how, qty: result }];
  if (stopped !== null) return end(`${STOPPED[stopped]}，推 0`);
  if (rule.mode === 'zero') return end('规则锁定为 0');
  if (rule.mode === 'fixed') return end(`规则固定数量 ${rule.fixedQty}`);
  const kept = Math.max(0, stock - rule.safetyQty);
  if (rule.safetyQty > 0) steps.push({ title: '扣安全库存', how: `${stock} − ${rule.safetyQty}，不低于 0`, qty: kept });
  const share = Math.floor((kept * rule.pct) / 100);
  if (rule.pct !== 100) steps.push({ title: '按比例', how: `${kept} × ${rule.pct}%，向下取整`, qty: share });
  if (share < rule.minShow) return end(`${share} 低于 ${rule.minShow}，推 0`);
  if (rule.maxQty !== null && share > rule.maxQty) return end(`最多推送 ${rule.maxQty}`);
  return end('按以上结果');
}
