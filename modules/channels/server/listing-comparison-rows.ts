import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { channelProduct } from '../model/channel-product.ts';
import { STANDING_STATES, type ComparedField, type StandingState } from '../model/listing-comparison.ts';
import { publishStorefront } from '../model/publish/storefront.ts';

/** A word for each value of a column. */
const worded = (name: string, words: Readonly<Record<string, string>>, other: Sql): Sql => sql`
  case ${column(name)} ${join(
    Object.entries(words).map(([value, word]) => sql`when ${value} then ${word}::text`),
    ' ',
  )} else ${other} end`;

const OURS = worded('t.status', { live: '在售' }, sql`${'已下架'}::text`);
const STATE = worded('l.state', STANDING_STATES, sql`null`);
/** What the marketplace itself calls a storefront that we have no name for. */
const STOREFRONT = worded(
  'l.storefront',
  publishStorefront.items,
  sql`concat_ws(' ', initcap(replace(l.brand, '_', ' ')), l.country, l.locale)`,
);
const GONE: StandingState = 'gone';
const THERE = sql`l.state <> ${GONE}`;
const SOLD = sql`l.state in ('live', 'launching')`;
const STATES = sql`coalesce(string_agg(${STOREFRONT} || ' ' || ${STATE}, '；' order by l.brand, l.country, l.locale)
  filter (where ${THERE}), ${STANDING_STATES.gone}::text)`;

/** Whoever reads, and when the goods of which shops were read last: before, there is nothing to compare with. */
interface Reading {
  tx: Tx;
  shops: readonly string[];
  times: readonly Date[];
}

async function lastReadings(tx: Tx): Promise<Reading> {
  const rows = await tx.rows<{ accountId: string; at: Date }>`
    select account_id, max(finished_at) as at from pull_run
    where tenant_id = ${tx.tenant} and kind = 'listings' and status in ('done', 'partial') group by account_id`;
  return { tx, shops: rows.map(({ accountId }) => accountId), times: rows.map(({ at }) => at) };
}

/** Of the shop in this column. */
const readAt = ({ shops, times }: Reading, shop: string): Sql =>
  sql`(${times}::timestamptz[])[array_position(${shops}::uuid[], ${column(shop)})]`;

/** Listings with what was read of them: known by shop and part, so that either leads to the other through an index. */
const listings = ({ tx }: Reading): Sql => sql`
  channel_product t left join standing_listing l on l.tenant_id = ${tx.tenant} and l.account_id = t.account_id
    and l.channel_sku = t.channel_sku`;

/** What decides over a part in a storefront, as far as the marketplace has taken it. */
const published = (tx: Tx): Sql => sql`i.tenant_id = ${tx.tenant} and i.is_held and i.live_answers is not null
  and i.account_id = t.account_id and i.channel_sku = t.channel_sku`;

/** Of shops that were read, those that the reader may see. */
const conditions = ({ tx, shops }: Reading): Sql =>
  sql`${join(baseConditions(channelProduct, tx.actor), ' and ')} and t.account_id = any(${shops}::uuid[])`;

const idOf = (field: ComparedField, ...parts: readonly Sql[]): Sql =>
  sql`md5(concat_ws(' ', ${join([sql`${field}::text`, ...parts], ', ')}))::uuid`;

/** On sale here, and at least in one storefront there. */
const statuses = (reading: Reading): Sql => sql`
  select t.tenant_id, ${idOf('status', sql`t.id`)} as id, t.account_id, t.id as channel_product_id, t.channel_sku,
    t.sku_id, 'status' as item, null::text as storefront, ${OURS} as ours, ${STATES} as theirs,
    case when (t.status = 'live') = coalesce(bool_or(${SOLD}), false) then 'same' else 'differs' end as gap,
    case when coalesce(bool_or(${SOLD}), false) then 'live' else 'ended' end as acceptable,
    t.version as listing_version, null::uuid as publish_task_id, ${readAt(reading, 't.account_id')} as read_at, t.create_time
  from ${listings(reading)} where ${conditions(reading)} group by t.tenant_id, t.id`;

/** One part may stand under several ids: ours is one of them. */
const itemIds = (reading: Reading): Sql => sql`
  select t.tenant_id, ${idOf('itemId', sql`t.id`)}, t.account_id, t.id, t.channel_sku,
    t.sku_id, 'itemId', null::text, t.channel_item_id,
    string_agg(distinct array_to_string(l.listing_ids, '、'), '；'),
    case when t.channel_item_id is null then 'untold'
      when bool_or(t.channel_item_id = any(l.listing_ids)) then 'same' else 'differs' end,
    case when max(cardinality(l.listing_ids)) = 1 and count(distinct l.listing_ids) = 1 then min(l.listing_ids[1]) end,
    t.version, null::uuid, ${readAt(reading, 't.account_id')}, t.create_time
  from ${listings(reading)} where ${conditions(reading)} and ${THERE} and cardinality(l.listing_ids) > 0
  group by t.tenant_id, t.id`;

const titles = (reading: Reading): Sql => sql`
  select t.tenant_id, ${idOf('title', sql`t.id`)}, t.account_id, t.id, t.channel_sku,
    t.sku_id, 'title', null::text, t.title, min(l.title),
    case when btrim(coalesce(t.title, '')) = btrim(min(l.title)) then 'same' else 'differs' end, min(l.title),
    t.version, (select i.task_id from publish_item i where ${published(reading.tx)} order by i.storefront limit 1),
    ${readAt(reading, 't.account_id')}, t.create_time
  from ${listings(reading)} where ${conditions(reading)} and ${THERE} and l.title is not null
  group by t.tenant_id, t.id`;

/** Where it was published from here, it is to be on sale as long as that has not been ended. */
const storefronts = (reading: Reading): Sql => sql`
  select t.tenant_id, ${idOf('storefront', sql`t.id`, sql`i.storefront`)}, t.account_id, t.id, t.channel_sku,
    t.sku_id, 'storefront', ${worded('i.storefront', publishStorefront.items, sql`i.storefront`)},
    ${worded('k.status', { ended: '已下架' }, sql`${'已上架'}::text`)}, coalesce(${STATE}, ${STANDING_STATES.gone}::text),
    case when (k.status <> 'ended') = coalesce(${SOLD}, false) then 'same' else 'differs' end, null::text,
    t.version, k.id, ${readAt(reading, 't.account_id')}, t.create_time
  from channel_product t
    join publish_item i on ${published(reading.tx)}
    join publish_task k on k.tenant_id = ${reading.tx.tenant} and k.id = i.task_id
    left join standing_listing l on l.tenant_id = ${reading.tx.tenant} and l.account_id = t.account_id
      and l.channel_sku = t.channel_sku and l.storefront = i.storefront
  where ${conditions(reading)}`;

/** The class of each storefront; of what was not published from here we have none. */
const classes = (reading: Reading): Sql => sql`
  select t.tenant_id, ${idOf('class', sql`t.id`, sql`l.id`)}, t.account_id, t.id, t.channel_sku,
    t.sku_id, 'class', ${STOREFRONT}, k.class_title, coalesce(l.class_name, l.class_id),
    case when k.id is null then 'untold' when k.class_id = l.class_id then 'same' else 'differs' end, null::text,
    t.version, k.id, ${readAt(reading, 't.account_id')}, t.create_time
  from ${listings(reading)}
    left join publish_item i on ${published(reading.tx)} and i.storefront = l.storefront
    left join publish_task k on k.tenant_id = ${reading.tx.tenant} and k.id = i.task_id
  where ${conditions(reading)} and ${THERE} and l.class_id is not null`;

/** On sale there, and unknown here. */
const strangers = (reading: Reading): Sql => sql`
  select t.tenant_id, ${idOf('status', sql`t.id`, sql`l.channel_sku`)}, t.id, null::uuid, l.channel_sku,
    null::uuid, 'status', null::text, null::text, ${STATES}, 'onlyTheirs', null::text,
    null::integer, null::uuid, ${readAt(reading, 't.id')}, min(l.create_time)
  from channel_account t join standing_listing l on l.tenant_id = ${reading.tx.tenant} and l.account_id = t.id
  where ${join(baseConditions(channelAccount, reading.tx.actor), ' and ')} and ${SOLD}
    and t.id = any(${reading.shops}::uuid[])
    and not exists (select 1 from channel_product p where p.tenant_id = ${reading.tx.tenant} and p.account_id = t.id
      and p.channel_sku = l.channel_sku and p.deleted_at is null)
  group by t.tenant_id, t.id, l.channel_sku`;

const COMPARED: Readonly<Record<ComparedField, readonly ((reading: Reading) => Sql)[]>> = {
  status: [statuses, strangers],
  itemId: [itemIds],
  title: [titles],
  storefront: [storefronts],
  class: [classes],
};

/** 平台对比: the fields of every listing that was read, here and there. Fields that nobody asks about cost nothing. */
export async function listingComparisonRows(tx: Tx, query: Readonly<Record<string, string>> = {}): Promise<Sql> {
  const reading = await lastReadings(tx);
  const asked = query['item'] ?? '';
  const isPlain = /^[a-zA-Z]+(,[a-zA-Z]+)*$/.test(asked);
  const chosen = (Object.keys(COMPARED) as ComparedField[]).filter((one) => !isPlain || asked.split(',').includes(one));
  const parts = (chosen.length > 0 ? chosen : (Object.keys(COMPARED) as ComparedField[])).flatMap(
    (one) => COMPARED[one],
  );
  // Names of the columns are those of the first part.
  const named = sql`select * from (${statuses(reading)}) none where false`;
  return join(
    [named, ...parts.map((part) => part(reading))].map((one) => sql`(${one})`),
    ' union all ',
  );
}
