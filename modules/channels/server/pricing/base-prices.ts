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
import { guardPrices, seesFloor, type FloorReader, type GuardedPrice, type PriceVerdict } from './guard-prices.ts';
import { judgeGoods, placeOf, type BasePriceWrite, type NamedGoods } from './judge-goods.ts';
import { nameOf, pastPrices, type PastPrices } from './past-prices.ts';
import { promotionRefusals } from './promotion-prices.ts';

const priceOf = (text: string | null): bigint | null => (text === null ? null : parseDecimal(text, PRICE_SCALE));

/**
 * Judges 供货价 that is written past 定价: by form, sheet, batch, lines or the pairing of goods. Below the floor it
 * is refused, and so is a change for which 定价 asks another person, or a cut of what nobody knows the cost of.
 * Goods that are named again are judged with the price that stands, where that is the word of whoever names them: so
 * that neither step of the two gets round the guard. Where it is the word of others it is judged what they
 * change: {@link judgeGoods}.
 * @param reader who is answered; null where the refusals are kept for others to read
 * @returns the refusal of each, in order
 */
export async function judgeBasePrices(
  tx: Tx,
  writes: readonly BasePriceWrite[],
  reader: FloorReader = tx.actor,
): Promise<(Refusal | null)[]> {
  const own = await ownPrices(tx, writes);
  const asked = writes.map((write): Asked | null => {
    const price = priceOf(write.after.basePrice);
    if (price === null) return null;
    const isNew = price !== priceOf(write.before.basePrice);
    const isOther = write.after.skuId !== null && write.after.skuId !== write.before.skuId;
    const isPrice = isNew || (isOther && own.has(write.listingId ?? ''));
    const isGoods = isOther && write.listingId !== null;
    return isPrice || isGoods ? { write, price, isNew, isPrice, isGoods } : null;
  });
  const byPrice = await judgeNewPrices(
    tx,
    asked.filter((one) => one !== null).filter(({ isPrice }) => isPrice),
    own,
    reader,
  );
  const byGoods = await judgeGoods(
    tx,
    asked.filter((one) => one !== null).filter(({ isGoods }) => isGoods),
    reader,
  );
  return asked.map((one) => (one && (byPrice.get(one) ?? byGoods.get(one))) ?? null);
}

interface Asked extends NamedGoods {
  /** It is another price than the one that stands. */
  isNew: boolean;
  /** The price itself is judged. */
  isPrice: boolean;
  /** So is what other goods under it change. */
  isGoods: boolean;
}

async function judgeNewPrices(
  tx: Tx,
  asked: readonly Asked[],
  own: ReadonlyMap<string, bigint | null>,
  reader: FloorReader,
): Promise<Map<Asked, Refusal>> {
  const refusals = new Map<Asked, Refusal>();
  if (asked.length === 0) return refusals;
  const prices = asked.map(({ write, price }): GuardedPrice => ({ ...placeOf(write), price }));
  const floors = await floorFacts(tx, prices);
  const verdicts = await guardPrices(tx, prices, floors, reader);
  const promoted = await promotionRefusals(tx, prices, reader);
  const isAlone = tx.actor.isSystem || (await isOnlyPerson(tx));
  const past = isAlone
    ? new Map<string, PastPrices>()
    : await pastPrices(
        tx,
        asked.map(({ write }) => write),
      );
  asked.forEach((one, at) => {
    const { write, price, isNew, isGoods } = one;
    const verdict = verdicts[at];
    if (!verdict) return;
    // A refusal that nobody notes would say where the floor is, in a few tries; 定价 keeps each of them.
    if (isNew && !tx.actor.isSystem && !seesFloor(tx.actor))
      return void refusals.set(one, priceRefused('basePrice', priceFaults.unseen()));
    const ownBefore = own.get(write.listingId ?? '');
    // Under goods that are named now nothing stood that nobody else has said.
    const isFirst = isGoods && ownBefore === null;
    const stood = ownBefore ?? (isFirst ? null : priceOf(write.before.basePrice));
    const froms = stood === null ? (past.get(nameOf(write))?.prices.baseCost ?? []) : [stood];
    const { reviewPct } = floors.settings.policy(write.accountId);
    const refusal =
      verdict.refusal ??
      promoted.get(write.listingId ?? '') ??
      (isAlone ? null : unapproved(verdict, { price, froms, isNamed: write.after.skuId !== null, reviewPct }));
    if (refusal) refusals.set(one, refusal);
  });
  return refusals;
}

interface Step {
  price: bigint;
  /** What stood before, by one account or another; empty: nothing did. */
  froms: readonly bigint[];
  /** It is known which goods are sold. */
  isNamed: boolean;
  reviewPct: number;
}

/** What nobody decides alone, in the words that say so. */
function unapproved({ check, facts }: PriceVerdict, { price, froms, isNamed, reviewPct }: Step): Refusal | null {
  const isOwnRate = facts.missing === 'ownRate';
  if (check === 'warn' && froms.some((from) => price < from))
    return priceRefused('basePrice', isOwnRate ? priceFaults.ownRate() : priceFaults.unknownCut());
  // By their own word of the rate any first price would do, and so it would of an unknown cost. Before it is known
  // which goods are sold nothing is: whoever names them is asked then.
  if (check === 'warn' && froms.length === 0 && (isOwnRate || isNamed))
    return priceRefused('basePrice', isOwnRate ? priceFaults.ownRate() : priceFaults.unknownFirst());
  return froms.some((from) => changesBy(from, price, reviewPct))
    ? priceRefused('basePrice', priceFaults.bigChange({ pct: reviewPct }))
    : null;
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
