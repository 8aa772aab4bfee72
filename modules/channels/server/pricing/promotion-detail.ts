import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { promotion } from '../../model/pricing/promotion.ts';
import type { PromotionBeside } from '../../model/pricing/promotion-routes.ts';
import { shown } from './guard-prices.ts';

const MOST = 200;

const DAY_SIGNS = 10;

/** The day of a moment as the row says it, in the zone of the tenant. */
const dayOf = (at: unknown): string => String(at).slice(0, DAY_SIGNS);

/** What stands beside a promotion: others that overlap it, and prices that change while it runs. */
export async function promotionBeside(tx: Tx, row: Record<string, unknown>): Promise<PromotionBeside> {
  const [id, currency] = [String(row['id']), String(row['currency'])];
  const priceText = (text: string | null): string =>
    shown(parseDecimal(text ?? '0', PRICE_SCALE) ?? 0n, exponentOf(currency));
  const overlaps = await tx.query<{
    id: string;
    name: string;
    channelSku: string;
    startAt: Date;
    endAt: Date;
    own: string | null;
    other: string | null;
  }>(sql`
    select t.id, t.name, l.channel_sku, t.start_at, t.end_at, mine.promo_price::text as own,
      i.promo_price::text as other
    from promotion this
      join promotion_item mine on mine.tenant_id = this.tenant_id and mine.promotion_id = this.id
      join promotion_item i on i.tenant_id = this.tenant_id and i.channel_product_id = mine.channel_product_id
        and i.promotion_id <> this.id
      join promotion t on t.tenant_id = i.tenant_id and t.id = i.promotion_id
      join channel_product l on l.tenant_id = i.tenant_id and l.id = i.channel_product_id
    where ${join(baseConditions(promotion, tx.actor), ' and ')}
      and this.tenant_id = ${tx.tenant} and this.id = ${id}::uuid
      and t.status in ('ready', 'scheduled', 'running') and t.start_at < this.end_at and t.end_at > this.start_at
    order by l.channel_sku, t.start_at limit ${MOST}`);
  const changes = await tx.rows<{ channelSku: string; priceNo: string; value: string; effectiveFrom: string }>`
    select l.channel_sku, r.price_no, r.value::text, r.effective_from::text
    from promotion_item i
      join promotion p on p.tenant_id = i.tenant_id and p.id = i.promotion_id
      join price_record r on r.tenant_id = i.tenant_id and r.channel_product_id = i.channel_product_id
        and r.type = 'baseCost' and r.status in ('pending_approval', 'scheduled', 'submitted')
        and r.effective_from between ${dayOf(row['startAt'])}::date
          and ${dayOf(row['endAt'])}::date
      join channel_product l on l.tenant_id = i.tenant_id and l.id = i.channel_product_id
    where i.tenant_id = ${tx.tenant} and i.promotion_id = ${id}::uuid order by l.channel_sku limit ${MOST}`;
  return {
    overlaps: overlaps.map(({ own, other, startAt, endAt, ...rest }) => ({
      ...rest,
      startAt: toWireTime(startAt, tx.actor.zone),
      endAt: toWireTime(endAt, tx.actor.zone),
      ownPrice: priceText(own),
      otherPrice: priceText(other),
      lowerPrice: priceText(Number(own ?? 0) <= Number(other ?? 0) ? own : other),
    })),
    priceChanges: changes.map((one) => ({ ...one, value: priceText(one.value) })),
  };
}
