import { toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { FactFamily } from '../model/fact.ts';
import type { KnownFacts } from '../model/facts.ts';
import type { OwnFacts, SubjectMoment } from './own-facts.ts';

interface StoredFeed {
  id: string;
  at: Date;
  accountId: string;
  shop: string;
  channelCode: string;
  environment: string;
  shopStatus: string;
  healthCode: string | null;
  version: number;
  status: string;
  trigger: string;
  items: number;
  ok: number;
  toZero: number;
  error: string | null;
  createTime: Date;
  failures: number;
}

const DAY_MS = 86_400_000;

/** Facts of feeds that failed: a query for all, one more where their rows are asked about. */
export async function readFeeds(
  tx: Tx,
  moments: readonly SubjectMoment[],
  families: ReadonlySet<FactFamily>,
): Promise<OwnFacts[]> {
  const rows = await tx.rows<StoredFeed>`
    select p.id, m.at, p.account_id, a.name as shop, a.channel_code, a.environment, a.status as shop_status,
      a.health_code, p.version, p.status, p.trigger, p.items, p.ok, p.to_zero, p.error, p.create_time,
      (select count(*)::integer from stock_push f
        where f.tenant_id = p.tenant_id and f.account_id = p.account_id
          and f.failed_at > m.at - ${`${DAY_MS} milliseconds`}::interval and f.failed_at <= m.at) as failures
    from unnest(${moments.map(({ id }) => id)}::uuid[], ${moments.map(({ at }) => at)}::timestamptz[])
        as m (id, at)
      join stock_push p on p.id = m.id
      join channel_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
    where p.tenant_id = ${tx.tenant}`;
  const items = families.has('feedItem')
    ? await openItems(
        tx,
        rows.map(({ id }) => id),
      )
    : new Map<string, KnownFacts>();
  return rows.map((row) => ({
    head: {
      kind: 'feed',
      id: row.id,
      accountId: row.accountId,
      status: row.status,
      label: `${row.shop} ${toWireTime(row.createTime, tx.actor.zone).slice(5, 16)}`,
      version: String(row.version),
    },
    orderId: null,
    at: row.at,
    facts: {
      accountId: row.accountId,
      channelCode: row.channelCode,
      feedResult: row.status,
      feedTrigger: row.trigger,
      feedItems: String(row.items),
      feedFailedItems: String(row.items - row.ok),
      feedToZero: String(row.toZero),
      feedError: row.error,
      feedFailures: String(row.failures),
      shopEnvironment: row.environment,
      shopStatus: row.shopStatus,
      shopHealth: row.healthCode,
      ...items.get(row.id),
    },
  }));
}

/** What of feeds the channel does not show as it was sent. */
async function openItems(tx: Tx, pushIds: readonly string[]): Promise<Map<string, KnownFacts>> {
  const rows = await tx.rows<{
    id: string;
    skuIds: string[];
    channelSkus: string[];
    codes: string[];
  }>`
    select i.push_id as id, array_agg(distinct i.channel_warehouse_code) as codes,
      array_agg(distinct c.channel_sku) as channel_skus,
      coalesce(array_agg(distinct c.sku_id) filter (where c.sku_id is not null), '{}') as sku_ids
    from stock_push_item i
      join channel_product c on c.tenant_id = i.tenant_id and c.id = i.channel_product_id
    where i.tenant_id = ${tx.tenant} and i.push_id = any(${[...pushIds]}::uuid[]) and i.status <> 'verified'
    group by i.push_id`;
  return new Map(
    rows.map(({ id, skuIds, channelSkus, codes }) => [
      id,
      { feedSkuIds: skuIds, feedChannelSkus: channelSkus, feedWarehouseCodes: codes },
    ]),
  );
}
