import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { dayIn } from '#kit/model/time.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { priceRecord } from '../../model/pricing/price-record.ts';
import { shown } from './guard-prices.ts';
import { acknowledgeRefusals, type JudgedRecord } from './judge-records.ts';
import { acknowledgePrice } from './price-moves.ts';

/** What a marketplace says it pays for the goods of a shop, over some days. */
export interface ToldPrices {
  accountId: string;
  /** The days that it speaks of, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** Which report says so, in words of the console. */
  source: string;
  /** 供货价 by channel SKU, as decimal text in the currency of the shop. */
  prices: ReadonlyMap<string, string>;
  /** Whether who brought the report may put prices in force. */
  mayConfirm: boolean;
}

/** What became of the prices that waited for the marketplace, and where it stands elsewhere than we do. */
export interface ReadBack {
  confirmed: number;
  /** It shows the price, but our own rules hold it: promotion, floor, approval. */
  held: number;
  /** It shows another price though their day has come. */
  differing: number;
  /** Listings without a price on its way whose 供货价 is another; null: we have none. */
  unlike: UnlikePrice[];
}

export interface UnlikePrice {
  channelSku: string;
  ours: string | null;
  theirs: string;
}

type Waiting = JudgedRecord & { channelSku: string; answer: string | null; currency: string };

/**
 * Holds the prices that were handed over against what the marketplace shows (channels.md §1.11: it has no call for
 * prices, its cost stack is what tells). One that it shows is in force; of one that it does not show, the record says
 * what is shown instead. A report that ends before the day of a price says nothing of it, and one within whose days
 * the price changes confirms it, but does not speak against it.
 */
export async function readBackPrices(tx: Tx, told: ToldPrices): Promise<ReadBack> {
  const skus = [...told.prices.keys()];
  const today = dayIn(tx.now, tx.actor.zone);
  const last = told.to < today ? told.to : today;
  const waiting = await tx.rows<Waiting>`
    select t.id, t.account_id, t.channel_product_id, t.sku_id, t.type, t.value::text, t.effective_from::text,
      t.approved_by, t.answer, t.currency, p.channel_sku
    from price_record t
      join channel_product p on p.tenant_id = t.tenant_id and p.id = t.channel_product_id and p.deleted_at is null
    where t.tenant_id = ${tx.tenant} and t.account_id = ${told.accountId}::uuid and t.type = 'baseCost'
      and t.status = 'submitted' and t.effective_from <= ${last}::date and p.channel_sku = any(${skus}::text[])
    order by t.id for update of t`;
  const isShown = ({ channelSku, value }: Waiting): boolean => unitsOf(told.prices.get(channelSku)) === unitsOf(value);
  const seen = waiting.filter(isShown);
  const refusals = await acknowledgeRefusals(tx, seen);
  const sound = told.mayConfirm ? seen.filter(({ id }) => !refusals.has(id)) : [];
  await moveInTransaction(
    tx,
    acknowledgePrice,
    sound.map(({ id }) => id),
    { reason: `${told.source} 显示已生效` },
  );
  const differing = waiting.filter((one) => !isShown(one) && one.effectiveFrom <= told.from);
  for (const { id, channelSku, answer, currency } of differing) {
    const text = `${told.source} 仍是 ${priceText(told.prices.get(channelSku), currency)}`;
    if (answer !== text) await setColumns(tx, priceRecord, [id], { answer: text });
  }
  return {
    confirmed: sound.length,
    held: seen.length - sound.length,
    differing: differing.length,
    unlike: await unlike(tx, told, skus),
  };
}

/** Listings that a report has with another 供货价 than ours, where no price is on its way. */
async function unlike(tx: Tx, told: ToldPrices, skus: readonly string[]): Promise<UnlikePrice[]> {
  const listings = await tx.rows<{ channelSku: string; ours: string | null; currency: string }>`
    select p.channel_sku, p.base_price::text as ours, a.currency from channel_product p
      join channel_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
    where p.tenant_id = ${tx.tenant} and p.account_id = ${told.accountId}::uuid and p.deleted_at is null
      and p.channel_sku = any(${skus}::text[])
      and not exists (select from price_record r where r.tenant_id = p.tenant_id and r.channel_product_id = p.id
        and r.type = 'baseCost' and (r.status = 'submitted'
          or r.status in ('active', 'superseded') and r.effective_from > ${told.from}::date))
    order by p.channel_sku`;
  return listings.flatMap(({ channelSku, ours, currency }) => {
    const theirs = told.prices.get(channelSku);
    if (theirs === undefined || unitsOf(theirs) === unitsOf(ours)) return [];
    return [{ channelSku, ours: ours && priceText(ours, currency), theirs: priceText(theirs, currency) }];
  });
}

/** 1/10000; null where there is none. */
const unitsOf = (text: string | null | undefined): bigint | null =>
  text === null || text === undefined ? null : parseDecimal(text, PRICE_SCALE);

const priceText = (text: string | undefined, currency: string): string =>
  shown(unitsOf(text) ?? 0n, exponentOf(currency));
