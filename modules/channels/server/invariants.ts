import type { Invariant } from '#kit/server/invariant.ts';
import { channelQuantity, type QuantityInputs } from '../model/channel-quantity.ts';

/** Channel truths of domain.md §7. */
export const channelInvariants: readonly Invariant[] = [
  {
    id: 'C-01',
    title: '推送数量等于按计算依据重算的数量',
    async find(tx) {
      const items = await tx.rows<{ id: string; pushId: string; qty: number; inputs: unknown }>`
        select id, push_id, qty, inputs from stock_push_item
        where tenant_id = ${tx.tenant} order by id desc limit 5000`;
      return items
        .filter((item) => channelQuantity(item.inputs as QuantityInputs) !== item.qty)
        .slice(0, 50)
        .map(({ id, pushId, qty, inputs }) => ({
          id,
          pushId,
          qty,
          computed: channelQuantity(inputs as QuantityInputs),
        }));
    },
  },
  {
    id: 'C-02',
    title: '熔断后发送的推送都有放行人和原因',
    find: (tx) => tx.rows`
      select p.id, p.account_id, p.status, p.guard_reason from stock_push p
      where p.tenant_id = ${tx.tenant} and p.guard_reason is not null
        and p.status in ('sent', 'done', 'unverified', 'partial') and (p.overridden_by is null or p.override_reason is null)
      limit 50`,
  },
  {
    id: 'C-04',
    title: '同一店铺同时只有一个库存推送',
    find: (tx) => tx.rows`
      select account_id, count(*)::integer as running from stock_push
      where tenant_id = ${tx.tenant} and status in ('queued', 'sent')
      group by account_id having count(*) > 1 limit 50`,
  },
  {
    id: 'C-06',
    title: '已配对的渠道产品指向有效SKU',
    find: (tx) => tx.rows`
      select p.id, p.channel_sku, p.map_status, p.sku_id from channel_product p
      left join sku s on s.tenant_id = p.tenant_id and s.id = p.sku_id and s.deleted_at is null
      where p.tenant_id = ${tx.tenant} and p.deleted_at is null and p.map_status = 'mapped' and s.id is null
      limit 50`,
  },
];
