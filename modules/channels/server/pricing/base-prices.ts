import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { channelProduct } from '../../model/channel-product.ts';
import { changesBy } from '../../model/pricing/price-change.ts';
import { priceFaults, priceRefused } from '../../model/pricing/price-errors.ts';
import { floorFacts } from './floor-facts.ts';
import { guardPrices, type GuardedPrice } from './guard-prices.ts';
import { promotionRefusals } from './promotion-prices.ts';

/** 供货价 of a listing as it stands, and as somebody writes it; null: it has none. */
export interface BasePriceWrite {
  listingId: string | null;
  accountId: string;
  before: { skuId: string | null; basePrice: string | null };
  after: { skuId: string | null; basePrice: string | null };
}

const priceOf = (text: string | null): bigint | null => (text === null ? null : parseDecimal(text, PRICE_SCALE));

/**
 * Judges 供货价 that is written past 定价: by form, sheet, batch, lines or the pairing of goods. Below the floor it
 * is refused, and so is a change for which 定价 asks another person, or a cut of what nobody knows the cost of.
 * Goods that are named again are judged with the price that stands, where that is the word of whoever names them: so
 * that neither step of the two gets round the guard.
 * @returns the refusal of each, in order
 */
export async function judgeBasePrices(tx: Tx, writes: readonly BasePriceWrite[]): Promise<(Refusal | null)[]> {
  const own = await ownPrices(tx, writes);
  const judged = writes.map((write) => {
    const price = priceOf(write.after.basePrice);
    const isNew = price !== null && price !== priceOf(write.before.basePrice);
    const isOther = write.after.skuId !== null && write.after.skuId !== write.before.skuId;
    return price !== null && (isNew || (isOther && own.has(write.listingId ?? ''))) ? { ...write, price } : null;
  });
  const prices = judged.flatMap((one): GuardedPrice[] =>
    one ? [{ listingId: one.listingId, accountId: one.accountId, skuId: one.after.skuId, price: one.price }] : [],
  );
  if (prices.length === 0) return writes.map(() => null);
  const floors = await floorFacts(tx, prices);
  const verdicts = await guardPrices(tx, prices, floors);
  const promoted = await promotionRefusals(tx, prices);
  const isAlone = tx.actor.isSystem || (await isOnlyPerson(tx));
  let at = 0;
  return judged.map((one) => {
    if (!one) return null;
    const verdict = verdicts[at++];
    if (!verdict || verdict.refusal) return verdict?.refusal ?? null;
    const promotion = promoted.get(one.listingId ?? '');
    if (promotion) return promotion;
    const stood = own.get(one.listingId ?? '') ?? priceOf(one.before.basePrice);
    // By their own word of the rate any first price would do; of an unknown cost a first one is only said.
    const isLess = stood === null ? verdict.facts.missing === 'ownRate' : one.price < stood;
    if (verdict.check === 'warn' && isLess && !isAlone) {
      const said = verdict.facts.missing === 'ownRate' ? priceFaults.ownRate() : priceFaults.unknownCut();
      return priceRefused('basePrice', said);
    }
    const { reviewPct } = floors.settings.policy(one.accountId);
    if (!isAlone && changesBy(stood, one.price, reviewPct))
      return priceRefused('basePrice', priceFaults.bigChange({ pct: reviewPct }));
    return null;
  });
}

/**
 * Listings whose price is the actor's own word, with the one that others left there: many small steps of one person
 * are measured from that. A price that they made and nobody approved is theirs, whoever noted the channel's answer.
 */
async function ownPrices(tx: Tx, writes: readonly BasePriceWrite[]): Promise<Map<string, bigint | null>> {
  const stored = writes.flatMap(({ listingId, before }) => (listingId ? [{ id: listingId, ...before }] : []));
  if (stored.length === 0 || tx.actor.isSystem) return new Map();
  const made = await tx.rows<{ id: string; before: string | null }>`
    select r.channel_product_id as id, r.previous_value::text as before
    from price_record r
      join channel_product p on p.tenant_id = r.tenant_id and p.id = r.channel_product_id and p.base_price = r.value
    where r.tenant_id = ${tx.tenant} and r.channel_product_id = any(${stored.map(({ id }) => id)}::uuid[])
      and r.type = 'baseCost' and r.status = 'active' and r.approved_by is null
      and r.maker_ids && ${partakers(tx.actor)}::uuid[]`;
  const left = await leftByOthers(tx, channelProduct, stored, ['basePrice']);
  return new Map([
    ...made.map(({ id, before }): [string, bigint | null] => [id, priceOf(before)]),
    ...stored.flatMap(({ id, basePrice }): [string, bigint | null][] => {
      const others = left.get(id)?.basePrice ?? null;
      return priceOf(others) === priceOf(basePrice) ? [] : [[id, priceOf(others)]];
    }),
  ]);
}
