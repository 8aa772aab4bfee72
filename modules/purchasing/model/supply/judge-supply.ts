import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { SupplyDifference } from './supplier-product.ts';
import type { SupplyDetail, SupplyPrice } from './supplier-port.ts';

/** What is known of a product, as it is stored. */
export interface KnownSupply {
  title: string;
  category: string | null;
  cost: string | null;
  currency: string | null;
}

/** What a feed may change by itself. */
export interface SupplyRules {
  priceOwner: 'feed' | 'manual';
  contentOwner: 'feed' | 'manual';
  /** Whole percent. */
  maxPriceChangePct: number;
}

/** What becomes of what a feed says of a product that is known. */
export interface SupplyVerdict {
  /** Taken at once. */
  cost: { cost: string; currency: string; change: string | null } | null;
  content: { title: string; category: string | null } | null;
  /** Waits for a person. */
  differences: SupplyDifference[];
}

const SHARE_SCALE = 6;

/** Cost of one unit at our door: its price and the supplier's freight. Null: it cannot be bought now. */
export const landedCost = ({ price, shippingFee }: SupplyPrice): bigint | null =>
  price === null ? null : price + (shippingFee ?? 0n);

export const priceText = (price: bigint): string => formatDecimal(price, PRICE_SCALE);

/** (new − old) / old with six places; null where nothing was. */
export function changeOf(old: bigint, next: bigint): bigint | null {
  if (old === 0n) return null;
  const scaled = (next - old) * 10n ** BigInt(SHARE_SCALE);
  return scaled / old;
}

/**
 * Judges what a feed says against what is known. A first price is taken as it is; one that moved by more than the
 * guard waits for a person with both figures, and so does one in another currency or where prices are ours to decide.
 * @param refused what a person did not want of it, by field: said once more, it is no news
 */
export function judgeSupply(
  known: KnownSupply,
  { detail, price }: { detail: SupplyDetail | undefined; price: SupplyPrice | undefined },
  rules: SupplyRules,
  refused: Readonly<Record<string, string | null>> = {},
): SupplyVerdict {
  const verdict: SupplyVerdict = { cost: null, content: null, differences: [] };
  if (price) judgeCost(known, price, rules, refused, verdict);
  if (detail) judgeContent(known, detail, rules, refused, verdict);
  return verdict;
}

function judgeCost(
  known: KnownSupply,
  price: SupplyPrice,
  { priceOwner, maxPriceChangePct }: SupplyRules,
  refused: Readonly<Record<string, string | null>>,
  verdict: SupplyVerdict,
): void {
  const next = landedCost(price);
  if (next === null) return;
  const cost = priceText(next);
  const old = known.cost === null ? null : parseDecimal(known.cost, PRICE_SCALE);
  if (old === null) {
    verdict.cost = { cost, currency: price.currency, change: null };
    return;
  }
  if (old === next && known.currency === price.currency) return;
  const said = amountText(cost, price.currency);
  if (refused['cost'] === said) return;
  const change = changeOf(old, next);
  const most = (BigInt(maxPriceChangePct) * 10n ** BigInt(SHARE_SCALE)) / 100n;
  const isFar = change === null || (change < 0n ? -change : change) > most;
  const reason =
    known.currency !== price.currency
      ? '币种变了'
      : priceOwner === 'manual'
        ? '价格由人工应用'
        : isFar
          ? `变动超过 ${maxPriceChangePct}%`
          : null;
  if (reason === null) {
    verdict.cost = {
      cost,
      currency: price.currency,
      change: change === null ? null : formatDecimal(change, SHARE_SCALE),
    };
    return;
  }
  verdict.differences.push({
    field: 'cost',
    title: '成本',
    old: amountText(priceText(old), known.currency ?? ''),
    new: said,
    reason,
  });
}

function judgeContent(
  known: KnownSupply,
  detail: SupplyDetail,
  { contentOwner }: SupplyRules,
  refused: Readonly<Record<string, string | null>>,
  verdict: SupplyVerdict,
): void {
  const isSame = known.title === detail.title && known.category === detail.category;
  if (isSame) return;
  if (contentOwner === 'feed') {
    verdict.content = { title: detail.title, category: detail.category };
    return;
  }
  const reason = '资料由人工应用';
  if (known.title !== detail.title && refused['title'] !== detail.title)
    verdict.differences.push({ field: 'title', title: '标题', old: known.title, new: detail.title, reason });
  if (known.category !== detail.category && refused['category'] !== detail.category)
    verdict.differences.push({
      field: 'category',
      title: '供应商类目',
      old: known.category,
      new: detail.category,
      reason,
    });
}

/** A cost as a difference says it, and as it is read back. */
export const amountText = (cost: string, currency: string): string => `${cost} ${currency}`.trim();

export const readAmountText = (text: string): { cost: string; currency: string | null } => {
  const [cost = '', currency = null] = text.split(' ');
  return { cost, currency };
};
