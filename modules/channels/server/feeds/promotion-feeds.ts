import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { promotion } from '../../model/pricing/promotion.ts';
import type { FeedKind } from './feed-kind.ts';

/** Promotions that were arranged with the marketplace. */
const arranged = (tx: Tx): Sql => sql`
  ${join(baseConditions(promotion, tx.actor), ' and ')} and t.status in ('scheduled', 'running', 'ended', 'stopped')`;

/** 促销提报: a file that a person hands over; that it runs is what is known of the answer. */
export const promotionFeeds: FeedKind = {
  type: 'promotion',
  of: promotion,
  jobs: (tx) => sql`
    select t.id, t.tenant_id, t.create_time, t.promotion_no, 'promotion', 'file', t.account_id,
      case t.status when 'scheduled' then 'waiting' when 'stopped' then 'cancelled' else 'done' end, t.item_count,
      case when t.status in ('running', 'ended') then t.item_count else 0 end, 0, null::text, null::text, null::text,
      t.outcome, 1, t.create_by, t.ended_at, false, null::uuid, t.id, null::uuid, null::uuid, null::uuid
    from promotion t where ${arranged(tx)}`,
  items: (tx) => sql`
    select i.id, i.tenant_id, i.create_time, t.id, t.promotion_no, 'promotion', t.account_id, i.channel_product_id,
      null::uuid, null::text, trim_scale(i.base_price)::text || ' ' || t.currency,
      coalesce(trim_scale(i.promo_price)::text || ' ' || t.currency, '-') || ' (−' || i.discount_pct || '%)', null::text,
      case t.status when 'scheduled' then 'sent' when 'stopped' then 'cancelled' else 'accepted' end, null::text, null::text,
      null::uuid
    from promotion t join promotion_item i on i.tenant_id = t.tenant_id and i.promotion_id = t.id
    where ${arranged(tx)}`,
};
