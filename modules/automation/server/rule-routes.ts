import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { batchIds } from '#kit/server/batch-scope.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { parseBody } from '#kit/server/parse.ts';
import { placeOf, requirePermission } from '#kit/server/actor.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Call, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { OPEN_STATES } from '#modules/orders/model/order-lifecycle.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { orderKeyword } from '#modules/orders/server/index.ts';
import { newId } from '#kit/server/database.ts';
import { readActions } from '../model/actions.ts';
import { leavesOf, readConditions } from '../model/conditions.ts';
import { noSuchOrder, partFaults } from '../model/errors.ts';
import { FACTS } from '../model/facts.ts';
import { judgeRules } from '../model/judge-rules.ts';
import {
  addresseesRoute,
  MOST_RUN,
  MOST_TEST,
  readBackRoute,
  runRulesRoute,
  testRuleRoute,
  tryOrderRoute,
  USUAL_TEST,
  type Addressees,
  type ReadBack,
  type RuleContent,
  type RunAnswer,
  type RunLine,
  type TriedOrder,
} from '../model/routes.ts';
import { actionText, ruleText } from '../model/rule-text.ts';
import { rule, ruleTrigger, type Trigger } from '../model/rule.ts';
import { backTest } from './back-test.ts';
import { activeRules, familiesAsked, readShops, rulesById, type LiveRule } from './live-rules.ts';
import { namesOf } from './names.ts';
import { readFacts } from './read-facts.ts';
import { refusePersonal } from './rule-guards.ts';
import { forbiddenAction } from './rule-moves.ts';
import { judgeOrders, type Judgement, type RuleServices } from './judged-orders.ts';
import { runRules } from './run-rules.ts';

/** What the editor of rules asks beside the register, and what runs rules by hand. */
export const ruleRoutes = (services: RuleServices): Route[] => {
  const { registry } = services;
  return [
    implement(testRuleRoute, async (call) => {
      const { orders } = parseBody(testRuleRoute.body, call.body, placeOf(call.actor));
      if (!isUuid(call.params.id)) throw notFound();
      const most = Math.min(orders ?? USUAL_TEST, MOST_TEST);
      return backTest(call, registry, call.params.id, most);
    }),
    implement(readBackRoute, (call) => call.tx((tx) => readBack(tx, registry, call.body))),
    implement(tryOrderRoute, (call) => call.tx((tx) => tryOrder(tx, registry, call.body))),
    implement(runRulesRoute, (call) => runByHand(services, call as unknown as Call)),
    implement(addresseesRoute, (call) => call.tx(addressees)),
  ];
};

/** Whoever may not read orders learns nothing of them through rules. */
const ORDER_LIST = 'orders:salesOrder:list';

type Sent = { readonly [K in keyof RuleContent]?: unknown };

const sentText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Texts longer than a rule may have are not even read. */
const refuseLong = (body: Sent): void => {
  const errors = (['conditions', 'actions', 'shopIds'] as const).flatMap((field) => {
    const { title, max } = rule.fields[field];
    return sentText(body[field]).length > max
      ? [{ field, code: 'invalid', message: `${title}不能超过${max}个字符` }]
      : [];
  });
  if (errors.length > 0) throw invalid(errors);
};

/** A rule as it stands in an editor, as far as it says something. */
function draftRule(body: Sent): LiveRule & { faults: ReadBack['faults'] } {
  refuseLong(body);
  const conditions = readConditions(sentText(body.conditions));
  const actions = readActions(sentText(body.actions));
  const trigger = sentText(body.trigger);
  return {
    ...{ id: '', name: '本规则', priority: 0, revision: 0, status: 'draft', owner: null },
    trigger: Object.hasOwn(ruleTrigger.items, trigger) ? (trigger as Trigger) : 'orderPulled',
    stopOnMatch: body.stopOnMatch === true,
    shopIds: readShops(sentText(body.shopIds)),
    conditions: conditions.value,
    actions: actions.value,
    faults: [
      ...partFaults('conditions', conditions.faults),
      ...partFaults('actions', actions.faults),
    ].map(({ field, message }) => ({ field, message })),
  };
}

async function readBack(tx: Tx, registry: Registry, body: Sent): Promise<ReadBack> {
  const { faults, ...draft } = draftRule(body);
  const asked = leavesOf(draft.conditions).map(({ fact }) => FACTS[fact]);
  const today = asked.filter(({ isOfToday }) => isOfToday).map(({ title }) => title);
  return {
    said: ruleText(draft, await namesOf(tx, registry, [draft])),
    faults,
    ofToday: [...new Set(today)],
  };
}

/** Judged as of now, by the rule alone. */
async function tryOrder(
  tx: Tx,
  registry: Registry,
  body: Sent & { readonly number?: unknown },
): Promise<TriedOrder> {
  requirePermission(tx.actor, ORDER_LIST);
  const { faults, ...draft } = draftRule(body);
  refusePersonal(tx, sentText(body.conditions));
  const number = sentText(body.number).trim();
  const [order] = await tx.query<{
    id: string;
    channelOrderNo: string;
    orderNo: string;
    status: string;
  }>(sql`
    select t.id, t.channel_order_no, t.order_no, t.status from sales_order t
    where ${join(baseConditions(salesOrder, tx.actor), ' and ')}
      and (t.channel_order_no = ${number} or t.order_no = ${number})
    order by t.create_time desc, t.id desc limit 1`);
  if (!order) throw noSuchOrder();
  const [fault] = faults;
  if (fault) throw invalid([{ ...fault, code: 'automation.rule' }]);
  const moments = [{ orderId: order.id, at: tx.now }];
  const facts = (await readFacts(tx, moments, familiesAsked([draft]))).get(order.id)?.facts ?? {};
  const names = await namesOf(tx, registry, [draft], [facts]);
  const [verdict] = judgeRules([draft], facts, names);
  const { id: orderId, ...about } = order;
  return {
    orderId,
    ...about,
    isMatched: verdict?.isMatched ?? false,
    passedOver: verdict?.passedOver ?? null,
    why: verdict?.why ?? null,
    actions: draft.actions.map((action) => actionText(action, names)),
  };
}

/** 跑规则: open orders of a selection or a filter, judged now; a preview says what would be done. */
async function runByHand(services: RuleServices, call: Call): Promise<RunAnswer> {
  const { registry } = services;
  const { actor, body } = call;
  requirePermission(actor, ORDER_LIST);
  const asked = await batchIds(call, { resource: salesOrder, keyword: orderKeyword }, registry);
  if (asked.length > MOST_RUN)
    throw new Refusal('tooManyRows', `一次最多 ${MOST_RUN} 个订单，请缩小范围`, { status: 422 });
  const { rules, ids } = await call.tx(async (tx) => ({
    rules: await chosenRules(tx, body.ruleIds),
    ids: await openOrders(tx, asked),
  }));
  const judgement = await call.tx((tx) => judgeOrders(tx, registry, rules, ids));
  const lines = linesOf(judgement, rules);
  const matched = lines.length;
  if (body.dryRun === true) return { judged: ids.length, matched, acted: 0, parked: 0, lines };
  const key = `hand:${call.key ?? newId()}`;
  const done = await runRules(
    { services, actor, trigger: 'byHand', askedBy: actor.username },
    rules,
    ids.map((orderId) => ({ orderId, key })),
  );
  return { ...done, lines };
}

async function chosenRules(tx: Tx, asked: unknown): Promise<LiveRule[]> {
  const active = Array.isArray(asked)
    ? (await rulesById(tx, asked.filter(isUuid))).filter(({ status }) => status === 'active')
    : await activeRules(tx);
  for (const rule of active) {
    const forbidden = forbiddenAction(tx, { actions: JSON.stringify(rule.actions) });
    if (forbidden) throw forbidden;
  }
  return active;
}

async function openOrders(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select t.id from sales_order t
    where ${join(baseConditions(salesOrder, tx.actor), ' and ')}
      and t.id = any(${[...ids]}::uuid[]) and t.status = any(${[...OPEN_STATES]}::text[])
    order by t.id`);
  return rows.map(({ id }) => id);
}

const linesOf = ({ orders, names, verdicts }: Judgement, rules: readonly LiveRule[]): RunLine[] =>
  [...orders].flatMap(([orderId, { head }]) => {
    const met = (verdicts.get(orderId) ?? []).filter(({ isMatched }) => isMatched);
    if (met.length === 0) return [];
    return [
      {
        orderId,
        channelOrderNo: head.channelOrderNo,
        rules: met.map(({ ruleId, plan }) => ({
          ruleId,
          name: rules.find(({ id }) => id === ruleId)?.name ?? '',
          actions: plan.map(({ action, skipped }) =>
            skipped ? `${actionText(action, names)}（${skipped}）` : actionText(action, names),
          ),
        })),
      },
    ];
  });

async function addressees(tx: Tx): Promise<Addressees> {
  return {
    people: await tx.rows<{ id: string; name: string }>`
      select u.id, u.realname as name from membership m join app_user u on u.id = m.user_id
      where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.status = 'active'
      order by u.realname, u.id limit 500`,
    roles: await tx.rows<{ id: string; name: string }>`
      select id, name from role where tenant_id = ${tx.tenant} order by name, id limit 200`,
  };
}
