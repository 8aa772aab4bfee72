import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { addDays, dayIn, startOfDay, toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { calendarMonth } from '../../model/pricing/price-errors.ts';
import { promotion, type PromotionRow } from '../../model/pricing/promotion.ts';
import {
  promotionCalendarRoute,
  type CalendarOverlap,
  type CalendarPromotion,
  type PromotionCalendar,
} from '../../model/pricing/promotion-routes.ts';
import { shown } from './guard-prices.ts';

const MONTH = /^20\d{2}-(?:0[1-9]|1[0-2])$/;
const MOST = 300;

/** 促销日历 of a month of the tenant: what is agreed or over, and which products stand in two at once. */
export const promotionCalendar: Route = implement(promotionCalendarRoute, (call) => {
  const { month, accountId } = call.query;
  return call.tx((tx) => readCalendar(tx, month || dayIn(tx.now, tx.actor.zone).slice(0, 7), accountId || null));
});

interface Span {
  from: Date;
  until: Date;
}

interface Stored {
  id: string;
  name: string;
  accountId: string;
  shop: string;
  status: PromotionRow['status'];
  startAt: Date;
  endAt: Date;
  itemCount: number;
}

async function readCalendar(tx: Tx, month: string, accountId: string | null): Promise<PromotionCalendar> {
  if (!MONTH.test(month)) throw calendarMonth();
  const { zone } = tx.actor;
  const next = addDays(`${month}-01`, 31).slice(0, 7);
  const span = { from: startOfDay(`${month}-01`, zone), until: startOfDay(`${next}-01`, zone) };
  const found = await tx.query<Stored>(sql`
    select t.id, t.name, t.account_id, a.name as shop, t.status, t.start_at, coalesce(t.ended_at, t.end_at) as end_at,
      t.item_count
    from promotion t join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where ${join(baseConditions(promotion, tx.actor), ' and ')}
      and t.status in ('pending_approval', 'ready', 'scheduled', 'running', 'ended')
      and t.start_at < ${span.until} and coalesce(t.ended_at, t.end_at) > ${span.from}
      and (${accountId}::uuid is null or t.account_id = ${accountId}::uuid)
    order by t.start_at, t.id limit ${MOST + 1}`);
  const promotions = found.slice(0, MOST);
  const overlaps = await readOverlaps(tx, promotions, span);
  const skusOf = new Map<string, Set<string>>();
  for (const { channelSku, one, other } of overlaps)
    for (const { id } of [one, other]) skusOf.set(id, (skusOf.get(id) ?? new Set()).add(channelSku));
  return {
    month,
    promotions: promotions.map(({ startAt, endAt, ...rest }): CalendarPromotion => ({
      ...rest,
      startAt: toWireTime(startAt, zone),
      endAt: toWireTime(endAt, zone),
      overlapCount: skusOf.get(rest.id)?.size ?? 0,
    })),
    overlaps: overlaps.slice(0, MOST),
    isCut: found.length > MOST || overlaps.length > MOST,
  };
}

interface Pair {
  channelSku: string;
  shop: string;
  currency: string;
  startAt: Date;
  endAt: Date;
  oneId: string;
  oneName: string;
  onePrice: string;
  otherId: string;
  otherName: string;
  otherPrice: string;
}

/** Each product that two of these promotions offer at the same time, within the month. */
async function readOverlaps(tx: Tx, promotions: readonly Stored[], { from, until }: Span): Promise<CalendarOverlap[]> {
  const ids = promotions.map(({ id }) => id);
  if (ids.length < 2) return [];
  const pairs = await tx.rows<Pair>`
    select l.channel_sku, a.name as shop, p.currency, greatest(p.start_at, q.start_at) as start_at,
      least(coalesce(p.ended_at, p.end_at), coalesce(q.ended_at, q.end_at)) as end_at,
      p.id as one_id, p.name as one_name, i.promo_price::text as one_price,
      q.id as other_id, q.name as other_name, j.promo_price::text as other_price
    from promotion p
      join promotion_item i on i.tenant_id = p.tenant_id and i.promotion_id = p.id
      join promotion_item j on j.tenant_id = p.tenant_id and j.channel_product_id = i.channel_product_id
      join promotion q on q.tenant_id = p.tenant_id and q.id = j.promotion_id and q.id > p.id
      join channel_product l on l.tenant_id = p.tenant_id and l.id = i.channel_product_id
      join channel_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
    where p.tenant_id = ${tx.tenant} and p.id = any(${ids}::uuid[]) and q.id = any(${ids}::uuid[])
      and i.promo_price is not null and j.promo_price is not null
      and p.start_at < coalesce(q.ended_at, q.end_at) and q.start_at < coalesce(p.ended_at, p.end_at)
      and greatest(p.start_at, q.start_at) < ${until}
      and least(coalesce(p.ended_at, p.end_at), coalesce(q.ended_at, q.end_at)) > ${from}
    order by l.channel_sku, start_at, p.id, q.id limit ${MOST + 1}`;
  return pairs.map((pair) => {
    const priceText = (text: string): string => shown(parseDecimal(text, PRICE_SCALE) ?? 0n, exponentOf(pair.currency));
    const [one, other] = [
      parseDecimal(pair.onePrice, PRICE_SCALE) ?? 0n,
      parseDecimal(pair.otherPrice, PRICE_SCALE) ?? 0n,
    ];
    return {
      channelSku: pair.channelSku,
      shop: pair.shop,
      currency: pair.currency,
      startAt: toWireTime(pair.startAt, tx.actor.zone),
      endAt: toWireTime(pair.endAt, tx.actor.zone),
      one: { id: pair.oneId, name: pair.oneName, price: priceText(pair.onePrice) },
      other: { id: pair.otherId, name: pair.otherName, price: priceText(pair.otherPrice) },
      lowerPrice: priceText(one <= other ? pair.onePrice : pair.otherPrice),
    };
  });
}
