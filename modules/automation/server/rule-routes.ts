import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { batchIds } from '#kit/server/batch-scope.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { senderOfKey } from '#kit/server/receipt.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Call, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { OPEN_STATES } from '#modules/orders/model/order-lifecycle.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { orderKeyword } from '#modules/orders/server/index.ts';
import { newId } from '#kit/server/database.ts';
import { readActions } from '../model/actions.ts';
import { leavesOf, readConditions } from '../model/conditions.ts';
import { partFaults } from '../model/errors.ts';
import { FACTS } from '../model/facts.ts';
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
} from '../model/routes.ts';
import { actionText, ruleText } from '../model/rule-text.ts';
import { rule, ruleTrigger, type Trigger } from '../model/rule.ts';
import { subjectOf } from '../model/subject.ts';
import { backTest } from './back-test.ts';
import { activeRules, readShops, rulesById, type LiveRule } from './live-rules.ts';
import { namesOf } from './names.ts';
import { forbiddenAction } from './rule-moves.ts';
import { judgeSubjects, type Judgement, type RuleServices } from './judging.ts';
import { runRules } from './run-rules.ts';
import { tryOne } from './try-one.ts';

/** What the editor of rules asks beside the register, and what runs rules by hand. */
export const ruleRoutes = (services: RuleServices): Route[] => {
  const { registry } = services;
  return [
    implement(testRuleRoute, async (call) => {
      const { orders } = call.body;
      if (!isUuid(call.params.id)) throw notFound();
      const most = Math.min(orders ?? USUAL_TEST, MOST_TEST);
      return backTest(call, registry, call.params.id, most);
    }),
    implement(readBackRoute, (call) => call.tx((tx) => readBack(tx, registry, call.body))),
    implement(tryOrderRoute, (call) =>
      call.tx((tx) => tryOne(tx, registry, draftRule(call.body), sentText(call.body.number))),
    ),
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
  const sent = sentText(body.trigger);
  const trigger = Object.hasOwn(ruleTrigger.items, sent) ? (sent as Trigger) : 'orderPulled';
  const subject = subjectOf(trigger);
  const conditions = readConditions(sentText(body.conditions), subject);
  const actions = readActions(sentText(body.actions), subject);
  return {
    id: '',
    name: '本规则',
    priority: 0,
    revision: 0,
    status: 'draft',
    owner: null,
    trigger,
    subject,
    stopOnMatch: body.stopOnMatch === true,
    shopIds: readShops(sentText(body.shopIds)),
    conditions: conditions.value,
    actions: actions.value,
    faults: [...partFaults('conditions', conditions.faults), ...partFaults('actions', actions.faults)].map(
      ({ field, message }) => ({ field, message }),
    ),
  };
}

async function readBack(tx: Tx, registry: Registry, body: Sent): Promise<ReadBack> {
  const { faults, ...draft } = draftRule(body);
  const requested = leavesOf(draft.conditions).map(({ fact }) => FACTS[fact]);
  const isAfter = draft.subject !== 'order';
  const today = requested
    .filter(({ isOfToday, isOfTodayLater }) => isOfToday || (isAfter && isOfTodayLater))
    .map(({ title }) => title);
  return {
    said: ruleText(draft, await namesOf(tx, registry, [draft])),
    faults,
    ofToday: [...new Set(today)],
  };
}

/** 执行规则: open orders of a selection or a filter, judged now; a preview says what would be done. */
async function runByHand(services: RuleServices, call: Call): Promise<RunAnswer> {
  const { registry } = services;
  const { actor, body } = call;
  requirePermission(actor, ORDER_LIST);
  const requested = await batchIds(call, { resource: salesOrder, keyword: orderKeyword }, registry);
  if (requested.length > MOST_RUN)
    throw new Refusal('tooManyRows', `一次最多 ${MOST_RUN} 个订单，请缩小范围`, { status: 422 });
  const { rules, ids } = await call.tx(async (tx) => ({
    rules: await chosenRules(tx, body.ruleIds),
    ids: await openOrders(tx, requested),
  }));
  const judgement = await call.tx((tx) => judgeSubjects(tx, registry, rules, ids));
  const lines = linesOf(judgement, rules);
  const matched = lines.length;
  if (body.dryRun === true) return { judged: ids.length, matched, acted: 0, parked: 0, lines };
  const key = `hand:${call.key ? `${senderOfKey(actor)} ${call.key}` : newId()}`;
  const done = await runRules(
    { services, actor, trigger: 'byHand', askedBy: actor.username },
    rules,
    ids.map((id) => ({ id, key })),
  );
  return { ...done, lines };
}

async function chosenRules(tx: Tx, request: unknown): Promise<LiveRule[]> {
  const found = Array.isArray(request)
    ? (await rulesById(tx, request.filter(isUuid))).filter(({ status }) => status === 'active')
    : await activeRules(tx);
  // What is chosen are orders: rules about returns, requests and feeds have nothing to say of them.
  const active = found.filter(({ subject }) => subject === 'order');
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

const linesOf = ({ subjects, names, verdicts }: Judgement, rules: readonly LiveRule[]): RunLine[] =>
  [...subjects].flatMap(([orderId, { head }]) => {
    const met = (verdicts.get(orderId) ?? []).filter(({ isMatched }) => isMatched);
    if (met.length === 0) return [];
    return [
      {
        orderId,
        channelOrderNo: head.label,
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
