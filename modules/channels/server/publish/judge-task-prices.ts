import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { pricePlaces } from '../../model/pricing/price-errors.ts';
import { MOST_NEW_PRICE } from '../../model/pricing/price-record.ts';
import { isAsked, valuesAt, type FormColumn } from '../../model/publish/answers.ts';
import type { PublishFlaw } from '../../model/publish/judge-answers.ts';
import { roleOf } from '../../model/publish/known-questions.ts';
import { readValue } from '../../model/publish/read-answer.ts';
import { judgeBasePrices } from '../pricing/base-prices.ts';
import { guardPrices } from '../pricing/guard-prices.ts';
import type { OpenedTask } from './opened-task.ts';
import { storefrontPrices } from './storefront-price.ts';
import type { TaskItem } from './task-items.ts';

/** A price that a task asks for, at its cell. */
interface Asked {
  item: TaskItem;
  column: FormColumn;
  text: string;
  /** 1/10000 of the currency of the storefront; null where no such price can be. */
  price: bigint | null;
}

const MOST_PRICE = BigInt(MOST_NEW_PRICE) * 10n ** BigInt(PRICE_SCALE);

/**
 * Prices of what does not stand there yet, by the floor that binds every price, and by what a new 供货价 of a listing
 * is judged by elsewhere. Prices of what does stand there are changed in 定价 alone. What is found is kept and read by
 * others: it names no floor.
 */
export async function judgeTaskPrices(
  tx: Tx,
  { task, items, columns }: Pick<OpenedTask, 'task' | 'items' | 'columns'>,
): Promise<Map<string, PublishFlaw[]>> {
  const found = new Map<string, PublishFlaw[]>();
  const asked = items.flatMap((item) => columns.flatMap((column) => pricesAt(item, column)));
  if (asked.length === 0) return found;
  const flaws = await judgePriced(tx, task, asked);
  asked.forEach(({ item }, at) => {
    const flaw = flaws[at];
    if (flaw) found.set(item.id, [...(found.get(item.id) ?? []), flaw]);
  });
  return found;
}

async function judgePriced(tx: Tx, task: OpenedTask['task'], asked: readonly Asked[]): Promise<(PublishFlaw | null)[]> {
  const listings = await listingsOf(
    tx,
    asked.flatMap(({ item }) => item.channelProductId ?? []),
  );
  const prices = await storefrontPrices(tx, task.accountId, task.storefront);
  // Floors and 供货价 are in the currency of the shop.
  const inShop = asked.map(({ price }) => (price === null ? null : prices.inShop(price)));
  const verdicts = await guardPrices(
    tx,
    asked.map(({ item }, at) => ({
      accountId: task.accountId,
      skuId: item.skuId,
      listingId: item.channelProductId,
      price: inShop[at] ?? 0n,
      approvalId: listings.get(item.channelProductId ?? '')?.approvalId ?? null,
    })),
    undefined,
    null,
  );
  const refusals = await judgeBasePrices(
    tx,
    asked.map(({ item, text }, at) => {
      const price = inShop[at] ?? null;
      const isOwn = prices.currency === prices.shopCurrency;
      const before = listings.get(item.channelProductId ?? '');
      return {
        listingId: item.channelProductId,
        accountId: task.accountId,
        channelSku: item.channelSku,
        before: { skuId: before?.skuId ?? null, basePrice: before?.basePrice ?? null },
        after: {
          skuId: item.skuId,
          basePrice: price === null ? null : isOwn ? text : formatDecimal(price, PRICE_SCALE),
        },
      };
    }),
    null,
  );
  return asked.map((one, at) => {
    const verdict = verdicts[at];
    if (one.price === null) return priceFlaw(one.column, 'priceUnread', priceUnread(one.text));
    const { currency, shopCurrency } = prices;
    const places = exponentOf(currency);
    if (one.price % 10n ** BigInt(PRICE_SCALE - places) !== 0n)
      return priceFlaw(one.column, 'pricePlaces', pricePlaces({ currency, places }).message);
    if (prices.fault !== null) return priceFlaw(one.column, 'priceCurrency', prices.fault);
    // First what a price is judged by everywhere: who may not know a floor is answered alike on both sides of it.
    const refusal = refusals[at] ?? verdict?.refusal ?? null;
    const converted = currency === shopCurrency ? '' : `（${currency} 按汇率折算为 ${shopCurrency}）`;
    if (refusal) return priceFlaw(one.column, 'priceFloor', `${refusal.message}${converted}`);
    return verdict?.check === 'warn' ? priceFlaw(one.column, 'costUnknown', '成本未知，没有核对底价', 'warning') : null;
  });
}

const priceUnread = (text: string): string =>
  `供货价须大于 0、不超过 ${MOST_NEW_PRICE.toLocaleString('en-US')}，小数最多 ${PRICE_SCALE} 位，不能填“${text.slice(0, 40)}”`;

const priceFlaw = (
  { questionId, parentRank, instance }: FormColumn,
  code: string,
  message: string,
  severity: PublishFlaw['severity'] = 'error',
): PublishFlaw => ({ questionId, parentRank, instance, severity, code, message, source: 'check' });

/** Prices at a place that would go out; what is no answer to its question is judged there. */
function pricesAt(item: TaskItem, column: FormColumn): Asked[] {
  const { question } = column;
  if (roleOf(question) !== 'price' || !isAsked(column, item.answers)) return [];
  const live = item.liveAnswers === null ? [] : valuesAt(item.liveAnswers, column);
  return valuesAt(item.answers, column).flatMap((text, at) => {
    if (text === live[at] || readValue(question, text) !== text || !(Number(text) > 0)) return [];
    const price = parseDecimal(text, PRICE_SCALE);
    return [{ item, column, text, price: price !== null && price > 0n && price <= MOST_PRICE ? price : null }];
  });
}

interface StandingPrice {
  id: string;
  skuId: string | null;
  basePrice: string | null;
  /** The price that is in force and was approved by another person. */
  approvalId: string | null;
}

async function listingsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, StandingPrice>> {
  const rows = await tx.rows<StandingPrice>`
    select p.id, p.sku_id, p.base_price::text as base_price, r.id as approval_id
    from channel_product p
      left join price_record r on r.tenant_id = p.tenant_id and r.channel_product_id = p.id and r.type = 'baseCost'
        and r.status = 'active' and r.approved_by is not null
    where p.tenant_id = ${tx.tenant} and p.id = any(${[...ids]}::uuid[]) and p.deleted_at is null`;
  return new Map(rows.map((row) => [row.id, row]));
}
