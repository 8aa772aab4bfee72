/**
 * How many units a channel is shown (domain.md §4 "Channel quantity"), pure and in integers.
 * The inputs are stored beside every pushed quantity, so that each can be computed again.
 */
interface StockSource {
  warehouseId: string;
  /** May be negative where a warehouse oversells. */
  available: number;
  sharePct: number;
}

interface QuantityRule {
  mode: 'normal' | 'fixed' | 'zero';
  fixedQty: number;
  safetyQty: number;
  pct: number;
  maxQty: number | null;
  /** Less than this is shown as nothing. */
  minShow: number;
}

export interface QuantityInputs {
  sources: readonly StockSource[];
  rule: QuantityRule;
  /** Why the product is not for sale now; null = it is. */
  stopped: 'paused' | 'discontinued' | 'draft' | 'unmapped' | 'noWarehouse' | null;
}

export const NO_RULE: QuantityRule = {
  mode: 'normal',
  fixedQty: 0,
  safetyQty: 0,
  pct: 100,
  maxQty: null,
  minShow: 0,
};

/** Units ≥ 0 for one listing in one warehouse of the channel. */
export function channelQuantity({ sources, rule, stopped }: QuantityInputs): number {
  if (stopped !== null || rule.mode === 'zero') return 0;
  if (rule.mode === 'fixed') return Math.max(0, rule.fixedQty);
  const stock = sources.reduce((sum, source) => sum + share(Math.max(0, source.available), source.sharePct), 0);
  const shown = share(Math.max(0, stock - rule.safetyQty), rule.pct);
  if (shown < rule.minShow) return 0;
  return rule.maxQty === null ? shown : Math.min(shown, rule.maxQty);
}

const share = (units: number, percent: number): number => Math.floor((units * percent) / 100);

export interface ScopedRule extends QuantityRule {
  id: string;
  /** null = every SKU of the shop. */
  skuId: string | null;
  priority: number;
}

/** Of two rules of one scope the smaller priority, then the older. */
const isBefore = (a: ScopedRule, b: ScopedRule): boolean =>
  a.priority === b.priority ? a.id < b.id : a.priority < b.priority;

/**
 * The rule of each SKU: its own before the shop's, then the smaller priority, then the older. Sorted once, since a
 * shop may have locked thousands of SKUs, each by a rule of its own.
 */
export function rulesBySku(rules: readonly ScopedRule[]): (skuId: string) => ScopedRule | null {
  const first = new Map<string | null, ScopedRule>();
  for (const rule of rules) {
    const known = first.get(rule.skuId);
    if (!known || isBefore(rule, known)) first.set(rule.skuId, rule);
  }
  return (skuId) => first.get(skuId) ?? first.get(null) ?? null;
}
