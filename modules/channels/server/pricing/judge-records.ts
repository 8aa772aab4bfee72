import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { priceNotDue, priceUnapproved } from '../../model/pricing/price-errors.ts';
import type { PriceRecordRow } from '../../model/pricing/price-record.ts';
import { judgePrices, type JudgedPrice } from './judge-prices.ts';
import { listingPrices } from './price-records.ts';
import { promotionRefusals } from './promotion-prices.ts';

/** What of a stored price its floor, its approval and its promotions are judged by. */
export type JudgedRecord = Pick<
  PriceRecordRow,
  'id' | 'accountId' | 'channelProductId' | 'skuId' | 'type' | 'value' | 'effectiveFrom' | 'approvedBy'
>;

/** Judges stored prices as they are submitted, by id; those of listings that are gone are left out. */
export async function judgeRecords(tx: Tx, rows: readonly JudgedRecord[]): Promise<Map<string, JudgedPrice>> {
  const listings = await listingPrices(
    tx,
    rows.map((row) => row.channelProductId),
  );
  const asked = rows.flatMap(({ id, channelProductId, type, value, effectiveFrom }) => {
    const listing = listings.get(channelProductId);
    const price = parseDecimal(value, PRICE_SCALE) ?? 0n;
    return listing ? [{ id, listing, type, price, effectiveFrom }] : [];
  });
  const judged = await judgePrices(tx, asked);
  return new Map(asked.map(({ id }, at) => [id, judged[at] as JudgedPrice]));
}

/** An approval is of the goods that were sold under the listing then, not of what is sold there since. */
export const isApproved = (row: JudgedRecord, { found }: JudgedPrice): boolean =>
  row.approvedBy !== null && row.skuId === found.skuId;

/** What has fallen below its floor, or of which nobody knows the cost any more, without another person's word. */
export const isUnapproved = (row: JudgedRecord, judged: JudgedPrice): boolean =>
  judged.found.priceCheck !== null && judged.found.priceCheck !== 'pass' && !isApproved(row, judged);

export const listingGone = (): Refusal => new Refusal('channels.listingGone', '渠道产品已删除，请撤回这个调价');

/** Why these prices cannot be in force, by id: their day, what approved them, and the promotions that stand on them. */
export async function acknowledgeRefusals(tx: Tx, rows: readonly JudgedRecord[]): Promise<Map<string, Refusal>> {
  const today = dayIn(tx.now, tx.actor.zone);
  const judged = await judgeRecords(tx, rows);
  const refusals = new Map<string, Refusal>();
  for (const row of rows) {
    const { id, effectiveFrom } = row;
    const one = judged.get(id);
    if (!one) refusals.set(id, listingGone());
    else if (effectiveFrom > today) refusals.set(id, priceNotDue({ day: effectiveFrom }));
    else if (isUnapproved(row, one)) refusals.set(id, priceUnapproved());
  }
  const bases = rows.filter(({ id, type }) => type === 'baseCost' && !refusals.has(id));
  const promoted = await promotionRefusals(
    tx,
    bases.map(({ accountId, channelProductId, skuId, value }) => ({
      accountId,
      skuId,
      listingId: channelProductId,
      price: parseDecimal(value, PRICE_SCALE) ?? 0n,
    })),
  );
  for (const { id, channelProductId } of bases) {
    const refusal = promoted.get(channelProductId);
    if (refusal) refusals.set(id, new Refusal(refusal.code, refusal.message));
  }
  return refusals;
}
