import { rowChanged, type RowChange } from '#kit/model/event.ts';
import { dayIn } from '#kit/model/time.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { carriedOut, type Attempt, type Job } from '#kit/server/deliveries.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { enqueue, inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { shareSafetyJob } from '../model/jobs.ts';
import { sharedSafety } from '../model/safety-share.ts';
import { daysAgo } from './stock-age.ts';
import { touchLevels } from './touched-levels.ts';

/** SKUs of one transaction of the daily round. */
const AT_ONCE = 500;

interface Place {
  id: string;
  skuId: string;
  wanted: number;
  kept: number;
  isFilled: boolean;
  wanted30: number;
  available: number;
}

/**
 * What a level `l` weighs when safety stock is shared: units that were sold from it in 30 days, whether they
 * have left or wait for that, as a column of SQL.
 */
export const shareWeight = (tx: Tx): Sql => sql`
  ((select coalesce(-sum(m.qty), 0)::integer from stock_movement m
    where m.tenant_id = l.tenant_id and m.type = 'sale_out' and m.warehouse_id = l.warehouse_id
      and m.sku_id = l.sku_id and m.create_time >= ${daysAgo(tx, 30)})
    + (select coalesce(sum(r.qty), 0)::integer from reservation r
      where r.tenant_id = l.tenant_id and r.status = 'open' and r.kind = 'order' and r.environment = 'live'
        and r.warehouse_id = l.warehouse_id and r.sku_id = l.sku_id))`;

/**
 * Deals the safety stock of SKUs to their warehouses, by the rule of 补货建议: kept there it is asked for by
 * an index, however many places there are. Nothing is kept in a warehouse that is not ours to fill, nor of
 * what is no longer sold.
 */
export async function shareSafety(tx: Tx, skuIds: readonly string[]): Promise<void> {
  if (skuIds.length === 0) return;
  await tx.rows`
    select id from stock_level where tenant_id = ${tx.tenant} and condition = 'good'
      and sku_id = any(${[...skuIds]}::uuid[])
    order by warehouse_id, sku_id for update`;
  const places = await tx.rows<Place>`
    select l.id, l.sku_id, l.safety_stock as kept, l.available,
      case when s.deleted_at is null and p.status <> 'discontinued' then s.safety_stock else 0 end as wanted,
      w.deleted_at is null and w.status = 'enabled' and w.type not in ('transit', 'supplier') as is_filled,
      ${shareWeight(tx)} as wanted30
    from stock_level l
      join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
      join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      join warehouse w on w.tenant_id = l.tenant_id and w.id = l.warehouse_id
    where l.tenant_id = ${tx.tenant} and l.condition = 'good' and l.sku_id = any(${[...skuIds]}::uuid[])
    order by l.sku_id, w.priority, l.warehouse_id`;
  const changes = [...Map.groupBy(places, ({ skuId }) => skuId).values()].flatMap((all) => {
    const filled = all.filter(({ isFilled }) => isFilled);
    const shares = sharedSafety(all[0]?.wanted ?? 0, filled);
    const shareOf = new Map(filled.map(({ id }, at) => [id, shares[at] ?? 0]));
    return all.flatMap(({ id, kept }) => {
      const share = shareOf.get(id) ?? 0;
      return share === kept ? [] : [{ id, share }];
    });
  });
  if (changes.length === 0) return;
  touchLevels(tx);
  await tx.run`
    update stock_level l set safety_stock = c.share
    from unnest(${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ share }) => share)}::integer[])
      as c (id, share)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
}

/** The SKUs of which more or less should be kept than their places do. */
async function shareChanged(tx: Tx, changes: readonly RowChange[]): Promise<void> {
  const ids = changes.map(({ id }) => id);
  const gone = changes.filter(({ change }) => change === 'delete').map(({ id }) => id);
  if (gone.length > 0)
    await tx.run`update stock_level set sku_gone = true
      where tenant_id = ${tx.tenant} and sku_id = any(${gone}::uuid[])`;
  const others = await tx.rows<{ id: string }>`
    select s.id from sku s join stock_level l on l.tenant_id = s.tenant_id and l.sku_id = s.id
      and l.condition = 'good'
    where s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])
    group by s.id, s.safety_stock having sum(l.safety_stock) <> s.safety_stock`;
  await shareSafety(
    tx,
    others.map(({ id }) => id),
  );
}

export const safetyInTransaction: TransactionHandler[] = [
  inTransaction(
    rowChanged(sku),
    'inventory shares the safety stock',
    (tx, change) => shareChanged(tx, [change]),
    shareChanged,
  ),
];

/** Once a day and tenant, by the dedupe key: what was sold of late is another share. */
export async function enqueueSharing(db: Database, now: Date): Promise<void> {
  const tenants = await db.platform(
    (tx) => tx.rows<{ id: number }>`select id from tenant where status = 'active' order by id`,
  );
  await inTurn(tenants, ({ id }) =>
    db.tx(systemActor(id, '定时任务'), (tx) =>
      enqueue(tx, shareSafetyJob, {
        aggregate: `safety:${id}`,
        dedupeKey: `safety:${dayIn(now, tx.actor.zone)}`,
        payload: {},
      }),
    ),
  );
}

export const safetyJobs: Job[] = [carriedOut(shareSafetyJob, { rank: 8, isLong: true, run: shareAll })];

async function shareAll({ tx }: Attempt): Promise<void> {
  for (let behind: string | null = null; ;) {
    const last: string | undefined = await tx(async (inner) => {
      const rows = await inner.rows<{ id: string }>`
        select distinct l.sku_id as id from stock_level l
          join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
        where l.tenant_id = ${inner.tenant} and l.condition = 'good'
          and (s.safety_stock > 0 or l.safety_stock > 0)
          and (${behind}::uuid is null or l.sku_id > ${behind}::uuid)
        order by l.sku_id limit ${AT_ONCE}`;
      await shareSafety(
        inner,
        rows.map(({ id }) => id),
      );
      return rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
    });
    if (!last) return;
    behind = last;
  }
}
