import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { holdTitles } from '#modules/orders/model/hold-title.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import type { JoinAnswer, JoinGroup } from '../../model/join-routes.ts';
import { needsChannelLabel } from '../../model/label-source.ts';

interface Candidate {
  id: string;
  channelOrderNo: string;
  status: string;
  holds: string[];
  accountId: string;
  environment: string;
  currency: string;
  addressHash: string | null;
  orderType: string;
  shipMethodId: string | null;
  shipMethod: string | null;
  accountOwner: string | null;
  warehouseId: string | null;
  warehouse: string | null;
  warehouses: number;
  unitCount: number;
  drafts: number;
  shipments: number;
}

/**
 * Which of these orders can leave together, and why the others cannot. Those that are ready are taken as
 * 开始配货 would take them; those in work as their shipments stand that nobody has packed yet.
 */
export async function planJoining(tx: Tx, ids: readonly string[]): Promise<Pick<JoinAnswer, 'groups' | 'left'>> {
  const found = await candidates(tx, ids);
  const left: JoinAnswer['left'] = [];
  const groups = new Map<string, JoinGroup>();
  for (const one of found) {
    const why = whyAlone(one);
    if (why !== null) {
      left.push({ channelOrderNo: one.channelOrderNo, why });
      continue;
    }
    const key = [one.accountId, one.environment, one.currency, one.addressHash, one.warehouseId, one.shipMethodId].join(
      ' ',
    );
    const group = groups.get(key) ?? {
      key,
      orders: [],
      warehouse: one.warehouse ?? '',
      shipMethod: one.shipMethod ?? '',
    };
    const { id, channelOrderNo, unitCount } = one;
    group.orders.push({ id, channelOrderNo, unitCount, isReady: one.status === 'ready' });
    groups.set(key, group);
  }
  const together = [...groups.values()].filter(({ orders }) => orders.length > 1);
  for (const { orders } of groups.values())
    if (orders.length === 1)
      left.push({
        channelOrderNo: orders[0]?.channelOrderNo ?? '',
        why: '所选订单中没有同店铺、同地址、同仓、同物流渠道的其他订单',
      });
  return { groups: together, left };
}

function whyAlone(one: Candidate): string | null {
  if (one.status !== 'ready' && one.status !== 'processing') return '只有待发货和配货中的订单可以合并';
  if (one.holds.length > 0) return `订单有挂起：${holdTitles(one.holds)}`;
  if (!one.shipMethodId) return '还没有物流渠道，请先“换物流渠道”';
  if (needsChannelLabel(one.orderType, one.accountOwner)) return '平台账号的面单一个PO一张，不能合并';
  if (one.addressHash === null) return '没有收货地址';
  if (one.status === 'processing' && one.drafts === 0) return one.shipments > 0 ? '已装箱或已合并' : '没有发货单';
  return one.warehouses === 1 ? null : '货在多个仓，请先按仓拆单';
}

const candidates = (tx: Tx, ids: readonly string[]): Promise<Candidate[]> =>
  tx.query<Candidate>(sql`
    select t.id, t.channel_order_no, t.status, t.holds, t.account_id, t.environment, t.currency, t.address_hash,
      t.order_type, m.id as ship_method_id, m.name as ship_method, m.account_owner,
      w.id as warehouse_id, w.name as warehouse, coalesce(g.warehouses, 0)::integer as warehouses,
      coalesce(g.units, 0)::integer as unit_count, h.drafts, h.shipments
    from sales_order t
      cross join lateral (
        select count(*) filter (where s.status = 'draft' and s.lead_id is null and s.partner_count = 0)::integer as drafts,
          count(*)::integer as shipments, (array_agg(s.ship_method_id))[1] as method_id
        from shipment s where s.tenant_id = t.tenant_id and s.order_id = t.id and s.status <> 'voided') h
      cross join lateral (
        select count(distinct l.warehouse_id) as warehouses, (array_agg(l.warehouse_id))[1] as warehouse_id,
          sum(l.qty - l.qty_cancelled - l.qty_shipped) as units
        from order_line l where l.tenant_id = t.tenant_id and l.order_id = t.id
          and l.qty - l.qty_cancelled - l.qty_shipped > 0) g
      left join ship_method m on m.tenant_id = t.tenant_id and m.id = coalesce(h.method_id, t.ship_method_id)
      left join warehouse w on w.tenant_id = t.tenant_id and w.id = g.warehouse_id
    where ${join(baseConditions(salesOrder, tx.actor), ' and ')} and t.id = any(${[...ids]}::uuid[])
    order by t.ship_by nulls last, t.id`);
