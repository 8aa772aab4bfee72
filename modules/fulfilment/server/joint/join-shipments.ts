import { Refusal } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { batchIds } from '#kit/server/batch-scope.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Call, type Route } from '#kit/server/route.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { orderKeyword, startOrder } from '#modules/orders/server/index.ts';
import { notJoinable, notJoint } from '../../model/errors.ts';
import { joinRoute, MOST_JOINED, type JoinAnswer, type JoinGroup } from '../../model/join-routes.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { shipment, type ShipmentRow } from '../../model/shipment.ts';
import { planJoining } from './join-plan.ts';
import { partnerRefusals } from './joint-shipment.ts';
import { separateJoint } from './separate-joint.ts';

/** 合并发货 of orders that are chosen or found; looked at first. */
export const joinRoutes = (registry: Registry): Route[] => [
  implement(joinRoute, (call) => joinOrders(call as unknown as Call, registry)),
];

async function joinOrders(call: Call, registry: Registry): Promise<JoinAnswer> {
  requirePermission(call.actor, 'orders:salesOrder:list');
  const ids = await batchIds(call, { resource: salesOrder, keyword: orderKeyword }, registry);
  if (ids.length > MOST_JOINED)
    throw new Refusal('tooManyRows', `一次最多 ${MOST_JOINED} 个订单，请缩小范围`, { status: 422 });
  const plan = await call.tx((tx) => planJoining(tx, ids));
  if (call.body['dryRun'] === true) return { ...plan, joined: [] };
  const meant = call.body['groups'];
  const groups = Array.isArray(meant) ? plan.groups.filter(({ key }) => meant.includes(key)) : plan.groups;
  if (groups.length === 0) throw notJoinable({ why: '没有可以合并的订单' });
  const joined: string[] = [];
  const left = [...plan.left];
  // Each group by itself: what has changed in one since it was looked at stops no other.
  for (const group of groups) {
    const outcome = await joinGroup(call, group);
    if (typeof outcome === 'string') joined.push(outcome);
    else for (const { channelOrderNo } of group.orders) left.push({ channelOrderNo, why: outcome.message });
  }
  return { groups, left, joined };
}

async function joinGroup(call: Call, group: JoinGroup): Promise<string | Refusal> {
  try {
    return await call.tx((tx) => joinIn(tx, group));
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** @returns number of the shipment that leads */
async function joinIn(tx: Tx, { key, orders }: JoinGroup): Promise<string> {
  const ids = orders.map(({ id }) => id);
  const ready = await tx.rows<{ id: string }>`
    select id from sales_order where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) and status = 'ready'
    order by id for update`;
  if (ready.length > 0) {
    requirePermission(tx.actor, 'orders:salesOrder:start');
    await moveInTransaction(
      tx,
      startOrder,
      ready.map(({ id }) => id),
    );
  }
  const now = await planJoining(tx, ids);
  const group = now.groups.find((one) => one.key === key);
  if (group?.orders.length !== orders.length)
    throw notJoinable({ why: now.left[0]?.why ?? '订单刚刚被改动，请重新查看' });
  const drafts = await tx.rows<ShipmentRow>`
    select * from shipment where tenant_id = ${tx.tenant} and order_id = any(${ids}::uuid[])
      and status = 'draft' and lead_id is null and partner_count = 0 order by id for update`;
  if (new Set(drafts.map(({ orderId }) => orderId)).size !== ids.length)
    throw notJoinable({ why: '订单刚刚被改动，请重新查看' });
  return joinDrafts(tx, drafts, ids);
}

const joinMove = command(shipmentLifecycle, 'join', { run: async () => undefined });

const RANK = ['normal', 'rush', 'urgent'];

/** The order that has to leave first leads; the most urgent of them says how urgent all are. */
async function joinDrafts(tx: Tx, drafts: readonly ShipmentRow[], orderIds: readonly string[]): Promise<string> {
  const [lead, ...partners] = drafts.toSorted((a, b) => orderIds.indexOf(a.orderId) - orderIds.indexOf(b.orderId)) as [
    ShipmentRow,
    ...ShipmentRow[],
  ];
  const priority = RANK[Math.max(...drafts.map((one) => RANK.indexOf(one.priority)))];
  await setColumns(tx, shipment, [lead.id], {
    partnerCount: partners.length,
    ...(priority ? { priority: priority as ShipmentRow['priority'] } : {}),
  });
  await setColumns(tx, shipment, partners, { leadId: lead.id });
  await moveInTransaction(
    tx,
    joinMove,
    drafts.map(({ id }) => id),
  );
  return lead.shipmentNo;
}

/** 拆开合并: each is packed by itself again. */
export const separateShipments: Command = command(shipmentLifecycle, 'takeApart', {
  async guard(tx, rows) {
    return new Map([
      ...rows.filter(({ partnerCount }) => partnerCount === 0).map(({ id }) => [id, notJoint()] as const),
      ...(await partnerRefusals(tx, rows)),
    ]);
  },
  async run(tx, rows) {
    await separateJoint(
      tx,
      rows.map(({ id }) => id),
      { except: rows },
    );
  },
});
