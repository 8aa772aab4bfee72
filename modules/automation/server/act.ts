import { htmlText } from '#kit/model/html-text.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { requestInfo } from '#modules/aftersales/server/index.ts';
import { moveInTransaction, recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { underSavepoint } from '#kit/server/savepoint.ts';
import { sql } from '#kit/server/sql.ts';
import {
  acceptOrder,
  holdOrder,
  reallocateOrder,
  releaseOrder,
  remarkOrder,
  setPriority,
  setShipMethod,
  splitOrder,
  tagOrders,
} from '#modules/orders/server/index.ts';
import { sendNotice } from '#modules/system/server/index.ts';
import { OPEN_STATES } from '#modules/orders/model/order-lifecycle.ts';
import { actionTitle, targetsOf, type Action } from '../model/actions.ts';
import type { Names, Planned } from '../model/judge-rules.ts';
import { ruleTaskLifecycle } from '../model/rule-records.ts';
import { actionText } from '../model/rule-text.ts';
import { SUBJECTS } from '../model/subject.ts';
import type { LiveRule } from './live-rules.ts';
import type { OrderHead } from './order-facts.ts';
import { linksOf, type Head } from './subjects.ts';

/** What became of one action. */
export interface RuleActionResult {
  kind: Action['kind'];
  text: string;
  /** Done; nothing was to be done any more; refused by the state of things; given up for another rule. */
  state: 'done' | 'same' | 'refused' | 'skipped';
  note?: string;
}

/** A rule that cannot do what it says, whatever it is about: it is parked. */
export class RuleFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RuleFault';
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Something that is locked, and what a rule has planned for it. */
export interface PlannedFor {
  head: Head;
  plan: readonly Planned[];
  names: Names;
}

/**
 * Carries out what a rule has planned for what is locked, action by action, each under a savepoint: what the
 * state of one refuses leaves the others standing. Tags are given to all their orders at once.
 * @returns deeds by the id of what was planned for
 * @throws RuleFault where the rule names what is gone
 */
export async function carryOutPlans(
  tx: Tx,
  rule: LiveRule,
  all: readonly PlannedFor[],
): Promise<Map<string, RuleActionResult[]>> {
  const operations = new Map<string, RuleActionResult[]>(all.map(({ head }) => [head.id, []]));
  const actions = Math.max(0, ...all.map(({ plan }) => plan.length));
  for (let at = 0; at < actions; at++) {
    const tagged = await tagTogether(tx, all, at);
    for (const { head, plan, names } of all) {
      const { action, skipped } = plan[at] ?? {};
      if (!action) continue;
      const about = { kind: action.kind, text: actionText(action, names, head.kind) };
      operations.get(head.id)?.push(
        skipped
          ? { ...about, state: 'skipped', note: skipped }
          : {
              ...about,
              ...(tagged.get(head.order?.id ?? '') ?? (await carryOut(tx, rule, head, action, names))),
            },
      );
    }
  }
  return operations;
}

/** The tags of one action, given to all orders that it is planned for; a refusal is everybody's. @returns by order */
async function tagTogether(tx: Tx, all: readonly PlannedFor[], at: number): Promise<Map<string, Outcome>> {
  const own = all.filter(({ head, plan }) => head.order && plan[at]?.action.kind === 'addTag' && !plan[at]?.skipped);
  const [first] = own;
  const action = first?.plan[at]?.action;
  if (!first || action?.kind !== 'addTag') return new Map();
  refuseGone(action, first);
  const ids = [...new Set(own.flatMap(({ head }) => head.order?.id ?? []))];
  const done = await underSavepoint(tx, () => tagOrders(tx, ids, action.tagIds));
  if (done instanceof Refusal) return own.length > 1 ? new Map() : refusedAll(ids, done);
  return new Map(ids.map((id) => [id, done.has(id) ? DONE : { state: 'same' as const, note: '已有' }]));
}

const refusedAll = (ids: readonly string[], { message }: Refusal): Map<string, Outcome> =>
  new Map(ids.map((id) => [id, { state: 'refused', note: message }]));

/** @throws RuleFault */
function refuseGone(action: Action, { head, names }: Omit<PlannedFor, 'plan'>): void {
  const gone = targetsOf(action).find(([, id]) => !names.has(id));
  if (gone) throw new RuleFault(`动作“${actionText(action, names, head.kind)}”的对象已删除或停用`);
}

type Outcome = Pick<RuleActionResult, 'state' | 'note'>;
const DONE: Outcome = { state: 'done' };

async function carryOut(tx: Tx, rule: LiveRule, head: Head, action: Action, names: Names): Promise<Outcome> {
  refuseGone(action, { head, names });
  const done = await underSavepoint(tx, () => doAction(tx, rule, head, action));
  return done instanceof Refusal ? { state: 'refused', note: done.message } : done;
}

async function doAction(tx: Tx, rule: LiveRule, head: Head, action: Action): Promise<Outcome> {
  switch (action.kind) {
    case 'notify':
      return notify(tx, rule, head, action);
    case 'createTask':
      return createTask(tx, rule, head, action);
    case 'askInfo':
      if (head.status === 'needInfo') return { state: 'same', note: '已在等资料' };
      await moveInTransaction(tx, requestInfo, [head.id], { reason: action.reason });
      return DONE;
    default:
      return head.order
        ? doToOrder(tx, rule, head.order, action)
        : {
            state: 'refused',
            note: `${SUBJECTS[head.kind].title}没有订单，不能${actionTitle(action.kind, head.kind)}`,
          };
  }
}

async function doToOrder(
  tx: Tx,
  rule: LiveRule,
  order: OrderHead,
  action: Exclude<Action, { kind: 'notify' | 'createTask' | 'askInfo' }>,
): Promise<Outcome> {
  switch (action.kind) {
    case 'assignWarehouse': {
      const { warehouseId } = action;
      if (order.warehouseId === warehouseId && !order.holds.includes('outOfStock'))
        return { state: 'same', note: '已在这个仓' };
      await moveInTransaction(tx, reallocateOrder, [order.id], { warehouseId });
      return DONE;
    }
    case 'assignShipMethod':
      if (order.shipMethodId === action.shipMethodId) return { state: 'same', note: '已是这个物流渠道' };
      await setShipMethod(tx, [order.id], action.shipMethodId);
      return DONE;
    case 'addTag':
      return (await tagOrders(tx, [order.id], action.tagIds)).has(order.id) ? DONE : { state: 'same', note: '已有' };
    case 'addHold':
      await moveInTransaction(tx, holdOrder, [order.id], {
        reason: `${action.reason}（规则 ${rule.name}）`,
      });
      return DONE;
    case 'releaseHold':
      await moveInTransaction(tx, releaseOrder, [order.id], { reason: action.reason });
      return DONE;
    case 'accept':
      if (order.status !== 'new') return { state: 'same', note: '已接单' };
      await moveInTransaction(tx, acceptOrder, [order.id], {});
      return DONE;
    case 'split':
      await splitOrder(tx, order.id);
      return DONE;
    case 'setPriority':
      if (order.priority === action.priority) return { state: 'same', note: '已是这个优先级' };
      // What has left altogether presses nobody any more.
      if (rule.subject !== 'order' && !OPEN_STATES.includes(order.status))
        return { state: 'same', note: '订单已发完，优先级不再有用' };
      await setPriority(tx, [order.id], action.priority);
      return DONE;
    case 'addRemark':
      await moveInTransaction(tx, remarkOrder, [order.id], { kind: 'internal', content: action.text });
      return DONE;
  }
}

/** Once a day about the same: a rule that meets it every hour is not a bell. */
async function notify(
  tx: Tx,
  rule: LiveRule,
  head: Head,
  { userIds, roleIds, text }: Extract<Action, { kind: 'notify' }>,
): Promise<Outcome> {
  const since = new Date(tx.now.getTime() - DAY_MS);
  const { title, page, businessType } = SUBJECTS[head.kind];
  const about = `${title} ${head.label}`;
  const sent = await tx.maybe`
    select 1 from rule_run where tenant_id = ${tx.tenant} and rule_id = ${rule.id}::uuid
      and subject_id = ${head.id}::uuid and revision = ${rule.revision} and create_time > ${since}
      and deeds @> '[{"kind": "notify", "state": "done"}]'::jsonb`;
  if (sent) return { state: 'same', note: '24 小时内已通知过' };
  const members = await tx.rows<{ userId: string }>`
    select m.user_id from membership m
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and (m.user_id = any(${[...userIds]}::uuid[])
      or exists (select 1 from user_role r where r.tenant_id = m.tenant_id and r.user_id = m.user_id
        and r.role_id = any(${[...roleIds]}::uuid[])))`;
  if (members.length === 0) return { state: 'refused', note: '收件人都已停用' };
  await sendNotice(tx, {
    to: members.map(({ userId }) => userId),
    title: `${rule.name}：${about}`,
    html: `<p>${htmlText(text)}</p><p>${htmlText(about)}，由自动化规则“${htmlText(rule.name)}”发出。</p>`,
    abstract: text,
    openType: 'url',
    openPage: page(head.id),
    businessType,
    businessId: head.id,
  });
  return DONE;
}

async function createTask(
  tx: Tx,
  rule: LiveRule,
  head: Head,
  { title, userId, hours }: Extract<Action, { kind: 'createTask' }>,
): Promise<Outcome> {
  const links = linksOf(head);
  // Feeds of a shop that fail one after another are one thing to do.
  const same =
    head.kind === 'feed'
      ? sql`push_id is not null and account_id = ${head.accountId}::uuid`
      : sql`coalesce(return_id, part_order_id, remittance_id, order_id) = ${head.id}::uuid`;
  const [open] = await tx.query(sql`
    select 1 as found from rule_task where tenant_id = ${tx.tenant} and rule_id = ${rule.id}::uuid
      and ${same} and status = 'open' limit 1`);
  if (open) return { state: 'same', note: '已有同样的待办' };
  const id = newId();
  await tx.run`
    insert into rule_task (tenant_id, id, title, order_id, return_id, part_order_id, push_id, remittance_id,
      account_id, rule_id, assignee, assignee_id, due_at, status, create_by, create_time)
    select ${tx.tenant}, ${id}::uuid, ${title}, ${links.orderId}::uuid, ${links.returnId}::uuid,
      ${links.partOrderId}::uuid, ${links.pushId}::uuid, ${links.remittanceId}::uuid, ${head.accountId}::uuid, ${rule.id}::uuid,
      (select u.realname from app_user u where u.id = ${userId ?? null}::uuid), ${userId ?? null}::uuid,
      ${new Date(tx.now.getTime() + hours * HOUR_MS)}, 'open', ${tx.actor.username}, ${tx.now}`;
  recordBirth(tx, ruleTaskLifecycle, 'rule', [{ id, status: 'open', scope: null }]);
  if (userId)
    await sendNotice(tx, {
      to: [userId],
      title: `待办：${title}`,
      html: `<p>${htmlText(`${SUBJECTS[head.kind].title} ${head.label}`)}，${hours} 小时内完成。</p>`,
      openType: 'url',
      openPage: '/rules/tasks',
    });
  return DONE;
}
