import { htmlText } from '#kit/model/html-text.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { moveWithin, recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { underSavepoint } from '#kit/server/savepoint.ts';
import {
  acceptOrder,
  holdOrder,
  reallocateOrder,
  releaseOrder,
  setPriority,
  setShipMethod,
  splitOrder,
  tagOrders,
} from '#modules/orders/server/index.ts';
import { sendNotice } from '#modules/system/server/index.ts';
import { targetsOf, type Action } from '../model/actions.ts';
import type { Names, Planned } from '../model/judge-rules.ts';
import { ruleTaskLifecycle } from '../model/rule-records.ts';
import { actionText } from '../model/rule-text.ts';
import type { LiveRule } from './live-rules.ts';
import type { OrderHead } from './read-facts.ts';

/** What became of one action. */
export interface Deed {
  kind: Action['kind'];
  text: string;
  /** Done; nothing was to be done any more; refused by the state of the order; given up for another rule. */
  state: 'done' | 'same' | 'refused' | 'skipped';
  note?: string;
}

/** A rule that cannot do what it says, whatever the order: it is parked. */
export class RuleFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RuleFault';
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An order that is locked, and what a rule has planned for it. */
export interface PlannedOrder {
  order: OrderHead;
  plan: readonly Planned[];
  names: Names;
}

/**
 * Carries out what a rule has planned for orders that are locked, action by action, each under a savepoint: what
 * the state of an order refuses leaves the others standing. Tags are given to all of them at once.
 * @returns deeds by order
 * @throws RuleFault where the rule names what is gone
 */
export async function carryOutPlans(
  tx: Tx,
  rule: LiveRule,
  orders: readonly PlannedOrder[],
): Promise<Map<string, Deed[]>> {
  const deeds = new Map<string, Deed[]>(orders.map(({ order }) => [order.id, []]));
  const actions = Math.max(0, ...orders.map(({ plan }) => plan.length));
  for (let at = 0; at < actions; at++) {
    const tagged = await tagTogether(tx, orders, at);
    for (const { order, plan, names } of orders) {
      const { action, skipped } = plan[at] ?? {};
      if (!action) continue;
      const about = { kind: action.kind, text: actionText(action, names) };
      deeds.get(order.id)?.push(
        skipped
          ? { ...about, state: 'skipped', note: skipped }
          : {
              ...about,
              ...(tagged.get(order.id) ?? (await carryOut(tx, rule, order, action, names))),
            },
      );
    }
  }
  return deeds;
}

/** The tags of one action, given to all orders that it is planned for; a refusal is everybody's. */
async function tagTogether(
  tx: Tx,
  orders: readonly PlannedOrder[],
  at: number,
): Promise<Map<string, Outcome>> {
  const own = orders.filter(({ plan }) => plan[at]?.action.kind === 'addTag' && !plan[at]?.skipped);
  const [first] = own;
  const action = first?.plan[at]?.action;
  if (!first || action?.kind !== 'addTag') return new Map();
  refuseGone(action, first.names);
  const ids = own.map(({ order }) => order.id);
  const done = await underSavepoint(tx, () => tagOrders(tx, ids, action.tagIds));
  if (done instanceof Refusal) return own.length > 1 ? new Map() : refusedAll(ids, done);
  return new Map(
    ids.map((id) => [id, done.has(id) ? DONE : { state: 'same' as const, note: '已有' }]),
  );
}

const refusedAll = (ids: readonly string[], { message }: Refusal): Map<string, Outcome> =>
  new Map(ids.map((id) => [id, { state: 'refused', note: message }]));

/** @throws RuleFault */
function refuseGone(action: Action, names: Names): void {
  const gone = targetsOf(action).find(([, id]) => !names.has(id));
  if (gone) throw new RuleFault(`动作“${actionText(action, names)}”的对象已删除或停用`);
}

type Outcome = Pick<Deed, 'state' | 'note'>;
const DONE: Outcome = { state: 'done' };

async function carryOut(
  tx: Tx,
  rule: LiveRule,
  order: OrderHead,
  action: Action,
  names: Names,
): Promise<Outcome> {
  refuseGone(action, names);
  const done = await underSavepoint(tx, () => doAction(tx, rule, order, action));
  return done instanceof Refusal ? { state: 'refused', note: done.message } : done;
}

async function doAction(
  tx: Tx,
  rule: LiveRule,
  order: OrderHead,
  action: Action,
): Promise<Outcome> {
  switch (action.kind) {
    case 'assignWarehouse': {
      const { warehouseId } = action;
      if (order.warehouseId === warehouseId && !order.holds.includes('outOfStock'))
        return { state: 'same', note: '已在这个仓' };
      await moveWithin(tx, reallocateOrder, [order.id], { warehouseId });
      return DONE;
    }
    case 'assignShipMethod':
      if (order.shipMethodId === action.shipMethodId)
        return { state: 'same', note: '已是这个物流渠道' };
      await setShipMethod(tx, [order.id], action.shipMethodId);
      return DONE;
    case 'addTag':
      return (await tagOrders(tx, [order.id], action.tagIds)).has(order.id)
        ? DONE
        : { state: 'same', note: '已有' };
    case 'addHold':
      await moveWithin(tx, holdOrder, [order.id], {
        reason: `${action.reason}（规则 ${rule.name}）`,
      });
      return DONE;
    case 'releaseHold':
      await moveWithin(tx, releaseOrder, [order.id], { reason: action.reason });
      return DONE;
    case 'accept':
      if (order.status !== 'new') return { state: 'same', note: '已接单' };
      await moveWithin(tx, acceptOrder, [order.id], {});
      return DONE;
    case 'split':
      await splitOrder(tx, order.id);
      return DONE;
    case 'setPriority':
      if (order.priority === action.priority) return { state: 'same', note: '已是这个优先级' };
      await setPriority(tx, [order.id], action.priority);
      return DONE;
    case 'notify':
      return notify(tx, rule, order, action);
    case 'createTask':
      return createTask(tx, rule, order, action);
  }
}

/** Once a day about the same order: a rule that meets it every hour is not a bell. */
async function notify(
  tx: Tx,
  rule: LiveRule,
  order: OrderHead,
  { userIds, roleIds, text }: Extract<Action, { kind: 'notify' }>,
): Promise<Outcome> {
  const since = new Date(tx.now.getTime() - DAY_MS);
  const told = await tx.maybe`
    select 1 from rule_run where tenant_id = ${tx.tenant} and rule_id = ${rule.id}::uuid
      and order_id = ${order.id}::uuid and revision = ${rule.revision} and create_time > ${since}
      and deeds @> '[{"kind": "notify", "state": "done"}]'::jsonb`;
  if (told) return { state: 'same', note: '24 小时内已通知过' };
  const members = await tx.rows<{ userId: string }>`
    select m.user_id from membership m
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and (m.user_id = any(${[...userIds]}::uuid[])
      or exists (select 1 from user_role r where r.tenant_id = m.tenant_id and r.user_id = m.user_id
        and r.role_id = any(${[...roleIds]}::uuid[])))`;
  if (members.length === 0) return { state: 'refused', note: '收件人都已停用' };
  await sendNotice(tx, {
    to: members.map(({ userId }) => userId),
    title: `${rule.name}：订单 ${order.channelOrderNo}`,
    html: `<p>${htmlText(text)}</p><p>订单 ${htmlText(order.channelOrderNo)}，由自动化规则“${htmlText(rule.name)}”发出。</p>`,
    abstract: text,
    openType: 'url',
    openPage: `/orders/${order.id}`,
    businessType: 'salesOrder',
    businessId: order.id,
  });
  return DONE;
}

async function createTask(
  tx: Tx,
  rule: LiveRule,
  order: OrderHead,
  { title, userId, hours }: Extract<Action, { kind: 'createTask' }>,
): Promise<Outcome> {
  const open = await tx.maybe`
    select 1 from rule_task where tenant_id = ${tx.tenant} and rule_id = ${rule.id}::uuid
      and order_id = ${order.id}::uuid and status = 'open'`;
  if (open) return { state: 'same', note: '已有同样的待办' };
  const id = newId();
  await tx.run`
    insert into rule_task (tenant_id, id, title, order_id, account_id, rule_id, assignee, assignee_id, due_at,
      status, create_by, create_time)
    select ${tx.tenant}, ${id}::uuid, ${title}, ${order.id}::uuid, ${order.accountId}::uuid, ${rule.id}::uuid,
      (select u.realname from app_user u where u.id = ${userId ?? null}::uuid), ${userId ?? null}::uuid,
      ${new Date(tx.now.getTime() + hours * HOUR_MS)}, 'open', ${tx.actor.username}, ${tx.now}`;
  recordBirth(tx, ruleTaskLifecycle, 'rule', [{ id, status: 'open', scope: null }]);
  if (userId)
    await sendNotice(tx, {
      to: [userId],
      title: `待办：${title}`,
      html: `<p>订单 ${htmlText(order.channelOrderNo)}，${hours} 小时内完成。</p>`,
      openType: 'url',
      openPage: '/rules/tasks',
    });
  return DONE;
}
