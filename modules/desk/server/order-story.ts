import { stepTitle } from '#kit/model/lifecycle.ts';
import { notFound } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { readHistory } from '#kit/server/history.ts';
import type { House } from '#kit/server/module.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { idOf } from '#kit/server/row-id.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { ruleRun, runOutcome, runTrigger } from '#modules/automation/model/rule-records.ts';
import { MESSAGE_SOURCES, type MessageSource } from '#modules/channels/model/order-message.ts';
import { shipmentLifecycle } from '#modules/fulfilment/model/shipment-lifecycle.ts';
import { shipment } from '#modules/fulfilment/model/shipment.ts';
import { holdTitle } from '#modules/orders/model/hold-title.ts';
import { changeTitle, CHANGE_STATES } from '#modules/orders/model/order-change.ts';
import { orderLifecycle } from '#modules/orders/model/order-lifecycle.ts';
import { orderRemark, remarkKind } from '#modules/orders/model/order-remark.ts';
import { orderHold, salesOrder } from '#modules/orders/model/order.ts';
import { messageKind, priceDisputeMessage } from '#modules/orders/model/price-dispute.ts';
import { changesOf } from '#modules/orders/server/index.ts';
import { MOST_ENTRIES, orderStoryRoute, type OrderStory, type StoryEntry } from '../model/order-story.ts';
import { delivery, deliveryHandler, deliveryLifecycle } from '../model/task.ts';

/** An entry on its way: with the instant it is sorted by. */
type Dated = Omit<StoryEntry, 'at'> & { at: Date };

const entry = (kind: StoryEntry['kind'], row: Pick<Dated, 'id' | 'at' | 'title'> & Partial<Dated>): Dated => ({
  kind,
  state: null,
  actor: null,
  text: null,
  changes: [],
  task: null,
  ...row,
});

/**
 * What became of an order, from every part of the house that knows of it, newest first: nothing is
 * stored for it, and each part is shown to whoever may see it where it stands.
 */
export const orderStory = (registry: Registry, serves: House['serves']): Route =>
  implement(orderStoryRoute, (call) =>
    call.tx(async (tx) => {
      const id = await seenOrder(tx, call.query.id ?? '');
      const zone = tx.actor.zone;
      const dated = [
        ...(may(tx.actor, 'orders:orderHold:list') ? await holds(tx, id) : []),
        ...(may(tx.actor, 'orders:orderRemark:list') ? await remarks(tx, id) : []),
        ...(may(tx.actor, 'orders:priceDispute:list') ? await disputes(tx, id) : []),
        ...(may(tx.actor, 'fulfilment:shipment:list') ? await shipments(tx, id) : []),
        ...(may(tx.actor, 'desk:delivery:list') ? await tasks(tx, id) : []),
        ...(may(tx.actor, 'automation:ruleRun:list') ? await rules(tx, id) : []),
        ...(await messages(tx, id)),
      ].map((one): StoryEntry => ({ ...one, at: toWireTime(one.at, zone) }));
      const entries = [...dated, ...(await moves(tx, registry, serves, id)), ...(await changes(tx, id))].sort((a, b) =>
        a.at < b.at ? 1 : a.at > b.at ? -1 : 0,
      );
      const story: OrderStory = {
        entries: entries.slice(0, MOST_ENTRIES),
        isCut: entries.length > MOST_ENTRIES,
      };
      return story;
    }),
  );

async function seenOrder(tx: Tx, id: string): Promise<string> {
  const [row] = await tx.query<{ id: string }>(sql`
    select t.id from sales_order t
    where ${join([...baseConditions(salesOrder, tx.actor), sql`t.id = ${idOf(id)}::uuid`], ' and ')}`);
  if (!row) throw notFound();
  return row.id;
}

/** Rows about an order, those that the actor sees where they stand. */
const ofOrder = (tx: Tx, of: AnyResource, id: string): Sql =>
  join([...baseConditions(of, tx.actor), sql`t.order_id = ${id}::uuid`], ' and ');

/** What remarks and holds say themselves is not said once more as a move. */
const OWN_ENTRIES = new Set(['remark', 'hold']);

async function moves(tx: Tx, registry: Registry, serves: House['serves'], id: string): Promise<StoryEntry[]> {
  const serve = serves().find(({ resource }) => resource === salesOrder);
  if (!serve) return [];
  const steps = await readHistory(tx, serve, orderLifecycle, registry, id);
  return steps.flatMap((step, at): StoryEntry[] =>
    OWN_ENTRIES.has(step.move)
      ? []
      : [
          {
            kind: 'move',
            id: `${id}.${at}`,
            at: step.at,
            title: step.moveTitle,
            state: step.from === step.to ? null : (step.to_dictText ?? null),
            actor: step.actor,
            text: step.reason,
            changes: step.changes,
            task: null,
          },
        ],
  );
}

/** What the channel said otherwise; what somebody of ours corrected stands with its move. */
async function changes(tx: Tx, id: string): Promise<StoryEntry[]> {
  const all = await changesOf(tx, id);
  return all
    .filter(({ items }) => !items.some(({ status }) => status === 'corrected'))
    .map((change) => ({
      kind: 'change',
      id: change.id,
      at: change.at,
      title: '平台变更',
      state: null,
      actor: null,
      text: change.items.length === 0 ? change.summary : null,
      changes: change.items.map((item) => ({
        title: `${changeTitle(item.field)}（${CHANGE_STATES[item.status]}）`,
        line: item.channelSku,
        ...(item.isHidden
          ? { before: null, after: null, hidden: 'masked' as const }
          : { before: item.before, after: item.after }),
      })),
      task: null,
    }));
}

async function holds(tx: Tx, id: string): Promise<Dated[]> {
  const rows = await tx.query<{
    id: string;
    type: string;
    detail: string | null;
    openedAt: Date;
    createBy: string;
    closedAt: Date | null;
    closedBy: string | null;
    resolution: string | null;
  }>(sql`
    select t.id, t.type, t.detail, t.opened_at, t.create_by, t.closed_at, t.closed_by, t.resolution from order_hold t
    where ${ofOrder(tx, orderHold, id)}
    order by t.opened_at desc, t.id desc limit ${MOST_ENTRIES}`);
  return rows.flatMap((row) => {
    const title = holdTitle(row.type);
    const opened = entry('hold', {
      id: row.id,
      at: row.openedAt,
      title: `挂起：${title}`,
      actor: row.createBy,
      text: row.detail,
    });
    if (!row.closedAt) return [opened];
    const closed = entry('hold', {
      id: `${row.id}.end`,
      at: row.closedAt,
      title: `解除：${title}`,
      actor: row.closedBy,
      text: row.resolution,
    });
    return [opened, closed];
  });
}

async function remarks(tx: Tx, id: string): Promise<Dated[]> {
  const rows = await tx.query<{
    id: string;
    kind: keyof typeof remarkKind.items;
    content: string;
    createBy: string;
    createTime: Date;
  }>(sql`
    select t.id, t.kind, t.content, t.create_by, t.create_time from order_remark t
    where ${ofOrder(tx, orderRemark, id)} and not t.hidden
    order by t.create_time desc, t.id desc limit ${MOST_ENTRIES}`);
  return rows.map((row) =>
    entry('remark', {
      id: row.id,
      at: row.createTime,
      title: `备注（${remarkKind.items[row.kind]}）`,
      actor: row.createBy,
      text: row.content,
    }),
  );
}

async function disputes(tx: Tx, id: string): Promise<Dated[]> {
  const rows = await tx.query<{
    id: string;
    kind: keyof typeof messageKind.items;
    content: string;
    createBy: string;
    createTime: Date;
    disputeNo: string;
    sentAt: Date | null;
  }>(sql`
    select t.id, t.kind, t.content, t.create_by, t.create_time, t.sent_at, d.dispute_no
    from price_dispute_message t join price_dispute d on d.tenant_id = t.tenant_id and d.id = t.dispute_id
    where ${ofOrder(tx, priceDisputeMessage, id)}
    order by t.create_time desc, t.id desc limit ${MOST_ENTRIES}`);
  return rows.map((row) =>
    entry('dispute', {
      id: row.id,
      at: row.createTime,
      actor: row.createBy,
      text: row.content,
      title: `${row.disputeNo} ${messageKind.items[row.kind]}`,
      state: row.kind === 'toChannel' ? (row.sentAt ? '已在平台提交' : '请到平台处理') : null,
    }),
  );
}

/** Every step of its shipments: packed, labelled, sent, and what failed on the way. */
async function shipments(tx: Tx, id: string): Promise<Dated[]> {
  const rows = await tx.query<{
    id: string;
    shipmentNo: string;
    trackingNo: string | null;
    move: string;
    fromState: string | null;
    toState: string;
    actorName: string;
    reason: string | null;
    at: Date;
  }>(sql`
    select l.id, t.shipment_no as "shipmentNo", t.tracking_no as "trackingNo", l.move,
      l.from_state as "fromState", l.to_state as "toState", l.actor_name as "actorName", l.reason, l.at
    from shipment t join state_log l on l.tenant_id = t.tenant_id and l.row_id = t.id
    where ${join([...baseConditions(shipment, tx.actor), sql`t.order_id = ${id}::uuid`], ' and ')}
    order by l.at desc, l.id desc limit ${MOST_ENTRIES}`);
  const states = shipmentLifecycle.states as Readonly<Record<string, readonly [string, string]>>;
  return rows.map((row) =>
    entry('shipment', {
      id: row.id,
      at: row.at,
      actor: row.actorName,
      text: row.reason,
      title: `${row.shipmentNo} ${stepTitle(shipmentLifecycle, row.move)}`,
      state: row.fromState === row.toState ? null : (states[row.toState]?.[0] ?? row.toState),
    }),
  );
}

/** What went, or is to go, to the channel. */
async function tasks(tx: Tx, id: string): Promise<Dated[]> {
  const rows = await tx.query<{
    id: string;
    handler: string;
    status: string;
    reason: string | null;
    attempts: number;
    version: number;
    createBy: string | null;
    createTime: Date;
    doneAt: Date | null;
  }>(sql`
    select t.id, t.handler, t.status, t.reason, t.attempts, t.version, t.create_by as "createBy",
      t.create_time as "createTime", t.done_at as "doneAt"
    from delivery t
    where ${join([...baseConditions(delivery, tx.actor), sql`t.order_id = ${id}::uuid`], ' and ')}
    order by t.create_time desc, t.id desc limit ${MOST_ENTRIES}`);
  const titles = deliveryHandler.items as Readonly<Record<string, string>>;
  const states = deliveryLifecycle.states as Readonly<Record<string, readonly [string, string]>>;
  return rows.map((row) => {
    const tries = row.attempts > 1 ? `第 ${row.attempts} 次` : null;
    return entry('task', {
      id: row.id,
      at: row.doneAt ?? row.createTime,
      actor: row.createBy,
      title: titles[row.handler] ?? row.handler,
      state: states[row.status]?.[0] ?? row.status,
      text: [row.reason, tries].filter(Boolean).join(' · ') || null,
      task: { status: row.status, version: row.version },
    });
  });
}

async function rules(tx: Tx, id: string): Promise<Dated[]> {
  const rows = await tx.query<{
    id: string;
    name: string;
    outcome: keyof typeof runOutcome.items;
    said: string | null;
    /** Of a run about what came after the order. */
    after: keyof typeof runTrigger.items | null;
    createTime: Date;
  }>(sql`
    select t.id, u.name, t.outcome, t.said, t.create_time,
      case when t.subject_id <> t.order_id then t.trigger end as after
    from rule_run t
      join rule u on u.tenant_id = t.tenant_id and u.id = t.rule_id
    where ${ofOrder(tx, ruleRun, id)}
      and t.outcome not in ('unmatched', 'passedOver')
    order by t.create_time desc, t.id desc limit ${MOST_ENTRIES}`);
  return rows.map((row) =>
    entry('rule', {
      id: row.id,
      at: row.createTime,
      text: row.said,
      title: `规则 ${row.name}${row.after ? `（${runTrigger.items[row.after]}）` : ''}`,
      state: runOutcome.items[row.outcome],
    }),
  );
}

async function messages(tx: Tx, id: string): Promise<Dated[]> {
  const rows = await tx.rows<{
    id: string;
    source: MessageSource;
    bytes: number;
    createBy: string | null;
    createTime: Date;
  }>`
    select id, source, bytes, create_by, create_time from order_message
    where tenant_id = ${tx.tenant} and order_id = ${id}::uuid
    order by create_time desc, id desc limit ${MOST_ENTRIES}`;
  return rows.map((row) =>
    entry('message', {
      id: row.id,
      at: row.createTime,
      actor: row.createBy,
      title: `平台原文（${MESSAGE_SOURCES[row.source]}）`,
      text: `${row.bytes.toLocaleString('en-US')} 字节`,
    }),
  );
}
