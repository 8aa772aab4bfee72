import { resourceKey } from '#kit/model/resource.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import type { FeedKind } from './feed-kind.ts';
import { acceptanceFeeds, noticeFeeds } from './order-feeds.ts';
import { priceFeeds } from './price-feeds.ts';
import { promotionFeeds } from './promotion-feeds.ts';
import { publishFeeds } from './publish-feeds.ts';
import { stockFeeds } from './stock-feeds.ts';

/** Every kind of submission there is: a further one is one more of these. */
const FEED_KINDS: readonly FeedKind[] = [
  stockFeeds,
  priceFeeds,
  promotionFeeds,
  publishFeeds,
  acceptanceFeeds,
  noticeFeeds,
];

type Query = Readonly<Record<string, string>>;

/** Kinds that the reader may see and that a query can be about. */
const kindsFor = ({ actor }: Tx, query: Query): FeedKind[] => {
  const asked = query['type'] ?? '';
  const isPlain = /^[a-zA-Z]+(,[a-zA-Z]+)*$/.test(asked);
  return FEED_KINDS.filter(
    ({ type, of }) => may(actor, `${resourceKey(of)}:list`) && (!isPlain || asked.split(',').includes(type)),
  );
};

/** All of them below each other; of none, no row. */
const united = (tx: Tx, query: Query, of: (kind: FeedKind) => Sql, none: Sql): Sql =>
  join([sql`(${none} limit 0)`, ...kindsFor(tx, query).map((kind) => sql`(${of(kind)})`)], ' union all ');

const NO_FEED = sql`
  select null::uuid as id, null::integer as tenant_id, null::timestamptz as create_time, null::text as feed_no,
    null::text as type, null::text as mode, null::uuid as account_id, null::text as status, null::integer as items,
    null::integer as ok, null::integer as failed, null::text as guard_reason, null::text as overridden_by,
    null::text as override_reason, null::text as error, null::integer as attempts, null::text as submitted_by,
    null::timestamptz as finished_at, null::boolean as is_open, null::uuid as stock_push_id,
    null::uuid as promotion_id, null::uuid as order_id, null::uuid as shipment_id, null::uuid as publish_task_id`;

const NO_ITEM = sql`
  select null::uuid as id, null::integer as tenant_id, null::timestamptz as create_time, null::uuid as feed_id,
    null::text as feed_no, null::text as type, null::uuid as account_id, null::uuid as channel_product_id,
    null::uuid as order_id, null::text as place, null::text as previous, null::text as submitted,
    null::text as read_back, null::text as status, null::text as error, null::text as content,
    null::uuid as stock_push_id`;

/** 数据提交 of the shops that the reader may see. */
export const feedRows = (tx: Tx, query: Query = {}): Sql => sql`
  select f.*, f.create_time as submitted_at, extract(epoch from f.finished_at - f.create_time)::integer as seconds
  from (${united(tx, query, (kind) => kind.jobs(tx), NO_FEED)}) f`;

/** 提交明细; what was said is known again by its hash, of more than a line of it where there is more. */
export const feedItemRows = (tx: Tx, query: Query = {}): Sql => sql`
  select i.*, i.create_time as submitted_at, left(md5(concat_ws('|', i.type, i.account_id::text, coalesce(i.channel_product_id, i.order_id)::text,
    i.place, coalesce(i.content, i.submitted))), 16) as payload_hash
  from (${united(tx, query, (kind) => kind.items(tx), NO_ITEM)}) i`;
