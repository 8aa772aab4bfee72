import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { priceRecord, priceType } from '../../model/pricing/price-record.ts';
import type { FeedKind } from './feed-kind.ts';

/** Prices that were handed over together are one submission. */
const proposed = (tx: Tx): Sql =>
  sql`${join(baseConditions(priceRecord, tx.actor), ' and ')} and t.proposed_at is not null`;

const FEED_ID = sql`md5('price' || t.account_id::text || t.proposed_at::text)::uuid`;
const FEED_NO = sql`'PX-' || upper(left(md5(t.account_id::text || t.proposed_at::text), 8))`;

/** What kind of price it is, in the words of people: a place is text that is read, not a code. */
const TYPE_TITLE = sql`case t.type ${join(
  Object.entries(priceType.items).map(([type, title]) => sql`when ${type} then ${title}`),
  ' ',
)} end`;

/** 价格提报: a file that a person hands over, and the answers that come back for each price. */
export const priceFeeds: FeedKind = {
  type: 'price',
  of: priceRecord,
  jobs: (tx) => sql`
    select ${FEED_ID}, t.tenant_id, t.proposed_at, ${FEED_NO}, 'price', 'file', t.account_id,
      case when bool_or(t.status = 'submitted') then 'waiting'
        when count(*) = count(*) filter (where t.status = 'withdrawn') then 'cancelled'
        when count(*) = count(*) filter (where t.status in ('rejected', 'withdrawn')) then 'failed'
        when bool_or(t.status = 'rejected') then 'partial' else 'done' end,
      count(*)::integer, (count(*) filter (where t.status in ('active', 'superseded')))::integer,
      (count(*) filter (where t.status = 'rejected'))::integer, null::text, null::text, null::text,
      max(t.answer) filter (where t.status = 'rejected'), 1, min(t.submitted_by),
      case when bool_or(t.status = 'submitted') then null else max(t.answered_at) end,
      bool_or(t.status = 'rejected' and not exists (select 1 from price_record later
        where later.tenant_id = t.tenant_id and later.channel_product_id = t.channel_product_id
          and later.type = t.type and later.create_time > t.create_time)),
      null::uuid, null::uuid, null::uuid, null::uuid, null::uuid
    from price_record t where ${proposed(tx)} group by t.tenant_id, t.account_id, t.proposed_at`,
  items: (tx) => sql`
    select t.id, t.tenant_id, t.proposed_at, ${FEED_ID}, ${FEED_NO}, 'price', t.account_id, t.channel_product_id,
      null::uuid, ${TYPE_TITLE}, trim_scale(t.previous_value)::text || ' ' || t.currency,
      trim_scale(t.value)::text || ' ' || t.currency, null::text,
      case when t.status = 'submitted' then 'sent' when t.status = 'rejected' then 'rejected'
        when t.status = 'withdrawn' then 'cancelled' else 'accepted' end, t.answer, null::text, null::uuid
    from price_record t where ${proposed(tx)}`,
};
