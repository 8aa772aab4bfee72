import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Invariant } from '#kit/server/invariant.ts';
import { tableOf, type Registry } from '#kit/server/registry.ts';
import { column, nothing, sql } from '#kit/server/sql.ts';

/** A running task without a live lease for this long was lost, not late. */
const LOST_AFTER = '15 minutes';

/** Truths about the machinery of the house: events, counters, tenants. */
export const deskInvariants = (registry: Registry): readonly Invariant[] => [
  {
    id: 'I7',
    title: '每个已提交事件都有任务，任务不丢失',
    find: (tx) => tx.rows`
      select 'eventWithoutTask' as fault, o.id, o.event as what, o.at from outbox o
      where o.tenant_id = ${tx.tenant} and not exists (
        select 1 from delivery d where d.tenant_id = o.tenant_id and d.event_id = o.id)
      union all
      select 'lostTask', d.id, d.handler, d.lease_until from delivery d
      where d.tenant_id = ${tx.tenant} and d.status = 'running'
        and (d.lease_until is null or d.lease_until < ${tx.now}::timestamptz - ${LOST_AFTER}::interval)
      union all
      select 'doneWithoutMoment', d.id, d.handler, d.create_time from delivery d
      where d.tenant_id = ${tx.tenant} and d.status = 'ok' and d.done_at is null
      limit 50`,
  },
  {
    id: 'I8',
    title: '状态计数等于实际数量',
    async find(tx) {
      const wrong: Record<string, unknown>[] = [];
      for (const { of: resource } of registry.lifecycles)
        if (resource.scope?.groupedBy) wrong.push(...(await wrongCounts(tx, resource)));
      return wrong.slice(0, 50);
    },
  },
  {
    id: 'I9',
    title: '每一行的租户就是上级的租户',
    // Foreign keys carry the tenant; these are the references that have none. Another tenant's row
    // cannot be seen, so a reference into it shows as one that leads nowhere.
    find: (tx) => tx.rows`
      select 'reservation' as child, r.id, r.order_line_id as parent from reservation r
      where r.tenant_id = ${tx.tenant} and r.kind = 'order' and not exists (
        select 1 from order_line l where l.tenant_id = r.tenant_id and l.id = r.order_line_id)
      union all
      select 'reservation', r.id, r.order_line_id from reservation r
      where r.tenant_id = ${tx.tenant} and r.kind = 'transfer' and not exists (
        select 1 from stock_transfer_line l where l.tenant_id = r.tenant_id and l.id = r.order_line_id)
      union all
      select 'reservation', r.id, r.order_line_id from reservation r
      where r.tenant_id = ${tx.tenant} and r.kind = 'part' and not exists (
        select 1 from part_line l where l.tenant_id = r.tenant_id and l.id = r.order_line_id)
      union all
      select 'stock_movement', m.id, m.sku_id from stock_movement m
      where m.tenant_id = ${tx.tenant} and not exists (
        select 1 from stock_level l where l.tenant_id = m.tenant_id and l.warehouse_id = m.warehouse_id
          and l.sku_id = m.sku_id and l.condition = m.condition)
      union all
      select 'cost_layer', c.id, c.movement_id from cost_layer c
      where c.tenant_id = ${tx.tenant} and not exists (
        select 1 from stock_movement m where m.tenant_id = c.tenant_id and m.id = c.movement_id)
      union all
      select 'box', b.id, b.label_asset_id from box b
      where b.tenant_id = ${tx.tenant} and b.label_asset_id is not null and not exists (
        select 1 from asset a where a.tenant_id = b.tenant_id and a.id = b.label_asset_id)
      union all
      select 'order_hold', h.id, h.line_id from order_hold h
      where h.tenant_id = ${tx.tenant} and h.line_id is not null and not exists (
        select 1 from order_line l where l.tenant_id = h.tenant_id and l.id = h.line_id)
      limit 50`,
  },
];

/** Counters (base and deltas) against the rows themselves, per shop and state. */
async function wrongCounts(tx: Tx, resource: AnyResource): Promise<Record<string, unknown>[]> {
  const shop = column(`t.${snake(String(resource.scope?.shops))}`);
  const live = resource.kind === 'register' ? sql`and t.deleted_at is null` : nothing;
  return tx.query(sql`
    select ${resourceKey(resource)} as resource, coalesce(c.scope_id, r.scope_id) as scope_id,
      coalesce(c.state, r.state) as state, coalesce(c.n, 0)::integer as counted, coalesce(r.n, 0)::integer as actual
    from (
      select scope_id, state, sum(n) as n from (
        select scope_id, state, n from status_count
        where tenant_id = ${tx.tenant} and resource = ${resourceKey(resource)}
        union all
        select scope_id, state, n from status_delta
        where tenant_id = ${tx.tenant} and resource = ${resourceKey(resource)}) parts
      group by scope_id, state) c
    full join (
      select ${shop} as scope_id, t.status as state, count(*) as n from ${column(tableOf(resource))} t
      where t.tenant_id = ${tx.tenant} ${live} group by 1, 2) r
      on r.scope_id = c.scope_id and r.state = c.state
    where coalesce(c.n, 0) <> coalesce(r.n, 0) limit 50`);
}
